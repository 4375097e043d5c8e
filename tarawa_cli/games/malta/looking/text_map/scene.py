"""The tools for drawing: signs and their colours, the position being drawn, hexsides.

Every sign is noted when it is drawn, so that the legend lists exactly those.
"""

from collections.abc import Mapping
from functools import cached_property

from tarawa_cli.games.malta.geography.grid import GRID
from tarawa_cli.games.malta.looking.text_map.differences import Differences, differences
from tarawa_cli.games.malta.model.board import OCEAN
from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.model.unit_types import SIDES, Side
from tarawa_cli.games.malta.rules.ch05.zones import Field
from tarawa_cli.games.malta.rules.ch08.supply import Network, Supply, needs_supply
from tarawa_cli.kernel.hexes import Hex, hexside
from tarawa_cli.kernel.hints import NamedTuple
from tarawa_cli.kernel.render.hexmap import Piece

PALETTE = {
    "label": "90",
    "number": "1",
    "marked": "1;7",
    "axis": "1;97;41",
    "axis spent": "2;37;41",
    "axis ground": "31",
    "axis zone": "1;31",
    "allied": "1;97;44",
    "allied spent": "2;37;44",
    "allied ground": "34",
    "allied zone": "1;34",
    "both": "1;35",
    "sea": "36",
    "stream": "36",
    "steep": "33",
    "road": "35",
    "objective": "1;33",
    "marker": "1;35",
    "hit": "1;97;45",
}


class Sign(NamedTuple):
    """A sign of the map, its replacement in ASCII, its style, and its text in the legend."""

    text: str
    plain: str
    style: str
    meaning: str


SIGNS = {
    "taken": Sign("»", ">", "axis zone", "taken by the Axis"),
    "retaken": Sign("«", "<", "allied zone", "taken by the Allies"),
    "hit": Sign("✗", ";", "hit", "steps lost"),
    "shaken": Sign("≈", "%", "marker", "state changed"),
    "came": Sign("⇢", ")", "marker", "moved here"),
    "gone": Sign("⇠", "(", "marker", "moved away"),
    "fighters": Sign("i-33 6-6", "i-33 6-6", "", "a unit, its attack and defence"),
    "weakened": Sign("4-4·2", "4-4'2", "", "with so many steps left"),
    "guns": Sign("i-28 4/3", "i-28 4/3", "", "guns, support of attack and defence"),
    "leader": Sign("gort 4", "gort 4", "", "leader and rating"),
    "disorganised": Sign("D", "D", "hit", "Disorganised"),
    "demoralised": Sign("Z", "Z", "hit", "Demoralised"),
    "unsupplied": Sign("out", "out", "marker", "out of supply"),
    "empty": Sign("no ammo", "no ammo", "marker", "without ammunition"),
    "fired": Sign("fired", "fired", "marker", "fired this turn"),
    "given": Sign("given", "given", "marker", "guns or planes assigned to the hex"),
    "stack": Sign("b3", "b3", "", "stack: owner and how many"),
    "british": Sign("b", "b", "allied", "British"),
    "italian": Sign("i", "i", "axis", "Italian"),
    "german": Sign("g", "g", "axis", "German"),
    "leads": Sign("B I G", "B I G", "", "with a headquarters or leader"),
    "ship": Sign("s", "s", "axis", "warships"),
    "both": Sign("!", "!", "both", "both sides in the hex"),
    "clear": Sign(".", ".", "", "clear"),
    "town": Sign("o", "o", "", "town"),
    "city": Sign("C", "C", "", "city"),
    "fort": Sign("F", "F", "", "fort"),
    "woods": Sign("w", "w", "", "woods"),
    "airfield": Sign("A", "A", "", "airfield"),
    "beach": Sign("W N E S", "W N E S", "", "beach of that zone"),
    "objective": Sign("*", "*", "objective", "objective"),
    "strongpoint": Sign("+", "+", "objective", "strongpoint"),
    "region": Sign("M", "M", "", "letter of the region"),
    "axis": Sign("x", "x", "axis ground", "held by the Axis"),
    "allied": Sign(".", ".", "allied ground", "held by the Allies"),
    "axis-zone": Sign("x", "x", "axis zone", "in a zone of control of the Axis"),
    "allied-zone": Sign("o", "o", "allied zone", "of the Allies"),
    "both-zones": Sign("#", "#", "both", "of both"),
    "source": Sign("$", "$", "objective", "source of supply"),
    "line": Sign("∘", ",", "marker", "a supply line goes through"),
    "cut": Sign("?", "?", "hit", "somebody there has no supply line"),
    "no-line": Sign("'", "'", "", "no line"),
    "no-zone": Sign("'", "'", "", "of nobody"),
    "stream": Sign(": ...", ": ...", "stream", "stream"),
    "steep": Sign("^ ^^^", "^ ^^^", "steep", "steep, no vehicles"),
    "water": Sign("~ ~~~", "~ ~~~", "sea", "water, no crossing"),
    "road": Sign("- |", "- |", "road", "a road crosses"),
    "ocean": Sign("~", "~", "sea", "sea"),
}
"""In the order of the legend."""
_OWNERS = {"british": "british", "maltese": "british", "italian": "italian", "german": "german"}
_SIDES = {"water": ("~", "~"), "steep": ("^", "^"), "stream": (":", ".")}
"""Signs of a slanting and of a level hexside."""
_DONE = {"movement": "moved", "support": "fired", "combat": "attacked"}
"""What a unit has done that has nothing more to do in a part of the turn."""


class Scene:
    """A position being drawn: who stands where, and which signs have been used."""

    def __init__(self, state: State, layer: str, *, ascii: bool = False, before: State | None = None) -> None:
        self.state = state
        self.board = state.board
        self.layer = layer
        self.ascii = ascii
        self.before = before
        """The earlier position, if it is drawn what has changed since."""
        self.changed: Differences = differences(before, state) if before else {}
        self.field = Field(state)
        self.used: set[str] = set()
        self.ships: dict[Hex, list[Unit]] = {}
        for unit in state.units.values():
            if unit.can("ship") and unit.on_map:
                self.ships.setdefault(unit.at, []).append(unit)

    def sign(self, key: str, text: str = "", style: str = "") -> Piece:
        """A sign, or a text in its place; it is noted as used."""
        self.used.add(key)
        sign = SIGNS[key]
        return Piece(text or (sign.plain if self.ascii else sign.text), style or sign.style)

    def text(self, words: str) -> str:
        return in_ascii(words) if self.ascii else words

    def is_sea(self, at: Hex) -> bool:
        return self.board.terrain.get(at, OCEAN) == OCEAN

    def units(self, at: Hex) -> list[Unit]:
        """Everybody in a hex: fighters, then guns, then those who lead."""
        if at in self.ships:
            return self.ships[at]
        return sorted((unit for side in SIDES for unit in self.field.units(side, at)), key=_rank)

    def side(self, one: Hex, other: Hex) -> Piece | None:
        """The sign of a hexside; a road is shown where it crosses."""
        side, level = hexside(one, other), GRID.direction(one, other) in ("N", "S")
        kind = next((name for name, sides in self._hexsides.items() if side in sides), "")
        signs = _SIDES.get(kind, ("", "_"))
        if side in self.board.roads:
            return self.sign("road", f"{signs[1]}|{signs[1]}" if level else "-")
        return self.sign(kind, signs[level] * (3 if level else 1)) if kind else None

    @cached_property
    def _hexsides(self) -> Mapping[str, frozenset[tuple[Hex, Hex]]]:
        return {"water": self.board.water, "steep": self.board.steep, "stream": self.board.streams}

    def ground(self, at: Hex) -> Piece:
        """The letter of a hex's ground in the colour of its owner; beaches have that of their zone."""
        kind = self.board.terrain.get(at, OCEAN)
        if kind == OCEAN:
            return self.sign("ocean")
        letter = self.board.zone_of[at][0].upper() if kind == "beach" else self.state.charts.terrain[kind].letter
        return self.sign(kind, letter, f"{self.state.controller(at)} ground")

    def mark(self, at: Hex) -> Piece:
        """What lies on the ground: a strongpoint, an objective."""
        if at in self.state.strongpoints:
            return self.sign("strongpoint")
        return self.sign("objective") if at in self.board.objectives else Piece(" ")

    @cached_property
    def networks(self) -> dict[Side, Network]:
        """The supply lines of both sides as they are now (8)."""
        return {side: Network(self.state, side, self.field) for side in SIDES}

    def supply(self, unit: Unit) -> Supply:
        return self.networks[unit.side].supply(unit)

    @cached_property
    def on_lines(self) -> dict[Side, frozenset[Hex]]:
        """Every hex through which a supply line of a side goes."""
        found: dict[Side, set[Hex]] = {side: set() for side in SIDES}
        for unit in self.state.units.values():
            if needs_supply(unit):
                found[unit.side].update(self.supply(unit).line)
        return {side: frozenset(hexes) for side, hexes in found.items()}

    @cached_property
    def sources(self) -> dict[Side, frozenset[Hex]]:
        return {side: frozenset(network.sources) for side, network in self.networks.items()}

    def is_cut(self, at: Hex) -> bool:
        """Whether somebody in a hex has no line."""
        return any(needs_supply(unit) and self.supply(unit).why for unit in self.units(at))

    def owner(self, units: list[Unit]) -> Piece:
        """Whose stack it is: a letter, a capital if somebody commands there."""
        kind = "ship" if units[0].can("ship") else _OWNERS[units[0].type.nation]
        leads = any(unit.can("hq") or unit.can("lead") for unit in units)
        if leads:
            self.used.add("leads")
        letter = SIGNS[kind].text
        return self.sign(kind, letter.upper() if leads else letter, self.style(units))

    def style(self, units: list[Unit]) -> str:
        """The colour of a side; dim if everybody there has done his part of this phase."""
        side = units[0].side
        return f"{side} spent" if all(self._is_spent(unit) for unit in units) else side

    def _is_spent(self, unit: Unit) -> bool:
        done = _DONE.get(self.state.phase.partition("-")[2], "")
        return bool(done) and unit.side == self.state.active and bool(getattr(unit, done))


def _rank(unit: Unit) -> int:
    """A sort key: fighters, guns, headquarters and leaders."""
    return 0 if unit.can("combat") else 1 if not (unit.can("hq") or unit.can("lead")) else 2


def in_ascii(words: str) -> str:
    """A Maltese name without its dots and bars."""
    from unicodedata import normalize

    plain = normalize("NFKD", words.translate({ord("Ħ"): "H", ord("ħ"): "h"}))
    return plain.encode("ascii", "ignore").decode()
