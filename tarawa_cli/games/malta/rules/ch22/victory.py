"""How a short scenario ends (22): who controls more of its hexes, the Allies on a tie."""

from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.model.unit_types import Side
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.kernel.play import Play


def held(state: State, side: Side) -> int:
    """How many hexes of the goal a side controls."""
    goal = state.setting.scenario.goal
    return sum(state.controller(at) == side for at in goal.hexes) if goal else 0


@rule("22", "4.41")
def judge(play: Play[State]) -> None:
    """After the last turn somebody has won; without a goal Malta stands."""
    state = play.state
    if state.turn >= state.setting.scenario.last:
        won = held(state, "axis") > held(state, "allied")
        apply.game_over(play, "22", outcome="axis" if won else "allied")
