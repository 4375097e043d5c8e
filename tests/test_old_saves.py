"""Saves that older programs wrote: every later one opens them, plays on, and goes back.

`tests/saves/VERSION/GAME` holds what that version of the program wrote (`tools/record_saves.py`,
`tools/record_malta_saves.py`). Nothing there is ever made anew once the version is handed out.
"""

import shutil
from pathlib import Path

import pytest

from tarawa_cli import __version__
from tarawa_cli.games import PROGRAMS
from tests.cli.tools import Result, command

FOLDER = Path(__file__).parent / "saves"
SAVES = sorted(path for path in FOLDER.glob("*/*/*.toml") if not path.name.startswith("battle-"))
ORDERS = 5
LOOKS = ("status", "map", "units", "legal", "log", "log --commands", "export html")
TARAWA = [
    *("bombardment", "supply-points", "embark", "actions", "supply-check"),
    *(f"{part}-{n}" for n in (1, 2, 3) for part in ("impulse", "suppression")),
]
MALTA = [
    *("setup-allied", "setup-axis", "approach", "formations", "air-strikes", "plan-drops", "replacements", "absorb"),
    *("dismantle", "axis-status", "embark", "ships", "coast-fire", "first-wave", "second-wave", "airborne"),
    *(f"{side}-{part}" for side in ("axis", "allied") for part in ("movement", "support", "bombardment", "combat")),
    *("axis-breakthrough", "allied-breakthrough"),
]
"""The phases that wait for an order."""
FOUND = {
    ("0.1.0", "tarawa"): (TARAWA, ["hit", "clear", "gain", "raid", "raid-marker", "way"]),
    ("0.2.0", "tarawa"): (TARAWA, ["hit", "clear", "gain", "raid", "raid-marker", "way"]),
    ("0.2.0", "malta"): (MALTA, ["hits", "guns", "follow", "coast", "mark", "storm"]),
    ("0.2.1", "tarawa"): (TARAWA, ["hit", "clear", "gain", "raid", "raid-marker", "way"]),
    ("0.2.1", "malta"): (MALTA, ["hits", "guns", "follow", "coast", "mark", "storm", "home", "ship"]),
    ("0.2.2", "tarawa"): (TARAWA, ["hit", "clear", "gain", "raid", "raid-marker", "way"]),
    ("0.2.2", "malta"): (MALTA, ["hits", "guns", "follow", "coast", "mark", "storm"]),
    ("0.3.0", "tarawa"): (TARAWA, ["hit", "clear", "gain", "raid", "raid-marker", "way"]),
    ("0.3.0", "malta"): (MALTA, ["hits", "guns", "follow", "coast", "mark", "storm"]),
    ("0.3.1", "tarawa"): (TARAWA, ["hit", "clear", "gain", "raid", "raid-marker", "way"]),
    ("0.3.1", "malta"): (MALTA, ["hits", "guns", "follow", "coast", "mark", "storm"]),
}
"""Phases and questions, by version and game."""


def folder_of(path: Path) -> tuple[str, str]:
    return path.parent.parent.name, path.parent.name


@pytest.fixture(params=SAVES, ids=lambda path: "/".join((*folder_of(path), path.stem)))
def save(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of an old save in a folder called like its game, with the scenario files that stand beside it."""
    old: Path = request.param
    here = tmp_path / old.parent.name
    here.mkdir()
    for path in (old, *old.parent.glob("battle-*.toml")):
        shutil.copy(path, here)
    return here / old.name


def play(save: Path, line: str) -> Result:
    return command(PROGRAMS[save.parent.name], *line.split(), "--save", save)


def test_the_present_version_has_saves_of_every_game() -> None:
    assert {folder_of(path) for path in SAVES} == set(FOUND)
    assert {game for version, game in FOUND if version == __version__} == set(PROGRAMS)


@pytest.mark.parametrize("folder", FOUND, ids="/".join)
def test_there_are_saves_in_every_phase_and_at_every_question(folder: tuple[str, str]) -> None:
    found = {path.stem for path in SAVES if folder_of(path) == folder}
    phases, questions = FOUND[folder]
    assert found >= {f"phase-{phase}" for phase in phases} | {f"asked-{kind}" for kind in questions}


@pytest.mark.parametrize("game", PROGRAMS)
def test_saves_of_the_present_version_are_proven_as_they_are(game: str) -> None:
    """If one is not, a data file or scenario has changed, be it only a remark in it, and those who play this version
    could not undo or replay what they have played."""
    saves = [path for path in SAVES if folder_of(path) == (__version__, game) and path.stem.startswith("phase-")]
    told = {path.stem: command(PROGRAMS[game], "verify", "--json", "--save", path).json["proof"] for path in saves}
    assert told
    assert [name for name, proof in told.items() if not proof["holds"] or proof["outdated"]] == []


@pytest.mark.sample(23)
def test_an_old_save_can_be_looked_at(save: Path) -> None:
    before = save.read_bytes()
    for look in LOOKS:
        assert play(save, look).code == 0, look
    assert save.read_bytes() == before


@pytest.mark.sample(17)
def test_an_old_save_is_played_on_and_proven(save: Path) -> None:
    for _ in range(ORDERS):
        legal = play(save, "legal").out.splitlines()
        if "own-dice" in save.name or legal == ["no legal orders"]:
            break
        order = legal[len(legal) // 2]
        assert play(save, order).code == 0, order
        assert play(save, "verify").code == 0, order
