"""Chapter 7: stacking. Four battalion equivalents and one headquarters in a hex."""

from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch05_zones_of_control import HexIndex
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.hints import Iterable

THIRDS = 3


@rule("7")
def fits(state: State, units: Iterable[Unit]) -> bool:
    """Whether these units may be in one hex together."""
    return _is_room_for(state, *_load(units))


def _is_room_for(state: State, thirds: int, headquarters: int) -> bool:
    return thirds <= state.charts.value("stacking") * THIRDS and headquarters <= state.charts.value("hqs")


def _load(units: Iterable[Unit]) -> tuple[int, int]:
    """Thirds of a battalion equivalent, and headquarters."""
    thirds = headquarters = 0
    for unit in units:
        thirds += unit.type.thirds
        headquarters += unit.can("hq")
    return thirds, headquarters


def has_room(field: HexIndex, at: Hex, newcomers: list[Unit]) -> bool:
    """Whether units may stop in a hex with their own units there."""
    side = newcomers[0].side
    there = field.units(side, at)
    if (side, at) not in field.loads:
        field.loads[side, at] = _load(there)
    before, coming = field.loads[side, at], _load([unit for unit in newcomers if unit not in there])
    return _is_room_for(field.state, before[0] + coming[0], before[1] + coming[1])


def equivalents(units: Iterable[Unit]) -> int:
    """Battalion equivalents, rounded up."""
    return -(-sum(unit.type.thirds for unit in units) // THIRDS)
