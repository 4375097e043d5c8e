"""A game told as a story: what each turn brought, in the game's own sentences, and the figures at its end."""

from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.hints import Any, Iterator, NamedTuple
from tarawa_cli.kernel.narration.chronicle import Row, bare_rows, replayed, seen_state
from tarawa_cli.kernel.narration.ending import GameWatcher, noted
from tarawa_cli.kernel.narration.visible import on_one_line
from tarawa_cli.kernel.saves.journal import ReplayedEntry

TURN_BEGUN = "turn-begun"
"""The event that ends a turn and begins the next."""


class Chapter(NamedTuple):
    """A turn."""

    turn: int
    title: str
    day: str
    orders: int
    told: list[str]
    figures: dict[str, int]
    """At its end."""

    def as_json(self) -> dict[str, Any]:
        return self._asdict()


class Story:
    """The turns of a game, as far as the side that looks knows them."""

    def __init__(self, match: Match[Any]) -> None:
        self.match = match
        self.camera = match.game.exports.camera(match.state)
        self.note = ""
        """What of the journal cannot be told."""
        self._course: GameWatcher | None = None
        self.rows = bare_rows(match)
        """The journal, with what each entry caused."""
        self.chapters = list(self._chapters())

    @property
    def names(self) -> dict[str, str]:
        """What the figures are called."""
        return dict(self.camera.names) if self.camera else {}

    def turned(self) -> dict[int, str]:
        """What a game that is over turned on, by turn."""
        over = self.match.game.moment(self.match.state).over
        course = None if self.note else self._course
        return dict(self.camera.turned(self.match, course)) if over and self.camera else {}

    def title(self, turn: int) -> str:
        return next((chapter.title for chapter in self.chapters if chapter.turn == turn), f"Turn {turn}")

    def _chapters(self) -> Iterator[Chapter]:
        """Turn after turn; what ends a turn happens in the order that leads into the next one."""
        rows, state = self.rows, None
        turn, orders, events = 0, 0, list[Event]()
        for step in self._replayed(rows):
            if self.camera:
                self._course = noted(self._course, self.camera.course, step)
            state = seen_state(self.match, step.state)
            turn = turn or self.match.game.moment(state).turn
            orders += step.order is not None
            ended, *begun = _by_turn(rows[step.number - 1].events if step.number else [])
            events += ended
            for part in begun:
                yield self._chapter(turn, orders, events, state)
                turn, orders, events = part[0].facts["turn"], 0, part
        if orders or events:
            yield self._chapter(turn, orders, events, state)

    def _replayed(self, rows: list[Row]) -> Iterator[ReplayedEntry]:
        self.note = yield from replayed(self.match, rows)

    def _chapter(self, turn: int, orders: int, events: list[Event], state: Any) -> Chapter:
        telling = self.match.game.narration
        figures = self.camera.figures(state) if self.camera else {}
        return Chapter(turn, *telling.dated(state, turn), orders, telling.account(events, state), figures)


def _by_turn(events: list[Event]) -> list[list[Event]]:
    parts: list[list[Event]] = [[]]
    for event in events:
        if event.type == TURN_BEGUN:
            parts.append([])
        parts[-1].append(event)
    return parts


# ── As Markdown


def markdown(story: Story) -> str:
    """The diary of a game: figures by day, and every turn told."""
    match = story.match
    telling = match.game.narration
    head = [
        f"# {_escaped(telling.opening(match.state).name)}",
        _escaped(telling.headline(match.state).partition(" (`")[0]),
    ]
    note = [f"> {_escaped(story.note)}"] if story.note else []
    lines = [*head, *note, *_days(story), *_turns(story), *_turned(story)]
    return "\n\n".join(lines) + "\n"


def _turns(story: Story) -> Iterator[str]:
    day = ""
    for chapter in story.chapters:
        if chapter.day != day:
            day = chapter.day
            yield f"## {_escaped(day)}"
        yield f"### {_escaped(chapter.title)}"
        yield from map(_escaped, chapter.told)


def _days(story: Story) -> Iterator[str]:
    """A table: the figures at the end of each day."""
    ends = {chapter.day: chapter.figures for chapter in story.chapters}
    if not ends or not story.camera:
        return
    charted = dict.fromkeys(name for chart in story.camera.charts for name in chart.figures)
    rows = [["", *ends], ["---", *("---:" for _ in ends)]]
    rows += [[story.names[name], *(f"{figures[name]:,}" for figures in ends.values())] for name in charted]
    yield "\n".join(f"| {' | '.join(_escaped(cell) if cell[:3] != '---' else cell for cell in row)} |" for row in rows)


def _turned(story: Story) -> Iterator[str]:
    if points := story.turned():
        yield "## Turning points"
        yield "\n".join(f"- {_escaped(story.title(turn))}: {_escaped(what)}" for turn, what in points.items())


def _escaped(text: str) -> str:
    """A text that Markdown takes for nothing but text."""
    return "".join(f"\\{sign}" if sign in "\\`*_{}[]<>#|!~&" else sign for sign in on_one_line(text))
