"""Readers of what a unit's traits hold: names of things on the map and in the lists, places, turns."""

from tarawa_cli.games.malta.model.board import is_hex
from tarawa_cli.games.malta.model.places import OFF_MAP, turn_of, wave_of, zone_of
from tarawa_cli.kernel.hints import TYPE_CHECKING, Any
from tarawa_cli.kernel.saves import readers
from tarawa_cli.kernel.saves.readers import Known, Wrong, count, short, text

if TYPE_CHECKING:
    from tarawa_cli.games.malta.model.state import Setting

Reader = readers.Reader["Setting"]

SHEET = Known("a hex of the map", lambda setting: setting.board.terrain)
HEXES = Known("a land hex", lambda setting: setting.board.land)
UNITS = Known("a unit", lambda setting: setting.charts.units)
ZONES = Known("a landing zone", lambda setting: setting.board.beaches)
FORMATIONS = Known("a formation", lambda setting: {*setting.charts.formations, "none"})


def one(known: Known) -> Reader:
    """A single name."""
    return lambda setting, value: known.checked([text(setting, value)], setting)[0]


def turn(setting: "Setting", value: Any) -> int:
    numbers = setting.charts.turn_numbers
    if not isinstance(value, str) or value not in numbers:
        raise Wrong(f"must be a turn like 29jun-am, not {short(value)}")
    return numbers[value]


def place(setting: "Setting", value: Any) -> str:
    known = text(setting, value)
    if known in OFF_MAP or (is_hex(known) and known in setting.board.terrain):
        return known
    if zone_of(known) in setting.board.beaches or turn_of(known) in setting.charts.turn_numbers:
        return known
    wave = wave_of(known)
    if wave and wave[0] in setting.board.zone_of:
        return known
    places = "a hex, follow-up:ZONE, wave:HEX:1, wave:HEX:2, track:TURN"
    raise Wrong(f"{short(value)} is not a place: {places} or one of {', '.join(OFF_MAP)}")


def later(setting: "Setting", value: Any) -> int:
    """A turn, or nothing."""
    return 0 if value == "" else turn(setting, value)


def numbers(setting: "Setting", value: Any) -> tuple[int, ...]:
    """Numbers of companies, the lowest first."""
    one_of = count(1, 3)
    if not isinstance(value, list) or value != sorted({one_of(setting, number) for number in value}):
        raise Wrong(f"must be numbers of companies in their order, not {short(value)}")
    return tuple(value)
