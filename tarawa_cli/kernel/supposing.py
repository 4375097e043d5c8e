"""What would be answered in another phase: odds can be asked for before the time has come."""

from collections.abc import Callable, Sequence

from tarawa_cli.kernel.errors import BadFile, OtherPhase, Refused
from tarawa_cli.kernel.hints import Any
from tarawa_cli.kernel.look import Look


def in_its_phase(state: Any, phases: Sequence[str], copied: Callable[[Any], Any], ask: Callable[[Any], Look]) -> Look:
    """What is answered about an order now; if the rules forbid the order, as if a phase had come that allows it.

    Refused, if no phase does: for the reason in the order's own phase, which says more than that it is another one.
    """
    refusals: list[Refused] = []
    for phase in _from(phases, state.phase) if not state.stack and not state.outcome else [state.phase]:
        there = state if phase == state.phase else copied(state)
        there.phase = phase
        try:
            found = ask(there)
        except Refused as error:
            refusals.append(error)
        except BadFile:  # the turn does not have this phase
            continue
        else:
            return found if there is state else _as_if(found, phase)
    raise next((error for error in refusals if not isinstance(error, OtherPhase)), refusals[0])


def _from(phases: Sequence[str], phase: str) -> list[str]:
    """All phases, from one on, around the turn."""
    here = phases.index(phase)
    return [*phases[here:], *phases[:here]]


def _as_if(found: Look, phase: str) -> Look:
    return found._replace(
        facts=lambda: {"as_if": phase, **found.facts()},
        text=lambda: f"as if it were the `{phase}` phase:\n{found.text()}",
    )
