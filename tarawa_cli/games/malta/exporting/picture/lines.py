"""What runs along hexsides or from hex to hex: coast, water, streams, scarps, roads, and the line between the sides."""

from collections.abc import Iterator

from tarawa_cli.games.malta.exporting.picture.sheet import GRID
from tarawa_cli.games.malta.exporting.picture.style import ZONES
from tarawa_cli.games.malta.geography.grid import neighbours
from tarawa_cli.games.malta.looking.scene import Position
from tarawa_cli.games.malta.model.board import Board
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.kernel.hexes import Hex, Side
from tarawa_cli.kernel.render.markup import Markup, element


def lines(position: Position) -> Iterator[Markup]:
    yield from printed(position)
    yield line_between(position.state)


def printed(position: Position) -> Iterator[Markup]:
    """What never changes."""
    board, kinds = position.board, dict[str, list[Side]]()
    for side, words in sorted(position.scene.edges.items()):
        for kind in words.split():
            kinds.setdefault(kind, []).append(side)
    yield from _twice("steep", "steep-teeth", GRID.sides(kinds["steep"]))
    yield _path("stream", GRID.sides(kinds["stream"]))
    yield _path("water", GRID.sides(kinds["water"]))
    yield _path("coast", GRID.sides(_seaward(board, sorted(board.land))))
    for zone, beaches in board.beaches.items():
        data = GRID.sides(_seaward(board, beaches))
        yield element("path", class_="beach-limit", fill="none", stroke=ZONES[zone], stroke_width=7, d=data)
    yield from _twice("road-bed", "road", GRID.steps(kinds["road"]))


def line_between(state: State) -> Markup:
    """The line between the two sides."""
    return _path("front", front(state))


def front(state: State) -> str:
    """The hexsides between what the two sides hold, as path data."""
    sides = [(at, other) for at in sorted(state.control) for other in neighbours(at) if _is_front(state, other)]
    return GRID.sides(sides)


def _is_front(state: State, other: Hex) -> bool:
    return other in state.board.land and other not in state.control


def _path(kind: str, data: str) -> Markup:
    return element("path", class_=kind, d=data)


def _twice(below: str, above: str, data: str) -> Iterator[Markup]:
    """A line with a narrower one inside it."""
    yield _path(below, data)
    yield _path(above, data)


def _seaward(board: Board, hexes: list[Hex] | tuple[Hex, ...]) -> list[Side]:
    """The hexsides of some land hexes that face the sea."""
    return [(at, other) for at in hexes for other in neighbours(at) if other not in board.land]
