"""Phase `night`: one event each night turn."""

from tarawa_cli.games.tarawa.phases import Phase
from tarawa_cli.games.tarawa.rules.night import night_event
from tarawa_cli.games.tarawa.state import State


def applies(state: State) -> bool:
    return state.night


PHASE = Phase(applies=applies, enter=night_event)
