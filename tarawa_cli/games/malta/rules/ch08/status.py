"""The check of supply in the status phase of each side (8.4)."""

from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.model.unit_types import Side
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch08.supply import Network, needs_supply
from tarawa_cli.kernel.play import Play


@rule("8.4")
def check_supply(play: Play[State], side: Side) -> None:
    """Mark units without a supply line and unmark the others, but not on the first morning and noon."""
    state = play.state
    if state.turn < state.charts.value("first-supply"):
        return
    network = Network(state, side)
    units = [unit for unit in state.units.values() if unit.side == side and needs_supply(unit)]
    without = {unit.id for unit in units if network.supply(unit).why}
    out = [unit.id for unit in units if unit.supplied and unit.id in without]
    back = [unit.id for unit in units if not unit.supplied and unit.id not in without]
    if out or back:
        apply.supply_checked(play, "8.4", out=out, back=back)
