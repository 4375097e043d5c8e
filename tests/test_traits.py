"""A trait is declared once: a made-up one, added to a copy of the program in one place, shows in every look."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from shutil import copytree

import pytest

from tests.kernel.tools import ROOT

MADE_UP = """\
    sunburnt: bool = trait(
        flag,
        note="sunburnt",
        signs=(Sign("sunburnt", "brn", "sunburnt", "brn"),),
        change=("got sunburnt", "is pale again"),
        json=True,
        film=True,
        ends=(TURN,),
    )
"""
CONSTRUCTOR = "    def __init__(self, type: UnitType"
STARTS = {
    "tarawa": ("second-morning", "2/8A", "policy hits step"),
    "malta": ("cottonera", "2rwk", "policy axis hits hold"),
}
"""By game: a scenario, a unit on the map, an order that changes no unit."""


class Copy:
    """A copy of the program in which units of one game can be sunburnt, and a save of that game."""

    def __init__(self, folder: Path, game: str) -> None:
        self.folder, self.game = folder, game
        self.scenario, self.unit, self.order = STARTS[game]
        for name in ("tarawa_cli", "scenarios"):
            copytree(ROOT / name, folder / name)
        declared = folder / "tarawa_cli" / "games" / game / "model" / "unit.py"
        text = declared.read_text("utf-8")
        before, _, after = text.rpartition(CONSTRUCTOR)
        declared.write_text(f"{before}{MADE_UP}\n{CONSTRUCTOR}{after}", "utf-8")
        self.run("new", self.scenario, "--seed", "1")

    def run(self, *words: str) -> str:
        return self.python("-m", "tarawa_cli", self.game, *words)

    def python(self, *words: str) -> str:
        env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(self.folder), "COLUMNS": "100", "TARAWA_SAVE": "game.toml"}
        done = subprocess.run(
            [sys.executable, *words], cwd=self.folder, env=env, capture_output=True, encoding="utf-8", check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def burn(self) -> None:
        """Write the trait into the save by hand, then give an order, which records it."""
        save = self.folder / "game.toml"
        begin = re.escape(f'units."{self.unit}" = {{' if "/" in self.unit else f"units.{self.unit} = {{")
        text, found = re.subn(f"^({begin}.*) }}$", r"\1, sunburnt = true }", save.read_text("utf-8"), flags=re.M)
        assert found == 1
        save.write_text(text, "utf-8")
        self.run(*self.order.split())


@pytest.fixture(scope="module", params=STARTS)
def copy(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Copy:
    made = Copy(tmp_path_factory.mktemp(request.param), request.param)
    made.burn()
    return made


def test_a_made_up_trait_is_saved(copy: Copy) -> None:
    assert (copy.folder / "game.toml").read_text("utf-8").count(", sunburnt = true }") == 1
    assert "sunburnt" in copy.run("export", "position")
    copy.run("verify")


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (["unit", "UNIT"], "sunburnt"),
        (["units", "UNIT"], "sunburnt"),
        (["diff", "0"], "got sunburnt"),
        (["map", "UNIT"], "sunburnt"),
        (["map", "UNIT", "--json"], '"sunburnt": "sunburnt"'),
        (["export", "svg"], ">brn<"),
        (["export", "html"], '"sunburnt":1'),
    ],
    ids=lambda it: it if isinstance(it, str) else " ".join(it),
)
def test_a_made_up_trait_is_shown(copy: Copy, words: Sequence[str], shown: str) -> None:
    looked = copy.run(*(copy.unit if word == "UNIT" else word for word in words))
    assert shown in looked
    assert shown not in copy.run(*(copy.unit if word == "UNIT" else word for word in words), *_before(words))


def _before(words: Sequence[str]) -> list[str]:
    """The same look before the trait was there."""
    return ["0"] if words[0] == "diff" else ["--at", "0"]


def test_a_made_up_trait_is_in_json_for_every_unit(copy: Copy) -> None:
    units = json.loads(copy.run("units", "--json"))["units"]
    assert {unit["id"]: unit["sunburnt"] for unit in units}[copy.unit] is True
    assert sum(unit["sunburnt"] for unit in units) == 1 < len(units)


def test_a_made_up_trait_ends_with_the_turn(copy: Copy) -> None:
    module = f"tarawa_cli.games.{copy.game}.model.unit"
    lines = [f"from {module} import TURN, Unit", "unit = Unit.__new__(Unit)", "unit.sunburnt = True", "unit.end(TURN)"]
    assert copy.python("-c", "\n".join([*lines, "print(unit.sunburnt)"])) == "False\n"
