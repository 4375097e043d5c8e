"""7.2.6, 9.3: recovery, carried out in phase `morale`."""

from tarawa_cli.games.tarawa.model import apply
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.games.tarawa.rules.ch07.ground import has_integrity
from tarawa_cli.games.tarawa.rules.ch07.resting import may_try, roll_recovery
from tarawa_cli.games.tarawa.rules.ch08.supply import members_ashore
from tarawa_cli.games.tarawa.rules.ch09.morale import HIGHEST, move_marker
from tarawa_cli.kernel.play import Play


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


@rule("7.2.6", "9.3")
def resolve(play: Play[State]) -> None:
    state = play.state
    trying = [unit for unit in state.units.values() if unit.recovering]
    recovered = [unit.id for unit in trying if _one(play, unit)]
    lifted: set[str] = set()
    for battalion in dict.fromkeys(unit.type.battalion for unit in trying if unit.type.regiment):
        regiment = next(u.type.regiment for u in trying if u.type.battalion == battalion)
        if regiment not in lifted and rests_whole(state, battalion, recovered):
            lifted.add(regiment)
            move_marker(play, regiment, +1, f"{battalion} recovers as a whole", "9.3")


def _one(play: Play[State], unit: Unit) -> bool:
    """Roll for a unit that may gain a step; returns whether it does."""
    if is_spoiled(unit):
        play.note("recovery-failed", "7.2.6", unit=unit.id)
    if not may_gain(play.state, unit) or not roll_recovery(play, unit):
        return False
    apply.step_recovered(play, "7.2.6", unit=unit.id, steps=unit.steps + 1)
    return True


@rule("7.2.6", "7.1")
def is_spoiled(unit: Unit) -> bool:
    """Whether its attempt must fail: it lost a step this turn (not morale), or was a banzai's target."""
    return unit.hurt or unit.trapped or unit.banzai


@rule("7.2.6")
def may_gain(state: State, unit: Unit) -> bool:
    """Whether an attempt could regain a step now: nothing has spoiled it, and the unit is below its ceiling."""
    return not is_spoiled(unit) and unit.steps < ceiling(state, unit)


@rule("9.3")
def rests_whole(state: State, battalion: str, recovered: list[str]) -> bool:
    """Whether all infantry and engineers of the battalion ashore try, with integrity, and one succeeds."""
    units = members_ashore(state, battalion)
    if not units or not all(unit.recovering for unit in units):
        return False
    return any(unit.id in recovered for unit in units) and any(has_integrity(state, unit) for unit in units)


@rule("7.2.6", "9.3")
def is_of_use(state: State, unit: Unit) -> bool:
    """Whether an attempt has a chance: the unit may gain a step, or its whole battalion may gain morale."""
    return may_gain(state, unit) or _whole_may_gain(state, unit)


@rule("9.3")
def _whole_may_gain(state: State, unit: Unit) -> bool:
    """Whether every unit of its battalion tries or still can, with integrity, and one of them has a chance."""
    if not unit.type.regiment or state.tracks[unit.type.regiment] >= HIGHEST:
        return False
    units = members_ashore(state, unit.type.battalion)
    hopeful = any(may_gain(state, other) for other in units)
    return hopeful and any(has_integrity(state, other) for other in units) and _all_may_try(state, units)


def _all_may_try(state: State, units: list[Unit]) -> bool:
    """Whether the units that do not try yet may, and there are enough supply points for those who must pay."""
    idle = [unit for unit in units if not unit.recovering]
    to_pay = [unit for unit in idle if not may_try(state, unit, pay=False)]
    return len(to_pay) <= state.stock and all(may_try(state, unit, pay=True) for unit in to_pay)
