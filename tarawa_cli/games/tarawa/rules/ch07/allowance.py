"""7.2: how many action points a unit has."""

from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.rulebook import rule


@rule("7.2", "6.4")
def allowance(state: State, unit: Unit) -> float:
    """Printed AP of the visible side, reduced if its regiment's operative morale is negative.

    It never falls below the least allowance. A unit without a regiment has its printed AP.
    """
    type = unit.type
    printed = type.ap[unit.on_back]
    if not type.regiment:
        return printed
    level, least = state.level(type.regiment), state.charts.value("least-ap")
    reduced = printed + level if level < 0 else printed
    return float(reduced if reduced > least else least)


def ap_left(state: State, unit: Unit) -> float:
    """The AP that a unit can still spend; after a flip, those of its new side less what is spent."""
    left = allowance(state, unit) - unit.spent
    return left if left > 0 else 0
