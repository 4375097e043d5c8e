"""The after-action report: one page of HTML with the map, the state of everything, and the whole journal."""

from tarawa_cli.games.tarawa.exports.picture import LAND, drawing, outcome
from tarawa_cli.games.tarawa.exports.picture.ground import SIZE
from tarawa_cli.games.tarawa.model.board import ABSENT, LOST
from tarawa_cli.games.tarawa.model.state import State, Unit, phase_name
from tarawa_cli.games.tarawa.model.unit_types import UnitType
from tarawa_cli.games.tarawa.narration.sentences import TRACK_NAMES
from tarawa_cli.games.tarawa.views import facts, reports
from tarawa_cli.games.tarawa.views.course import BattleReport
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.exports import report
from tarawa_cli.kernel.exports.report import Journal, cell, dice, figure, heads, pairs, row, section, table
from tarawa_cli.kernel.exports.svg import Markup, element, escaped
from tarawa_cli.kernel.hints import Any, Iterable, Iterator, Sequence
from tarawa_cli.kernel.narration.story import Story
from tarawa_cli.kernel.narration.visible import plural
from tarawa_cli.kernel.presentation import Asked


def html(match: Match[State]) -> str:
    """The whole page, in one file."""
    state, story = match.state, Story(match)
    journal = Journal(match, story.rows, phase_name, lambda events: tally(events, state))
    ending = BattleReport(match) if state.outcome else None
    return report.html(
        f"{state.setting.scenario.name}: after-action report",
        SIZE.x,
        *report.header(match, story.note, outcome(state)),
        *(section("Result", *report.compared(ending)) if ending else ()),
        *section("Maps", *report.maps(story, _map, dict(ending.points) if ending else {})),
        *section(
            "Position",
            *report.charts(story),
            element("div", _figures(match), _morale(state), class_="columns"),
            *_lasting(state),
        ),
        *section("Story", *report.turns_told(story)),
        *section("Areas", _areas(state)),
        *section("Units", *_units(state)),
        *section("Journal", *journal.turns()),
    )


def _map(state: State) -> Markup:
    return drawing(state, Asked(LAND))


def tally(events: Sequence[Event], state: State) -> list[tuple[int, str]]:
    """How much happened in a turn."""
    lost = [e for e in events if e.type == "unit-lost" and not state.units[e.facts["unit"]].type.is_craft]
    space = state.charts.value("casualty-space")
    casualties = sum(e.facts["spaces"] * space for e in events if e.type == "casualties-counted")
    return [
        (casualties, f"{casualties:,} casualties"),
        (taken := _count(events, "hex-cleared"), f"{_hexes(taken)} cleared"),
        (given := _count(events, "hex-lost"), f"{_hexes(given)} lost again"),
        (len(lost), f"{plural(len(lost), 'unit')} lost"),
    ]


def _count(events: Sequence[Event], type: str) -> int:
    return sum(event.type == type for event in events)


def _hexes(number: int) -> str:
    return "1 hex" if number == 1 else f"{number} hexes"


# ── Tables


def _figures(match: Match[State]) -> Markup:
    """Everything that is a single number."""
    state, count = match.state, facts.counts(match.state)
    lines = {
        "Scenario": state.setting.scenario.id,
        **dice(match),
        "Casualties": f"{state.casualties:,}",
        "Shore points": str(state.shore),
        "Supply points": str(state.stock),
        "Ashore": str(count["ashore"]),
        "Afloat, on the pier": f"{count['afloat']}, {count['pier']}",
        "To come, on Bairiki": f"{count['schedule']}, {count['bairiki']}",
        "Units lost": str(count["lost"]),
        "Hexes held": f"{count['held']} of {count['land']}",
        "Hexes cleared": f"{count['cleared']} of {count['cleared'] + count['uncleared']}",
        "Areas secured": f"{count['secured']} of {len(state.board.areas)}",
    }
    return pairs(lines)


def _morale(state: State) -> Markup:
    name_of = state.charts.box_name
    rows = (
        row(cell(TRACK_NAMES[name]), figure(name_of(box)), figure(name_of(state.operative[name])))
        for name, box in state.tracks.items()
    )
    return table(heads("Morale", "marker", "operative"), rows)


def _lasting(state: State) -> Iterator[Markup]:
    for line in reports.lasting(state):
        yield element("p", escaped(line))


def _areas(state: State) -> Markup:
    titles = heads("", "Area", "Cleared", "", "Pillboxes standing", "Notes")
    return table(titles, (_area(state, facts.area_facts(state, id)) for id in state.board.areas))


def _area(state: State, area: dict[str, Any]) -> Markup:
    taken, all_ = len(area["cleared"]), area["defended"]
    standing, boxes = reports.pillboxes(state, area)
    return row(
        cell(area["letter"]),
        cell(area["name"]),
        figure(f"{taken} of {all_}"),
        element("td", element("progress", escaped(""), value=taken, max=all_, aria_label=f"{area['name']}, cleared")),
        figure(f"{standing} of {boxes}" if boxes else "none"),
        cell(", ".join(reports.area_marks(area))),
    )


# ── Units


def _units(state: State) -> Iterator[Markup]:
    """Units by battalion in one table; craft are folded away."""
    present = [unit for unit in state.units.values() if unit.at != ABSENT]
    groups: dict[str, list[Unit]] = {}
    for unit in sorted(present, key=lambda unit: unit.type.nature.formation != "battalion"):
        if not unit.type.is_craft:
            groups.setdefault(_group(unit.type), []).append(unit)
    yield _unit_table(_members(state, name, units) for name, units in groups.items())
    craft = [unit for unit in present if unit.type.is_craft]
    if craft:
        yield element(
            "details", element("summary", element("b", escaped("Craft"))), _unit_table([_members(state, "All", craft)])
        )


def _group(type: UnitType) -> str:
    if type.nature.formation == "battalion":
        return f"Battalion {type.battalion}"
    return type.nature.title or type.nature.plural.capitalize()


def _unit_table(groups: Iterable[Markup]) -> Markup:
    titles = heads("Unit", "", "Where", "Steps", "Lost", "Supply", "Notes")
    return element("table", element("thead", element("tr", *titles)), *groups, tabindex="0")


def _members(state: State, name: str, units: list[Unit]) -> Markup:
    """The units of a group, under a line with what is left of the group."""
    left, full = sum(unit.steps for unit in units), sum(unit.type.steps for unit in units)
    title = element("th", escaped(name), colspan=3)
    whole = row(title, *_steps(left, full), cell(""), cell(""), class_="all")
    return element("tbody", whole, *(_unit(state, unit) for unit in units))


def _unit(state: State, unit: Unit) -> Markup:
    fact = facts.unit_facts(state, unit)
    supply = reports.supply_note(state, unit)
    notes = [note for note in reports.unit_notes(state, unit) if note != supply]
    return row(
        cell(unit.id),
        cell(unit.type.name),
        cell(reports.place(fact)),
        *_steps(unit.steps, unit.type.steps),
        cell(supply.removeprefix("supply ")),
        cell(", ".join(notes)),
        class_="lost" if unit.at == LOST else unit.kind,
    )


def _steps(left: int, full: int) -> Iterator[Markup]:
    yield figure(f"{left} of {full}")
    yield figure(full - left)
