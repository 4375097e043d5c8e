"""Limits of the one-hex move after a landing (18.7): room, and when companies join."""

from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch05.zones import Field
from tarawa_cli.games.malta.rules.ch07.stacking import fits
from tarawa_cli.games.malta.rules.ch13.companies import joinable, may_join
from tarawa_cli.games.malta.rules.ch18.boxes import bound_for
from tarawa_cli.kernel.hexes import Hex


@rule("7", "18.7")
def has_landing_room(field: Field, at: Hex, newcomers: list[Unit]) -> bool:
    """Whether units fit into a hex with those already there and those still to land."""
    there = [unit for unit in field.units("axis", at) if unit not in newcomers]
    coming = bound_for(field.state, at) if at in field.board.zone_of else []
    return fits(field.state, [*there, *coming, *newcomers])


@rule("18.3", "18.7")
def joining(state: State) -> list[Unit]:
    """Battalions whose companies have landed this turn and can be the battalion again: no enemy is next to them."""
    return [
        unit
        for unit in state.units.values()
        if unit.is_broken and unit.side == "axis" and may_join(state, joinable(state, unit))
    ]
