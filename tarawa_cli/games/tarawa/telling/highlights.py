"""The great moments of a battle, picked out of what happened in an order."""

from collections.abc import Iterable, Iterator

from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.telling.sentences import sentence
from tarawa_cli.kernel.play import Event

_GREAT = (
    *("area-secured", "banzai-struck", "hex-lost", "hexes-give-up", "embarking-stopped", "wreck-taken"),
    *("supply-ship-sunk", "carrier-sunk", "game-over"),
)


def highlights(events: Iterable[Event], state: State) -> list[str]:
    """What of these events nobody will forget, in a few words each."""
    events = list(events)
    great = [event for event in events if event.type in _GREAT or _is_grave(event, state)]
    return [*_firsts(events, state), *filter(None, (_words(event, state) for event in great))]


def _is_grave(event: Event, state: State) -> bool:
    """Whether a unit is gone that was more than a craft."""
    return event.type == "unit-lost" and not state.units[event.facts["unit"]].type.is_craft


def _firsts(events: list[Event], state: State) -> Iterator[str]:
    ashore = sum(event.type == "landing-turn-set" for event in events)
    if ashore and ashore == sum(unit.landed > 0 for unit in state.units.values()):
        yield "the first Marines are ashore"
    cleared = [event.facts["hex"] for event in events if event.type == "hex-cleared"]
    if cleared and state.cleared <= set(cleared):
        yield f"{cleared[0]} is the first hex to be cleared"


def _words(event: Event, state: State) -> str:
    """The sentence without its paragraph."""
    return sentence(event, state).partition("  [")[0].strip()
