"""A counter: the places where it can be, and its traits, each declared once; whatever shows or saves it reads these.

A place is a text, the same in saves, in JSON and in play: `1812`, `follow-up:south`, `wave:1816:1`, `track:30jun-pm`
or a word of `OFF_MAP`. Only this module puts that text together and takes it apart.
"""

from tarawa_cli.games.malta.model.board import is_hex
from tarawa_cli.games.malta.model.unit_types import Side, UnitType
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.board.units import Sign, Traited, trait
from tarawa_cli.kernel.hints import TYPE_CHECKING, Any, NewType
from tarawa_cli.kernel.saves import readers
from tarawa_cli.kernel.saves.readers import Known, Wrong, choice, count, flag, short, text

if TYPE_CHECKING:
    from tarawa_cli.games.malta.model.state import Setting

# ── Places: hexes, boxes, the turn track, and others off the map


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


# ── The counter and its traits


# ── Readers of what traits hold: names of things on the map and in the lists, places, turns


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


# ── The counter and its traits


OK, DISORGANISED, DEMORALISED = STATES = ("ok", "disorganised", "demoralised")
"""The states of 11, each one worse than the one before."""
HALF, TACTICAL, STRATEGIC, INFILTRATION, JOINED = MOVES = ("half", "tactical", "strategic", "infiltration", "joined")
"""The ways in which a unit can have moved (`moved`)."""
TURN, BREAKTHROUGH, OFF_TABLE = "turn", "breakthrough", "off-table"
"""When traits end: with the game turn, with the breakthroughs of a side, when the counter leaves the table for others
that stand for it (13)."""
_CHANGED = {OK: "in order again", DISORGANISED: "Disorganised", DEMORALISED: "Demoralised"}


def _state(old: "Unit", new: "Unit") -> str:
    return _CHANGED[new.state] if old.state != new.state else ""


def _ammo(old: "Unit", new: "Unit") -> str:
    if old.ammo == new.ammo:
        return ""
    return "has ammunition" if new.ammo else "fired" if new.fired else "no ammunition"


class _Counter(Traited):
    """The parts of a counter that never change."""

    __slots__ = ("id", "side", "type")

    def __init__(self, type: UnitType) -> None:
        self.type = type
        self.id = type.id
        self.side: Side = type.side


class Unit(_Counter):
    """A counter: where it is, what is left of it, what it has done. The order is that of a save."""

    at: str = trait(place, None, json=True, film=True)
    steps: int = trait(count(0, 3), None, json=True, film=True)
    state: str = trait(
        choice(*STATES),
        OK,
        note="{}",
        signs=(Sign(DEMORALISED, "Z", "Demoralised", "Z", 3), Sign(DISORGANISED, "D", "Disorganised", "D", 2)),
        change=_state,
        json=True,
        film=True,
        ends=(OFF_TABLE,),
        sound=lambda _, unit: not (unit.can("lead") or unit.can("coast-gun")),
        wrong="it is always in order",
        joined=lambda states: max(states, key=STATES.index),
    )
    formation: str = trait(
        one(FORMATIONS),
        None,
        json=True,
        joined=lambda formations: formations[0],
    )
    """The formation that it belongs or is attached to (15); `none` is independent."""
    supplied: bool = trait(
        flag,
        True,
        note="out of supply",
        signs=(Sign("unsupplied", "▲", "out of supply", "u", 1),),
        change=("out of supply", "in supply again"),
        json=True,
        film=True,
        ends=(OFF_TABLE,),
        joined=all,
    )
    ammo: bool = trait(
        flag,
        None,
        when=lambda unit: unit.can("gun") and not unit.ammo and not unit.fired,
        note="no ammunition",
        signs=(Sign("empty", "○", "no ammunition", "0"),),
        change=_ammo,
        json=True,
        film=True,
    )
    """Has the marker that a gun needs to fire (12.5, 12.56)."""
    fired: bool = trait(
        flag, note="fired", signs=(Sign("fired", "•", "has fired", "'"),), json=True, film=True, ends=(TURN,)
    )
    """Has fired in this game turn (12.1)."""
    moved: str = trait(
        choice("", *MOVES),
        "",
        note="moved ({})",
        json=True,
        film=True,
        ends=(TURN, OFF_TABLE),
        sound=lambda _, unit: unit.type.mobility != "static" or unit.can("ship"),
        wrong="it is static",
        joined=max,
    )
    """How it has moved in this game turn: half (6.5), tactical, strategic, infiltration; joined: its companies
    have come together (13.2)."""
    attacked: bool = trait(
        flag,
        note="attacked",
        json=True,
        film=True,
        ends=(TURN, OFF_TABLE),
        sound=lambda _, unit: unit.can("combat"),
        wrong="it never attacks",
        joined=any,
    )
    """Has attacked in this game turn."""
    advanced: bool = trait(
        flag,
        ends=(BREAKTHROUGH,),
        sound=lambda _, unit: unit.can("combat"),
        wrong="only combat units advance to break through",
    )
    """Has advanced in this combat phase, so that it may break through (10.3)."""
    tried: bool = trait(flag, ends=(BREAKTHROUGH,))
    """A leader who has tried to urge a breakthrough in this phase (10.3)."""
    revealed: bool = trait(flag, None, usual=True, note="face down", change=("", "revealed"), json=True)
    """Whether the other side knows what it is (16.5)."""
    landed: bool = trait(flag, note="landed", json=True, film=True, ends=(TURN, OFF_TABLE), joined=any)
    """Has landed, dropped or been air-landed this turn (6.4)."""
    carries_until: int = trait(
        later, 0, ends=(OFF_TABLE,), write=lambda state, turn: state.charts.turn(turn).id, joined=min
    )
    """The last turn for which it carries supplies (8.3)."""
    reduced: bool = trait(
        flag, note="reduced", change=("reduced", "at full strength again"), json=True, film=True, ends=(OFF_TABLE,)
    )
    """A company on its weaker side (19.46)."""
    companies: tuple[int, ...] = trait(numbers, ())
    """The numbers of a battalion's companies that are in its counter, if those are not its strongest (13.2)."""
    rating: int = trait(count(0, 6), None)
    """The rating of a leader; that of an aide is lower (14.43)."""

    def __init__(self, type: UnitType, wanted: bool = False) -> None:
        super().__init__(type)
        self.begin()
        self.at = at_start(type, wanted)
        self.steps, self.rating = type.steps, type.rating
        self.formation = type.attached or type.formation
        self.ammo = type.can("gun") and (type.side == "allied" or type.entry == "drop")
        self.revealed = not type.hidden

    def can(self, ability: str) -> bool:
        return ability in self.type.kind.can

    @property
    def on_map(self) -> bool:
        return on_map(self.at)

    @property
    def is_static(self) -> bool:
        """Whether it can neither move nor retreat (6.5)."""
        return self.type.mobility == "static"

    @property
    def strength(self) -> tuple[int, int]:
        """Attack and defence as printed, by the steps that are left (2.2)."""
        return self.strength_with(self.steps)

    def strength_with(self, steps: int) -> tuple[int, int]:
        if self.reduced and self.type.reduced:
            return self.type.reduced
        return self.type.strength(steps, self.companies)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The companies in a battalion's counter."""
        return self.companies or tuple(range(1, self.steps + 1))

    @property
    def in_battalion(self) -> bool:
        """Whether this company is part of a battalion that has not broken up."""
        return bool(self.type.of) and self.at == POOL

    @property
    def is_broken(self) -> bool:
        """Whether this battalion is broken into companies (13.1)."""
        return self.type.type is not None and self.at == POOL
