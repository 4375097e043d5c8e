"""The after-action report: one page of HTML with the map, the state of everything, and the whole journal."""

from collections.abc import Iterable, Iterator

from tarawa_cli.games.tarawa.exporting.picture import drawing
from tarawa_cli.games.tarawa.exporting.picture.margin import headline, outcome
from tarawa_cli.games.tarawa.exporting.picture.sheet import SIZE
from tarawa_cli.games.tarawa.exporting.story import turns
from tarawa_cli.games.tarawa.looking import facts, reports
from tarawa_cli.games.tarawa.looking.ending import Told
from tarawa_cli.games.tarawa.model.places import ABSENT, LOST
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.model.unit_types import UnitType
from tarawa_cli.games.tarawa.telling.sentences import TRACK_NAMES, next_steps, signed
from tarawa_cli.kernel.chronicle import bare_rows, replay
from tarawa_cli.kernel.hints import Any
from tarawa_cli.kernel.render.markup import Markup, Value, ascii_only, element, escaped, number
from tarawa_cli.kernel.session import Match

_STYLE = """
body { font: 16px/1.45 Georgia, 'Times New Roman', serif; color: #33281c; background: #f6efdc; margin: 0 auto;
  padding: 1rem 2rem 4rem; max-width: 1500px }
h1 { margin: .5rem 0 0; font-size: 2.2rem }
h2 { border-bottom: 2px solid #7a1f4d; color: #54203c; margin-top: 2.2rem }
h3 { margin: 1.2rem 0 .3rem }
.turn { font-size: 1.2rem; margin: .2rem 0 }
.outcome { font-size: 1.4rem; font-weight: bold; color: #b3261e }
.note { background: #fff3c4; border-left: 5px solid #e0b13c; padding: .4rem .8rem }
.columns { display: flex; flex-wrap: wrap; gap: 0 3rem }
table { border-collapse: collapse; font: 14px/1.35 Helvetica, Arial, sans-serif; margin: .3rem 0 }
th, td { text-align: left; padding: .15rem .7rem; border-bottom: 1px solid #d8cba8; vertical-align: top }
th { color: #54203c }
td.number, th.number { text-align: right }
tr.lost td { color: #9a8f7a; text-decoration: line-through }
tr.all th, tr.all td { font-weight: bold; background: #ece0bf }
.map { overflow: auto; max-height: 92vh; border: 2px solid #33281c; background: #5f97b9 }
.map svg { display: block; width: 100%; height: auto }
progress { width: 9rem; accent-color: #1f4e8c }
pre, code { font: 14px/1.4 Menlo, Consolas, 'DejaVu Sans Mono', monospace }
pre { background: #fffaf0; border: 1px solid #d8cba8; padding: .7rem 1rem; overflow: auto }
details { border-top: 1px solid #d8cba8; padding: .2rem 0 }
summary { cursor: pointer; padding: .25rem 0 }
summary b { color: #54203c }
.entry { margin: .35rem 0 .35rem 1rem }
.entry p { margin: 0 }
.entry code { font-weight: bold }
.entry .aside { color: #7d715a; font-size: .85rem; margin-left: .6rem }
.entry ul, .goes-on { margin: .1rem 0 .1rem 1.6rem; padding: 0; list-style: none; font-size: .93rem }
.goes-on { margin-left: 2.6rem }
.phase { font-weight: bold; color: #54203c; margin-left: -1rem }
.roll { color: #1f4e8c }
@media print { .map { max-height: none } label { display: none } }
"""

_LARGE = f"#large:checked ~ .map svg {{ width: {number(SIZE.x)}px }}\n"


def html(match: Match[State]) -> str:
    """The whole page, in one file."""
    state = match.state
    rows = bare_rows(match)
    broken = replay(match, rows)
    title = f"{state.setting.scenario.name}: after-action report"
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", escaped(title)),
        element("style", Markup(_STYLE + _LARGE)),
    )
    body = element(
        "body",
        *_header(match, broken),
        *_ending(match),
        *_section("Map", *_map(state)),
        *_section("Standing", element("div", _figures(match), _morale(state), class_="columns"), *_lasting(state)),
        *_section("Areas", _areas(state)),
        *_section("Units", *_units(state)),
        *_section("Journal", *turns(rows, state)),
    )
    page = element("html", Markup("\n"), head, Markup("\n"), body, Markup("\n"), lang="en")
    return ascii_only(Markup(f"<!DOCTYPE html>\n{page}\n"))


def _section(title: str, *parts: Markup) -> Iterator[Markup]:
    yield Markup("\n")
    yield element("section", element("h2", escaped(title)), *parts)


def _header(match: Match[State], broken: str) -> Iterator[Markup]:
    """What was played, how it stands, and which parts of it are unproven."""
    state = match.state
    yield element("h1", escaped(state.setting.scenario.name))
    yield element("p", escaped(headline(state)), class_="turn")
    if state.outcome:
        yield element("p", escaped(outcome(state)), class_="outcome")
    for note in filter(None, (broken, "this save was edited by hand since its last command" if match.edited else "")):
        yield element("p", escaped(f"Note: {note}."), class_="note")
    if not state.outcome:
        yield element("h2", escaped("What comes next"))
        yield element("pre", escaped(next_steps(state)))


def _ending(match: Match[State]) -> Iterator[Markup]:
    """What a game that is over came to."""
    if match.state.outcome:
        yield from _section("What it came to", element("pre", escaped(Told(match).came_to())))


def _map(state: State) -> Iterator[Markup]:
    """The picture, fitted to the page or at full size."""
    yield element("input", type="checkbox", id="large")
    yield element("label", escaped(" full size (point at a hex or a counter to read about it)"), for_="large")
    yield element("div", drawing(state), class_="map")


# ── Tables


def _table(heads: Iterable[Markup], rows: Iterable[Markup]) -> Markup:
    return element("table", element("thead", element("tr", *heads)), element("tbody", *rows))


def _heads(*titles: str) -> list[Markup]:
    return [element("th", escaped(title)) for title in titles]


def _row(*cells: Markup, **attributes: Value) -> Markup:
    return element("tr", *cells, **attributes)


def _text(text: str) -> Markup:
    return element("td", escaped(text))


def _number(value: object) -> Markup:
    return element("td", escaped(str(value)), class_="number")


def _figures(match: Match[State]) -> Markup:
    """Everything that is a single number."""
    state, count = match.state, facts.counts(match.state)
    dice = "given by the player" if match.manual else f"seed {match.seed}"
    lines = {
        "Scenario": state.setting.scenario.id,
        "Dice": f"{dice}, {match.used:,} rolled",
        "Mulligans, peeks, hand edits": f"{match.mulligans}, {match.peeks}, {match.edits}",
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
    return element("table", *(_row(element("th", escaped(name)), _text(text)) for name, text in lines.items()))


def _morale(state: State) -> Markup:
    rows = (
        _row(_text(TRACK_NAMES[name]), _number(signed(state.marker_level(name))), _number(signed(state.level(name))))
        for name in state.tracks
    )
    return _table(_heads("Morale", "marker", "operative"), rows)


def _lasting(state: State) -> Iterator[Markup]:
    for line in reports.lasting(state):
        yield element("p", escaped(line))


def _areas(state: State) -> Markup:
    heads = _heads("", "Area", "Cleared", "", "Pillboxes standing", "Notes")
    return _table(heads, (_area(state, facts.area_facts(state, id)) for id in state.board.areas))


def _area(state: State, area: dict[str, Any]) -> Markup:
    taken, all_ = len(area["cleared"]), area["defended"]
    standing, boxes = reports.pillboxes(state, area)
    return _row(
        _text(area["letter"]),
        _text(area["name"]),
        _number(f"{taken} of {all_}"),
        element("td", element("progress", escaped(""), value=taken, max=all_)),
        _number(f"{standing} of {boxes}" if boxes else "none"),
        _text(", ".join(reports.area_marks(area))),
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
    heads = _heads("Unit", "", "Where", "Steps", "Lost", "Supply", "Notes")
    return element("table", element("thead", element("tr", *heads)), *groups)


def _members(state: State, name: str, units: list[Unit]) -> Markup:
    """The units of a group, under a line with what is left of the group."""
    left, full = sum(unit.steps for unit in units), sum(unit.type.steps for unit in units)
    title = element("th", escaped(name), colspan=3)
    whole = _row(title, *_steps(left, full), _text(""), _text(""), class_="all")
    return element("tbody", whole, *(_unit(state, unit) for unit in units))


def _unit(state: State, unit: Unit) -> Markup:
    fact = facts.unit_facts(state, unit)
    supply = reports.supply_note(state, unit)
    notes = [note for note in reports.unit_notes(state, unit) if note != supply]
    return _row(
        _text(unit.id),
        _text(unit.type.name),
        _text(reports.place(fact)),
        *_steps(unit.steps, unit.type.steps),
        _text(supply.removeprefix("supply ")),
        _text(", ".join(notes)),
        class_="lost" if unit.at == LOST else unit.kind,
    )


def _steps(left: int, full: int) -> Iterator[Markup]:
    yield _number(f"{left} of {full}")
    yield _number(full - left)
