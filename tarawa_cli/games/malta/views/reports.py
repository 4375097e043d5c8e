"""Reports as text: `status`, `units`, `unit`, `hex`, `area`; eighty columns, no colour needed."""

from tarawa_cli.games.malta.model.state import POLICIES, State, Unit
from tarawa_cli.games.malta.model.unit import in_words, turn_of, wave_of, zone_of
from tarawa_cli.games.malta.model.unit_types import SIDES
from tarawa_cli.games.malta.narration.sentences import PLAYERS, goal_text, next_steps
from tarawa_cli.games.malta.rules import ch20_22_victory_scenarios
from tarawa_cli.games.malta.rules.ch07_08_stacking_supply import needs_supply, supply_of
from tarawa_cli.games.malta.views import facts
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.order_words import some_of_each
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.hints import Any, Iterable, Iterator
from tarawa_cli.kernel.narration.visible import plural, wrapped
from tarawa_cli.kernel.presentation import Situation

LOWEST, HIGHEST = 2, 12
"""The lowest and the highest roll of two dice."""


def situation(match: Match[State]) -> Situation:
    state = match.state
    goal = [] if state.outcome else [goal_text(state) or _aims(state)]
    return Situation(goal, whose_turn(state, match) or next_steps(state))


def _aims(state: State) -> str:
    """The goal of a game without its own goal, with the dice needed (20.3)."""
    last = state.charts.turn(state.setting.scenario.last).id
    dice = [*surrender_lines(state)][-1]
    return f"Goal: the Axis must make Malta surrender, the Allies hold out to the end of {last}. {dice}."


def whose_turn(state: State, match: Match[State]) -> str:
    """The next steps without commands, for a player who waits for the other side."""
    acting = facts.acting(state)
    if not match.side or not acting or acting == match.side:
        return ""
    return f"{_without_arrows(next_steps(state))}\n  {PLAYERS[acting]} to move"


def _without_arrows(text: str) -> str:
    """The text without its commands, and the lines that continue them."""
    kept: list[str] = []
    is_command = False
    for line in text.split("\n"):
        is_command = line.startswith("  →") or (is_command and line.startswith("    "))
        kept += [] if is_command else [line]
    return "\n".join(kept)


def surrender_lines(state: State) -> Iterator[str]:
    """P and L of 20.3, and in a game without its own goal the dice needed."""
    counted, all_weights = ch20_22_victory_scenarios.objectives(state), sum(state.board.objectives.values())
    pressed, lost = ch20_22_victory_scenarios.pressure(state), ch20_22_victory_scenarios.losses(state)
    named = f" ({' '.join(counted)})" if counted else ""
    yield f"Objectives: P {pressed} of {all_weights}{named}; Axis losses: L {lost} ({plural(state.lost_steps, 'step')})"
    if not state.setting.scenario.goal and not state.outcome:
        half = pressed // ch20_22_victory_scenarios.HALF
        least, most = ch20_22_victory_scenarios.least(state) - half, ch20_22_victory_scenarios.most(state) - half
        if not ch20_22_victory_scenarios.can_be_called_off(state):
            most = LOWEST - 1
        yield _clock(least, most) if state.box.day > 1 else "Malta can surrender from 30 June"


def _clock(least: int, most: int) -> str:
    """The dice needed for Malta's surrender and for the call-off."""
    falls = f"Malta surrenders at {max(least, LOWEST)} or more" if least <= HIGHEST else "Malta cannot surrender yet"
    ends = f"is called off at {min(most, HIGHEST)} or less" if most >= LOWEST else "cannot be called off yet"
    return f"Two dice at the end of each turn: {falls}, the invasion {ends}"


MOST_COMMANDS = 12
"""Commands that are listed, unless all are asked for."""
_PRINTED = ("offence", "support", "range", "anti_air", "aa_range", "antitank", "armour", "factors", "bombard")

_MOBILITIES = {"foot": "on foot", "motor": "motorised", "mech": "mechanised", "static": "static"}


# ── Lists

_WHERE = 10
"""Least width of the column `where`."""


def units(found: list[Unit]) -> str:
    if not found:
        return "no units (try: units all, units ready, units lost)"
    where = max(_WHERE, *(len(unit.at) for unit in found))
    head = f"{'unit':13} {'where':{where}} {'A-D-M':>6} {'steps':>5} morale {'formation':10} notes"
    return "\n".join([head, *(unit_line(unit, where=where) for unit in found)])


def unit_line(unit: Unit, margin: str = "", where: int = _WHERE) -> str:
    strength, steps = printed(unit), f"{unit.steps}/{unit.type.steps}"
    row = f"{margin}{unit.id:13} {unit.at:{where}} {strength:>6} {steps:>5} {unit.type.morale:>6} {unit.formation:10}"
    return wrapped(f"{row} {', '.join(unit_notes(unit))}".rstrip(), 45 + where + len(margin))


def printed(unit: Unit) -> str:
    """Attack, defence and movement of a unit with its remaining steps."""
    attack, defence = unit.strength if unit.steps else (0, 0)
    return f"{attack}-{defence}-{unit.type.move}"


def unit_notes(unit: Unit) -> list[str]:
    """The state of a unit in short notes."""
    return [note for one in unit.traits.values() if (note := one.note_on(unit))]


# ── One in full


def unit(state: State, it: Unit, verbose: bool = False) -> str:
    """Everything about a unit, and what it can do."""
    return "\n".join([*unit_summary(state, it), *_supply(state, it), *_can(state, it, verbose)])


def _supply(state: State, it: Unit) -> list[str]:
    """The supply line of a unit as it is now, or why it has none (8)."""
    if not needs_supply(it):
        return []
    supply = supply_of(state, it)
    if supply.why:
        return [wrapped(f"  no supply line: {supply.why}  [{supply.rule}]", 4)]
    if not supply.to_source:
        return [f"  carries supplies until {state.charts.turn(it.carries_until).id}  [{supply.rule}]"]
    by = f" by {supply.hq}" if supply.hq != it.id else ""
    return [wrapped(f"  supply line{by}: {' '.join(supply.line)}  [{supply.rule}]", 4)]


def unit_summary(state: State, it: Unit) -> list[str]:
    """Everything about a unit, without its orders."""
    type = it.type
    more = [f"{name.replace('_', ' ')} {value}" for name in _PRINTED if (value := getattr(type, name))]
    more += [f"rating {it.rating}"] if it.can("lead") else []
    regiment = f", regiment {type.regiment}" if type.regiment and type.regiment != it.formation else ""
    name = state.board.name_of(it.at) if it.on_map else ""
    lines = [
        f"{it.id} — {type.name}",
        f"  {type.kind.name}, {PLAYERS[it.side]}, {formation(state, it)}{regiment}",
        f"  {in_words(it.at)}{f' ({name})' if name else ''}",
        f"  attack-defence-movement {printed(it)}, {_MOBILITIES[type.mobility]}",
        f"  steps {it.steps} of {type.steps}, morale {type.morale}",
    ]
    parts = [f"{part.id} {in_words(part.at)}" for part in state.companies_out(it)] if it.is_broken else []
    notes = [", ".join(more), ", ".join(unit_notes(it)), f"its companies: {', '.join(parts)}" if parts else ""]
    return [*lines, *(wrapped(f"  {note}", 4) for note in notes if note)]


def formation(state: State, it: Unit) -> str:
    known = state.charts.formations.get(it.formation)
    return str(known["name"]) if known else "independent"


def _can(state: State, it: Unit, verbose: bool) -> list[str]:
    from tarawa_cli.games.malta.legal.offers import legal_for  # start-up

    commands = legal_for(state, it)
    return _commands(state, commands, it, verbose) if commands else _idle(state, it)


def _idle(state: State, it: Unit) -> list[str]:
    """Why a unit can do nothing."""
    from tarawa_cli.games.malta.legal.api import idle  # start-up

    why = idle(state, it.id)
    return ["  can do nothing now:", *(wrapped(f"    {reason}  [{rule}]", 6) for rule, reason in why)]


def _commands(state: State, commands: list[str], it: Unit, verbose: bool) -> list[str]:
    """Commands with their costs, one a line; a long list is cut."""
    from tarawa_cli.games.malta.legal.api import costs  # start-up

    limit = len(commands) if verbose else MOST_COMMANDS
    left, listed = len(commands) - limit, some_of_each(commands, limit)
    prices = costs(state, [command.split() for command in listed])
    lines = [f"    {order}{f'  # {cost.price}' if cost else ''}" for order, cost in zip(listed, prices, strict=True)]
    return ["  can now:", *lines, *([f"    … and {left} more (malta legal {it.id})"] if left > 0 else [])]


MOST = 10
"""Units of a box that are named."""
_AT_SEA = ("approach", "embark")


def status(state: State, match: Match[State]) -> str:
    """The whole situation on one screen."""
    blocks = [
        whose_turn(state, match) or next_steps(state),
        "\n".join(wrapped(line, 2) for line in standing(state, match)),
        _tally(state),
        "\n".join(wrapped(line, 2) for line in [*_boxes(state), *_policies(state)]),
    ]
    return "\n\n".join(block for block in blocks if block)


def standing(state: State, match: Match[State]) -> Iterator[str]:
    scenario = state.setting.scenario
    tries = f"; mulligans {match.mulligans}" if match.mulligans else ""
    peeks = f"; peeks {match.peeks}" if match.peeks else ""
    yield f"{scenario.name}, to the end of {state.charts.turn(scenario.last).id}; weather {state.weather}{tries}{peeks}"
    if not state.outcome:
        yield from filter(None, [goal_text(state)])
    yield from surrender_lines(state)
    yield f"Axis ammunition in stock: {state.stock}{_air(state)}"
    yield from _lasting(state)


def _lasting(state: State) -> Iterator[str]:
    """Lasting facts: silenced guns, the Royal Navy, dismantled strongpoints, planned drops."""
    silenced = sorted(id for id in state.silenced if state.units[id].on_map)  # an older save may hold lost ones
    if silenced:
        yield f"Coast guns silenced for the day: {', '.join(silenced)}"
    if state.royal_navy:
        yield f"Royal Navy roll: {state.royal_navy}"
    if state.dismantled:
        yield f"Strongpoints dismantled: {state.dismantled}"
    for name, zone in state.plan.items():
        series = "; ".join(zone.series) or "no series yet"
        yield f"Drop zone {name}, {zone.nation}, {state.charts.turn(zone.turn).id} at {zone.marker}: {series}"


def _air(state: State) -> str:
    from tarawa_cli.games.malta.rules.ch09_combat.attacking import air_markers  # start-up

    return f"; air support markers left: {air_markers(state)}" if state.active == "axis" else ""


ROWS = {
    "on_map": "units on the map",
    "steps": "steps on the map",
    "steps_lost": "steps lost",
    "disorganised": "Disorganised",
    "demoralised": "Demoralised",
    "unsupplied": "out of supply",
    "guns": "guns ready to fire",
}


def _tally(state: State) -> str:
    """What both sides have, side by side."""
    counts = [facts.counts(state, side) for side in SIDES]
    rows = [f"  {name:20}" + "".join(f"{count[key]:>8}" for count in counts) for key, name in ROWS.items()]
    return "\n".join([f"{'':22}" + "".join(f"{PLAYERS[side]:>8}" for side in SIDES), *rows])


def _boxes(state: State) -> Iterator[str]:
    """Units in play that are not on the map; those at sea are listed above in the phases that use them."""
    for box, units in state.boxes().items():
        if state.phase in _AT_SEA and (zone_of(box) or wave_of(box)):
            continue
        more = f" and {len(units) - MOST} more" if len(units) > MOST else ""
        name = in_words(box) if turn_of(box) else box
        yield f"{name} ({len(units)}): {', '.join(units[:MOST])}{more}"


def _policies(state: State) -> Iterator[str]:
    """Standing answers that are not the usual ones."""
    for side in SIDES:
        own = [f"{name} {answer}" for name, answer in state.policies[side].items() if answer != POLICIES[name][0]]
        if own:
            yield f"standing answers, {PLAYERS[side]}: {', '.join(own)}"


# ── Hexes


def hex(state: State, at: Hex) -> str:
    """Everything about a hex, and who can act there."""
    fact = facts.hex_facts(state, at)
    lines = [*hex_summary(state, fact), *_around(fact)]
    lines += [unit_line(state.units[id], "  ") for id in fact["units"]]
    return "\n".join([*lines, *_who_can(state, [at])])


def hex_summary(state: State, fact: dict[str, Any]) -> list[str]:
    """Everything about a hex except its units."""
    name = f" {fact['name']}" if fact["name"] else ""
    ground = [fact["terrain"], *([f"{fact['zone']} zone"] if fact["zone"] else [])]
    lines = [f"{fact['id']}{name}: {', '.join(ground)}"]
    return [*lines, *(f"  {line}" for line in _hex_lines(state, fact))]


def _hex_lines(state: State, fact: dict[str, Any]) -> Iterator[str]:
    if fact["region"]:
        yield f"{state.board.regions[fact['region']].name} ({fact['region']})"
    if fact["control"]:
        yield f"held by the {PLAYERS[fact['control']]}"
    if fact["zoc"]:
        yield f"in a zone of control of the {' and the '.join(PLAYERS[side] for side in fact['zoc'])}"
    if fact["objective"]:
        yield f"objective, weight {fact['objective']}"
    if fact["strongpoint"]:
        yield "strongpoint: a fort while an Allied combat unit is in it"
    if fact["port"]:
        yield f"quay of {fact['port']}"
    if fact["given"]:
        yield f"support assigned: {', '.join(fact['given'])}"
    if fact["units"]:
        yield f"stacking: {fact['equivalents']} of {state.charts.value('stacking')} battalion equivalents"


def _around(fact: dict[str, Any]) -> list[str]:
    """The hexsides, those of a kind together."""
    kinds: dict[str, list[str]] = {}
    for other, sides in fact["game"].items():
        kinds.setdefault(" and ".join(sides) or "open", []).append(other)
    return [f"  adjacent, {kind}: {' '.join(others)}" for kind, others in kinds.items()]


_ACTS = {
    "move": "can be entered by",
    "infiltrate": "can be infiltrated by",
    "attack": "can be attacked by",
    "support": "can be fired at by",
    "bombard": "can be bombarded by",
}


def _who_can(state: State, hexes: Iterable[Hex], prefix: bool = False) -> list[str]:
    """Who can do what to some hexes now, a line for each hex and order."""
    from tarawa_cli.games.malta.legal.offers import orders_by_hex  # start-up

    able = orders_by_hex(state)
    return [
        wrapped(f"  {f'{at} ' if prefix else ''}{_ACTS[order]}: {_with_costs(state, order, units, at)}", 4)
        for at in hexes
        for order, units in able.get(at, {}).items()
        if order in _ACTS and not (prefix and order in ("move", "infiltrate"))
    ]


def _with_costs(state: State, order: str, units: list[str], at: Hex) -> str:
    """Units, each with the movement points that an order would cost it."""
    if order != "move":
        return " ".join(units)
    from tarawa_cli.games.malta.legal.api import costs  # start-up

    prices = costs(state, [[order, unit, at] for unit in units])
    return ", ".join(f"{unit} ({cost.price})" if cost else unit for unit, cost in zip(units, prices, strict=True))


# ── Areas


def area(state: State, id: str) -> str:
    """Everything about a region, a landing zone or a brigade's sector."""
    fact = facts.area_facts(state, id)
    lines = [f"{id}: {fact['name']}, {fact['kind']}"]
    lines.append(f"  {len(fact['axis'])} of {len(fact['hexes'])} hexes held by the Axis")
    if fact["kind"] != "region":
        lines.append(wrapped(f"  hexes: {' '.join(fact['hexes'])}", 4))
    for at, weight in fact["objectives"].items():
        holder = PLAYERS[state.controller(at)]
        lines.append(f"  objective {at} {state.board.name_of(at)}: weight {weight}, held by the {holder}")
    if fact["strongpoints"]:
        lines.append(f"  strongpoints: {' '.join(fact['strongpoints'])}")
    lines += [wrapped(f"  {box}: {', '.join(units)}", 4) for box, units in fact["boxes"].items()]
    lines += [unit_line(state.units[unit], "  ") for unit in fact["units"]]
    enemies = dict.fromkeys(state.units[unit].at for unit in fact["units"])
    return "\n".join([*lines, *_who_can(state, enemies, prefix=True)])
