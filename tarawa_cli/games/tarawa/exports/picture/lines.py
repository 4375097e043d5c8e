"""What runs along hexsides or from hex to hex: coast, borders, ditches, roads, the pier."""

from tarawa_cli.games.tarawa.exports.picture.sheet import GRID
from tarawa_cli.games.tarawa.exports.picture.stage import Stage
from tarawa_cli.games.tarawa.exports.picture.style import BEACHES
from tarawa_cli.games.tarawa.model.board import Beach, Board, neighbours
from tarawa_cli.kernel.board.hexes import Hex, Side
from tarawa_cli.kernel.hints import Iterator
from tarawa_cli.kernel.render.coast import Coast
from tarawa_cli.kernel.render.markup import Markup, element
from tarawa_cli.kernel.render.svg import Point, middle
from tarawa_cli.kernel.standard import cache


def lines(stage: Stage) -> Iterator[Markup]:
    board = stage.board
    for side in sorted(board.open_sides):
        gap = middle(GRID.side(*side))
        yield element("circle", class_="open", cx=gap.x, cy=gap.y, r=6)
    shore = coast(board)
    yield _path("coast", shore.outline)
    for beach in board.beaches.values():
        yield element("path", class_="limit", stroke=BEACHES[beach.id], d=shore.along(_limit(board, beach)))
    yield _path("border", GRID.sides(_borders(board)))
    yield from _twice("road-bed", "road", GRID.steps(sorted(board.roads)))
    yield from _twice("ditch", "ditch-teeth", GRID.sides(sorted(board.ditches)))
    yield from _twice("pier-bed", "pier-planks", _pier(board))


def _path(kind: str, data: str) -> Markup:
    return element("path", class_=kind, d=data)


def _twice(below: str, above: str, data: str) -> Iterator[Markup]:
    """A line with a narrower one inside it."""
    yield _path(below, data)
    yield _path(above, data)


def _seaward(board: Board, at: Hex) -> list[Side]:
    return [(at, other) for other in neighbours(at) if other not in board.land]


@cache
def coast(board: Board) -> Coast:
    """The shore of the island."""
    return Coast(GRID, [side for at in sorted(board.land) for side in _seaward(board, at)])


def _limit(board: Board, beach: Beach) -> list[Side]:
    """The shore of a beach from end to end."""
    return [side for at in beach.limit for side in _seaward(board, at)]


def _borders(board: Board) -> list[Side]:
    """The hexsides between two areas."""
    area = board.area_of
    return [
        (at, other)
        for at in sorted(board.land)
        for other in neighbours(at)
        if at < other and other in area and area[at] != area[other]
    ]


def _pier(board: Board) -> str:
    head = " ".join(str(GRID.centre(at)) for at in sorted(board.pier)[:2])
    way = " ".join(str(pier_place(board, at)) for at in board.pier_route)
    return f"M{head}M{way}"


def pier_place(board: Board, at: Hex) -> Point:
    """A point on the pier: the centre of a hex, or of the hexside along which the pier runs."""
    side = next((side for side in board.pier_sides if at in side), None)
    return middle(GRID.side(*side)) if side else GRID.centre(at)
