"""The charts, the rules and the scenarios, to read."""

from typing import Annotated, Any

import typer

from tarawa_cli.cli import output
from tarawa_cli.cli.options import DEFAULT_SAVE, Json, Save
from tarawa_cli.games.tarawa.looking import library

TableName = Annotated[str, typer.Argument(metavar="[NAME]", help="A table or chart; without it, the list.")]
Number = Annotated[str, typer.Argument(metavar="[N.N.N]", help="A paragraph; without it, the list.")]
ScenarioName = Annotated[str, typer.Argument(metavar="[NAME]", help="A scenario; without it, the list.")]


def _show(as_json: bool, command: str, key: str, value: Any, text: str) -> None:
    if as_json:
        output.say_answer(command, **{key: value})
    else:
        output.say(text)


def table_(name: TableName = "", save: Save = DEFAULT_SAVE, json: Json = False) -> None:
    """A table as the engine uses it, with its source.

    With a save at hand, it is that game's own.
    """
    charts = library.charts_of(save)
    if not name:
        _show(json, "table", "tables", library.tables_facts(charts), library.tables_text(charts))
    else:
        id = library.find_table(name)
        _show(json, f"table {id}", "table", library.table_facts(charts, id), library.table_text(charts, id))


def rule_(number: Number = "", save: Save = DEFAULT_SAVE, json: Json = False) -> None:
    """A paragraph of the rules, and where it is in the code."""
    if not number:
        _show(json, "rule", "rules", library.rules_facts(), library.rules_text())
    else:
        fact = library.rule_facts(number)
        _show(json, f"rule {fact['rule']}", "rule", fact, library.rule_text(fact))


def scenarios_(name: ScenarioName = "", save: Save = DEFAULT_SAVE, json: Json = False) -> None:
    """What can be played, or one scenario's introduction."""
    if not name:
        listed = library.scenarios_facts()
        _show(json, "scenarios", "scenarios", listed, library.scenarios_text(listed))
    else:
        fact = library.scenario_facts(name)
        _show(json, f"scenarios {fact['id']}", "scenario", fact, library.scenario_text(fact))
