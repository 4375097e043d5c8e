"""State ⇄ plain values. Each key is described once, for saves, `[position]` and `export`.

Reading collects everything that is wrong; a key that is left out has its value from a new game.
"""

from itertools import compress

from tarawa_cli.games.tarawa.model.board import ABSENT, LOST
from tarawa_cli.games.tarawa.model.state import (
    ATTRIBUTES,
    ENDINGS,
    PHASES,
    POLICIES,
    Setting,
    State,
    Unit,
    allowance,
    ap_left,
)
from tarawa_cli.games.tarawa.model.unit import Reader, read_counts, read_names
from tarawa_cli.kernel.board.units import rewritten, written
from tarawa_cli.kernel.hints import Any, Callable, Iterable, Mapping, NamedTuple
from tarawa_cli.kernel.saves import toml
from tarawa_cli.kernel.saves.readers import Wrong, choice, count, flag, merge_patch, short, table, unsound
from tarawa_cli.kernel.standard import attrgetter, ne


class Key(NamedTuple):
    """A key of the state or of a unit: how it is read, and the attribute that holds it, if that has another name."""

    read: Reader
    attribute: str = ""


def _unfinished(setting: Setting, frames: Any) -> Any:
    """The work stack."""
    from tarawa_cli.games.tarawa.model.work import HANDLERS  # start-up

    return HANDLERS.read(setting, frames)


STATE: dict[str, Key] = {
    "turn": Key(count(1, 30)),
    "phase": Key(choice(*PHASES)),
    "outcome": Key(choice("", *ENDINGS)),
    "policy": Key(lambda _s, _v: None),
    "pending": Key(_unfinished, "stack"),
    "tracks": Key(read_counts("track", -5, 5)),
    "operative": Key(read_counts("track", -5, 5)),
    "casualties": Key(count(0, 99_950)),
    "shore": Key(count(0, 99)),
    "shore_used": Key(flag),
    "stock": Key(count(0, 9_999)),
    "delay": Key(count(0, 2)),
    "chits_due": Key(count(0, 99)),
    "chits": Key(read_counts("area", -9, 0)),
    "area_suppression": Key(read_names("area", set)),
    "suppression_tried": Key(read_names("area", set)),
    "raids": Key(read_counts("area", 1, 2)),
    "secured": Key(read_names("area", set)),
    "submarine": Key(flag),
    "carrier": Key(flag),
    "supply_loss": Key(count(0, 99)),
    "shore_loss": Key(count(0, 99)),
    "wreck": Key(choice("", "occupied", "cleared")),
    "wreck_fire": Key(count(0, 2)),
    "wreck_assigned": Key(flag),
    "wreck_party": Key(flag),
    "pier_walked": Key(flag),
    "pier_landings": Key(count(0, 2)),
    "pier_artillery": Key(count(0, 2)),
    "craft_lost": Key(read_counts("craft", 0, 1)),
    "paid": Key(read_names("any", set)),
    "plan": Key(read_names("regiment", list)),
    "heavy_embarked": Key(read_names("unit", set)),
    "no_embarking": Key(flag),
    "direct_supply": Key(read_names("battalion", set)),
    "heads": Key(read_names("land", frozenset)),
    "improved": Key(read_names("land", set)),
    "demolished": Key(read_counts("pillbox", 1, 4)),
    "suppressed": Key(read_counts("defended", 1, 99)),
    "occupied": Key(read_names("free", frozenset)),
    "cleared": Key(read_names("defended", frozenset)),
}


UNIT = {name: Key(one.read) for name, one in Unit.traits.items()}


def load(
    setting: Setting, doc: Mapping[str, Any], what: str, check: Callable[[State], list[str]] = lambda _: []
) -> State:
    """The state that a document holds, if `check` finds nothing wrong; BadFile lists everything wrong with it."""
    state = State(setting)
    wrong: list[str] = []
    _read_keys(state, STATE, {k: v for k, v in doc.items() if k not in ("units", "default")}, "", setting, wrong)
    if "tracks" in doc and "operative" not in doc and isinstance(doc["tracks"], dict):
        state.operative = dict(state.tracks)
    for hex in state.cleared & set(setting.board.pillboxes):
        state.demolished.setdefault(hex, state.whole_demolition(hex))
    _read_policy(state, doc.get("policy", {}), setting, wrong)
    _read_units(state, doc, setting, wrong)
    if wrong := wrong or check(state):
        raise unsound(what, wrong)
    return state


def _read_keys(
    target: Any, keys: Mapping[str, Key], doc: Mapping[str, Any], where: str, setting: Setting, wrong: list[str]
) -> None:
    known = {name: keys[name].read for name in doc if name in keys}
    for name, read in table(known, doc, setting, where, wrong).items():
        attribute = keys[name].attribute or name
        if name in ("tracks", "operative"):
            getattr(target, attribute).update(read)
        elif name != "policy":
            setattr(target, attribute, read)


def _read_policy(state: State, policy: Any, setting: Setting, wrong: list[str]) -> None:
    readers = {name: choice(*policy.answers) for name, policy in POLICIES.items()}
    if not isinstance(policy, dict):
        wrong.append("policy: must be a table")
        return
    for name, value in policy.items():
        try:
            if name not in readers:
                raise Wrong("no such policy")
            setattr(state, ATTRIBUTES[name], readers[name](setting, value))
        except Wrong as reason:
            wrong.append(f"policy.{name}: {reason}")


def _read_units(state: State, doc: Mapping[str, Any], setting: Setting, wrong: list[str]) -> None:
    units = doc.get("units", {})
    default = doc.get("default", "")
    if default not in ("", "absent"):
        wrong.append(f'default: must be "absent" or left out, not {short(default)}')
    if not isinstance(units, dict):
        wrong.append("units: must be a table")
        return
    if default == "absent":
        for id, unit in state.units.items():
            if id not in units:
                unit.at = ABSENT
    for id, values in units.items():
        found = state.units.get(id)
        if found is None or not isinstance(values, dict):
            wrong.append(f"units.{short(id)}: no such unit" if found is None else f"units.{id}: must be a table")
            continue
        ap = values.get("ap")
        _read_keys(found, UNIT, {k: v for k, v in values.items() if k != "ap"}, f"units.{id}.", setting, wrong)
        if ap is not None:
            _read_ap(state, found, ap, wrong)
        if found.at == LOST and "steps" not in values:
            found.steps = 0


def _read_ap(state: State, unit: Unit, ap: Any, wrong: list[str]) -> None:
    full = allowance(state, unit)
    if isinstance(ap, bool) or not isinstance(ap, int | float) or not 0 <= ap <= full or ap * 2 != int(ap * 2):
        wrong.append(f"units.{unit.id}.ap: must be from 0 to {full:g} in halves, not {short(ap)}")
    else:
        unit.spent = full - ap


_ALWAYS = frozenset(("turn", "phase", "tracks", "operative", "casualties", "policy"))
_NAMES = list(STATE)
_POLICY = _NAMES.index("policy")
_OWN = attrgetter(*(key.attribute or name for name, key in STATE.items() if name != "policy"))


def dump(state: State) -> dict[str, Any]:
    """The state as plain values in a fixed order; whatever is as in a new game is left out."""
    setting, (fresh, usual) = state.setting, _written_fresh(state.setting)
    doc: dict[str, Any] = {}
    for name, value, start in zip(_NAMES, _values(state), fresh, strict=True):
        if value != start:  # most of them are as usual, most of the time
            plain = _plain(setting, name, value)
            if plain != usual[name]:
                doc[name] = plain
    if _is_placed(setting):
        doc["default"] = ABSENT
    if units := written(state.units, _SHOWN, _unit_writer(state)):
        doc["units"] = units
    return doc


def changes(state: State, kept: dict[str, Any]) -> dict[str, Any]:
    """What has changed in `dump` since the last call with `kept`, as a merge patch."""
    setting, values, (fresh, usual) = state.setting, _values(state), _written_fresh(state.setting)
    patch: dict[str, Any] = {} if kept or not _is_placed(setting) else {"default": ABSENT}
    seen, doc = kept.setdefault("values", fresh.copy()), kept.setdefault("document", {})
    for number in compress(range(len(values)), map(ne, values, seen)):
        name, value = _NAMES[number], values[number]
        seen[number] = None if name == "pending" else value if type(value) in _AS_THEY_ARE else value.copy()
        plain = _plain(setting, name, value)
        before, doc[name] = doc.get(name), None if plain == usual[name] else plain
        if isinstance(plain, dict):
            patch |= merge_patch({name: before}, {name: doc[name]})
        elif before != doc[name]:
            patch[name] = doc[name]
    stale: list[str] = []
    if "tracks" in patch or "operative" in patch:  # the AP that are left depend on them
        stale = [unit.id for unit in state.units.values() if unit.spent]
    if units := rewritten(state.units, _SHOWN, _unit_writer(state), kept.setdefault("units", {}), stale):
        patch["units"] = units
    return patch


def _is_placed(setting: Setting) -> bool:
    """Whether units that the position does not name are absent."""
    placed: bool = setting.scenario.position.get("default") == ABSENT
    return placed


def _values(state: State) -> list[Any]:
    """The value of each key of a state."""
    values = [*_OWN(state)]
    values.insert(_POLICY, _policies(state))
    return values


def _written_fresh(setting: Setting) -> tuple[list[Any], dict[str, Any]]:
    """The values of a new game with which a key is left out, and how they are written."""
    if not setting.written:
        named = list(zip(_NAMES, _values(setting.fresh), strict=True))
        fresh = [None if name in _ALWAYS else value for name, value in named]
        usual = {name: None if name in _ALWAYS else _plain(setting, name, value) for name, value in named}
        setting.written = fresh, usual
    return setting.written


def _unit_writer(state: State) -> Callable[[Unit, tuple[Any, ...]], dict[str, Any]]:
    """A function that gives what of a unit differs from the start; if the position is placed, with its place."""
    fresh, placed = state.setting.fresh.units, _is_placed(state.setting)

    def write(unit: Unit, shown: tuple[Any, ...]) -> dict[str, Any]:
        if shown == (usual := _shown_by(fresh[unit.id])):
            return {}
        found: dict[str, Any] = {"at": unit.at} if placed else {}
        for number in compress(_NUMBERS, map(ne, shown, usual)):
            value = shown[number]
            found[_SHOWN[number]] = list(value) if type(value) is tuple else value
        if found.pop("spent", 0):
            left = ap_left(state, unit)
            before = {name: found.pop(name) for name in _BEFORE_AP if name in found}
            found = before | {"ap": int(left) if left == int(left) else left} | found
        return found

    return write


_SHOWN = (*UNIT, "spent")
_shown_by = attrgetter(*_SHOWN)
_NUMBERS = range(len(_SHOWN))
_BEFORE_AP = [*UNIT][: [*UNIT].index("steps") + 1]
_POLICIES = [(name, "" if name in ("hits", "empty-lvt") else one.usual) for name, one in POLICIES.items()]
_ANSWERS = attrgetter(*map(ATTRIBUTES.__getitem__, POLICIES))


def _policies(state: State) -> dict[str, str]:
    """The standing answers; those that came later only if they are set."""
    answers = zip(_POLICIES, _ANSWERS(state), strict=True)
    return {name: answer for (name, usual), answer in answers if answer != usual}


def _plain(setting: Setting, name: str, value: Any) -> Any:
    """A value as it is written."""
    if type(value) in _AS_THEY_ARE or name == "policy":
        return value
    if name == "pending":
        return [{"kind": frame.kind, **frame.facts} for frame in value]
    return _listed(setting, name, value)


_AS_THEY_ARE = frozenset((int, bool, str))


def _listed(setting: Setting, name: str, value: Any) -> Any:
    if isinstance(value, list):
        return list(value)
    order = in_order(setting, value)
    if not isinstance(value, dict):
        return order
    counts = {key: value[key] for key in order if value[key] or name in ("tracks", "operative", "chits")}
    return toml.OneLine(counts) if name == "chits" else counts


def in_order(setting: Setting, things: Iterable[str]) -> list[str]:
    """Areas and tracks in the order of map and chart, hexes and everything else by name."""
    return sorted(things, key=lambda thing: (setting.places.get(thing, -1), thing))
