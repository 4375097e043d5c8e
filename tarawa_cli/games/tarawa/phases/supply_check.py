"""Phase `supply-check`: used markers are removed, heads are placed, supply status is set."""

from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.phases.supply_points import applies
from tarawa_cli.games.tarawa.rules.ch08 import supply
from tarawa_cli.kernel.phases import Phase


def waits(state: State) -> bool:
    """Whether a head could be placed; by standing answer, whether one is needed."""
    if state.new_heads == "needed":
        return supply.needs_head(state)
    return bool(supply.head_sites(state))


PHASE = Phase(applies=applies, enter=supply.used_markers_go, waits=waits, leave=supply.set_status)
