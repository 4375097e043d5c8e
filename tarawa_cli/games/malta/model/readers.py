"""Readers of what a position of Malta holds besides units: plans, seals, fights, standing answers."""

import re

from tarawa_cli.games.malta.model.places import box_of
from tarawa_cli.games.malta.model.state import AIR_MARKER, DUMMY, POLICIES, Fight, Setting, Zone, hex_of
from tarawa_cli.games.malta.model.unit_readers import HEXES, SHEET, UNITS, Reader, one, place, turn
from tarawa_cli.games.malta.model.unit_types import SIDES, Side
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.hints import Any
from tarawa_cli.kernel.saves import readers
from tarawa_cli.kernel.saves.readers import Known, Wrong, choice, count, flag, short, text

OFFSETS = tuple(f"{way}{hexes}" for way in ("n", "ne", "se", "s", "sw", "nw") for hexes in (1, 2))
"""Offsets of a series from its marker."""
ZONE_NAMES = "up to 20 lower-case letters, digits and -, starting with a letter, e.g. north-2"
GUNS = Known("a gun", lambda setting: {*setting.charts.units, AIR_MARKER})


def airlanded(setting: Setting, value: Any) -> dict[Hex, int]:
    """Points by airfield."""
    found = _table(value)
    return {at: count(1, 9)(setting, found[at]) for at in sorted(HEXES.checked(found, setting))}


def boxes(setting: Setting, value: Any) -> dict[str, list[str]]:
    """Units by the box that they are in; in other words, their places."""
    found = _table(value)
    return {place(setting, box): readers.names(UNITS, list)(setting, ids) for box, ids in found.items()}


def control(setting: Setting, value: Any) -> set[Hex]:
    """What the Axis control; all other land is Allied."""
    if not isinstance(value, dict) or set(value) - {"axis"}:
        raise Wrong(f"must be a table with the hexes of the axis, not {short(value)}")
    found: set[Hex] = readers.names(HEXES, set)(setting, value.get("axis", []))
    return found


def policies(setting: Setting, value: Any) -> dict[Side, dict[str, str]]:
    """Standing answers by side; what is left out is the usual one."""
    given = _table(value)
    if set(given) - set(SIDES):
        raise Wrong(f"must be a table by side, not {short(value)}")
    return {side: _answers(setting, _table(given.get(side, {}))) for side in SIDES}


def _answers(setting: Setting, given: dict[str, Any]) -> dict[str, str]:
    unknown = sorted(set(given) - set(POLICIES))
    if unknown:
        raise Wrong(f"{short(unknown[0])} is not a standing answer")
    return {name: choice(*words)(setting, given.get(name, words[0])) for name, words in POLICIES.items()}


def _table(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Wrong(f"must be a table, not {short(value)}")
    return value


def given(setting: Setting, value: Any) -> dict[Hex, list[str]]:
    """Guns and planes by hex."""
    found = _table(value)
    hexes = HEXES.checked(found, setting)
    return {at: readers.names(GUNS, list)(setting, found[at]) for at in sorted(hexes)}


_ZONE: dict[str, Reader] = {
    "turn": turn,
    "marker": one(SHEET),
    "nation": choice("german", "italian"),
    "series": lambda setting, value: _series(setting, value),
}


def plan(setting: Setting, value: Any) -> dict[str, Zone]:
    """Drop zones by name, with their series (19.2)."""
    zones = _table(value)
    if bad := [name for name in zones if not is_zone_name(name)]:
        raise Wrong(f"{short(bad[0])} is not a name for a drop zone: {ZONE_NAMES}")
    return {name: Zone(**_whole(_ZONE, zone, setting, {"turn", "marker", "nation"})) for name, zone in zones.items()}


def is_zone_name(word: str) -> bool:
    """Whether a drop zone can be called so: in an order, in a file, in a plan that was sealed."""
    return re.fullmatch("[a-z][a-z0-9-]{0,19}", word) is not None


def seals(setting: Setting, value: Any) -> dict[str, str]:
    """Digests by turn, and of the dummy's place by its hex: `dummy:2016` (24.3)."""
    found = {_sealed(setting, key): text(setting, digest) for key, digest in _table(value).items()}
    if not all(map(is_digest, found.values())):
        raise Wrong("must be digests of 64 hexadecimal digits")
    return dict(sorted(found.items()))


def _sealed(setting: Setting, key: str) -> str:
    return DUMMY + one(HEXES)(setting, hex_of(key)) if hex_of(key) else setting.charts.turn(turn(setting, key)).id


def planned_before(setting: Setting, value: Any) -> dict[str, list[str]]:
    """Units by turn (24.3)."""
    found = _table(value)
    turns = sorted(found, key=lambda key: turn(setting, key))
    return {key: readers.names(UNITS, list)(setting, found[key]) for key in turns}


def is_digest(text: str) -> bool:
    """Whether it is a SHA-256 in hexadecimal digits."""
    return len(text) == 64 and not text.strip("0123456789abcdef")


def _series(setting: Setting, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise Wrong(f"must be an array of texts, not {short(value)}")
    for line in value:
        *units, last = text(setting, line).split() or [""]
        UNITS.checked(units if last in OFFSETS and units else [*units, last], setting)
    return tuple(value)


def aims(setting: Setting, value: Any) -> dict[str, str]:
    """Who fires at what: a unit at a unit, or at a wave box like 1816:1."""
    found = _table(value)
    UNITS.checked(found, setting)
    for target in found.values():
        if ":" in text(setting, target):
            box(setting, target)
        else:
            UNITS.checked([target], setting)
    return dict(found)


def box(setting: Setting, value: Any) -> str:
    """A wave box like 1816:1."""
    found = box_of(text(setting, value))
    if not found or found[0] not in setting.board.zone_of:
        raise Wrong(f"must be a wave box like 1816:1, not {short(value)}")
    return str(value)


def _pair(read: Reader) -> Reader:
    def both(setting: Setting, value: Any) -> tuple[Any, Any]:
        if not isinstance(value, list) or len(value) != 2:
            raise Wrong(f"must be two values, attacker's and defender's, not {short(value)}")
        return read(setting, value[0]), read(setting, value[1])

    return both


_FIGHT: dict[str, Reader] = {
    "attackers": readers.names(UNITS, tuple),
    "defenders": readers.names(UNITS, tuple),
    "on": one(HEXES),
    "origins": readers.names(HEXES, tuple),
    "offence": readers.names(GUNS, tuple),
    "support": readers.names(UNITS, tuple),
    "led": readers.names(UNITS, tuple),
    "sappers": flag,
    "hits": _pair(count(0, 9)),
    "back": _pair(count(0, 3)),
    "marks": _pair(choice("", "D", "Z")),
    "close": flag,
}
_NEEDED = {"attackers", "defenders", "on", "origins"}


def fight(setting: Setting, value: Any) -> Fight:
    """A fight under way."""
    return Fight(**_whole(_FIGHT, value, setting, _NEEDED))


def _whole(keys: dict[str, Reader], value: Any, setting: Setting, needed: set[str]) -> dict[str, Any]:
    """A table of which everything can be read, and nothing that is needed is missing."""
    doc, wrong = _table(value), list[str]()
    found = readers.table(keys, doc, setting, "", wrong)
    wrong += [f"{name} is missing" for name in sorted(needed - set(doc))]
    if wrong:
        raise Wrong("; ".join(wrong))
    return found
