"""What both maps share: the signs of ground, hexsides and units, their colours, the legend."""

from tarawa_cli.games.malta.geography.grid import GRID
from tarawa_cli.games.malta.model.board import OCEAN
from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.model.unit_types import SIDES
from tarawa_cli.games.malta.rules.ch05.zones import Field
from tarawa_cli.kernel.hexes import Hex, hexside
from tarawa_cli.kernel.render.hexmap import Line, Piece, paint

LAYERS = ("units", "terrain", "regions", "control")
PALETTE = {
    "label": "2",
    "number": "2",
    "marked": "1;7",
    "axis": "1;31",
    "allied": "1;34",
    "sea": "36",
    "stream": "36",
    "steep": "33",
    "road": "35",
    "city": "1",
    "objective": "1;33",
}
_OWNERS = {"british": "b", "maltese": "b", "italian": "i", "german": "g"}
_SIDES = {"stream": (":", "."), "steep": ("^", "^"), "water": ("~", "~")}
"""Signs of a slanting and of a level hexside."""
_GROUND = (
    "in a hex   . clear  o town  C city  F fort  w woods  A airfield  ~ sea",
    "           W N E S beach of that zone  * objective  + strongpoint",
)
_UNITS = (
    "units      owner, how many, ground: b British  i Italian  g German  s ships;",
    "           a capital if a headquarters or a leader is there",
)
_BORDERS = (
    "its sides  : ... stream   ^ ^^^ steep, no vehicles   ~ ~~~ water, no crossing",
    "           - or | a road crosses",
)
_LEGENDS = {
    "units": (*_GROUND, *_UNITS, *_BORDERS),
    "terrain": (*_GROUND, *_BORDERS),
    "regions": ("in a hex   the letter of its region (malta area REGION)", *_BORDERS),
    "control": ("in a hex   x held by the Axis  . held by the Allies", *_BORDERS),
}


class Scene:
    """A position to be drawn."""

    def __init__(self, state: State, layer: str) -> None:
        self.state = state
        self.board = state.board
        self.layer = layer
        self.field = Field(state)
        self.ships = {unit.at for unit in state.units.values() if unit.can("ship") and unit.on_map}

    def is_sea(self, at: Hex) -> bool:
        return self.board.terrain.get(at, OCEAN) == OCEAN

    def units(self, at: Hex) -> list[Unit]:
        return [unit for side in SIDES for unit in self.field.units(side, at)]

    def ground(self, at: Hex) -> Piece:
        """The letter of a hex's ground; beaches have that of their zone."""
        kind = self.board.terrain.get(at, OCEAN)
        zone = self.board.zone_of.get(at)
        letter = zone[0].upper() if zone else self.state.charts.terrain[kind].letter
        return Piece(letter, "sea" if kind == OCEAN else "city" if kind in ("city", "fort") else "")

    def mark(self, at: Hex) -> Piece:
        """What lies on the ground: an objective, a strongpoint."""
        if at in self.board.objectives:
            return Piece("*", "objective")
        return Piece("+" if at in self.state.strongpoints else " ", "objective")

    def side(self, one: Hex, other: Hex) -> Piece | None:
        """The sign of a hexside; a road is shown where it crosses."""
        side, level = hexside(one, other), GRID.direction(one, other) in ("N", "S")
        kinds = {"water": self.board.water, "steep": self.board.steep, "stream": self.board.streams}
        kind = next((name for name, sides in kinds.items() if side in sides), "")
        signs = _SIDES.get(kind, ("", "_"))
        if side in self.board.roads:
            return Piece(f"{signs[1]}|{signs[1]}" if level else "-", "road")
        style = "sea" if kind == "water" else kind
        return Piece(signs[level] * (3 if level else 1), style) if kind else None

    def owner(self, units: list[Unit]) -> Piece:
        """Whose stack it is: a letter, a capital if somebody commands there."""
        letter = _OWNERS[units[0].type.nation]
        leads = any(unit.can("hq") or unit.can("lead") for unit in units)
        return Piece(letter.upper() if leads else letter, units[0].side)

    def page(self, lines: list[Line], colour: bool) -> str:
        below = [[Piece(text)] for text in _LEGENDS[self.layer]]
        return paint([*lines, [], *below], PALETTE if colour else None)
