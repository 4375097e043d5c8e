"""What a game that is over came to: beside many games by the computer, where it turned, what to play next."""

from itertools import islice

from tarawa_cli.games.tarawa import data
from tarawa_cli.games.tarawa.model import scenario
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.views.course import GameCourse, TurnRecord, ended
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.hints import Any, Callable, Iterator, Mapping
from tarawa_cli.kernel.narration import ending as kernel_ending
from tarawa_cli.kernel.narration.ending import FollowUp, Point, lead, merged, next_steps, watched
from tarawa_cli.kernel.narration.visible import plural

FILE = "figures.toml"
WON = ("victory", "pyrrhic")


class BattleReport(kernel_ending.EndReport):
    """What a battle that is over came to."""

    def __init__(self, match: Match[State], in_full: bool = True) -> None:
        super().__init__(match, ended(match.state), computer_games(match), _next(match), in_full)

    def turned(self) -> list[Point]:
        course = watched(self.match, GameCourse)
        return turning_points(course.turns if course else {}, self.match.state, self.many.get("ground", {}))

    def when(self, turn: int) -> str:
        return f"turn {turn}, {self.match.state.charts.turn(turn).label}"

    def why_none(self) -> str:
        own = self.match.setup.scenario not in recorded() and not self.match.setup.tables
        return "this game uses a custom scenario" if own else super().why_none()


def computer_games(match: Match[State]) -> Mapping[str, Any]:
    """What many games of the same scenario came to."""
    return kernel_ending.computer_games(match, recorded())


def recorded() -> Mapping[str, Any]:
    """What many games came to, by scenario."""
    return data.document(FILE)


# ── Turning points


def turning_points(turns: dict[int, TurnRecord], state: State, theirs: Mapping[str, float]) -> list[Point]:
    """What the game turned on, turn by turn."""
    return merged([*_firsts(turns, state), *_extremes(turns), *_lead(turns, theirs)])


def _firsts(turns: dict[int, TurnRecord], state: State) -> Iterator[Point]:
    """The first of its kind."""
    cleared = ((number, hex) for number, turn in turns.items() for hex in turn.cleared)
    boxes = (
        Point(at, f"the first pillbox hex is cleared, {_named(hex, state)}")
        for at, hex in cleared
        if hex in state.board.pillboxes
    )
    heads = (Point(number, f"the first supply head, {turn.heads[0]}") for number, turn in turns.items() if turn.heads)
    giving_up = "the Japanese begin to give up hexes without a fight"
    fallen = (Point(number, giving_up) for number, turn in turns.items() if turn.collapsed)
    for kind in (boxes, heads, fallen):
        yield from islice(kind, 1)


def _named(hex: Hex, state: State) -> str:
    return f"{hex} ({state.board.areas[state.board.area_of[hex]].name})"


def _extremes(turns: dict[int, TurnRecord]) -> Iterator[Point]:
    """The costliest turn, the one that gained most, and the worst counter-attack."""
    at, turn = _most(turns, lambda turn: turn.casualties)
    if turn.casualties:
        lost = f", {plural(len(turn.units), 'unit')} lost" if turn.units else ""
        yield Point(at, f"the costliest turn, {turn.casualties:,} casualties{lost}")
    at, turn = _most(turns, lambda turn: len(turn.cleared))
    if len(turn.cleared) > 1:
        yield Point(at, f"the most ground in a turn, {len(turn.cleared)} hexes cleared")
    at, turn = _most(turns, lambda turn: len(turn.retaken))
    if turn.retaken:
        yield Point(at, f"the Japanese retake {', '.join(turn.retaken)}")


def _most(turns: dict[int, TurnRecord], figure: Callable[[TurnRecord], int]) -> tuple[int, TurnRecord]:
    """The first turn with the most of something."""
    return max(turns.items(), key=lambda item: figure(item[1]), default=(0, TurnRecord()))


def _lead(turns: dict[int, TurnRecord], theirs: Mapping[str, float]) -> Iterator[Point]:
    """Since when the player has been ahead of the computer's median game, or behind it."""
    for at, ahead in lead({number: turn.held for number, turn in turns.items()}, theirs):
        how = "ahead of" if ahead else "behind"
        held = f"{turns[at].held} hexes held, the computer held {theirs[str(at)]:.0f}"
        yield Point(at, f"from here on {how} the computer's median game ({held})")


# ── What next


def _next(match: Match[State]) -> Iterator[FollowUp]:
    return next_steps(match, scenario.in_order(), match.state.outcome in WON)
