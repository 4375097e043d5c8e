"""The effects of an order in short, who is still ready, and what `next` would waste."""

from tarawa_cli.games.tarawa.model.board import is_hex, neighbours
from tarawa_cli.games.tarawa.model.state import PHASES, State, Unit, ap_left
from tarawa_cli.games.tarawa.narration.sentences import sentence, sentences
from tarawa_cli.games.tarawa.orders import passes
from tarawa_cli.games.tarawa.rules.ch07_actions import able_to_act
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.hints import Callable, Iterable, Iterator
from tarawa_cli.kernel.narration.digest import Unused
from tarawa_cli.kernel.narration.visible import plural

ENEMYS = ("anti-landing", "traps", "offensive-fire")
"""The phases that are summed up."""
LOST = "lost"
_HEADINGS = ("phase-begun", "phase-passed", "phases-left-out", "turn-begun")
_SUFFERED = {"pinned": "pinned", "unit-lost": LOST, "course-changed": "off course", "hit": "hit"}
_SUMMED_UP = ("roll", "pick", "steps-lost", "course-kept", "casualties-counted", *_SUFFERED)
_OWN = ("ap-spent", "assaulted", "supported", "moved", "advanced", "walked", "left-pier")
"""Events by which a unit spends AP."""


# ── The enemy's phases


def summarize(events: Iterable[Event], state: State) -> list[str]:
    """What happened, with a line or two for each phase of the enemy."""
    events = list(events)
    lines, part, phase = list[str](), list[Event](), _phase_before(events, state)
    for event in events:
        if event.type not in _HEADINGS:
            part.append(event)
            continue
        lines += [*_part_lines(part, phase, state), sentence(event, state)]
        part, phase = [], event.facts.get("phase", "") if event.type == "phase-begun" else ""
    return [*lines, *_part_lines([*part, *_pending_hit(state)], phase, state)]


def _pending_hit(state: State) -> list[Event]:
    """The hit that waits for the player's answer, as if it were an event."""
    asked = state.question
    return [Event("hit", "7.3", {"unit": asked.facts["unit"]})] if asked and asked.kind == "hit" else []


def _phase_before(events: list[Event], state: State) -> str:
    """The phase in which an order was given: that before the first that it began, or the present one."""
    begun = next((event.facts["phase"] for event in events if event.type == "phase-begun"), "")
    return PHASES[PHASES.index(begun) - 1] if begun else state.phase


def _part_lines(part: list[Event], phase: str, state: State) -> list[str]:
    if phase.rstrip("-123") not in ENEMYS:
        return sentences((event for event in part if event.type != "hit"), state)
    rest = [event for event in part if event.type not in _SUMMED_UP]
    return [*_summary(part, state), *sentences(rest, state)]


def _summary(part: list[Event], state: State) -> Iterator[str]:
    """`9 shots: 3/8B -1 step; 2/2A pinned; casualties +50, now 450`."""
    effects = _effects(part, state)
    losses = "; ".join(f"{unit} {', '.join(what)}" for unit, what in effects.items())
    shots, rolled = _shots(part), [event for event in part if event.type == "roll"]
    if not shots and not losses:
        return
    counted = _casualties(part, state)
    text = f"{shots}: {losses or 'no effect'}" if shots else losses
    yield f"  {text}{f'; {counted}' if counted else ''}{f'  [{rolled[0].rule}]' if rolled else ''}"


def _shots(part: list[Event]) -> str:
    tables = [event.facts["table"] for event in part if event.type == "roll"]
    if traps := tables.count("traps"):
        return f"traps and snipers in {plural(traps, 'area')}"
    shots = tables.count("japanese-fire")
    return plural(shots, "shot") if shots else ""


def _effects(part: list[Event], state: State) -> dict[str, list[str]]:
    """The effects on each unit, in the order of the shots; of a lost unit only that it is lost."""
    steps: dict[str, int] = {}
    found: dict[str, list[str]] = {}
    for event in part:
        unit = event.facts.get("unit", "")
        if event.type == "steps-lost":
            steps[unit] = steps.get(unit, 0) + event.facts["steps"]
            found.setdefault(unit, [])
        elif event.type in _SUFFERED:
            found.setdefault(unit, []).append(_SUFFERED[event.type])
    lost = {unit: [f"-{plural(steps[unit], 'step')}"] if unit in steps else [] for unit in found}
    gone = {unit: "sunk" if state.units[unit].type.is_craft else LOST for unit in found if LOST in found[unit]}
    return {unit: [gone[unit]] if unit in gone else [*lost[unit], *dict.fromkeys(what)] for unit, what in found.items()}


def _casualties(part: list[Event], state: State) -> str:
    counted = [event.facts for event in part if event.type == "casualties-counted"]
    if not counted:
        return ""
    more = sum(facts["spaces"] for facts in counted) * state.charts.value("casualty-space")
    return f"casualties +{more}, now {counted[-1]['total']:,}"


# ── The position after an order


def now(events: Iterable[Event], state: State) -> list[str]:
    """AP left of the units that have acted, and the hexes that they have acted on; empty once a phase has ended."""
    events = list(events)
    if state.outcome or any(event.type in _HEADINGS for event in events):
        return []
    units = dict.fromkeys(event.facts["unit"] for event in events if event.type in _OWN)
    hexes = dict.fromkeys(at for event in events if (at := _target(event)))
    who = ", ".join(_unit_now(state, state.units[id]) for id in units if not _is_empty(state, state.units[id]))
    parts = [*filter(None, [who]), *(_hex_now(state, at) for at in hexes)]
    return [f"  now {'; '.join(parts)}"] if parts else []


def _is_empty(state: State, unit: Unit) -> bool:
    """Whether it is a craft that has done its work."""
    return unit.type.is_craft and not state.is_loaded(unit)


def _target(event: Event) -> str:
    """The hex that a unit has acted on."""
    at = event.facts.get("on" if event.type == "roll" else "hex", "")
    wanted = event.type in ("roll", "hex-suppressed", "demolished", "hex-cleared")
    return at if wanted and isinstance(at, str) and is_hex(at) else ""


def _unit_now(state: State, unit: Unit) -> str:
    if not unit.steps:
        return f"{unit.id} lost"
    return f"{unit.id} pinned" if unit.pins else f"{unit.id} {ap_left(state, unit):g} AP"


def _hex_now(state: State, at: str) -> str:
    """`2626: 3 markers, half demolished`."""
    if not state.is_uncleared(at):
        return f"{at}: cleared"
    markers = plural(state.suppressed.get(at, 0), "marker") if state.suppressed.get(at) else "no marker"
    return ", ".join(filter(None, [f"{at}: {markers}", _demolition(state, at)]))


def _demolition(state: State, at: str) -> str:
    done, whole = state.demolished.get(at, 0), state.whole_demolition(at)
    if not done:
        return ""
    return "half demolished" if done * 2 == whole else f"{done} of {whole} demolished"


# ── Who is ready


def ready(state: State) -> list[str]:
    """A line that counts the units and points that can still be used in this phase; none if there are none."""
    count = _READY.get(state.phase.rstrip("-123")) if not state.question and not state.outcome else None
    counted = count(state) if count else ""
    return [f"ready: {counted}"] if counted else []


def _some(number: int, thing: str, what: str = "") -> str:
    """A number of things in words; empty for none."""
    return f"{plural(number, thing)}{what}" if number else ""


def _embark(state: State) -> str:
    from tarawa_cli.games.tarawa.phases.landing import able_to_come  # start-up

    return _some(sum(1 for _ in able_to_come(state)), "unit", " due")


def _impulse(state: State) -> str:
    from tarawa_cli.games.tarawa.rules.ch05_06_landing.advancing import has_way  # start-up
    from tarawa_cli.games.tarawa.rules.ch05_06_landing.reef import unloadings

    coming = [unit for unit in state.on_the_way() if not _is_empty(state, unit)]
    able = sum(1 for unit in coming if has_way(state, unit))
    moving = f"{able} of {plural(len(coming), 'unit')} on the way in" if able else ""
    boats = sum(1 for unit in coming if unit.type.is_craft and unloadings(state, unit) and not has_way(state, unit))
    return ", ".join(filter(None, [moving, _some(boats, "boat", " to unload")]))


def _suppression(state: State) -> str:
    from tarawa_cli.games.tarawa.rules.japanese_fire import suppressible  # start-up

    left = [area for area in suppressible(state) if area not in state.suppression_tried]
    return _some(len(left), "area", " to fire on")


def _actions(state: State) -> str:
    able = sum(1 for unit in able_to_act(state) if ap_left(state, unit) > 0)
    return f"{able} of {plural(len(state.ashore()), 'unit')} ashore" if able else ""


def _supply_points(state: State) -> str:
    return _some(state.stock, "supply point")


def _supply_check(state: State) -> str:
    from tarawa_cli.games.tarawa.rules.ch08_09_supply_morale import head_sites  # start-up

    return _some(len(head_sites(state)), "place", " for a supply head")


_READY: dict[str, Callable[[State], str]] = {
    "supply-points": _supply_points,
    "embark": _embark,
    "impulse": _impulse,
    "suppression": _suppression,
    "actions": _actions,
    "supply-check": _supply_check,
}


# ── What `next` would waste


def find_waste(state: State) -> list[str]:
    """A few words for each thing that the player could still use and would waste."""
    unused_in = _BY_PHASE.get(state.phase.rstrip("-123")) if not state.question else None
    return [*unused_in(state)] if unused_in else []


def _few(things: Iterable[str], limit: int = 6) -> str:
    names = list(things)
    return ", ".join(names[:limit]) + (f" and {len(names) - limit} more" if len(names) > limit else "")


def _unused_points(state: State) -> Iterator[str]:
    from tarawa_cli.games.tarawa.rules.ch08_09_supply_morale import suppliable  # start-up

    if able := suppliable(state):
        yield Unused(f"{plural(state.stock, 'supply point')} left, for {_few(able)}", "supply")


def _unused_units(state: State) -> Iterator[str]:
    from tarawa_cli.games.tarawa.orders.landing import passage, price  # start-up
    from tarawa_cli.games.tarawa.phases.landing import able_to_come

    free = (unit for unit in able_to_come(state) if not price(state, unit))
    if due := [unit.id for unit in free if passes(state, passage(state, unit))]:
        yield Unused(f"due and not embarked: {_few(due)}", "embark --due")


def _unused_moves(state: State) -> Iterator[str]:
    from tarawa_cli.games.tarawa.rules.ch05_06_landing.advancing import movers  # start-up
    from tarawa_cli.games.tarawa.rules.ch05_06_landing.reef import unloadings

    able = movers(state)
    if able:
        yield Unused(f"able to move: {_few(_loaded(state, unit) for unit in able)}", "advance --all")
    afloat = (unit for unit in state.units.values() if unit.type.is_craft and unit.hex and unit not in able)
    if boats := [unit for unit in afloat if state.is_loaded(unit) and unloadings(state, unit)]:
        yield Unused(f"still loaded: {_few(_loaded(state, unit) for unit in boats)}", "unload --all")


def _loaded(state: State, unit: Unit) -> str:
    passenger = state.passenger(unit) if unit.type.is_craft else None
    return f"{unit.id} with {passenger.id if passenger else 'supplies'}" if unit.type.is_craft else unit.id


def _unused_fire(state: State) -> Iterator[str]:
    from tarawa_cli.games.tarawa.rules.japanese_fire import suppressible  # start-up

    if left := [area for area in suppressible(state) if area not in state.suppression_tried]:
        yield Unused(f"not fired on: {_few(left)}", "suppress --all")


def _unused_ap(state: State) -> Iterator[str]:
    if able := fighters(state):
        named = _few(f"{unit.id} ({ap_left(state, unit):g})" for unit in able)
        yield Unused(f"next to the enemy with AP left: {named}", "fire")


def fighters(state: State) -> list[Unit]:
    """Infantry and engineers with the AP to fire at a hex next to them that they have not suppressed."""
    cost = state.charts.value("fire-ap")
    able = (unit for unit in able_to_act(state) if unit.type.on_foot and ap_left(state, unit) >= cost)
    return [
        unit for unit in able if any(state.is_uncleared(at) and at not in unit.fired for at in neighbours(unit.hex))
    ]


_BY_PHASE: dict[str, Callable[[State], Iterator[str]]] = {
    "supply-points": _unused_points,
    "embark": _unused_units,
    "impulse": _unused_moves,
    "suppression": _unused_fire,
    "actions": _unused_ap,
}
