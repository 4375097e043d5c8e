"""The events of a turn, for its report."""

from collections.abc import Iterable

from tarawa_cli.games.malta.model.state import State
from tarawa_cli.kernel.play import Event


class Turn:
    """What happened in a turn, in order, and the position that it led to."""

    def __init__(self, events: Iterable[Event], state: State) -> None:
        self.events = list(events)
        self.state = state

    def of(self, type: str, rule: str = "") -> list[Event]:
        return [event for event in self.events if event.type == type and rule in ("", event.rule)]

    def units(self, type: str, rule: str = "") -> list[str]:
        """The units of all events of a type."""
        return [unit for event in self.of(type, rule) for unit in units_of(event)]


def units_of(event: Event) -> list[str]:
    facts = event.facts
    return [*facts["units"]] if "units" in facts else [facts["unit"]]


def is_end(event: Event) -> bool:
    """Whether a unit is gone."""
    return event.type == "unit-lost" or (event.type == "step-lost" and not event.facts["left"])
