"""Kinds of units (2.1): their numbers, abilities and appearance, all read from units.toml.

Rules, sentences and pictures ask what a unit can do, never for its kind: a new kind is just a new entry in that file.
"""

from tarawa_cli.games.tarawa.data import SOURCES
from tarawa_cli.kernel.hints import Any, Callable, Iterator, Literal, NamedTuple, get_args
from tarawa_cli.kernel.standard import cached_property

Ability = Literal[
    "attacks",  # 7.2.4
    "demolishes",  # 7.2.5
    "supports-from-afar",  # 7.2.3: it need not be next to the target
    "recovers",  # 7.2.6
    "digs-in",  # 11.1
    "ignores-pins",  # 7.5
    "armoured",  # 7.1: traps do not hurt it
    "counts-as-casualties",  # 7.4
    "heartens-japanese",  # 9.2.1: its loss raises their morale
    "goes-to-wreck",  # 10.1.4
    "opens-pier",  # 11.33: its walk proves the pier
    "starts-on-pier",  # 6.2, 14.1: it comes without a craft, and may leave the pier for the water
    "goes-to-bairiki",  # 11.2
    "heavy",  # 13.2: a free plan counts it
    "supplied-along",  # 8.3: it shares the direct supply of a battalion in its area
    "takes-loads-over",  # 6.3, 6.5, 14.1: it is put out empty, waits at the edge, and takes loads over there
    "hands-loads-over",  # 6.3
]
ABILITIES: tuple[Ability, ...] = get_args(Ability)
REGIMENT = {"2": "2nd", "6": "6th", "8": "8th", "10": "10th"}
REGIMENTS = tuple(REGIMENT.values())
SUPPLY = "supply"
"""The load of craft that is not a unit."""


class Nature(NamedTuple):
    """What all counters of an entry have in common."""

    plural: str
    moves: str
    """foot, gun, tank or craft."""
    formation: str
    """battalion, regiment, own or none: the formation that its name shows."""
    stacks: str
    """battalion, engineers or other (7.6); nothing for craft."""
    crosses: str
    """When a craft crosses the reef (6.3): always, high-water or never; nothing for others."""
    abilities: frozenset[str]
    letter: str
    symbol: str
    short: tuple[str, ...]
    title: str

    @property
    def wades(self) -> bool:
        """Whether it can be unloaded into the water (6.3)."""
        return self.moves in ("foot", "tank")


class _Printed(NamedTuple):
    id: str
    kind: str
    name: str
    ap: tuple[int, int]
    steps: int
    support: dict[str, int]
    carries: tuple[str, ...]
    battalion: str
    """`2/8` for 2/8A, 2/8B and 2/8E; Hawkins is his own battalion; others have none."""
    regiment: str
    """The morale track of the unit; tanks, craft and Hawkins have none."""


class UnitType(_Printed):
    """A counter as printed (2.1), with the abilities of its kind."""

    nature: Nature

    def can(self, what: Ability) -> bool:
        return what in self.nature.abilities

    @cached_property
    def is_craft(self) -> bool:
        return self.nature.moves == "craft"

    @cached_property
    def is_tank(self) -> bool:
        return self.nature.moves == "tank"

    @cached_property
    def is_gun(self) -> bool:
        return self.nature.moves == "gun"

    @cached_property
    def on_foot(self) -> bool:
        """Whether it is infantry or engineers: they fire, and wade on when their craft is lost (7.2.2, 6.6.2)."""
        return self.nature.moves == "foot"

    @cached_property
    def stacks(self) -> str:
        return self.nature.stacks

    @cached_property
    def crosses(self) -> str:
        return self.nature.crosses


def nature(sheet: dict[str, Any]) -> Nature:
    return Nature(
        sheet["plural"],
        sheet["moves"],
        sheet["formation"],
        sheet.get("stacks", ""),
        sheet.get("crosses", ""),
        frozenset(sheet["abilities"]),
        sheet["letter"],
        sheet["symbol"],
        tuple(sheet.get("short", ())),
        sheet.get("title", ""),
    )


def unit_types(sheet: dict[str, Any]) -> Iterator[UnitType]:
    """The counters of an entry."""
    shared = nature(sheet)
    for id in sheet["ids"]:
        found = UnitType(
            id,
            sheet["kind"],
            sheet["name"],
            tuple(sheet["ap"]),
            sheet["steps"],
            sheet.get("support", {}),
            tuple(sheet.get("carries", ())),
            {"battalion": id[:-1], "own": id}.get(shared.formation, ""),
            REGIMENT[id.partition("/")[2].rstrip("ABE")] if shared.formation in ("battalion", "regiment") else "",
        )
        found.nature = shared
        yield found


# ── Checks of units.toml: every entry must say everything that the game needs of a unit, and nothing else


_SMALL = "abcdefghijklmnopqrstuvwxyz"
_CAPITALS = _SMALL.upper()
_DIGITS = "0123456789"


class _Key(NamedTuple):
    """The values that a key may have, and words for them."""

    allows: Callable[[Any], bool]
    must: str


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value)


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 99


def _is_allowance(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(_is_count, value))


def _is_support(value: Any) -> bool:
    whole = isinstance(value, dict) and list(value) == ["hex", "pillbox", "demolition"]
    return whole and all(map(_is_count, value.values()))


def _are_tags(value: Any) -> bool:
    return isinstance(value, dict) and all(_is_text(tag) and tag in SOURCES for tag in value.values())


def _grows_shorter(value: Any) -> bool:
    return _are_texts(value) and len(value) > 1 and sorted(value, key=len, reverse=True) == value


def _made_of(signs: str, most: int = 999) -> Callable[[Any], bool]:
    return lambda value: _is_text(value) and len(value) <= most and not value.strip(signs)


def _one_of(*words: str) -> _Key:
    return _Key(lambda value: isinstance(value, str) and value in words, f"one of {', '.join(words)}")


_TEXT = _Key(_is_text, "a string")
_NEEDED = {
    "kind": _Key(_made_of(_SMALL), "one word in small letters"),
    "ids": _Key(lambda value: _are_texts(value) and bool(value), "an array of names"),
    "name": _TEXT,
    "ap": _Key(_is_allowance, "two numbers, front and back"),
    "steps": _Key(lambda value: _is_count(value) and value > 0, "a number from 1 to 99"),
    "plural": _TEXT,
    "moves": _one_of("foot", "gun", "tank", "craft"),
    "formation": _one_of("battalion", "regiment", "own", "none"),
    "abilities": _Key(_are_texts, "an array of abilities"),
    "letter": _Key(_made_of(_CAPITALS.replace("S", ""), 1), "a capital letter, but not S, which is a stack"),
    "symbol": _Key(_made_of(_SMALL + _CAPITALS + _DIGITS + " ,.-"), "an SVG path"),
    "tags": _Key(_are_tags, f"a table of sources: {', '.join(SOURCES)}"),
}
_OF_MARINES = {
    "stacks": _one_of("battalion", "engineers", "other"),
    "support": _Key(_is_support, "a table of hex, pillbox and demolition"),
}
_OF_CRAFT = {
    "crosses": _one_of("always", "high-water", "never"),
    "carries": _Key(_are_texts, "an array of kinds"),
}
_SHORT = _Key(_grows_shorter, "a part of its name, then ever shorter ones")
_ONLY_FOR = dict.fromkeys(("attacks", "demolishes", "goes-to-wreck", "opens-pier", "starts-on-pier"), ("foot",)) | {
    "armoured": ("foot", "gun", "tank", "craft"),
    "takes-loads-over": ("craft",),
    "hands-loads-over": ("craft",),
}
"""Which units can have an ability; abilities not listed here are for all but craft."""


def sheet_problems(units: dict[str, Any]) -> list[str]:
    """Everything wrong with the entries; nothing if they are complete."""
    wrong = [f"{name}{what}" for name, sheet in units.items() for what in _entry_problems(sheet)]
    return wrong or [*_doubles(units), *_disagreements(units), *_unknown_loads(units)]


def _entry_problems(sheet: Any) -> Iterator[str]:
    if not isinstance(sheet, dict):
        yield ": must be a table"
        return
    needed = _needed(sheet)
    for name, key in needed.items():
        if name not in sheet:
            yield f".{name}: is missing, must be {key.must}"
    for name, value in sheet.items():
        known = _SHORT if name == "short" else needed.get(name)
        if known is None:
            yield f".{name}: no such key where moves = {sheet.get('moves')!r}, formation = {sheet.get('formation')!r}"
        elif not known.allows(value):
            yield f".{name}: must be {known.must}, not {value!r}"
    yield from _ability_problems(sheet)
    yield from _name_problems(sheet)


def _needed(sheet: dict[str, Any]) -> dict[str, _Key]:
    """The keys that an entry must have, given how it moves and its formation."""
    title = {"title": _TEXT} if sheet.get("formation") == "own" else {}
    return _NEEDED | (_OF_CRAFT if sheet.get("moves") == "craft" else _OF_MARINES) | title


def _ability_problems(sheet: dict[str, Any]) -> Iterator[str]:
    abilities, moves = sheet.get("abilities", []), sheet.get("moves")
    for ability in abilities if _are_texts(abilities) else []:
        if ability not in ABILITIES:
            yield f".abilities: {ability!r} is none of: {', '.join(ABILITIES)}"
        elif moves not in _ONLY_FOR.get(ability, ("foot", "gun", "tank")):
            yield f".abilities: {ability!r} is not for what moves as {moves}"
        elif ability == "takes-loads-over" and sheet.get("crosses") != "always":
            yield f".abilities: {ability!r} is for craft that always cross the reef"


def _name_problems(sheet: dict[str, Any]) -> Iterator[str]:
    """Problems with names: a unit's name must fit its formation, a craft's must be a kind and a number."""
    ids, kind, moves = sheet.get("ids", []), sheet.get("kind"), sheet.get("moves")
    for id in ids if _are_texts(ids) else []:
        before, _, number = id.rpartition("-")
        if moves == "craft" and (before != kind or not number.isdecimal()):
            yield f".ids: {id!r} must be its kind and a number, as in {kind}-1"
        if not _shows(id, str(sheet.get("formation"))):
            yield f".ids: {id!r} must name a {sheet['formation']} of the division"


def _shows(id: str, formation: str) -> bool:
    """The formation that a name shows: `2/8A` a battalion and a part of it, `1/10` a regiment; others none."""
    number, _, rest = id.partition("/")
    if formation == "battalion":
        return number.isdecimal() and rest[:-1] in REGIMENT and rest[-1:] in "ABE"
    return formation != "regiment" or (number.isdecimal() and rest in REGIMENT)


def _doubles(units: dict[str, Any]) -> Iterator[str]:
    ids = [id for sheet in units.values() for id in sheet["ids"]]
    yield from (f"{id}: the name of two counters" for id in dict.fromkeys(ids) if ids.count(id) > 1)


def _disagreements(units: dict[str, Any]) -> Iterator[str]:
    """Problems between entries: a kind must move in one way, and a letter must mean one thing."""
    for key, what in (("kind", "moves"), ("letter", "plural")):
        first: dict[str, str] = {}
        for name, sheet in units.items():
            first_value = first.setdefault(sheet[key], sheet[what])
            if first_value != sheet[what]:
                yield f"{name}.{what}: {sheet[what]!r}, but {first_value!r} where {key} is {sheet[key]!r} too"


def _unknown_loads(units: dict[str, Any]) -> Iterator[str]:
    kinds = {sheet["kind"]: None for sheet in units.values() if sheet["moves"] != "craft"} | {SUPPLY: None}
    for name, sheet in units.items():
        for load in sheet.get("carries", []):
            if load not in kinds:
                yield f"{name}.carries: {load!r} is none of: {', '.join(kinds)}"
