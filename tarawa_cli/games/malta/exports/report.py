"""The after-action report: one page of HTML with the map, the days, losses, ground, every unit, the whole journal.

It is made of what the side that asks may know.
"""

from fractions import Fraction

from tarawa_cli.games.malta.exports.picture import LAND, drawing
from tarawa_cli.games.malta.exports.picture.ground import SIZE
from tarawa_cli.games.malta.model.state import ENDINGS, State, Unit
from tarawa_cli.games.malta.model.unit import ABSENT, LOST, POOL, in_words
from tarawa_cli.games.malta.model.unit_types import SIDES
from tarawa_cli.games.malta.narration.sentences import PLAYERS, both, goal_text, lost_by, phase_name, together
from tarawa_cli.games.malta.narration.turn_report import TurnEvents, fights, is_end, why_over
from tarawa_cli.games.malta.views import facts, reports
from tarawa_cli.games.malta.views.course import InvasionReport
from tarawa_cli.games.malta.views.reports import unit_notes
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.exports import report
from tarawa_cli.kernel.exports.report import Journal, cell, dice, figure, heads, pairs, paragraphs, row, section, table
from tarawa_cli.kernel.exports.svg import Markup, element, escaped
from tarawa_cli.kernel.hints import Callable, Iterable, Iterator, NamedTuple, Sequence
from tarawa_cli.kernel.narration.chronicle import LogRow
from tarawa_cli.kernel.narration.story import TURN_BEGUN, Chapter, Story
from tarawa_cli.kernel.narration.visible import plural
from tarawa_cli.kernel.presentation import Asked

# ── The days of a game as a table: weather, arrivals by sea and air, attacks, losses, ground


class Day(NamedTuple):
    """A day: what happened, and the figures at its end and at the end of the day before."""

    name: str
    turn: TurnEvents
    figures: dict[str, int]
    before: dict[str, int]


def days_of(story: Story) -> list[Day]:
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


def _by_day(rows: Iterable[LogRow], state: State) -> dict[str, list[Event]]:
    """Events by the day on which they happened."""
    found: dict[str, list[Event]] = {}
    for entry in rows:
        turn = entry.turn
        for event in entry.events:
            turn = event.facts["turn"] if event.type == TURN_BEGUN else turn
            if turn:
                found.setdefault(state.charts.turn(turn).label.rpartition(", ")[0], []).append(event)
    return found


def _weather(day: Day) -> str:
    """The weather of a day; the scenario sets that of the first day."""
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


def day_rows(found: list[Day]) -> Iterator[tuple[str, list[str]]]:
    """The rows of the table: a name, and a text for each day."""
    for name, tell in ROWS.items():
        told = [tell(day) for day in found]
        if any(told):
            yield name, told


# ── The page


CORPS = "none"
"""The formation of units that belong to none (15)."""
STEPS = 3
"""The steps of a battalion."""
_DONE = ("moved", "attacked", "fired")
"""Notes about the present turn alone."""


def html(match: Match[State]) -> str:
    """The whole page, in one file."""
    state, story = match.state, Story(match)
    journal = Journal(match, story.rows, phase_name, tally)
    ending = InvasionReport(match) if state.outcome else None
    return report.html(
        f"{state.setting.scenario.name}: after-action report",
        SIZE.x,
        *report.header(match, story.note, _outcome(story)),
        *(section("Result", *report.compared(ending)) if ending else ()),
        *section("Maps", *report.maps(story, _map, dict(ending.points) if ending else {})),
        *section(
            "Position",
            *report.charts(story),
            element("div", _figures(match), _sides(state), class_="columns"),
            *_standing(match),
        ),
        *section("Day by day", *_days(story)),
        *section("Losses", _losses(state)),
        *section("Ground", element("div", _objectives(state), _regions(state), class_="columns")),
        *section("Units", *_units(state)),
        *section("Journal", *journal.turns()),
    )


def _outcome(story: Story) -> str:
    """How the game ended, and why; nothing before its end."""
    state = story.match.state
    if not state.outcome:
        return ""
    last = TurnEvents(story.rows[-1].events if story.rows else [], state)
    told = f"{ENDINGS[state.outcome]}{why_over(last)}"
    return f"{told[:1].upper()}{told[1:]}."


def _map(state: State) -> Markup:
    return drawing(state, Asked(LAND))


def tally(events: Sequence[Event]) -> list[tuple[int, str]]:
    """The landings, attacks and losses of a turn."""
    attacks = sum(event.type == "attack-begun" for event in events)
    landed = sum(event.type in ("landed", "came-down", "air-landed") for event in events)
    gone = sum(map(is_end, events))
    return [
        (landed, plural(landed, "landing")),
        (attacks, plural(attacks, "attack")),
        (gone, f"{plural(gone, 'unit')} lost"),
    ]


# ── How it stands


def _figures(match: Match[State]) -> Markup:
    state = match.state
    scenario = state.setting.scenario
    return pairs({
        "Scenario": scenario.id,
        "Last turn": state.charts.turn(scenario.last).label,
        "Weather": state.weather,
        "Axis ammunition": str(state.stock),
        **dice(match),
    })  # fmt: skip


def _sides(state: State) -> Markup:
    """The figures of both sides, side by side."""
    counts = [facts.counts(state, side) for side in SIDES]
    lines = (row(cell(name), *(figure(count[key]) for count in counts)) for key, name in reports.ROWS.items())
    return table(heads("", *(PLAYERS[side] for side in SIDES)), lines)


def _standing(match: Match[State]) -> Iterator[Markup]:
    goal = [goal_text(match.state)] if match.state.outcome and match.state.setting.scenario.goal else []
    return paragraphs([*[*reports.standing(match.state, match)][1:], *goal])


# ── Day by day


def _days(story: Story) -> Iterator[Markup]:
    found = days_of(story)
    if not found:
        yield from paragraphs(["Nothing yet."])
        return
    yield table(
        heads("", *(day.name for day in found)),
        (row(cell(name), *map(figure, told)) for name, told in day_rows(found)),
    )
    yield from report.turns_told(story)


# ── Losses


def _in_play(state: State) -> list[Unit]:
    """Units in the game, lost ones included; companies count with their battalion."""
    units = [unit for unit in state.units.values() if not unit.type.of]
    return [unit for unit in units if unit.at not in (ABSENT, POOL) or unit.is_broken or lost_by(state, unit)]


def _formation(state: State, unit: Unit) -> str:
    """The formation of a unit at the start."""
    id = unit.type.attached or unit.type.formation
    return "Corps troops and ships" if id == CORPS else state.charts.formations[id]["name"]


def _by_formation(state: State) -> dict[tuple[str, str], list[Unit]]:
    found: dict[tuple[str, str], list[Unit]] = {}
    for unit in sorted(_in_play(state), key=lambda unit: SIDES.index(unit.side)):
        found.setdefault((unit.side, _formation(state, unit)), []).append(unit)
    return found


def equivalents(state: State, units: Iterable[Unit]) -> Fraction:
    """Battalion equivalents lost: a third for each step of a battalion, the rest by their size (7)."""
    thirds = 0
    for unit in units:
        lost = lost_by(state, unit)
        thirds += lost if unit.type.type else unit.type.thirds * (lost > 0 and not state.steps_left(unit))
    return Fraction(thirds, STEPS)


def _losses(state: State) -> Markup:
    titles = heads("", "Steps lost", "of", "Battalion equivalents lost", "Eliminated")
    groups = _by_formation(state)
    lines = []
    for side in SIDES:
        own = {name: units for (whose, name), units in groups.items() if whose == side}
        everybody = [unit for units in own.values() for unit in units]
        lines.append(_loss(state, PLAYERS[side], everybody, class_="all"))
        lines += [_loss(state, name, units, named=True) for name, units in own.items()]
    return table(titles, lines)


def _loss(state: State, name: str, units: list[Unit], *, named: bool = False, class_: str = "") -> Markup:
    lost = sum(lost_by(state, unit) for unit in units)
    left = sum(state.steps_left(unit) for unit in units)
    gone = [unit.id for unit in units if lost_by(state, unit) and not state.steps_left(unit)]
    told = (both(gone) if gone else "") if named else plural(len(gone), "unit")
    thirds = f"{float(equivalents(state, units)):.1f}"
    return row(cell(name), figure(lost), figure(lost + left), figure(thirds), cell(told), class_=class_ or "part")


# ── Ground


def _objectives(state: State) -> Markup:
    """Objectives and cities, and their holders."""
    board = state.board
    cities = {at: 0 for at, kind in board.terrain.items() if kind == "city"}
    lines = (
        row(cell(f"{at} {board.name_of(at)}"), figure(weight or ""), cell(PLAYERS[state.controller(at)]))
        for at, weight in sorted((cities | board.objectives).items(), key=lambda one: (-one[1], one[0]))
    )
    return table(heads("Objectives and cities", "weight", "held by"), lines)


def _regions(state: State) -> Markup:
    lines = []
    for region in state.board.regions.values():
        held = sum(at in state.control for at in region.hexes)
        bar = element(
            "progress", escaped(""), value=held, max=len(region.hexes), aria_label=f"{region.name}, held by the Axis"
        )
        lines.append(row(cell(region.name), figure(f"{held} of {len(region.hexes)}"), element("td", bar)))
    all_ = row(cell("The island"), figure(f"{len(state.control)} of {len(state.board.land)}"), cell(""), class_="all")
    return table(heads("Regions", "Axis hexes", ""), [all_, *lines])


# ── Units


def _units(state: State) -> Iterator[Markup]:
    titles = heads("Unit", "", "Where", "Steps", "Lost", "Notes")
    for side in SIDES:
        yield element("h3", escaped(f"The {PLAYERS[side]}"))
        groups = (_members(state, name, units) for (own, name), units in _by_formation(state).items() if own == side)
        yield element("table", element("thead", element("tr", *titles)), *groups, tabindex="0")


def _members(state: State, name: str, units: list[Unit]) -> Markup:
    """The units of a formation, under a line with what is left of it."""
    left, full = sum(state.steps_left(unit) for unit in units), sum(unit.type.steps for unit in units)
    title = element("th", escaped(name), colspan=3)
    whole = row(title, figure(f"{left} of {full}"), figure(full - left), cell(""), class_="all")
    return element("tbody", whole, *(_unit(state, unit) for unit in units))


def _unit(state: State, unit: Unit) -> Markup:
    left = state.steps_left(unit)
    return row(
        cell(unit.id),
        cell(unit.type.name),
        cell(in_words(unit.at) if not unit.is_broken else "as companies"),
        figure(f"{left} of {unit.type.steps}"),
        figure(unit.type.steps - left),
        cell("" if unit.at == LOST else ", ".join(note for note in unit_notes(unit) if not note.startswith(_DONE))),
        class_="lost" if unit.at == LOST else unit.side,
    )
