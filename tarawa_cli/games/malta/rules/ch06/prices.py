"""The cost of a step from hex to hex (6.1), in sixths of a movement point."""

from collections.abc import Iterator
from functools import cache

from tarawa_cli.games.malta.model.board import malta
from tarawa_cli.games.malta.model.charts import CHARTS, SIXTHS
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.kernel.hexes import Hex, hexside


@rule("6.1")
def price(mobility: str, start: Hex, end: Hex, strategic: bool = False) -> int | None:
    """The price of a step between neighbours; None if it is prohibited. A road's price stands alone."""
    board, charts, side = malta(), CHARTS, hexside(start, end)
    if side in board.water:
        return None
    if side in board.roads:
        return charts.hexsides["road"].price(mobility, strategic)
    ground = charts.terrain[board.terrain[end]].price(mobility, strategic)
    if side not in board.streams and side not in board.steep:
        return ground
    crossing = charts.hexsides["steep" if side in board.steep else "stream"].price(mobility, strategic)
    return None if ground is None or crossing is None else ground + crossing


@cache
def steps(mobility: str, strategic: bool, rain: bool = False) -> dict[Hex, tuple[tuple[Hex, int], ...]]:
    """From every land hex the hexes that can be entered, and for what."""
    return {here: tuple(_from(mobility, strategic, rain, here)) for here in malta().adjacent}


def _from(mobility: str, strategic: bool, rain: bool, here: Hex) -> Iterator[tuple[Hex, int]]:
    for there in malta().adjacent[here]:
        cost = price(mobility, here, there, strategic)
        if cost is not None:
            yield there, cost + (mud(mobility, here, there) if rain else 0)


@rule("17.2")
def mud(mobility: str, start: Hex, end: Hex) -> int:
    """What rain adds off the road, for wheels and tracks."""
    rolls = mobility in ("motor", "mech") and hexside(start, end) not in malta().roads
    return CHARTS.value("rain") * SIXTHS if rolls else 0


@cache
def can_cross(mobility: str, start: Hex, end: Hex) -> bool:
    return price(mobility, start, end) is not None
