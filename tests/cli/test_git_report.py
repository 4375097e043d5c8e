"""git shows saves as a battle report, and gets messages for its commits; all with git itself."""

import os
import shlex
import subprocess
from pathlib import Path

import pytest

from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.saves import savefile
from tests.cli.test_git import Repository
from tests.cli.tools import SEED, Game, tarawa

LINE = "/saves/*.toml diff=tarawa\n"


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path)


@pytest.fixture
def war(tmp_path: Path, repository: Repository) -> Game:
    """A campaign in the repository's saves/, which git can tell of; nothing is committed."""
    game = Game(tmp_path / "saves" / "campaign.toml", "--seed", SEED)
    assert tarawa("git", "setup").code == 0
    return game


def test_setup_says_what_it_writes_and_does_it_once(tmp_path: Path, war: Game, repository: Repository) -> None:
    attributes = tmp_path / ".gitattributes"
    assert attributes.read_text() == LINE
    command = repository.git("config", "diff.tarawa.textconv").strip()
    program, *words = shlex.split(command)
    assert (os.path.basename(program), words) == ("tarawa", ["git", "textconv"])
    assert os.path.isabs(program)
    before = attributes.stat().st_mtime_ns, (tmp_path / ".git" / "config").read_bytes()
    again = tarawa("git", "setup")
    assert again.out.splitlines()[:2] == [
        ".gitattributes: /saves/*.toml diff=tarawa (as before)",
        f"git config: diff.tarawa.textconv = {command} (as before)",
    ]
    assert before == (attributes.stat().st_mtime_ns, (tmp_path / ".git" / "config").read_bytes())
    steps = tarawa("git", "setup", "--json").json["steps"]
    assert [step["new"] for step in steps] == [False, False]


def test_other_attributes_stay(tmp_path: Path, repository: Repository) -> None:
    Game(tmp_path / "saves" / "campaign.toml")
    (tmp_path / ".gitattributes").write_text("*.png binary")
    tarawa("git", "setup")
    assert (tmp_path / ".gitattributes").read_text() == f"*.png binary\n{LINE}"


@pytest.mark.parametrize(
    ("save", "line"),
    [
        ("game.toml", "/game.toml"),
        ("a/b/war.toml", "/a/b/war.toml"),
        ("a/saves/war.toml", "/a/saves/*.toml"),
        ("my war/a[b].toml", '"/my war/a\\\\[b\\\\].toml"'),
    ],
)
def test_only_saves_are_named(tmp_path: Path, repository: Repository, save: str, line: str) -> None:
    game = Game(tmp_path / save)
    game.do("git setup")
    assert (tmp_path / ".gitattributes").read_text() == f"{line} diff=tarawa\n"
    assert repository.git("check-attr", "diff", save).endswith(": diff: tarawa\n")
    assert repository.git("check-attr", "diff", "pyproject.toml").endswith(": unspecified\n")


def test_outside_a_repository_it_is_refused(tmp_path: Path) -> None:
    tarawa("new")
    for line in ("git setup", "message"):
        result = tarawa(*line.split())
        assert result.code == 3
        assert "is not in a git repository" in result.err
        assert "git init" in result.err
    assert not (tmp_path / ".gitattributes").exists()


# ── Set up completely, or not at all


@pytest.fixture
def bare_war(tmp_path: Path, repository: Repository) -> Game:
    """A campaign in a repository that knows nothing of it."""
    return Game(tmp_path / "saves" / "campaign.toml", "--seed", SEED)


def config_of(repository: Repository) -> bytes:
    return (repository.folder / ".git" / "config").read_bytes()


def test_if_the_configuration_cannot_be_written_the_attributes_are_not_either(
    bare_war: Game, repository: Repository
) -> None:
    (repository.folder / ".git" / "config.lock").touch()
    before = config_of(repository)
    result = bare_war("git", "setup")
    assert (result.code, result.out) == (3, "")
    assert "git cannot change diff.tarawa.textconv" in result.err
    assert "File exists" in result.err
    assert not (repository.folder / ".gitattributes").exists()
    assert config_of(repository) == before


def test_a_setting_with_several_values_is_left_alone(bare_war: Game, repository: Repository) -> None:
    for value in ("one", "two"):
        repository.git("config", "--add", "diff.tarawa.textconv", value)
    before = config_of(repository)
    result = bare_war("git", "setup")
    assert (result.code, "cannot overwrite multiple values" in result.err) == (3, True)
    assert not (repository.folder / ".gitattributes").exists()
    assert config_of(repository) == before


@pytest.mark.parametrize("old", ["", "another program"])
def test_if_the_attributes_cannot_be_written_the_configuration_is_put_back(
    bare_war: Game, repository: Repository, old: str
) -> None:
    if old:
        repository.git("config", "diff.tarawa.textconv", old)
    attributes = repository.folder / ".gitattributes"
    attributes.write_text("*.png binary\n")
    attributes.chmod(0o444)
    before = config_of(repository)
    result = bare_war("git", "setup")
    assert (result.code, "write-protected" in result.err) == (3, True)
    assert attributes.read_text() == "*.png binary\n"
    assert config_of(repository) == before


def test_what_a_link_called_gitattributes_points_to_is_neither_copied_nor_changed(
    bare_war: Game, repository: Repository
) -> None:
    private = repository.folder.parent / f"{repository.folder.name}-private"
    private.write_text("a key of mine\n")
    attributes = repository.folder / ".gitattributes"
    attributes.symlink_to(private)
    before = config_of(repository)
    result = bare_war("git", "setup")
    assert (result.code, "is a link" in result.err) == (3, True)
    assert attributes.is_symlink()
    assert private.read_text() == "a key of mine\n"
    assert config_of(repository) == before


def test_what_cannot_be_put_back_is_told(
    bare_war: Game, repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(path: str, text: str) -> None:
        (repository.folder / ".git" / "config.lock").touch()
        raise BadFile("the disk is full")

    monkeypatch.setattr(savefile, "write", fail)
    result = bare_war("git", "setup")
    assert result.code == 3
    assert "the disk is full; but diff.tarawa.textconv is set in " in result.err
    assert "git config --unset diff.tarawa.textconv" in result.err


@pytest.mark.parametrize("line", ["git", "git nosuch", "git setup x.toml", "git textconv", "git textconv x --json"])
def test_bad_usage(line: str) -> None:
    assert tarawa(*line.split()).code == 2


def test_without_git_it_says_so(war: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nosuch")
    assert (war("message").code, "cannot call git" in war("message").err) == (3, True)


def test_diff_log_and_show_read_as_a_report(war: Game, repository: Repository) -> None:
    repository.keep()
    war.do("bombard")
    diff = [line for line in repository.git("diff").splitlines() if line[:1] in "+-"]
    assert "+1. turn 1, bombardment: bombard   (dice 4)" in diff
    assert "+     the fleet wins 5 chits  [5.1]" in diff
    assert not [line for line in diff if "digest" in line or "→ bombard" in line]
    repository.keep()
    for command in (["log", "-p", "-1"], ["show"]):
        shown = repository.git(*command)
        assert "+     Pre-invasion Bombardment: die 4 → 5  [5.1]" in shown
    assert "digest" in repository.git("show", "--no-textconv")


def test_what_was_taken_back_is_shown_as_gone(war: Game, repository: Repository) -> None:
    war.do("bombard")
    repository.keep()
    war.do("undo")
    diff = repository.git("diff").splitlines()
    assert "-1. turn 1, bombardment: bombard   (dice 4)" in diff
    assert "+1 command undone" in diff


@pytest.mark.parametrize("damage", [b"[[", b"x = 1\n", b"\xff\xfe", b"", b"<<<<<<< HEAD\n"])
def test_what_is_no_save_is_shown_as_it_is(tmp_path: Path, damage: bytes, war: Game, repository: Repository) -> None:
    repository.keep()
    war.path.write_bytes(damage)
    diff = repository.git("diff")
    assert "-The battle of Betio (campaign, seed 1943)" in diff
    assert "fatal" not in diff
    assert tarawa("git", "textconv", tmp_path / "nosuch.toml").code == 3


def test_saves_of_older_rules_are_told_as_far_as_they_can_be() -> None:
    old = Path(__file__).parents[1] / "saves" / "0.1.0" / "tarawa" / "late-historical-turn-15.toml"
    result = tarawa("git", "textconv", old)
    assert result.code == 0
    assert "the rules have changed since then" in result.out
    assert "\n1. bombard" in result.out


def test_a_message_for_the_first_commit(war: Game) -> None:
    war.do("bombard")
    lines = war("message").out.splitlines()
    assert lines[:2] == ["The battle of Betio: Turn 1, bombardment: casualties 0, 0 hexes held, 0 of 219 cleared", ""]
    assert lines[2:] == ["Turn 1, bombardment", "- bombard", "  the fleet wins 5 chits  [5.1]"]


def test_a_message_tells_what_has_happened_since_the_last_commit(war: Game, repository: Repository) -> None:
    war.do("bombard")
    repository.keep()
    result = war("message")
    assert (result.code, result.out) == (1, "")
    assert "nothing has happened" in result.err
    for order in (war.legal[0], "next"):
        war.do(order)
    answer = war.json("message")
    assert answer["subject"] == "Turn 1, embark: casualties 0, 0 hexes held, 0 of 219 cleared"
    assert [line for line in answer["body"] if line[0] == "-"] == [f"- {order}" for order in war.journal[1:]]
    text = war("message").out
    assert text == "\n".join([answer["subject"], "", *answer["body"], ""])
    assert "bombard\n" not in text
    assert "die" not in text


def test_git_takes_the_message(war: Game, repository: Repository) -> None:
    war.do("bombard")
    repository.git("add", ".")
    message = war("message").out
    who = {f"GIT_{who}_{what}": "x" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    command = ["git", "commit", "-q", "-F", "-"]
    subprocess.run(command, input=message, text=True, check=True, env=os.environ | who, cwd=repository.folder)
    assert repository.git("log", "-1", "--format=%B").strip() == message.strip()
    assert repository.git("ls-files").split() == [".gitattributes", "saves/.gitignore", "saves/campaign.toml"]


def test_a_message_counts_what_was_taken_back(war: Game, repository: Repository) -> None:
    war.do("bombard")
    war.do("policy hits step")
    repository.keep()
    war.do("undo 2")
    assert war.json("message")["body"] == ["2 orders of the last commit undone", "1 mulligan"]
    war.do("policy hits morale")
    assert "- policy hits morale" in war.json("message")["body"]


def test_a_subject_is_short(war: Game) -> None:
    war.do("autoplay --until turn 3 --quiet")
    subject = war.json("message")["subject"].removeprefix("The battle of Betio: ")
    assert subject.startswith("Turn 3, ")
    assert len(subject) <= 72
