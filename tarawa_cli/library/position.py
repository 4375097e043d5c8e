"""Parts of a game as plain values: units, hexes, areas, and the result of an order."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.hints import Any, NamedTuple, TypeVar

T = TypeVar("T")
Facts = Mapping[str, Any]


class Unit(NamedTuple):
    """A unit of the position."""

    id: str
    name: str
    kind: str
    side: str
    at: str
    """A hex, or a place off the map."""
    steps: int
    facts: Facts
    """Everything about it, as `unit --json` prints it."""


class Hex(NamedTuple):
    """A hex of the map."""

    id: str
    terrain: str
    units: tuple[str, ...]
    """The names of the units in it."""
    facts: Facts
    """Everything about it, as `hex --json` prints it."""


class Area(NamedTuple):
    """An area of the map; Malta has regions and zones."""

    id: str
    name: str
    hexes: tuple[str, ...]
    facts: Facts
    """Everything about it, as `area --json` prints it."""


class ByName(Mapping[str, T]):
    """Things of a position by name, each worked out when it is asked for."""

    def __init__(self, names: Sequence[str], make: Callable[[str], T]) -> None:
        self._names, self._make = dict.fromkeys(names), make

    def __getitem__(self, name: str) -> T:
        if name not in self._names:
            raise KeyError(name)
        return self._make(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __repr__(self) -> str:
        return f"<{len(self)} by name: {', '.join(list(self)[:3])}…>"


class Played(NamedTuple):
    """The result of an order."""

    orders: list[str]
    """The plain orders that were carried out, in full spelling."""
    events: list[Event]
    """What happened, in order; each has a `type`, the `rule` it comes from, and `facts`."""
    notes: list[str]
    """Notes for the player: who took no part, what was wasted."""
    text: str
    """What happened, in sentences."""
    turn: int = 0
    """When the order was given."""
    phase: str = ""

    @property
    def rolls(self) -> list[Event]:
        """The events that rolled dice: `facts["dice"]`, and of a roll on a table its modifiers, total and result."""
        return [event for event in self.events if "dice" in event.facts]


def unit_of(facts: Facts, side: str) -> Unit:
    """A unit from its facts; `side` owns it if they do not say whose it is."""
    return Unit(facts["id"], facts["name"], facts["kind"], side or facts["side"], facts["at"], facts["steps"], facts)


def hex_of(facts: Facts) -> Hex:
    return Hex(facts["id"], facts["terrain"], tuple(facts["units"]), facts)


def area_of(name: str, facts: Facts) -> Area:
    """An area from its facts; a beach may consist of several areas."""
    parts = facts.get("areas", [facts])
    return Area(name, facts["name"], tuple(hex for part in parts for hex in part["hexes"]), facts)
