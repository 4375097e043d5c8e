"""State ⇄ plain values: one description of every key serves saves, `[position]` and `export`.

Reading collects everything that is wrong; a key left out is as in a new game.
"""

from tarawa_cli.games.malta.model import readers
from tarawa_cli.games.malta.model.places import ABSENT, LOST
from tarawa_cli.games.malta.model.sequence import PHASES
from tarawa_cli.games.malta.model.state import OUTCOMES, POLICIES, Fight, Setting, State, Unit, Zone
from tarawa_cli.games.malta.model.unit_readers import HEXES, UNITS, ZONES, Reader, one, turn
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.play import Frame
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.hints import Any, Callable, Mapping, NamedTuple
from tarawa_cli.kernel.saves import toml
from tarawa_cli.kernel.saves.readers import choice, count, flag, names, short, table
from tarawa_cli.kernel.standard import attrgetter

# ── How values are written


def _as_it_is(_: State, value: Any) -> Any:
    return sorted(value) if isinstance(value, set) else list(value) if isinstance(value, tuple) else value


def _stack(_: State, stack: list[Frame]) -> list[dict[str, Any]]:
    return [{"kind": frame.kind, **frame.facts} for frame in stack]


def _policies(_: State, policies: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
    """By side, the standing answers that are not the usual ones."""
    return {side: changed for side, answers in policies.items() if (changed := _changed(answers))}


def _changed(answers: dict[str, str]) -> dict[str, str]:
    return {name: answer for name, answer in answers.items() if answer != POLICIES[name][0]}


def _fight(_: State, fight: Fight | None) -> dict[str, Any] | None:
    if not fight:
        return None
    usual = Fight._field_defaults
    values = {name: value for name, value in fight._asdict().items() if name not in usual or value != usual[name]}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


def _plan(state: State, plan: dict[str, Zone]) -> dict[str, Any]:
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
    "outcome": Key(choice("", *OUTCOMES)),
    "policy": Key(readers.policies, "policies", _policies),
    "pending": Key(_unfinished, "stack", _stack),
    "fight": Key(readers.fight, write=_fight),
    "weather": Key(choice("clear", "cloudy", "rain")),
    "stock": Key(count(0, 49)),
    "given": Key(readers.given, write=_on_one_line),
    "bombarded": Key(names(HEXES, set)),
    "assaulted": Key(names(HEXES, set)),
    "strongpoints": Key(names(HEXES, set)),
    "control": Key(readers.control, write=lambda _, hexes: {"axis": sorted(hexes)}),
    "lost_steps": Key(count(0, 999)),
    "royal_navy": Key(count(0, 6)),
    "laid_upon": Key(one(UNITS)),
    "silenced": Key(names(UNITS, set)),
    "dismantled": Key(count(0, 99)),
    "lifted": Key(count(0, 99)),
    "flown": Key(count(0, 9)),
    "aims": Key(readers.aims, write=lambda _, aims: toml.OneLine(aims)),
    "delayed": Key(names(ZONES, set)),
    "plan": Key(readers.plan, write=_plan),
    "seals": Key(readers.seals),
    "planned_before": Key(readers.planned_before),
    "strikes": Key(count(0, 9)),
    "replaced": Key(names(UNITS, set)),
    "jumped": Key(flag),
    "free": Key(names(UNITS, set)),
    "airlanded": Key(readers.airlanded, write=_on_one_line),
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
        newer = "a newer version may have written it" if any(told.endswith(": no such key") for told in wrong) else ""
        raise BadFile(f"{what} is not a sound position:", problems=wrong, hint=newer)
    return state


def _read(
    target: Any, keys: Mapping[str, Key], doc: Mapping[str, Any], where: str, setting: Setting, wrong: list[str]
) -> None:
    known = {name: keys[name].read for name in doc if name in keys}
    for name, value in table(known, doc, setting, where, wrong).items():
        setattr(target, keys[name].attribute or name, value)


def _read_boxes(state: State, doc: Mapping[str, Any], wrong: list[str]) -> set[str]:
    """`boxes`: units by their place, the short way of giving many of them theirs; returns who is in one."""
    given = {name: value for name, value in doc.items() if name == "boxes"}
    boxes: dict[str, list[str]] = table({"boxes": readers.boxes}, given, state.setting, "", wrong).get("boxes", {})
    for place, ids in boxes.items():
        for unit in state.named(ids):
            unit.at = place
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
_SHOWN = attrgetter(*UNIT)
"""All that a counter shows."""


def dump(state: State, setting: Setting | None = None) -> dict[str, Any]:
    """The state as plain values, in a fixed order, without what is as in a new game (of `setting`, if it is given)."""
    fresh = (setting or state.setting).fresh
    doc = _dump_table(state, fresh)
    absent = state.setting.scenario.position.get("default") == ABSENT
    if absent:
        doc["default"] = ABSENT
    usual = {id: fresh.units.get(id) or Unit(unit.type) for id, unit in state.units.items()}  # some lie face down
    units = {id: values for id, unit in state.units.items() if (values := dump_unit(state, unit, usual[id]))}
    if units:
        doc["units"] = {id: {"at": state.units[id].at} | values for id, values in units.items()} if absent else units
    return doc


def _dump_table(state: State, fresh: State) -> dict[str, Any]:
    """Everything but the units."""
    usual = dump_known(fresh)
    return {name: value for name, value in dump_known(state).items() if name in _ALWAYS or value != usual[name]}


def dump_known(state: State) -> dict[str, Any]:
    """All keys of a state without its units, for views, which may know less than a save."""
    return {name: key.write(state, getattr(state, key.attribute or name)) for name, key in STATE.items()}


def dump_unit(state: State, unit: Unit, fresh: Unit) -> dict[str, Any]:
    """The values of a unit that differ from the start."""
    shown, usual = _SHOWN(unit), _SHOWN(fresh)
    if shown == usual:
        return {}
    changed = ((name, value) for name, value, was in zip(UNIT, shown, usual, strict=True) if value != was)
    return {name: UNIT[name].write(state, value) for name, value in changed}
