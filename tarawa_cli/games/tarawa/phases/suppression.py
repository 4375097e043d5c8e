"""Phases `suppression-1` to `suppression-3`."""

from tarawa_cli.games.tarawa.model import apply
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.phases.impulse import is_given_up, missed
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.games.tarawa.rules.ch06.suppression import coming_in, suppress, suppressible
from tarawa_cli.kernel.phases import Phase
from tarawa_cli.kernel.play import Play


def applies(state: State) -> bool:
    """Whether somebody is coming in or old markers must go; never after an impulse that was given up."""
    if is_given_up(state):
        return False
    return bool(coming_in(state)) or bool(state.area_suppression)


@rule("6.7")
def enter(play: Play[State]) -> None:
    state = play.state
    areas = [area for area in state.board.areas if area in state.area_suppression]
    if areas or state.suppression_tried:
        apply.suppression_lifted(play, "6.7", areas=areas)
    if state.suppress == "always":
        for area in suppressible(state):
            suppress(play, area)


def waits(state: State) -> bool:
    return any(area not in state.suppression_tried for area in suppressible(state))


PHASE = Phase(applies=applies, enter=enter, waits=waits, missed=missed)
