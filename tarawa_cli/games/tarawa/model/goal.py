"""A scenario's own goal (13.3): the contents of a `[goal]` table, and everything wrong with one."""

from tarawa_cli.games.tarawa import data
from tarawa_cli.games.tarawa.model.board import betio
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.order_words import shown
from tarawa_cli.kernel.hints import Any, Iterator, NamedTuple
from tarawa_cli.kernel.saves.scenarios import label

JUDGED = ("at once", "at the end")
KEYS = ("text", "judged", "casualties", "heads", "ground")
GROUND_KEYS = ("name", "areas", "hexes", "at_least")
MOST_CASUALTIES = 99_950


class GroundGoal(NamedTuple):
    """Ground to hold: all of it, or a number of its hexes."""

    name: str
    areas: tuple[str, ...] = ()
    hexes: tuple[Hex, ...] = ()
    at_least: int = 0
    """The number of hexes; 0 means all of them."""

    @property
    def targets(self) -> tuple[Hex, ...]:
        """The hexes that count: those named, and those to clear in the areas named; by default the whole island."""
        board = betio()
        if not self.areas and not self.hexes:
            return tuple(sorted(board.land))
        within = (hex for area in self.areas for hex in board.areas[area].hexes if hex in board.defended)
        return tuple(dict.fromkeys((*self.hexes, *within)))

    @property
    def needed(self) -> int:
        return self.at_least or len(self.targets)

    def as_doc(self) -> dict[str, Any]:
        """The ground as a scenario file holds it, without defaults."""
        doc = {"name": self.name, "areas": list(self.areas), "hexes": list(self.hexes), "at_least": self.at_least}
        return {key: value for key, value in doc.items() if value}


class Goal(NamedTuple):
    text: str
    """The goal in a sentence."""
    judged: str = JUDGED[0]
    """`at once`: reaching it wins; `at the end`: it must be met when the last turn is over."""
    casualties: int = 0
    """At this number of casualties or more a victory is pyrrhic; 0: only chapter 12 counts."""
    heads: int = 0
    """The number of supply heads needed."""
    ground: tuple[GroundGoal, ...] = ()

    @property
    def at_once(self) -> bool:
        return self.judged == JUDGED[0]

    def facts(self) -> dict[str, Any]:
        """The goal as plain values, with the hexes of its ground."""
        ground = [{"name": it.name, "hexes": list(it.targets), "needed": it.needed} for it in self.ground]
        return {**self._asdict(), "casualties": self.casualties or None, "ground": ground}

    def as_doc(self) -> dict[str, Any]:
        """The goal as a scenario file holds it, without defaults."""
        doc = {**self._asdict(), "ground": [ground.as_doc() for ground in self.ground]}
        return {key: value for key, value in doc.items() if value}


def build(doc: dict[str, Any]) -> Goal:
    """The goal in a `[goal]` table that has been checked."""
    ground = tuple(_ground(entry | {"name": label(entry["name"])}) for entry in doc.get("ground", []))
    return Goal(**{**doc, "text": label(doc["text"]), "ground": ground})


def _ground(entry: dict[str, Any]) -> GroundGoal:
    areas, hexes = (tuple(entry.get(key, ())) for key in ("areas", "hexes"))
    return GroundGoal(entry["name"], areas, hexes, entry.get("at_least", 0))


# ── Everything wrong


def problems(doc: Any) -> Iterator[str]:
    """Key and reason for everything wrong with a `[goal]` table."""
    if not isinstance(doc, dict):
        yield "goal: must be a table"
        return
    most_heads = data.document("charts.toml")["values"]["heads"]["value"]
    yield from (f"goal.{key}: no such key" for key in doc if key not in KEYS)
    if not _is_text(doc.get("text")):
        yield "goal.text: must be a string"
    if doc.get("judged", JUDGED[0]) not in JUDGED:
        yield f"goal.judged: must be {' or '.join(JUDGED)}"
    if not _is_count(doc.get("casualties", 1), MOST_CASUALTIES):
        yield f"goal.casualties: must be a whole number from 1 to {MOST_CASUALTIES}"
    if not _is_count(doc.get("heads", 1), most_heads):
        yield f"goal.heads: must be a whole number from 1 to {most_heads}"
    if not doc.get("ground") and "heads" not in doc:
        yield "goal: must name ground or heads"
    yield from _all_ground_problems(doc.get("ground", []))


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _is_count(value: Any, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= most


def _all_ground_problems(entries: Any) -> Iterator[str]:
    if not isinstance(entries, list):
        yield "goal.ground: must be an array of tables"
        return
    for number, entry in enumerate(entries, 1):
        yield from _ground_problems(f"goal.ground.{number}", entry)


def _ground_problems(where: str, entry: Any) -> Iterator[str]:
    if not isinstance(entry, dict):
        yield f"{where}: must be a table"
        return
    board = betio()
    yield from (f"{where}.{key}: no such key" for key in entry if key not in GROUND_KEYS)
    if not _is_text(entry.get("name")):
        yield f"{where}.name: must be a string"
    wrong = [
        *_name_problems(f"{where}.areas", entry.get("areas", []), board.areas, "area"),
        *_name_problems(f"{where}.hexes", entry.get("hexes", []), board.land, "land hex"),
    ]
    yield from wrong
    most = len(board.land) if wrong else len(_ground({"name": "", **entry, "at_least": 0}).targets)
    if not _is_count(entry.get("at_least", 1), most):
        yield f"{where}.at_least: must be a whole number from 1 to {most}"


def _name_problems(where: str, names: Any, known: Any, what: str) -> Iterator[str]:
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        yield f"{where}: must be an array of strings"
        return
    yield from (f"{where}: there is no {what} {shown(name)}" for name in names if name not in known)
