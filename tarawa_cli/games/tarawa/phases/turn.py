"""Chapter 3 at work: runs a turn through its phases."""

from collections.abc import Callable
from functools import cache

from tarawa_cli.games.tarawa import find
from tarawa_cli.games.tarawa.model import apply
from tarawa_cli.games.tarawa.model.sequence import PHASES
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.kernel.phases import Phase, Turn


@cache
def phase(name: str) -> Phase[State]:
    """The phase of a name: `impulse-2` is in `impulse.py`."""
    found: Phase[State] = find(f"phases.{name.rstrip('-123').replace('-', '_')}:PHASE")
    return found


def idle(state: State) -> bool:
    """Whether a standing order passes this phase over, since nothing in it matters."""
    if state.empty_phases != "pass" or state.phase not in ("embark", "actions"):
        return False
    matters: Callable[[State], bool] = find(f"phases.{state.phase}:matters")
    return not matters(state)


def is_settled(state: State) -> bool:
    """Whether a standing answer has done all that can be done in this phase."""
    return state.suppress == "always" and state.phase.startswith("suppression")


TURN: Turn[State] = Turn(
    PHASES, phase, apply.phase_begun, "3", openings=["impulse-begun"], idle=idle, settled=is_settled
)
leave, sequence, arrive = TURN.leave, TURN.sequence, TURN.arrive
