"""Everything to be read: tables and charts, the rules in our words, the scenarios."""

from tarawa_cli.games.malta import BOOK as CODE
from tarawa_cli.games.malta import data
from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.model import scenario
from tarawa_cli.games.malta.model.board import malta
from tarawa_cli.games.malta.model.charts import CHARTS, SIXTHS, Charts, TerrainRow, check_own
from tarawa_cli.kernel.board.tables import Table
from tarawa_cli.kernel.engine.order_words import find_name
from tarawa_cli.kernel.hints import Any
from tarawa_cli.kernel.narration import library
from tarawa_cli.kernel.narration.book import Block, TextTable
from tarawa_cli.kernel.narration.library import Facts
from tarawa_cli.kernel.narration.library import table as table

SOURCES = data.SOURCES


class Library(library.Library):
    charts = {
        "terrain": "Terrain chart",
        "units": "Units",
        "turns": "Turn track",
        "values": "Single values",
        "modifiers": "Modifiers",
    }
    widths = (14, 24, 6)
    decimal = True
    headings = (
        *("1", "2", "4.1", "4.2", "4.3", "4.4", "5", "6", "8", "9", "10", "11", "12", "16", "17", "18", "19", "20"),
        *("21", "23", "24", "25"),
    )
    shared_code = {
        "24.4": "tarawa_cli/kernel/mail/, for all games",
        "24.5": "tarawa_cli/cli/handover.py, for all games",
    }
    sequence = "The phases of a turn in order. Phases without a player are played by the program."

    def chart_facts(self, charts: Charts, id: str) -> Facts:
        if id == "terrain":
            return {"rows": {id: ground._asdict() for id, ground in (charts.terrain | charts.hexsides).items()}}
        if id == "units":
            return {"rows": data.document("units.toml")["units"]}
        if id == "turns":
            return {"rows": [turn._asdict() for turn in charts.turns]}
        return {"rows": self.values(charts, id)}

    def more_facts(self, table: Table) -> Facts:
        return {"heads": {name: list(heads) for name, heads in table.heads.items()}}

    def chart_text(self, charts: Charts, id: str) -> str:
        texts = {"terrain": _terrain_text, "units": _units_text, "turns": _turns_text}
        if id in texts:
            return texts[id](charts)
        lines = [
            f"  {name:20} {row['value']:>3}  {row['rule']:6} {row.get('name') or row['label']} ({row['source']})"
            for name, row in self.values(charts, id).items()
        ]
        return "\n".join([self.charts[id], *lines])

    def table_text(self, table: Table) -> str:
        dice = "one die" if table.thrown == 1 else f"{table.thrown} dice"
        rows = [[name, *heads] for name, heads in table.heads.items()]
        spans = [row.span for row in next(iter(table.columns.values()))]
        rows += [[span, *(rows[place].result for rows in table.columns.values())] for place, span in enumerate(spans)]
        if table.heads:
            rows.insert(0, ["", *table.columns])
        return "\n".join([f"{table.name} ({table.rule}), {dice}; {self.source(table)}", *_columns(rows)])

    def phase_name(self, phase: str) -> str:
        from tarawa_cli.games.malta.narration.sentences import phase_name  # start-up

        return phase_name(phase)

    def objectives(self) -> list[Block]:
        """The objectives with their weights, and the goals of the short scenarios."""
        board = malta()
        heaviest = sorted(board.objectives.items(), key=lambda pair: (-pair[1], pair[0]))
        text = f"The weights that add up to P (20.3), {sum(board.objectives.values())} in all."
        rows = [(at, board.name_of(at), str(weight)) for at, weight in heaviest]
        goals = [(found.id, found.goal.text) for found in scenario.in_order() if found.goal]
        own = "These scenarios have their own goals instead (22)."
        return [text, TextTable(("hex", "place", "weight"), rows), own, TextTable(("scenario", "goal"), goals)]

    def find_scenario(self, word: str) -> str:
        return find_name(word, self.scenarios(), "scenario", "scenarios")

    def own_scenario_facts(self, scenario: Any) -> Facts:
        return {
            "first": scenario.position.get("turn", CHARTS.turns[0].id),
            "last": CHARTS.turn(scenario.last).id,
            "goal": scenario.goal._asdict() if scenario.goal else None,
        }

    def scenario_length(self, facts: Facts) -> str:
        return f"{facts['first']} to {facts['last']}"


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


LIBRARY = Library(GAME, SOURCES, CHARTS, CODE)
BOOK, PAGES, LISTS, examples = LIBRARY.book, LIBRARY.pages, LIBRARY.lists, LIBRARY.examples


def check_tables(own: Facts, path: str) -> list[str]:
    """Raise BadFile if custom tables cannot be used; Malta has no warnings."""
    check_own(own, path)
    return []
