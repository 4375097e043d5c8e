"""The result of a finished game: compared with computer games, its turning points, what to play next."""

from tarawa_cli.games.malta import data
from tarawa_cli.games.malta.model import scenario
from tarawa_cli.games.malta.model.board import Board
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.model.unit_types import SIDES, Side
from tarawa_cli.games.malta.narration.naming import both, place
from tarawa_cli.games.malta.narration.sentences import PLAYERS
from tarawa_cli.games.malta.views.course import WON, GameCourse, TurnRecord, ended
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.hints import Any, Iterator, Mapping
from tarawa_cli.kernel.narration import ending as kernel_ending
from tarawa_cli.kernel.narration.ending import FollowUp, Point, lead, merged, next_steps, percent, watched
from tarawa_cli.kernel.narration.visible import plural

FILE = "figures.toml"
HARMLESS = {"setup", "plan", "sealed"}
"""Options that do not prevent a comparison with computer games."""


class InvasionReport(kernel_ending.EndReport):
    """The result of a finished game, from the view of each side."""

    names = {
        "turns": "turns played",
        "axis_steps_lost": "steps lost, Axis",
        "allied_steps_lost": "steps lost, Allies",
        "hexes_held": "hexes held by the Axis",
        "objectives_held": "objectives held, by weight",
    }

    def __init__(self, match: Match[State], in_full: bool = True) -> None:
        own = ended(match.state, match.game.begin(match.setup).turn)
        super().__init__(match, own, computer_games(match), _next(match), in_full)

    def turned(self) -> list[Point]:
        course = watched(self.match, GameCourse)
        return turning_points(course.turns if course else {}, self.match.state.board, self.many.get("ground", {}))

    def facts(self) -> dict[str, Any]:
        facts = super().facts()
        if facts["beside"]:
            facts["beside"]["better_than"] = {"axis": self.better, "allied": round(1 - self.better, 3)}
        return facts

    def judged(self) -> str:
        better = {"axis": percent(self.better), "allied": percent(1 - self.better)}
        if self.match.side:
            return f"you did better than {better[self.match.side]} of them"
        return f"the Axis did better than in {better['axis']} of them, the Allies than in {better['allied']}"

    def when(self, turn: int) -> str:
        return str(self.match.state.charts.turn(turn).label)

    def why_none(self) -> str:
        if self.match.setup.options.keys() - HARMLESS:
            return "this game was played with other options"
        return super().why_none()


def computer_games(match: Match[State]) -> Mapping[str, Any]:
    """The figures of many computer games of the same scenario."""
    if match.setup.options.keys() - HARMLESS:
        return {}
    return kernel_ending.computer_games(match, recorded())


def recorded() -> Mapping[str, Any]:
    """The figures of many computer games, by scenario."""
    return data.document(FILE)


# ── Turning points


def turning_points(turns: Mapping[int, TurnRecord], board: Board, theirs: Mapping[str, float]) -> list[Point]:
    """The turning points of the game, turn by turn."""
    return merged([*_airfield(turns, board), *_for_good(turns), *_costliest(turns), *_lead(turns, theirs)])


def _airfield(turns: Mapping[int, TurnRecord], board: Board) -> Iterator[Point]:
    """The first airfield taken."""
    fields = ((number, at) for number, turn in turns.items() for at in turn.taken if at in board.airfields)
    for number, at in fields:
        yield Point(number, f"the Axis take their first airfield, {place(at)}")
        return


def _for_good(turns: Mapping[int, TurnRecord]) -> Iterator[Point]:
    """Objectives that changed hands for the last time."""
    last: dict[Hex, tuple[int, Side]] = {}
    for number, turn in turns.items():
        last |= dict.fromkeys(turn.taken, (number, "axis")) | dict.fromkeys(turn.retaken, (number, "allied"))
    found: dict[tuple[int, Side], list[str]] = {}
    for at, when in last.items():
        found.setdefault(when, []).append(place(at))
    for (number, side), places in found.items():
        yield Point(number, f"the {PLAYERS[side]} take {both(places)}{' back' * (side == 'allied')} for the last time")


def _costliest(turns: Mapping[int, TurnRecord]) -> Iterator[Point]:
    """The turn with the highest losses of each side."""
    for side in SIDES:
        cost = _cost(turns, side)
        worst = max(cost, key=lambda number: cost[number], default=0)
        if worst and cost[worst] > 0:
            yield Point(worst, f"the highest losses of the {PLAYERS[side]}, {plural(cost[worst], 'step')}")


def _cost(turns: Mapping[int, TurnRecord], side: Side) -> dict[int, int]:
    before, found = 0, {}
    for number, turn in turns.items():
        found[number] = turn.lost[side] - before
        before = turn.lost[side]
    return found


def _lead(turns: Mapping[int, TurnRecord], theirs: Mapping[str, float]) -> Iterator[Point]:
    """The turn since which the Axis hold more or less ground than in the median computer game."""
    for at, ahead in lead({number: turn.held for number, turn in turns.items()}, theirs):
        how = "more" if ahead else "less"
        held = f"{turns[at].held} hexes to {theirs[str(at)]:.0f}"
        yield Point(at, f"from now on the Axis hold {how} ground than in the median computer game ({held})")


# ── What next


def _next(match: Match[State]) -> Iterator[FollowUp]:
    axis_won = match.state.outcome in WON
    return next_steps(match, scenario.in_order(), axis_won if match.side != "allied" else not axis_won)
