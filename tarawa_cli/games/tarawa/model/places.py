"""Where a unit can be: in a hex, on the pier, in a craft, or off the map.

A place is a text, the same in saves, JSON and play: `2531`, `pier:1832`, `in:lvt-1` or a word of `OFF_MAP`. Only this
module builds and parses that text.
"""

from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.hints import NamedTuple, NewType
from tarawa_cli.kernel.standard import cache

Place = NewType("Place", str)

SCHEDULE = Place("schedule")
POOL = Place("pool")
BAIRIKI = Place("bairiki")
LOST = Place("lost")
ABSENT = Place("absent")
OFF_MAP = {
    SCHEDULE: "still to come",
    POOL: "in the pool",
    BAIRIKI: "on Bairiki",
    LOST: "lost",
    ABSENT: "not in this game",
}
"""The places off the map, in words."""
_PIER, _IN = "pier:", "in:"


def in_hex(at: Hex) -> Place:
    return Place(at)


@cache
def on_pier(at: Hex) -> Place:
    return Place(f"{_PIER}{at}")


@cache
def aboard(craft: str) -> Place:
    return Place(f"{_IN}{craft}")


class Parts(NamedTuple):
    """The parts of a place; all are empty off the map."""

    hex: Hex = ""
    pier: Hex = ""
    """The hex again, if the place is on the pier."""
    craft: str = ""


@cache
def parts(place: str) -> Parts:
    if place in OFF_MAP:
        return Parts()
    if place.startswith(_PIER):
        at = place.removeprefix(_PIER)
        return Parts(at, pier=at)
    if place.startswith(_IN):
        return Parts(craft=place.removeprefix(_IN))
    return Parts(hex=place)
