"""Hexes that may be attacked, and the units that can (9.1)."""

from tarawa_cli.games.malta.model.state import State, Unit, other_side
from tarawa_cli.games.malta.rules.ch06.kinds import STRATEGIC
from tarawa_cli.games.malta.rules.ch06.prices import can_cross
from tarawa_cli.kernel.hexes import Hex


def held_by_enemy(state: State) -> list[Hex]:
    """Hexes with units of the inactive side, by number."""
    enemy = other_side(state.active)
    return sorted({unit.at for unit in state.units.values() if unit.side == enemy and unit.at in state.board.land})


def targets(state: State) -> list[Hex]:
    """Hexes with enemies that some unit of the active side could still attack, by number."""
    held = held_by_enemy(state)
    able = attackers(state)
    return [at for at in held if at not in state.assaulted and any(can_attack(state, unit, at) for unit in able)]


def attackers(state: State) -> list[Unit]:
    """Units of the active side that can still attack somewhere."""
    side = state.active
    return [unit for unit in state.units.values() if unit.side == side and _is_ready(unit)]


def can_attack(state: State, unit: Unit, on: Hex) -> bool:
    """Whether a unit could attack that hex, enemies or not."""
    beside = on in state.board.adjacent.get(unit.at, ())
    return beside and _is_ready(unit) and can_cross(unit.type.mobility, unit.at, on)


def _is_ready(unit: Unit) -> bool:
    return unit.can("combat") and unit.on_map and not unit.attacked and unit.moved != STRATEGIC
