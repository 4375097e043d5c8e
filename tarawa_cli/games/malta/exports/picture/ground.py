"""The printed map: its sheet and colours, hexes, lines, the names of places and zones, and the layers over it."""

from tarawa_cli.games.malta.model import board
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
    Sheet,
    element,
    haloed,
    middle,
    outline,
    pattern,
    star,
    style,
    titled,
    write,
)
from tarawa_cli.kernel.hints import Callable, Container, Iterable, Iterator
from tarawa_cli.kernel.standard import cache

# ── The sheet: sizes, colours, patterns


WIDTH = 96
"""A hex from side to side; everything else is measured against it."""
ALONE = (82, 70)
HEAD = 120
EDGE = 36

GRID = Sheet(board.GRID, malta().terrain, WIDTH, Point(EDGE, HEAD))
PANEL = Point(GRID.end.x + EDGE, HEAD)
"""The corner of the panel beside the map."""
PANEL_WIDE = 620
TRACK = Point(EDGE, GRID.end.y + EDGE)
"""The corner of the turn track below the map."""
TRACK_HIGH = 96
BOXES = TRACK.moved(0, TRACK_HIGH + EDGE)
"""The corner of the boxes below the track."""
BOXES_HIGH = 480
SIZE = Point(PANEL.x + PANEL_WIDE + EDGE, BOXES.y + BOXES_HIGH + EDGE)


PAPER = "#f7f1e1"
INK = "#2b2a26"
SEA = "#7fb0cb"
TERRAIN = {
    "ocean": "#8fbdd4",
    "clear": "#e9dfb8",
    "beach": "#f8efc0",
    "airfield": "#d3d0c6",
    "town": "#e2c9a2",
    "city": "#cfa585",
    "fort": "#cdc2ab",
    "woods": "#a9c48a",
}
NATIONS = {"british": "#fff4cc", "maltese": "#f0dca0", "italian": "#005f28", "german": "#5d6a63"}
AXIS, ALLIED = "#8c1018", "#1f4e8c"
"""The hatching and the front line of one side, the stripe of the other."""
HATCHED = 0.75
"""How much of the hatching's colour covers the terrain."""
ZONES = {"west": "#7a3b8f", "north": "#1f6b33", "east": "#a3541a", "south": "#b3261e"}

# Terrain that needs more than a colour: the size of a tile, and what is drawn on it.
_TILES = {
    "ocean": ((36, 30), '<path d="M5,9q4,-4 8,0t8,0M20,24q4,-4 8,0" fill="none" stroke="#79aac5" stroke-width="1.2"/>'),
    "beach": ((14, 14), '<path d="M2,4h2M9,11h2" stroke="#d5be77" stroke-width="1.6"/>'),
    "town": ((22, 20), '<path d="M4,9v-4h5v4zM13,17v-5h6v5z" fill="#b98a5b" stroke="#7c5631" stroke-width=".8"/>'),
    "city": (
        (18, 18),
        '<path d="M2,7v-5h6v5zM10,7v-5h6v5zM2,16v-6h6v6zM10,16v-6h6v6z" fill="#a5694a" stroke="#6b3c25"/>',
    ),
    "fort": ((24, 24), '<path d="M12,3l8,5v8l-8,5l-8,-5v-8z" fill="#b5a689" stroke="#6b5f48" stroke-width="1.2"/>'),
    "woods": (
        (22, 22),
        '<g fill="#6d9150" stroke="#486b30" stroke-width=".8"><circle cx="6" cy="6" r="4"/>'
        '<circle cx="16" cy="16" r="4"/></g>',
    ),
    "airfield": ((40, 40), '<path d="M4,30l30,-20M6,36l30,-20" stroke="#a9a394" stroke-width="3"/>'),
}

_HATCHING = element(
    "pattern",
    element("path", d="M-3,3l6,-6M0,14l14,-14M11,17l6,-6", stroke=AXIS, stroke_width=2.6, stroke_opacity=HATCHED),
    id="hatching",
    width=14,
    height=14,
    patternUnits="userSpaceOnUse",
)
"""Ground that the Axis hold: lines over it, which leave the terrain as it looks."""

_RULES = f"""
text {{ font-family: Helvetica, Arial, 'DejaVu Sans', sans-serif; text-anchor: middle }}
.serif, .place, .zone, .region {{ font-family: Georgia, 'Times New Roman', 'DejaVu Serif', serif }}
.left {{ text-anchor: start }}
.sea {{ fill: {SEA} }}
#ground path {{ stroke: #6d6a55; stroke-opacity: .4; stroke-width: 1 }}
#numbers text {{ font-size: 13px; fill: #2f3a40; fill-opacity: .75 }}
.held {{ fill: url(#hatching) }}
.tint {{ fill-opacity: .38; stroke: none }}
.region-0 {{ fill: #b3261e }}
.region-1 {{ fill: #1f4e8c }}
.region-2 {{ fill: #2e7d32 }}
.region-3 {{ fill: #e0a100 }}
.region-4 {{ fill: #6a3d9a }}
.region-5 {{ fill: #00838f }}
.axis-zone {{ fill: #b3261e }}
.allied-zone {{ fill: #1f4e8c }}
.both-zones {{ fill: #6a1b9a }}
.supply-line {{ fill: none; stroke-width: 7; stroke-opacity: .75; stroke-linejoin: round; stroke-linecap: round }}
.source {{ fill: none; stroke-width: 6 }}
.supply-line.axis, .source.axis {{ stroke: #b3261e }}
.supply-line.allied, .source.allied {{ stroke: #1f4e8c }}
.cut-off {{ fill: none; stroke: #000; stroke-width: 6; stroke-opacity: .7 }}
.region {{ font-size: 24px; font-weight: bold; fill: {INK} }}
.front-bed {{ fill: none; stroke: #fff; stroke-width: 12; stroke-linecap: round }}
.front {{ fill: none; stroke: {AXIS}; stroke-width: 7; stroke-linecap: round }}
#ground .shallows {{ fill: #a9cfdf; stroke: #a9cfdf; stroke-width: 40; stroke-opacity: 1; stroke-linejoin: round }}
.coast {{ fill: none; stroke: #4d4630; stroke-width: 3; stroke-linecap: round }}
.water {{ fill: none; stroke: #2f6f96; stroke-width: 9; stroke-linecap: round }}
.stream {{ fill: none; stroke: #3c82b0; stroke-width: 4; stroke-linecap: round }}
.steep {{ fill: none; stroke: #6b4a2b; stroke-width: 7; stroke-linecap: butt }}
.steep-teeth {{ fill: none; stroke: #e9dfb8; stroke-width: 4; stroke-dasharray: 3 4 }}
.road-bed {{ fill: none; stroke: #7d3f22; stroke-width: 6; stroke-linecap: round }}
.road {{ fill: none; stroke: #fdf2cf; stroke-width: 3.2; stroke-linecap: round }}
.place {{ font-size: 15px; fill: {INK} }}
.zone {{ font-size: 26px; font-weight: bold; letter-spacing: 6px }}
.caption {{ font-family: Georgia, 'DejaVu Serif', serif; font-weight: bold; fill: {INK}; text-anchor: start }}
.strip {{ fill: {PAPER} }}
.halo {{ paint-order: stroke; stroke: {PAPER}; stroke-width: 3.5; stroke-opacity: .8; stroke-linejoin: round }}
.objective {{ fill: #c8102e; stroke: #fff; stroke-width: 1 }}
.weight {{ font-size: 14px; font-weight: bold; fill: #fff }}
.strongpoint {{ fill: none; stroke: #222; stroke-width: 3.5; stroke-dasharray: 7 4 }}
.quay {{ fill: none; stroke: #123f5c; stroke-width: 2 }}
.given rect {{ fill: #c85a00; stroke: #fff; stroke-width: 1 }}
.given text {{ fill: #fff; font-size: 14px; font-weight: bold }}
.canopy {{ fill: #fff; fill-opacity: .85; stroke: #55306b; stroke-width: 1.6 }}
.drop-zone text {{ fill: #55306b; font-size: 14px; font-weight: bold }}
.card {{ stroke: #1c1c14; stroke-width: 1.1 }}
.tally rect {{ fill: #ffd84a; stroke: #17150f; stroke-width: 1.4 }}
.tally text {{ fill: #17150f; font-weight: bold }}
.shade {{ fill: #000; fill-opacity: .3 }}
.british .card {{ fill: {NATIONS["british"]} }}
.maltese .card {{ fill: {NATIONS["maltese"]} }}
.italian .card {{ fill: {NATIONS["italian"]} }}
.german .card {{ fill: {NATIONS["german"]} }}
.unit text {{ fill: #17150f; font-weight: bold }}
.axis.unit text, .axis .pip, .axis .ammo {{ fill: #fff }}
.axis .pip.lost, .axis .no-ammo {{ fill: none; stroke: #fff }}
.axis.unit .solid {{ fill: #fff }}
.stripe {{ fill: {ALLIED} }}
.axis .stripe {{ fill: #e5483c }}
.symbol {{ fill: none; stroke: #17150f; stroke-width: 1.3 }}
.frame {{ fill: #fff; fill-opacity: .55; stroke: #17150f; stroke-width: 1.2 }}
.solid {{ fill: #17150f; stroke: none }}
.disorganised .card {{ stroke: #e07000; stroke-width: 2.6 }}
.demoralised .card {{ stroke: #c00018; stroke-width: 3.2 }}
.spent text, .spent .symbol, .spent .frame, .spent .solid {{ opacity: .6 }}
.state {{ stroke: #fff; stroke-width: .8 }}
.state.disorganised {{ fill: #e07000 }}
.state.demoralised {{ fill: #c00018 }}
.unit .badge {{ fill: #fff; font-size: 12px }}
.unsupplied {{ fill: #c00018; stroke: #fff; stroke-width: .8 }}
.ammo {{ fill: #17150f; stroke: none }}
.no-ammo {{ fill: #fff; stroke: #17150f; stroke-width: .9 }}
.pip {{ fill: #17150f }}
.pip.lost {{ fill: #fff; stroke: #17150f; stroke-width: .7 }}
.panel {{ fill: {PAPER}; stroke: {INK}; stroke-width: 2 }}
.title {{ font-size: 44px; font-weight: bold; fill: #fff; font-family: Georgia, 'DejaVu Serif', serif }}
.subtitle {{ font-size: 24px; fill: #fff }}
.heading {{ font-size: 22px; font-weight: bold; fill: {INK}; font-family: Georgia, 'DejaVu Serif', serif }}
.said {{ font-size: 17px; fill: {INK} }}
.small {{ font-size: 14px; fill: {INK} }}
.box {{ fill: #fff; fill-opacity: .7; stroke: #8a7d63; stroke-width: 1 }}
.box.night {{ fill: #b9bccb }}
.box.now {{ fill: #ffd84a; stroke: {INK}; stroke-width: 2.5 }}
.day {{ font-size: 15px; font-weight: bold; fill: {INK} }}
.time {{ font-size: 11px; fill: {INK} }}
.needle {{ fill: #fff; stroke: {INK}; stroke-width: 1.5 }}
"""


def sheet() -> Markup:
    return style(_RULES, TERRAIN, _TILES, within="malta")


def patterns() -> Markup:
    tiles = (pattern(kind, size, Markup(drawn), colour=TERRAIN[kind]) for kind, (size, drawn) in _TILES.items())
    return element("defs", *tiles, _HATCHING)


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
_BENEATH = "clear"
"""What the land is drawn on: it shows where the coast cuts off a bay."""


def hexes(position: Position, shown: Iterable[Hex]) -> Markup:
    """Some hexes with everything that `hex` says about them; what is land, within the coast."""
    land = position.board.land
    sea = [_hex(position, at) for at in shown if at not in land]
    on_land = element("g", *(_hex(position, at) for at in shown if at in land), clip_path="url(#land)")
    return element("g", *sea, *coast(position.board).shore(_BENEATH), on_land, id="ground")


def plain(board: Board) -> Iterator[Markup]:
    """The ground without words."""
    yield from coast(board).ground(board.terrain, board.land, _BENEATH)


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
