"""What runs along hexsides or from hex to hex: coast, water, streams, scarps, roads."""

from tarawa_cli.games.malta.exports.picture.sheet import GRID
from tarawa_cli.games.malta.exports.picture.style import ZONES
from tarawa_cli.games.malta.model.board import Board, neighbours
from tarawa_cli.games.malta.views.scene import Position
from tarawa_cli.kernel.board.hexes import Hex, Side
from tarawa_cli.kernel.hints import Iterator
from tarawa_cli.kernel.render.coast import Coast
from tarawa_cli.kernel.render.markup import Markup, element
from tarawa_cli.kernel.standard import cache


def lines(position: Position) -> Iterator[Markup]:
    board, kinds = position.board, dict[str, list[Side]]()
    for side, words in sorted(position.scene.edges.items()):
        for kind in words.split():
            kinds.setdefault(kind, []).append(side)
    yield from _twice("steep", "steep-teeth", GRID.sides(kinds["steep"]))
    yield _path("stream", GRID.sides(kinds["stream"]))
    yield _path("water", GRID.sides(kinds["water"]))
    shore = coast(board)
    yield _path("coast", shore.outline)
    for zone, beaches in board.beaches.items():
        data = shore.along(_seaward(board, beaches))
        yield element("path", class_="beach-limit", fill="none", stroke=ZONES[zone], stroke_width=7, d=data)
    yield from _twice("road-bed", "road", GRID.steps(kinds["road"]))


@cache
def coast(board: Board) -> Coast:
    """The shores of the islands."""
    return Coast(GRID, _seaward(board, sorted(board.land)))


def _path(kind: str, data: str) -> Markup:
    return element("path", class_=kind, d=data)


def _twice(below: str, above: str, data: str) -> Iterator[Markup]:
    """A line with a narrower one inside it."""
    yield _path(below, data)
    yield _path(above, data)


def _seaward(board: Board, hexes: list[Hex] | tuple[Hex, ...]) -> list[Side]:
    """The hexsides of some land hexes that face the sea."""
    return [(at, other) for at in hexes for other in neighbours(at) if other not in board.land]
