"""The tools for drawing: signs and their colours, marks made of them, and the position being drawn.

Every sign is noted when it is drawn, so that the legend lists exactly those.
"""

from collections.abc import Mapping
from functools import cache, cached_property

from tarawa_cli.games.tarawa.looking.text_map.differences import Differences, differences
from tarawa_cli.games.tarawa.model.board import Board
from tarawa_cli.games.tarawa.model.charts import Charts
from tarawa_cli.games.tarawa.model.places import aboard, on_pier
from tarawa_cli.games.tarawa.model.state import BUSY, State, Unit
from tarawa_cli.games.tarawa.model.unit_types import Nature
from tarawa_cli.games.tarawa.rules.ch07 import readiness
from tarawa_cli.games.tarawa.rules.ch08.tracing import lines_from
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.hints import NamedTuple
from tarawa_cli.kernel.render.hexmap import Line, Piece

PALETTE = {
    "label": "90",
    "number": "1",
    "marked": "1;7",
    "reef": "34",
    "entry": "36",
    "obstacle": "35",
    "pier": "33",
    "wreck": "1;33",
    "landing": "1;33",
    "airstrip": "37",
    "ground": "32",
    "held": "31",
    "cleared": "1;32",
    "pillbox": "1;97;41",
    "ruin": "90",
    "marine": "1;97;44",
    "craft": "30;46",
    "empty": "1;36",
    "head": "1;30;43",
    "marker": "1;35",
    "enemy": "1;31",
    "spent": "2;37;44",
    "own ground": "1;32",
    "held ground": "31",
    "gained": "1;30;42",
    "hit": "1;97;45",
}


class Sign(NamedTuple):
    """A sign of the map, its replacement in ASCII, and its text in the legend."""

    text: str
    plain: str
    style: str
    meaning: str


SIGNS = {
    "fell": Sign("«", "<", "hit", "ground lost"),
    "hit": Sign("✗", ";", "hit", "steps lost"),
    "gained": Sign("»", ">", "gained", "ground gained"),
    "came": Sign("⇢", ")", "marker", "moved here"),
    "gone": Sign("⇠", "(", "marker", "moved away"),
    "counter": Sign("2/8A 8", "2/8A 8", "marine", "unit and its steps"),
    "points": Sign("2/8A 7∙4", "2/8A 7,4", "marine", "unit, its steps and AP left"),
    "stack": Sign("S", "S", "marine", "stack"),
    "steps": Sign("1-9", "1-9", "marine", "steps"),
    "pair": Sign("II", "II", "marine", "two letters: stack, or craft and load"),
    "more": Sign("+", "+", "marine", "and more units"),
    "adrift": Sign("i", "i", "enemy", "small letter: unit cut off"),
    "pin": Sign("!", "!", "enemy", "pinned"),
    "course": Sign(">SE", ">SE", "marker", "change of course"),
    "home": Sign("home", "home", "empty", "going home"),
    "homeward": Sign("3 home", "3 home", "empty", "so many craft going home"),
    "doing": Sign(
        *(" ".join(sign for sign, _ in BUSY.values()),) * 2, "marker", ", ".join(w for _, w in BUSY.values())
    ),
    "by-marker": Sign("act", "act", "marker", "active by a marker"),
    "by-landing": Sign("new", "new", "marker", "active after landing"),
    "general": Sign("gen", "gen", "marker", "general supply"),
    "unsupplied": Sign("out1", "out1", "enemy", "unsupplied, for so many turns"),
    "isolated": Sign("iso3", "iso3", "enemy", "isolated, after so many turns"),
    "head": Sign("$", "$", "head", "supply head"),
    "load": Sign("$", "$", "craft", "supplies"),
    "improved": Sign("]", "]", "marker", "improved position"),
    "pillbox": Sign("⌂", "@", "pillbox", "pillbox"),
    "ruin": Sign("/", "/", "ruin", "pillbox destroyed"),
    "demolition": Sign("dem1", "dem1", "marker", "demolition steps"),
    "suppression": Sign("sup1", "sup1", "marker", "suppression markers"),
    "bare": Sign("_-^%&", "_-^%&", "held", "uncleared"),
    "held": Sign("░", ":", "held", "uncleared"),
    "cleared": Sign("*", "*", "cleared", "cleared"),
    "secured": Sign("✓", '"', "cleared", "secured area"),
    "joined": Sign("∘", ",", "cleared", "joined to a head"),
    "cut": Sign("?", "?", "enemy", "friendly, cut off"),
    "capital": Sign("A", "A", "held", "uncleared"),
    "small": Sign("a", "a", "cleared", "cleared, or free"),
    "border": Sign("`", "`", "marker", "border of an area"),
    "cargo": Sign("[2/8A 8]", "[2/8A 8]", "marine", "on board"),
    "landing": Sign("o", "o", "landing", "landing hex"),
    "shore": Sign("_", "_", "ground", "shore"),
    "clear": Sign("-", "-", "ground", "clear"),
    "palms": Sign("^", "^", "ground", "palms"),
    "excavation": Sign("%", "%", "ground", "excavation"),
    "dump": Sign("&", "&", "ground", "dump"),
    "airstrip": Sign("=", "=", "airstrip", "airstrip"),
    "entered": Sign("≐", "}", "cleared", "airstrip entered"),
    "unentered": Sign("=", "=", "airstrip", "airstrip"),
    "road": Sign("road", "road", "airstrip", ""),
    "ditch": Sign("{", "{", "marker", "ditch"),
    "pier": Sign("#", "#", "pier", "pier"),
    "wreck": Sign("w", "w", "wreck", "wreck"),
    "entry": Sign("~", "~", "entry", "entry hex"),
    "obstacles": Sign("x", "x", "obstacle", "obstacles"),
    "reef": Sign("⋅", ".", "reef", "reef"),
}
"""In the order of the legend; the letters of the units follow the first entry."""


def signs(charts: Charts) -> dict[str, Sign]:
    """All signs, in the order of the legend."""
    kinds = list(dict.fromkeys(unit.nature for unit in charts.units.values()))
    letters = {_letter(kind): Sign(kind.letter, kind.letter, _style(kind), kind.plural) for kind in kinds}
    home = {
        _small_letter(kind): Sign(kind.letter.lower(), kind.letter.lower(), "empty", f"{kind.plural} going home")
        for kind in kinds
        if kind.moves == "craft"
    }
    return {"counter": SIGNS["counter"]} | letters | home | SIGNS


def _letter(kind: Nature) -> str:
    return f"unit-{kind.letter}"


def _small_letter(kind: Nature) -> str:
    return f"home-{kind.letter}"


def _style(kind: Nature) -> str:
    return "craft" if kind.moves == "craft" else "marine"


class Mark(NamedTuple):
    """A sign or word to be drawn.

    `key` holds its entries in the legend, `NAME` or `NAME:SAMPLE`; a glued word follows another without a blank.
    """

    text: str
    style: str = ""
    key: str = ""
    glued: bool = False


BLANK = Mark(" ")


class Scene:
    """A position being drawn: who stands where, and which signs have been used."""

    def __init__(self, state: State, layer: str, *, ascii: bool, width: int = 0, before: State | None = None) -> None:
        self.state = state
        self.board = state.board
        self.layer = layer
        self.width = width
        """Characters per hex; 0 in the close view."""
        self.before = before
        """The earlier position, if it is drawn what has changed since."""
        self.changed: Differences = differences(before, state) if before else {}
        self.used: set[str] = set()
        self.signs = signs(state.charts)
        self.marks = {
            key: Mark(sign.plain if ascii else sign.text, sign.style, key) for key, sign in self.signs.items()
        }
        self.places: dict[str, list[Unit]] = {}
        for unit in state.units.values():
            if unit.on_map:
                self.places.setdefault(unit.at, []).append(unit)
        for stack in self.places.values():
            stack.sort(key=_rank)

    def piece(self, mark: Mark) -> Piece:
        """The text of a sign, which is noted as used."""
        self.used.add(mark.key)
        return Piece(mark.text, mark.style)

    def units(self, at: Hex) -> list[Unit]:
        """The units in a hex, the most important first; for a hex of the pier, those on it."""
        return self.places.get(on_pier(at) if at in self.board.pier else at, [])

    def passenger(self, craft: Unit) -> Unit | None:
        return next(iter(self.places.get(aboard(craft.id), ())), None)

    @cached_property
    def joined(self) -> Mapping[Hex, int]:
        """The hexes connected to a supply head."""
        return lines_from(self.state, self.state.heads)

    @cached_property
    def secured(self) -> frozenset[str]:
        return frozenset(area for area in self.board.areas if self.state.is_secured(area))

    @cached_property
    def open_reef(self) -> frozenset[Hex]:
        """Reef hexes with nothing in them. They are most of the map and all drawn alike."""
        return _bare_reef(self.board) - self.places.keys() - self.changed.keys()

    @cached_property
    def reef(self) -> Line:
        text, style = self.piece(self.marks["reef"])
        return [Piece(text.ljust(self.width), style)]

    @cached_property
    def sea(self) -> Line:
        return [Piece(" " * self.width)]

    @cached_property
    def pier(self) -> dict[Hex, tuple[Hex, Hex]]:
        """The two hexes on either side of a stretch of the pier: the one it is named after, and the one beyond."""
        sides = [(max(side), min(side)) for side in self.board.pier_sides]
        return {west: (west, east) for west, east in sides} | {east: (west, west) for west, east in sides}

    def letter(self, unit: Unit) -> Mark:
        """The letter of a counter; small for craft going home, dim if it can do no more now."""
        key = _small_letter if unit.homeward or unit.emptied else _letter
        mark = self.marks[key(unit.type.nature)]
        return mark._replace(style="spent") if self.is_spent(unit) else mark

    def is_spent(self, unit: Unit) -> bool:
        """Whether a unit ashore or on its way is pinned, or has done all that it can in this phase."""
        return self.has_ap(unit) and (bool(unit.pins) or not readiness.is_ready(self.state, unit))

    def has_ap(self, unit: Unit) -> bool:
        """Whether a unit has AP to use in this phase."""
        return readiness.takes_part(self.state, unit)

    def steps(self, unit: Unit) -> Mark:
        return self.marks["steps"]._replace(text=str(min(9, unit.steps)), style=self.letter(unit).style)


@cache
def _bare_reef(board: Board) -> frozenset[Hex]:
    """The reef without the wreck and the hexes along the pier."""
    beside = {at for side in board.pier_sides for at in side}
    return frozenset(at for at, kind in board.terrain.items() if kind == "reef") - beside - {board.wreck}


def _rank(unit: Unit) -> int:
    """A sort key: Marines, then craft, then craft going home; otherwise the order of the counters."""
    return unit.type.is_craft + (unit.homeward or unit.emptied)
