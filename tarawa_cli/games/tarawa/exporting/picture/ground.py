"""What is printed on the map: every hex with its terrain and number, and the names of areas and beaches."""

from collections.abc import Iterator

from tarawa_cli.games.tarawa.exporting.picture.sheet import GRID, WIDTH
from tarawa_cli.games.tarawa.exporting.picture.stage import Stage
from tarawa_cli.games.tarawa.exporting.picture.style import BEACHES
from tarawa_cli.games.tarawa.geography.grid import neighbour
from tarawa_cli.games.tarawa.looking import facts, reports
from tarawa_cli.games.tarawa.looking.scene.ground import JAPANESE, MARINES
from tarawa_cli.games.tarawa.model.board import Beach, Board
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.render.markup import Markup, element
from tarawa_cli.kernel.render.svg import Point, haloed, middle, titled, write

# Where the name of a beach stands: this far off its landing hexes, in hexes.
_OFFSHORE = {"S": (0.0, -1.7), "N": (0.0, 2.1), "ESE": (-2.6, -1.0)}

# Where the number of a hex stands, from its centre: at the top, or beside the pier.
_ABOVE, _BESIDE = (0, -25), (-21, -14)


def hexes(stage: Stage, held: bool = True) -> Markup:
    """Every hex once, with everything that `hex` says about it; uncleared ones are hatched."""
    shown = sorted(stage.board.terrain)
    return element(
        "g",
        element("g", *(_hex(stage, at) for at in shown), id="ground"),
        *(
            element("path", d="".join(map(GRID.outline, hexes)), class_=holder, pointer_events="none")
            for holder, hexes in (_held(stage) if held else {}).items()
        ),
        numbers(stage.board),
    )


def _held(stage: Stage) -> dict[str, list[Hex]]:
    """The hexes of the island by who holds them."""
    land = sorted(stage.board.land)
    return {name: [at for at in land if holder(stage, at) == name] for name in ("held", "own")}


def holder(stage: Stage, at: Hex) -> str:
    """`held` by the Japanese, or `own`; nothing for a hex without defenders that nobody has entered."""
    return {JAPANESE: "held", MARINES: "own"}.get(stage.view(at).owner, "") if at in stage.board.land else ""


def numbers(board: Board) -> Markup:
    """The number of every hex."""
    texts = (
        write(at, GRID.centre(at).moved(*(_BESIDE if at in board.pier else _ABOVE))) for at in sorted(board.terrain)
    )
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


def names(stage: Stage) -> Iterator[Markup]:
    """Names of areas and beaches, and the beach of each landing and entry hex."""
    yield from beaches(stage)
    for id in stage.board.areas:
        yield from area(stage, id, area_place(stage, id))


def beaches(stage: Stage) -> Iterator[Markup]:
    for beach in stage.board.beaches.values():
        yield from _beach(stage, beach)


def _beach(stage: Stage, beach: Beach) -> Iterator[Markup]:
    colour = BEACHES[beach.id]
    code = beach.name.replace(" Beach", "")
    for at in (*beach.landing, *beach.entry):
        if at not in stage.places:
            yield haloed(code, GRID.centre(at).moved(0, 21), class_="code", fill=colour)
    across, down = _OFFSHORE[beach.facing]
    place = middle(GRID.centre(at) for at in beach.landing).moved(across * WIDTH, down * WIDTH)
    yield haloed(beach.name.upper(), place, class_="beach", fill=colour)


def area_place(stage: Stage, id: str) -> Point:
    """Where the name of an area stands: near its centre, preferably on a hex with nothing in it."""
    hexes = stage.board.areas[id].hexes
    midst = middle(GRID.centre(at) for at in hexes)

    def cost(at: Hex) -> float:
        away = GRID.centre(at)
        beside = (neighbour(at, "W"), at, neighbour(at, "E"))
        return abs(away.x - midst.x) + abs(away.y - midst.y) + WIDTH * sum(_hidden(stage, id, hex) for hex in beside)

    return GRID.centre(min(hexes, key=cost))


def _hidden(stage: Stage, area: str, at: Hex | None) -> int:
    """How bad it would be if the name of an area ran over a hex; worst if it hid a unit, or a unit hid it."""
    if at in stage.places:
        return 5
    return at is None or stage.board.area_of.get(at) != area or at in stage.board.pillboxes or at in stage.board.landing


def area(stage: Stage, id: str, place: Point) -> Iterator[Markup]:
    """The name of an area, and how much of it is cleared."""
    fact = facts.area_facts(stage.state, id)
    left = f"cleared {len(fact['cleared'])} of {fact['defended']}"
    yield haloed(fact["name"], place.moved(0, 8), class_="area")
    yield haloed("secured" if fact["secured"] else left, place.moved(0, 25), class_="count")
