"""The printed map: hexes with terrain and number, lines, the names of places and zones; and the layers over it."""

from tarawa_cli.games.malta.exports.picture.counters import ALONE
from tarawa_cli.games.malta.exports.picture.style import GRID, WIDTH, ZONES
from tarawa_cli.games.malta.model.board import Board, malta, neighbours
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.model.unit_types import SIDES
from tarawa_cli.games.malta.rules.ch07_08_stacking_supply import needs_supply
from tarawa_cli.games.malta.views import facts, reports
from tarawa_cli.games.malta.views.scene import Position
from tarawa_cli.kernel.board.hexes import Hex, Side
from tarawa_cli.kernel.exports.counters import Label, in_lines
from tarawa_cli.kernel.exports.svg import (
    Coast,
    Cut,
    Markup,
    Point,
    element,
    haloed,
    middle,
    outline,
    star,
    titled,
    write,
)
from tarawa_cli.kernel.hints import Callable, Container, Iterable, Iterator
from tarawa_cli.kernel.standard import cache

# ── Lines along hexsides or from hex to hex: coast, water, streams, scarps, roads


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


# ── Hexes and names


# Where the name of a zone stands: this far off its beaches, in hexes.
_OFFSHORE = {"west": (-1.6, 0.2), "north": (1.4, -2.2), "east": (2.2, -1.0), "south": (0.4, 2.2)}
_PLACE = 15
_LETTERS = 11
"""The size of a place's name, and the letters in a line of it."""
_INSET, _ON_COAST = 0.9, 0.78
"""The hatching of a hex leaves its edge free, so that single hexes show, and on the coast does not reach the sea."""
_ORIGIN = Point(0, 0)


def hexes(position: Position, shown: Iterable[Hex]) -> Markup:
    """Some hexes with everything that `hex` says about them; what is land, within the coast."""
    land = position.board.land
    sea = [_hex(position, at) for at in shown if at not in land]
    on_land = element("g", *(_hex(position, at) for at in shown if at in land), clip_path="url(#land)")
    return element("g", *sea, *shore(position.board), on_land, id="ground")


def plain(board: Board) -> Iterator[Markup]:
    """The ground without words, all hexes of a terrain in one path."""
    yield from (_terrain(board, kind, land=False) for kind in sorted({*board.terrain.values()}))
    yield from shore(board)
    on_land = (_terrain(board, kind, land=True) for kind in sorted({*board.terrain.values()}))
    yield element("g", *on_land, clip_path="url(#land)")


def _terrain(board: Board, kind: str, *, land: bool) -> Markup:
    hexes = sorted(at for at, terrain in board.terrain.items() if terrain == kind and (at in board.land) == land)
    return element("path", class_=kind, d="".join(map(GRID.outline, hexes))) if hexes else Markup("")


def shore(board: Board) -> Iterator[Markup]:
    """Shallow water along the coast, and the land below its hexes, which shows where the coast cuts off a bay."""
    shape = coast(board)
    yield shape.clip("land")
    yield element("path", class_="shallows", d=shape.outline, pointer_events="none")
    yield element("path", class_="clear", d=shape.outline, pointer_events="none")


def control(position: Position) -> Iterator[Markup]:
    """The hatching of Axis hexes, and the front line."""
    held = sorted(position.state.control)
    hatched = (_hatched(position.board, at, GRID.centre(at)) for at in held)
    yield element("path", d="".join(hatched), class_="held")
    yield from _front(GRID.sides((at, other) for at in held for other in front_of(position.state, at)))


def control_of(state: State, at: Hex) -> Iterator[Markup]:
    """Hatching and front line of one hex, drawn around its centre."""
    if at in state.control:
        yield element("path", class_="held", d=_hatched(state.board, at, _ORIGIN))
    if front := front_of(state, at):
        yield from _front(GRID.around(at, front))


def _hatched(board: Board, at: Hex, centre: Point) -> str:
    inland = all(other in board.land for other in neighbours(at))
    return outline(centre, GRID.radius * (_INSET if inland else _ON_COAST), "flat")


def _front(data: str) -> Iterator[Markup]:
    return (element("path", class_=kind, d=data) for kind in ("front-bed", "front"))


def front_of(state: State, at: Hex) -> list[Hex]:
    """The neighbours of a hex of the Axis that are land of the Allies."""
    if at not in state.control:
        return []
    return [other for other in neighbours(at) if other in state.board.land and other not in state.control]


def numbers(hexes: Iterable[Hex]) -> Markup:
    """The numbers of some hexes."""
    texts = (write(at, GRID.centre(at).moved(0, -WIDTH * 0.375)) for at in hexes)
    return element("g", *texts, id="numbers", pointer_events="none")


def _hex(position: Position, at: Hex) -> Markup:
    terrain = position.scene.hexes[at].terrain
    return element("path", titled(_tooltip(position, at)), id=f"hex-{at}", class_=terrain, d=GRID.outline(at))


def _tooltip(position: Position, at: Hex) -> str:
    """What `hex` says of the hex itself, and which units are there."""
    fact = facts.hex_facts(position.state, at, position.field)
    here = [f"  here: {', '.join(fact['units'])}"] if fact["units"] else []
    return "\n".join([*reports.hex_summary(position.state, fact), *here])


def names(position: Position, taken: Container[Hex], cut: Cut | None = None) -> Iterator[Markup]:
    """The names of zones and places, except where counters hide them; objectives with their weights; quays."""
    for label, over, colour in _labels():
        if not any(at in taken for at in over) and (not cut or all(map(cut.holds, label.corners))):
            yield label.drawn(over, **({"fill": colour} if colour else {}))
    for port in position.board.ports.values():
        for at in port.quays:
            yield _anchor(GRID.centre(at).moved(WIDTH * 0.44, WIDTH * 0.16))
    for at, view in position.scene.hexes.items():
        for mark in view.marks:
            if mark.name == "objective":
                yield objective(GRID.centre(at).moved(*_BETWEEN_COUNTERS), mark.value)


def around_zones() -> Iterator[Point]:
    """The corners of the names of zones."""
    return (corner for label, _, colour in _labels() if colour for corner in label.corners)


@cache
def _labels() -> list[tuple[Label, list[Hex], str]]:
    """The words on the map, each with the hexes that it runs over, and its colour if it has one of its own."""
    board = malta()
    shown = sorted(board.terrain)
    found = []
    for zone in board.beaches:
        name = _zone(board, zone)
        found.append((name, name.over(GRID, shown, Point(*ALONE)), ZONES[zone]))
    for at in sorted(board.land):
        if text := board.name_of(at):
            lines = in_lines(text, _LETTERS)
            label = Label(lines, GRID.centre(at).moved(0, 5 - _PLACE * (len(lines) - 1) / 2), _PLACE, "place")
            found.append((label, [at], ""))
    return found


def _zone(board: Board, zone: str) -> Label:
    """The name of a zone off its beaches, between two rows of numbers."""
    across, down = _OFFSHORE[zone]
    wanted = middle(GRID.centre(at) for at in board.beaches[zone]).moved(across * WIDTH, down * WIDTH)
    row = min((GRID.centre(at).y for at in board.terrain), key=lambda y: abs(y - wanted.y))
    return Label((f"{zone.upper()} ZONE",), Point(wanted.x, row - 7), 26, "zone", spaced=6)


def _anchor(place: Point) -> Markup:
    shaft, flukes, stock = place.moved(0, -6), place.moved(-5, 2), place.moved(-3, -3)
    return element("path", class_="quay", d=f"M{shaft}v12M{flukes}q5,7 10,0M{stock}h6")


_BETWEEN_COUNTERS = (-WIDTH * 0.54, -WIDTH * 0.05)
"""From the middle of a hex to where its star lies free: left of its counters, between those of the two hexes there."""


def objective(place: Point, weight: int) -> Markup:
    """A star with its weight in it (20.3)."""
    drawn = element("path", class_="objective", d=star(place, 16))
    return element("g", drawn, write(str(weight), place.moved(0, 5), class_="weight"))


# ── What the layers of the map lay over the ground: regions, zones of control, supply lines


MEANINGS = {
    "regions": "regions of the island",
    "zoc": "zones of control: red of the Axis, blue of the Allies, purple of both",
    "supply": "supply lines: red of the Axis, blue of the Allies; circles are sources, crosses units without a line",
}


def regions(position: Position) -> Iterator[Markup]:
    """Every region in a tint of its own."""
    for number, region in enumerate(position.board.regions.values()):
        yield _tint(f"region-{number}", region.hexes)


def region_names(position: Position) -> Iterator[Markup]:
    """The names of regions, shown instead of towns."""
    for region in position.board.regions.values():
        yield haloed(region.name, middle(map(GRID.centre, region.hexes)), class_="region")


def zones(position: Position) -> Iterator[Markup]:
    """The zones of control of both sides (5)."""
    covered: dict[str, set[Hex]] = {
        "axis": {at for at in position.board.land if position.field.in_enemy_zone("allied", at)},
        "allied": {at for at in position.board.land if position.field.in_enemy_zone("axis", at)},
    }
    both = covered["axis"] & covered["allied"]
    yield from (_tint(f"{side}-zone", hexes - both) for side, hexes in covered.items())
    yield _tint("both-zones", both)


def supply(position: Position) -> Iterator[Markup]:
    """Supply lines from units to their sources, the sources, and units without supply (8)."""
    units = [unit for unit in position.state.units.values() if unit.on_map and needs_supply(unit)]
    for side in SIDES:
        lines = dict.fromkeys(tuple(position.supply(unit).line) for unit in units if unit.side == side)
        yield element("path", class_=f"supply-line {side}", d="".join(_line(line) for line in lines if len(line) > 1))
        for at in sorted(position.sources[side]):
            place = GRID.centre(at)
            yield element("circle", class_=f"source {side}", cx=place.x, cy=place.y, r=WIDTH * 0.42)
    for at in sorted({unit.at for unit in units if position.supply(unit).why}):
        place = GRID.centre(at)
        cross = f"M{place.moved(-30, -30)}l60,60M{place.moved(30, -30)}l-60,60"
        yield element("path", class_="cut-off", d=cross)


def _line(hexes: Iterable[Hex]) -> str:
    return "M" + "L".join(str(GRID.centre(at)) for at in hexes)


def _tint(kind: str, hexes: Iterable[Hex]) -> Markup:
    return element("path", class_=f"tint {kind}", d="".join(GRID.outline(at) for at in sorted(hexes)))


OVERLAYS: dict[str, Callable[[Position], Iterator[Markup]]] = {"regions": regions, "zoc": zones, "supply": supply}
