"""Where a unit can be: in a hex, or off the map.

A place is a text, the same in saves, in JSON and in play: `1812`, `follow-up:south`, `wave:1816:1`, `track:30jun-pm`
or a word of `OFF_MAP`. Only this module puts that text together and takes it apart.
"""

from tarawa_cli.games.malta.model.board import is_hex
from tarawa_cli.games.malta.model.unit_types import UnitType
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.hints import NewType

Place = NewType("Place", str)

AIR = Place("air")
POOL = Place("pool")
LOST = Place("lost")
ABSENT = Place("absent")
OFF_MAP = {
    AIR: "waiting for its aircraft",
    POOL: "in the pool",
    LOST: "lost",
    ABSENT: "not in this game",
}
"""The places off the map that are one word, in words."""
_FOLLOW_UP, _WAVE, _TRACK = "follow-up:", "wave:", "track:"
WAVES = (1, 2)


on_map = str.isdigit
"""Whether a place is a hex: of all places only hexes are digits."""


def follow_up(zone: str) -> Place:
    """The Follow-up box of a zone (18.2)."""
    return Place(f"{_FOLLOW_UP}{zone}")


def wave_box(at: Hex, wave: int) -> Place:
    """The box of a beach hex for the first or second wave (18.3)."""
    return Place(f"{_WAVE}{at}:{wave}")


def on_track(turn: str) -> Place:
    """The box of the turn in which a wounded leader comes back (14.43)."""
    return Place(f"{_TRACK}{turn}")


def zone_of(place: str) -> str:
    """The zone of a Follow-up box, or nothing."""
    return place.removeprefix(_FOLLOW_UP) if place.startswith(_FOLLOW_UP) else ""


def wave_of(place: str) -> tuple[Hex, int] | None:
    """The beach hex and the wave of a wave box, or nothing."""
    hex, _, wave = place.removeprefix(_WAVE).partition(":")
    if not place.startswith(_WAVE) or wave not in map(str, WAVES):
        return None
    return hex, int(wave)


def box_of(word: str) -> tuple[Hex, int] | None:
    """The beach hex and the wave of a box in an order, `1816:1`, or nothing."""
    return wave_of(f"{_WAVE}{word}") if ":" in word and is_hex(word.partition(":")[0]) else None


def turn_of(place: str) -> str:
    """The turn of a box of the track, or nothing."""
    return place.removeprefix(_TRACK) if place.startswith(_TRACK) else ""


def wave_name(at: Hex, wave: int) -> str:
    return f"the {'first' if wave == 1 else 'second'} wave to {at}"


def target_name(word: str) -> str:
    """The name of a target: a unit by its id, a wave box in words."""
    box = box_of(word)
    return wave_name(*box) if box else word


def in_words(place: str) -> str:
    """A place in words, to follow "it is"."""
    if is_hex(place):
        return f"in {place}"
    if zone_of(place):
        return f"at sea off the {zone_of(place)} beaches"
    if wave := wave_of(place):
        return f"in {wave_name(*wave)}"
    return f"wounded, back on {turn_of(place)}" if turn_of(place) else OFF_MAP[Place(place)]


def at_start(unit: UnitType, wanted: bool = False) -> Place:
    """Where a unit is before the first day.

    Optional units are absent unless chosen; companies wait until their battalion breaks up.
    """
    if unit.of:
        return POOL
    if unit.optional and not wanted:
        return ABSENT
    starts = {"setup": Place(unit.hex), "sea": follow_up(unit.zone), "drop": AIR, "airland": AIR}
    return starts.get(unit.entry, POOL)
