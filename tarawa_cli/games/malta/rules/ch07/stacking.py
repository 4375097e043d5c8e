"""Stacking (7): four battalion equivalents and one headquarters in a hex."""

from collections.abc import Iterable

from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch05.zones import Field
from tarawa_cli.kernel.hexes import Hex

THIRDS = 3


@rule("7")
def fits(state: State, units: Iterable[Unit]) -> bool:
    """Whether these may stand in one hex together."""
    together = list(units)
    full = state.charts.value("stacking") * THIRDS
    headquarters = sum(unit.can("hq") for unit in together)
    return sum(unit.type.thirds for unit in together) <= full and headquarters <= state.charts.value("hqs")


def has_room(field: Field, at: Hex, newcomers: list[Unit]) -> bool:
    """Whether some may stop in a hex beside their own who are there."""
    there = [unit for unit in field.units(newcomers[0].side, at) if unit not in newcomers]
    return fits(field.state, [*there, *newcomers])


def equivalents(units: Iterable[Unit]) -> int:
    """Battalion equivalents, rounded up."""
    return -(-sum(unit.type.thirds for unit in units) // THIRDS)
