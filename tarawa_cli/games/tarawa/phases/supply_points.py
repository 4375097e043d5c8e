"""Phase `supply-points`: points are rolled, then the player gives them to battalions."""

from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.games.tarawa.rules.ch08 import supply
from tarawa_cli.kernel.phases import Phase
from tarawa_cli.kernel.play import Play


def applies(state: State) -> bool:
    return state.turn >= int(state.charts.value("supply-turn"))


@rule("8.1", "8.4")
def enter(play: Play[State]) -> None:
    supply.landing_supply_ends(play)
    supply.free_markers(play)
    supply.roll_points(play)


def waits(state: State) -> bool:
    return bool(state.stock) and bool(supply.suppliable(state))


PHASE = Phase(applies=applies, enter=enter, waits=waits)
