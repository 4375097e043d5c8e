"""5.3, 9.7: what cannot bar a hex is overrun by whatever enters it."""

from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.board import distance
from tarawa_cli.games.malta.model.places import LOST
from tarawa_cli.games.malta.model.state import State, Unit, other_side
from tarawa_cli.games.malta.model.unit_types import Side
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch14_leaders import at_risk
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.play import Play


@rule("9.7")
def overrun(play: Play[State], side: Side, at: Hex) -> None:
    """Combat units of a side have entered a hex: headquarters flee, coast guns and the like are lost."""
    enemies = [unit for unit in play.state.units_at(at) if unit.side == other_side(side)]
    for unit in enemies:
        if unit.can("lead"):
            continue
        if unit.can("hq"):
            apply.displaced(play, "9.7", unit=unit.id, to=refuge(play.state, unit))
        else:
            apply.unit_lost(play, "9.7", unit=unit.id)
    for unit in enemies:
        if unit.can("lead"):
            at_risk(play, unit)


def refuge(state: State, unit: Unit) -> str:
    """The nearest friendly unit within six hexes that a headquarters or leader can go to; else it is lost."""
    others = [
        other
        for other in state.units.values()
        if other.side == unit.side and other.on_map and other.at != unit.at
        if not other.can("lead") and not other.can("ship")
    ]
    near = [(distance(unit.at, other.at), other.at) for other in others if _has_place(state, unit, other.at)]
    near = [found for found in near if found[0] <= state.charts.value("follow")]
    return min(near)[1] if near else LOST


def _has_place(state: State, unit: Unit, at: Hex) -> bool:
    """Not where an enemy is, as on a beach that is still fought for, and no headquarters beside another."""
    there = state.units_at(at)
    if any(other.side != unit.side for other in there):
        return False
    return not unit.can("hq") or not any(other.can("hq") for other in there)
