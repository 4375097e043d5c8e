"""Routes over land, and over the reef."""

from tarawa_cli.games.tarawa import data
from tarawa_cli.games.tarawa.model.board import PIER_FOOT, betio, neighbours
from tarawa_cli.games.tarawa.model.charts import Charts
from tarawa_cli.games.tarawa.model.unit_types import UnitType
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.kernel.board.hexes import Hex, Onward, Path, cheapest_ways, hexside, spread
from tarawa_cli.kernel.hints import Iterable, Mapping, NamedTuple
from tarawa_cli.kernel.standard import cache, lru_cache, partial

# ── Routes over land


def land_gait(unit: UnitType) -> str:
    """How a unit moves on land: as a tank, on foot, or as a gun."""
    return "gun" if unit.is_craft else unit.nature.moves


@cache
@rule("7.2.1", "2.3", "11.33")
def steps(gait: str, here: Hex) -> Mapping[Hex, float]:
    """The land hexes that can be entered from a hex, with the cost of each.

    A road gives the road rate; an open hexside gives the clear rate, if that is lower; a ditch always adds its cost.
    Infantry and engineers may also step onto 2632, the foot of the pier.
    """
    open_ = betio().land | {PIER_FOOT} if gait == "foot" else betio().land
    around = {there: _cost(gait, here, there) for there in neighbours(here) if there in open_}
    return {there: cost for there, cost in around.items() if cost is not None}


def _cost(gait: str, here: Hex, there: Hex) -> float | None:
    board, crossing = betio(), data.document("charts.toml")["crossing"]
    side, column = hexside(here, there), "tank" if gait == "tank" else "foot"
    own = _entry(column, board.terrain[there])
    costs = [] if own is None else [own]
    if side in board.roads:
        costs.append(crossing["road"][column])
    if side in board.open_sides and own is not None:
        costs.append(_entry(column, "clear") or 0)
    if not costs:
        return None
    return float(min(costs) + (crossing["ditch"][column] if side in board.ditches else 0))


@cache
def _entry(column: str, terrain: str) -> float | None:
    """The cost of entering terrain; None if it cannot be entered."""
    cost: float | None = getattr(Charts({}).terrain[terrain], column)
    return cost


def onward(gait: str) -> Onward:
    """All steps from a hex."""
    return lambda here: steps(gait, here).items()


@cache
def approaches(here: Hex) -> tuple[tuple[Hex, float], ...]:
    """All steps on foot into a hex: from where, and the cost of each."""
    around = ((there, steps("foot", there).get(here)) for there in neighbours(here) if there in betio().land)
    return tuple((there, cost) for there, cost in around if cost is not None)


@lru_cache(512)
def reach(gait: str, start: Hex, budget: float, open_: frozenset[Hex]) -> Mapping[Hex, Path]:
    """The cheapest route to every hex that can be reached through open hexes, sorted by cost, then number."""
    found = cheapest_ways(start, onward(gait), budget, open_)
    return dict(sorted(found.items(), key=lambda item: (item[1].price, item[0])))


# ── Routes over the reef, computed once


class ReefMove(NamedTuple):
    """The hexes that a unit enters in an impulse, and the AP it has spent by then."""

    route: tuple[Hex, ...]
    spent: float


def pays(full: float, spent: float, cost: float) -> float | None:
    """The AP spent after one more hex; None if the unit cannot pay.

    A unit that has not moved may always enter one hex by spending its whole allowance.
    """
    if spent + cost <= full:
        return spent + cost
    return full if spent == 0 and full > 0 else None


def water_gait(unit: UnitType) -> str:
    """How a unit moves in the water: as a craft, as a tank, or on foot."""
    return "foot" if unit.is_gun else unit.nature.moves


@cache
def open_terrain(gait: str) -> frozenset[str]:
    """The terrain of reef and landing hexes that a kind of unit may enter (2.3)."""
    chart = Charts({}).terrain
    return frozenset(
        t.id for t in chart.values() if (t.place == "water" or t.id == "landing") and getattr(t, gait) is not None
    )


@cache
def open_hexes(gait: str) -> frozenset[Hex]:
    """The reef and landing hexes that a kind of unit may enter."""
    able = open_terrain(gait)
    return frozenset(at for at, terrain in betio().terrain.items() if terrain in able)


@rule("6.4", "11.33", "11.34")
def leads_to(gait: str, here: Hex, there: Hex) -> bool:
    """Whether a hex may be entered from a water hex next to it.

    Craft and tanks avoid obstacles; no unit crosses the pier.
    """
    able = open_hexes(gait)
    board = betio()
    return here in able and there in able and board.is_water(here) and hexside(here, there) not in board.pier_sides


@cache
def links(gait: str, here: Hex) -> tuple[Hex, ...]:
    """The hexes that may be entered from a water hex, by number."""
    return tuple(there for there in neighbours(here) if leads_to(gait, here, there))


@cache
def behind(gait: str, there: Hex) -> tuple[Hex, ...]:
    """The water hexes from which a hex may be entered."""
    return tuple(here for here in neighbours(there) if there in links(gait, here))


@lru_cache(maxsize=1024)
def steps_to(gait: str, goals: tuple[Hex, ...]) -> dict[Hex, int]:
    """The number of steps from every water hex to the nearest of some landing or entry hexes."""
    return spread(goals, partial(behind, gait))


def nearest(gait: str, at: Hex, goals: Iterable[Hex]) -> int:
    """Steps to the nearest of some goals; 999 if none can be reached."""
    return steps_to(gait, tuple(goals)).get(at, 999)


@cache
@rule("6.4")
def fronts(beach: str, gait: str, here: Hex) -> tuple[Hex, ...]:
    """The front hexes of a unit that it may enter, given its beach, by number."""
    front = betio().beaches[beach].front(here)
    return tuple(there for there in links(gait, here) if there in front)


@lru_cache(maxsize=4096)
def ahead_of(beach: str, gait: str, here: Hex, ap: int) -> frozenset[Hex]:
    """The hexes that a unit alone on the reef could reach through front hexes with some AP; at least one."""
    found, edge = set[Hex](), {here}
    for _ in range(max(1, ap // int(min(costs(gait).values())))):
        edge = {there for at in edge for there in fronts(beach, gait, at)}
        found |= edge
    return frozenset(found)


@cache
def costs(gait: str) -> dict[str, float]:
    """The cost of each reef and landing terrain for a kind of unit."""
    return {t.id: getattr(t, gait) for t in Charts({}).terrain.values() if t.id in open_terrain(gait)}


@lru_cache(maxsize=1024)
@rule("6.4")
def front_steps(beach: str, gait: str, goals: tuple[Hex, ...]) -> dict[Hex, int]:
    """The hexes from which front hexes lead to one of some landing hexes, with the steps to the nearest."""
    return spread(goals, partial(fronts_behind, beach, gait))


@cache
def fronts_behind(beach: str, gait: str, there: Hex) -> tuple[Hex, ...]:
    """The hexes of whose front hexes this is one, and from which it may be entered."""
    return tuple(here for here in betio().beaches[beach].back(there) if leads_to(gait, here, there))
