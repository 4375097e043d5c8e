"""Text reports for `status`, `units`, `unit`, `hex`, `area`: eighty columns, no colour needed."""

from tarawa_cli.games.tarawa.model.board import OFF_MAP, SCHEDULE, parts
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.narration.sentences import TRACK_NAMES, goal_text, next_steps, track_row
from tarawa_cli.games.tarawa.views import facts
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.order_words import some_of_each
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.hints import Any, Callable, Sequence
from tarawa_cli.kernel.narration.visible import plural, wrapped


def status(state: State, match: Match[State]) -> str:
    """The whole situation on one screen."""
    goal = "" if state.outcome else goal_text(state)  # the report of the end has shown it
    blocks = [next_steps(state), goal, _standing(state, match), _tracks(state), _areas(state)]
    return "\n\n".join(block for block in blocks if block)


def _standing(state: State, match: Match[State]) -> str:
    count = facts.counts(state)
    lines = [
        f"Casualties {state.casualties:,}   shore points {state.shore}   supply points {state.stock}"
        f"   mulligans {match.mulligans}" + (f"   peeks {match.peeks}" if match.peeks else ""),
        f"Units: {count['ashore']} ashore, {count['afloat']} afloat, {count['pier']} on the pier, "
        + (f"{count['bairiki']} on Bairiki, " if count["bairiki"] else "")
        + f"{count['schedule']} to come, {count['lost']} lost",
        f"Island: {count['held']} of {count['land']} hexes held, "
        f"{count['cleared']} of {count['cleared'] + count['uncleared']} cleared, "
        f"{count['secured']} of {len(state.board.areas)} areas secured",
    ]
    return "\n".join([*lines, *(wrapped(line, 2) for line in lasting(state))])


def lasting(state: State) -> list[str]:
    """Supply heads, and events with lasting effects."""
    said = [
        ("Supply heads", " ".join(sorted(state.heads))),
        *_without_supply(state),
        ("Air-raid markers", ", ".join(f"{area} ({turns} day turns)" for area, turns in state.raids.items())),
        ("Lasting", _losses(state)),
        ("Wreck", _wreck(state)),
    ]
    return [f"{name}: {text}" for name, text in said if text]


def _without_supply(state: State) -> list[tuple[str, str]]:
    """The units without supply, and for how long (8.9, 8.10)."""
    if all(unit.supply != "none" for unit in state.units.values()):
        return []
    unsupplied, isolated = (facts.units_without_supply(state, isolated=isolated) for isolated in (False, True))
    return [("Unsupplied", unsupplied), ("Isolated", isolated)]


def _losses(state: State) -> str:
    losses = [(state.supply_loss, "to supply rolls"), (state.shore_loss, "shore points per turn")]
    return ", ".join(f"-{number} {what}" for number, what in losses if number)


def _wreck(state: State) -> str:
    if state.wreck != "occupied":
        return ""
    there = next((f"{unit.id} is there" for unit in state.units.values() if unit.wrecking), "to come")
    return f"occupied; shore fire {state.wreck_fire} of 2 turns, party {'done' if state.wreck_party else there}"


def _tracks(state: State) -> str:
    lines = [f"{'Morale':38}{'marker':18}operative"]
    for name, box in state.tracks.items():
        row = f"  {TRACK_NAMES[name]:15} {track_row(state.charts, box)}"
        lines.append(f"{row:38}{state.charts.box_name(box):18}{state.charts.box_name(state.operative[name])}")
    return "\n".join(lines)


def _areas(state: State) -> str:
    lines = ["Area                           cleared  pillboxes"]
    return "\n".join([*lines, *(_area_line(state, facts.area_facts(state, id)) for id in state.board.areas)])


def _area_line(state: State, area: dict[str, Any]) -> str:
    taken = f"{len(area['cleared'])}/{area['defended']}"
    standing, boxes = pillboxes(state, area)
    marks = area_marks(area)
    name = f"{area['letter']} {area['id']:9} {area['name']}"
    boxed = f"{standing}/{boxes}" if boxes else "-"
    return wrapped(f"  {name:30.30}{taken:>7} {boxed:>9}  {', '.join(marks)}".rstrip(), 51)


def pillboxes(state: State, area: dict[str, Any]) -> tuple[int, int]:
    """How many pillboxes of an area are standing, and how many it had."""
    standing = sum(state.pillboxes_standing(hex) for hex in area["pillboxes"] if hex not in state.cleared)
    return standing, sum(area["pillboxes"].values())


def area_marks(area: dict[str, Any]) -> list[str]:
    """Everything else about an area, in marks."""
    marks = [
        "secured" if area["secured"] else "",
        plural(len(area["units"]), "unit") if area["units"] else "",
        f"chit {area['chit'] or 'blank'}" if area["chit"] is not None else "",
        "suppressed" if area["suppressed"] else "",
    ]
    return [mark for mark in marks if mark]


# ── Units

MOST_COMMANDS = 12
"""The most commands listed without -v."""


def units(state: State, found: list[Unit]) -> str:
    if not found:
        return "no units match (try: units all, units due, units craft)"
    lines = [f"{'unit':10} {'where':12} {'steps':>5} {'AP':>5}  notes"]
    home = [unit for unit in found if unit.homeward or unit.emptied]
    home = home if len(home) > 1 else []
    lines += [_unit_line(state, unit) for unit in found if unit not in home]
    return "\n".join([*lines, *([_homeward(home)] if home else [])])


def _homeward(craft: list[Unit]) -> str:
    """Craft on their way back, in one line."""
    return wrapped(f"going home ({len(craft)}): {', '.join(f'{unit.id} {unit.at}' for unit in craft)}", 2)


def _unit_line(state: State, unit: Unit, margin: str = "") -> str:
    fact = facts.unit_facts(state, unit)
    steps = f"{unit.steps}/{unit.type.steps}"
    ap = f"{fact['ap']:g}/{fact['allowance']}"
    notes = ", ".join(unit_notes(state, unit))
    return wrapped(f"{margin}{unit.id:10} {unit.at:12} {steps:>5} {ap:>5}  {notes}".rstrip(), 37 + len(margin))


def unit_notes(state: State, unit: Unit) -> list[str]:
    """What else a counter shows."""
    passenger = state.passenger(unit) if unit.type.is_craft else None
    notes = [
        f"carries {passenger.id}" if passenger else "",
        f"carries supply for {unit.supplies}" if unit.load else "",
        *(_NOTES[name](state, unit) if name in _NOTES else one.note_on(unit) for name, one in unit.traits.items()),
        _arrival(state, unit),
    ]
    return [note for note in notes if note]


def supply_note(state: State, unit: Unit) -> str:
    """Where a unit ashore gets its supply."""
    if not state.is_ashore(unit):
        return ""
    return f"{'' if unit.supply == 'none' else 'supply '}{facts.supply_words(state, unit)}"


_NOTES: dict[str, Callable[[State, Unit], str]] = {
    "beach": lambda state, unit: f"for {unit.beach}" if unit.beach and state.is_afloat(unit) else "",
    "steps": lambda _, unit: "flipped" if unit.on_back and unit.steps else "",
    "supply": supply_note,
}
"""Notes that follow from more than the trait."""


def _arrival(state: State, unit: Unit) -> str:
    from tarawa_cli.games.tarawa.rules.ch12_13_victory_timetable import arrival  # start-up

    if unit.at != SCHEDULE:
        return ""
    coming = arrival(state, unit)
    if coming is None:
        return "by plan"
    return f"from turn {coming.turn}: {' '.join(coming.beaches)}"


def unit(state: State, unit: Unit, verbose: bool = False) -> str:
    """Everything about a counter, and what it can do."""
    return "\n".join([*unit_summary(state, unit), *_can(state, unit, verbose)])


def unit_summary(state: State, unit: Unit, fact: dict[str, Any] | None = None) -> list[str]:
    """Everything about a counter, from its facts if the caller has them."""
    fact = fact or facts.unit_facts(state, unit)
    kind = f"{unit.type.name}{f', {unit.type.regiment} Marines' if unit.type.regiment else ''}"
    front, back = unit.type.ap
    lines = [
        f"{unit.id} — {kind}",
        f"  {place(fact)}",
        f"  steps {unit.steps} of {unit.type.steps} ({fact['side']} side)",
        f"  AP {fact['ap']:g} left of {fact['allowance']} (printed {front} / {back})",
    ]
    limits = facts.supply_limits(state, unit) if state.is_ashore(unit) else ""
    notes = [", ".join(unit_notes(state, unit)), limits]
    return [*lines, *(wrapped(f"  {note}", 4) for note in notes if note)]


def _can(state: State, unit: Unit, verbose: bool) -> list[str]:
    from tarawa_cli.games.tarawa.legal.listing import legal_for  # start-up

    commands = legal_for(state, unit)
    return _commands(state, "can now", commands, f"legal {unit.id}", verbose) if commands else _idle(state, unit)


def _idle(state: State, unit: Unit) -> list[str]:
    """That a unit can do nothing, and why."""
    from tarawa_cli.games.tarawa.legal.listing import reasons  # start-up

    why = reasons(state, unit)
    return ["  can do nothing now:", *(wrapped(f"    {reason}  [{rule}]", 6) for rule, reason in why)]


def _commands(state: State, title: str, commands: list[str], more: str, verbose: bool) -> list[str]:
    """Commands with their costs, one a line; a long list is cut."""
    from tarawa_cli.games.tarawa.legal.listing import costs  # start-up

    limit = len(commands) if verbose else MOST_COMMANDS
    left, listed = len(commands) - limit, some_of_each(commands, limit)
    prices = costs(state, [command.split() for command in listed])
    lines = [f"    {order}{f'  # {cost.price}' if cost else ''}" for order, cost in zip(listed, prices, strict=True)]
    return [f"  {title}:", *lines, *([f"    … and {left} more (tarawa {more})"] if left > 0 else [])]


def place(fact: dict[str, Any]) -> str:
    """Where a counter is, in words."""
    at = parts(fact["at"])
    if at.craft:
        return f"in {at.craft}, at {fact['hex']}"
    if at.pier:
        return f"on the pier, at {at.pier}"
    area = f" ({fact['area']})" if fact["area"] else ""
    return OFF_MAP.get(fact["at"], f"at {at.hex}{area}")


# ── Hexes and areas


def hex(state: State, at: Hex, verbose: bool = False) -> str:
    """Everything about a hex, and who can act there."""
    fact = facts.hex_facts(state, at)
    lines = hex_summary(state, fact)
    if fact["neighbours"]:
        lines.append(f"  next to: {' '.join(fact['neighbours'])}")
    for id in [*fact["units"], *fact["on_pier"]]:
        lines.append(_unit_line(state, state.units[id], "  "))
    if state.phase == "actions":
        return "\n".join([*lines, *_who_can(state, [at])])
    commands = facts.reach(state, at)
    return "\n".join(
        [*lines, *(_commands(state, "who can reach it", commands, f"legal {at}", verbose) if commands else [])]
    )


def hex_summary(state: State, fact: dict[str, Any]) -> list[str]:
    """What is printed on a hex, and its markers."""
    area = f", {state.board.areas[fact['area']].name}" if fact["area"] else ""
    status = f", {fact['status']}" if fact["area"] and fact["status"] != fact["terrain"] else ""
    return [f"{fact['id']} — {fact['terrain']}{status}{area}", *(f"  {line}" for line in _hex_lines(fact))]


_ACTS = {
    "advance": "can be entered by",
    "move": "can be entered by",
    "fire": "can be fired on by",
    "attack": "can be attacked by",
    "demolish": "can be demolished by",
}


def _who_can(state: State, hexes: Sequence[Hex], prefix: bool = False) -> list[str]:
    """Who can do what to some hexes now, one line for each hex and order."""
    from tarawa_cli.games.tarawa.legal.listing import orders_by_hex  # start-up

    able = orders_by_hex(state)
    return [
        f"  {f'{at} ' if prefix else ''}{_ACTS[order]}: {_with_costs(state, order, units, at)}"
        for at in hexes
        for order, units in able.get(at, {}).items()
        if not (prefix and order in ("move", "advance"))
    ]


def _with_costs(state: State, order: str, units: list[str], at: Hex) -> str:
    """Units, each with the AP that an order would cost it."""
    from tarawa_cli.games.tarawa.legal.listing import costs  # start-up

    on = ["--on"] if order in ("attack", "demolish") else []
    prices = costs(state, [[order, unit, *on, at] for unit in units])
    return ", ".join(f"{unit} ({cost.price})" if cost else unit for unit, cost in zip(units, prices, strict=True))


def _hex_lines(fact: dict[str, Any]) -> list[str]:
    lines = [
        f"combat number {fact['combat']:+d}" if fact["combat"] else "",
        f"pillboxes: {fact['standing']} of {fact['pillboxes']} standing, {fact['demolished']} demolition steps"
        if fact["pillboxes"]
        else "",
        plural(fact["suppressed"], "suppression marker") if fact["suppressed"] else "",
        "improved positions" if fact["improved"] else "",
        "supply head" if fact["head"] else "",
        f"{'entry' if fact['status'] == 'entry' else 'landing'} hex of {fact['beach']}" if fact["beach"] else "",
        "the stranded wreck" if fact["wreck"] else "",
    ]
    return [line for line in lines if line]


def beach(state: State, id: str) -> str:
    """A beach, and everything about its areas."""
    found, areas = state.board.beaches[id], state.board.beach_areas(id)
    heading = f"{id} — {found.name}: {plural(len(areas), 'area')}, {' '.join(areas)}"
    return "\n".join([heading, *(area(state, each) for each in areas)])


def area(state: State, id: str) -> str:
    """Everything about an area."""
    fact = facts.area_facts(state, id)
    lines = [f"{fact['letter']} {id} — {fact['name']}{', secured' if fact['secured'] else ''}"]
    cleared = f"  cleared {len(fact['cleared'])} of {fact['defended']}"
    lines.append(wrapped(f"{cleared}; uncleared: {' '.join(fact['uncleared']) or 'none'}", 4))
    for hex, boxes in fact["pillboxes"].items():
        standing = state.pillboxes_standing(hex) if hex not in state.cleared else 0
        lines.append(f"  pillbox hex {hex}: {standing} of {boxes} standing")
    if fact["airstrip_left"]:
        lines.append(wrapped(f"  airstrip to enter: {' '.join(fact['airstrip_left'])}", 4))
    if fact["chit"] is not None:
        lines.append(f"  bombardment chit: {fact['chit'] or 'blank'}")
    if fact["suppressed"]:
        lines.append("  suppressed against landings")
    if fact["raid"]:
        lines.append(f"  air-raid marker for {plural(fact['raid'], 'day turn')}")
    if fact["beaches"]:
        lines.append(f"  landing hexes of: {' '.join(fact['beaches'])}")
    lines.append(f"  next to: {' '.join(fact['next_to'])}")
    lines += [_unit_line(state, state.units[u], "  ") for u in fact["units"]]
    return "\n".join([*lines, *_who_can(state, fact["uncleared"], prefix=True)])
