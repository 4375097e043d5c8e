"""What has changed, in short; units that are still ready, and what the end of a phase would waste."""

from itertools import groupby

from tarawa_cli.games.malta.model.state import AIR_MARKER, State, Unit
from tarawa_cli.games.malta.narration.next_steps import airlift_left
from tarawa_cli.games.malta.narration.sentences import PLAYERS, listed, sentences
from tarawa_cli.games.malta.rules.ch06_movement import movers
from tarawa_cli.games.malta.rules.ch16_special_units.planes_and_ships import (
    landable,
    open_fields,
    room,
    sailors,
    unplaced,
)
from tarawa_cli.games.malta.rules.ch17_special_rules import can_strike, strikes_left
from tarawa_cli.games.malta.rules.ch18_landings import lift_left, points, possible
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.hints import Callable, Iterable, Iterator, Sequence
from tarawa_cli.kernel.narration.digest import Unused
from tarawa_cli.kernel.narration.visible import plural, wrapped

# ── The computer's moves, summarised by destination


FEW_MOVES = 2
"""Up to this number, moves are shown one by one."""


def marches(events: Iterable[Event]) -> Iterator[tuple[str, list[Event]]]:
    """What happened, cut before and after moves that the computer orders one after the other, with their reason."""
    for why, orders in groupby(_by_order(events), _why_marched):
        yield why, [event for order in orders for event in order]


def _by_order(events: Iterable[Event]) -> list[list[Event]]:
    """The events before the computer's first order, then those of each order."""
    found: list[list[Event]] = [[]]
    for event in events:
        if event.type == "order-given":
            found.append([])
        found[-1].append(event)
    return found


def _why_marched(events: list[Event]) -> str:
    """The reason for an order that caused only moves; nothing for other orders."""
    first, *others = events or [Event("", "", {})]
    order, *units = str(first.facts.get("command", "")).split() or [""]
    if first.type != "order-given" or order != "move" or any(event.type != "moved" for event in others):
        return ""
    why = str(first.facts["why"])
    return why.replace(units[0], "each", 1) if why.startswith(f"{units[0]} ") else why


def marched(why: str, events: list[Event]) -> list[str]:
    """`to 1613: 2rif, 2komr`, hex by hex; nothing, if this is no march of many."""
    moved = [event.facts for event in events if event.type == "moved"]
    if not why or len(moved) <= FEW_MOVES:
        return []
    there: dict[str, list[str]] = {}
    for facts in moved:
        there.setdefault(facts["route"][-1], []).append(facts["unit"])
    lines = [wrapped(f"  to {at}: {', '.join(units)}  [6]", 4) for at, units in sorted(there.items())]
    taken = [
        wrapped(f"  {e.facts['unit']}: {e.remark}  [{e.rule}]", 4) for e in events if e.type == "moved" and e.remark
    ]
    lines += taken
    return [f"── the computer moves {plural(len(moved), 'unit')}  ({why})", *lines]


# ── Short reports


SUMMED_UP = {
    "11.5": "recovery",
    "17.8": "stragglers",
    "18.5": "landing losses",
    "19.46": "drop losses",
}
"""Paragraphs by which many units roll one after the other, and what a line about all of them is called."""
FEW = 2
"""Up to this number, rolls are shown one by one."""
_ROLLS = ("throw", "roll")
_VOLLEY = "coast-guns"
"""The table of which a gun rolls several dice at one target."""


def summarize(events: Iterable[Event], state: State) -> list[str]:
    """What happened, with a line for rolls of many units, and of a drift only its end."""
    told = _boarded(event for event in _worth_telling(events) if not _goes_without_saying(event))
    return [line for why, part in marches(told) for line in (marched(why, part) or _grouped_lines(part, state))]


def _grouped_lines(events: Iterable[Event], state: State) -> list[str]:
    lines: list[str] = []
    for key, part in groupby((event for event in events if event.facts.get("command") != "next"), _together):
        found = list(part)
        rolled = [event for event in found if event.type in _ROLLS]
        if key in SUMMED_UP and len(rolled) > FEW:
            lines += _summary(key, rolled, found)
        elif key.startswith(_VOLLEY) and len(rolled) > 1:
            lines += _volley(rolled, state)
        else:
            lines += sentences(found, state)
    return lines


def _together(event: Event) -> str:
    """The key of events that share a line: a paragraph, or a shot and its target."""
    if event.type == "roll" and event.facts["table"] == _VOLLEY:
        return f"{_VOLLEY} {event.facts['on']}"
    return event.rule if event.rule in SUMMED_UP else ""


def _volley(rolled: list[Event], state: State) -> Iterator[str]:
    """`Coast Guns on gorizia by cg-rocco: 6, 1, 4 → 1 hit`: a die for each factor, each with the same modifiers."""
    first, (die,) = sentences(rolled[:1], state)[0], rolled[0].facts["dice"]
    before, _, _ = first.partition(f": {die}")
    dice = ", ".join(str(die) for event in rolled for die in event.facts["dice"])
    plus = "".join(f", each {modifier['value']:+d} {modifier['label']}" for modifier in rolled[0].facts["modifiers"])
    hits = sum(event.facts["result"] == "hit" for event in rolled)
    yield f"{before}: {dice}{plus} → {plural(hits, 'hit') if hits else 'no effect'}  [{rolled[0].rule}]"


def _worth_telling(events: Iterable[Event]) -> Iterator[Event]:
    """All events but a `phase-passed` after its own `phase-begun`."""
    begun = ""
    for event in events:
        if event.type == "phase-begun":
            begun = event.facts["phase"]
        if event.type != "phase-passed" or event.facts["phase"] != begun:
            yield event


def _boarded(events: Iterable[Event]) -> list[Event]:
    """The same events, with consecutive `embarked` events for one wave box merged."""
    found: list[Event] = []
    for event in events:
        last = found[-1] if found else None
        if last and last.type == event.type == "embarked" and last.facts["to"] == event.facts["to"]:
            units, points = last.facts["units"] + event.facts["units"], last.facts["points"] + event.facts["points"]
            found[-1] = last._replace(facts=last.facts | {"units": units, "points": points})
        else:
            found.append(event)
    return found


def _goes_without_saying(event: Event) -> bool:
    """Whether an event needs no line, because another line shows it.

    A gun fires, and its dice follow; a unit drifts, and its landing is reported; battalions land and drop as
    companies, and may fall into the sea.
    """
    if event.type == "gun-fired":
        return True
    if event.rule in ("18.3", "19.2"):
        return event.type == "broken-up"
    table = event.facts.get("table", "")
    return event.rule == "19.41" and (event.type in ("throw", "unit-lost") or table == "scatter")


def _summary(rule: str, rolled: list[Event], found: list[Event]) -> Iterator[str]:
    """`recovery: 5 rolls; in order again: i-33; only Disorganised now: ii-87`."""
    changes: dict[str, list[str]] = {}
    for event in found:
        if event.type not in _ROLLS and "unit" in event.facts:
            change = _STATES[event.facts["to"]] if event.type == "state-changed" else _CHANGES[event.type]
            changes.setdefault(change, []).append(event.facts["unit"])
    told = "; ".join(f"{change} {', '.join(units)}" for change, units in changes.items())
    yield wrapped(f"  {SUMMED_UP[rule]}: {len(rolled)} rolls; {told or _NOTHING[rule]}  [{rule}]", 4)


_STATES = {"ok": "in order again:", "disorganised": "only Disorganised now:", "demoralised": "Demoralised:"}
_CHANGES = {"company-reduced": "reduced:", "company-restored": "at full strength again:", "unit-lost": "lost:"}
_NOTHING = {
    "11.5": "none recover",
    "17.8": "none restored",
    "18.5": "none lost",
    "19.46": "none lost",
}


# ── What is now


def now(events: Sequence[Event], state: State) -> list[str]:
    """Who holds the hexes that were fought over; nothing once a phase has ended."""
    if state.fight or state.outcome or any(event.type in ("phase-begun", "turn-begun") for event in events):
        return []
    hexes = dict.fromkeys(at for event in events if (at := _fought_over(event)))
    return [wrapped(f"  now {at}: {_holders(state, at)}", 4) for at in hexes]


def _fought_over(event: Event) -> str:
    """The hex of a fight that has ended."""
    return str(event.facts["on"]) if event.type == "fight-over" and "on" in event.facts else ""


def _holders(state: State, at: str) -> str:
    there = ", ".join(map(_left, state.units_at(at)))
    ground = state.board.terrain[at]
    barred = f"; no advance into a {ground}  [9.8]" if state.charts.terrain[ground].walled else ""
    return there or f"empty, held by the {PLAYERS[state.controller(at)]}{barred}"


def _left(unit: Unit) -> str:
    attack, defence = unit.strength
    shaken = "" if unit.state == "ok" else f" {unit.state}"
    return f"{unit.id} {attack}-{defence}{shaken}" if attack or defence else f"{unit.id}{shaken}"


# ── Who is ready


def ready(state: State) -> list[str]:
    """A line that counts the units and supports that can still be used in this phase; none if nothing can."""
    if state.question or state.outcome:
        return []
    count = READY.get(state.phase) or READY.get(state.phase.partition("-")[2], _anybody)
    told = count(state)
    return [f"ready: {told}"] if told else []


def _some(number: int, thing: str, what: str = "") -> str:
    """A number of things in words; nothing for zero."""
    return f"{plural(number, thing)}{what}" if number else ""


def _movement(state: State) -> str:

    able = [_some(len(movers(state)), "unit", " can still move")]
    return ", ".join(filter(None, [*able, _some(len(sailors(state)), "warship", " can still sail")]))


def _support(state: State) -> str:
    from tarawa_cli.games.malta.rules.ch09_combat import targets  # start-up
    from tarawa_cli.games.malta.rules.ch09_combat.attacking import air_markers, offensive  # start-up

    guns = {gun.id for at in targets(state) for gun in offensive(state, at)}
    left = [_some(len(guns), "gun"), _some(max(0, air_markers(state)), "air support marker")]
    told = " and ".join(filter(None, left))
    return f"{told} can still be assigned" if told else ""


def _combat(state: State) -> str:
    """Units that can still attack, and the number of hexes that can be attacked."""
    from tarawa_cli.games.malta.rules.ch09_combat import can_attack, targets  # start-up

    hexes = targets(state)
    able = sum(
        any(can_attack(state, unit, at) for at in hexes)
        for unit in state.units.values()
        if unit.side == state.active and unit.on_map
    )
    reach = f"{len(hexes)} {'hex' if len(hexes) == 1 else 'hexes'}"
    return _some(able, "unit", f" can still attack {reach}")


def _anybody(state: State) -> str:
    from tarawa_cli.games.malta.legal.offers import ready  # start-up

    return _some(len(ready(state)), "unit", " can still act")


def _strikes(state: State) -> str:
    return _some(strikes_left(state), "air strike", " left") if can_strike(state) else ""


def _sealift(state: State) -> str:
    return _some(lift_left(state), "point", " of sealift left")


def _quiet(state: State) -> str:
    """Nothing, because no unit needs an order in these phases."""
    return ""


READY: dict[str, Callable[[State], str]] = {
    "movement": _movement,
    "support": _support,
    "combat": _combat,
    "setup-allied": _quiet,
    "approach": _quiet,
    "formations": _quiet,
    "setup-axis": airlift_left,
    "plan-drops": airlift_left,
    "air-strikes": _strikes,
    "embark": _sealift,
}
"""By phase, or by the part of a player turn."""


# ── What `next` would waste, counted from the state


def find_waste(state: State) -> list[str]:
    """A few words for each thing that could still be used and that the end of the phase takes away.

    Nobody has to move or attack, and a gun that does not fire keeps its ammunition.
    """
    tell = None if state.question else _UNUSED.get(state.phase) or _UNUSED.get(state.phase.partition("-")[2])
    return [*tell(state)] if tell else []


def _unused_support(state: State) -> Iterator[str]:
    """Unused air support markers."""
    from tarawa_cli.games.malta.rules.ch09_combat import targets  # start-up
    from tarawa_cli.games.malta.rules.ch09_combat.attacking import air_markers  # start-up

    free = [at for at in targets(state) if AIR_MARKER not in state.assigned.get(at, ())]
    left = min(air_markers(state), len(free))
    if left > 0:
        yield Unused(f"{plural(left, 'air support marker')} left, for {' '.join(free)}", f"support {free[0]} --air")


def _unused_bombardment(state: State) -> Iterator[str]:
    """Support of a hex that can be bombarded now, and not attacked later (10.1)."""
    from tarawa_cli.games.malta.rules.ch09_combat import targets  # start-up

    near = targets(state)
    for at, given in state.assigned.items():
        if given and at not in near and at not in state.bombarded:
            yield Unused(f"{listed(given)} assigned to {at}, which nobody can attack", f"bombard {at}")


def _unused_combat(state: State) -> Iterator[str]:
    """Support assigned to a hex that can still be attacked (9.2)."""
    from tarawa_cli.games.malta.rules.ch09_combat import targets  # start-up

    open_ = targets(state)
    for at, given in state.assigned.items():
        if given and at in open_:
            yield Unused(f"{listed(given)} assigned to {at}, which can still be attacked", "attack")


def _unused_strikes(state: State) -> Iterator[str]:
    """Air strikes of this morning, while there is a gun to strike (17.5)."""
    if can_strike(state):
        yield Unused(f"{plural(strikes_left(state), 'air strike')} left", "strike")


def _unused_movement(state: State) -> Iterator[str]:
    """A movement phase in which no unit has moved (6)."""
    able = movers(state)
    if able and not any(unit.moved for unit in state.units.values() if unit.side == state.active):
        yield Unused(f"{plural(len(able), 'unit')} can move, and none has moved", "move")
    if state.active == "axis":
        yield from _unused_planes(state)


def _unused_planes(state: State) -> Iterator[str]:
    """Unused points of air-landing (16.1)."""
    for at in open_fields(state):
        if any(points(unit) for unit in landable(state, at)):
            yield Unused(f"planes could bring {plural(room(state, at), 'point')} more to {at}", "airland")


def _unused_embark(state: State) -> Iterator[str]:
    """Unused sealift of this turn (18.3)."""
    if any(points(unit) for unit, _, _ in possible(state)):
        yield Unused(f"{plural(lift_left(state), 'point')} of sealift left", "embark")


def _unused_ships(state: State) -> Iterator[str]:
    """Warships that are not placed and not in the plan (16.7)."""
    plan = {} if state.setting.options.own_plan else state.setting.scenario.plan.ships
    away = [ship.id for ship in unplaced(state) if ship.id not in plan]
    if away:
        yield Unused(f"unplaced warships are out of the game: {listed(away)}", "place")


_UNUSED: dict[str, Callable[[State], Iterator[str]]] = {
    "movement": _unused_movement,
    "support": _unused_support,
    "bombardment": _unused_bombardment,
    "combat": _unused_combat,
    "air-strikes": _unused_strikes,
    "embark": _unused_embark,
    "ships": _unused_ships,
}
