"""The map of 2.2, which never changes, the places where a unit can be, and what follows from the hexes held."""

from tarawa_cli.games.tarawa import data, rule
from tarawa_cli.kernel.board.hexes import Grid, Hex, Side, hexside
from tarawa_cli.kernel.hints import Any, Iterable, Mapping, NamedTuple, NewType
from tarawa_cli.kernel.standard import cache, cached_property, lru_cache

# ── Where a unit can be: in a hex, on the pier, in a craft, or off the map
#
# A place is a text, the same in saves, JSON and play: `2531`, `pier:1832`, `in:lvt-1` or a word of `OFF_MAP`. Only
# these functions build and parse that text.


Place = NewType("Place", str)

SCHEDULE = Place("schedule")
POOL = Place("pool")
BAIRIKI = Place("bairiki")
LOST = Place("lost")
ABSENT = Place("absent")
OFF_MAP = {
    SCHEDULE: "still to come",
    POOL: "in the pool",
    BAIRIKI: "on Bairiki",
    LOST: "lost",
    ABSENT: "not in this game",
}
"""The places off the map, in words."""
_PIER, _IN = "pier:", "in:"


def in_hex(at: Hex) -> Place:
    return Place(at)


@cache
def on_pier(at: Hex) -> Place:
    return Place(f"{_PIER}{at}")


@cache
def aboard(craft: str) -> Place:
    return Place(f"{_IN}{craft}")


class PlaceParts(NamedTuple):
    """The parts of a place; all are empty off the map."""

    hex: Hex = ""
    pier: Hex = ""
    """The hex again, if the place is on the pier."""
    craft: str = ""


@cache
def parts(place: str) -> PlaceParts:
    if place in OFF_MAP:
        return PlaceParts()
    if place.startswith(_PIER):
        at = place.removeprefix(_PIER)
        return PlaceParts(at, pier=at)
    if place.startswith(_IN):
        return PlaceParts(craft=place.removeprefix(_IN))
    return PlaceParts(hex=place)


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
        """The hexes that have this hex in front of them."""
        return [hex for way in BACK[self.facing] if (hex := neighbour(at, way))]


def _words(text: str) -> tuple[Hex, ...]:
    return tuple(text.split())


def _grid(rows: dict[str, str], empty: str) -> dict[Hex, str]:
    """The signs of a block of rows by hex; the first sign of a row is in the highest column."""
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


# ── What follows from the hexes that are held
#
# A set of hexes in the state never changes: a new set replaces it. So whatever follows from a set is computed once,
# then looked up, and is never out of date.


Hexes = frozenset[Hex]
_REMEMBERED = 128


@lru_cache(_REMEMBERED)
def uncleared_hexes(cleared: Hexes) -> Hexes:
    return betio().defended - cleared


@lru_cache(_REMEMBERED)
def friendly_hexes(cleared: Hexes, except_hexes: Hexes = frozenset()) -> Hexes:
    """Land that is ours: cleared, landing and airstrip hexes."""
    return (cleared | betio().free) - except_hexes


@lru_cache(_REMEMBERED)
def with_foot(hexes: Hexes) -> Hexes:
    """Some hexes plus 2632, the foot of the pier (11.33)."""
    return hexes | {PIER_FOOT}


@lru_cache(_REMEMBERED)
def secured_areas(cleared: Hexes, occupied: Hexes) -> frozenset[str]:
    """Areas with no uncleared hex in them or within three hexes, and with all their airstrip entered (2.2, 9.2.2)."""
    board, left = betio(), uncleared_hexes(cleared)
    return frozenset(
        name
        for name, area in board.areas.items()
        if board.airstrip(name) <= occupied
        and left.isdisjoint(area.hexes)  # most are settled by this, which is quick
        and left.isdisjoint(board.around_area(name, 3))
    )


@lru_cache(_REMEMBERED)
def airstrip_near_unsecured(secured: frozenset[str], far: int) -> Hexes:
    """The airstrip hexes in an unsecured area or within some distance of one (11.31)."""
    board = betio()
    near = {hex for area in board.areas if area not in secured for hex in board.around_area(area, far)}
    return frozenset(hex for hex in near if board.terrain[hex] == "airstrip")


@lru_cache(_REMEMBERED)
def connected_hexes(cleared: Hexes, starts: Hexes) -> Mapping[Hex, int]:
    """Every hex connected to one of the starts through friendly hexes (2632 included), with its distance."""
    open_ = with_foot(friendly_hexes(cleared))
    found: dict[Hex, int] = {}
    edge, steps = starts, 0
    while edge:
        found |= dict.fromkeys(edge, steps)
        edge, steps = (frozenset().union(*map(neighbours, edge)) & open_) - found.keys(), steps + 1
    return found
