"""The map of 2.2: its grid, terrain, areas, pillboxes, beaches, the pier, ditches, roads. It never changes."""

from tarawa_cli.games.tarawa import data
from tarawa_cli.games.tarawa.model.places import on_pier
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.kernel.board.hexes import Grid, Hex, Side, hexside
from tarawa_cli.kernel.hints import Any, Iterable, NamedTuple
from tarawa_cli.kernel.standard import cache, cached_property

# ── The grid of Betio's map (2.2)


GRID = Grid("pointy", "RRCC", "westward", "odd")

is_hex = GRID.is_hex
neighbour = GRID.neighbour
neighbours = GRID.neighbours
distance = GRID.distance
disc = GRID.disc
within = GRID.within

FRONT = {"S": ("SE", "SW"), "N": ("NW", "NE"), "ESE": ("E", "SE"), "WNW": ("W", "NW")}
"""A craft that faces a corner enters only the hexes left and right of it (6.4)."""
BACK = {"S": ("NW", "NE"), "N": ("SE", "SW"), "ESE": ("W", "NW"), "WNW": ("E", "SE")}
"""The opposite directions: where it comes from."""


# ── The map of 2.2


COLUMNS = 60
LAND = frozenset({"landing", "shore", "clear", "palms", "airstrip", "excavation", "dump"})
WATER = frozenset({"reef", "obstacles", "entry"})
PIER_HEAD = ("1431", "1432")
PIER_FOOT = "2632"
PIER_BASE = "2731"


class Area(NamedTuple):
    id: str
    name: str
    letter: str
    hexes: tuple[Hex, ...]


class Beach(NamedTuple):
    id: str
    name: str
    facing: str
    limit: tuple[Hex, ...]
    landing: tuple[Hex, ...]
    entry: tuple[Hex, ...]

    def front(self, at: Hex) -> tuple[Hex | None, Hex | None]:
        """The front hexes: those to the left and right of the direction in which a unit for this beach faces (6.4)."""
        left, right = FRONT[self.facing]
        return neighbour(at, left), neighbour(at, right)

    def back(self, at: Hex) -> list[Hex]:
        """The hexes of which a hex is a front hex."""
        return [hex for way in BACK[self.facing] if (hex := neighbour(at, way))]


def _words(text: str) -> tuple[Hex, ...]:
    return tuple(text.split())


def _grid(rows: dict[str, str], empty: str) -> dict[Hex, str]:
    """The signs of a block of rows by hex, as they stand there: the first column is the highest."""
    columns = [f"{column:02d}" for column in range(COLUMNS, 0, -1)]
    return {
        row + column: sign
        for row, signs in rows.items()
        for column, sign in zip(columns, signs, strict=False)
        if sign != empty
    }


def _sides(text: str) -> frozenset[Side]:
    return frozenset(hexside(*pair.split("|")) for pair in text.split())


@rule("2.2")
class Board:
    """Everything printed on the map."""

    def __init__(self, doc: dict[str, Any]) -> None:
        key = doc["key"]
        self.terrain: dict[Hex, str] = {at: key[sign] for at, sign in _grid(doc["terrain"], "~").items()}
        hexes: dict[str, list[Hex]] = {letter: [] for letter in doc["areas"]}
        for at, letter in sorted(_grid(doc["area_of"], "-").items()):
            hexes[letter].append(at)
        self.areas: dict[str, Area] = {
            area["id"]: Area(area["id"], area["name"], letter, tuple(hexes[letter]))
            for letter, area in doc["areas"].items()
        }
        self.area_of: dict[Hex, str] = {hex: area.id for area in self.areas.values() for hex in area.hexes}
        self.pillboxes: dict[Hex, int] = dict(sorted(doc["pillboxes"].items()))
        self.beaches: dict[str, Beach] = {
            id: Beach(
                id,
                beach["name"],
                beach["facing"],
                _words(beach["limit"]),
                tuple(sorted(_words(beach["landing"]))),
                tuple(sorted(_words(beach["entry"]))),
            )
            for id, beach in doc["beaches"].items()
        }
        pier = doc["pier"]
        self.pier = frozenset(_words(pier["hexes"]))
        self.pier_sides = _sides(pier["hexsides"])
        self.pier_route = _words(pier["route"])
        self.pier_landing_from = _words(pier["landing_from"])
        self.wreck: Hex = doc["wreck"]["hex"]
        self.ditches = _sides(doc["ditches"]["hexsides"])
        self.open_sides = _sides(doc["open_hexsides"]["hexsides"])
        self.roads = frozenset(
            hexside(one, other)
            for road in doc["roads"].values()
            for one, other in zip(road.split(), road.split()[1:], strict=False)
        )

    @cached_property
    def land(self) -> frozenset[Hex]:
        return frozenset(self.area_of)

    @cached_property
    def landing(self) -> dict[Hex, str]:
        """Every landing hex, with its beach (11.35)."""
        return {hex: beach.id for beach in self.beaches.values() for hex in beach.landing}

    @cached_property
    def free(self) -> frozenset[Hex]:
        """Land without defenders, which can never be lost: landing and airstrip hexes (6.1, 11.31)."""
        return frozenset(h for h in self.area_of if self.terrain[h] in ("landing", "airstrip"))

    @cached_property
    def defended(self) -> frozenset[Hex]:
        """Land that must be cleared."""
        return self.land - self.free

    @cached_property
    def coast(self) -> frozenset[Hex]:
        """Land next to water (open sea included) or to the pier."""
        return frozenset(hex for hex in self.land if not self.land.issuperset(neighbours(hex)))

    @cached_property
    def water(self) -> frozenset[Hex]:
        return frozenset(hex for hex, terrain in self.terrain.items() if terrain in WATER)

    def is_water(self, at: Hex) -> bool:
        """Whether it is a reef or entry hex; the pier is neither."""
        return at in self.water

    @cached_property
    def ways_in(self) -> frozenset[str]:
        """The places on the reef and on the pier."""
        return self.water.union(on_pier(hex) for hex in (*PIER_HEAD, *self.pier_route[:-1]))

    def entry_beach(self, at: Hex) -> str:
        """The beach that an entry hex belongs to; nothing for other hexes."""
        return next((beach.id for beach in self.beaches.values() if at in beach.entry), "")

    @cache
    def airstrip(self, area: str) -> frozenset[Hex]:
        return frozenset(hex for hex in self.areas[area].hexes if self.terrain[hex] == "airstrip")

    @cache
    def pillbox_hexes(self, area: str) -> tuple[Hex, ...]:
        """The hexes of an area that hold pillboxes, by number."""
        return tuple(hex for hex in self.areas[area].hexes if hex in self.pillboxes)

    @cache
    def next_areas(self, area: str) -> tuple[str, ...]:
        """The areas that share a hexside with an area."""
        around = {self.area_of[h] for inner in self.areas[area].hexes for h in neighbours(inner) if h in self.area_of}
        return tuple(id for id in self.areas if id in around and id != area)

    @cache
    def around_area(self, area: str, radius: int) -> frozenset[Hex]:
        """Land within `radius` hexes of an area, including the area."""
        return frozenset(h for inner in self.areas[area].hexes for h in within(inner, radius) if h in self.area_of)

    @cache
    def distance_to_area(self, at: Hex, area: str) -> int:
        return min(distance(at, hex) for hex in self.areas[area].hexes)

    @cache
    def beach_areas(self, beach: str) -> tuple[str, ...]:
        """The areas that contain a hex of the beach's limits, in map order."""
        return self.areas_of(self.beaches[beach].limit)

    @cache
    def areas_off(self, beaches: frozenset[str]) -> tuple[str, ...]:
        """The areas with landing hexes of some beaches, in map order."""
        return self.areas_of([hex for beach in beaches for hex in self.beaches[beach].landing])

    def areas_of(self, hexes: Iterable[Hex]) -> tuple[str, ...]:
        """The areas of some hexes, in map order."""
        found = {self.area_of[hex] for hex in hexes}
        return tuple(id for id in self.areas if id in found)


@cache
def betio() -> Board:
    return Board(data.document("map.toml"))
