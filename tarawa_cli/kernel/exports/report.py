"""The report of a game: its page and tables, charts over its turns, maps of start, turning point and end, the journal.

The journal is shown turn by turn, every order and every roll as a sentence, folded until opened.
"""

import re
from itertools import pairwise

from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.exports.film import Chart
from tarawa_cli.kernel.exports.svg import NAMESPACE, Markup, Point, Value, ascii_only, element, escaped, number, write
from tarawa_cli.kernel.hints import Any, Callable, Iterable, Iterator, Mapping, Sequence
from tarawa_cli.kernel.narration.chronicle import LogRow, remark, seen_state
from tarawa_cli.kernel.narration.story import EndReport, Story, by_turn, percent
from tarawa_cli.kernel.narration.visible import plural
from tarawa_cli.kernel.players.simulation import span
from tarawa_cli.kernel.saves import journal
from tarawa_cli.kernel.saves.journal import Broken

STYLE = """
:root { color-scheme: light dark; --paper: #f6efdc; --ink: #33281c; --head: #54203c; --rule: #7a1f4d; --line: #d8cba8;
  --card: #fffaf0; --dim: #665b47; --all: #ece0bf; --hot: #b3261e; --blue: #1f4e8c; --note: #fff3c4 }
body { font: 17px/1.5 Georgia, 'Times New Roman', serif; color: var(--ink); background: var(--paper); margin: 0 auto;
  padding: 1rem 2rem 4rem; max-width: 1200px }
p, li { max-width: 46rem }
h1 { margin: .5rem 0 0; font-size: 2.2rem }
h2 { border-bottom: 2px solid var(--rule); color: var(--head); margin-top: 2.2rem }
h3 { margin: 1.2rem 0 .3rem }
.turn { font-size: 1.2rem; margin: .2rem 0 }
.outcome { font-size: 1.4rem; font-weight: bold; color: var(--hot) }
.note { background: var(--note); border-left: 5px solid #e0b13c; padding: .4rem .8rem }
.columns { display: flex; flex-wrap: wrap; align-items: flex-start; gap: 0 3rem }
table { border-collapse: collapse; font: 14px/1.35 Helvetica, Arial, sans-serif; margin: .3rem 0 }
th, td { text-align: left; padding: .2rem .7rem; border-bottom: 1px solid var(--line); vertical-align: top }
th { color: var(--head) }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums }
tr.lost td { color: var(--dim); text-decoration: line-through }
tr.all th, tr.all td { font-weight: bold; background: var(--all) }
figure { margin: 1rem 0 }
figcaption { font-weight: bold }
.map { overflow: auto; border: 1px solid var(--ink); background: #5f97b9 }
.map svg { display: block; width: 100%; height: auto }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap: .8rem }
.chart { margin: 0; background: var(--card); border: 1px solid var(--line); padding: .4rem .6rem }
.chart figcaption { font: 13px/1.4 Helvetica, Arial, sans-serif }
.chart svg { display: block; width: 100%; height: auto }
.chart .key { margin-left: .6rem; color: var(--own) }
.chart .axis { stroke: var(--line) } .chart .curve { fill: none; stroke-width: 2; stroke: var(--own) }
.chart .curve.c1 { stroke-dasharray: 6 3 } .chart .curve.c2 { stroke-dasharray: 2 3 }
.chart text { font: 10px Helvetica, Arial, sans-serif; fill: var(--dim); text-anchor: middle }
.chart .scale { text-anchor: end }
progress { width: 9rem; accent-color: var(--blue) }
pre, code { font: 14px/1.4 Menlo, Consolas, 'DejaVu Sans Mono', monospace }
pre { background: var(--card); border: 1px solid var(--line); padding: .7rem 1rem; overflow: auto }
details { border-top: 1px solid var(--line); padding: .2rem 0 }
summary { cursor: pointer; padding: .25rem 0 }
summary b { color: var(--head) }
.entry { margin: .35rem 0 .35rem 1rem }
.entry p { margin: 0 }
.entry code { font-weight: bold }
.entry .aside { color: var(--dim); font-size: .85rem; margin-left: .6rem }
.entry ul, .goes-on { margin: .1rem 0 .1rem 1.6rem; padding: 0; list-style: none; font-size: .93rem }
.goes-on { margin-left: 2.6rem }
.phase { font-weight: bold; color: var(--head); margin-left: -1rem }
.roll { color: var(--blue) }
@media screen and (prefers-color-scheme: dark) {
  :root { --paper: #1b1a17; --ink: #eee6d3; --head: #f0a8c8; --rule: #a04a78; --line: #4a4436; --card: #26241f;
    --dim: #b8ad96; --all: #38332a; --hot: #ff8a80; --blue: #9ec5ff; --note: #3a3216 }
  .map { filter: brightness(.72) }
  .chart .key { color: color-mix(in srgb, var(--own) 40%, #fff) }
  .chart .curve { stroke: color-mix(in srgb, var(--own) 40%, #fff) }
}
@media (max-width: 700px) {
  body { padding: .5rem .7rem 2rem } h1 { font-size: 1.6rem } .outcome { font-size: 1.15rem }
  table { display: block; overflow-x: auto } th, td { padding: .15rem .4rem }
  pre, code { font-size: 10.5px } pre { padding: .5rem; white-space: pre-wrap }
}
@page { margin: 14mm }
@media print {
  body { background: none; color: #000; padding: 0; font-size: 11pt; max-width: none } table { font-size: 9pt }
  .map { overflow: visible } input, label { display: none } pattern > * + * { display: none }
  h2, h3, figcaption, thead { break-after: avoid } figure, tr, .entry { break-inside: avoid }
}
"""

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
"""The policy of the page: only our styles.

It has no script, and nothing that a save could smuggle in can run or load.
"""


def html(title: str, wide: float, *parts: Markup) -> str:
    """The whole page, in one file; `wide` is the map at full size."""
    large = f"#large:checked ~ .map {{ max-height: 92vh }}\n#large:checked ~ .map svg {{ width: {number(wide)}px }}\n"
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=POLICY),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", escaped(title)),
        element("style", Markup(STYLE + large)),
    )
    page = element(
        "html", Markup("\n"), head, Markup("\n"), element("body", element("main", *parts)), Markup("\n"), lang="en"
    )
    return ascii_only(Markup(f"<!DOCTYPE html>\n{page}\n"))


def section(title: str, *parts: Markup) -> Iterator[Markup]:
    yield Markup("\n")
    yield element("section", element("h2", escaped(title)), *parts)


def paragraphs(lines: Iterable[str]) -> Iterator[Markup]:
    return (element("p", escaped(line)) for line in lines)


def header(match: Match[Any], broken: str, outcome: str) -> Iterator[Markup]:
    """What was played, the position, and which parts of it are unproven."""
    telling, state = match.game.narration, match.state
    yield element("h1", escaped(telling.opening(state).name))
    yield element("p", escaped(telling.headline(state).partition(" (`")[0]), class_="turn")
    if outcome:
        yield element("p", escaped(outcome), class_="outcome")
    for note in filter(None, (broken, "this save was edited by hand since its last command" if match.edited else "")):
        yield element("p", escaped(f"Note: {note}."), class_="note")
    if not outcome:
        yield element("h2", escaped("What comes next"))
        yield element("pre", escaped(telling.next_steps(state)), tabindex="0")


def picture(drawing: Markup) -> Iterator[Markup]:
    """The map, fitted to the page or at full size."""
    yield element("input", type="checkbox", id="large")
    yield element("label", escaped(" full size (point at a hex or a counter to read about it)"), for_="large")
    yield element("div", drawing, class_="map", tabindex="0")


# ── Tables


def table(heads: Iterable[Markup], rows: Iterable[Markup]) -> Markup:
    return element("table", element("thead", element("tr", *heads)), element("tbody", *rows), tabindex="0")


def heads(*titles: str) -> list[Markup]:
    """Heads of columns; one without a title heads nothing."""
    return [element("th", escaped(title), scope="col") if title else cell("") for title in titles]


def row(*cells: Markup, **attributes: Value) -> Markup:
    return element("tr", *cells, **attributes)


def cell(text: str) -> Markup:
    return element("td", escaped(text))


def figure(value: object) -> Markup:
    return element("td", escaped(str(value)), class_="number")


def pairs(lines: Mapping[str, str]) -> Markup:
    """A table of names and what they stand for."""
    rows = (row(element("th", escaped(name), scope="row"), cell(text)) for name, text in lines.items())
    return element("table", *rows, tabindex="0")


def dice(match: Match[Any]) -> dict[str, str]:
    """Where the dice came from, and what was done besides playing."""
    by = "given by the player" if match.manual else f"seed {match.seed}"
    return {
        "Dice": f"{by}, {match.used:,} rolled",
        "Mulligans, peeks, hand edits": f"{match.mulligans}, {match.peeks}, {match.edits}",
    }


Draw = Callable[[Any], Markup]
_NAME = re.compile(r' id="hex-\w+"')
"""Names of hexes; only those of the last map on a page are kept."""


# ── Maps


def maps(story: Story, draw: Draw, points: Mapping[int, str]) -> Iterator[Markup]:
    """The maps of the start, the turning point and the present; `points` are the turning points by turn."""
    turned = turning_point(story, points)
    for title, state in _moments(story, turned, points):
        shown = element("div", Markup(_NAME.sub("", draw(state))), class_="map", tabindex="0")
        yield element("figure", element("figcaption", escaped(title)), shown)
    match = story.match
    when = match.game.narration.headline(match.state).partition(" (`")[0]
    last = "The end" if match.game.moment(match.state).over else "Position"
    yield element("figure", element("figcaption", escaped(f"{last}: {when}")), *picture(draw(match.state)))


def turning_point(story: Story, points: Mapping[int, str]) -> int:
    """The turn that changed most of all figures, first of all one on which the game turned; 0 if there are too few."""
    chapters = story.chapters
    if len(chapters) < 3:
        return 0
    names = [name for chart in (story.camera.charts if story.camera else ()) for name in chart.figures]
    reach = {name: max(1, *(abs(one.figures[name] - chapters[0].figures[name]) for one in chapters)) for name in names}
    weights = {
        after.turn: sum(abs(after.figures[name] - before.figures[name]) / reach[name] for name in names)
        for before, after in pairwise(chapters[:-1])
    }
    return max(weights, key=lambda turn: (turn in points, weights[turn], -turn))


def _moments(story: Story, turned: int, points: Mapping[int, str]) -> Iterator[tuple[str, Any]]:
    """The position at the start, and at the end of a turn, as far as the side that looks knows them."""
    match = story.match
    if match.outdated or not match.entries:
        return
    try:
        for step in journal.replay(match.game, match.setup, match.source, match.entries):
            if not step.number:
                when = match.game.narration.headline(step.state).partition(" (`")[0]
                yield f"The start: {when}", seen_state(match, step.state)
            if not turned:
                return
            if match.game.moment(step.state).turn > turned:
                said = f" ({points[turned]})" if turned in points else ""
                yield f"The turning point: {story.title(turned)}, at its end{said}", seen_state(match, step.state)
                return
    except Broken:
        return


# ── What it came to


def compared(told: EndReport) -> Iterator[Markup]:
    """How a game compares with others, and where it turned."""
    facts = told.facts()
    beside = facts["beside"]
    if beside:
        games = beside["games"]
        yield element("h3", escaped(f"Compared with {games:,} computer games ({beside['player']})"))
        ends = ", ".join(f"{end} {percent(count / games)}" for end, count in beside["ends"].items() if count)
        said = told.judged()
        yield from paragraphs([f"{said[:1].upper()}{said[1:]}. Theirs: {ends}."])
        yield table(
            heads("Figure", "yours", "theirs (median)", "10 % to 90 % of theirs"),
            (_beside(told, name, value, beside["figures"][name]) for name, value in facts["figures"].items()),
        )
    else:
        yield from paragraphs([f"No computer games to compare with: {told.why_none()}."])
    if told.points:
        yield element("h3", escaped("Turning points"))
        yield element("ul", *(element("li", escaped(f"{told.when(turn)}: {what}")) for turn, what in told.points))


def _beside(told: EndReport, name: str, value: float, theirs: Any) -> Markup:
    middle, low, high = span(theirs)
    title = told.names.get(name, name.replace("_", " "))
    return row(cell(title), figure(f"{value:,.0f}"), figure(f"{middle:,.0f}"), figure(f"{low:,.0f} to {high:,.0f}"))


# ── Charts

_WIDE, _HIGH, _LEFT, _RIGHT, _FOOT = 320, 130, 38, 8, 18


def charts(story: Story) -> Iterator[Markup]:
    """The charts of the film, with a point for the end of each turn."""
    if story.camera and len(story.chapters) > 1:
        drawn = (_chart(story, chart) for chart in story.camera.charts if chart.figures)
        yield element("div", *drawn, class_="charts")


def _chart(story: Story, chart: Chart) -> Markup:
    turns = story.chapters
    rows = {name: [turn.figures[name] for turn in turns] for name in chart.figures}
    every = [value for values in rows.values() for value in values]
    top, low = max(1, *every), min(0, *every)

    def at(number: int, value: float) -> Point:
        x = _LEFT + number / (len(turns) - 1) * (_WIDE - _LEFT - _RIGHT)
        return Point(x, _HIGH - _FOOT - (value - low) / (top - low) * (_HIGH - _FOOT - 10))

    axes = [
        part
        for value in (low, top)
        for part in (
            element("path", class_="axis", d=f"M{_LEFT},{at(0, value).y:.1f}H{_WIDE - _RIGHT}"),
            write(f"{value:,}", Point(_LEFT - 4, at(0, value).y + 4), class_="scale"),
        )
    ]
    room = -(-len(turns) // 12)
    numbers = [
        write(str(turn.turn), Point(at(number, low).x, _HIGH - 4), class_="number")
        for number, turn in enumerate(turns)
        if number % room == 0
    ]
    lines = [
        element(
            "path",
            class_=f"curve c{place}",
            style=f"--own:{chart.colours[name]}",
            d="M" + "L".join(str(at(*one)) for one in enumerate(values)),
        )
        for place, (name, values) in enumerate(rows.items())
    ]
    said = "; ".join(f"{chart.figures[name]} from {values[0]:,} to {values[-1]:,}" for name, values in rows.items())
    picture_ = element(
        "svg",
        *axes,
        *numbers,
        *lines,
        xmlns=NAMESPACE,
        viewBox=f"0 0 {_WIDE} {_HIGH}",
        role="img",
        aria_label=f"{chart.title}, turn by turn: {said}",
    )
    keys = [
        element("span", escaped(f"{what} {rows[name][-1]:,}"), class_="key", style=f"--own:{chart.colours[name]}")
        for name, what in chart.figures.items()
    ]
    caption = element("figcaption", element("b", escaped(chart.title)), *keys)
    return element("figure", caption, picture_, class_="chart")


def turns_told(story: Story) -> Iterator[Markup]:
    """Every turn in a few sentences."""
    if not story.chapters:
        yield from paragraphs(["Nothing yet."])
    for chapter in story.chapters:
        yield element("h3", escaped(chapter.title))
        yield from paragraphs(chapter.told)


_RULED_OFF = "── "
"""What the log puts before a new phase or turn."""


class TurnSection:
    """A turn: its orders, what they did, and what it cost."""

    def __init__(self, turn: int) -> None:
        self.turn = turn
        self.orders = 0
        self.events: list[Event] = []
        self.parts: list[Markup] = []


Tally = Callable[[Sequence[Event]], list[tuple[int, str]]]
"""The figures of a turn, each with its words; zeros are left out."""


class Journal:
    """The entries of a game with what they caused, as replayed."""

    def __init__(self, match: Match[Any], rows: list[LogRow], phase_name: Callable[[str], str], tally: Tally) -> None:
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

    def _chapters(self) -> list[TurnSection]:
        """Journal entries by turn; events after the end of a turn belong to the next turn."""
        chapters: list[TurnSection] = []
        for row in self.rows:
            begins = not chapters or chapters[-1].turn != row.turn
            if begins:
                chapters.append(TurnSection(row.turn))
            first, *later = by_turn(row.events)
            chapters[-1].orders += not row.entry.outside
            _add(chapters[-1], first, self._entry(row, first))
            for events in later:
                chapters.append(TurnSection(events[0].facts["turn"]))
                _add(chapters[-1], events, self._sentences(events, "goes-on"))
        return chapters

    def _title(self, chapter: TurnSection) -> str:
        return self.narration.dated(self.state, chapter.turn)[0] if chapter.turn else "Not replayed"

    def _tally(self, chapter: TurnSection) -> str:
        """How much happened in a turn, in numbers."""
        counts = [(chapter.orders, plural(chapter.orders, "order")), *self.tally(chapter.events)]
        said = ", ".join(text for number, text in counts if number)
        return f" — {said}" if said else ""

    def _entry(self, row: LogRow, events: list[Event]) -> Markup:
        """An order with its dice and its events."""
        dice = f"dice {' '.join(map(str, row.entry.dice))}" if row.entry.dice else ""
        aside = " · ".join(filter(None, (self.phase_name(row.phase) if row.phase else "", dice)))
        order = element(
            "p",
            escaped(f"{row.number}. "),
            element("code", escaped(remark(row.entry))),
            element("span", escaped(aside), class_="aside"),
        )
        return element("div", order, self._sentences(events), class_="entry")

    def _sentences(self, events: list[Event], kind: str = "told") -> Markup:
        lines = ((event, line) for event in events for line in self.narration.sentences([event], self.state))
        return element("ul", escaped(""), *(_line(event, line) for event, line in lines), class_=kind)


def _add(chapter: TurnSection, events: list[Event], part: Markup) -> None:
    chapter.events += events
    chapter.parts.append(part)


def _line(event: Event, line: str) -> Markup:
    if line.startswith(_RULED_OFF):
        return element("li", escaped(line.removeprefix(_RULED_OFF)), class_="phase")
    return element("li", escaped(line.strip()), class_="roll" if event.type in ("roll", "pick") else "fact")
