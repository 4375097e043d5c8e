"""The effect of an order in figures: `clears 2626 in 62 %, costs 0.7 steps`."""

from tarawa_cli.games.tarawa.model.board import POOL, distance
from tarawa_cli.games.tarawa.model.state import State, Unit, ap_left
from tarawa_cli.games.tarawa.orders import Order, read_order
from tarawa_cli.games.tarawa.orders.actions import Attack, Demolish, Dig, Fire, Move, Recover
from tarawa_cli.games.tarawa.orders.general import Decide, Head, Supply
from tarawa_cli.games.tarawa.orders.landing import Advance, Bombard, Embark, Suppress, Unload
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.grammar import OrderLine
from tarawa_cli.kernel.errors import GameError
from tarawa_cli.kernel.hints import Any, Callable
from tarawa_cli.kernel.narration.visible import plural


def reason(state: State, line: OrderLine) -> str:
    """The figures of an order; empty if there are none."""
    try:
        order = read_order(state, line)
        describe = _KINDS.get(type(order))
        return describe(state, order) if describe else _ready(state) if order.name == "next" else ""
    except GameError:
        return ""


def _percent(chance: float) -> str:
    return f"{chance * 100:.0f} %"


def _steps(number: float) -> str:
    return f"{number:.1f} step{'' if f'{number:.1f}' == '1.0' else 's'}"


def _attack(state: State, order: Attack) -> str:
    from tarawa_cli.games.tarawa.legal.assault_odds import attack  # start-up

    outlook = attack(state, order.units, order.on, order.support, order.shore)
    return f"clears {' or '.join(order.on)} in {_percent(outlook.success)}, costs {_steps(outlook.steps)}"


_RESULTS = {"-": "no effect", "S": "suppressed"}


def _odds(state: State, order: Demolish | Fire | Suppress | Bombard | Recover) -> str:
    """The chance of each goal of the order, and its cost."""
    from tarawa_cli.games.tarawa.legal.odds import chances, summary  # start-up

    found = chances(state, order.in_words())
    parts = [f"{name} in {_percent(float(chance))}" for name, chance in found.aims.items()]
    if not parts:
        results = summary(found.outcomes)["results"]
        named = {_RESULTS.get(result, f"{result} chits"): chance for result, chance in results.items()}
        parts = [f"{result} in {_percent(chance)}" for result, chance in named.items()]
    price = f", costs {_steps(float(found.loss))}" if not isinstance(order, Suppress | Bombard) else ""
    return f"{', '.join(parts)}{price}"


def _move(state: State, order: Move) -> str:
    """`3 of 8 AP; 1 hex from the enemy, 4 before`."""
    from tarawa_cli.games.tarawa.rules.ch07_actions.moving_recovery import destinations  # start-up

    unit, to = state.units[order.unit], order.route[-1]
    cost, left = destinations(state, unit).get(to), ap_left(state, unit)
    price = f"{cost:g} of {left:g} AP" if cost is not None else f"{plural(len(order.route), 'hex')} on"
    return f"{price}; {_nearer(state, unit.hex, to)}{_beside(state, unit, to)}"


def _nearer(state: State, before: Hex, after: Hex) -> str:
    far, was = _from_enemy(state, after), _from_enemy(state, before)
    return f"{far} hex{'es' * (far != 1)} from the enemy{f', {was} before' * (far != was)}"


def _from_enemy(state: State, at: Hex) -> int:
    return min((distance(at, hex) for hex in state.uncleared), default=0)


def _beside(state: State, unit: Unit, at: Hex) -> str:
    there = [other.id for other in state.units_at(at) if other is not unit and not other.type.is_craft]
    return f"; beside {', '.join(there)}" if there else ""


def _advance(state: State, order: Advance) -> str:
    from tarawa_cli.games.tarawa.rules.ch06_landing.advancing import movers  # start-up

    able = movers(state)
    return f"{plural(len(able), 'unit')} can move, with {sum(ap_left(state, unit) for unit in able):g} AP"


def _embark(state: State, order: Embark) -> str:
    unit, craft = state.units.get(order.who), state.units.get(order.craft)
    parts = [f"{unit.id} with {plural(unit.steps, 'step')}"] if unit else []
    if craft:
        left = sum(other.at == POOL and other.kind == craft.kind for other in state.units.values()) - 1
        parts += [f"{left or 'no'} more {craft.kind} in the pool"]
    return ", ".join(parts)


def _unload(state: State, order: Unload) -> str:
    craft = state.units[order.craft]
    passenger = state.passenger(craft)
    return f"{plural(passenger.steps, 'step')} of {passenger.id} out of {craft.id}" if passenger else ""


def _supply(state: State, order: Supply) -> str:
    battalion = state.units[order.whom].type.battalion if order.whom in state.units else order.whom
    fellows = [one for one in state.ashore() if one.type.battalion == battalion]
    near = sum(_from_enemy(state, one.hex) <= 1 for one in fellows)
    return f"1 of {plural(state.stock, 'supply point')} for {plural(len(fellows), 'unit')}, {near} next to the enemy"


def _head(state: State, order: Head) -> str:
    near = [unit for unit in state.ashore() if distance(unit.hex, order.at) <= state.charts.value("recovery-head")]
    return f"{plural(len(near), 'unit')} within {state.charts.value('recovery-head')} hexes of {order.at}"


def _dig(state: State, order: Dig) -> str:
    units = [state.units[id] for id in order.units]
    return "; ".join(f"{unit.id}: {_nearer(state, unit.hex, unit.hex)}, {ap_left(state, unit):g} AP" for unit in units)


def _decide(state: State, order: Decide) -> str:
    from tarawa_cli.games.tarawa.legal.stakes import stakes  # start-up

    return stakes(state).get(order.answer, "")


def _ready(state: State) -> str:
    from tarawa_cli.games.tarawa.narration.summary import ready  # start-up

    return next((line.removeprefix("ready: ") for line in ready(state)), "no unit is left to act")


_KINDS: dict[type[Order], Callable[[State, Any], str]] = {
    Attack: _attack,
    Demolish: _odds,
    Fire: _odds,
    Suppress: _odds,
    Bombard: _odds,
    Recover: _odds,
    Move: _move,
    Advance: _advance,
    Unload: _unload,
    Embark: _embark,
    Supply: _supply,
    Head: _head,
    Dig: _dig,
    Decide: _decide,
}
