"""7.2.6, 11.1: what takes a unit's whole turn: recovery and digging in."""

from tarawa_cli.games.tarawa.geography.grid import distance
from tarawa_cli.games.tarawa.model.state import State, Unit, ap_left
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.games.tarawa.rules.ch07.ground import (
    check_can_act,
    is_isolated,
    is_unsupplied,
    near_uncleared,
    standing,
)
from tarawa_cli.games.tarawa.rules.ch08.tracing import lines_from
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.modifiers import Modifier
from tarawa_cli.kernel.play import Play


def _check_whole_turn(state: State, unit: Unit, rule: str) -> None:
    check_can_act(state, unit)
    if unit.acted:
        raise Refused(rule, f"{unit.id} has acted already, and this takes its whole turn", "name another unit")


@rule("7.2.6", "8.10")
def check_rest(state: State, unit: Unit, pay: bool) -> None:
    """Away from the enemy and from traps; supplied and near a head, or paid for; no tanks; no other action."""
    if not unit.type.can("recovers"):
        raise Refused("7.2.6", f"{unit.type.nature.plural} never recover", "name another unit")
    _check_whole_turn(state, unit, "7.2.6")
    if unit.trapped:
        what = f"{unit.id} has lost a step to traps, and may not try to recover this turn"
        raise Refused("7.2.6", what, dig_or_next(state, unit))
    safe = state.charts.value("recovery-safe")
    close = near_uncleared(state, standing(unit), safe - 1)
    if close:
        nearest = min(close, key=lambda hex: (distance(standing(unit), hex), hex))
        far = distance(standing(unit), nearest)
        reason = f"{unit.id} is {far} hex{'es' if far > 1 else ''} from uncleared {nearest}, and {safe} are needed"
        raise Refused("7.2.6", reason, f"move {unit.id} …")
    if is_isolated(state, unit):
        raise Refused("8.10", f"{unit.id} is isolated and cannot recover", dig_or_next(state, unit))
    if not pay and must_pay(state, unit):
        far = state.charts.value("recovery-head")
        hint = f"recover {unit.id} --pay" if state.stock else "next"
        raise Refused("7.2.6", f"{unit.id} is not in general supply within {far} hexes of a head", hint)


@rule("7.2.6")
def must_pay(state: State, unit: Unit) -> bool:
    """Whether a unit needs a supply point to recover: it is not in general supply near a head."""
    return is_unsupplied(unit) or not near_head(state, unit)


def dig_or_next(state: State, unit: Unit) -> str:
    """What a unit that may not recover can do instead."""
    try:
        check_dig(state, unit)
    except Refused:
        return "next"
    return f"dig {unit.id}"


@rule("7.2.6")
def recovery_ends(state: State) -> int:
    """The number of casualties from which on no steps are recovered."""
    return min(int(limit) for limit, less in state.charts.value("recovery-ceilings") if less < 0)


def near_head(state: State, unit: Unit) -> bool:
    """Whether a unit is within four hexes of a working head, through friendly hexes."""
    far: int = state.charts.value("recovery-head")
    return lines_from(state, state.heads).get(standing(unit), far + 1) <= far


@rule("7.2.6")
def recovery_modifiers(state: State) -> list[Modifier]:
    """Recovery is easier by night, and depends on Marine general morale."""
    level = state.level("marines")
    modifiers = [state.charts.modifier("recovery-night")] if state.night else []
    if level:
        plus = state.charts.modifier("recovery-morale")
        modifiers.append(plus if level > 0 else plus._replace(value=-plus.value))
    return modifiers


def roll_recovery(play: Play[State], name: str) -> bool:
    """One roll for a unit, or for a battalion none of whose units can regain a step; returns whether it succeeds."""
    state = play.state
    row, _ = play.roll(state.charts.table("recovery"), recovery_modifiers(state), rule="7.2.6", on=name)
    return row.result != "-"


@rule("11.1")
def check_dig(state: State, unit: Unit) -> None:
    if not unit.type.can("digs-in"):
        raise Refused("11.1", f"{unit.type.nature.plural} do not dig in", "name another unit")
    _check_whole_turn(state, unit, "11.1")
    if not ap_left(state, unit):
        raise Refused("11.1", f"{unit.id} has no AP to dig with", "next turn")
    if unit.on_pier:
        raise Refused("11.1", "units cannot dig in on the pier", f"move {unit.id} …")
    if unit.at in state.improved:
        raise Refused("11.1", f"{unit.at} has improved positions already", "name another unit")
