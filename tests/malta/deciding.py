"""What a computer player does in a position, for tests of what it must and must not choose."""

from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.players import player
from tarawa_cli.kernel.players import Pairing, play_on


def phase_by(state: State, name: str, seed: int = 1) -> list[str]:
    """The orders of a player until the phase ends; both sides answer as he would."""
    phase, given = (state.turn, state.phase), []
    both = Pairing(GAME, {side: player(name, side) for side in GAME.sides.names})
    for move in play_on(GAME, state, both, seed):
        if (state.turn, state.phase) != phase:
            break
        given.append(move.order.text())
    return given


def turn_by(state: State, name: str, seed: int = 1) -> list[str]:
    """The orders of the active player in the rest of his player turn, and the answers to them."""
    side, given = state.active, []
    while state.active == side and not state.outcome:
        given += phase_by(state, name, seed)
    return given


def decision_of(state: State, name: str) -> str:
    """How a player answers the question at hand."""
    return str(player(name, "1").choose(state).order.text()).removeprefix("decide ")


def fighters_in(state: State, at: str, side: str) -> list[str]:
    return [unit.id for unit in state.units_at(at) if unit.side == side and unit.can("combat")]


def beside(state: State, at: str, side: str) -> list[str]:
    """Those of a side who fight and stand next to a hex."""
    return [id for near in state.board.adjacent[at] for id in fighters_in(state, near, side)]
