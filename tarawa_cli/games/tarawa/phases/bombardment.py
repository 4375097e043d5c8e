"""Phase `bombardment`, turn 1 only."""

from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.rules.ch05.bombardment import chits_example
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.phases import Phase


def applies(state: State) -> bool:
    return state.turn == 1


def check_leave(state: State) -> None:
    if state.chits_due:
        raise Refused("5.1", f"{state.chits_due} chits are still to be placed", chits_example(state))
    if not state.chits:
        raise Refused("5.1", "the fleet has not bombarded yet", "bombard")


PHASE = Phase(applies=applies, waits=applies, check_leave=check_leave)
