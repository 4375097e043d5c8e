"""What orders cost, and how far a unit gets: known beforehand, because no dice are needed for it."""

from tarawa_cli.games.tarawa.model.state import State, Unit, ap_left
from tarawa_cli.games.tarawa.orders import Order, read_order
from tarawa_cli.games.tarawa.orders.actions import Attack, Demolish, Fire, Move
from tarawa_cli.games.tarawa.orders.landing import Advance
from tarawa_cli.games.tarawa.rules import ch11_pier
from tarawa_cli.games.tarawa.rules.ch06_landing import advancing
from tarawa_cli.games.tarawa.rules.ch06_landing.advancing import can_move, mover_of
from tarawa_cli.games.tarawa.rules.ch06_landing.reef import Ways
from tarawa_cli.games.tarawa.rules.ch07_actions import standing, step_cost
from tarawa_cli.games.tarawa.rules.ch07_actions.moving_recovery import destinations, plan_move
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.grammar import OrderLine
from tarawa_cli.kernel.engine.legal import Cost
from tarawa_cli.kernel.errors import GameError
from tarawa_cli.kernel.hints import Iterable

# ── Where a unit can go now, and what that costs


def hexes_in_reach(state: State, unit: Unit) -> dict[Hex, float]:
    """Every hex where a unit, or the craft that carries it, may end its move in this phase, with the AP it takes."""
    if state.question or state.outcome:
        return {}
    if state.phase == "actions":
        return destinations(state, unit)
    mover = mover_of(state, unit)
    if not state.impulse or not state.phase.startswith("impulse") or not can_move(state, mover):
        return {}
    if mover.on_pier:
        way = ch11_pier.pier_way(state, mover)
        moves = [ch11_pier.pier_way(state, mover, stop) for stop in way.route]
    else:
        ways = Ways(state, mover)
        moves = [ways.forced()] if mover.course else [*ways.moves()]
    return {move.route[-1]: move.spent - mover.spent for move in moves if move.route}


# ── What orders cost, and how far a unit gets


def costs(state: State, orders: Iterable[OrderLine]) -> list[Cost | None]:
    """The cost of each order; None for one that costs no AP, or is not legal."""
    return [_cost(state, line) for line in orders]


def _cost(state: State, line: OrderLine) -> Cost | None:
    try:
        return cost(state, read_order(state, line))
    except GameError:
        return None


def cost(state: State, order: Order) -> Cost | None:
    """The AP of an order, with the way of a move."""
    if isinstance(order, Move):
        return _of_move(state, state.units[order.unit], order.route)
    if isinstance(order, Advance):
        return _of_advance(state, order) if order.unit and not order.craft else None
    if isinstance(order, Fire):
        times = " each time" if order.times > 1 else ""
        return _of_action(state, [order.unit], "fire-ap", times)
    if isinstance(order, Attack):
        return _of_action(state, order.units, "attack-ap", " each")
    if isinstance(order, Demolish):
        return _of_action(state, order.units, "demolition-ap", " each")
    return None


def _of_move(state: State, unit: Unit, route: tuple[Hex, ...]) -> Cost:
    way = plan_move(state, unit, route)
    spent = sum(step_cost(state, unit, *step) or 0 for step in zip((standing(unit), *way), way, strict=False))
    return Cost(f"{spent:g} AP", _left(state, unit), way)


def _of_advance(state: State, order: Advance) -> Cost:
    mover = advancing.mover_of(state, state.units[order.unit])
    move = advancing.plan_move(state, mover, order.route)
    return Cost(f"{max(0, move.spent - mover.spent):g} AP", _left(state, mover), move.route)


def _of_action(state: State, units: Iterable[str], chart: str, each: str) -> Cost:
    named = [state.units[id] for id in units]
    alone = len(named) == 1
    price = f"{state.charts.value(chart):g} AP{'' if alone and each == ' each' else each}"
    return Cost(price, _left(state, named[0]) if alone else "")


def _left(state: State, unit: Unit) -> str:
    return f"{ap_left(state, unit):g}"


def reach(state: State, unit: Unit) -> dict[Hex, Cost]:
    """Every hex that a unit can move or advance to now, with the cost, the cheapest first; none if it cannot move."""
    if state.question or state.outcome:
        return {}
    if state.phase == "actions":
        found = destinations(state, unit)
        return {at: Cost(f"{price:g} AP", _left(state, unit)) for at, price in found.items()}
    if state.impulse and state.phase.startswith("impulse"):
        from tarawa_cli.games.tarawa.legal.completion import within_reach  # start-up

        mover = advancing.mover_of(state, unit)
        ways = {at: _cost(state, ["advance", mover.id, at]) for at in within_reach(state, mover)}
        return {at: found for at, found in ways.items() if found}
    return {}
