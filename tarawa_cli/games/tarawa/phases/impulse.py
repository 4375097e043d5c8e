"""Phases `impulse-1` to `impulse-3`."""

from tarawa_cli.games.tarawa.model import apply
from tarawa_cli.games.tarawa.model.board import PIER_FOOT
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.games.tarawa.rules.ch06 import advancing, homeward, unloading
from tarawa_cli.games.tarawa.rules.ch06.suppression import coming_in
from tarawa_cli.games.tarawa.rules.ch11.pier import ways_off
from tarawa_cli.kernel.phases import Phase
from tarawa_cli.kernel.play import Play


@rule("3", "5.1")
def applies(state: State) -> bool:
    """Whether the impulse is played: it was not given up in turn 1, and somebody is coming in or going home."""
    if is_given_up(state):
        return False
    return bool(coming_in(state)) or any(unit.homeward for unit in state.units.values())


@rule("5.1")
def is_given_up(state: State) -> bool:
    """Whether an impulse of turn 1 was given up for the bombardment, with its fire and suppression."""
    return state.turn == 1 and state.impulse <= state.delay


def missed(state: State) -> str:
    """Why there is no impulse, or no suppression after it."""
    return "given up for the bombardment" if is_given_up(state) else "no unit is coming in"


def enter(play: Play[State]) -> None:
    apply.impulse_begun(play, "3", impulse=play.state.impulse)


def waits(state: State) -> bool:
    """Whether somebody can move or unload, or Hawkins can leave the pier or be taken off it."""
    if advancing.anybody_moves(state):
        return True
    if any(ways_off(state, unit) or advancing.takers_off(state, unit) for unit in state.units.values()):
        return True
    return any(unloading.unloadings(state, u) for u in state.units.values() if u.type.is_craft and u.hex)


@rule("6.4", "6.5")
def leave(play: Play[State]) -> None:
    """Carry out what is left: changes of course, homeward craft, and pins that are sat out."""
    state = play.state
    for unit in list(state.units.values()):
        if unit.course and advancing.has_way(state, unit):
            advancing.advance(play, unit, advancing.plan_move(state, unit, ()))
    homeward.go_home(play)
    for unit in state.units.values():
        if unit.pins and (unit.on_pier not in ("", PIER_FOOT) or state.board.is_water(unit.at)):
            apply.pin_eased(play, "6.4", unit=unit.id, pins=unit.pins - 1)


PHASE = Phase(applies=applies, enter=enter, waits=waits, leave=leave, missed=missed)
