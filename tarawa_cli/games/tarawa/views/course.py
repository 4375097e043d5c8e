"""The course of a game: what each turn has cost and gained, how it ended, where it turned, what has changed by hex."""

from itertools import islice

from tarawa_cli.games.tarawa import data
from tarawa_cli.games.tarawa.model import scenario
from tarawa_cli.games.tarawa.model.board import LOST
from tarawa_cli.games.tarawa.model.state import CLEARED, OUTCOMES, RESIGNED, State, Unit
from tarawa_cli.games.tarawa.views.ground import mark
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.hints import Any, Callable, Iterable, Iterator, Mapping
from tarawa_cli.kernel.narration import story as kernel_ending
from tarawa_cli.kernel.narration.story import TurningPoint, lead, merged, next_steps, watched
from tarawa_cli.kernel.narration.visible import plural
from tarawa_cli.kernel.players.simulation import Facts, Result, share, summed_up
from tarawa_cli.kernel.presentation import Look
from tarawa_cli.kernel.scene import Changes, HexChange, Mark, by_hex


def held(state: State) -> int:
    """The hexes that are cleared, or have been entered if they are beach or airstrip."""
    return len(state.cleared) + len(state.occupied)


def ended(state: State) -> Result:
    """The result of a game: fewer casualties make a better victory, more ground held a better defeat."""
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
        """Hexes that fell without an attack."""
        self.retaken: list[Hex] = []
        self.heads: list[Hex] = []
        self.units: list[str] = []
        """Units lost; craft are not counted."""


class GameCourse:
    """Watches a game order by order."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.turn, self.orders = state.turn, 0
        self.turns = {state.turn: TurnRecord()}

    def take(self, events: Iterable[Event]) -> None:
        """Record the events of an order that has been carried out."""
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
        """The result of the game, and the hexes held at the end of each turn."""
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
    """The results of many games of a scenario, and the median ground held at the end of each turn."""
    all_ended = [_ended(one["outcome"], one["turn"], one["casualties"], one["held"]) for one in games]
    turns = sorted({int(turn) for one in games for turn in one["ground"]})
    ground = {str(turn): share([_held_in(one, turn) for one in games], 0.5) for turn in turns}
    return {**summed_up(all_ended, OUTCOMES), "ground": ground}


def _held_in(game: Facts, turn: int) -> float:
    """The hexes held at the end of a turn; after the end of the game, as at its end."""
    return float(game["ground"].get(str(turn), game["held"]))


# ── The report at the end of a game: compared with many computer games, where it turned, what to play next


FILE = "figures.toml"
WON = ("victory", "pyrrhic")


class BattleReport(kernel_ending.EndReport):
    """The report of a finished battle."""

    def __init__(self, match: Match[State], in_full: bool = True) -> None:
        steps = next_steps(match, scenario.in_order(), match.state.outcome in WON)
        super().__init__(match, ended(match.state), computer_games(match), steps, in_full)

    def turned(self) -> list[TurningPoint]:
        course = watched(self.match, GameCourse)
        return turning_points(course.turns if course else {}, self.match.state, self.many.get("ground", {}))

    def when(self, turn: int) -> str:
        return f"turn {turn}, {self.match.state.charts.turn(turn).label}"

    def why_none(self) -> str:
        own = self.match.setup.scenario not in recorded() and not self.match.setup.tables
        return "this game uses a custom scenario" if own else super().why_none()


def computer_games(match: Match[State]) -> Mapping[str, Any]:
    """The recorded computer games of the same scenario."""
    return kernel_ending.computer_games(match, recorded())


def recorded() -> Mapping[str, Any]:
    """The recorded computer games, by scenario."""
    return data.document(FILE)


# ── Turning points


def turning_points(turns: dict[int, TurnRecord], state: State, theirs: Mapping[str, float]) -> list[TurningPoint]:
    """The turning points, turn by turn."""
    return merged([*_firsts(turns, state), *_extremes(turns), *_lead(turns, theirs)])


def _firsts(turns: dict[int, TurnRecord], state: State) -> Iterator[TurningPoint]:
    """The first of its kind."""
    cleared = ((number, hex) for number, turn in turns.items() for hex in turn.cleared)
    boxes = (
        TurningPoint(at, f"the first pillbox hex is cleared, {_named(hex, state)}")
        for at, hex in cleared
        if hex in state.board.pillboxes
    )
    heads = (
        TurningPoint(number, f"the first supply head, {turn.heads[0]}") for number, turn in turns.items() if turn.heads
    )
    giving_up = "the Japanese begin to give up hexes without a fight"
    fallen = (TurningPoint(number, giving_up) for number, turn in turns.items() if turn.collapsed)
    for kind in (boxes, heads, fallen):
        yield from islice(kind, 1)


def _named(hex: Hex, state: State) -> str:
    return f"{hex} ({state.board.areas[state.board.area_of[hex]].name})"


def _extremes(turns: dict[int, TurnRecord]) -> Iterator[TurningPoint]:
    """The costliest turn, the one that gained most, and the worst counter-attack."""
    at, turn = _most(turns, lambda turn: turn.casualties)
    if turn.casualties:
        lost = f", {plural(len(turn.units), 'unit')} lost" if turn.units else ""
        yield TurningPoint(at, f"the costliest turn, {turn.casualties:,} casualties{lost}")
    at, turn = _most(turns, lambda turn: len(turn.cleared))
    if len(turn.cleared) > 1:
        yield TurningPoint(at, f"the most ground in a turn, {len(turn.cleared)} hexes cleared")
    at, turn = _most(turns, lambda turn: len(turn.retaken))
    if turn.retaken:
        yield TurningPoint(at, f"the Japanese retake {', '.join(turn.retaken)}")


def _most(turns: dict[int, TurnRecord], figure: Callable[[TurnRecord], int]) -> tuple[int, TurnRecord]:
    """The first turn with the most of something."""
    return max(turns.items(), key=lambda item: figure(item[1]), default=(0, TurnRecord()))


def _lead(turns: dict[int, TurnRecord], theirs: Mapping[str, float]) -> Iterator[TurningPoint]:
    """The turn since which the player has been ahead of the computer's median game, or behind it."""
    for at, ahead in lead({number: turn.held for number, turn in turns.items()}, theirs):
        how = "ahead of" if ahead else "behind"
        held = f"{turns[at].held} hexes held, the computer held {theirs[str(at)]:.0f}"
        yield TurningPoint(at, f"from here on {how} the computer's median game ({held})")


def ending(match: Match[State], in_full: bool = True) -> Look:
    """The result of a finished game."""
    return BattleReport(match, in_full).look()


# ── Changes in each hex since an earlier position: ground gained and lost, units hit, arrived and left

SIGNS = {"fell": "«", "hit": "╳", "gained": "»", "came": "⇢", "gone": "⇠"}
"""The signs, the most important first."""


def differences(before: State, after: State) -> Changes:
    """Every change by hex."""
    return by_hex([*_ground(before, after), *_units(before, after)], [*SIGNS])


def marks(before: State, after: State) -> dict[Hex, list[Mark]]:
    """The signs of the changes in each hex."""
    found = differences(before, after).items()
    return {at: [mark(change.sign, SIGNS[change.sign], change.words) for change in each] for at, each in found}


def _ground(before: State, after: State) -> Iterator[tuple[Hex, HexChange]]:
    then, now = before.cleared | before.occupied, after.cleared | after.occupied
    yield from ((at, HexChange("gained", "gained")) for at in sorted(now - then))
    yield from ((at, HexChange("fell", "lost")) for at in sorted(then - now))


def _units(before: State, after: State) -> Iterator[tuple[Hex, HexChange]]:
    for id, unit in after.units.items():
        then, now = before.hex_of(before.units[id]), after.hex_of(unit)
        yield from _hit(before.units[id], unit, then, now)
        if then == now:
            continue
        if now:
            yield now, HexChange("came", f"{id} came")
        if then and unit.at != LOST:
            yield then, HexChange("gone", f"{id} left")


def _hit(old: Unit, new: Unit, then: Hex, now: Hex) -> Iterator[tuple[Hex, HexChange]]:
    """A unit that has lost steps, where it is, or where it was lost."""
    at = now or then
    if new.steps < old.steps and at:
        yield at, HexChange("hit", f"{new.id} lost" if new.at == LOST else f"{new.id} -{old.steps - new.steps}")
