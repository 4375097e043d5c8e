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
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.hints import Any, Callable, Iterable, Iterator, Mapping, NamedTuple
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


def dump(state: State) -> dict[str, Any]:
    """The state as plain values in a fixed order; whatever is as in a new game is left out."""
    fresh = state.setting.fresh
    doc: dict[str, Any] = {"turn": state.turn, "phase": state.phase}
    for name, key in STATE.items():
        if name == "policy":
            doc["policy"] = dict(_policies(state))
            continue
        own, usual = getattr(state, key.attribute or name), getattr(fresh, key.attribute or name)
        always = name in ("turn", "phase", "tracks", "operative", "casualties")
        if not always and own == usual:  # most of them, most of the time
            continue
        value = _plain(state, name, own)
        if always or value != _plain(state, name, usual):
            doc[name] = value
    if state.setting.scenario.position.get("default") == "absent":
        doc["default"] = "absent"
    units = {id: values for id, unit in state.units.items() if (values := dump_unit(state, unit, fresh.units[id]))}
    if units:
        doc["units"] = units if "default" not in doc else {id: {"at": state.units[id].at} | units[id] for id in units}
    return doc


def _policies(state: State) -> Iterator[tuple[str, str]]:
    """The standing answers; those that came later only if they are set."""
    for name, policy in POLICIES.items():
        answer = getattr(state, ATTRIBUTES[name])
        if name in ("hits", "empty-lvt") or answer != policy.usual:
            yield name, answer


_VALUES = attrgetter(*UNIT)


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


def _plain(state: State, name: str, value: Any) -> Any:
    if name == "pending":
        return [{"kind": frame.kind, **frame.facts} for frame in value]
    if isinstance(value, set | frozenset):
        return in_order(state, value)
    if isinstance(value, dict):
        order = in_order(state, value)
        kept = {key: value[key] for key in order if value[key] or name in ("tracks", "operative", "chits")}
        return toml.OneLine(kept) if name == "chits" else kept
    return list(value) if isinstance(value, list) else value


def in_order(state: State, things: Iterable[str]) -> list[str]:
    """Areas and tracks in the order of map and chart, hexes and everything else by name."""
    place = {name: number for number, name in enumerate([*state.tracks, *state.board.areas])}
    return sorted(things, key=lambda thing: (place.get(thing, -1), thing))
