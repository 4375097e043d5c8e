"""The course of a game on a page: charts over its turns, what it came to, maps of its start, turning point and end."""

import re
from itertools import pairwise

from tarawa_cli.kernel.film import Chart
from tarawa_cli.kernel.hints import Any, Callable, Iterator, Mapping
from tarawa_cli.kernel.narration.chronicle import seen_state
from tarawa_cli.kernel.narration.ending import EndReport, percent
from tarawa_cli.kernel.narration.story import Story
from tarawa_cli.kernel.players.percentiles import span
from tarawa_cli.kernel.render.markup import Markup, element, escaped
from tarawa_cli.kernel.render.svg import NAMESPACE, Point, write
from tarawa_cli.kernel.report.page import cell, figure, heads, paragraphs, picture, row, table
from tarawa_cli.kernel.saves import journal
from tarawa_cli.kernel.saves.journal import Broken

Draw = Callable[[Any], Markup]
_NAME = re.compile(r' id="hex-\w+"')
"""Names of hexes; only those of the last map on a page are kept."""


# ── Maps


def maps(story: Story, draw: Draw, points: Mapping[int, str]) -> Iterator[Markup]:
    """The start, the turning point, and how it stands; `points` is what the game turned on, by turn."""
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


def came_to(told: EndReport) -> Iterator[Markup]:
    """How a game stands beside others, and where it turned."""
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


def told(story: Story) -> Iterator[Markup]:
    """Every turn in a few sentences."""
    if not story.chapters:
        yield from paragraphs(["Nothing yet."])
    for chapter in story.chapters:
        yield element("h3", escaped(chapter.title))
        yield from paragraphs(chapter.told)
