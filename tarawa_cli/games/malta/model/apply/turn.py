"""Events of the sequence: phases, turns, standing answers, the end."""

from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.model.unit import TURN
from tarawa_cli.games.malta.model.unit_types import Side
from tarawa_cli.kernel.play import event


@event
def phase_begun(state: State, *, phase: str) -> None:
    state.phase = phase


@event
def turn_begun(state: State, *, turn: int) -> None:
    state.turn = turn


@event
def counters_readied(state: State) -> None:
    """The end of a turn: who has moved, fired or attacked may do so again (4.42)."""
    for unit in state.units.values():
        unit.end(TURN)
    state.airlanded.clear()
    state.lifted, state.flown = 0, 0


@event
def combat_phase_ended(state: State) -> None:
    """Support that found no attack is lost (9.2)."""
    state.given.clear()
    state.bombarded.clear()
    state.assaulted.clear()


@event
def policy_set(state: State, *, side: str, policy: str, value: str) -> None:
    whose: Side = "axis" if side == "axis" else "allied"
    state.policies = {**state.policies, whose: {**state.policies[whose], policy: value}}


@event
def game_over(state: State, *, outcome: str) -> None:
    state.outcome = outcome
