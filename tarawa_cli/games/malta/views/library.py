"""Everything to be read: tables and charts, the rules in our words, the scenarios."""

from textwrap import fill

from tarawa_cli.games.malta import data
from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.model import scenario
from tarawa_cli.games.malta.model.board import malta
from tarawa_cli.games.malta.model.charts import CHARTS, SIXTHS, Charts, TerrainRow
from tarawa_cli.games.malta.model.own_tables import check_own
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.rulebook import BOOK as CODE
from tarawa_cli.kernel.board.tables import Row
from tarawa_cli.kernel.board.tables import Table as ResultTable
from tarawa_cli.kernel.engine.order_words import find_name
from tarawa_cli.kernel.engine.views import Look, Pages
from tarawa_cli.kernel.hints import Any, Callable, Mapping
from tarawa_cli.kernel.narration.book import Block, Book, Table, glossary, sequence_card, worked

Facts = dict[str, Any]
HEADINGS = (
    *(
        "1",
        "2",
        "4.1",
        "4.2",
        "4.3",
        "4.4",
        "5",
        "6",
        "8",
        "9",
        "10",
        "11",
        "12",
        "16",
        "17",
        "18",
        "19",
        "20",
        "21",
        "23",
    ),
    *("24", "25"),
)
"""Paragraphs without code: headings, the introduction, calibration, terms."""
SHARED = {
    "24.4": "tarawa_cli/kernel/mail/, for all games",
    "24.5": "tarawa_cli/cli/handover.py, for all games",
}
"""Paragraphs carried out by code that all games share."""
SOURCES: Mapping[str, str] = data.SOURCES
SHEETS = {
    "terrain": "Terrain chart",
    "units": "Units",
    "turns": "Turn track",
    "values": "Single values",
    "modifiers": "Modifiers",
}


# ── Tables and charts


def tables() -> dict[str, str]:
    """Every table and chart, with its name."""
    return {id: CHARTS.table(id).name for id in CHARTS.table_ids} | SHEETS


def table(state: State, id: str) -> ResultTable:
    """A table as the game at hand uses it."""
    return state.charts.table(id)


def check_tables(own: Facts, path: str) -> list[str]:
    """Raise BadFile if custom tables cannot be used; Malta has no warnings."""
    check_own(own, path)
    return []


def tables_facts(charts: Charts) -> list[Facts]:
    return [table_facts(charts, id) for id in charts.table_ids]


def table_facts(charts: Charts, id: str) -> Facts:
    """A table or chart as plain values."""
    if id in SHEETS:
        return {"id": id, "name": SHEETS[id], "rows": _SHEETS[id](charts)}
    table = charts.table(id)
    return {
        "id": id,
        "name": table.name,
        "rule": table.rule,
        "source": SOURCES[table.tag],
        "dice": table.dice,
        "heads": {name: list(heads) for name, heads in table.heads.items()},
        "columns": {column: [_row_facts(row) for row in rows] for column, rows in table.columns.items()},
    }


def _row_facts(row: Row) -> Facts:
    return {"total": row.span, "low": row.low, "high": row.high, "result": row.result}


def _sheet(part: str) -> Callable[[Charts], Facts]:
    def rows(charts: Charts) -> Facts:
        sheet, own = data.document("charts.toml")[part], charts.own.get(part, {})
        return {
            name: row | {"value": own.get(name, row["value"]), "source": SOURCES[row["tag"]]}
            for name, row in sheet.items()
        }

    return rows


_SHEETS: dict[str, Callable[[Charts], Any]] = {
    "terrain": lambda charts: {id: ground._asdict() for id, ground in (charts.terrain | charts.hexsides).items()},
    "units": lambda _: data.document("units.toml")["units"],
    "turns": lambda charts: [turn._asdict() for turn in charts.turns],
    "values": _sheet("values"),
    "modifiers": _sheet("modifiers"),
}


def tables_text(charts: Charts) -> str:
    lines = ["Result tables (malta table NAME):"]
    for id in charts.table_ids:
        table = charts.table(id)
        lines.append(f"  {id:14} {table.name:24} {table.rule:6} {_source(table)}")
    return "\n".join([*lines, "Charts:", *(f"  {id:14} {name}" for id, name in SHEETS.items())])


def table_text(charts: Charts, id: str) -> str:
    """A table as text."""
    return _SHEET_TEXTS[id](charts) if id in SHEETS else _card(charts.table(id))


def _source(table: ResultTable) -> str:
    return f"{SOURCES[table.tag]}{f', {table.notes}' if table.notes else ''}"


def _card(table: ResultTable) -> str:
    dice = "one die" if table.thrown == 1 else f"{table.thrown} dice"
    rows = [[name, *heads] for name, heads in table.heads.items()]
    spans = [row.span for row in next(iter(table.columns.values()))]
    rows += [[span, *(rows[place].result for rows in table.columns.values())] for place, span in enumerate(spans)]
    if table.heads:
        rows.insert(0, ["", *table.columns])
    return "\n".join([f"{table.name} ({table.rule}), {dice}; {_source(table)}", *_columns(rows)])


def _columns(rows: list[list[str]]) -> list[str]:
    """Cells aligned in columns."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  " + "  ".join(cell.rjust(wide) for cell, wide in zip(row, widths, strict=True)).rstrip() for row in rows]


def _terrain_text(charts: Charts) -> str:
    rows = [["", "foot", "motor", "mech"]]
    rows += [[ground.name, *_prices(ground)] for ground in charts.terrain.values()]
    rows += [[ground.name, *_prices(ground)] for ground in charts.hexsides.values()]
    head = f"Terrain chart (6.1), strategic movement in brackets; {SOURCES['S']}"
    return "\n".join([head, *_columns(rows)])


def _prices(ground: TerrainRow) -> list[str]:
    pairs = zip(ground.tactical, ground.strategic, strict=True)
    return [f"{_points(one)}{f' ({_points(other)})' if other != one else ''}" for one, other in pairs]


def _points(price: int | None) -> str:
    if price is None:
        return "-"
    whole, rest = divmod(price, SIXTHS)
    return str(whole) if not rest else {2: "1/3", 3: "1/2", 4: "2/3"}[rest]


def _units_text(charts: Charts) -> str:
    rows = [["unit", "side", "kind", "A-D-M", "morale", "steps", "formation", "name"]]
    for unit in (unit for unit in charts.units.values() if not unit.of):
        strength = f"{unit.attack}-{unit.defence}-{unit.move}"
        cells = [
            unit.id,
            unit.side,
            unit.kind.id,
            strength,
            str(unit.morale),
            str(unit.steps),
            unit.formation,
            unit.name,
        ]
        rows.append(cells)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(cell.ljust(wide) for cell, wide in zip(row, widths, strict=True)).rstrip() for row in rows)
    head = "Units (2.1); battalion types from the game's own charts, names from history, the rest reconstruction"
    return "\n".join([head, *lines])


def _turns_text(charts: Charts) -> str:
    return "\n".join(["Turn track (2.4)", *(f"  {turn.number:2}  {turn.id:12} {turn.label}" for turn in charts.turns)])


def _values_text(part: str) -> Callable[[Charts], str]:
    def text(charts: Charts) -> str:
        rows = _SHEETS[part](charts)
        lines = [
            f"  {name:20} {row['value']:>3}  {row['rule']:6} {row.get('name') or row['label']} ({row['source']})"
            for name, row in rows.items()
        ]
        return "\n".join([SHEETS[part], *lines])

    return text


_SHEET_TEXTS: dict[str, Callable[[Charts], str]] = {
    "terrain": _terrain_text,
    "units": _units_text,
    "turns": _turns_text,
    "values": _values_text("values"),
    "modifiers": _values_text("modifiers"),
}


def examples(command: str) -> list[str]:
    found: list[str] = data.document("examples.toml").get(command, [])
    return found


# ── Rules


def rules() -> dict[str, str]:
    """Every paragraph, with its title."""
    return BOOK.titles()


def _code(number: str) -> list[str]:
    """Where a paragraph is carried out."""
    import_everything()
    found = [f"{place.module.replace('.', '/')}.py:{place.line} {place.name}" for place in CODE.places(number)]
    return found or [text for text in [_without_code(number)] if text]


def _without_code(number: str) -> str:
    return SHARED.get(number) or ("" if number in HEADINGS else "not implemented yet")


def _sequence() -> list[Block]:
    from tarawa_cli.games.malta.narration.sentences import phase_name  # start-up

    text = "The phases of a turn in order. Phases without a player are played by the program."
    return [text, sequence_card(data.document("book.toml")["sequence"], phase_name)]


def _combat() -> list[Block]:
    return worked(GAME, data.document("book.toml")["combat"])


def _objectives() -> list[Block]:
    """The objectives with their weights, and the goals of the short scenarios."""
    board = malta()
    heaviest = sorted(board.objectives.items(), key=lambda pair: (-pair[1], pair[0]))
    text = f"The weights that add up to P (20.3), {sum(board.objectives.values())} in all."
    rows = [(at, board.name_of(at), str(weight)) for at, weight in heaviest]
    goals = [(found.id, found.goal.text) for found in scenario.in_order() if found.goal]
    own = "These scenarios have their own goals instead (22)."
    return [text, Table(("hex", "place", "weight"), rows), own, Table(("scenario", "goal"), goals)]


def _glossary() -> list[Block]:
    return [glossary(data.document("book.toml")["glossary"])]


BOOK = Book(
    "malta",
    lambda: data.document("rules.toml"),
    {
        "A": ("Sequence card", _sequence),
        "B": ("A worked combat", _combat),
        "C": ("Objectives", _objectives),
        "D": ("Glossary", _glossary),
    },
    _code,
    SOURCES,
    decimal=True,
)


def import_everything() -> None:
    """Import every module of the game, so that each paragraph's home is known."""
    import pkgutil  # start-up

    import tarawa_cli.games.malta as package
    from tarawa_cli.kernel.standard import import_module

    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        import_module(module.name)


# ── Scenarios


def scenarios() -> dict[str, str]:
    return dict.fromkeys(scenario.shipped(), "")


def scenarios_facts() -> list[Facts]:
    return [scenario_facts(one.id) for one in scenario.in_order()]


def scenario_facts(name: str) -> Facts:
    found = scenario.load(scenario.locate(name, "."))
    return {
        "id": found.id,
        "name": found.name,
        "description": found.description,
        "introduction": found.introduction,
        "first": found.position.get("turn", CHARTS.turns[0].id),
        "last": CHARTS.turn(found.last).id,
        "goal": found.goal._asdict() if found.goal else None,
    }


def scenarios_text() -> str:
    lines = ["Scenarios (`scenarios NAME` shows the introduction, `new NAME` starts):"]
    for facts in scenarios_facts():
        lines.append(f"  {facts['id']} — {facts['name']}, {facts['first']} to {facts['last']}")
        lines.append(fill(facts["description"], 80, initial_indent="    ", subsequent_indent="    "))
    return "\n".join(lines)


def scenario_text(facts: Facts) -> str:
    head = f"{facts['name']} (`{facts['id']}`), {facts['first']} to {facts['last']}"
    return f"{head}\n\n{facts['introduction']}"


# ── Pages


def _table_page(state: State | None, name: str) -> Look:
    """A table of the game in the save at hand, or of the shipped charts."""
    charts = state.charts if state else CHARTS
    if not name:
        return Look("table", "tables", lambda: tables_facts(charts), lambda: tables_text(charts))
    id = find_name(name, tables(), "table", "table")
    return Look(f"table {id}", "table", lambda: table_facts(charts, id), lambda: table_text(charts, id))


def _scenario_page(state: State | None, name: str) -> Look:
    if not name:
        return Look("scenarios", "scenarios", scenarios_facts, scenarios_text)
    found = find_name(name, scenarios(), "scenario", "scenarios")
    facts = scenario_facts(found)
    return Look(f"scenarios {found}", "scenario", lambda: facts, lambda: scenario_text(facts))


PAGES: Pages = {"table": _table_page, "rule": lambda _, words: BOOK.page(words), "scenarios": _scenario_page}
LISTS: Mapping[str, Callable[[], dict[str, str]]] = {"tables": tables, "rules": rules, "scenarios": scenarios}
