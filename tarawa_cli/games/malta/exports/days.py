"""The days of a game as a table: weather, who came by sea and by air, attacks, losses, ground."""

from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.narration.naming import together
from tarawa_cli.games.malta.narration.turn_report import TurnEvents, fights
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.hints import Callable, Iterable, Iterator, NamedTuple
from tarawa_cli.kernel.narration.chronicle import Row
from tarawa_cli.kernel.narration.story import TURN_BEGUN, Chapter, Story


class Day(NamedTuple):
    """A day: what happened, and the figures at its end and at the end of the day before."""

    name: str
    turn: TurnEvents
    figures: dict[str, int]
    before: dict[str, int]


def days(story: Story) -> list[Day]:
    state, found, before = story.match.state, list[Day](), dict[str, int]()
    happened = _by_day(story.rows, state)
    for name, chapters in _chapters(story.chapters).items():
        figures = chapters[-1].figures
        found.append(Day(name, TurnEvents(happened.get(name, []), state), figures, before))
        before = figures
    return found


def _chapters(chapters: Iterable[Chapter]) -> dict[str, list[Chapter]]:
    found: dict[str, list[Chapter]] = {}
    for chapter in chapters:
        found.setdefault(chapter.day, []).append(chapter)
    return found


def _by_day(rows: Iterable[Row], state: State) -> dict[str, list[Event]]:
    """Events by the day on which they happened."""
    found: dict[str, list[Event]] = {}
    for row in rows:
        turn = row.turn
        for event in row.events:
            turn = event.facts["turn"] if event.type == TURN_BEGUN else turn
            if turn:
                found.setdefault(state.charts.turn(turn).label.rpartition(", ")[0], []).append(event)
    return found


def _weather(day: Day) -> str:
    """The first day of a game is as its scenario says."""
    told = [event.facts["weather"] for event in day.turn.of("weather-changed")]
    first = str(day.turn.state.setting.scenario.position.get("weather", "clear"))
    return told[-1] if told else "" if day.before else first


def _arrived(type: str) -> Callable[[Day], str]:
    return lambda day: str(len(together(day.turn.units(type))) or "")


def _lost_on_the_way(day: Day) -> str:
    rules = ("16.56", "18.5", "19.41", "19.46")
    return str(len(together(unit for rule in rules for unit in day.turn.units("unit-lost", rule))) or "")


def _attacks(side: str) -> Callable[[Day], str]:
    return lambda day: str(sum(fight.side == side for fight in fights(day.turn)) or "")


def _grown(figure: str) -> Callable[[Day], str]:
    return lambda day: str(day.figures[figure] - day.before.get(figure, 0))


def _at_end(figure: str) -> Callable[[Day], str]:
    return lambda day: str(day.figures[figure])


ROWS: dict[str, Callable[[Day], str]] = {
    "Weather": _weather,
    "Units landed from the sea": _arrived("landed"),
    "Units dropped": _arrived("came-down"),
    "Units landed by plane": _arrived("air-landed"),
    "Units lost on the way": _lost_on_the_way,
    "Axis attacks": _attacks("axis"),
    "Allied attacks": _attacks("allied"),
    "Steps lost by the Axis": _grown("axis_steps_lost"),
    "Steps lost by the Allies": _grown("allied_steps_lost"),
    "Hexes held by the Axis in the evening": _at_end("ground"),
    "Objectives held by the Axis, by weight": _at_end("objectives"),
}


def rows(found: list[Day]) -> Iterator[tuple[str, list[str]]]:
    """Each row of the table: its name, and what it says of each day."""
    for name, tell in ROWS.items():
        told = [tell(day) for day in found]
        if any(told):
            yield name, told
