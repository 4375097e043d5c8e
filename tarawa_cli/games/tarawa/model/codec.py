"""State ⇄ plain values. Each key is described once, for saves, `[position]` and `export`.

Reading collects everything that is wrong; a key that is left out has its value from a new game.
"""

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
from tarawa_cli.kernel.board.units import written
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.hints import Any, Callable, Iterable, Mapping, NamedTuple
from tarawa_cli.kernel.saves import toml
from tarawa_cli.kernel.saves.readers import Wrong, choice, count, flag, short, table
from tarawa_cli.kernel.standard import attrgetter


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
        newer = (
            "a newer version may have written it" if any(problem.endswith(": no such key") for problem in wrong) else ""
        )
        raise BadFile(f"{what} is not a sound position:", problems=wrong, hint=newer)
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


_ALWAYS = frozenset(("turn", "phase", "tracks", "operative", "casualties"))
_NAMES = [name for name in STATE if name != "policy"]
_OWN = attrgetter(*(STATE[name].attribute or name for name in _NAMES))


def dump(state: State, kept: dict[str, Any] | None = None) -> dict[str, Any]:
    """The state as plain values in a fixed order; whatever is as in a new game is left out.

    Parts that are as they were in the dump that filled `kept` are the same objects.
    """
    setting, kept = state.setting, {} if kept is None else kept
    setting.written["all"] = fresh = setting.written.get("all") or _OWN(setting.fresh)
    found: dict[str, Any] = {"policy": _policies(state)}
    for name, own, usual in zip(_NAMES, _OWN(state), fresh, strict=True):
        if name in _ALWAYS:
            found[name] = _plain(setting, name, own, kept)
        elif own != usual:  # most of them are as usual, most of the time
            value = _plain(setting, name, own, kept)
            if value != _plain(setting, name, usual, setting.written):
                found[name] = value
    doc = {name: found[name] for name in STATE if name in found}
    if state.setting.scenario.position.get("default") == "absent":
        doc["default"] = "absent"
    if units := _dump_units(state, "default" in doc, kept.setdefault("units", {})):
        doc["units"] = units
    return doc


def _dump_units(state: State, placed: bool, kept: dict[str, Any]) -> dict[str, Any]:
    """What differs from the start, by unit; if `placed`, with the place of each."""
    fresh = state.setting.fresh.units
    morale, stale = (dict(state.tracks), dict(state.operative)), list[str]()
    if kept.get("morale") != morale:  # the AP that are left depend on it
        kept["morale"], stale = morale, [unit.id for unit in state.units.values() if unit.spent]

    def write(unit: Unit) -> dict[str, Any]:
        found = dump_unit(state, unit, fresh[unit.id])
        return {"at": unit.at} | found if placed and found else found

    return written(state.units, _SEEN, write, kept, stale)


_POLICIES = [(name, "" if name in ("hits", "empty-lvt") else one.usual) for name, one in POLICIES.items()]
_ANSWERS = attrgetter(*map(ATTRIBUTES.__getitem__, POLICIES))


def _policies(state: State) -> dict[str, str]:
    """The standing answers; those that came later only if they are set."""
    answers = zip(_POLICIES, _ANSWERS(state), strict=True)
    return {name: answer for (name, usual), answer in answers if answer != usual}


_VALUES = attrgetter(*UNIT)
_SEEN = attrgetter(*UNIT, "spent")


def dump_unit(state: State, unit: Unit, fresh: Unit | None = None) -> dict[str, Any]:
    """The keys of a unit that differ from the start."""
    usual = _VALUES(fresh or Unit(unit.type))
    if (values := _VALUES(unit)) == usual and not unit.spent:
        return {}
    found: dict[str, Any] = {}
    for name, value, was in zip(UNIT, values, usual, strict=True):
        if value != was:
            found[name] = list(value) if isinstance(value, tuple) else value
        if name == "steps" and unit.spent:
            left = ap_left(state, unit)
            found["ap"] = int(left) if left == int(left) else left
    return found


def _plain(setting: Setting, name: str, value: Any, kept: dict[str, Any]) -> Any:
    """A value as it is written; one that is as it was when `kept` was filled is the same object."""
    if isinstance(value, int | str):
        return value
    if name == "pending":
        return [{"kind": frame.kind, **frame.facts} for frame in value]
    if name not in kept or kept[name][0] != value:
        kept[name] = value.copy(), _listed(setting, name, value)
    return kept[name][1]


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
