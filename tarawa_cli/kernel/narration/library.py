"""The library of a game with tables, rules and scenario files: what `table`, `rule` and `scenarios` show.

A game derives its own class and says in it what is its own: its charts, how it prints a table, what it tells of a
scenario. `PAGES` and `LISTS` of its module are those of the one library that it makes.
"""

from tarawa_cli.kernel.board.tables import Row, Rulebook, Table
from tarawa_cli.kernel.engine.order_words import find_name
from tarawa_cli.kernel.hints import Any, Callable, Collection, Mapping
from tarawa_cli.kernel.narration.book import Block, Book, glossary, sequence_card, worked
from tarawa_cli.kernel.narration.visible import wrapped
from tarawa_cli.kernel.presentation import Look, Pages
from tarawa_cli.kernel.saves.scenarios import ScenarioGame

Facts = dict[str, Any]
Lists = Mapping[str, Callable[[], dict[str, str]]]


class Library:
    """Tables and charts, rules and scenarios, as pages."""

    charts: Mapping[str, str] = {}
    """The charts beside the result tables, by id: their titles."""
    widths = (18, 26, 9)
    """Of the columns in the list of tables: id, name, rule."""
    decimal = False
    """Whether paragraph 9.42 is a part of 9.4 (`Book`)."""
    shared_code: Mapping[str, str] = {}
    """Paragraphs that code of all games carries out: where that is."""
    headings: Collection[str] | None = None
    """Paragraphs that need no code; None if any paragraph may have none."""
    sequence = "What happens in a turn, in this order. Phases without a player are automatic."
    """What the sequence card begins with."""

    def __init__(self, game: ScenarioGame[Any], sources: Mapping[str, str], printed: Any, code: Rulebook) -> None:
        self.game, self.sources, self.code = game, sources, code
        self.printed = printed
        """The charts of a game without custom tables."""
        appendices: dict[str, tuple[str, Callable[[], list[Block]]]] = {
            "A": ("Sequence card", self._sequence),
            "B": ("A worked combat", lambda: worked(game, self._book("combat"))),
            "C": ("Objectives", self.objectives),
            "D": ("Glossary", lambda: [glossary(self._book("glossary"))]),
        }
        rules = self.game.data.document
        self.book = Book(game.id, lambda: rules("rules.toml"), appendices, self._places, sources, self.decimal)
        self.pages: Pages = {
            "table": self._table,
            "rule": lambda _, words: self.book.page(words),
            "scenarios": self._scenario,
        }
        self.lists: Lists = {"tables": self.tables, "rules": self.book.titles, "scenarios": self.scenarios}

    def _book(self, part: str) -> Any:
        return self.game.data.document("book.toml")[part]

    # ── For a game to say

    def chart_facts(self, charts: Any, id: str) -> Facts:
        """A chart as plain values, besides its id and name."""
        raise NotImplementedError

    def chart_text(self, charts: Any, id: str) -> str:
        raise NotImplementedError

    def table_text(self, table: Table) -> str:
        """A result table as it would be printed on a card."""
        raise NotImplementedError

    def row_facts(self, row: Row) -> Facts:
        return {"total": row.span, "low": row.low, "high": row.high, "result": row.result}

    def more_facts(self, table: Table) -> Facts:
        """What else a table has, before its columns."""
        return {}

    def phase_name(self, phase: str) -> str:
        raise NotImplementedError

    def objectives(self) -> list[Block]:
        """What can be won, for the book of rules."""
        raise NotImplementedError

    def find_scenario(self, word: str) -> str:
        """The name or path of the scenario that a word means."""
        return word

    def scenario_length(self, facts: Facts) -> str:
        raise NotImplementedError

    def own_scenario_facts(self, scenario: Any) -> Facts:
        """What a scenario has besides its id, name and texts."""
        raise NotImplementedError

    def own_scenario_text(self, facts: Facts) -> list[str]:
        """Lines below the introduction."""
        return []

    # ── Tables and charts

    def tables(self) -> dict[str, str]:
        """Every table and chart, with its name."""
        return {id: sheet["name"] for id, sheet in self.game.data.document("tables.toml").items()} | {**self.charts}

    def table_facts(self, charts: Any, id: str) -> Facts:
        """A table or chart as plain values."""
        if id in self.charts:
            return {"id": id, "name": self.charts[id], **self.chart_facts(charts, id)}
        table: Table = charts.table(id)
        return {
            "id": id,
            "name": table.name,
            "rule": table.rule,
            "source": self.sources[table.tag],
            "dice": table.dice,
            **self.more_facts(table),
            "columns": {column: [self.row_facts(row) for row in rows] for column, rows in table.columns.items()},
        }

    def values(self, charts: Any, part: str) -> dict[str, Facts]:
        """Single values or modifiers, the player's own numbers among them, each with its source."""
        sheet, own = self.game.data.document("charts.toml")[part], charts.own.get(part, {})
        return {
            name: row | {"value": own.get(name, row["value"]), "source": self.sources[row["tag"]]}
            for name, row in sheet.items()
        }

    def source(self, table: Table) -> str:
        """Where a table comes from, and whether the player has replaced it."""
        return f"{self.sources[table.tag]}{f', {table.notes}' if table.notes else ''}"

    def tables_text(self, charts: Any) -> str:
        wide, name, rule = self.widths
        lines = [f"Result tables ({self.game.id} table NAME):"]
        for id in charts.table_ids:
            table = charts.table(id)
            lines.append(f"  {id:{wide}} {table.name:{name}} {table.rule:{rule}} {self.source(table)}")
        return "\n".join([*lines, "Charts:", *(f"  {id:{wide}} {title}" for id, title in self.charts.items())])

    def _table(self, state: Any, word: str) -> Look:
        """A table of the game in the current save, or of the shipped charts."""
        charts = state.charts if state else self.printed
        if not word:
            facts = [self.table_facts(charts, id) for id in charts.table_ids]
            return Look("table", "tables", lambda: facts, lambda: self.tables_text(charts))
        id = find_name(word, self.tables(), "table", "table")

        def text() -> str:
            return self.chart_text(charts, id) if id in self.charts else self.table_text(charts.table(id))

        return Look(f"table {id}", "table", lambda: self.table_facts(charts, id), text)

    # ── Rules

    def _sequence(self) -> list[Block]:
        return [self.sequence, sequence_card(self._book("sequence"), self.phase_name)]

    def _places(self, number: str) -> list[str]:
        """Where a paragraph is carried out."""
        import_everything(self.game.package)
        found = [f"{place.file}:{place.line} {place.name}" for place in self.code.places(number)]
        if found or self.headings is None or number in self.headings:
            return found
        return [self.shared_code.get(number, "not implemented yet")]

    # ── Scenarios

    def scenarios(self) -> dict[str, str]:
        """The shipped scenarios by name, without titles: those would mean reading each file."""
        return dict.fromkeys(self.game.scenario.shipped(), "")

    def scenario_facts(self, word: str) -> Facts:
        scenario = self.game.scenario
        found = scenario.load(scenario.locate(self.find_scenario(word), "."))
        texts = {"description": found.description, "introduction": found.introduction}
        return {"id": found.id, "name": found.name, **texts, **self.own_scenario_facts(found)}

    def scenarios_facts(self) -> list[Facts]:
        return [self.scenario_facts(one.id) for one in self.game.scenario.in_order()]

    def scenario_text(self, facts: Facts) -> str:
        head = f"{facts['name']} (`{facts['id']}`), {self.scenario_length(facts)}"
        return "\n".join([head, "", facts["introduction"], *self.own_scenario_text(facts)])

    def _scenarios_text(self, listed: list[Facts]) -> str:
        lines = ["Scenarios (`scenarios NAME` shows the introduction, `new NAME` starts):"]
        for facts in listed:
            lines.append(f"  {facts['id']} — {facts['name']}, {self.scenario_length(facts)}")
            lines.append(wrapped(f"    {facts['description']}", 4))
        return "\n".join(lines)

    def _scenario(self, state: Any, word: str) -> Look:
        if not word:
            listed = self.scenarios_facts()
            return Look("scenarios", "scenarios", lambda: listed, lambda: self._scenarios_text(listed))
        facts = self.scenario_facts(word)
        return Look(f"scenarios {facts['id']}", "scenario", lambda: facts, lambda: self.scenario_text(facts))

    def examples(self, command: str) -> list[str]:
        found: list[str] = self.game.data.document("examples.toml").get(command, [])
        return found


def table(state: Any, id: str) -> Table:
    """A table as the current game uses it."""
    found: Table = state.charts.table(id)
    return found


def import_everything(package: str) -> None:
    """Import every module of a game, so that each paragraph's home is known."""
    import pkgutil  # start-up

    from tarawa_cli.kernel.standard import import_module

    for module in pkgutil.walk_packages(import_module(package).__path__, f"{package}."):
        import_module(module.name)
