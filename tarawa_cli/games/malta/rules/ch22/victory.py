"""How a game ends (4.41): a short scenario by its goal, the whole battle by surrender, call-off, or the last turn."""

from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.model.unit_types import Side
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch07.stacking import THIRDS
from tarawa_cli.games.malta.rules.ch08.supply import Network
from tarawa_cli.games.malta.rules.ch20.surrender import clock
from tarawa_cli.kernel.play import Play


def held(state: State, side: Side) -> int:
    """How many hexes of the goal a side controls."""
    goal = state.setting.scenario.goal
    fed = Network(state, "axis").fed if goal and goal.supplied and side == "axis" else None
    return sum(state.controller(at) == side and (fed is None or at in fed) for at in goal.hexes) if goal else 0


@rule("22")
def lost_equivalents(state: State) -> int:
    """Battalion equivalents that the Axis have lost: a third for each company or battery, rounded up."""
    thirds = 0
    for unit in state.units.values():
        if unit.side != "axis" or unit.type.of or not unit.type.thirds:
            continue
        left = state.steps_left(unit)
        thirds += unit.type.steps - left if unit.type.type else unit.type.thirds * (left == 0)
    return -(-thirds // THIRDS)


@rule("22")
def is_reached(state: State) -> bool:
    """Whether the Axis have what the goal asks for."""
    goal = state.setting.scenario.goal
    if goal is None:
        return False
    if not all(at in state.control for at in goal.needed):
        return False
    if goal.losses is not None and lost_equivalents(state) > goal.losses:
        return False
    return held(state, "axis") >= goal.least if goal.least else held(state, "axis") > held(state, "allied")


@rule("22", "4.41")
def judge(play: Play[State]) -> None:
    """End the game by the dice of 20.3 if there is no goal, and after the last turn."""
    state, scenario = play.state, play.state.setting.scenario
    if scenario.goal is None:
        clock(play)
    if state.turn >= scenario.last and not state.outcome:
        last = "stands" if scenario.goal is None else "axis" if is_reached(state) else "allied"
        apply.game_over(play, "22", outcome=last)
