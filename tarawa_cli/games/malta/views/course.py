"""The course of a game: losses and ground by turn, and the result."""

from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.model.unit_types import SIDES
from tarawa_cli.games.malta.narration.sentences import steps_lost
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.hints import Iterable
from tarawa_cli.kernel.players.percentiles import Facts, Result, summed_up
from tarawa_cli.kernel.players.simulation import share

ENDS = ("surrender", "axis", "stands", "allied", "called-off")
"""From the best for the Axis to the worst."""
WON = ("surrender", "axis")
"""What the Axis came for."""
FIGURES = ("turns", "axis_steps_lost", "allied_steps_lost", "hexes_held", "objectives_held")


def _figures(state: State, first: int) -> Facts:
    """How long it took, what it cost, what the Axis hold."""
    held = sum(weight for at, weight in state.board.objectives.items() if at in state.control)
    lost = [steps_lost(state, side) for side in SIDES]
    return dict(zip(FIGURES, (state.turn - first + 1, *lost, len(state.control), held), strict=True))


def ended(state: State, first: int) -> Result:
    """The figures of a finished game, given its first turn."""
    return _ended(state.outcome, _figures(state, first))


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
