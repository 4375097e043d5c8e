"""Phases `anti-landing-1` to `anti-landing-3`."""

from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.model.work import UnitIds, work
from tarawa_cli.games.tarawa.phases.impulse import is_given_up
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.games.tarawa.rules.ch06.advancing import on_the_way
from tarawa_cli.games.tarawa.rules.ch06.homeward import boats_return
from tarawa_cli.games.tarawa.rules.ch06.japanese_fire import anti_landing_fire, is_target
from tarawa_cli.games.tarawa.rules.ch06.suppression import coming_in
from tarawa_cli.kernel.phases import Phase
from tarawa_cli.kernel.play import Play


def applies(state: State) -> bool:
    """Whether there is anything to fire at. Never in an impulse that was given up, nor at homeward craft alone."""
    if is_given_up(state):
        return False
    boats = any(unit.emptied for unit in state.units.values())
    return boats or bool(coming_in(state)) or any(is_target(state, unit) for unit in on_the_way(state))


@rule("6.6")
def enter(play: Play[State]) -> None:
    """Each target once, in the order of 2.1."""
    targets = [unit.id for unit in on_the_way(play.state) if is_target(play.state, unit)]
    if targets:
        play.push(fire_on, left=targets)


@work
def fire_on(play: Play[State], left: UnitIds) -> None:
    """Fire at one target, then go on to the rest; a question may come between."""
    first, *rest = left
    if rest:
        play.push(fire_on, left=rest)
    unit = play.state.units[first]
    if is_target(play.state, unit):
        anti_landing_fire(play, unit)


PHASE = Phase(applies=applies, enter=enter, leave=boats_return)
