"""Where a unit can go now, and what that costs: by land, over the reef, along the pier (6.4, 7.2.1, 11.33)."""

from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.rules.ch06.advancing import can_move, mover_of
from tarawa_cli.games.tarawa.rules.ch06.reef import Ways
from tarawa_cli.games.tarawa.rules.ch07.moving import destinations
from tarawa_cli.games.tarawa.rules.ch11 import pier
from tarawa_cli.kernel.hexes import Hex


def reach(state: State, unit: Unit) -> dict[Hex, float]:
    """Every hex where a unit, or the craft that carries it, may end its move in this phase, with the AP it takes."""
    if state.question or state.outcome:
        return {}
    if state.phase == "actions":
        return destinations(state, unit)
    mover = mover_of(state, unit)
    if not state.impulse or not state.phase.startswith("impulse") or not can_move(state, mover):
        return {}
    if mover.on_pier:
        way = pier.pier_way(state, mover)
        moves = [pier.pier_way(state, mover, stop) for stop in way.route]
    else:
        ways = Ways(state, mover)
        moves = [ways.forced()] if mover.course else [*ways.moves()]
    return {move.route[-1]: move.spent - mover.spent for move in moves if move.route}
