"""The course of a game: what each turn has cost and gained, and what the game came to."""

from tarawa_cli.games.tarawa.model.state import CLEARED, OUTCOMES, RESIGNED, State
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.hints import Iterable
from tarawa_cli.kernel.players.percentiles import Facts, Result, summed_up
from tarawa_cli.kernel.players.simulation import share


def held(state: State) -> int:
    """The hexes that are cleared, or have been entered if they are beach or airstrip."""
    return len(state.cleared) + len(state.occupied)


def ended(state: State) -> Result:
    """What a game came to: a victory is the better the less it cost, a defeat the more ground was won."""
    outcome = "called-off" if state.outcome == RESIGNED else state.outcome  # no computer game ends so
    return _ended(outcome, state.turn, state.casualties, held(state))


def _ended(outcome: str, turn: int, casualties: int, held: int) -> Result:
    merit = -casualties if outcome in CLEARED else held
    return Result(outcome, merit, {"last_turn": turn, "casualties": casualties, "hexes_held": held})


class TurnRecord:
    """What happened in a turn."""

    def __init__(self) -> None:
        self.casualties = 0
        self.held = 0
        """At the end of the turn."""
        self.cleared: list[Hex] = []
        self.collapsed: list[Hex] = []
        """Those that fell without an attack."""
        self.retaken: list[Hex] = []
        self.heads: list[Hex] = []
        self.units: list[str] = []
        """Those that were lost; craft are not counted."""


class GameCourse:
    """Watches a game order by order."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.turn, self.orders = state.turn, 0
        self.turns = {state.turn: TurnRecord()}

    def take(self, events: Iterable[Event]) -> None:
        """Take note of an order that has been carried out."""
        self.orders += 1
        for event in events:
            if watch := _WATCH.get(event.type):
                watch(self, self.turns[self.turn], event)
        self.turns[self.turn].held = held(self.state)

    def _turn_begun(self, turn: TurnRecord, event: Event) -> None:
        turn.held = held(self.state)
        self.turn = event.facts["turn"]
        self.turns[self.turn] = TurnRecord()

    def _casualties(self, turn: TurnRecord, event: Event) -> None:
        turn.casualties += event.facts["spaces"] * self.state.charts.value("casualty-space")

    def _unit_lost(self, turn: TurnRecord, event: Event) -> None:
        if not self.state.units[event.facts["unit"]].type.is_craft:
            turn.units.append(event.facts["unit"])

    def _cleared(self, turn: TurnRecord, event: Event) -> None:
        turn.cleared.append(event.facts["hex"])
        if event.rule == "9.2.3":
            turn.collapsed.append(event.facts["hex"])

    def _lost(self, turn: TurnRecord, event: Event) -> None:
        turn.retaken.append(event.facts["hex"])

    def _head(self, turn: TurnRecord, event: Event) -> None:
        turn.heads.append(event.facts["hex"])

    def facts(self) -> Facts:
        """What the game came to, and the hexes held at the end of each turn."""
        return {
            "outcome": self.state.outcome,
            "turn": self.state.turn,
            "casualties": self.state.casualties,
            "held": held(self.state),
            "orders": self.orders,
            "ground": {str(number): turn.held for number, turn in self.turns.items()},
        }


_WATCH = {
    "turn-begun": GameCourse._turn_begun,
    "casualties-counted": GameCourse._casualties,
    "unit-lost": GameCourse._unit_lost,
    "hex-cleared": GameCourse._cleared,
    "hex-lost": GameCourse._lost,
    "head-placed": GameCourse._head,
}


def many(games: list[Facts]) -> Facts:
    """What many games of a scenario came to, and the ground that the middle one of them held turn by turn."""
    all_ended = [_ended(one["outcome"], one["turn"], one["casualties"], one["held"]) for one in games]
    turns = sorted({int(turn) for one in games for turn in one["ground"]})
    ground = {str(turn): share([_held_in(one, turn) for one in games], 0.5) for turn in turns}
    return {**summed_up(all_ended, OUTCOMES), "ground": ground}


def _held_in(game: Facts, turn: int) -> float:
    """The hexes held at the end of a turn; after the end of the game, as at its end."""
    return float(game["ground"].get(str(turn), game["held"]))
