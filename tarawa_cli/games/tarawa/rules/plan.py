"""13, 14: who may come, when and where."""

from tarawa_cli.games.tarawa.scenario import Arrival
from tarawa_cli.games.tarawa.state import State, Unit
from tarawa_cli.kernel.rulebook import rule


@rule("13.1", "14.1")
def arrival(state: State, unit: Unit) -> Arrival | None:
    """The timetable's entry for a unit or its battalion; None if it has none."""
    schedule = state.setting.scenario.schedule
    return schedule.get(unit.id) or schedule.get(unit.type.battalion)


def is_due(state: State, unit: Unit) -> bool:
    """Waits to come, and may by the timetable or the plan."""
    if unit.at != "schedule":
        return False
    if state.setting.scenario.plan == "free":
        return True
    coming = arrival(state, unit)
    return coming is not None and coming.turn <= state.turn
