"""Phase `night`: one event in each night turn."""

from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.rules.ch10.night import night_event
from tarawa_cli.kernel.phases import Phase


def applies(state: State) -> bool:
    return state.night


PHASE = Phase(applies=applies, enter=night_event)
