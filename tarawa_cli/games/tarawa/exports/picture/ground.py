"""What is printed on the map: every hex with its terrain and number, and the names of areas and beaches."""

from tarawa_cli.games.tarawa.exports.picture.counters import ALONE
from tarawa_cli.games.tarawa.exports.picture.lines import coast
from tarawa_cli.games.tarawa.exports.picture.sheet import GRID, WIDTH
from tarawa_cli.games.tarawa.exports.picture.stage import Stage
from tarawa_cli.games.tarawa.exports.picture.style import BEACHES
from tarawa_cli.games.tarawa.model.board import Beach, Board, betio, neighbour, neighbours
from tarawa_cli.games.tarawa.views import facts, reports
from tarawa_cli.games.tarawa.views.ground import JAPANESE, MARINES
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.hints import Iterable, Iterator
from tarawa_cli.kernel.render.labels import Label
from tarawa_cli.kernel.render.markup import Markup, element
from tarawa_cli.kernel.render.svg import Cut, Point, haloed, middle, outline, titled, write
from tarawa_cli.kernel.standard import cache

# Where the name of a beach stands: this far off its landing hexes, in hexes.
_OFFSHORE = {"S": (0.0, -1.7), "N": (0.0, 2.1), "ESE": (-2.6, -1.0)}

# Where the number of a hex stands, from its centre: at the top, or beside the pier.
_ABOVE, _BESIDE = (0, -25), (-21, -14)
_INSET, _ON_COAST = 0.9, 0.78
"""The hatching of a hex leaves its edge free, so that single hexes show, and on the coast does not reach the sea."""
_ORIGIN = Point(0, 0)


def hexes(stage: Stage, shown: Iterable[Hex]) -> Markup:
    """Some hexes with everything that `hex` says about them; what is land, within the coast."""
    land = stage.board.land
    sea = [_hex(stage, at) for at in shown if at not in land]
    on_land = element("g", *(_hex(stage, at) for at in shown if at in land), clip_path="url(#land)")
    return element("g", *sea, *shore(stage.board), on_land, id="ground")


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
    yield element("path", class_="shore", d=shape.outline, pointer_events="none")


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
    return outline(centre, GRID.radius * (_INSET if inland else _ON_COAST))


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
    return element("path", titled(_told(stage, at)), id=f"hex-{at}", class_=kinds, d=GRID.outline(at))


def _told(stage: Stage, at: Hex) -> str:
    """What `hex` says of the hex itself, and which units are there."""
    fact = facts.hex_facts(stage.state, at)
    here = [*fact["units"], *(f"{id} on the pier" for id in fact["on_pier"])]
    return "\n".join([*reports.hex_summary(stage.state, fact), *([f"  here: {', '.join(here)}"] if here else [])])


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
    name = _name(board, beach)
    return [*codes, (name, name.over(GRID, sorted(board.terrain), Point(*ALONE)))]


def _name(board: Board, beach: Beach) -> Label:
    """Its name off the shore, between two rows of numbers."""
    across, down = _OFFSHORE[beach.facing]
    wanted = middle(GRID.centre(at) for at in beach.landing).moved(across * WIDTH, down * WIDTH)
    row = min((GRID.centre(at).y for at in board.terrain), key=lambda y: abs(y - wanted.y))
    return Label((beach.name.upper(),), Point(wanted.x, row + 13), 30, "beach", spaced=5)


def area_place(stage: Stage, id: str) -> Point | None:
    """Where the name of an area stands: near its centre, on hexes with nothing in them; None if there are none."""
    hexes = stage.board.areas[id].hexes
    midst = middle(GRID.centre(at) for at in hexes)

    def cost(at: Hex) -> float:
        away = GRID.centre(at)
        return abs(away.x - midst.x) + abs(away.y - midst.y) + 5 * WIDTH * _hidden(stage, id, at)

    best = min(hexes, key=cost)
    return GRID.centre(best) if _hidden(stage, id, best) < 10 else None


def _hidden(stage: Stage, area: str, at: Hex) -> int:
    """How bad it would be if the name of an area stood on a hex, and ran over those beside it."""
    return sum(_worse(stage, area, hex) for hex in (at, *beside(at)))


@cache
def beside(at: Hex) -> tuple[Hex, ...]:
    """The hexes in the row of a hex over which a name that stands on it may run."""
    found = []
    for way in ("W", "E"):
        hex = neighbour(at, way)
        found += [one for one in (hex, hex and neighbour(hex, way)) if one]
    return tuple(found)


def _worse(stage: Stage, area: str, at: Hex) -> int:
    if stage.units(at) or at in stage.board.landing:
        return 10
    return 3 * (stage.board.area_of.get(at) != area) + (at in stage.board.pillboxes)


def area(stage: Stage, id: str, place: Point) -> Iterator[Markup]:
    """The name of an area, and how much of it is cleared."""
    fact = facts.area_facts(stage.state, id)
    left = f"cleared {len(fact['cleared'])} of {fact['defended']}"
    yield haloed(fact["name"], place.moved(0, -3), class_="area")
    yield haloed("secured" if fact["secured"] else left, place.moved(0, 11), class_="count fine")
