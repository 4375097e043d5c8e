"""12, 13.3: the end of the game: the island is cleared, the scenario's goal is reached, or time runs out."""

from tarawa_cli.games.tarawa import rule
from tarawa_cli.games.tarawa.model import apply
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.play import Play
from tarawa_cli.kernel.hints import Any, NamedTuple


class GoalPart(NamedTuple):
    """One part of a goal, and its progress."""

    name: str
    done: int
    needed: int
    left: tuple[Hex, ...] = ()
    """The hexes that could still be won; not all of them may be needed."""

    @property
    def met(self) -> bool:
        return self.done >= self.needed

    def facts(self) -> dict[str, Any]:
        return {**self._asdict(), "left": list(self.left), "met": self.met}


@rule("12", "13.3")
def outcome(state: State) -> str:
    """The grade of a victory, from its casualties; a goal can only lower the limit."""
    if state.casualties > state.charts.value("ruin"):
        return "ruined"
    return "pyrrhic" if state.casualties >= limit(state) else "victory"


def limit(state: State) -> int:
    """The number of casualties that make a victory pyrrhic."""
    most: int = state.charts.value("victory")
    goal = state.setting.scenario.goal
    return min(most, goal.casualties) if goal and goal.casualties else most


@rule("13.3")
def progress(state: State) -> list[GoalPart]:
    """Every part of the scenario's goal; none if it has no goal."""
    goal = state.setting.scenario.goal
    if not goal:
        return []
    parts = []
    for ground in goal.ground:
        left = tuple(hex for hex in ground.targets if hex not in state.cleared and hex not in state.occupied)
        parts.append(GoalPart(ground.name, len(ground.targets) - len(left), ground.needed, left))
    if goal.heads:
        parts.append(GoalPart("supply heads", len(state.heads), goal.heads))
    return parts


def is_met(state: State) -> bool:
    parts = progress(state)
    return bool(parts) and all(part.met for part in parts)


@rule("13.3")
def is_over_at_start(state: State) -> bool:
    """Whether the goal is reached at the start, which would leave nothing to play for."""
    goal = state.setting.scenario.goal
    return bool(goal and goal.at_once and not state.outcome and is_met(state))


@rule("12")
def end_if_won(play: Play[State]) -> None:
    """After ground is won: clearing the island ends the game at once."""
    if not play.state.uncleared:
        apply.game_over(play, "12", outcome=outcome(play.state))
    else:
        end_if_reached(play)


@rule("13.3")
def end_if_reached(play: Play[State]) -> None:
    """Reaching a goal that is judged at once ends the game too."""
    goal = play.state.setting.scenario.goal
    if goal and goal.at_once and is_met(play.state):
        apply.game_over(play, "13.3", outcome=outcome(play.state))


@rule("12", "13.3")
def end_of_time(play: Play[State]) -> None:
    """The last turn is over: the goal is reached now, or never."""
    state = play.state
    rule = "13.3" if state.setting.scenario.goal else "12"
    apply.game_over(play, rule, outcome=outcome(state) if is_met(state) else "time")
