"""A turn told as in a battle report: who attacked where and what came of it, what it cost, how the day ended."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import takewhile

from tarawa_cli.games.malta.model.charts import CHARTS
from tarawa_cli.games.malta.model.state import OUTCOMES, State
from tarawa_cli.games.malta.telling.sentences import SIDE_NAMES
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.play import Event
from tarawa_cli.kernel.visible import plural


def account(events: Sequence[Event], state: State) -> list[str]:
    """A paragraph each for fights, losses, and the end."""
    parts = (_fights(events, state), _losses(events), _ended(events))
    told = (" ".join(part) for part in parts)
    return [paragraph for paragraph in told if paragraph] or ["There was no fighting."]


def _and(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _fights(events: Sequence[Event], state: State) -> Iterator[str]:
    for place, event in enumerate(events):
        if event.type == "attack-begun":
            after = [*takewhile(lambda each: each.type != "attack-begun", events[place + 1 :])]
            units, on = [str(unit) for unit in event.facts["units"]], event.facts["on"]
            yield f"{_and(units)} attacked {_named(on, state)}{_end(on, after)}."


def _named(at: Hex, state: State) -> str:
    name = state.board.name_of(at)
    return f"{at} ({name})" if name else at


def _end(on: Hex, after: Sequence[Event]) -> str:
    """What came of a fight: the hex taken, its defenders driven out, or neither."""
    if any(event.type == "advanced" and event.facts["to"] == on for event in after):
        return " and took it"
    steps = sum(event.type == "step-lost" for event in after)
    return f"; {plural(steps, 'step')} {'was' if steps == 1 else 'were'} lost" if steps else ", and nothing came of it"


def _losses(events: Sequence[Event]) -> Iterator[str]:
    lost = Counter(_side(event) for event in events if event.type == "step-lost")
    if lost:
        yield f"Steps lost: {_and([f'{name} {lost[side]}' for side, name in SIDE_NAMES.items() if lost[side]])}."
    gone = [event.facts["unit"] for event in events if _is_end(event)]
    if gone:
        yield f"Eliminated: {_and(gone)}."


def _is_end(event: Event) -> bool:
    return event.type == "unit-lost" or (event.type == "step-lost" and not event.facts["left"])


def _side(event: Event) -> str:
    """Whose unit it was; one that is known only by its hex is a coast gun."""
    known = CHARTS.units.get(event.facts["unit"])
    return known.side if known else "allied"


def _ended(events: Sequence[Event]) -> Iterator[str]:
    for event in events:
        if event.type == "game-over":
            told = OUTCOMES[event.facts["outcome"]]
            yield f"{told[:1].upper()}{told[1:]}."
