"""7.2, 7.2.1, 2.3: what a unit ashore may do at all, and what each step costs it."""

from tarawa_cli.games.tarawa import data
from tarawa_cli.games.tarawa.board import PIER_FOOT
from tarawa_cli.games.tarawa.rules.allowance import ap_left
from tarawa_cli.games.tarawa.state import State, Unit
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.hexes import Hex, distance, hexside, neighbours
from tarawa_cli.kernel.rulebook import rule

ISOLATED_AFTER = 2


@rule("7.2")
def check_can_act(state: State, unit: Unit) -> None:
    """Ashore, unpinned, and not at work on something that takes the whole turn."""
    if not state.is_ashore(unit):
        raise Refused("7.2", f"{unit.id} is not ashore: {unit.at}", "units ashore")
    if unit.pins:
        raise Refused("7.2", f"{unit.id} is pinned and acts no more this turn", "next")
    if unit.walking:
        raise Refused("11.33", f"{unit.id} landed on the pier this turn and does nothing but walk", "next")
    busy = {"digs in": unit.digging, "recovers": unit.recovering, "is at the wreck": unit.wrecking}
    for what, true in busy.items():
        if true:
            raise Refused("7.2", f"{unit.id} {what} and does nothing else this turn", "undo, or another unit")


def check_ap(state: State, unit: Unit, cost: float, rule: str, what: str) -> None:
    left = ap_left(state, unit)
    if left < cost:
        raise Refused(rule, f"{what} costs {cost:g} AP, and {unit.id} has {left:g} left", "another unit, or next")


@rule("8.9", "8.10")
def is_unsupplied(unit: Unit) -> bool:
    return unit.supply == "none"


@rule("8.10")
def is_isolated(unit: Unit) -> bool:
    """Unsupplied for more than two turns."""
    return unit.supply == "none" and unit.unsupplied > ISOLATED_AFTER


@rule("8.2", "8.4")
def check_active(unit: Unit, rule: str, what: str) -> None:
    if unit.supply != "active":
        raise Refused(
            rule, f"{unit.id} is not in active supply, which it needs to {what}", "a supply point before, or fire"
        )


@rule("7.2.1", "2.3")
def step_cost(state: State, unit: Unit, here: Hex, there: Hex) -> float | None:
    """What a step costs on land; None where there is no way.

    Along a road the road rate, over an open hexside the clear rate, if lower; a ditch always adds its cost.
    """
    if not state.is_friendly(there) or there not in neighbours(here):
        return None
    board, terrain = state.board, state.charts.terrain
    side, gait = hexside(here, there), "tank" if unit.type.is_tank else "foot"
    own = terrain[board.terrain[there]].cost(unit.type)
    crossing = data.document("charts.toml")["crossing"]
    costs = [] if own is None else [own]
    if side in board.roads:
        costs.append(crossing["road"][gait])
    if side in board.open_sides and own is not None:
        costs.append(terrain["clear"].cost(unit.type) or 0)
    if not costs:
        return None
    return float(min(costs) + (crossing["ditch"][gait] if side in board.ditches else 0))


def combat_number(state: State, unit: Unit) -> int:
    """Of the hex that a unit stands in."""
    terrain = "pier" if unit.on_pier else state.board.terrain[unit.at]
    return state.charts.terrain[terrain].combat


def standing(unit: Unit) -> Hex:
    """The hex that a unit ashore is in, 2632 for one at the foot of the pier."""
    return unit.on_pier or unit.at


def near_uncleared(state: State, at: Hex, radius: int) -> list[Hex]:
    """Uncleared hexes at most so far away, by number."""
    return sorted(hex for hex in state.uncleared if distance(at, hex) <= radius)


@rule("7.2")
def has_integrity(state: State, unit: Unit) -> bool:
    """The other half-battalion is alive, ashore and within two hexes."""
    others = (
        other
        for other in state.units.values()
        if other.kind == "infantry" and other.type.battalion == unit.type.battalion and other is not unit
    )
    return unit.kind == "infantry" and any(
        state.is_ashore(other) and distance(standing(unit), standing(other)) <= 2 for other in others
    )


def is_at_foot(unit: Unit) -> bool:
    return unit.on_pier == PIER_FOOT
