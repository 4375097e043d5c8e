"""7.2.6, 11.1: what takes a unit's whole turn: recovery and digging in."""

from tarawa_cli.games.tarawa.rules.ground import check_can_act, is_isolated, is_unsupplied, near_uncleared, standing
from tarawa_cli.games.tarawa.rules.tracing import lines_from
from tarawa_cli.games.tarawa.state import State, Unit
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.hexes import distance
from tarawa_cli.kernel.rulebook import rule

SAFE = 3
FROM_HEAD = 4
NO_RECOVERY = 4000


def _check_whole_turn(state: State, unit: Unit, rule: str) -> None:
    check_can_act(state, unit)
    if unit.acted:
        raise Refused(rule, f"{unit.id} has acted already, and this takes its whole turn", "next turn")


@rule("7.2.6", "8.10")
def check_recover(state: State, unit: Unit, pay: bool) -> None:
    """Away from the enemy, supplied and near a head, or paid for; no tanks; nothing else that turn."""
    _check_whole_turn(state, unit, "7.2.6")
    if unit.type.is_tank:
        raise Refused("7.2.6", "tanks never recover", "another unit")
    if state.casualties >= NO_RECOVERY:
        raise Refused("7.2.6", f"from {NO_RECOVERY} casualties on nobody recovers", "dig")
    close = near_uncleared(state, standing(unit), SAFE - 1)
    if close:
        far = min(distance(standing(unit), hex) for hex in close)
        raise Refused(
            "7.2.6", f"{unit.id} is {far} hexes from uncleared {close[0]}; it needs {SAFE}", f"move {unit.id} …"
        )
    if is_isolated(unit):
        raise Refused("8.10", f"{unit.id} is isolated and cannot recover", f"dig {unit.id}")
    if pay:
        if not state.stock:
            raise Refused("7.2.6", "there is no supply point to pay with", f"recover {unit.id}")
    elif is_unsupplied(unit) or not near_head(state, unit):
        raise Refused(
            "7.2.6",
            f"{unit.id} is not in general supply within {FROM_HEAD} hexes of a head",
            f"recover {unit.id} --pay",
        )


def near_head(state: State, unit: Unit) -> bool:
    """Within four hexes of a working head, through friendly hexes."""
    return lines_from(state, state.heads).get(standing(unit), 99) <= FROM_HEAD


@rule("11.1")
def check_dig(state: State, unit: Unit) -> None:
    _check_whole_turn(state, unit, "11.1")
    if unit.type.is_tank:
        raise Refused("11.1", "tanks do not dig in", "another unit")
    if unit.on_pier:
        raise Refused("11.1", "nobody digs in on the pier", f"move {unit.id} …")
    if unit.at in state.improved:
        raise Refused("11.1", f"{unit.at} has improved positions already", "another unit")
