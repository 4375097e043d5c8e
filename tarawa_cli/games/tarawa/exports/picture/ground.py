"""What is printed on the map: the sheet and its colours, coast, roads and pier, hexes with their terrain, names."""

from tarawa_cli.games.tarawa.model import board
from tarawa_cli.games.tarawa.model.board import Board, aboard, betio, neighbour, neighbours, on_pier, parts
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.views import facts, ground, reports
from tarawa_cli.games.tarawa.views.ground import JAPANESE, MARINES
from tarawa_cli.games.tarawa.views.map_views import on_map
from tarawa_cli.kernel.board.hexes import Hex, Side
from tarawa_cli.kernel.exports import svg
from tarawa_cli.kernel.exports.counters import Label
from tarawa_cli.kernel.exports.svg import Coast, Cut, Markup, Point, Sheet, element, haloed, middle, write
from tarawa_cli.kernel.hints import Iterable, Iterator
from tarawa_cli.kernel.scene import HexView
from tarawa_cli.kernel.standard import cache

# ── The sheet: how large hexes are, and where the map is on it

WIDTH = 72
"""A hex from side to side; everything else is measured against it."""
HEAD = 120
EDGE = 36
ALONE = (60, 54)
"""The size of a counter that is alone in its hex."""

GRID = Sheet(board.GRID, betio().terrain, WIDTH, Point(EDGE, HEAD))
SIZE = GRID.end.moved(EDGE, EDGE)


# ── Colours and patterns as one style sheet; its rules apply only inside the picture

PAPER = "#f6efdc"
INK = "#33281c"
SEA = "#5f97b9"
TERRAIN = {
    "reef": "#a8d5da",
    "entry": "#86bfd4",
    "obstacles": "#a8d5da",
    "pier": "#a8d5da",
    "landing": "#f8eec6",
    "shore": "#e7d3a0",
    "clear": "#efe0b2",
    "palms": "#a9c274",
    "airstrip": "#d2cdc4",
    "excavation": "#d0ab77",
    "dump": "#dcc590",
}
BEACHES = {
    "red1": "#b3261e",
    "red2": "#b3261e",
    "red3": "#b3261e",
    "green": "#1f6b33",
    "black1": "#262626",
    "black2": "#262626",
}
MARINES_INK, JAPANESE_INK = "#123c7a", "#a3261c"
"""The front line of one side, and the hatching of the other."""
HATCHED = 0.75
"""How much of the hatching's colour covers the terrain."""
MARINE = "#55632f"
"""The cards of units."""
REGIMENTS = {"2nd": "#5fafff", "6th": "#d787ff", "8th": "#5fd7af", "10th": "#ffd75f", "": "#9aa27c"}
"""The hues of the text map, light enough for the stripe of a dark counter."""
SUPPLY = {"active": "#ffd84a", "general": "#ffffff", "none": "#d3271c"}

# Terrain that needs more than a colour: the size of a tile, and what is drawn on it.
_TILES = {
    "palms": (
        (26, 24),
        '<g fill="none" stroke="#4f7431" stroke-width="1.3">'
        '<path d="M7,11v-5q-3,-3 -5,0m5,0q3,-3 5,0m-5,0q-3,1 -4,4m4,-4q3,1 4,4"/>'
        '<path d="M20,22v-5q-3,-3 -5,0m5,0q3,-3 5,0m-5,0q-3,1 -4,4m4,-4q3,1 4,4"/></g>',
    ),
    "shore": ((12, 12), '<path d="M2,3h1.5M8,9h1.5" stroke="#b4975a" stroke-width="1.4"/>'),
    "landing": ((14, 14), '<path d="M2,4h2M9,11h2" stroke="#d8c68a" stroke-width="1.4"/>'),
    "excavation": ((16, 14), '<path d="M2,10q4,-7 8,0m2,-5l2,4" fill="none" stroke="#8a5f2c" stroke-width="1.3"/>'),
    "dump": ((24, 22), '<path d="M4,5h7v6h-7zm0,0l7,6m5,3h6v6h-6z" fill="none" stroke="#7a5a24" stroke-width="1.2"/>'),
    "airstrip": ((20, 20), '<path d="M3,6h3M13,16h3" stroke="#b8b1a5" stroke-width="1.2"/>'),
    "obstacles": (
        (24, 20),
        '<path d="M4,4l7,7m0,-7l-7,7M15,12l6,6m0,-6l-6,6" stroke="#4d5a62" stroke-width="1.5"/>',
    ),
    "reef": ((30, 26), '<path d="M4,8q3,-3 6,0M18,20q3,-3 6,0" fill="none" stroke="#8cc3cb" stroke-width="1.2"/>'),
    "entry": ((24, 16), '<path d="M3,6q4,-4 8,0t8,0" fill="none" stroke="#6aa9c4" stroke-width="1.3"/>'),
}
_STRIPES = f'stroke="{JAPANESE_INK}" stroke-width="1.8" stroke-opacity="{HATCHED}"'
_HATCHING = f'<path d="M-2,2l4,-4M0,10l10,-10M8,12l4,-4" {_STRIPES}/>'

_RULES = f"""
text {{ font-family: Helvetica, Arial, 'DejaVu Sans', sans-serif; text-anchor: middle }}
.serif, .area, .beach {{ font-family: Georgia, 'Times New Roman', 'DejaVu Serif', serif }}
.left {{ text-anchor: start }}
.bold, .id, .steps {{ font-weight: bold }}
.sea {{ fill: {SEA} }}
#ground path {{ stroke: #6d6a55; stroke-opacity: .45; stroke-width: 1 }}
#numbers text {{ font-size: 11px; fill: #2f3a40; fill-opacity: .75 }}
.held {{ fill: url(#hatching) }}
.front-bed {{ fill: none; stroke: #fff; stroke-width: 10; stroke-linecap: round }}
.front {{ fill: none; stroke: {MARINES_INK}; stroke-width: 6; stroke-linecap: round }}
.road-bed {{ fill: none; stroke: #7d6136; stroke-width: 8; stroke-linecap: round }}
.road {{ fill: none; stroke: #fdf6dd; stroke-width: 5; stroke-linecap: round }}
#ground .shallows {{ fill: #b9e0df; stroke: #b9e0df; stroke-width: 30; stroke-opacity: 1; stroke-linejoin: round }}
.coast {{ fill: none; stroke: #5d4a2a; stroke-width: 2.5; stroke-linecap: round }}
.limit {{ fill: none; stroke-width: 6; stroke-linecap: round }}
.border {{ fill: none; stroke: #7a1f4d; stroke-width: 3; stroke-dasharray: 9 5; stroke-linecap: butt }}
.ditch {{ fill: none; stroke: #4a2f16; stroke-width: 7; stroke-linecap: round }}
.ditch-teeth {{ fill: none; stroke: #e3c88e; stroke-width: 4; stroke-dasharray: 3 4 }}
.open {{ fill: #efe0b2; stroke: #8c7a45; stroke-width: .8 }}
.pier-bed {{ fill: none; stroke: #5b3f20; stroke-width: 13; stroke-linejoin: round; stroke-linecap: square }}
.pier-planks {{ fill: none; stroke: #c39a63; stroke-width: 9; stroke-dasharray: 4 1.5 }}
.area {{ font-size: 24px; font-style: italic; font-weight: bold; letter-spacing: 1px; fill: #54203c }}
.beach {{ font-size: 30px; font-weight: bold; letter-spacing: 5px }}
.caption {{ font-family: Georgia, 'DejaVu Serif', serif; font-weight: bold; fill: {INK}; text-anchor: start }}
.strip {{ fill: {PAPER} }}
.halo {{ paint-order: stroke; stroke: {PAPER}; stroke-width: 4; stroke-opacity: .75; stroke-linejoin: round }}
.count {{ font-size: 13px; fill: #54203c; font-weight: bold }}
.code {{ font-size: 13px; font-weight: bold }}
.chip rect {{ fill: #fff8d8; stroke: #7a1f4d; stroke-width: 1.5 }}
.chip text {{ font-size: 12px; font-weight: bold; fill: #7a1f4d }}
.star {{ fill: #1f4e8c; stroke: #ffffff; stroke-width: 1.6 }}
.entered {{ fill: none; stroke: #1f4e8c; stroke-width: 1.4 }}
.pillbox {{ fill: #3a3a3a; stroke: #e8261b; stroke-width: 2 }}
.slit {{ fill: #f6c9c5 }}
.ruin {{ fill: none; stroke: #4a4a4a; stroke-width: 1.8 }}
.suppression rect {{ fill: #6a1b9a; stroke: #fff; stroke-width: 1 }}
.demolition rect {{ fill: #c85a00; stroke: #fff; stroke-width: 1 }}
.suppression text, .demolition text {{ fill: #fff; font-size: 9.5px; font-weight: bold }}
.improved {{ fill: none; stroke: #3b2a10; stroke-width: 2.6; stroke-linejoin: miter }}
.head rect {{ fill: #ffcf33; stroke: #4a3600; stroke-width: 1.6 }}
.head path {{ fill: none; stroke: #4a3600; stroke-width: 1.4 }}
.load text {{ fill: #4a3600; font-weight: bold }}
.wreck {{ fill: #4b4a48; stroke: #1d1c1b; stroke-width: 1.2 }}
.flag {{ fill: #fff; stroke: #444; stroke-width: .8 }}
.sun {{ fill: #d3271c }}
.card {{ stroke: #1c1c14; stroke-width: 1.2 }}
.tally rect {{ fill: #ffd84a; stroke: #1c1c14; stroke-width: 1.2 }}
.tally text {{ fill: #1c1c14; font-weight: bold }}
.shade {{ fill: #000; fill-opacity: .3 }}
.marine .card {{ fill: {MARINE} }}
.marine text {{ fill: #fff }}
.marine .symbol {{ fill: none; stroke: #fff; stroke-width: 1.4 }}
.craft .card {{ fill: #2f5068 }}
.craft text {{ fill: #fff }}
.craft .symbol {{ fill: none; stroke: #fff; stroke-width: 1.4 }}
.back .card {{ fill: #e6e0bd; stroke-dasharray: 4 2 }}
.back text {{ fill: #2d3316 }}
.back .symbol {{ stroke: #2d3316 }}
.craft.back .card {{ fill: #c6d5de }}
.craft.back text {{ fill: #17303f }}
.craft.back .symbol {{ stroke: #17303f }}
.home text, .home .symbol {{ opacity: .6 }}
.pin circle {{ fill: #d3271c; stroke: #fff; stroke-width: 1 }}
.unit .pin text, .pin text {{ fill: #fff; font-size: 9px; font-weight: bold }}
.course {{ fill: #ff8a00; stroke: #4a2800; stroke-width: 1 }}
.supply {{ stroke: #1c1c14; stroke-width: .9 }}
.panel {{ fill: {PAPER}; stroke: {INK}; stroke-width: 2 }}
.title {{ font-size: 44px; font-weight: bold; fill: #fff; font-family: Georgia, 'DejaVu Serif', serif }}
.subtitle {{ font-size: 27px; fill: #fff }}
.heading {{ font-size: 24px; font-weight: bold; fill: {INK}; font-family: Georgia, 'DejaVu Serif', serif }}
.said {{ font-size: 18px; fill: {INK} }}
.small {{ font-size: 15px; fill: {INK} }}
.box {{ fill: #fff; stroke: #8a7d63; stroke-width: 1 }}
.level {{ font-size: 13px; fill: #8a7d63 }}
.marker-box {{ fill: #b3261e }}
.marker-box.own {{ fill: {MARINE} }}
.on-marker {{ font-size: 14px; fill: #fff; font-weight: bold }}
.operative {{ fill: none; stroke: {INK}; stroke-width: 3 }}
.needle {{ fill: #fff; stroke: {INK}; stroke-width: 1.5 }}
"""


def style_sheet() -> Markup:
    return svg.style(_RULES, TERRAIN, _TILES, within="betio")


def patterns() -> Markup:
    tiles = (svg.pattern(kind, size, Markup(drawn), colour=TERRAIN[kind]) for kind, (size, drawn) in _TILES.items())
    return element("defs", *tiles, svg.pattern("hatching", (10, 10), Markup(_HATCHING)))


# ── A position to be drawn


class Stage:
    """Hexes as the scene shows them, and who stands where, in the order in which counters are stacked."""

    def __init__(self, state: State, *, bare: bool = False) -> None:
        self.state = state
        self.board = state.board
        self._views: dict[Hex, HexView] = {}
        self.places: dict[str, list[Unit]] = {}
        for unit in () if bare else on_map(state):
            self.places.setdefault(unit.at, []).append(unit)

    def view(self, at: Hex) -> HexView:
        """A hex of the scene, made when it is asked for."""
        if at not in self._views:
            changes = at in self.board.area_of or at == self.board.wreck
            self._views[at] = ground.view(self.state, at) if changes else ground.water()[at]
        return self._views[at]

    def units(self, at: Hex) -> list[Unit]:
        """The units in a hex, the most important first; for a hex of the pier, those on it."""
        return self.places.get(on_pier(at) if at in self.board.pier else at, [])

    @property
    def taken(self) -> Iterator[Hex]:
        """Every hex with units, of the pier those on which there are some."""
        for place in self.places:
            at = parts(place).pier
            if at or (place in self.board.terrain and place not in self.board.pier):
                yield at or place

    def passenger(self, craft: Unit) -> Unit | None:
        return next(iter(self.places.get(aboard(craft.id), ())), None)


# ── What runs along hexsides or from hex to hex: coast, borders, ditches, roads, the pier


def lines(stage: Stage) -> Iterator[Markup]:
    board = stage.board
    for side in sorted(board.open_sides):
        gap = middle(GRID.side(*side))
        yield element("circle", class_="open", cx=gap.x, cy=gap.y, r=6)
    shore = coast(board)
    yield _path("coast", shore.outline)
    for beach in board.beaches.values():
        limit = [side for at in beach.limit for side in _seaward(board, at)]
        yield element("path", class_="limit", stroke=BEACHES[beach.id], d=shore.along(limit))
    area = board.area_of
    between = [(at, other) for at in sorted(board.land) for other in neighbours(at) if at < other and other in area]
    yield _path("border", GRID.sides((at, other) for at, other in between if area[at] != area[other]))
    yield from _twice("road-bed", "road", GRID.steps(sorted(board.roads)))
    yield from _twice("ditch", "ditch-teeth", GRID.sides(sorted(board.ditches)))
    head = " ".join(str(GRID.centre(at)) for at in sorted(board.pier)[:2])
    way = " ".join(str(pier_place(board, at)) for at in board.pier_route)
    yield from _twice("pier-bed", "pier-planks", f"M{head}M{way}")


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


def pier_place(board: Board, at: Hex) -> Point:
    """A point on the pier: the centre of a hex, or of the hexside along which the pier runs."""
    side = next((side for side in board.pier_sides if at in side), None)
    return middle(GRID.side(*side)) if side else GRID.centre(at)


# ── Every hex with its terrain and number, and the names of areas and beaches

# Where the name of a beach stands: this far off its landing hexes, in hexes.
_OFFSHORE = {"S": (0.0, -1.7), "N": (0.0, 2.1), "ESE": (-2.6, -1.0)}

# Where the number of a hex stands, from its centre: at the top, or beside the pier.
_ABOVE, _BESIDE = (0, -25), (-21, -14)
_INSET, _ON_COAST = 0.9, 0.78
"""The hatching of a hex leaves its edge free, so that single hexes show, and on the coast does not reach the sea."""
_ORIGIN = Point(0, 0)
_BENEATH = "shore"
"""What the land is drawn on: it shows where the coast cuts off a bay."""


def hexes(stage: Stage, shown: Iterable[Hex]) -> Markup:
    """Some hexes with everything that `hex` says about them; what is land, within the coast."""
    land = stage.board.land
    sea = [_hex(stage, at) for at in shown if at not in land]
    on_land = element("g", *(_hex(stage, at) for at in shown if at in land), clip_path="url(#land)")
    return element("g", *sea, *coast(stage.board).shore(_BENEATH), on_land, id="ground")


def plain(board: Board) -> Iterator[Markup]:
    """The ground without words."""
    yield from coast(board).ground(board.terrain, board.land, _BENEATH)


def control(stage: Stage) -> Iterator[Markup]:
    """The hatching of what the Japanese hold, and the line between them and the Marines."""
    land = sorted(stage.board.land)
    held = (_hatched(stage.board, at, GRID.centre(at)) for at in land if holder(stage, at) == "held")
    yield element("path", d="".join(held), class_="held")
    yield from _front(GRID.sides((at, other) for at in land for other in front_of(stage, at)))


def control_of(stage: Stage, at: Hex) -> Iterator[Markup]:
    """The same of one hex, drawn around its centre."""
    if holder(stage, at) == "held":
        yield element("path", class_="held", d=_hatched(stage.board, at, _ORIGIN))
    if front := front_of(stage, at):
        yield from _front(GRID.around(at, front))


def _hatched(board: Board, at: Hex, centre: Point) -> str:
    inland = all(other in board.land for other in neighbours(at))
    return svg.outline(centre, GRID.radius * (_INSET if inland else _ON_COAST))


def _front(data: str) -> Iterator[Markup]:
    return (element("path", class_=kind, d=data) for kind in ("front-bed", "front"))


def front_of(stage: Stage, at: Hex) -> list[Hex]:
    """The neighbours of a hex of the Marines that are land, but not theirs."""
    if holder(stage, at) != "own":
        return []
    return [other for other in neighbours(at) if other in stage.board.land and holder(stage, other) != "own"]


def holder(stage: Stage, at: Hex) -> str:
    """`held` by the Japanese, or `own`; nothing for a hex without defenders that nobody has entered."""
    return {JAPANESE: "held", MARINES: "own"}.get(stage.view(at).owner, "") if at in stage.board.land else ""


def numbers(board: Board, hexes: Iterable[Hex]) -> Markup:
    """The numbers of some hexes."""
    texts = (write(at, GRID.centre(at).moved(*(_BESIDE if at in board.pier else _ABOVE))) for at in hexes)
    return element("g", *texts, id="numbers", pointer_events="none")


def _hex(stage: Stage, at: Hex) -> Markup:
    state, kind = stage.state, stage.board.terrain[at]
    status = state.hex_status(at)
    kinds = f"{kind} {status}" if at in stage.board.defended else kind
    fact = facts.hex_facts(state, at)
    here = [*fact["units"], *(f"{id} on the pier" for id in fact["on_pier"])]
    told = [*reports.hex_summary(state, fact), *([f"  here: {', '.join(here)}"] if here else [])]
    return element("path", svg.titled("\n".join(told)), id=f"hex-{at}", class_=kinds, d=GRID.outline(at))


def areas(stage: Stage) -> Iterator[Markup]:
    """The names of areas."""
    for id in stage.board.areas:
        if place := area_place(stage, id):
            yield from area(stage, id, place)


def beaches(stage: Stage, cut: Cut | None = None) -> Iterator[Markup]:
    """Names of beaches, and the beach of each landing and entry hex, but those that counters hide."""
    for beach in stage.board.beaches.values():
        for label, over in _labels(beach.id):
            if not any(stage.units(at) for at in over) and (not cut or all(map(cut.holds, label.corners))):
                yield label.drawn(over, fill=BEACHES[beach.id])


def around_beaches(board: Board) -> Iterator[Point]:
    """The corners of the names of beaches."""
    return (corner for id in board.beaches for corner in _labels(id)[-1][0].corners)


@cache
def _labels(id: str) -> list[tuple[Label, list[Hex]]]:
    """The words of a beach, each with the hexes that it runs over."""
    board = betio()
    beach = board.beaches[id]
    code = beach.name.replace(" Beach", "")
    codes = [(Label((code,), GRID.centre(at).moved(0, 23), 13, "code"), [at]) for at in (*beach.landing, *beach.entry)]
    # the name is off the shore, between two rows of numbers
    across, down = _OFFSHORE[beach.facing]
    wanted = middle(GRID.centre(at) for at in beach.landing).moved(across * WIDTH, down * WIDTH)
    row = min((GRID.centre(at).y for at in board.terrain), key=lambda y: abs(y - wanted.y))
    name = Label((beach.name.upper(),), Point(wanted.x, row + 13), 30, "beach", spaced=5)
    return [*codes, (name, name.over(GRID, sorted(board.terrain), Point(*ALONE)))]


def area_place(stage: Stage, id: str) -> Point | None:
    """The place of an area's name: near its centre, on hexes with nothing in them; None if there are none."""
    hexes = stage.board.areas[id].hexes
    midst = middle(GRID.centre(at) for at in hexes)

    def cost(at: Hex) -> float:
        away = GRID.centre(at)
        return abs(away.x - midst.x) + abs(away.y - midst.y) + 5 * WIDTH * _hidden(stage, id, at)

    best = min(hexes, key=cost)
    return GRID.centre(best) if _hidden(stage, id, best) < 10 else None


def _hidden(stage: Stage, area: str, at: Hex) -> int:
    """The penalty for an area's name at a hex: what it would hide there and in the hexes next to it."""
    board = stage.board
    hexes = (at, *beside(at))
    taken = {hex for hex in hexes if stage.units(hex) or hex in board.landing}
    free = [3 * (board.area_of.get(hex) != area) + (hex in board.pillboxes) for hex in hexes if hex not in taken]
    return 10 * len(taken) + sum(free)


@cache
def beside(at: Hex) -> tuple[Hex, ...]:
    """The hexes in the row of a hex over which a name on it may run."""
    found = []
    for way in ("W", "E"):
        hex = neighbour(at, way)
        found += [one for one in (hex, hex and neighbour(hex, way)) if one]
    return tuple(found)


def area(stage: Stage, id: str, place: Point) -> Iterator[Markup]:
    """The name of an area, and how much of it is cleared."""
    fact = facts.area_facts(stage.state, id)
    left = f"cleared {len(fact['cleared'])} of {fact['defended']}"
    yield haloed(fact["name"], place.moved(0, -3), class_="area")
    yield haloed("secured" if fact["secured"] else left, place.moved(0, 11), class_="count fine")
