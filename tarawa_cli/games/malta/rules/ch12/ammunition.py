"""Ammunition (12.56): what guns are given in the status phase of their side."""

from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.model.unit_types import Side
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.play import Play

RATION = ("am", "pm")
"""When the Allies issue theirs."""


@rule("12.56")
def wanting(state: State, side: Side) -> list[Unit]:
    """Supplied guns of a side that have no marker."""
    return [unit for unit in state.units.values() if unit.side == side and not _why_not(unit)]


def _why_not(unit: Unit) -> str:
    if not unit.can("gun") or not unit.on_map:
        return "it is not a gun on the map"
    if unit.ammo:
        return "it already has a marker"
    return "" if unit.supplied else "it is out of supply"


@rule("12.56")
def issue(play: Play[State], side: Side) -> None:
    """A marker for each gun that wants one: of the Allies twice a day; of the Axis if the stock reaches for all."""
    state = play.state
    guns = wanting(state, side)
    if side == "allied" and state.box.time not in RATION:
        return
    if guns and (side == "allied" or len(guns) <= state.stock):
        give(play, guns)


def give(play: Play[State], guns: list[Unit]) -> None:
    stock = play.state.stock - sum(gun.side == "axis" for gun in guns)
    apply.ammunition_given(play, "12.56", units=[gun.id for gun in guns], stock=stock)


@rule("12.56")
def must_share(state: State) -> bool:
    """Whether the Axis have markers, and not enough for all: then they say who gets one."""
    return state.phase == "axis-status" and 0 < state.stock < len(wanting(state, "axis"))


@rule("12.56")
def check_ammo(state: State, guns: list[Unit]) -> None:
    for gun in guns:
        why = "it belongs to the Allies" if gun.side != "axis" else _why_not(gun)
        if why:
            raise Refused("12.56", f"{gun.id} cannot get ammunition: {why}", lambda: _example(state))
    if len(guns) > state.stock:
        raise Refused("12.56", f"{len(guns)} markers needed, {state.stock} in stock", lambda: _example(state))


def _example(state: State) -> str:
    served = wanting(state, "axis")[: state.stock]
    return f"ammo {' '.join(gun.id for gun in served)}" if served else "next"
