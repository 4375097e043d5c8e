"""What can be done next, phase by phase, as commands ready to type."""

from tarawa_cli.games.malta.model.state import ENDINGS, State, Unit
from tarawa_cli.games.malta.model.unit import WAVES, zone_of
from tarawa_cli.games.malta.narration.sentences import SIDE_NAMES, headline, listed, score
from tarawa_cli.games.malta.orders import passes
from tarawa_cli.games.malta.rules.ch05_zones_of_control import HexIndex
from tarawa_cli.games.malta.rules.ch06_movement import movers
from tarawa_cli.games.malta.rules.ch16_special_units.planes_and_ships import (
    landable,
    open_fields,
    room,
    sailors,
    unplaced,
)
from tarawa_cli.games.malta.rules.ch17_special_rules import strikes_left
from tarawa_cli.games.malta.rules.ch18_landings import in_box, lift_left, points, possible, waiting
from tarawa_cli.kernel.engine.play import question
from tarawa_cli.kernel.hints import Callable, Iterable, Iterator
from tarawa_cli.kernel.narration.visible import command_line, plural, wrapped

# ── Lines that show what can be done next


MOST = 12


def do(command: str, why: str = "") -> str:
    """A line with a command to type; other lines are information."""
    return f"→ {command}{f' — {why}' if why else ''}"


def by_battalions(state: State, command: str) -> str:
    """A command with battalions in place of their companies, where all remaining companies are named."""
    words = command.split()
    for battalion in filter(lambda unit: unit.is_broken, state.units.values()):
        out = [company.id for company in state.companies_out(battalion)]
        if len(out) > 1 and set(out) <= set(words):
            words[words.index(out[0])] = battalion.id
            words = [word for word in words if word not in out]
    return " ".join(words)


def some(names: Iterable[str], limit: int = MOST) -> str:
    """The first of many names, and how many more there are."""
    found = list(names)
    more = f" and {len(found) - limit} more" if len(found) > limit else ""
    return f"{', '.join(found[:limit])}{more}"


def jump_plan(state: State) -> list[str]:
    """Units waiting to drop, the airlift of the turns that can be planned now, how to plan, and what is planned.

    Turns whose plan is sealed are left out (24.3).
    """
    from tarawa_cli.games.malta.rules.ch19_drops import jumpers, open_turns  # start-up

    turns = [box for turn in open_turns(state) if (box := state.charts.turn(turn).id) not in state.seals]
    step = [plan_step(state, f"zone north 1414 --turn {turns[0]}")] if turns else []
    waiting = some(unit.id for unit in jumpers(state))
    return [*([f"waiting to drop: {waiting}"] if waiting else []), airlift_left(state), *step, *zones(state)]


def airlift_left(state: State) -> str:
    from tarawa_cli.games.malta.rules.ch19_drops import airlift, open_turns, planned_points  # start-up

    left = {
        state.charts.turn(turn).id: airlift(state, turn) - planned_points(state, turn) for turn in open_turns(state)
    }
    told = ", ".join(f"{turn} {points}" for turn, points in left.items() if turn not in state.seals)
    return f"airlift left, in points: {told}" if told else "the plan is sealed"


def zones(state: State, names: Iterable[str] | None = None) -> list[str]:
    """What is planned, zone by zone."""
    planned = {name: state.plan[name] for name in (state.plan if names is None else names)}
    return [
        f"{name}: {state.charts.turn(zone.turn).id}, marker {zone.marker}; {'; '.join(zone.series) or 'nobody yet'}"
        for name, zone in planned.items()
    ]


def plan_step(state: State, zone: str) -> str:
    """The line that shows how to plan a drop, in an open or a sealed game."""
    if state.setting.options.sealed and state.phase != "airborne":
        return do("seal FILE", "write `zone` and `series` orders into FILE, one a line; without FILE nobody drops")
    then = "`series NAME UNIT… --offset ne1` adds units, and their offset from the marker"
    return do(zone, f"plan a drop zone and name it; then {then}")


# ── What can be done next from the sea, with commands to type


MOST_EMBARKED = 8


def _few(commands: Iterable[str]) -> list[str]:
    """A few of them, one for each first name."""
    first = {command.split()[1]: command for command in reversed(list(commands))}
    return [do(command) for command in list(reversed(first.values()))[:MOST_EMBARKED]]


def boxes(state: State) -> list[str]:
    """Units that wait in each Follow-up box, and units in the wave boxes."""
    lines = []
    for zone in state.board.beaches:
        there = [unit for unit in waiting(state) if zone_of(unit.at) == zone]
        if there:
            lines.append(f"{zone}: {' '.join(f'{unit.id}({points(unit)})' for unit in there)}")
    return [
        *lines,
        *(
            f"{at}, wave {wave}: {' '.join(unit.id for unit in aboard)}"
            for at in sorted(state.board.zone_of)
            for wave in WAVES
            if (aboard := in_box(state, at, wave))
        ),
    ]


def _approach(state: State) -> list[str]:
    told = ["in the Follow-up boxes (in brackets the sealift points of each unit):", *boxes(state)]
    if state.setting.options.alone:
        return [*told, do("next", "dice choose each division's landing zone (21.2)")]
    return [
        *told,
        do("approach livorno north", "send a division, regiment or unit to another zone"),
        do("next", "no changes"),
    ]


def _embark(state: State) -> list[str]:
    from tarawa_cli.games.malta.orders.sea import Embark  # start-up

    plan = [do("embark --plan", "embark the plan's next lift")] if passes(state, Embark()) else []
    single = _few(Embark((unit.id,), at, wave).text() for unit, at, wave in possible(state))[:3]
    lift = f"sealift left: {plural(lift_left(state), 'point')}; a box holds {state.charts.value('wave-box')}"
    land = [do("land", "embark the plan's next lift and land all wave boxes")] if plan else []
    return [lift, *boxes(state), *land, *plan, *single, do("next", "continue to ships, coast guns and the landing")]


def _ships(state: State) -> list[str]:
    plan = {} if state.setting.options.own_plan else state.setting.scenario.plan.ships
    lines = [do(f"place {ship.id} {plan.get(ship.id, '1320')}") for ship in unplaced(state)]
    rest = "place the others as planned" if plan else "unplaced ships are out of the game"
    return [*lines, do("next", rest)]


def _coast_fire(state: State) -> list[str]:
    from tarawa_cli.games.malta.legal.offers import shoot_orders  # start-up

    shots = _few(order.text() for order in shoot_orders(state))
    return [
        "a ship that fires at a coast gun cannot support an attack this turn",
        *shots,
        *([do(f"odds {shots[0].removeprefix('→ ')}", "show the chances")] if shots else []),
        do("next", "continue to the coast guns' fire"),
    ]


def _wave(state: State) -> list[str]:
    from tarawa_cli.games.malta.legal.offers import join_orders  # start-up
    from tarawa_cli.games.malta.rules.ch19_drops.steps import step_hexes, steppers

    field = HexIndex(state)
    steps = [do(f"step {unit.id} {step_hexes(field, unit)[0]}") for unit in steppers(state)][:MOST_EMBARKED]
    auto = [do("step --auto", "move companies to their battalions and join them")] if steps else []
    then = "land the second wave" if state.phase == "first-wave" else "continue to drops and movement"
    return [*steps, *auto, *(do(order.text()) for order in join_orders(state)), do("next", then)]


def _set_up(state: State) -> list[str]:
    return [
        "set up each brigade in its sector, fortress troops anywhere, the dummy battery with any coast gun",
        do("area southern", "list the hexes and units of a sector"),
        do("place 2d 1715", "place a unit, as often as you like"),
        do("next", "finish the set-up"),
    ]


def _sea_plan(state: State) -> list[str]:
    return [
        do("approach friuli south", "send divisions, regiments or units to a zone"),
        *jump_plan(state),
        do("next", "finish the plan"),
    ]


SEA_STEPS: dict[str, Callable[[State], list[str]]] = {
    "setup-allied": _set_up,
    "setup-axis": _sea_plan,
    "approach": _approach,
    "embark": _embark,
    "ships": _ships,
    "coast-fire": _coast_fire,
    "first-wave": _wave,
    "second-wave": _wave,
}


# ── What can be done next, phase by phase, as commands ready to type


def next_steps(state: State) -> str:
    """The headline and the next steps of the side to move."""
    if state.outcome:
        over = wrapped(f"  The game is over: {ENDINGS[state.outcome]}; {score(state)}.", 4)
        return "\n".join([headline(state), over, "  → undo — undo the last order; new --force — start over"])
    return "\n".join([headline(state), *(wrapped(f"  {line}", 4) for line in steps(state))])


def steps(state: State) -> list[str]:
    """The lines of the next steps; the last one continues the game."""
    tell = _question if state.question else _teller(state)
    return tell(state)


def commands(state: State) -> list[str]:
    """The commands of the next steps, without what they are for."""
    if state.question and state.stack[-1].kind not in _ANSWERED_BY:
        return [f"decide {option}" for option in question(state).options]
    return [step[2:].partition(" — ")[0] for step in steps(state) if step.startswith("→ ")]


def _teller(state: State) -> Callable[[State], list[str]]:
    """By phase, or by the part of a player turn: `movement` of `axis-movement`."""
    own = STEPS.get(state.phase) or STEPS.get(state.phase.partition("-")[2])
    if own:
        return own

    return SEA_STEPS.get(state.phase, _examples)


_ANSWERED_BY = {"hide": ("seal",), "unveil": ("reveal",)}
"""Commands that answer a question, besides `decide` (24.3)."""


def whole_question(state: State) -> str:
    """The open question with all its answers."""
    if not state.question:
        return "no decision is pending"
    return "\n".join(wrapped(line, 2) for line in _question(state, len(question(state).options)))


def _question(state: State, limit: int = 8) -> list[str]:
    from tarawa_cli.games.malta.legal.stakes import stakes  # start-up

    asked = question(state)
    more = len(asked.options) - limit
    others = [do(command) for command in _ANSWERED_BY.get(state.stack[-1].kind, ())]
    told = stakes(state)
    answers = (do(f"decide {option}", told[option]) for option in asked.options[:limit])
    lines = [f"{SIDE_NAMES[asked.side]}: {asked.text}", *others, *answers]
    return lines + ([do("legal", f"lists {more} more")] if more > 0 else [])


def _examples(state: State) -> list[str]:
    """The first legal order of every kind."""
    from tarawa_cli.games.malta.legal.offers import commands  # start-up

    found: dict[str, str] = {}
    for command in commands(state):
        found.setdefault(command.split()[0], command)
    last = do(found.pop("next", ""), _THEN.get(state.phase, ""))
    return [*(do(command) for command in found.values()), *([do("legal", "list all orders")] if found else []), last]


_THEN = {
    "formations": "no changes",
    "replacements": "no more replacements",
    "absorb": "no more companies absorbed",
    "dismantle": "keep the other strongpoints",
}
"""The effect of `next` in these phases."""


# ── The land war


def _movement(state: State) -> list[str]:

    able, sailing = movers(state), sailors(state)
    return [
        *([f"can move: {some(map(_placed, able))}"] if able else []),
        *([f"can sail: {some(map(_placed, sailing))}"] if sailing else []),
        *(do(f"legal {unit.id}", "list its orders") for unit in [*able[:1], *sailing[:1]]),
        *(_planes(state) if state.active == "axis" else ()),
        do("next", "continue to support and attacks"),
    ]


def _planes(state: State) -> Iterator[str]:
    """Units that planes can bring to each open airfield, with the points of each (16.1)."""

    for at in open_fields(state):
        able = landable(state, at)
        if able:
            waiting = some(f"{unit.id}({points(unit)})" for unit in able)
            yield f"planes can bring {plural(room(state, at), 'point')} to {at}: {waiting}"
            yield do(f"airland {able[0].id} {at}")


def _placed(unit: Unit) -> str:
    return f"{unit.id}\xa0({unit.at})"


def _support(state: State) -> list[str]:
    """Guns and planes, hex by hex."""
    from tarawa_cli.games.malta.legal.offers import orders_by_hex  # start-up
    from tarawa_cli.games.malta.rules.ch09_combat import targets
    from tarawa_cli.games.malta.rules.ch09_combat.attacking import air_markers

    air = air_markers(state)
    lines = [f"air support markers left: {air}"] if air > 0 else []
    near, found = targets(state), orders_by_hex(state)
    for at, orders in [(at, orders) for at, orders in found.items() if at in near][:MOST]:
        guns = [name for name in orders.get("support", []) if name != "planes"]
        by = "".join(f" --by {gun}" for gun in guns)
        lines += [do(f"support {at}{by}{' --air' * ('planes' in orders.get('support', []))}")]
    far = [at for at in found if at not in near]
    lines += [f"also in range, for bombardment only: {some(far)}"] if far else []
    return [*lines, do("next", "continue to bombardment and attacks")]


def _status(state: State) -> list[str]:
    from tarawa_cli.games.malta.legal.offers import ammo_orders  # start-up

    found = [order.text() for order in ammo_orders(state)]
    stock = f"{state.stock} in stock, {len(found) - 1} guns need ammunition"
    return [stock, *map(do, found[:MOST]), do("next", "keep the rest in stock")] if found else [do("next")]


def _bombardment(state: State) -> list[str]:
    from tarawa_cli.games.malta.legal.offers import bombard_orders  # start-up

    found = [order.text() for order in bombard_orders(state)]
    example = [do(f"odds {found[0]}", "show the chances")] if found else []
    return [*map(do, found[:MOST]), *example, do("next", "guns and planes not used here support the attacks")]


def _combat(state: State) -> list[str]:
    from tarawa_cli.games.malta.legal.offers import attack_orders  # start-up

    found = [by_battalions(state, order.text()) for order in attack_orders(state, together=True)]
    lines = [do(command) for command in found[:MOST]]
    example = [do(f"odds {found[0]}", "show the chances")] if found else []
    unused = [f"{at} ({listed(given)})" for at, given in state.assigned.items() if given and at not in state.assaulted]
    waits = [f"support assigned: {some(unused)}"] if unused else []
    return [*waits, *lines, *example, do("next", "end combat: recovery, then the other side")]


def _breakthrough(state: State) -> list[str]:
    from tarawa_cli.games.malta.legal.offers import thrust_orders  # start-up

    found = [by_battalions(state, order.text()) for order in thrust_orders(state)]
    return [*map(do, found[:MOST]), do("next", "no breakthrough")]


# ── The morning, and airborne units


def _strikes(state: State) -> list[str]:
    from tarawa_cli.games.malta.legal.offers import strike_orders  # start-up

    found = [order.text() for order in strike_orders(state)]
    left = strikes_left(state)
    many = [do("strike all", f"each of them once, {left} at most")] if len(found) > 1 else []
    many += [do("odds " + found[0], "show the chances")] if found else []
    return [f"air strikes left: {left}", *map(do, found), *many, do("next", "no more air strikes")]


def _plan(state: State) -> list[str]:
    return [*jump_plan(state), do("next", "keep this plan")]


def _airborne(state: State) -> list[str]:
    """Before the drop, the plan; after it, the units that may move one hex."""
    from tarawa_cli.games.malta.phases import can_choose  # start-up
    from tarawa_cli.games.malta.rules.ch19_drops import due
    from tarawa_cli.games.malta.rules.ch19_drops.steps import steppers
    from tarawa_cli.games.malta.rules.ch24_two_players import to_reveal

    if to_reveal(state):
        return ["the plan of this turn is sealed", do("reveal", "open it and drop as planned")]
    if due(state):
        names = due(state)
        cancel = do(command_line("cancel", next(iter(names))), "cancel this drop")
        drop = do("drop", "drop, move companies to their battalions, continue to movement")
        return [*zones(state, names), drop, cancel, do("next", "drop")]
    if can_choose(state):
        return _plan(state)
    if not steppers(state):
        return [do("next")]
    able = [f"may move one hex: {some(map(_placed, steppers(state)))}"]
    auto = do("step --auto", "move companies to their battalions and join them")
    return [*able, auto, do("next", "continue to movement")]


STEPS: dict[str, Callable[[State], list[str]]] = {
    "status": _status,
    "movement": _movement,
    "support": _support,
    "bombardment": _bombardment,
    "combat": _combat,
    "breakthrough": _breakthrough,
    "air-strikes": _strikes,
    "plan-drops": _plan,
    "airborne": _airborne,
}
"""Phases without one, here or in `sea_steps`, show an example of every legal order."""
