"""The journal turn by turn as HTML: every order and every roll as a sentence, folded away until opened."""

from collections.abc import Iterator

from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.telling.sentences import phase_name, sentence
from tarawa_cli.kernel.chronicle import Row, remark
from tarawa_cli.kernel.play import Event
from tarawa_cli.kernel.render.markup import Markup, element, escaped
from tarawa_cli.kernel.visible import plural

_RULED_OFF = "── "
"""What the log puts before a new phase or turn."""


class Chapter:
    """A turn: its orders, what they did, and what it cost."""

    def __init__(self, turn: int) -> None:
        self.turn = turn
        self.orders = 0
        self.events: list[Event] = []
        self.parts: list[Markup] = []


def turns(rows: list[Row], state: State) -> Iterator[Markup]:
    """A fold for every turn, the last one open."""
    chapters = _chapters(rows, state)
    if not chapters:
        yield element("p", escaped("Nothing yet."))
    for chapter in chapters:
        summary = element("summary", element("b", escaped(_title(chapter, state))), escaped(_tally(chapter, state)))
        if chapter is chapters[-1]:
            yield element("details", summary, *chapter.parts, open="open")
        else:
            yield element("details", summary, *chapter.parts)


def _chapters(rows: list[Row], state: State) -> list[Chapter]:
    """Journal entries by turn; events after the end of a turn belong to the next turn."""
    chapters: list[Chapter] = []
    for row in rows:
        begins = not chapters or chapters[-1].turn != row.turn
        if begins:
            chapters.append(Chapter(row.turn))
        first, *later = _by_turn(row.events)
        chapters[-1].orders += not row.entry.outside
        _add(chapters[-1], first, _entry(row, first, state))
        for events in later:
            chapters.append(Chapter(events[0].facts["turn"]))
            _add(chapters[-1], events, _told(events, state, "goes-on"))
    return chapters


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


def _title(chapter: Chapter, state: State) -> str:
    if not chapter.turn:
        return "Not replayed"
    return f"Turn {chapter.turn} · {state.charts.turn(chapter.turn).label}"


def _tally(chapter: Chapter, state: State) -> str:
    """How much happened in a turn, in numbers."""
    events = chapter.events
    lost = [e for e in events if e.type == "unit-lost" and not state.units[e.facts["unit"]].type.is_craft]
    space = state.charts.value("casualty-space")
    casualties = sum(e.facts["spaces"] * space for e in events if e.type == "casualties-counted")
    counts = [
        (chapter.orders, plural(chapter.orders, "order")),
        (casualties, f"{casualties:,} casualties"),
        (taken := _count(events, "hex-cleared"), f"{_hexes(taken)} cleared"),
        (given := _count(events, "hex-lost"), f"{_hexes(given)} lost again"),
        (len(lost), f"{plural(len(lost), 'unit')} lost"),
    ]
    said = ", ".join(text for number, text in counts if number)
    return f" — {said}" if said else ""


def _count(events: list[Event], type: str) -> int:
    return sum(event.type == type for event in events)


def _hexes(number: int) -> str:
    return "1 hex" if number == 1 else f"{number} hexes"


def _entry(row: Row, events: list[Event], state: State) -> Markup:
    """An order with its dice and its events."""
    dice = f"dice {' '.join(map(str, row.entry.dice))}" if row.entry.dice else ""
    aside = " · ".join(filter(None, (phase_name(row.phase) if row.phase else "", dice)))
    order = element(
        "p",
        escaped(f"{row.number}. "),
        element("code", escaped(remark(row.entry))),
        element("span", escaped(aside), class_="aside"),
    )
    return element("div", order, _told(events, state), class_="entry")


def _told(events: list[Event], state: State, kind: str = "told") -> Markup:
    lines = ((event, sentence(event, state)) for event in events)
    return element("ul", escaped(""), *(_line(event, line) for event, line in lines if line), class_=kind)


def _line(event: Event, line: str) -> Markup:
    if line.startswith(_RULED_OFF):
        return element("li", escaped(line.removeprefix(_RULED_OFF)), class_="phase")
    return element("li", escaped(line.strip()), class_="roll" if event.type in ("roll", "pick") else "fact")
