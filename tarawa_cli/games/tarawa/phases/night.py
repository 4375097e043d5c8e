"""Phase `night`: one event each night turn."""

from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.phases import Phase
from tarawa_cli.games.tarawa.rules.ch10.night import night_event


def applies(state: State) -> bool:
    return state.night


PHASE = Phase(applies=applies, enter=night_event)
