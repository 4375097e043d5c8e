"""The journal turn by turn as HTML: every order and every roll as a sentence, folded away until opened."""

from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.hints import Any, Callable, Iterator, Sequence
from tarawa_cli.kernel.narration.chronicle import Row, remark
from tarawa_cli.kernel.narration.visible import plural
from tarawa_cli.kernel.render.markup import Markup, element, escaped

_RULED_OFF = "── "
"""What the log puts before a new phase or turn."""


class Chapter:
    """A turn: its orders, what they did, and what it cost."""

    def __init__(self, turn: int) -> None:
        self.turn = turn
        self.orders = 0
        self.events: list[Event] = []
        self.parts: list[Markup] = []


Tally = Callable[[Sequence[Event]], list[tuple[int, str]]]
"""What a turn came to: numbers, each with its words; what is 0 is not told."""


class Journal:
    """The entries of a game with what they brought about, as they were replayed."""

    def __init__(self, match: Match[Any], rows: list[Row], phase_name: Callable[[str], str], tally: Tally) -> None:
        self.narration, self.state = match.game.narration, match.state
        self.rows, self.phase_name, self.tally = rows, phase_name, tally

    def turns(self) -> Iterator[Markup]:
        """A fold for every turn, the last one open."""
        chapters = self._chapters()
        if not chapters:
            yield element("p", escaped("Nothing yet."))
        for chapter in chapters:
            summary = element("summary", element("b", escaped(self._title(chapter))), escaped(self._tally(chapter)))
            if chapter is chapters[-1]:
                yield element("details", summary, *chapter.parts, open="open")
            else:
                yield element("details", summary, *chapter.parts)

    def _chapters(self) -> list[Chapter]:
        """Journal entries by turn; events after the end of a turn belong to the next turn."""
        chapters: list[Chapter] = []
        for row in self.rows:
            begins = not chapters or chapters[-1].turn != row.turn
            if begins:
                chapters.append(Chapter(row.turn))
            first, *later = _by_turn(row.events)
            chapters[-1].orders += not row.entry.outside
            _add(chapters[-1], first, self._entry(row, first))
            for events in later:
                chapters.append(Chapter(events[0].facts["turn"]))
                _add(chapters[-1], events, self._told(events, "goes-on"))
        return chapters

    def _title(self, chapter: Chapter) -> str:
        return self.narration.dated(self.state, chapter.turn)[0] if chapter.turn else "Not replayed"

    def _tally(self, chapter: Chapter) -> str:
        """How much happened in a turn, in numbers."""
        counts = [(chapter.orders, plural(chapter.orders, "order")), *self.tally(chapter.events)]
        said = ", ".join(text for number, text in counts if number)
        return f" — {said}" if said else ""

    def _entry(self, row: Row, events: list[Event]) -> Markup:
        """An order with its dice and its events."""
        dice = f"dice {' '.join(map(str, row.entry.dice))}" if row.entry.dice else ""
        aside = " · ".join(filter(None, (self.phase_name(row.phase) if row.phase else "", dice)))
        order = element(
            "p",
            escaped(f"{row.number}. "),
            element("code", escaped(remark(row.entry))),
            element("span", escaped(aside), class_="aside"),
        )
        return element("div", order, self._told(events), class_="entry")

    def _told(self, events: list[Event], kind: str = "told") -> Markup:
        lines = ((event, line) for event in events for line in self.narration.sentences([event], self.state))
        return element("ul", escaped(""), *(_line(event, line) for event, line in lines), class_=kind)


def _add(chapter: Chapter, events: list[Event], part: Markup) -> None:
    chapter.events += events
    chapter.parts.append(part)


def _by_turn(events: list[Event]) -> list[list[Event]]:
    parts: list[list[Event]] = [[]]
    for event in events:
        if event.type == "turn-begun":
            parts.append([])
        parts[-1].append(event)
    return parts


def _line(event: Event, line: str) -> Markup:
    if line.startswith(_RULED_OFF):
        return element("li", escaped(line.removeprefix(_RULED_OFF)), class_="phase")
    return element("li", escaped(line.strip()), class_="roll" if event.type in ("roll", "pick") else "fact")
