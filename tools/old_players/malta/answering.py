"""Answers to questions, as a player without standing answers would give them."""

from collections.abc import Callable

from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.orders.general import Decide
from tarawa_cli.games.malta.rules.ch09_combat.attacking import DONE, ask_follow, ask_guns, defensive, worthwhile
from tarawa_cli.games.malta.rules.ch09_combat.hits import HOLD, ask_hits, ask_step, cheapest, losable, worth
from tarawa_cli.kernel.engine.play import question
from tarawa_cli.kernel.hints import Any
from tarawa_cli.kernel.players import Choice


def answer(state: State) -> Choice:
    """The answer to the question at hand."""
    frame = state.question
    assert frame is not None
    asked = question(state)
    choose: Callable[..., tuple[str, str]] = _ANSWERS.get(frame.handler, _first)
    found, why = choose(state, **frame.facts)
    return Choice(Decide(found if found in asked.options else asked.options[0]), why)


def _first(state: State, **_: Any) -> tuple[str, str]:
    return question(state).options[0], "as good as any"


def _hits(state: State, role: int) -> tuple[str, str]:
    best = cheapest(state, role)
    return best, "the ground is worth it" if best == HOLD else "this costs the fewest steps"


def _guns(state: State) -> tuple[str, str]:
    guns = worthwhile(state, defensive(state))
    return (guns[0].id, "its fire moves the column") if guns else (DONE, "more guns would change nothing")


def _step(state: State, units: list[str], left: int, sappers: int) -> tuple[str, str]:
    able = losable(state, units, sappers)
    return min(able, key=worth).id, "this step is worth the least"


def _follow(state: State) -> tuple[str, str]:
    return "all", "ground that was paid for is taken"


_ANSWERS: dict[Any, Callable[..., tuple[str, str]]] = {
    ask_hits: _hits,
    ask_guns: _guns,
    ask_step: _step,
    ask_follow: _follow,
}
