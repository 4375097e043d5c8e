"""A counter and its traits, each declared once; whatever shows or saves a unit reads these declarations."""

from tarawa_cli.games.tarawa.model.board import OFF_MAP, PIER_FOOT, PIER_HEAD, POOL, SCHEDULE, Place, PlaceParts, parts
from tarawa_cli.games.tarawa.model.unit_types import REGIMENTS, UnitType
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.board.units import Sign, Traited, trait
from tarawa_cli.kernel.hints import TYPE_CHECKING, Any, Callable
from tarawa_cli.kernel.saves import readers
from tarawa_cli.kernel.saves.readers import Known, Wrong, choice, count, flag, short, text
from tarawa_cli.kernel.standard import attrgetter

if TYPE_CHECKING:
    from tarawa_cli.games.tarawa.model.state import Setting, State

# ── Readers for the names and places in a position


Reader = readers.Reader["Setting"]


class _Any:
    """A container that holds every name."""

    def __contains__(self, name: object) -> bool:
        return True


_KNOWN = {
    "any": Known("", lambda _: _Any()),
    "defended": Known("a land hex that must be cleared", lambda setting: setting.board.defended),
    "free": Known("a landing or airstrip hex", lambda setting: setting.board.free),
    "land": Known("a land hex", lambda setting: setting.board.land),
    "pillbox": Known("a pillbox hex", lambda setting: setting.board.pillboxes),
    "area": Known("an area", lambda setting: setting.board.areas),
    "unit": Known("a unit", lambda setting: setting.charts.units),
    "battalion": Known("a battalion", lambda setting: setting.charts.battalions),
    "regiment": Known("a regiment", lambda _: REGIMENTS),
    "craft": Known("a kind of craft", lambda setting: setting.charts.craft),
    "place": Known("a land hex or the foot of the pier", lambda setting: {*setting.board.land, PIER_FOOT}),
    "track": Known("a track", lambda setting: setting.scenario.tracks),
}


def read_names(kind: str, make: Callable[[list[str]], Any]) -> Reader:
    return readers.names(_KNOWN[kind], make)


def read_counts(kind: str, low: int, high: int) -> Reader:
    return readers.counts(_KNOWN[kind], low, high)


def read_place(setting: "Setting", value: Any) -> Place:
    if not isinstance(value, str):
        raise Wrong(f"must be a string, not {short(value)}")
    if value in OFF_MAP or _is_on_map(setting, parts(value)):
        return Place(value)
    raise Wrong(f'{short(value)} is not a place: a hex, "pier:HEX", "in:CRAFT" or one of {", ".join(OFF_MAP)}')


def _is_on_map(setting: "Setting", at: PlaceParts) -> bool:
    board, carrier = setting.board, setting.charts.units.get(at.craft)
    if at.pier:
        return at.pier in (*PIER_HEAD, *board.pier_route[:-1])
    return (at.hex in board.terrain and at.hex not in board.pier) or bool(carrier and carrier.is_craft)


# ── Counters

TURN, OFF, ELIMINATED = "turn", "off the map", "lost"
"""When traits end: with the turn, when the unit is taken off the map, when it is lost."""
_HOME = (Sign("home", "<", "goes home"),)


def _busy(note: str, sign: str, busy: str, **more: Any) -> Any:
    """Something that takes a unit's whole turn."""
    signs = (Sign("work", sign, note),)
    return trait(
        flag,
        note=note,
        signs=signs,
        change=(note, ""),
        json=True,
        film=True,
        ends=(TURN, ELIMINATED),
        busy=busy,
        **more,
    )


def _on_land(state: "State", unit: "Unit") -> bool:
    return unit.at in state.board.land and not unit.type.is_craft


class _Counter(Traited):
    """The parts of a counter that are not declared: those that never change, and AP, which a save stores otherwise."""

    __slots__ = ("id", "kind", "spent", "type")

    def __init__(self, type: UnitType) -> None:
        self.type = type
        self.id = type.id
        self.kind = type.kind
        self.spent = 0.0
        """AP spent in this impulse or land phase; AP left are the allowance less these."""


class Unit(_Counter):
    """A counter: where it is, what is left of it, what it has done. The order is that of a save."""

    at: Place = trait(read_place, None, json=True, film=True)
    beach: str = trait(lambda known, it: choice("", *known.board.beaches)(known, it), "", json=True, ends=(OFF,))
    """The beach that a unit afloat is heading for."""
    steps: int = trait(count(0, 99), None, json=True, film=True)
    pins: int = trait(
        count(0, 2),
        0,
        note="Pin {}",
        change=("pinned", "no longer pinned"),
        json=True,
        film=True,
        ends=(OFF,),
    )
    course: str = trait(
        choice("", "left", "right"), "", note="course {}", change=("course {}", ""), json=True, film=True, ends=(OFF,)
    )
    """A change of course still to be carried out: left or right (6.4)."""
    moved: bool = trait(flag, json=True, ends=(TURN, OFF))
    """Has moved, unloaded or sat out a pin in this impulse."""
    homeward: bool = trait(
        flag, note="going home", signs=_HOME, change=("going home", ""), json=True, film=True, ends=(OFF,)
    )
    """An empty craft on its way back (6.5)."""
    emptied: bool = trait(
        flag, note="unloaded", signs=_HOME, change=("going home", ""), json=True, film=True, ends=(OFF,)
    )
    """A boat that has unloaded and is not yet back in the pool (6.3)."""
    load: str = trait(text, "", json=True, film=True, ends=(OFF,))
    """`supply:BATTALION`: the supply point that a craft carries."""
    walking: bool = trait(flag, ends=(TURN, OFF))
    """Landed on the pier this turn: it can only walk (11.33)."""
    rushed: bool = trait(flag, ends=(TURN, OFF))
    """Its craft came in on its last AP: it starts the land phase with fewer (6.5)."""
    landed: int = trait(count(0, 30), 0, json=True)
    """The landing turn (6.5); 0: not yet."""
    supply: str = trait(choice("active", "general", "none"), "general", json=True, film=True)
    """active, general or none (8.2, 8.9)."""
    group: str = trait(text, "")
    """The supply point whose marker it holds, as `UNIT@TURN`: its first unit and when; nothing without one (8.2)."""
    unsupplied: int = trait(count(0, 99), 0, json=True)
    """Turns without supply (8.10)."""
    fired: tuple[Hex, ...] = trait(read_names("land", tuple), (), ends=(TURN,))
    """Hexes that it has suppressed this turn (7.2)."""
    acted: bool = trait(flag, ends=(TURN,))
    """Has done something in this land phase."""
    attacked: bool = trait(flag, ends=(TURN,))
    """Attacked or demolished this turn (8.2)."""
    fought: bool = trait(flag)
    """Has attacked or demolished since landing (8.4)."""
    digging: bool = _busy("digging in", "dig", "digs in", sound=_on_land, wrong="only a unit on land digs in")
    recovering: bool = _busy(
        "recovering",
        "rec",
        "recovers",
        sound=lambda state, unit: _on_land(state, unit) or unit.on_pier == PIER_FOOT,
        wrong="only a unit ashore recovers",
    )
    paid: bool = trait(flag, ends=(TURN, ELIMINATED))
    """Recovers by means of a supply point paid for it (7.2.6)."""
    wrecking: bool = _busy("at the wreck", "wrk", "is at the wreck")
    """Spends its turn on the wreck (10.1.4)."""
    hurt: bool = trait(flag, ends=(TURN,))
    """Lost a step this turn to Japanese fire, bombs, a banzai or traps (7.2.6)."""
    trapped: bool = trait(flag, ends=(TURN,))
    """Lost a step to traps this turn, so it may not try to recover (7.2.6)."""
    banzai: bool = trait(flag, ends=(TURN,))
    """Was a banzai's target this turn (7.2.6)."""
    blocked: bool = trait(flag, ends=(TURN,))
    """Could not retreat and survived: the current banzai does not strike it again (10.1.6.3)."""
    bombed: bool = trait(flag, ends=(TURN,))
    """Pinned by an air raid this turn: the pin stays until phase `final` of the next turn (10.1.1)."""

    def __init__(self, type: UnitType) -> None:
        super().__init__(type)
        self.begin()
        self.at = POOL if type.is_craft else SCHEDULE
        self.steps = type.steps

    @property
    def on_back(self) -> bool:
        """Whether the counter is flipped: half its steps or fewer are left (7.3)."""
        return self.steps * 2 <= self.type.steps

    @property
    def on_map(self) -> bool:
        return self.at not in OFF_MAP

    @property
    def craft(self) -> str:
        """The craft that carries it, or nothing."""
        return parts(self.at).craft

    @property
    def on_pier(self) -> Hex:
        """Where on the pier it is, or nothing."""
        return parts(self.at).pier

    @property
    def hex(self) -> Hex:
        """The hex or pier hex of a unit that is not carried; nothing elsewhere."""
        return parts(self.at).hex

    @property
    def is_busy(self) -> bool:
        """Whether something takes its whole turn."""
        return True in _BUSY(self)

    @property
    def busy(self) -> str:
        """What takes its whole turn, or nothing: `digs in`."""
        return next((one.busy for one in self.traits.values() if one.busy and one.shows(self)), "")

    @property
    def supplies(self) -> str:
        """The battalion that the supply point aboard is for, or nothing."""
        return self.load.partition(":")[2]

    @property
    def where(self) -> str:
        """Its place in words that fit after "it is"."""
        if self.craft:
            return f"in {self.craft}"
        if self.on_pier:
            return f"on the pier in {self.on_pier}"
        return OFF_MAP.get(self.at, f"in {self.at}")


_BUSY = attrgetter(*(name for name, one in Unit.traits.items() if one.busy))
