"""Goal and next steps, for the screen that shows them below the map."""

from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.narration.sentences import next_steps
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.engine.views import Situation


def situation(match: Match[State]) -> Situation:
    state = match.state
    return Situation([] if state.outcome else _goal(state), next_steps(state))


def _goal(state: State) -> list[str]:
    """What wins, and how far it is, in two lines."""
    from tarawa_cli.games.tarawa.rules.ch12_victory import limit, progress  # start-up

    scenario = state.setting.scenario
    end = f"by the end of turn {scenario.length} ({state.charts.turn(scenario.length).label})"
    price = f"with fewer than {limit(state):,} casualties"
    if not scenario.goal:
        return [f"Goal: clear every hex of the island {end}, {price}."]
    parts = [f"{part.name}: {part.done} of {part.needed}" for part in progress(state)]
    return [f"Goal: {scenario.goal.text}", f"  {'; '.join(parts)}; {end}, {price}"]
