"""The only place where state changes: one small function for each thing that can happen.

Call them through a play: `phase_begun(play, "3", phase="embark")` records the event and applies it.
"""

from tarawa_cli.games.tarawa.state import State
from tarawa_cli.kernel.play import event

# ── Sequence (3)


@event
def phase_begun(state: State, *, phase: str) -> None:
    state.phase = phase


@event
def turn_begun(state: State, *, turn: int) -> None:
    state.turn = turn


@event
def policy_set(state: State, *, policy: str, value: str) -> None:
    setattr(state, policy.replace("-", "_"), value)


@event
def game_over(state: State, *, outcome: str) -> None:
    state.outcome = outcome
    state.stack.clear()


# ── Bombardment (5)


@event
def bombarded(state: State, *, chits: int, delay: int) -> None:
    state.chits_due = chits
    state.delay = delay


@event
def chit_placed(state: State, *, area: str, chit: int) -> None:
    state.chits[area] = chit
    state.chits_due -= 1


@event
def chits_aged(state: State, *, left: dict[str, int]) -> None:
    state.chits = dict(left)


# ── Support (7.2.3)


@event
def shore_points_set(state: State, *, points: int) -> None:
    state.shore = points
    state.shore_used = False
