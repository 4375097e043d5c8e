"""7.2.6, 9.3: recovery, resolved in phase `morale`."""

from tarawa_cli.games.tarawa import apply
from tarawa_cli.games.tarawa.rules.ground import has_integrity
from tarawa_cli.games.tarawa.rules.morale import move_marker
from tarawa_cli.games.tarawa.rules.resting import roll_recovery
from tarawa_cli.games.tarawa.state import State, Unit
from tarawa_cli.kernel.play import Play
from tarawa_cli.kernel.rulebook import rule


@rule("7.2.6")
def ceiling(state: State, unit: Unit) -> int:
    """How many steps a unit may come back to; the casualty track lowers it."""
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
    """Fails if it lost anything or was a banzai's target; a unit at its ceiling rolls no die."""
    state = play.state
    if unit.hurt or unit.banzai:
        play.note("recovery-failed", "7.2.6", unit=unit.id)
        return False
    if unit.steps >= ceiling(state, unit):
        return False
    if not roll_recovery(play, unit):
        return False
    apply.step_recovered(play, "7.2.6", unit=unit.id, steps=unit.steps + 1)
    return True


@rule("9.3")
def rests_whole(state: State, battalion: str, recovered: list[str]) -> bool:
    """Every infantry and engineer unit of the battalion ashore tries, with integrity, and one succeeds."""
    units = [u for u in state.units.values() if u.type.battalion == battalion and state.is_ashore(u)]
    if not units or not all(unit.recovering for unit in units):
        return False
    return any(unit.id in recovered for unit in units) and any(has_integrity(state, unit) for unit in units)
