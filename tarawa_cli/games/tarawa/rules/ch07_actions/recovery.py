"""7.2.6, 9.3, 11.1: what takes a unit's whole turn: recovery and digging in."""

from tarawa_cli.games.tarawa.model import apply
from tarawa_cli.games.tarawa.model.board import distance
from tarawa_cli.games.tarawa.model.state import State, Unit, ap_left
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.games.tarawa.rules.ch07_actions.ground import (
    check_can_act,
    has_integrity,
    is_isolated,
    is_unsupplied,
    near_uncleared,
    standing,
)
from tarawa_cli.games.tarawa.rules.ch08_supply import lines_from, members_ashore
from tarawa_cli.games.tarawa.rules.ch09_morale import HIGHEST, move_marker
from tarawa_cli.kernel.board.tables import Modifier
from tarawa_cli.kernel.engine.play import Play
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.hints import Collection, Sequence

# ── 7.2.6, 11.1: what takes a unit's whole turn: recovery and digging in


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
    """The number of casualties at which recovery ends."""
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


# ── 7.2.6, 9.3: who may recover, and recovery itself, carried out in phase `morale`


@rule("7.2.6")
def ceiling(state: State, unit: Unit) -> int:
    """The most steps that a unit can recover to; casualties lower it."""
    for limit, less in state.charts.value("recovery-ceilings"):
        if state.casualties >= limit:
            if less < 0:
                return 0
            top = unit.type.steps - int(less)
            keeps_back = limit >= state.charts.value("recovery-flipped") and unit.on_back
            return min(top, unit.type.steps // 2) if keeps_back else top
    return unit.type.steps


@rule("7.2.6", "7.1")
def is_spoiled(unit: Unit) -> bool:
    """Whether its attempt must fail: it lost a step this turn (not morale), or was a banzai's target."""
    return unit.hurt or unit.trapped or unit.banzai


@rule("7.2.6")
def may_gain(state: State, unit: Unit) -> bool:
    """Whether an attempt could regain a step now: nothing has spoiled it, and the unit is below its ceiling."""
    return not is_spoiled(unit) and unit.steps < ceiling(state, unit)


# ── The order


@rule("7.2.6", "9.3")
def check_recover(state: State, units: Sequence[str], pay: bool) -> None:
    """Each unit meets the conditions or pays, and can regain a step, unless its whole battalion rests with it."""
    named = [state.units[id] for id in units]
    for unit in named:
        check_rest(state, unit, pay)
    to_pay = [unit.id for unit in named if must_pay(state, unit)]
    if pay and not to_pay:
        what = f"no payment is needed for {', '.join(units)}: in general supply, and near a head"
        raise Refused("7.2.6", what, f"recover {' '.join(units)}")
    if len(to_pay) > state.stock:
        what = f"not enough supply points: needed {len(to_pay)}, in stock: {state.stock}"
        raise Refused("7.2.6", what, "name fewer units" if state.stock else "next")
    for unit in named:
        if not may_gain(state, unit) and not rest_lifts(state, unit.type.battalion, units):
            raise Refused("7.2.6", _why_in_vain(state, unit), _better(state, unit, units, pay))


def _why_in_vain(state: State, unit: Unit) -> str:
    """Why a unit cannot regain a step."""
    if is_spoiled(unit):
        return f"{unit.id} has lost a step or fought a banzai this turn: its recovery would fail"
    if unit.steps == unit.type.steps:
        return f"{unit.id} has lost no step, and its battalion does not rest as a whole with something to gain"
    if state.casualties >= recovery_ends(state):
        return f"once casualties reach {recovery_ends(state)}, no unit regains a step"
    return f"with {state.casualties} casualties {unit.id} regains no step above {ceiling(state, unit)}"


def _better(state: State, unit: Unit, units: Sequence[str], pay: bool) -> str:
    """What may work instead: the whole battalion, or the others of the order."""
    whole = idle_members(state, unit.type.battalion)
    options = [whole, tuple(id for id in units if may_gain(state, state.units[id]))]
    for some in options:
        if some and some != tuple(units) and any(_passes(state, some, way) for way in {pay, False}):
            return f"recover {unit.type.battalion if some == whole else ' '.join(some)}"
    return dig_or_next(state, unit)


def _passes(state: State, units: Sequence[str], pay: bool) -> bool:
    try:
        check_recover(state, units, pay)
    except Refused:
        return False
    return True


@rule("7.2.6")
def idle_members(state: State, battalion: str) -> tuple[str, ...]:
    """The infantry and engineers of a battalion ashore that do not rest yet, which `recover BATTALION` means."""
    return tuple(unit.id for unit in members_ashore(state, battalion) if not unit.recovering)


@rule("9.3")
def rest_lifts(state: State, battalion: str, resting: Collection[str]) -> bool:
    """Whether the regiment may gain when these rest too: the whole battalion does, with integrity and a chance."""
    units = members_ashore(state, battalion)
    if not units or not all(unit.recovering or unit.id in resting for unit in units):
        return False
    if not units[0].type.regiment or state.tracks[units[0].type.regiment] >= HIGHEST:
        return False
    chance = any(may_gain(state, unit) for unit in units) or not any(is_spoiled(unit) for unit in units)
    return chance and any(has_integrity(state, unit) for unit in units)


@rule("7.2.6", "9.3")
def rolls_as_one(state: State, battalion: str, resting: Collection[str] = ()) -> bool:
    """Whether a battalion makes one roll: it rests as a whole, and none of its units can regain a step."""
    hopeful = any(may_gain(state, unit) for unit in members_ashore(state, battalion))
    return not hopeful and rest_lifts(state, battalion, resting)


# ── Phase `morale`


@rule("7.2.6", "9.3")
def resolve(play: Play[State]) -> None:
    """Each unit that can regain a step rolls, then each battalion that rolls as one; a regiment gains once a turn."""
    state = play.state
    trying = [unit for unit in state.units.values() if unit.recovering]
    battalions = dict.fromkeys(unit.type.battalion for unit in trying if unit.type.regiment)
    as_one = [battalion for battalion in battalions if rolls_as_one(state, battalion)]
    recovered = [unit.id for unit in trying if _roll_for(play, unit)]
    lifted: set[str] = set()
    for battalion in battalions:
        regiment = next(u.type.regiment for u in trying if u.type.battalion == battalion)
        if regiment in lifted:
            continue
        alone = battalion in as_one
        if roll_recovery(play, battalion) if alone else rests_whole(state, battalion, recovered):
            lifted.add(regiment)
            move_marker(play, regiment, +1, f"{battalion} recovers as a whole", "9.3")


def _roll_for(play: Play[State], unit: Unit) -> bool:
    """Roll for a unit that may gain a step; returns whether it does."""
    if is_spoiled(unit):
        play.note("recovery-failed", "7.2.6", unit=unit.id)
    if not may_gain(play.state, unit) or not roll_recovery(play, unit.id):
        return False
    apply.step_recovered(play, "7.2.6", unit=unit.id, steps=unit.steps + 1)
    return True


@rule("9.3")
def rests_whole(state: State, battalion: str, recovered: list[str]) -> bool:
    """Whether all infantry and engineers of the battalion ashore try, with integrity, and one succeeds."""
    units = members_ashore(state, battalion)
    if not units or not all(unit.recovering for unit in units):
        return False
    return any(unit.id in recovered for unit in units) and any(has_integrity(state, unit) for unit in units)
