"""Answers to questions, as a player without standing answers would give them."""

from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.orders.decide import Decide
from tarawa_cli.games.malta.phases import question
from tarawa_cli.games.malta.rules.ch09.hits import (
    HOLD,
    cheapest,
    losable,
    worth,
)
from tarawa_cli.games.malta.rules.ch09.support import DONE, defensive, worthwhile
from tarawa_cli.kernel.players import Choice


def answer(state: State) -> Choice:
    """The answer to the question at hand."""
    frame = state.question
    assert frame is not None
    asked = question(state)
    found, why = _ANSWERS.get(frame.kind, _first)(state)
    return Choice(Decide(found if found in asked.options else asked.options[0]), why)


def _first(state: State) -> tuple[str, str]:
    return question(state).options[0], "as good as any"


def _hits(state: State) -> tuple[str, str]:
    frame = state.question
    assert frame is not None
    role = frame.facts["role"]
    best = cheapest(state, role)
    return best, "the ground is worth it" if best == HOLD else "this costs the fewest steps"


def _guns(state: State) -> tuple[str, str]:
    guns = worthwhile(state, defensive(state))
    return (guns[0].id, "its fire moves the column") if guns else (DONE, "more guns would change nothing")


def _step(state: State) -> tuple[str, str]:
    frame = state.question
    assert frame is not None
    able = losable(state, frame.facts["units"], frame.facts["sappers"])
    return min(able, key=worth).id, "this step is worth the least"


def _follow(state: State) -> tuple[str, str]:
    return "all", "ground that was paid for is taken"


_ANSWERS = {"hits": _hits, "guns": _guns, "step": _step, "follow": _follow}
