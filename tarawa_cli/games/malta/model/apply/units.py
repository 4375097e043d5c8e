"""What happens to units and hexes: moves, losses, states, ammunition."""

from tarawa_cli.games.malta.model.apply.companies import take_steps
from tarawa_cli.games.malta.model.places import ABSENT, LOST
from tarawa_cli.games.malta.model.state import STATES, State
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.play import event


@event
def moved(state: State, *, unit: str, route: list[Hex], how: str) -> None:
    """A unit goes from hex to hex; a combat unit takes all that it goes through."""
    mover = state.units[unit]
    state.units.put(mover, route[-1])
    mover.moved = how
    if mover.can("combat"):
        take(state, mover.side, route)


@event
def advanced(state: State, *, unit: str, to: Hex) -> None:
    mover = state.units[unit]
    state.units.put(mover, to)
    mover.advanced = state.phase.endswith("-combat") and mover.can("combat")
    if mover.can("combat"):
        take(state, mover.side, [to])


@event
def broken_through(state: State, *, units: list[str], to: Hex) -> None:
    """Heedless of zones of control, one hex (10.3)."""
    for unit in state.named(units):
        state.units.put(unit, to)
        take(state, unit.side, [to])


def take(state: State, side: str, hexes: list[Hex]) -> None:
    """Hexes change hands; a strongpoint is gone where Axis units stay (16.2)."""
    if side == "axis":
        state.control.update(hexes)
        state.strongpoints.discard(hexes[-1])
    else:
        state.control.difference_update(hexes)


@event
def retreated(state: State, *, units: list[str], to: Hex) -> None:
    for id in units:
        state.units.put(state.units[id], to)


@event
def displaced(state: State, *, unit: str, to: str) -> None:
    """A headquarters or a leader goes elsewhere, or is out of the game."""
    gone = state.units[unit]
    state.units.put(gone, to)
    if to == LOST:
        gone.steps = 0
    if to == ABSENT:
        gone.moved = ""


@event
def step_lost(state: State, *, unit: str, left: int) -> None:
    state.units[unit].revealed = True
    take_steps(state, state.units[unit], left)


@event
def unit_lost(state: State, *, unit: str) -> None:
    """Eliminate a unit; it is revealed (16.5), and no gun aims at it any more."""
    state.units[unit].revealed = True
    if state.units[unit].type.dummy:
        state.aims = {by: target for by, target in state.aims.items() if target != unit}
    take_steps(state, state.units[unit], 0)


@event
def state_changed(state: State, *, unit: str, to: str) -> None:
    assert to in STATES
    state.units[unit].state = to


@event
def leader_back(state: State, *, unit: str, to: Hex) -> None:
    state.units.put(state.units[unit], to)
