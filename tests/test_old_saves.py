"""Saves that older programs wrote: every later one opens them, plays on, and goes back.

`tests/saves/rules-N` holds what the program with version N of the rules wrote (`tools/record_saves.py`). Nothing there
is ever made anew.
"""

import shutil
from pathlib import Path

import pytest

from tests.cli.tools import tarawa

FOLDER = Path(__file__).parent / "saves"
SAVES = sorted(path for path in FOLDER.glob("*/*.toml") if not path.name.startswith("battle-"))
ORDERS = 5


def names() -> list[str]:
    return [f"{path.parent.name}/{path.stem}" for path in SAVES]


@pytest.fixture(params=SAVES, ids=names())
def save(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A copy of an old save, with the scenario files that stand beside it."""
    for path in request.param.parent.iterdir():
        shutil.copy(path, tmp_path)
    return str(tmp_path / request.param.name)


@pytest.mark.parametrize("version", sorted(path.name for path in FOLDER.iterdir()))
def test_there_are_saves_in_every_phase_and_at_every_question(version: str) -> None:
    found = {path.stem for path in SAVES if path.parent.name == version}
    phases = ["bombardment", "supply-points", "embark", "actions", "supply-check"]
    phases += [f"{part}-{n}" for n in (1, 2, 3) for part in ("impulse", "suppression")]
    questions = ["hit", "clear", "gain", "raid", "raid-marker", "way"]
    assert found >= {f"phase-{phase}" for phase in phases} | {f"asked-{kind}" for kind in questions}


def test_an_old_save_can_be_looked_at(save: str) -> None:
    before = Path(save).read_bytes()
    for look in (["status"], ["map"], ["units"], ["legal"], ["log"], ["log", "--commands"], ["export", "html"]):
        assert tarawa(*look, "--save", save).code == 0, look
    assert Path(save).read_bytes() == before


def test_an_old_save_is_played_on_and_proven(save: str) -> None:
    for _ in range(ORDERS):
        legal = tarawa("legal", "--save", save).out.splitlines()
        if "own-dice" in save or legal == ["nothing"]:
            break
        order = legal[len(legal) // 2].split()
        assert tarawa(*order, "--save", save).code == 0, order
        assert tarawa("verify", "--save", save).code == 0, order
