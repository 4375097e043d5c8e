"""Phase `support`: shore support points, by day."""

from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.rules.ch07.shore_points import roll_shore_points
from tarawa_cli.kernel.phases import Phase


def applies(state: State) -> bool:
    return not state.night


PHASE = Phase(applies=applies, enter=roll_shore_points)
