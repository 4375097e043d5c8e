"""24.3: git on the machine of one side does not show what the other keeps secret; all with git itself."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.test_git import Repository
from tests.cli.tools import tarawa
from tests.malta.shell import done, malta

pytestmark = pytest.mark.usefixtures("in_a_folder")
SECRET = "xyzzy"
PLAN = (f"zone {SECRET} 1414 --turn 29jun-am", f"series {SECRET} fj-kroh")


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """The Allied machine: a clone of a game in which the Axis have planned their jumps openly."""
    monkeypatch.delenv("TARAWA_SIDE", raising=False)
    (tmp_path / "axis").mkdir()
    monkeypatch.chdir(tmp_path / "axis")
    repository = Repository(tmp_path / "axis")
    done("new herkules --plan own --seed 3 -s saves/war.toml")
    repository.keep()
    for line in PLAN:
        done(f"{line} -s saves/war.toml")
    repository.keep()
    repository.git("clone", "-q", ".", "../allied")
    monkeypatch.chdir(tmp_path / "allied")
    return Repository(tmp_path / "allied")


def set_up(*words: str) -> str:
    return done(" ".join(["git setup -s saves/war.toml", *words])).out


def is_shown(machine: Repository) -> bool:
    shown = [machine.git(*line.split()) for line in ("log -p --all -- saves", "show -- saves", "diff HEAD~1 -- saves")]
    assert all("turn 1 (29jun-am), setup-axis" in text for text in shown), "it is no report"
    assert len({SECRET in text for text in shown}) == 1
    return SECRET in shown[0]


def test_24_3_git_shows_a_side_what_it_may_know(machine: Repository) -> None:
    answer = set_up("--as allied")
    assert answer.endswith("now show saves as battle reports, with what the Allies may know\n")
    assert machine.git("config", "diff.malta.textconv").endswith("malta git textconv --as allied\n")
    assert not is_shown(machine)
    assert set_up("--as allied").count("(as before)") == 2


def test_24_3_another_side_takes_the_place_of_the_first(machine: Repository) -> None:
    set_up("--as allied")
    assert "--as axis\n" in set_up("--as axis")
    assert is_shown(machine)
    set_up("--as allied")
    assert not is_shown(machine)


def test_24_3_the_side_of_the_environment_counts_when_git_is_set_up(
    machine: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TARAWA_SIDE", "allied")
    set_up()
    monkeypatch.delenv("TARAWA_SIDE")
    assert not is_shown(machine)
    monkeypatch.setenv("TARAWA_SIDE", "axis")
    assert not is_shown(machine)


def test_24_3_without_a_side_git_shows_everything_and_setup_says_so(machine: Repository) -> None:
    answer = set_up().splitlines()
    assert answer[-2] == "git diff, git log -p and git show now show saves as battle reports"
    assert answer[-1] == (
        "they show the secrets of both sides; to see only what your side may know: "
        "git setup --as axis, or git setup --as allied"
    )
    assert is_shown(machine)


def test_a_game_of_one_side_has_nothing_to_hide() -> None:
    Repository(Path.cwd())
    assert tarawa("new").code == 0
    answer = tarawa("git", "setup").out
    assert answer.splitlines()[-1] == "git diff, git log -p and git show now show saves as battle reports"


@pytest.mark.parametrize("order", ["malta first", "tarawa first"])
def test_24_3_the_other_game_in_the_same_folder_does_not_show_it_either(machine: Repository, order: str) -> None:
    assert tarawa("new", "-s", "saves/betio.toml").code == 0
    steps: list[Callable[[], str]] = [
        lambda: set_up("--as allied"),
        lambda: tarawa("git", "setup", "-s", "saves/betio.toml").out,
    ]
    for step in steps if order == "malta first" else reversed(steps):
        assert "git config" in step()
    before = Path(".gitattributes").read_text()
    assert before.splitlines() == ["/saves/*.toml diff=tarawa", "/saves/*.toml diff=malta"]
    for step in steps:
        assert step().count("(as before)") == 2
    assert Path(".gitattributes").read_text() == before
    assert not is_shown(machine)
    machine.git("add", "-N", "saves/betio.toml")
    assert "The battle of Betio" in machine.git("diff", "--", "saves/betio.toml")


def test_24_3_lines_that_an_older_version_has_left_are_put_in_order(machine: Repository) -> None:
    Path(".gitattributes").write_text("/saves/*.toml diff=malta\n*.png binary\n/saves/*.toml diff=tarawa\n")
    set_up("--as allied")
    assert Path(".gitattributes").read_text() == "*.png binary\n/saves/*.toml diff=tarawa\n/saves/*.toml diff=malta\n"
    assert not is_shown(machine)


@pytest.mark.parametrize("damage", [("format = 2", "format = 99"), ("turn = ", "turn = = ")])
def test_24_3_a_save_that_cannot_be_read_is_not_shown_to_a_side(machine: Repository, damage: tuple[str, str]) -> None:
    set_up("--as allied")
    save = Path("saves/war.toml")
    assert damage[0] in save.read_text()
    save.write_text(save.read_text().replace(*damage))
    diff = machine.git("diff", "--", "saves")
    assert "not shown to allied" in diff
    assert SECRET not in diff
    assert SECRET in malta("git textconv saves/war.toml").out
    assert malta("git textconv saves/nosuch.toml --as allied").code == 3
