"""What can be done next, phase by phase, as commands ready to type."""

from collections.abc import Callable, Iterator

from tarawa_cli.games.malta.model.state import OUTCOMES, State, Unit
from tarawa_cli.games.malta.telling.doing import MOST, by_battalions, do, jump_plan, some, zones
from tarawa_cli.games.malta.telling.sentences import SIDE_NAMES, headline, listed, score
from tarawa_cli.kernel.unfinished import question
from tarawa_cli.kernel.visible import command_line, plural, wrapped


def next_steps(state: State) -> str:
    """The headline and the next steps of the side to move."""
    if state.outcome:
        over = wrapped(f"  The game is over: {OUTCOMES[state.outcome]}; {score(state)}.", 4)
        return "\n".join([headline(state), over, "  → undo — take the last order back; new --force — start over"])
    return "\n".join([headline(state), *(wrapped(f"  {line}", 4) for line in steps(state))])


def steps(state: State) -> list[str]:
    """The lines of the next steps; the last one continues the game."""
    tell = _question if state.question else _teller(state)
    return tell(state)


def _teller(state: State) -> Callable[[State], list[str]]:
    """By phase, or by the part of a player turn: `movement` of `axis-movement`."""
    own = STEPS.get(state.phase) or STEPS.get(state.phase.partition("-")[2])
    if own:
        return own
    from tarawa_cli.games.malta.telling.sea_steps import SEA_STEPS  # start-up

    return SEA_STEPS.get(state.phase, _examples)


_ANSWERED_BY = {"hide": ("seal",), "unveil": ("reveal",)}
"""Commands that answer a question, besides `decide` (24.3)."""


def whole_question(state: State) -> str:
    """The decision that is pending, with all that can be answered."""
    if not state.question:
        return "no decision is pending"
    return "\n".join(wrapped(line, 2) for line in _question(state, len(question(state).options)))


def _question(state: State, limit: int = 8) -> list[str]:
    from tarawa_cli.games.malta.choices.stakes import stakes  # start-up

    asked = question(state)
    more = len(asked.options) - limit
    others = [do(command) for command in _ANSWERED_BY.get(state.stack[-1].kind, ())]
    told = stakes(state)
    answers = (do(f"decide {option}", told[option]) for option in asked.options[:limit])
    lines = [f"{SIDE_NAMES[asked.side]}: {asked.text}", *others, *answers]
    return lines + ([do("legal", f"lists {more} more")] if more > 0 else [])


def _examples(state: State) -> list[str]:
    """Of every kind of order that is legal the first."""
    from tarawa_cli.games.malta.choices.legal import commands  # start-up

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
    from tarawa_cli.games.malta.rules.ch06.moving import movers  # start-up
    from tarawa_cli.games.malta.rules.ch16.ships import sailors

    able, sailing = movers(state), sailors(state)
    return [
        *([f"can move: {some(map(_placed, able))}"] if able else []),
        *([f"can sail: {some(map(_placed, sailing))}"] if sailing else []),
        *(do(f"legal {unit.id}", "list its orders") for unit in [*able[:1], *sailing[:1]]),
        *(_planes(state) if state.active == "axis" else ()),
        do("next", "continue to support and attacks"),
    ]


def _planes(state: State) -> Iterator[str]:
    """Whom planes can bring to each airfield that is open, with the points that each of them takes (16.1)."""
    from tarawa_cli.games.malta.rules.ch16.airlanding import landable, open_fields, room  # start-up
    from tarawa_cli.games.malta.rules.ch18.boxes import points

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
    from tarawa_cli.games.malta.choices.doers import doers  # start-up
    from tarawa_cli.games.malta.rules.ch09.support import air_markers
    from tarawa_cli.games.malta.rules.ch09.targets import targets

    air = air_markers(state)
    lines = [f"air support markers left: {air}"] if air > 0 else []
    near, found = targets(state), doers(state)
    for at, orders in [(at, orders) for at, orders in found.items() if at in near][:MOST]:
        guns = [name for name in orders.get("support", []) if name != "planes"]
        by = "".join(f" --by {gun}" for gun in guns)
        lines += [do(f"support {at}{by}{' --air' * ('planes' in orders.get('support', []))}")]
    far = [at for at in found if at not in near]
    lines += [f"also in range, for bombardment only: {some(far)}"] if far else []
    return [*lines, do("next", "continue to bombardment and attacks")]


def _status(state: State) -> list[str]:
    from tarawa_cli.games.malta.choices.combat_offers import ammo_orders  # start-up

    found = [order.text() for order in ammo_orders(state)]
    stock = f"{state.stock} in stock, {len(found) - 1} guns need ammunition"
    return [stock, *map(do, found[:MOST]), do("next", "keep the rest in stock")] if found else [do("next")]


def _bombardment(state: State) -> list[str]:
    from tarawa_cli.games.malta.choices.combat_offers import bombard_orders  # start-up

    found = [order.text() for order in bombard_orders(state)]
    example = [do(f"odds {found[0]}", "show the chances")] if found else []
    return [*map(do, found[:MOST]), *example, do("next", "guns and planes not used here support the attacks")]


def _combat(state: State) -> list[str]:
    from tarawa_cli.games.malta.choices.combat_offers import attack_orders  # start-up

    found = [by_battalions(state, order.text()) for order in attack_orders(state, together=True)]
    lines = [do(command) for command in found[:MOST]]
    example = [do(f"odds {found[0]}", "show the chances")] if found else []
    unused = [f"{at} ({listed(given)})" for at, given in state.given.items() if given and at not in state.assaulted]
    waits = [f"support assigned: {some(unused)}"] if unused else []
    return [*waits, *lines, *example, do("next", "end combat: recovery, then the other side")]


def _breakthrough(state: State) -> list[str]:
    from tarawa_cli.games.malta.choices.combat_offers import thrust_orders  # start-up

    found = [by_battalions(state, order.text()) for order in thrust_orders(state)]
    return [*map(do, found[:MOST]), do("next", "no breakthrough")]


# ── The morning, and those who come by air


def _strikes(state: State) -> list[str]:
    from tarawa_cli.games.malta.choices.offers_by_phase import strike_orders  # start-up
    from tarawa_cli.games.malta.rules.ch17.strikes import strikes_left

    found = [order.text() for order in strike_orders(state)]
    left = strikes_left(state)
    many = [do("strike all", f"each of them once, {left} at most")] if len(found) > 1 else []
    many += [do("odds " + found[0], "show the chances")] if found else []
    return [f"air strikes left: {left}", *map(do, found), *many, do("next", "no more air strikes")]


def _plan(state: State) -> list[str]:
    return [*jump_plan(state), do("next", "keep this plan")]


def _airborne(state: State) -> list[str]:
    """Before the drop: what is planned. After it: who may move one hex."""
    from tarawa_cli.games.malta.phases.air import can_choose  # start-up
    from tarawa_cli.games.malta.rules.ch19.plan import due
    from tarawa_cli.games.malta.rules.ch19.steps import steppers
    from tarawa_cli.games.malta.rules.ch24.seals import to_reveal

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
