"""7.6: who may stand in one land hex."""

from collections.abc import Sequence

from tarawa_cli.games.tarawa.model.places import on_pier
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.kernel.hexes import Hex


@rule("7.6")
def may_stack(units: Sequence[Unit]) -> bool:
    """One battalion plus one tank, artillery or other engineer unit; without infantry, one engineer and one other.

    Empty craft going home do not count.
    """
    if len(units) == 1:
        return True
    units = [unit for unit in units if not unit.type.is_craft]
    battalions = {unit.type.battalion for unit in units if unit.type.stacks == "battalion"}
    if len(battalions) > 1:
        return False
    if battalions:
        own = battalions.pop()
        return len([unit for unit in units if unit.type.battalion != own]) <= 1
    engineers = [unit for unit in units if unit.type.stacks == "engineers"]
    return len(engineers) <= 1 and len(units) - len(engineers) <= 1


@rule("7.6")
def may_have_stacked(units: Sequence[Unit]) -> bool:
    """Whether units can be together: a legal stack, or what is left of one that lost its infantry."""
    units = [unit for unit in units if not unit.type.is_craft]
    if may_stack(units):
        return True
    engineers = {unit.type.battalion for unit in units if unit.type.stacks == "engineers"}
    return not any(unit.type.stacks == "battalion" for unit in units) and any(
        len([unit for unit in units if unit.type.battalion != own]) <= 1 for own in engineers
    )


def has_room(state: State, at: Hex, unit: Unit) -> bool:
    """Whether a unit may end its move in a land hex or in 2632."""
    if at in state.board.pier:
        return is_pier_free(state, at)
    return may_stack([*(other for other in state.units_at(at) if other is not unit), unit])


@rule("7.6")
def is_pier_free(state: State, at: Hex) -> bool:
    """Whether a pier hex is free; it holds one unit."""
    return not state.units_at(on_pier(at))


@rule("6.4")
def shares_water(state: State, craft: Unit) -> bool:
    """Whether another unit is in its water hex; craft that are going home or emptied do not count."""
    others = (unit for unit in state.units_at(craft.at) if unit is not craft)
    return any(not unit.homeward and not unit.emptied for unit in others)
