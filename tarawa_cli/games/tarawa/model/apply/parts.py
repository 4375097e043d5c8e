"""What several changes share; only the events of this package call these functions."""

from tarawa_cli.games.tarawa.model.board import Place, in_hex, on_pier
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.model.unit import OFF, Unit


def reset(state: State, unit: Unit, place: Place) -> None:
    """Take a unit off the map and clear everything but its losses."""
    state.units.put(unit, place)
    unit.end(OFF)
    unit.spent = 0.0


def enter(state: State, at: str) -> None:
    """Mark a landing or airstrip hex as entered."""
    if at in state.board.free and at not in state.occupied:
        state.occupied |= {at}


def on_foot(state: State, at: str) -> Place:
    """The place of a unit that enters a hex over land: 2632 is on the pier."""
    return on_pier(at) if at in state.board.pier else in_hex(at)


def emptied(boat: Unit) -> None:
    """Mark a craft as empty: a boat waits for the pool, an amtrac goes home."""
    boat.load = boat.course = ""
    if boat.type.crosses == "always":
        boat.homeward = True
    else:
        boat.emptied = True


def abandon_positions(state: State) -> None:
    """Improved positions disappear when no Marine unit is left in the hex (11.1)."""
    if state.improved:
        state.improved &= {unit.at for unit in state.units.values() if not unit.type.is_craft}


def whole_turn(unit: Unit) -> None:
    unit.spent = float(max(unit.type.ap))
    unit.acted = True


def give_markers(state: State, units: list[str], group: str) -> None:
    for id in units:
        state.units[id].supply, state.units[id].group, state.units[id].unsupplied = "active", group, 0
