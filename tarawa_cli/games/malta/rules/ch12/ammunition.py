"""Ammunition (12.56): what guns are given in the status phase of their side."""

from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.model.unit_types import Side
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.kernel.play import Play

RATION = ("am", "pm")
"""When the Allies issue theirs."""


@rule("12.56")
def issue(play: Play[State], side: Side) -> None:
    """A marker for each supplied gun without one: of the Axis as far as the stock goes, of the Allies twice a day."""
    state = play.state
    wanting = [u for u in state.units.values() if u.side == side and u.can("gun") and u.on_map and u.supplied]
    wanting = [unit for unit in wanting if not unit.ammo]
    if side == "allied" and state.box.time not in RATION:
        return
    served = wanting if side == "allied" else wanting[: state.stock]
    if served:
        left = state.stock if side == "allied" else state.stock - len(served)
        apply.ammunition_given(play, "12.56", units=[unit.id for unit in served], stock=left)
