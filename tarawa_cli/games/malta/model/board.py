"""The map of 2.3: its grid, terrain, hexsides, roads, places, regions, beaches, ports. It never changes."""

from itertools import pairwise

from tarawa_cli.games.malta import data, rule
from tarawa_cli.kernel.board.hexes import Grid, Hex, Side, hexside
from tarawa_cli.kernel.hints import Any, Iterator, NamedTuple
from tarawa_cli.kernel.standard import cache, cached_property

# ── The grid of Malta's map (2.3)


GRID = Grid("flat", "CCRR", "eastward", "even")

is_hex = GRID.is_hex
neighbours = GRID.neighbours
distance = GRID.distance
disc = GRID.disc
within = GRID.within


# ── The map of 2.3


OCEAN = "ocean"


class Region(NamedTuple):
    """A part of the land."""

    id: str
    name: str
    letter: str
    hexes: tuple[Hex, ...]


class NamedPlace(NamedTuple):
    """A place on the map."""

    id: str
    name: str


class Port(NamedTuple):
    id: str
    name: str
    quays: tuple[Hex, ...]
    roads: Hex
    """The sea hex from which ships reach the quays."""


class Sector(NamedTuple):
    """Where a brigade sets up."""

    id: str
    name: str
    hexes: frozenset[Hex]


def _sides(group: dict[str, str]) -> frozenset[Side]:
    return frozenset(hexside(*pair.split("|")) for line in group.values() for pair in line.split())


def _grid(rows: dict[str, str], empty: str) -> dict[Hex, str]:
    """The characters of a block of rows, by hex."""
    found = {
        GRID.name(int(row), column): sign
        for row, signs in rows.items()
        for column, sign in enumerate(signs, 1)
        if sign != empty
    }
    return dict(sorted(found.items()))


@rule("2.3")
class Board:
    """Everything printed on the map."""

    def __init__(self, doc: dict[str, Any]) -> None:
        self.columns = range(doc["grid"]["columns"][0], doc["grid"]["columns"][1] + 1)
        self.rows = range(doc["grid"]["rows"][0], doc["grid"]["rows"][1] + 1)
        self.terrain: dict[Hex, str] = {at: doc["key"][sign] for at, sign in _grid(doc["terrain"], "").items()}
        """The terrain of every hex of the map, including the sea."""
        letters = _grid(doc["region_of"], "-")
        self.regions = {
            sheet["id"]: Region(
                sheet["id"], sheet["name"], letter, tuple(at for at, its in letters.items() if its == letter)
            )
            for letter, sheet in doc["regions"].items()
        }
        self.region_of: dict[Hex, str] = {at: doc["regions"][letter]["id"] for at, letter in letters.items()}
        self.places: dict[Hex, NamedPlace] = {at: NamedPlace(**sheet) for at, sheet in sorted(doc["places"].items())}
        self.beaches: dict[str, tuple[Hex, ...]] = {zone: tuple(line.split()) for zone, line in doc["beaches"].items()}
        self.airfields: dict[Hex, str] = {sheet["hex"]: sheet["name"] for sheet in doc["airfields"].values()}
        self.ports = {
            id: Port(id, sheet["name"], tuple(sheet["quays"].split()), sheet["roads"])
            for id, sheet in doc["ports"].items()
        }
        self.streams = _sides(doc["stream_hexsides"])
        self.steep = _sides(doc["steep_hexsides"])
        self.water = _sides(doc["water_hexsides"])
        self.roads = frozenset(hexside(*pair) for line in doc["roads"].values() for pair in pairwise(line.split()))
        self.objectives: dict[Hex, int] = dict(sorted(doc["objectives"].items()))
        self.sectors = {
            id: Sector(id, sheet["name"], frozenset(sheet["hexes"].split())) for id, sheet in doc["sectors"].items()
        }

    @cached_property
    def land(self) -> frozenset[Hex]:
        return frozenset(at for at, kind in self.terrain.items() if kind != OCEAN)

    @cached_property
    def zone_of(self) -> dict[Hex, str]:
        """The zone of every beach hex (18.1)."""
        return {at: zone for zone, hexes in self.beaches.items() for at in hexes}

    @cached_property
    def hexes_by_place(self) -> dict[str, Hex]:
        return {place.id: at for at, place in self.places.items()}

    @cached_property
    def adjacent(self) -> dict[Hex, tuple[Hex, ...]]:
        """The land hexes next to every land hex, over hexsides that are not all water."""
        return {
            at: tuple(other for other in neighbours(at) if other in self.land and hexside(at, other) not in self.water)
            for at in sorted(self.land)
        }

    def name_of(self, at: Hex) -> str:
        """The name of a hex, or nothing."""
        return self.places[at].name if at in self.places else ""

    def titled(self, at: Hex) -> str:
        """`Luqa airfield (1613)`; of a hex without a name its number."""
        name = self.name_of(at)
        return f"{name} ({at})" if name else at


def problems(doc: dict[str, Any]) -> list[str]:
    """Everything that is wrong with a map file."""
    board = Board(doc)
    return [*_grid_problems(board), *_side_problems(board), *_hex_problems(board), *_land_problems(board)]


def _grid_problems(board: Board) -> Iterator[str]:
    sheet = {GRID.name(row, column) for row in board.rows for column in board.columns}
    if set(board.terrain) != sheet:
        yield f"terrain: {len(set(board.terrain) ^ sheet)} hexes missing or extra"
    if set(board.region_of) != board.land:
        yield f"region_of: {', '.join(sorted(set(board.region_of) ^ board.land))} land without region, or sea with one"


def _side_problems(board: Board) -> Iterator[str]:
    sides = {"stream": board.streams, "steep": board.steep, "water": board.water, "roads": board.roads}
    for name, found in sides.items():
        for one, other in sorted(found):
            if other not in neighbours(one):
                yield f"{name}: {one} and {other} are not neighbours"
            elif not {one, other} <= board.land:
                yield f"{name}: {one}|{other} is not between two land hexes"
    for one, other in sorted(board.streams & board.steep | board.water & board.roads):
        yield f"hexsides: {one}|{other} cannot be both"


def _hex_problems(board: Board) -> Iterator[str]:
    land = {
        "beaches": board.zone_of,
        "airfields": board.airfields,
        "ports": [quay for port in board.ports.values() for quay in port.quays],
        "objectives": board.objectives,
    }
    for name, hexes in land.items():
        yield from (f"{name}: {at} is not a land hex" for at in hexes if at not in board.land)
    yield from (f"places: {at} is not a hex on the map" for at in board.places if at not in board.terrain)
    yield from (f"ports: {port.roads} is not the sea" for port in board.ports.values() if port.roads in board.land)
    beaches = {at for at, kind in board.terrain.items() if kind == "beach"}
    if beaches != set(board.zone_of):
        yield f"beaches: {', '.join(sorted(beaches ^ set(board.zone_of)))} differ from the terrain"
    if len(board.hexes_by_place) < len(board.places) or any(map(is_hex, board.hexes_by_place)):
        yield "places: ids must be unique and not numbers"


def _land_problems(board: Board) -> Iterator[str]:
    """Check that every land hex is in one sector and has a neighbour."""
    counted = [at for sector in board.sectors.values() for at in sector.hexes]
    if sorted(counted) != sorted(board.land):
        yield "sectors: every land hex must be in exactly one"
    alone = [at for at, others in board.adjacent.items() if not others]
    yield from (f"water: {at} is cut off" for at in alone)


@cache
def malta() -> Board:
    """The map. A test checks that its file is sound; it is not checked at each start."""
    return Board(data.document("map.toml"))
