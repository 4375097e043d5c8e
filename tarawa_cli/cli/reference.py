"""The charts, the rules and the scenarios, to read."""

from typing import Annotated, Any

import typer

from tarawa_cli.cli import output
from tarawa_cli.cli.options import DEFAULT_SAVE, Json, Save
from tarawa_cli.games.tarawa import library

TableName = Annotated[str, typer.Argument(metavar="[NAME]", help="A table or chart; without it, the list.")]
Number = Annotated[str, typer.Argument(metavar="[N.N.N]", help="A paragraph; without it, the list.")]
ScenarioName = Annotated[str, typer.Argument(metavar="[NAME]", help="A scenario; without it, the list.")]


def _show(as_json: bool, key: str, value: Any, text: str) -> None:
    if as_json:
        output.say_json({"ok": True, key: value})
    else:
        output.say(text)


def table_(name: TableName = "", save: Save = DEFAULT_SAVE, json: Json = False) -> None:
    """A table as the engine uses it, with its source; with a save at hand, that game's own."""
    charts = library.charts_of(save)
    if not name:
        _show(json, "tables", library.tables_facts(charts), library.tables_text(charts))
    else:
        id = library.find_table(name)
        _show(json, "table", library.table_facts(charts, id), library.table_text(charts, id))


def rule_(number: Number = "", save: Save = DEFAULT_SAVE, json: Json = False) -> None:
    """A paragraph of the rules in our words, and where it is in the code."""
    if not number:
        _show(json, "rules", library.rules_facts(), library.rules_text())
    else:
        fact = library.rule_facts(number)
        _show(json, "rule", fact, library.rule_text(fact))


def scenarios_(name: ScenarioName = "", save: Save = DEFAULT_SAVE, json: Json = False) -> None:
    """What can be played, or one scenario's introduction."""
    if not name:
        listed = library.scenarios_facts()
        _show(json, "scenarios", listed, library.scenarios_text(listed))
    else:
        _show(json, "scenario", library.scenario_facts(name), library.scenario_text(name))
