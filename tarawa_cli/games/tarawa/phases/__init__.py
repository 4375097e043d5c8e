"""The phases of a turn (3): when each applies, what happens by itself, when it waits for the player."""

from tarawa_cli.games.tarawa import find
from tarawa_cli.games.tarawa.model import apply
from tarawa_cli.games.tarawa.model.state import PHASES, State
from tarawa_cli.kernel.engine.phases import Phase, TurnSequence
from tarawa_cli.kernel.hints import Callable
from tarawa_cli.kernel.standard import cache

_MODULES = {
    **dict.fromkeys(("bombardment", "embark", "impulse", "anti-landing", "suppression", "beach-landing"), "landing"),
    **dict.fromkeys(("support", "supply-points", "traps", "actions", "offensive-fire", "supply-check"), "actions"),
    **dict.fromkeys(("night", "morale", "final"), "actions"),
}
"""The module of each kind of phase: one turn seldom needs the rules of all."""


@cache
def phase(name: str) -> Phase[State]:
    """The phase of a name: `impulse-2` is `IMPULSE` in `landing.py`."""
    kind = name.rstrip("-123")
    found: Phase[State] = find(f"phases.{_MODULES[kind]}:{kind.replace('-', '_').upper()}")
    return found


def idle(state: State) -> bool:
    """Whether a standing order skips this phase, because nothing in it matters."""
    if state.empty_phases != "pass" or state.phase not in ("embark", "actions"):
        return False
    matters: Callable[[State], bool] = find(f"phases.{_MODULES[state.phase]}:{state.phase}_matters")
    return not matters(state)


def is_settled(state: State) -> bool:
    """Whether a standing answer has done all that can be done in this phase."""
    return state.suppress == "always" and state.phase.startswith("suppression")


TURN: TurnSequence[State] = TurnSequence(
    PHASES, phase, apply.phase_begun, "3", openings=["impulse-begun"], idle=idle, settled=is_settled
)
leave, sequence, arrive = TURN.leave, TURN.sequence, TURN.arrive
