"""Everything to read: tables and charts, the rules in our words, the scenarios."""

from tarawa_cli.games.tarawa import data
from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.model import scenario
from tarawa_cli.games.tarawa.model.charts import Charts
from tarawa_cli.games.tarawa.model.own_tables import check_own, dips
from tarawa_cli.games.tarawa.model.sequence import PHASE_NAMES
from tarawa_cli.games.tarawa.narration.sentences import goal_heading
from tarawa_cli.games.tarawa.rulebook import BOOK as CODE
from tarawa_cli.kernel.board.tables import Table as ResultTable
from tarawa_cli.kernel.engine.order_words import find_name
from tarawa_cli.kernel.engine.views import Look, Pages
from tarawa_cli.kernel.hints import TYPE_CHECKING, Any, Callable, Mapping
from tarawa_cli.kernel.narration.book import Block, Book, Table, glossary, sequence_card, worked
from tarawa_cli.kernel.narration.visible import wrapped

if TYPE_CHECKING:
    from tarawa_cli.games.tarawa.model.state import State

__all__ = ["BOOK", "LISTS", "PAGES", "SOURCES", "check_tables", "examples", "table"]

SOURCES: Mapping[str, str] = data.SOURCES
CHARTS = {
    "terrain": "Terrain chart",
    "units": "Units",
    "turns": "Turn track",
    "morale": "Morale boxes",
    "values": "Single values",
    "modifiers": "Modifiers",
}


# ── Tables and charts


def tables() -> dict[str, str]:
    """Every table and chart, with its name."""
    return {id: sheet["name"] for id, sheet in data.document("tables.toml").items()} | CHARTS


def examples(command: str) -> list[str]:
    found: list[str] = data.document("examples.toml").get(command, [])
    return found


def check_tables(own: dict[str, Any], path: str) -> list[str]:
    """Warnings where a lower total does more than a higher one (15); raises BadFile if the tables cannot be used."""
    check_own(own, path)
    return dips(own)


def find_table(name: str) -> str:
    return find_name(name, tables(), "table", "table")


def table(state: "State", id: str) -> ResultTable:
    """A table as the game at hand uses it."""
    return state.charts.table(id)


def tables_facts(charts: Charts) -> list[dict[str, Any]]:
    return [table_facts(charts, id) for id in charts.table_ids]


def table_facts(charts: Charts, id: str) -> dict[str, Any]:
    """A table or chart as plain values."""
    if id in CHARTS:
        return {"id": id, "name": CHARTS[id], **_chart_facts(charts, id)}
    table = charts.table(id)
    return {
        "id": id,
        "name": table.name,
        "rule": table.rule,
        "source": SOURCES[table.tag],
        "dice": table.dice,
        "columns": {column: [_row_facts(row) for row in rows] for column, rows in table.columns.items()},
    }


def _row_facts(row: Any) -> dict[str, Any]:
    return {"total": row.span, "low": row.low, "high": row.high, "result": row.result, "source": SOURCES[row.tag]}


def _chart_facts(charts: Charts, id: str) -> dict[str, Any]:
    if id == "terrain":
        return {"rows": {t.id: t._asdict() for t in charts.terrain.values()}, "source": "terrain chart", "rule": "2.3"}
    if id == "units":
        return {"rows": {u.id: u._asdict() for u in charts.units.values()}, "rule": "2.1"}
    if id == "turns":
        return {"rows": [t._asdict() for t in charts.turns], "source": "derived", "rule": "2.4"}
    if id == "morale":
        return {"rows": list(charts.boxes), "source": "derived", "rule": "9"}
    sheet = data.document("charts.toml")[id]
    return {"rows": {name: _valued(charts, id, name, row) for name, row in sheet.items()}}


def _valued(charts: Charts, part: str, name: str, row: dict[str, Any]) -> dict[str, Any]:
    own = charts.own.get(part, {})
    return row | {"value": own.get(name, row["value"]), "source": SOURCES[row["tag"]]}


def tables_text(charts: Charts) -> str:
    lines = ["Result tables (tarawa table NAME):"]
    for id in charts.table_ids:
        table = charts.table(id)
        lines.append(f"  {id:18} {table.name:26} {table.rule:9} {SOURCES[table.tag]}{_changed(table)}")
    lines.append("Charts:")
    return "\n".join([*lines, *(f"  {id:18} {name}" for id, name in CHARTS.items())])


def _changed(table: ResultTable) -> str:
    return f", {table.notes}" if table.notes else ""


def table_text(charts: Charts, id: str) -> str:
    """A table as it would be printed on a card."""
    if id in CHARTS:
        return _chart_text(charts, id)
    table = charts.table(id)
    lines = [f"{table.name} ({table.rule}), one die; {SOURCES[table.tag]}{_changed(table)}"]
    for column, rows in table.columns.items():
        if column:
            lines.append(f" {column}")
        lines += [f"  {row.span:>9}  {row.result}{_fixed(table, row.tag)}" for row in rows]
    return "\n".join(lines)


def _fixed(table: ResultTable, tag: str) -> str:
    return "" if tag == table.tag else f"  ({SOURCES[tag]})"


def _chart_text(charts: Charts, id: str) -> str:
    texts = {"terrain": _terrain_text, "units": _units_text, "turns": _turns_text, "morale": _morale_text}
    if id in texts:
        return texts[id](charts)
    lines = [CHARTS[id]]
    for name, row in _chart_facts(charts, id)["rows"].items():
        lines.append(f"  {name:22} {_value_text(row['value']):>16}  {row['rule']:9} {_label(row)} ({row['source']})")
    return "\n".join(lines)


def _label(row: dict[str, Any]) -> str:
    return str(row.get("name") or row.get("label"))


def _value_text(value: Any) -> str:
    if isinstance(value, dict):
        return " ".join(f"{count}×{chit}" for chit, count in value.items())
    return " ".join(map(str, value)) if isinstance(value, list) else f"{value:+d}" if value < 0 else str(value)


def _terrain_text(charts: Charts) -> str:
    lines = ["Terrain chart (2.3); AP to enter, combat number", f"  {'terrain':22} foot  tank  craft  combat"]
    for terrain in charts.terrain.values():
        cells = [_ap(terrain.foot), _ap(terrain.tank), _ap(terrain.craft)]
        lines.append(f"  {terrain.name:22} {cells[0]:>4}  {cells[1]:>4}  {cells[2]:>5}  {terrain.combat:+6d}")
    for name, row in data.document("charts.toml")["crossing"].items():
        cells = [_ap(row.get("foot")), _ap(row.get("tank"))]
        lines.append(f"  {name:22} {cells[0]:>4}  {cells[1]:>4}  {'':5}  {row.get('combat', 0):+6d}")
    return "\n".join(lines)


def _ap(value: float | None) -> str:
    return "-" if value is None else "½" if value == 0.5 else f"{value:g}"


def _units_text(charts: Charts) -> str:
    lines = ["Units (2.1)", f"  {'kind':15} AP front/back  steps  support hex/pillbox/demolition  counters"]
    for name, sheet in data.document("units.toml").items():
        unit = charts.units[sheet["ids"][0]]
        support = "/".join(str(n) for n in unit.support.values()) or "-"
        tags = ", ".join(f"{key} {SOURCES[tag]}" for key, tag in sheet["tags"].items())
        counters = f"{sheet['ids'][0]} … {sheet['ids'][-1]}" if len(sheet["ids"]) > 1 else sheet["ids"][0]
        ap = f"{unit.ap[0]}/{unit.ap[1]}"
        lines.append(f"  {name:15} {ap:>13}  {unit.steps:>5}  {support:>31}  {counters}")
        lines.append(f"  {'':15} ({tags})")
    return "\n".join(lines)


def _turns_text(charts: Charts) -> str:
    water = charts.value("high-water")
    return "\n".join(
        ["Turn track (2.4)"]
        + [f"  {turn.number:2}  {turn.label}{'  high water' if turn.number in water else ''}" for turn in charts.turns]
    )


def _morale_text(charts: Charts) -> str:
    return "Morale boxes (9), left to right; all markers start on the third box right of 0\n  " + " ".join(
        f"{level:+d}" if level else "0" for level in charts.boxes
    )


# ── Rules

_WON = """\
The campaign is won when every hex is cleared by its last turn, with fewer than
5,000 casualties (12). The short scenarios have goals of their own (13.3)."""


def rules() -> dict[str, str]:
    """Every paragraph, with its title."""
    return BOOK.titles()


def _code(number: str) -> list[str]:
    """Where a paragraph is carried out."""
    import_everything()
    return [f"{place.module.replace('.', '/')}.py:{place.line} {place.name}" for place in CODE.places(number)]


def _sequence() -> list[Block]:
    text = "What happens in a turn, in this order. Phases without a player are automatic."
    return [text, sequence_card(data.document("book.toml")["sequence"], PHASE_NAMES.__getitem__)]


def _combat() -> list[Block]:
    return worked(GAME, data.document("book.toml")["combat"])


def _objectives() -> list[Block]:
    """What each scenario asks for."""
    rows, costs = [], []
    for found in scenario.in_order():
        goal: dict[str, Any] = found.goal.facts() if found.goal else {"ground": [], "heads": 0, "casualties": 0}
        rows += [(found.id, part["name"], str(part["needed"]), " ".join(part["hexes"])) for part in goal["ground"]]
        rows += [(found.id, "supply heads", str(goal["heads"]), "")] if goal["heads"] else []
        costs += [(found.id, f"{goal['casualties']:,}")] if goal["casualties"] else []
    prices = "This many casualties make it a pyrrhic victory:"
    return [
        _WON,
        Table(("scenario", "objective", "needed", "hexes"), rows),
        prices,
        Table(("scenario", "casualties"), costs),
    ]


def _glossary() -> list[Block]:
    return [glossary(data.document("book.toml")["glossary"])]


BOOK = Book(
    "tarawa",
    lambda: data.document("rules.toml"),
    {
        "A": ("Sequence card", _sequence),
        "B": ("A worked combat", _combat),
        "C": ("Objectives", _objectives),
        "D": ("Glossary", _glossary),
    },
    _code,
    SOURCES,
)


def import_everything() -> None:
    """Import every module of the game, so that every `@rule` is known."""
    import pkgutil  # start-up

    import tarawa_cli.games.tarawa as package
    from tarawa_cli.kernel.standard import import_module

    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        import_module(module.name)


# ── Scenarios


def scenarios() -> dict[str, str]:
    """The shipped scenarios by name, without titles: those would mean reading each file."""
    return dict.fromkeys(scenario.shipped(), "")


def scenarios_facts() -> list[dict[str, Any]]:
    return [scenario_facts(one.id) for one in scenario.in_order()]


def scenario_facts(name: str) -> dict[str, Any]:
    found = scenario.load(scenario.locate(name, "."))
    return {
        "id": found.id,
        "name": found.name,
        "description": found.description,
        "introduction": found.introduction,
        "first_turn": found.position.get("turn", 1),
        "length": found.length,
        "beaches": list(found.beaches),
        "plan": found.plan,
        "goal": found.goal.facts() if found.goal else None,
        "schedule": {who: arrival._asdict() for who, arrival in found.schedule.items()},
    }


def scenarios_text(listed: list[dict[str, Any]]) -> str:
    lines = ["Scenarios (`scenarios NAME` shows the introduction, `new NAME` starts):"]
    for fact in listed:
        lines.append(f"  {fact['id']} — {fact['name']}, turns {fact['first_turn']} to {fact['length']}")
        lines.append(wrapped(f"    {fact['description']}", 4))
    return "\n".join(lines)


def scenario_text(fact: dict[str, Any]) -> str:
    lines = [
        f"{fact['name']} (`{fact['id']}`), turns {fact['first_turn']} to {fact['length']}",
        "",
        fact["introduction"],
        *(["", *_goal_lines(fact["goal"], fact["length"])] if fact["goal"] else []),
    ]
    if fact["plan"] == "schedule" and fact["schedule"]:
        lines += ["", "Timetable (turn, beaches):"]
        lines += [f"  {_arrival_text(who, arrival)}" for who, arrival in fact["schedule"].items()]
    return "\n".join(lines)


def _goal_lines(goal: dict[str, Any], length: int) -> list[str]:
    """What a scenario's goal asks for, as text before the first order."""
    parts = [(part["name"], part["needed"]) for part in goal["ground"]]
    parts += [("supply heads", goal["heads"])] if goal["heads"] else []
    price = [f"  {goal['casualties']:,} casualties or more make it a pyrrhic victory"] if goal["casualties"] else []
    heading = goal_heading(goal["text"], goal["judged"], Charts({}).turn(length))
    return [*heading, *(wrapped(f"  {name}: {needed}", 4) for name, needed in parts), *price]


def _arrival_text(who: str, arrival: dict[str, Any]) -> str:
    price = f", at {arrival['price']} boxes of Marine general morale" if arrival["price"] else ""
    return f"{arrival['turn']:2}  {who:10} {' '.join(arrival['beaches'])}{price}"


# ── Pages


def _table_page(state: "State | None", name: str) -> Look:
    """A table of the game in the save at hand, or of the shipped charts."""
    charts = state.charts if state else Charts({})
    if not name:
        return Look("table", "tables", lambda: tables_facts(charts), lambda: tables_text(charts))
    id = find_table(name)
    return Look(f"table {id}", "table", lambda: table_facts(charts, id), lambda: table_text(charts, id))


def _scenario_page(state: "State | None", name: str) -> Look:
    if not name:
        listed = scenarios_facts()
        return Look("scenarios", "scenarios", lambda: listed, lambda: scenarios_text(listed))
    fact = scenario_facts(name)
    return Look(f"scenarios {fact['id']}", "scenario", lambda: fact, lambda: scenario_text(fact))


PAGES: Pages = {"table": _table_page, "rule": lambda _, words: BOOK.page(words), "scenarios": _scenario_page}
LISTS: Mapping[str, Callable[[], dict[str, str]]] = {"tables": tables, "rules": rules, "scenarios": scenarios}
