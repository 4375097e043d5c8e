"""State ⇄ plain values: one description of every key serves saves, `[position]` and `export`.

Reading collects everything that is wrong; a key left out is as in a new game.
"""

from itertools import compress

from tarawa_cli.games.malta.model.state import (
    AIR_MARKER,
    DUMMY,
    ENDINGS,
    PHASES,
    POLICIES,
    DropZone,
    Fight,
    Setting,
    State,
    Unit,
    hex_of,
)
from tarawa_cli.games.malta.model.unit import ABSENT, HEXES, LOST, SHEET, UNITS, ZONES, Reader, box_of, one, place, turn
from tarawa_cli.games.malta.model.unit_types import SIDES, Side
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.board.units import rewritten, written
from tarawa_cli.kernel.engine.play import Frame
from tarawa_cli.kernel.hints import Any, Callable, Mapping, NamedTuple
from tarawa_cli.kernel.saves import readers, toml
from tarawa_cli.kernel.saves.readers import (
    Known,
    Wrong,
    a_table,
    choice,
    count,
    flag,
    merge_patch,
    names,
    short,
    table,
    text,
)
from tarawa_cli.kernel.standard import attrgetter, ne

# ── Readers of what a position holds besides units: plans, seals, fights, standing answers


OFFSETS = tuple(f"{way}{hexes}" for way in ("n", "ne", "se", "s", "sw", "nw") for hexes in (1, 2))
"""Offsets of a series from its marker."""
ZONE_NAMES = "up to 20 lower-case letters, digits and -, starting with a letter, e.g. north-2"
_ZONE_SIGNS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")
GUNS = Known("a gun", lambda setting: {*setting.charts.units, AIR_MARKER})


def read_airlanded(setting: Setting, value: Any) -> dict[Hex, int]:
    """Points by airfield."""
    found = a_table(value)
    return {at: count(1, 9)(setting, found[at]) for at in sorted(HEXES.checked(found, setting))}


def read_boxes(setting: Setting, value: Any) -> dict[str, list[str]]:
    """Units by box: their places."""
    found = a_table(value)
    return {place(setting, box): readers.names(UNITS, list)(setting, ids) for box, ids in found.items()}


def read_control(setting: Setting, value: Any) -> set[Hex]:
    """Hexes that the Axis control; all other land is Allied."""
    if not isinstance(value, dict) or set(value) - {"axis"}:
        raise Wrong(f"must be a table with the hexes of the axis, not {short(value)}")
    found: set[Hex] = readers.names(HEXES, set)(setting, value.get("axis", []))
    return found


def read_policies(setting: Setting, value: Any) -> dict[Side, dict[str, str]]:
    """Standing answers by side; an answer left out is the default."""
    given = a_table(value)
    if set(given) - set(SIDES):
        raise Wrong(f"must be a table by side, not {short(value)}")
    return {side: _read_answers(setting, a_table(given.get(side, {}))) for side in SIDES}


def _read_answers(setting: Setting, given: dict[str, Any]) -> dict[str, str]:
    unknown = sorted(set(given) - set(POLICIES))
    if unknown:
        raise Wrong(f"{short(unknown[0])} is not a standing answer")
    return {name: choice(*words)(setting, given.get(name, words[0])) for name, words in POLICIES.items()}


def read_support(setting: Setting, value: Any) -> dict[Hex, list[str]]:
    """Guns and planes by hex."""
    found = a_table(value)
    hexes = HEXES.checked(found, setting)
    return {at: readers.names(GUNS, list)(setting, found[at]) for at in sorted(hexes)}


def _read_series(setting: Setting, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise Wrong(f"must be an array of strings, not {short(value)}")
    for line in value:
        *units, last = text(setting, line).split() or [""]
        UNITS.checked(units if last in OFFSETS and units else [*units, last], setting)
    return tuple(value)


_ZONE_KEYS: dict[str, Reader] = {
    "turn": turn,
    "marker": one(SHEET),
    "nation": choice("german", "italian"),
    "series": _read_series,
}
_read_zone = readers.nested(_ZONE_KEYS, DropZone, ("turn", "marker", "nation"))


def read_zones(setting: Setting, value: Any) -> dict[str, DropZone]:
    """Drop zones by name, with their series (19.2)."""
    zones = a_table(value)
    if bad := [name for name in zones if not is_zone_name(name)]:
        raise Wrong(f"{short(bad[0])} is not a name for a drop zone: {ZONE_NAMES}")
    return {name: _read_zone(setting, zone) for name, zone in zones.items()}


def is_zone_name(word: str) -> bool:
    """Whether a word is a name for a drop zone, in an order, a file or a sealed plan."""
    return 0 < len(word) <= 20 and "a" <= word[0] <= "z" and _ZONE_SIGNS.issuperset(word)


def read_seals(setting: Setting, value: Any) -> dict[str, str]:
    """Digests by turn, and of the dummy's place by its hex: `dummy:2016` (24.3)."""
    found = {_read_seal_key(setting, key): text(setting, digest) for key, digest in a_table(value).items()}
    if not all(map(is_digest, found.values())):
        raise Wrong("must be digests of 64 hexadecimal digits")
    return dict(sorted(found.items()))


def _read_seal_key(setting: Setting, key: str) -> str:
    return DUMMY + one(HEXES)(setting, hex_of(key)) if hex_of(key) else setting.charts.turn(turn(setting, key)).id


def read_planned_before(setting: Setting, value: Any) -> dict[str, list[str]]:
    """Units by turn (24.3)."""
    found = a_table(value)
    turns = sorted(found, key=lambda key: turn(setting, key))
    return {key: readers.names(UNITS, list)(setting, found[key]) for key in turns}


def is_digest(text: str) -> bool:
    """Whether it is a SHA-256 in hexadecimal digits."""
    return len(text) == 64 and not text.strip("0123456789abcdef")


def read_aims(setting: Setting, value: Any) -> dict[str, str]:
    """Who fires at what: a unit at a unit, or at a wave box like 1816:1."""
    found = a_table(value)
    UNITS.checked(found, setting)
    for target in found.values():
        if ":" in text(setting, target):
            read_wave_box(setting, target)
        else:
            UNITS.checked([target], setting)
    return dict(found)


def read_wave_box(setting: Setting, value: Any) -> str:
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


_FIGHT_KEYS: dict[str, Reader] = {
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
read_fight = readers.nested(_FIGHT_KEYS, Fight, ("attackers", "defenders", "on", "origins"))
"""A fight under way."""


# ── How values are written


def _as_it_is(_: State, value: Any) -> Any:
    return sorted(value) if isinstance(value, set) else list(value) if isinstance(value, tuple) else value


def _stack(_: State, stack: list[Frame]) -> list[dict[str, Any]]:
    return [{"kind": frame.kind, **frame.facts} for frame in stack]


def _policies(_: State, policies: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
    """By side, the standing answers that are not the default."""
    return {side: changed for side, answers in policies.items() if (changed := _changed(answers))}


def _changed(answers: dict[str, str]) -> dict[str, str]:
    return {name: answer for name, answer in answers.items() if answer != POLICIES[name][0]}


def _fight(_: State, fight: Fight | None) -> dict[str, Any] | None:
    if not fight:
        return None
    usual = Fight._field_defaults
    values = {name: value for name, value in fight._asdict().items() if name not in usual or value != usual[name]}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


def _plan(state: State, plan: dict[str, DropZone]) -> dict[str, Any]:
    return {
        name: zone._asdict() | {"turn": state.charts.turn(zone.turn).id, "series": list(zone.series)}
        for name, zone in plan.items()
    }


def _on_one_line(_: State, by_hex: dict[Hex, Any]) -> toml.OneLine:
    """By hex, in the order of their numbers."""
    return toml.OneLine({at: list(it) if isinstance(it, list) else it for at, it in sorted(by_hex.items())})


# ── The keys


class Key(NamedTuple):
    """A key of the state or of a unit: how to read it, the attribute if that has another name, how to write it."""

    read: Reader
    attribute: str = ""
    write: Callable[[State, Any], Any] = _as_it_is


def _unfinished(setting: Setting, frames: Any) -> Any:
    """The work stack."""
    from tarawa_cli.games.malta.model.work import HANDLERS  # start-up

    return HANDLERS.read(setting, frames)


STATE: dict[str, Key] = {
    "turn": Key(turn, write=lambda state, _: state.box.id),
    "phase": Key(choice(*PHASES)),
    "outcome": Key(choice("", *ENDINGS)),
    "policy": Key(read_policies, "policies", _policies),
    "pending": Key(_unfinished, "stack", _stack),
    "fight": Key(read_fight, write=_fight),
    "weather": Key(choice("clear", "cloudy", "rain")),
    "stock": Key(count(0, 49)),
    "given": Key(read_support, "assigned", _on_one_line),
    "bombarded": Key(names(HEXES, set)),
    "assaulted": Key(names(HEXES, set)),
    "strongpoints": Key(names(HEXES, set)),
    "control": Key(read_control, write=lambda _, hexes: {"axis": sorted(hexes)}),
    "lost_steps": Key(count(0, 999)),
    "royal_navy": Key(count(0, 6)),
    "laid_upon": Key(one(UNITS)),
    "silenced": Key(names(UNITS, set)),
    "dismantled": Key(count(0, 99)),
    "lifted": Key(count(0, 99)),
    "flown": Key(count(0, 9)),
    "aims": Key(read_aims, write=lambda _, aims: toml.OneLine(aims)),
    "delayed": Key(names(ZONES, set)),
    "plan": Key(read_zones, write=_plan),
    "seals": Key(read_seals),
    "planned_before": Key(read_planned_before),
    "strikes": Key(count(0, 9)),
    "replaced": Key(names(UNITS, set)),
    "jumped": Key(flag),
    "free": Key(names(UNITS, set)),
    "airlanded": Key(read_airlanded, write=_on_one_line),
}
UNIT = {name: Key(one.read, write=one.write or _as_it_is) for name, one in Unit.traits.items()}


# ── Reading


def load(
    setting: Setting, doc: Mapping[str, Any], what: str, check: Callable[[State], list[str]] = lambda _: []
) -> State:
    """The state that a document holds, if `check` finds nothing wrong; BadFile lists everything wrong with it."""
    state, wrong = State(setting), list[str]()
    own = {name: value for name, value in doc.items() if name not in ("units", "default", "boxes")}
    _read(state, STATE, own, "", setting, wrong)
    boxed = _read_boxes(state, doc, wrong)
    _read_units(state, doc, boxed, wrong)
    if wrong := wrong or check(state):
        raise readers.unsound(what, wrong)
    return state


def _read(
    target: Any, keys: Mapping[str, Key], doc: Mapping[str, Any], where: str, setting: Setting, wrong: list[str]
) -> None:
    known = {name: keys[name].read for name in doc if name in keys}
    for name, value in table(known, doc, setting, where, wrong).items():
        setattr(target, keys[name].attribute or name, value)


def _read_boxes(state: State, doc: Mapping[str, Any], wrong: list[str]) -> set[str]:
    """Read `boxes`, which gives many units their places at once; returns the units in them."""
    given = {name: value for name, value in doc.items() if name == "boxes"}
    boxes: dict[str, list[str]] = table({"boxes": read_boxes}, given, state.setting, "", wrong).get("boxes", {})
    for box, ids in boxes.items():
        for unit in state.named(ids):
            unit.at = box
    return {id for ids in boxes.values() for id in ids}


def _read_units(state: State, doc: Mapping[str, Any], boxed: set[str], wrong: list[str]) -> None:
    units, default = doc.get("units", {}), doc.get("default", "")
    if default not in ("", ABSENT):
        wrong.append(f'default: must be "{ABSENT}" or left out, not {short(default)}')
    if not isinstance(units, dict):
        wrong.append("units: must be a table")
        return
    for id, unit in state.units.items():
        if default == ABSENT and id not in units and id not in boxed and not unit.type.of:
            unit.at = ABSENT
    for id, values in units.items():
        found = state.units.get(id)
        if found is None or not isinstance(values, dict):
            wrong.append(f"units.{short(id)}: no such unit" if found is None else f"units.{id}: must be a table")
            continue
        _read(found, UNIT, values, f"units.{id}.", state.setting, wrong)
        if found.at == LOST and "steps" not in values:
            found.steps = 0
    for unit in state.units.values():
        if unit.is_broken and unit.id in units and "steps" not in units[unit.id]:
            unit.steps = len(state.companies_out(unit))


# ── Writing

_ALWAYS = ("turn", "phase")
_SHOWN = tuple(UNIT)
"""Everything that a counter shows."""
_shown_by = attrgetter(*_SHOWN)


def dump(state: State, setting: Setting | None = None) -> dict[str, Any]:
    """The state as plain values, in a fixed order, without what is as in a new game (that of `setting`, if given)."""
    setting = setting or state.setting
    doc = _dump_own(state, setting)
    if units := written(state.units, _SHOWN, _unit_writer(state, setting.fresh)):
        doc["units"] = units
    return doc


def changes(state: State, kept: dict[str, Any]) -> dict[str, Any]:
    """What has changed in `dump` since the last call with `kept`, as a merge patch."""
    before, kept["document"] = kept.get("document", {}), _dump_own(state, state.setting)
    patch = merge_patch(before, kept["document"])
    write = _unit_writer(state, state.setting.fresh)
    if units := rewritten(state.units, _SHOWN, write, kept.setdefault("units", {})):
        patch["units"] = units
    return patch


def _dump_own(state: State, setting: Setting) -> dict[str, Any]:
    """The state without its units."""
    setting.written = usual = setting.written or dump_known(setting.fresh)
    doc = {name: value for name, value in dump_known(state).items() if name in _ALWAYS or value != usual[name]}
    if state.setting.scenario.position.get("default") == ABSENT:
        doc["default"] = ABSENT
    return doc


def _unit_writer(state: State, fresh: State) -> Callable[[Unit, tuple[Any, ...]], dict[str, Any]]:
    """A function that gives what of a unit differs from the start; if the position is placed, with its place."""
    placed = state.setting.scenario.position.get("default") == ABSENT

    def write(unit: Unit, shown: tuple[Any, ...]) -> dict[str, Any]:
        usual = _shown_by(fresh.units.get(unit.id) or Unit(unit.type))  # some lie face down
        if shown == usual:
            return {}
        changed = compress(zip(UNIT, shown, strict=True), map(ne, shown, usual))
        found = {name: UNIT[name].write(state, value) for name, value in changed}
        return {"at": unit.at} | found if placed else found

    return write


def dump_known(state: State) -> dict[str, Any]:
    """All keys of a state without its units, for views, which may know less than a save."""
    return {name: key.write(state, getattr(state, key.attribute or name)) for name, key in STATE.items()}
