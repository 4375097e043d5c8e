"""What can be done next, phase by phase, as commands ready to type."""

from tarawa_cli.games.tarawa.model.board import POOL, neighbours
from tarawa_cli.games.tarawa.model.state import State, Unit, ap_left, headline
from tarawa_cli.games.tarawa.orders import Order, passes
from tarawa_cli.kernel.engine.play import question
from tarawa_cli.kernel.hints import Callable, Iterable, Iterator
from tarawa_cli.kernel.narration.visible import wrapped


def do(command: str, why: str = "") -> str:
    """A line with a command to type; other lines are information."""
    return f"→ {command}{f' — {why}' if why else ''}"


_LAND = "all units to the beach: unload, advance, suppress, until they are ashore"


def steps(state: State) -> list[str]:
    """The player's choices now, and what to know for them."""
    if state.question:
        return _decision(state)
    steps_of = _STEPS.get(state.phase.rstrip("-123"))
    return steps_of(state) if steps_of else [do("next")]


def listed(state: State) -> str:
    """Turn, date and phase of a game that continues, and below them the player's choices."""
    return "\n".join([headline(state), *(wrapped(f"  {step}", 4) for step in steps(state))])


def commands(state: State) -> list[str]:
    """The commands of the next steps, without what they are for."""
    if state.question:
        return [f"decide {option}" for option in question(state).options]
    return [step[2:].partition(" — ")[0] for step in steps(state) if step.startswith("→ ")]


def _decision(state: State, limit: int = 8) -> list[str]:
    from tarawa_cli.games.tarawa.legal.api import stakes  # start-up

    asked, effects = question(state), stakes(state)
    more = len(asked.options) - limit
    answers = (do(f"decide {option}", effects[option]) for option in asked.options[:limit])
    lines = [f"You must decide: {asked.text}", *answers]
    return lines + ([do("legal", f"lists {more} more")] if more > 0 else [])


def _bombardment(state: State) -> list[str]:
    if state.chits_due:
        some = " ".join(list(state.board.areas)[: state.chits_due])
        return [
            do("chits AREA…", f"{state.chits_due} different areas, one chit each"),
            do(f"chits {some}", "for example"),
        ]
    if state.chits:
        return [do("next", "the landing begins")]
    return [do("bombard"), do("bombard --delay 1", "give up the first impulse for +1 (--delay 2: two for +2)")]


def _list(things: Iterable[str], between: str = " ", limit: int = 12) -> str:
    names = list(things)
    return between.join(names[:limit]) + (f" … and {len(names) - limit} more" if len(names) > limit else "")


def _embark(state: State) -> list[str]:
    """Who is due, which craft are free, who is still waiting at the edge."""
    lines = [f"due on {where}: {_list(units, limit=16)}" for where, units in _due(state).items()]
    lines.append(f"craft in the pool: {_pool(state) or 'none'}")
    waiting = [_with_load(state, unit) for unit in _at_edge(state)]
    lines += [f"at the edge: {_list(waiting, '; ')}"] if waiting else []
    if state.stock:
        lines.append(f"supply points to send: {state.stock}")
        lines.append(do("embark supply CRAFT BEACH --for BATTALION"))
    example = _example(state)
    return [
        *lines,
        *([do(example, "for example")] if example else []),
        *([do("land", _LAND)] if waiting else []),
        do("next", "once all the units you want are aboard"),
    ]


def _due(state: State) -> dict[str, list[str]]:
    """The units that may come now, by the beaches where they may land."""
    from tarawa_cli.games.tarawa.rules.ch05_06_landing.embarking import may_start_on_pier  # start-up
    from tarawa_cli.games.tarawa.rules.ch12_13_victory_timetable import beaches_for, is_due

    due: dict[str, list[str]] = {}
    for unit in state.units.values():
        on_pier = unit.type.can("starts-on-pier")
        if is_due(state, unit) and (not on_pier or may_start_on_pier(state)):
            where = "the pier head (1431 or 1432)" if on_pier else " ".join(beaches_for(state, unit))
            due.setdefault(where, []).append(unit.id)
    return due


def _pool(state: State) -> str:
    """The free craft of each kind."""
    kinds: dict[str, list[int]] = {}
    for unit in state.units.values():
        if unit.at == POOL:
            kinds.setdefault(unit.kind, []).append(int(unit.id.split("-")[1]))
    return ", ".join(f"{kind}-{_runs(numbers)}" for kind, numbers in kinds.items())


def _runs(numbers: list[int]) -> str:
    """Writes 1, 2, 3, 5 as 1…3/5."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return "/".join(f"{run[0]}…{run[-1]}" if len(run) > 2 else "/".join(map(str, run)) for run in runs)


def _at_edge(state: State) -> list[Unit]:
    terrain = state.board.terrain
    return [u for u in state.units.values() if u.type.is_craft and terrain.get(u.at) == "entry" and not u.homeward]


def _example(state: State) -> str:
    from tarawa_cli.games.tarawa.legal.listing import commands  # start-up

    return next((command for command in commands(state) if command.startswith("embark")), "")


def _impulse(state: State) -> list[str]:
    """Who can still move, which boats are still loaded, who is held up."""
    from tarawa_cli.games.tarawa.rules.ch05_06_landing.advancing import movers  # start-up
    from tarawa_cli.games.tarawa.rules.ch05_06_landing.reef import unloadings
    from tarawa_cli.games.tarawa.rules.ch11_pier import ways_off

    able = movers(state)
    boats = [u for u in _at_edge(state) if unloadings(state, u)]
    pinned = [u.id for u in state.units.values() if u.pins and (u.on_pier or state.board.is_water(u.at))]
    lines = [f"can move: {_list((_with_ap(state, u) for u in able), '; ')}"] if able else []
    lines += [f"boats still loaded: {_list((_with_load(state, u) for u in boats), '; ')}"] if boats else []
    lines += [f"pinned, sitting it out: {_list(pinned)}"] if pinned else []
    if able or boats:
        lines.append(do("land", _LAND))
    if able:
        lines.append(do("advance --all", "all units by the shortest way; or advance UNIT [HEX…]"))
    if boats:
        lines.append(do(f"unload {boats[0].id}", "or unload CRAFT HEX_OR_CRAFT"))
    off = [f"advance {u.id} {at}" for u in state.units.values() for at in ways_off(state, u)]
    lines += [do(off[0], "off the pier, to wade in")] if off else []
    return [*lines, do("next", "then the Japanese fire" if able or boats or off else "no unit is left to move")]


def _with_load(state: State, unit: Unit) -> str:
    passenger = state.passenger(unit) if unit.type.is_craft else None
    load = f" [{passenger.id}]" if passenger else f" [{unit.load}]" if unit.load else ""
    return f"{unit.id}{load} {unit.hex}".replace(" ", "\xa0")


def _with_ap(state: State, unit: Unit) -> str:
    course = f", course {unit.course}" if unit.course else ""
    return f"{_with_load(state, unit)} ({ap_left(state, unit):g} AP{course})".replace(" ", "\xa0")


def _suppression(state: State) -> list[str]:
    from tarawa_cli.games.tarawa.rules.japanese_fire import suppressible  # start-up

    left = [area for area in suppressible(state) if area not in state.suppression_tried]
    return [
        *(do(f"suppress {area}") for area in left),
        do("land", "on all of them, then on to the beach"),
        do("next"),
    ]


def _actions(state: State) -> list[str]:
    """Who can still act, and one possible command of each kind."""
    ashore = [u for u in state.units.values() if state.is_ashore(u)]
    able = [u for u in ashore if not u.pins and not u.walking and (ap_left(state, u) > 0 or not u.acted)]
    pinned = [u.id for u in ashore if u.pins]
    lines = [f"can act: {_list((f'{u.id} ({u.hex}, {ap_left(state, u):g} AP)' for u in able), '; ', 10)}"]
    lines += [f"pinned: {_list(pinned)}"] if pinned else []
    lines += [f"shore points left: {state.shore}"] if state.shore else []
    lines += [do(example) for example in [*_action_examples(state, able), *_wreck_example(state)]]
    lines += [do(f"legal {able[0].id}", "list everything one unit can do")] if able else []
    return [*lines, do("next", "the Japanese fire")]


def _wreck_example(state: State) -> list[str]:
    if state.wreck != "occupied":
        return []
    from tarawa_cli.games.tarawa.rules.ch10_night import ways_to_help  # start-up

    return [f"wreck {help}" for help in ways_to_help(state)[:1]]


def _action_examples(state: State, able: list[Unit]) -> list[str]:
    """The first legal order of each kind, without listing them all."""
    found: dict[str, str] = {}
    for order in _simple_orders(state, able):
        if order.name not in found and passes(state, order):
            found[order.name] = order.text()
    return [found[name] for name in ("fire", "attack", "demolish", "recover", "dig") if name in found]


def _simple_orders(state: State, able: list[Unit]) -> Iterator[Order]:
    from tarawa_cli.games.tarawa.orders.actions import Attack, Demolish, Dig, Fire, Recover  # start-up
    from tarawa_cli.games.tarawa.rules.ch07_actions.moving_recovery import may_gain

    for unit in able:
        for at in neighbours(unit.hex):
            if state.is_uncleared(at):
                yield Fire(unit.id, at)
                yield Demolish((unit.id,), at) if unit.type.can("demolishes") else Attack((unit.id,), (at,))
        if may_gain(state, unit):
            yield Recover((unit.id,))
        yield Dig((unit.id,))


def _supply_points(state: State) -> list[str]:
    from tarawa_cli.games.tarawa.rules.ch08_09_supply_morale import suppliable  # start-up

    able, most = suppliable(state), 6
    more = [do("legal", f"list {len(able) - most} more")] if len(able) > most else []
    return [f"supply points: {state.stock}", *(do(f"supply {name}") for name in able[:most]), *more, do("next")]


def _supply_check(state: State) -> list[str]:
    from tarawa_cli.games.tarawa.rules.ch08_09_supply_morale import head_sites  # start-up

    sites = head_sites(state)
    places = f"a supply head may be set up at: {_list(sites, limit=16)}"
    return [places, *(do(f"head {site}") for site in sites[:1]), do("next", "find out who is supplied")]


_STEPS: dict[str, Callable[[State], list[str]]] = {
    "bombardment": _bombardment,
    "embark": _embark,
    "impulse": _impulse,
    "suppression": _suppression,
    "actions": _actions,
    "supply-points": _supply_points,
    "supply-check": _supply_check,
}
