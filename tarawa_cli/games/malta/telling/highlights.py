"""The great moments of a game, picked out of what happened in an order."""

from collections.abc import Iterable

from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.telling.sentences import sentence
from tarawa_cli.kernel.play import Event

_GREAT = ("unit-lost", "game-over", "surrendered")


def highlights(events: Iterable[Event], state: State) -> list[str]:
    """The most important of some events, in a few words each."""
    told = (sentence(event, state).partition("  [")[0].strip() for event in events if _is_great(event, state))
    return [text for text in told if text]


def _is_great(event: Event, state: State) -> bool:
    """Whether an event ends a unit or the game, or takes an objective."""
    if event.type == "step-lost":
        return not event.facts["left"]
    if event.type == "advanced":
        return event.facts["to"] in state.board.objectives
    return event.type in _GREAT
