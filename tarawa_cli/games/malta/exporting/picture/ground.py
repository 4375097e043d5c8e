"""What is printed on the map: every hex with its terrain and number, the names of places and zones."""

from collections.abc import Iterator

from tarawa_cli.games.malta.exporting.picture.sheet import GRID, WIDTH
from tarawa_cli.games.malta.exporting.picture.style import ZONES
from tarawa_cli.games.malta.looking import facts, reports
from tarawa_cli.games.malta.looking.scene import Position
from tarawa_cli.games.malta.model.board import Board
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.render.markup import Markup, element
from tarawa_cli.kernel.render.svg import Point, haloed, middle, star, titled, write

# Where the name of a zone stands: this far off its beaches, in hexes.
_OFFSHORE = {"west": (-1.6, 0.2), "north": (1.4, -2.2), "east": (2.2, -1.0), "south": (0.4, 2.2)}


def hexes(position: Position, shaded: bool = True) -> Markup:
    """Every hex once, with everything that `hex` says about it; what the Axis hold is tinted."""
    return element(
        "g",
        element("g", *(_hex(position, at) for at in sorted(position.board.terrain)), id="ground"),
        element("path", d=held(position) if shaded else "", class_="held", pointer_events="none"),
        numbers(position.board),
    )


def held(position: Position) -> str:
    """The hexes of the Axis as path data."""
    return "".join(GRID.outline(at) for at, view in position.scene.hexes.items() if view.owner == "axis")


def numbers(board: Board) -> Markup:
    """The number of every hex."""
    texts = (write(at, GRID.centre(at).moved(0, -WIDTH * 0.4)) for at in sorted(board.terrain))
    return element("g", *texts, id="numbers", pointer_events="none")


def _hex(position: Position, at: Hex) -> Markup:
    terrain = position.scene.hexes[at].terrain
    return element("path", titled(_told(position, at)), id=f"hex-{at}", class_=terrain, d=GRID.outline(at))


def _told(position: Position, at: Hex) -> str:
    """What `hex` says of the hex itself, and which units are there."""
    fact = facts.hex_facts(position.state, at, position.field)
    here = [f"  here: {', '.join(fact['units'])}"] if fact["units"] else []
    return "\n".join([*reports.hex_summary(position.state, fact), *here])


def names(position: Position) -> Iterator[Markup]:
    """Places, zones, objectives with their weights, quays."""
    yield from (_zone(position.board, zone) for zone in position.board.beaches)
    for at, view in position.scene.hexes.items():
        if view.label and view.owner:
            yield haloed(view.label, GRID.centre(at).moved(0, WIDTH * 0.44), class_="place")
    for port in position.board.ports.values():
        for at in port.quays:
            yield _anchor(GRID.centre(at).moved(-WIDTH * 0.4, -WIDTH * 0.2))
    for at, view in position.scene.hexes.items():
        for mark in view.marks:
            if mark.name == "objective":
                yield objective(GRID.centre(at).moved(WIDTH * 0.36, -WIDTH * 0.3), mark.value)


def _zone(board: Board, zone: str) -> Markup:
    across, down = _OFFSHORE[zone]
    place = middle(GRID.centre(at) for at in board.beaches[zone]).moved(across * WIDTH, down * WIDTH)
    return haloed(f"{zone.upper()} ZONE", place, class_="zone", fill=ZONES[zone])


def _anchor(place: Point) -> Markup:
    shaft, flukes, stock = place.moved(0, -6), place.moved(-5, 2), place.moved(-3, -3)
    return element("path", class_="quay", d=f"M{shaft}v12M{flukes}q5,7 10,0M{stock}h6")


def objective(place: Point, weight: int) -> Markup:
    """A star with its weight in it (20.3)."""
    drawn = element("path", class_="objective", d=star(place, 12))
    return element("g", drawn, write(str(weight), place.moved(0, 3.5), class_="weight"))
