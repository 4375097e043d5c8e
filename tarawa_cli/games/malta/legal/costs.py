"""The cost of moves, and the reach of a unit, before anything is ordered."""

from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.orders import ORDERS, read_order
from tarawa_cli.games.malta.orders.movement import Move
from tarawa_cli.games.malta.rules import ch06_movement
from tarawa_cli.games.malta.rules.ch05_zones_of_control import HexIndex
from tarawa_cli.kernel.board.hexes import Hex, Path
from tarawa_cli.kernel.engine.grammar import OrderLine, parsed
from tarawa_cli.kernel.engine.legal import Cost
from tarawa_cli.kernel.errors import GameError
from tarawa_cli.kernel.hints import Iterable, Mapping
from tarawa_cli.kernel.standard import partial


def costs(state: State, orders: Iterable[OrderLine]) -> list[Cost | None]:
    """The cost of each order in movement points; None for one that costs none, or is not legal."""
    moves = Moves(state)
    return [moves.cost(words) if words.name == "move" else None for words in map(partial(parsed, ORDERS), orders)]


class Moves:
    """The moves of a position; the paths of each unit are computed once."""

    def __init__(self, state: State) -> None:
        self.state, self.field = state, HexIndex(state)

    def cost(self, line: OrderLine) -> Cost | None:
        """The path and cost of a move; for several units, of the one that spends the largest part of its allowance."""
        try:
            order = read_order(self.state, line)
            units = self.state.named(order.units) if isinstance(order, Move) else []
            found = [self._one(unit, units, order) for unit in units if isinstance(order, Move)]
        except GameError:
            return None
        return max(found, key=lambda each: each[0])[1] if found else None

    def _one(self, unit: Unit, units: list[Unit], order: Move) -> tuple[float, Cost]:
        unit = ch06_movement.guide(unit, units)
        has = ch06_movement.allowance(self.state, unit, order.strategic)
        way = self._way(unit, order)
        return way.price / max(has, 1), priced(way, has)

    def _way(self, unit: Unit, order: Move) -> Path:
        near = self.near(unit, order.strategic) if len(order.route) == 1 else {}
        return near.get(order.route[0]) or ch06_movement.find_way(self.field, unit, order.route, order.strategic)

    def near(self, unit: Unit, strategic: bool = False) -> Mapping[Hex, Path]:
        """The cheapest path to every hex within reach of a unit."""
        return ch06_movement.reach(self.field, unit, strategic)


def priced(way: Path, has: int) -> Cost:
    """The cost of a path. A foot unit enters one hex whatever it costs, and then spends its whole allowance."""
    return Cost(f"{ch06_movement.points(min(way.price, has))} MP", ch06_movement.points(has), way.hexes)


def reach(state: State, unit: Unit) -> dict[Hex, Cost]:
    """Every hex that a unit can move to now, with the cost, the cheapest first; none where it cannot move."""
    if state.question or state.outcome or unit not in ch06_movement.movers(state):
        return {}
    has, found = ch06_movement.allowance(state, unit), ch06_movement.stops(HexIndex(state), unit)
    return {at: priced(way, has) for at, way in sorted(found.items(), key=lambda each: (each[1].price, each[0]))}
