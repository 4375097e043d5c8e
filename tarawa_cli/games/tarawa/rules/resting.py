"""7.2.6, 11.1: what takes a unit's whole turn: recovery and digging in."""

from tarawa_cli.games.tarawa.rules.ground import check_can_act, is_isolated, is_unsupplied, near_uncleared, standing
from tarawa_cli.games.tarawa.rules.tracing import lines_from
from tarawa_cli.games.tarawa.state import State, Unit
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.hexes import distance
from tarawa_cli.kernel.rulebook import rule


def _check_whole_turn(state: State, unit: Unit, rule: str) -> None:
    check_can_act(state, unit)
    if unit.acted:
        raise Refused(rule, f"{unit.id} has acted already, and this takes its whole turn", "another unit")


@rule("7.2.6", "8.10")
def check_recover(state: State, unit: Unit, pay: bool) -> None:
    """Away from the enemy, supplied and near a head, or paid for; no tanks; nothing else that turn."""
    _check_whole_turn(state, unit, "7.2.6")
    if unit.type.is_tank:
        raise Refused("7.2.6", "tanks never recover", "another unit")
    if is_past_recovery(state):
        raise Refused("7.2.6", f"with {state.casualties} casualties nobody recovers any more", "dig …")
    safe = int(state.charts.value("recovery-distance"))
    close = near_uncleared(state, standing(unit), safe - 1)
    if close:
        nearest = min(close, key=lambda hex: distance(standing(unit), hex))
        far = distance(standing(unit), nearest)
        raise Refused("7.2.6", f"uncleared {nearest} is {far} from {unit.id}; it needs {safe}", f"move {unit.id} …")
    if is_isolated(unit):
        raise Refused("8.10", f"{unit.id} is isolated and cannot recover", "open a way to a head, or dig …")
    served = not is_unsupplied(unit) and near_head(state, unit)
    if pay and not state.stock:
        hint = f"recover {unit.id}" if served else "next"
        raise Refused("7.2.6", "there is no supply point to pay with", hint)
    if not pay and not served:
        far = state.charts.value("recovery-head")
        hint = f"recover {unit.id} --pay" if state.stock else "next"
        raise Refused("7.2.6", f"{unit.id} is not in general supply within {far} hexes of a head", hint)


def is_past_recovery(state: State) -> bool:
    """So many casualties that no step comes back."""
    return any(less < 0 and state.casualties >= limit for limit, less in state.charts.value("recovery-ceilings"))


def near_head(state: State, unit: Unit) -> bool:
    """Within four hexes of a working head, through friendly hexes."""
    return lines_from(state, state.heads).get(standing(unit), 99) <= int(state.charts.value("recovery-head"))


@rule("11.1")
def check_dig(state: State, unit: Unit) -> None:
    _check_whole_turn(state, unit, "11.1")
    if unit.type.is_tank:
        raise Refused("11.1", "tanks do not dig in", "another unit")
    if unit.on_pier:
        raise Refused("11.1", "nobody digs in on the pier", f"move {unit.id} …")
    if unit.at in state.improved:
        raise Refused("11.1", f"{unit.at} has improved positions already", "another unit")
