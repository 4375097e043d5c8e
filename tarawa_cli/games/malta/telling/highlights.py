"""The great moments of a game, picked out of what happened in an order."""

from collections.abc import Iterable

from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.telling.sentences import sentence
from tarawa_cli.kernel.play import Event

_GREAT = ("unit-lost", "game-over", "surrendered")


def highlights(events: Iterable[Event], state: State) -> list[str]:
    """What of these events nobody will forget, in a few words each."""
    told = (sentence(event, state).partition("  [")[0].strip() for event in events if _is_great(event, state))
    return [text for text in told if text]


def _is_great(event: Event, state: State) -> bool:
    """The end of a unit or of the game, and an objective entered by those who advance."""
    if event.type == "step-lost":
        return not event.facts["left"]
    if event.type == "advanced":
        return event.facts["to"] in state.board.objectives
    return event.type in _GREAT
