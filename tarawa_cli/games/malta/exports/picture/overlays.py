"""What the layers of the map lay over the ground: regions, zones of control, supply lines."""

from tarawa_cli.games.malta.exports.picture.sheet import GRID, WIDTH
from tarawa_cli.games.malta.model.unit_types import SIDES
from tarawa_cli.games.malta.rules.ch07_08_stacking_supply import needs_supply
from tarawa_cli.games.malta.views.scene import Position
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.hints import Callable, Iterable, Iterator
from tarawa_cli.kernel.render.markup import Markup, element
from tarawa_cli.kernel.render.svg import haloed, middle

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
    """In place of the names of towns."""
    for region in position.board.regions.values():
        yield haloed(region.name, middle(map(GRID.centre, region.hexes)), class_="region")


def zones(position: Position) -> Iterator[Markup]:
    """Whose zones of control cover a hex (5)."""
    covered: dict[str, set[Hex]] = {
        "axis": {at for at in position.board.land if position.field.in_enemy_zone("allied", at)},
        "allied": {at for at in position.board.land if position.field.in_enemy_zone("axis", at)},
    }
    both = covered["axis"] & covered["allied"]
    yield from (_tint(f"{side}-zone", hexes - both) for side, hexes in covered.items())
    yield _tint("both-zones", both)


def supply(position: Position) -> Iterator[Markup]:
    """Lines from units to their sources, the sources, and those who have none (8)."""
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
