"""Phase `actions`: everything in 7.2."""

from tarawa_cli.games.tarawa.model.state import State, ap_left
from tarawa_cli.games.tarawa.rules.ch07.ground import able_to_act
from tarawa_cli.games.tarawa.rules.ch10.wreck import ways_to_help
from tarawa_cli.kernel.phases import Phase


def waits(state: State) -> bool:
    """Whether somebody ashore can spend AP or rest, or something can be done about the wreck."""
    return bool(ways_to_help(state)) or any(
        state.is_ashore(unit) and not unit.pins and not unit.walking and (ap_left(state, unit) > 0 or not unit.acted)
        for unit in state.units.values()
    )


def matters(state: State) -> bool:
    """Whether somebody ashore has AP."""
    return any(ap_left(state, unit) > 0 for unit in able_to_act(state))


PHASE = Phase(waits=waits)
