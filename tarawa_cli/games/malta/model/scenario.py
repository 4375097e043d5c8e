"""Scenarios: what is played, how long, for what, and the position it starts from."""

from collections.abc import Iterator
from functools import cache
from os.path import join, normpath
from pathlib import Path
from typing import Any, NamedTuple

from tarawa_cli.games.malta.geography.grid import is_hex
from tarawa_cli.games.malta.model.board import malta
from tarawa_cli.games.malta.model.charts import CHARTS
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.kernel import toml
from tarawa_cli.kernel.errors import BadFile, Refused
from tarawa_cli.kernel.files import read_regular
from tarawa_cli.kernel.game import is_file_name
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.orders import find_name, shown

PACKAGE = Path(__file__).parents[3]
TABLES = ("scenario", "goal", "position")
KEYS = {"id", "name", "description", "introduction", "order", "last"}
PROSE = {"name", "description", "introduction", "order"}
GOAL = {"hexes", "text"}
LATER = ("herkules", "hal-far", "south-beach", "last-stand")
"""Scenarios of chapter 22 that need landings and jumps."""
LARGEST = 1_000_000
LAST = 99


class Goal(NamedTuple):
    """Who controls more of these hexes at the end has won, the Allies on a tie (22)."""

    hexes: tuple[Hex, ...]
    text: str


class Scenario(NamedTuple):
    id: str
    name: str
    description: str
    introduction: str
    last: int
    """The number of its last turn."""
    goal: Goal | None
    position: dict[str, Any]
    content: str
    """All of it that decides how it is played."""
    order: int = LAST


def folder() -> Path:
    """Where the shipped scenarios are: in the package, or beside it in a working copy."""
    inside = PACKAGE / "scenarios" / "malta"
    return inside if inside.is_dir() else PACKAGE.parent / "scenarios" / "malta"


def shipped() -> dict[str, Path]:
    return {path.stem: path for path in sorted(folder().glob("*.toml"))}


@rule("22")
def locate(name: str, base: str) -> Path:
    """The file of a scenario: a shipped one's name, or a path relative to a folder."""
    if is_file_name(name):
        return Path(normpath(join(base, name)))
    if name in LATER:
        raise not_built(name)
    files = shipped()
    return files[name] if name in files else files[find_name(name, files, "scenario")]


def not_built(name: str) -> Refused:
    return Refused("22", f"{name} is not built yet: it needs landings and jumps", "new cottonera")


@cache
def load(path: Path) -> Scenario:
    return parsed(read(path), str(path))


def read(path: Path) -> str:
    hint = "`malta scenarios` lists what is here"
    return toml.decode(read_regular(str(path), f"the scenario {path}", LARGEST, hint), str(path))


@cache
def parsed(text: str, what: str) -> Scenario:
    """A scenario, checked as far as its own keys go; everything wrong at once."""
    doc = toml.parse(text, what)
    head = doc.get("scenario")
    if not isinstance(head, dict):
        raise BadFile(f"{what} is not a scenario:", problems=["scenario: there is no such table"])
    wrong = [*_problems(doc, head)]
    if wrong:
        raise BadFile(f"{what} is not a sound scenario:", problems=wrong)
    goal = doc.get("goal")
    return Scenario(
        head["id"],
        head["name"],
        head.get("description", ""),
        head.get("introduction", "").strip(),
        CHARTS.turn_numbers[head.get("last", CHARTS.turns[-1].id)],
        Goal(tuple(goal["hexes"].split()), goal["text"]) if goal else None,
        doc.get("position", {}),
        _content(doc, head),
        head.get("order", LAST),
    )


def _content(doc: dict[str, Any], head: dict[str, Any]) -> str:
    """Whoever mends a word of the introduction does not change the game."""
    return repr(doc | {"scenario": {key: value for key, value in head.items() if key not in PROSE}})


def _problems(doc: dict[str, Any], head: dict[str, Any]) -> Iterator[str]:
    yield from (f"{key}: no such table" for key in doc if key not in TABLES)
    yield from (f"scenario.{key}: no such key" for key in head if key not in KEYS)
    for key in ("id", "name"):
        if not isinstance(head.get(key), str) or not head[key] or "\n" in head[key]:
            yield f"scenario.{key}: must be a text on one line"
    for key in ("description", "introduction"):
        if not isinstance(head.get(key, ""), str):
            yield f"scenario.{key}: must be a text"
    order = head.get("order", LAST)
    if not isinstance(order, int) or isinstance(order, bool) or not 1 <= order <= LAST:
        yield f"scenario.order: must be a number from 1 to {LAST}"
    if head.get("last", CHARTS.turns[-1].id) not in CHARTS.turn_numbers:
        yield f"scenario.last: must be a turn like 6jul-night, not {shown(str(head['last']))}"
    if "goal" in doc:
        yield from _goal_problems(doc["goal"])
    if not isinstance(doc.get("position", {}), dict):
        yield "position: must be a table"


def _goal_problems(goal: Any) -> Iterator[str]:
    if not isinstance(goal, dict) or set(goal) != GOAL or not all(isinstance(text, str) for text in goal.values()):
        yield f"goal: must have {' and '.join(sorted(GOAL))}, both texts"
        return
    hexes = goal["hexes"].split()
    if not hexes or not all(is_hex(at) and at in malta().land for at in hexes):
        yield "goal.hexes: must be land hexes"
