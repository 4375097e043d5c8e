"""Everything to read: tables and charts, the rules in our words, the scenarios."""

from tarawa_cli.games.tarawa import BOOK as CODE
from tarawa_cli.games.tarawa import data
from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.model import scenario
from tarawa_cli.games.tarawa.model.charts import Charts
from tarawa_cli.games.tarawa.model.own_tables import check_own, dips
from tarawa_cli.games.tarawa.model.state import PHASE_NAMES
from tarawa_cli.games.tarawa.narration.sentences import goal_heading
from tarawa_cli.kernel.board.tables import Row, Table
from tarawa_cli.kernel.hints import Any
from tarawa_cli.kernel.narration import library
from tarawa_cli.kernel.narration.book import Block, TextTable
from tarawa_cli.kernel.narration.library import Facts
from tarawa_cli.kernel.narration.library import table as table
from tarawa_cli.kernel.narration.visible import wrapped

SOURCES = data.SOURCES
_WON = """\
The campaign is won when every hex is cleared by its last turn, with fewer than
5,000 casualties (12). The short scenarios have goals of their own (13.3)."""


class Library(library.Library):
    charts = {
        "terrain": "Terrain chart",
        "units": "Units",
        "turns": "Turn track",
        "morale": "Morale boxes",
        "values": "Single values",
        "modifiers": "Modifiers",
    }

    def chart_facts(self, charts: Charts, id: str) -> Facts:
        if id == "terrain":
            rows = {t.id: t._asdict() for t in charts.terrain.values()}
            return {"rows": rows, "source": "terrain chart", "rule": "2.3"}
        if id == "units":
            return {"rows": {u.id: u._asdict() for u in charts.units.values()}, "rule": "2.1"}
        if id == "turns":
            return {"rows": [t._asdict() for t in charts.turns], "source": "derived", "rule": "2.4"}
        if id == "morale":
            return {"rows": list(charts.boxes), "source": "derived", "rule": "9"}
        return {"rows": self.values(charts, id)}

    def row_facts(self, row: Row) -> Facts:
        return {**super().row_facts(row), "source": SOURCES[row.tag]}

    def chart_text(self, charts: Charts, id: str) -> str:
        texts = {"terrain": _terrain_text, "units": _units_text, "turns": _turns_text, "morale": _morale_text}
        if id in texts:
            return texts[id](charts)
        lines = [self.charts[id]]
        for name, row in self.values(charts, id).items():
            label = row.get("name") or row.get("label")
            lines.append(f"  {name:22} {_value_text(row['value']):>16}  {row['rule']:9} {label} ({row['source']})")
        return "\n".join(lines)

    def table_text(self, table: Table) -> str:
        lines = [f"{table.name} ({table.rule}), one die; {self.source(table)}"]
        for column, rows in table.columns.items():
            if column:
                lines.append(f" {column}")
            for row in rows:
                fixed = "" if row.tag == table.tag else f"  ({SOURCES[row.tag]})"
                lines.append(f"  {row.span:>9}  {row.result}{fixed}")
        return "\n".join(lines)

    def phase_name(self, phase: str) -> str:
        return PHASE_NAMES[phase]

    def objectives(self) -> list[Block]:
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
            TextTable(("scenario", "objective", "needed", "hexes"), rows),
            prices,
            TextTable(("scenario", "casualties"), costs),
        ]

    def own_scenario_facts(self, scenario: Any) -> Facts:
        return {
            "first_turn": scenario.position.get("turn", 1),
            "length": scenario.length,
            "beaches": list(scenario.beaches),
            "plan": scenario.plan,
            "goal": scenario.goal.facts() if scenario.goal else None,
            "schedule": {who: arrival._asdict() for who, arrival in scenario.schedule.items()},
        }

    def scenario_length(self, facts: Facts) -> str:
        return f"turns {facts['first_turn']} to {facts['length']}"

    def own_scenario_text(self, facts: Facts) -> list[str]:
        lines = ["", *_goal_lines(facts["goal"], facts["length"])] if facts["goal"] else []
        if facts["plan"] == "schedule" and facts["schedule"]:
            lines += ["", "Timetable (turn, beaches):"]
            lines += [f"  {_arrival_text(who, arrival)}" for who, arrival in facts["schedule"].items()]
        return lines


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


LIBRARY = Library(GAME, SOURCES, Charts({}), CODE)
BOOK, PAGES, LISTS, examples = LIBRARY.book, LIBRARY.pages, LIBRARY.lists, LIBRARY.examples


def check_tables(own: Facts, path: str) -> list[str]:
    """Warnings where a lower total does more than a higher one (15); raises BadFile if the tables cannot be used."""
    check_own(own, path)
    return dips(own)
