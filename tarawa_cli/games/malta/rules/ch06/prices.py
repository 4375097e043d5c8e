"""What a step from hex to hex costs (6.1), in sixths of a movement point."""

from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.kernel.hexes import Hex, hexside


@rule("6.1")
def price(state: State, mobility: str, start: Hex, end: Hex, strategic: bool = False) -> int | None:
    """The price of a step between neighbours; None if it is prohibited. A road's price stands alone."""
    board, charts, side = state.board, state.charts, hexside(start, end)
    if side in board.water:
        return None
    if side in board.roads:
        return charts.hexsides["road"].price(mobility, strategic)
    ground = charts.terrain[board.terrain[end]].price(mobility, strategic)
    if side not in board.streams and side not in board.steep:
        return ground
    crossing = charts.hexsides["steep" if side in board.steep else "stream"].price(mobility, strategic)
    return None if ground is None or crossing is None else ground + crossing


def can_cross(state: State, mobility: str, start: Hex, end: Hex) -> bool:
    return price(state, mobility, start, end) is not None
