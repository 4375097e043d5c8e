"""The course of a game: losses and ground by turn, the result, and how it compares with computer games."""

from tarawa_cli.games.malta import data
from tarawa_cli.games.malta.model import scenario
from tarawa_cli.games.malta.model.board import Board
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.model.unit_types import SIDES, Side
from tarawa_cli.games.malta.narration.sentences import PLAYERS, both, place, steps_lost
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.hints import Any, Iterable, Iterator, Mapping
from tarawa_cli.kernel.narration import story as kernel_ending
from tarawa_cli.kernel.narration.story import FollowUp, TurningPoint, lead, merged, next_steps, percent, watched
from tarawa_cli.kernel.narration.visible import plural
from tarawa_cli.kernel.players.simulation import Facts, Result, share, summed_up
from tarawa_cli.kernel.presentation import Look

ENDS = ("surrender", "axis", "stands", "allied", "called-off")
"""From the best for the Axis to the worst."""
WON = ("surrender", "axis", "allied-resigned")
"""What the Axis came for."""
FIGURES = ("turns", "axis_steps_lost", "allied_steps_lost", "hexes_held", "objectives_held")


def _figures(state: State, first: int) -> Facts:
    """How long it took, what it cost, what the Axis hold."""
    held = sum(weight for at, weight in state.board.objectives.items() if at in state.control)
    lost = [steps_lost(state, side) for side in SIDES]
    return dict(zip(FIGURES, (state.turn - first + 1, *lost, len(state.control), held), strict=True))


def ended(state: State, first: int) -> Result:
    """The figures of a finished game, given its first turn."""
    alike = {"axis-resigned": "called-off", "allied-resigned": "surrender"}  # no computer game ends so
    return _ended(alike.get(state.outcome, state.outcome), _figures(state, first))


def _ended(outcome: str, figures: Facts) -> Result:
    """For the Axis a victory is the better the less it cost, a defeat the more objectives they hold."""
    merit = -figures["axis_steps_lost"] if outcome in WON else figures["objectives_held"]
    return Result(outcome, merit, {name: figures[name] for name in FIGURES})


class TurnRecord:
    """What happened in a turn."""

    def __init__(self) -> None:
        self.held = 0
        """Hexes of the Axis at its end."""
        self.lost = dict.fromkeys(SIDES, 0)
        """Steps that each side has lost until its end."""
        self.taken: list[Hex] = []
        """Objectives taken by the Axis, and those retaken by the Allies."""
        self.retaken: list[Hex] = []


class GameCourse:
    """Watches a game order by order."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.first = self.turn = state.turn
        self.orders = 0
        self.turns = {state.turn: TurnRecord()}
        self._objectives = self._held()

    def _held(self) -> set[Hex]:
        return {at for at in self.state.board.objectives if at in self.state.control}

    def take(self, events: Iterable[Event]) -> None:
        """Take note of an order that has been carried out."""
        self.orders += 1
        turn = self.turns[self.turn]
        now, before = self._held(), self._objectives
        turn.taken += sorted(now - before)
        turn.retaken += sorted(before - now)
        self._objectives = now
        if any(event.type in ("turn-begun", "game-over") for event in events):
            self._end(turn)

    def _end(self, turn: TurnRecord) -> None:
        turn.held = len(self.state.control)
        turn.lost = {side: steps_lost(self.state, side) for side in SIDES}
        if not self.state.outcome:
            self.turn = self.state.turn
            self.turns[self.turn] = TurnRecord()

    def facts(self) -> Facts:
        """The figures of the game, and the hexes held by the Axis at the end of each turn."""
        return {
            "outcome": self.state.outcome,
            **_figures(self.state, self.first),
            "orders": self.orders,
            "ground": {str(number): turn.held for number, turn in self.turns.items()},
        }


def many(games: list[Facts]) -> Facts:
    """The figures of many games of a scenario, and the median ground held by the Axis, by turn."""
    turns = sorted({int(turn) for one in games for turn in one["ground"]})
    ground = {str(turn): share([_held_in(one, turn) for one in games], 0.5) for turn in turns}
    return {**summed_up([_ended(one["outcome"], one) for one in games], ENDS), "ground": ground}


def _held_in(game: Facts, turn: int) -> float:
    """The hexes held at the end of a turn; after the end of the game, as at its end."""
    return float(game["ground"].get(str(turn), game["hexes_held"]))


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

    def turned(self) -> list[TurningPoint]:
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


def turning_points(turns: Mapping[int, TurnRecord], board: Board, theirs: Mapping[str, float]) -> list[TurningPoint]:
    """The turning points of the game, turn by turn."""
    return merged([*_airfield(turns, board), *_for_good(turns), *_costliest(turns), *_lead(turns, theirs)])


def _airfield(turns: Mapping[int, TurnRecord], board: Board) -> Iterator[TurningPoint]:
    """The first airfield taken."""
    fields = ((number, at) for number, turn in turns.items() for at in turn.taken if at in board.airfields)
    for number, at in fields:
        yield TurningPoint(number, f"the Axis take their first airfield, {place(at)}")
        return


def _for_good(turns: Mapping[int, TurnRecord]) -> Iterator[TurningPoint]:
    """Objectives that changed hands for the last time."""
    last: dict[Hex, tuple[int, Side]] = {}
    for number, turn in turns.items():
        last |= dict.fromkeys(turn.taken, (number, "axis")) | dict.fromkeys(turn.retaken, (number, "allied"))
    found: dict[tuple[int, Side], list[str]] = {}
    for at, when in last.items():
        found.setdefault(when, []).append(place(at))
    for (number, side), places in found.items():
        yield TurningPoint(
            number, f"the {PLAYERS[side]} take {both(places)}{' back' * (side == 'allied')} for the last time"
        )


def _costliest(turns: Mapping[int, TurnRecord]) -> Iterator[TurningPoint]:
    """The turn with the highest losses of each side."""
    for side in SIDES:
        cost = _cost(turns, side)
        worst = max(cost, key=lambda number: cost[number], default=0)
        if worst and cost[worst] > 0:
            yield TurningPoint(worst, f"the highest losses of the {PLAYERS[side]}, {plural(cost[worst], 'step')}")


def _cost(turns: Mapping[int, TurnRecord], side: Side) -> dict[int, int]:
    before, found = 0, {}
    for number, turn in turns.items():
        found[number] = turn.lost[side] - before
        before = turn.lost[side]
    return found


def _lead(turns: Mapping[int, TurnRecord], theirs: Mapping[str, float]) -> Iterator[TurningPoint]:
    """The turn since which the Axis hold more or less ground than in the median computer game."""
    for at, ahead in lead({number: turn.held for number, turn in turns.items()}, theirs):
        how = "more" if ahead else "less"
        held = f"{turns[at].held} hexes to {theirs[str(at)]:.0f}"
        yield TurningPoint(at, f"from now on the Axis hold {how} ground than in the median computer game ({held})")


# ── What next


def _next(match: Match[State]) -> Iterator[FollowUp]:
    axis_won = match.state.outcome in WON
    return next_steps(match, scenario.in_order(), axis_won if match.side != "allied" else not axis_won)


def ending(match: Match[State], in_full: bool = True) -> Look:
    """The result of a finished game."""
    return InvasionReport(match, in_full).look()
