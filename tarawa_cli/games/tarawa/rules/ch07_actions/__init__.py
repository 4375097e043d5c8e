"""Chapter 7: the fight on land. Here its ground (7.2, 7.2.1, 7.6, 2.3): routes, what a unit ashore may do, stacking."""

from tarawa_cli.games.tarawa import data, rule
from tarawa_cli.games.tarawa.model.board import PIER_BASE, PIER_FOOT, betio, disc, distance, neighbours, on_pier
from tarawa_cli.games.tarawa.model.charts import Charts
from tarawa_cli.games.tarawa.model.state import State, Unit, ap_left
from tarawa_cli.games.tarawa.model.unit_types import UnitType
from tarawa_cli.kernel.board.hexes import Hex, Onward, Path, cheapest_ways, hexside
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.hints import Mapping, Sequence
from tarawa_cli.kernel.standard import cache, lru_cache

# ── 7.2.1, 2.3: routes over land


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


# ── 7.6: stacking in a land hex


@rule("7.6")
def may_stack(units: Sequence[Unit]) -> bool:
    """One battalion plus one tank, artillery or other engineer unit; without infantry, one engineer and one other.

    Empty craft going home do not count.
    """
    if len(units) == 1:
        return True
    units = [unit for unit in units if not unit.type.is_craft]
    battalions = {unit.type.battalion for unit in units if unit.type.stacks == "battalion"}
    if len(battalions) > 1:
        return False
    if battalions:
        own = battalions.pop()
        return len([unit for unit in units if unit.type.battalion != own]) <= 1
    engineers = [unit for unit in units if unit.type.stacks == "engineers"]
    return len(engineers) <= 1 and len(units) - len(engineers) <= 1


@rule("7.6")
def may_have_stacked(units: Sequence[Unit]) -> bool:
    """Whether units can be together: a legal stack, or what is left of one that lost its infantry."""
    units = [unit for unit in units if not unit.type.is_craft]
    if may_stack(units):
        return True
    engineers = {unit.type.battalion for unit in units if unit.type.stacks == "engineers"}
    return not any(unit.type.stacks == "battalion" for unit in units) and any(
        len([unit for unit in units if unit.type.battalion != own]) <= 1 for own in engineers
    )


def has_room(state: State, at: Hex, unit: Unit) -> bool:
    """Whether a unit may end its move in a land hex or in 2632."""
    if at in state.board.pier:
        return is_pier_free(state, at)
    return may_stack([*(other for other in state.units_at(at) if other is not unit), unit])


@rule("7.6")
def is_pier_free(state: State, at: Hex) -> bool:
    """Whether a pier hex is free; it holds one unit."""
    return not state.units_at(on_pier(at))


@rule("6.4")
def shares_water(state: State, craft: Unit) -> bool:
    """Whether another unit is in its water hex; craft that are going home or emptied do not count."""
    others = (unit for unit in state.units_at(craft.at) if unit is not craft)
    return any(not unit.homeward and not unit.emptied for unit in others)


# ── 7.2, 7.2.1, 2.3: what a unit ashore may do at all, and the cost of each step


@rule("7.2")
def can_act(state: State, unit: Unit) -> bool:
    """Whether a unit is ashore, unpinned, and not busy with something that takes its whole turn."""
    return not (unit.pins or unit.walking or unit.is_busy) and state.is_ashore(unit)


def able_to_act(state: State) -> list[Unit]:
    """All units that can act, in the order of the unit list."""
    return [unit for unit in state.ashore() if can_act(state, unit)]


def check_can_act(state: State, unit: Unit) -> None:
    """Refused if a unit cannot act at all."""
    if can_act(state, unit):
        return
    if not state.is_ashore(unit):
        raise Refused("7.2", f"{unit.id} is not ashore: it is {unit.where}", "`legal` lists what you can do")
    if unit.pins:
        raise Refused("7.2", f"{unit.id} is pinned and cannot act again this turn", "next")
    if unit.walking:
        raise Refused("11.33", f"{unit.id} landed on the pier this turn and can only walk", "next")
    raise Refused("7.2", f"{unit.id} {unit.busy} and can do nothing else this turn", "undo, or another unit")


def check_ap(state: State, unit: Unit, cost: float, rule: str, what: str) -> None:
    left = ap_left(state, unit)
    if left < cost:
        raise Refused(rule, f"{what} costs {cost:g} AP, and {unit.id} has {left:g} left", "another unit, or next")


@rule("8.10")
def is_isolated(state: State, unit: Unit) -> bool:
    """Whether a unit has been unsupplied for more than two turns."""
    return unit.supply == "none" and unit.unsupplied > state.charts.value("isolated-after")


@rule("8.2", "8.4")
def check_active(unit: Unit, rule: str, what: str) -> None:
    if unit.supply != "active":
        raise Refused(
            rule,
            f"{unit.id} is not in active supply, which it needs to {what}",
            "give it a supply marker (8.2); until then it can fire",
        )


@rule("7.2.1", "2.3")
def step_cost(state: State, unit: Unit, here: Hex, there: Hex) -> float | None:
    """The cost of a step on land, or from land to 2632; None if it is impossible."""
    if not state.is_friendly(there) and there != PIER_FOOT:
        return None
    return steps(land_gait(unit.type), here).get(there)


def marines(state: State) -> list[Unit]:
    """Units on land."""
    land = state.board.land
    return [unit for unit in state.units.values() if unit.at in land and not unit.type.is_craft]


def areas_held(state: State) -> tuple[str, ...]:
    """The areas that hold Marines, in map order."""
    return state.board.areas_of(unit.at for unit in marines(state))


def area_of(state: State, unit: Unit) -> str:
    """The area that a unit ashore counts as being in; 2632 belongs to the base of the pier."""
    return state.board.area_of.get(unit.hex, state.board.area_of[PIER_BASE])


def near_uncleared(state: State, at: Hex, radius: int) -> list[Hex]:
    """Uncleared hexes within a distance, by number."""
    return sorted(state.uncleared & disc(at, radius))


@rule("7.2")
def has_integrity(state: State, unit: Unit) -> bool:
    """Whether the other half-battalion is alive, ashore and within two hexes."""
    half = state.charts.other_half.get(unit.id)
    if not half:
        return False
    other, far = state.units[half], state.charts.value("integrity-distance")
    return state.is_ashore(other) and distance(unit.hex, other.hex) <= far
