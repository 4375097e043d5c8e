"""Routes over land. A step costs what the map says; the hexes held decide where one can go."""

from collections.abc import Mapping
from functools import cache, lru_cache

from tarawa_cli.games.tarawa import data
from tarawa_cli.games.tarawa.geography.grid import neighbours
from tarawa_cli.games.tarawa.model.board import PIER_FOOT, betio
from tarawa_cli.games.tarawa.model.charts import Charts
from tarawa_cli.games.tarawa.model.unit_types import UnitType
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.kernel.hexes import Hex, Onward, Way, cheapest_ways, hexside


def gait(unit: UnitType) -> str:
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
def reach(gait: str, start: Hex, budget: float, open_: frozenset[Hex]) -> Mapping[Hex, Way]:
    """The cheapest route to every hex that can be reached through open hexes, sorted by cost, then number."""
    found = cheapest_ways(start, onward(gait), budget, open_)
    return dict(sorted(found.items(), key=lambda item: (item[1].price, item[0])))
