"""Phase `support`: shore support points, by day."""

from tarawa_cli.games.tarawa.phases import Phase
from tarawa_cli.games.tarawa.rules.shore import roll_shore_points
from tarawa_cli.games.tarawa.state import State


def applies(state: State) -> bool:
    return not state.night


PHASE = Phase(applies=applies, enter=roll_shore_points)
