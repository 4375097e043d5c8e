"""Goal and next steps, for `status` and for the screen that shows them below the map."""

import re

from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.narration.sentences import PLAYERS, goal_text, next_steps
from tarawa_cli.games.malta.rules import ch20_victory
from tarawa_cli.games.malta.views import facts
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.engine.views import Situation
from tarawa_cli.kernel.hints import Iterator
from tarawa_cli.kernel.narration.visible import plural

LOWEST, HIGHEST = 2, 12
"""The lowest and the highest roll of two dice."""


def situation(match: Match[State]) -> Situation:
    state = match.state
    goal = [] if state.outcome else [goal_text(state) or _aims(state)]
    return Situation(goal, whose_turn(state, match) or next_steps(state))


def _aims(state: State) -> str:
    """The goal of a game without its own goal, with the dice needed (20.3)."""
    last = state.charts.turn(state.setting.scenario.last).id
    dice = [*surrender_lines(state)][-1]
    return f"Goal: the Axis must make Malta surrender, the Allies hold out to the end of {last}. {dice}."


def whose_turn(state: State, match: Match[State]) -> str:
    """The next steps without commands, for a player who waits for the other side."""
    acting = facts.acting(state)
    if not match.side or not acting or acting == match.side:
        return ""
    without_arrows = re.sub(r"\n  →.*(\n    .*)*", "", next_steps(state))
    return f"{without_arrows}\n  {PLAYERS[acting]} to move"


def surrender_lines(state: State) -> Iterator[str]:
    """P and L of 20.3, and in a game without its own goal the dice needed."""
    counted, all_weights = ch20_victory.objectives(state), sum(state.board.objectives.values())
    pressed, lost = ch20_victory.pressure(state), ch20_victory.losses(state)
    named = f" ({' '.join(counted)})" if counted else ""
    yield f"Objectives: P {pressed} of {all_weights}{named}; Axis losses: L {lost} ({plural(state.lost_steps, 'step')})"
    if not state.setting.scenario.goal and not state.outcome:
        half = pressed // ch20_victory.HALF
        least, most = ch20_victory.least(state) - half, ch20_victory.most(state) - half
        if not ch20_victory.can_be_called_off(state):
            most = LOWEST - 1
        yield _clock(least, most) if state.box.day > 1 else "Malta can surrender from 30 June"


def _clock(least: int, most: int) -> str:
    """The dice needed for Malta's surrender and for the call-off."""
    falls = f"Malta surrenders at {max(least, LOWEST)} or more" if least <= HIGHEST else "Malta cannot surrender yet"
    ends = f"is called off at {min(most, HIGHEST)} or less" if most >= LOWEST else "cannot be called off yet"
    return f"Two dice at the end of each turn: {falls}, the invasion {ends}"
