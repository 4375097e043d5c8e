"""Stacking (7): four battalion equivalents and one headquarters in a hex."""

from collections.abc import Iterable

from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.kernel.hexes import Hex

THIRDS = 3


@rule("7")
def fits(state: State, units: Iterable[Unit]) -> bool:
    """Whether these may stand in one hex together."""
    together = list(units)
    full = state.charts.value("stacking") * THIRDS
    headquarters = sum(unit.can("hq") for unit in together)
    return sum(unit.type.thirds for unit in together) <= full and headquarters <= state.charts.value("hqs")


def has_room(state: State, at: Hex, newcomers: list[Unit]) -> bool:
    """Whether some may stop in a hex beside their own who are there."""
    side = newcomers[0].side
    there = [unit for unit in state.units_at(at) if unit.side == side and unit not in newcomers]
    return fits(state, [*there, *newcomers])


def equivalents(units: Iterable[Unit]) -> int:
    """Battalion equivalents, rounded up."""
    return -(-sum(unit.type.thirds for unit in units) // THIRDS)
