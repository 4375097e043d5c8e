"""The attacks of `tests/attack.py` in their shortest form, and programs with a fault, which they must find."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import tomli

from tarawa_cli.cli import output, program, saves
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.saves import files, toml
from tests import attack
from tests.attacks import cases, tools

ROUNDS = {"rules": 8, "kills": 23, "faults": 23, "output": 12, "damage": 60, "writers": 2, "text": 24, "trust": 31}
ROUNDS |= {"malta": 40, "secrets": 10, "mail": 22, "git": 10, "links": 30}
STEP = 5


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("TARAWA_SAVE", "TARAWA_DEBUG", "COLUMNS", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.sample(STEP)
@pytest.mark.parametrize("first", range(STEP))
@pytest.mark.parametrize("name", attack.ATTACKS)
def test_the_program_holds_against_an_attack(name: str, first: int, tmp_path: Path) -> None:
    """Every fifth round is run every time."""
    outcome = attack.run(name, range(first, max(ROUNDS[name], STEP), STEP), 1, tmp_path / "faults")
    assert outcome.faults == []
    assert sum(outcome.counts.values()), "nothing was done"


# ── Programs with a fault


SEEDS = {"kills": 30, "mail": 4}
"""Seeds whose first kills come between two writes."""


def first_fault(name: str, most: int, keep: Path, seed: int = 1) -> str:
    rounds = (attack.run(name, range(number, number + 1), seed, keep).faults for number in range(most))
    return next((faults[0] for faults in rounds if faults), "")


def test_a_program_that_forgets_its_rules_version_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "outdated", "")
    assert "old" in first_fault("rules", 2, tmp_path / "faults")


def test_a_program_that_stumbles_over_damage_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toml, "parse", lambda text, _: tomli.loads(text))
    assert "should not have happened" in first_fault("damage", 20, tmp_path / "faults")


def test_a_program_that_stumbles_over_damage_to_the_other_game_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(toml, "parse", lambda text, _: tomli.loads(text))
    assert "should not have happened" in first_fault("malta", 20, tmp_path / "faults")


def test_a_program_that_obeys_hostile_text_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "visible", str)
    assert "a terminal would obey" in first_fault("text", 20, tmp_path / "faults")


def test_a_program_that_follows_links_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (files, program, saves):
        monkeypatch.setattr(module, "check_no_link", lambda _: None)
    assert "by the links" in first_fault("links", 40, tmp_path / "faults", 2)


BROKEN = {
    "kills": """
import os
def write(path, text, **_):
    file = os.open(path, os.O_WRONLY | os.O_TRUNC)
    os.write(file, text.encode()[:100])
    os.write(file, text.encode()[100:])
    os.close(file)
savefile.write = write
""",
    "faults": """
real = savefile.put_in_place
def put(*given):
    try:
        real(*given)
    except OSError:
        pass
savefile.put_in_place = put
""",
    "output": """
import os
from tarawa_cli.cli import output
output.hush = lambda: os._exit(9)
""",
    "writers": """
import time
real = savefile.write
def write(*given):
    time.sleep(0.1)
    real(*given)
savefile.write, savefile._lock = write, lambda *_: None
""",
    "mail": """
from tarawa_cli.kernel.engine import session
keep = session.keep
def twice(path, match, *, new=False):
    savefile.write(path, session._readable(path, match))
    keep(path, match)
session.keep = twice
""",
    "secrets": """
from tarawa_cli.kernel.mail import secret_files as seals
seals.keep = lambda *given: []
""",
    "trust": """
import os
from tarawa_cli.kernel.saves import files
files.open_regular = lambda path: os.open(path, os.O_RDONLY)
""",
    "git": """
from tarawa_cli.kernel.saves import git
git.OPTIONS, git._out_of_place = (), lambda *_: ""
git.ENVIRONMENT.clear()
""",
}


@pytest.fixture
def _other_twins() -> Iterator[None]:
    """What a broken program does is not remembered for the sound one, nor the other way round."""
    cases.twin.cache_clear()
    yield
    cases.twin.cache_clear()


@pytest.mark.usefixtures("_other_twins")
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("kills", "is neither as before nor as after"),
        ("faults", "says that the file is the new one, and it is the old"),
        ("output", "exit code 9"),
        ("writers", "in the journal"),
        ("mail", "is shown, and the own file does not hold it"),
        ("secrets", "is lost, or another one"),
        ("trust", "it hangs"),
        ("git", "a command of the opponent's has run"),
    ],
)
def test_a_broken_program_is_found(name: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sitecustomize.py").write_text(f"from tarawa_cli.kernel.saves import savefile\n{BROKEN[name]}")
    monkeypatch.setattr(tools, "STRANGE", [])
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    if name == "trust":
        monkeypatch.setattr(tools, "PATIENCE", 2)
    assert said in first_fault(name, 12, tmp_path / "faults", SEEDS.get(name, 1))


def test_a_fault_leaves_its_files_and_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toml, "parse", lambda text, _: tomli.loads(text))
    assert attack.main(["--only", "damage", "--rounds", "2", "--folder", str(tmp_path / "faults")]) == 1
    (kept, *_) = sorted((tmp_path / "faults").iterdir())
    assert "should not have happened" in (kept / "commands.txt").read_text("utf-8")
    assert [path for path in kept.iterdir() if path.suffix == ".toml"]


def test_an_unknown_attack_is_told() -> None:
    assert attack.main(["--only", "nosuch"]) == 2
