"""How a game ends (4.41): a short scenario by its goal, the whole battle by surrender, call-off, or the last turn."""

from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.model.unit_types import Side
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch20.surrender import clock
from tarawa_cli.kernel.play import Play


def held(state: State, side: Side) -> int:
    """How many hexes of the goal a side controls."""
    goal = state.setting.scenario.goal
    return sum(state.controller(at) == side for at in goal.hexes) if goal else 0


@rule("22")
def is_reached(state: State) -> bool:
    """Whether the Axis have what the goal asks for."""
    goal = state.setting.scenario.goal
    if goal is None:
        return False
    if not all(at in state.control for at in goal.needed):
        return False
    return held(state, "axis") >= goal.least if goal.least else held(state, "axis") > held(state, "allied")


@rule("22", "4.41")
def judge(play: Play[State]) -> None:
    """The dice of 20.3 where there is no goal; after the last turn somebody has won."""
    state, scenario = play.state, play.state.setting.scenario
    if scenario.goal is None:
        clock(play)
    if state.turn >= scenario.last and not state.outcome:
        last = "stands" if scenario.goal is None else "axis" if is_reached(state) else "allied"
        apply.game_over(play, "22", outcome=last)
