"""The charts, the rules and the scenarios, to read."""

import os
from typing import Annotated, Any

import typer

from tarawa_cli.cli import output, program
from tarawa_cli.cli.options import DEFAULT_SAVE, Json, Save
from tarawa_cli.kernel.look import none

TableName = Annotated[str, typer.Argument(metavar="[NAME]", help="A table or chart; without it, the list.")]
Number = Annotated[str, typer.Argument(metavar="[N.N.N]", help="A paragraph; without it, the list.")]
ScenarioName = Annotated[str, typer.Argument(metavar="[NAME]", help="A scenario; without it, the list.")]


# commands → what a game without them does not have
THINGS = {"table": "tables", "rule": "rules", "scenarios": "scenarios"}


def _show(name: str, word: str, as_json: bool, state: Any = None) -> None:
    """A page of the game's library."""
    pages = program.own_game().library.PAGES
    if name not in pages:
        raise none(THINGS[name])
    page = pages[name](state, word)
    if as_json:
        output.say_answer(page.command, **{page.key: page.facts()})
    else:
        output.say(page.text())


def table_(name: TableName = "", save: Save = DEFAULT_SAVE, json: Json = False) -> None:
    """A table as the engine uses it, with its source.

    With a save at hand, it is that game's own.
    """
    _show("table", name, json, program.look(save).state if os.path.exists(save) else None)


def rule_(number: Number = "", save: Save = DEFAULT_SAVE, json: Json = False) -> None:
    """A paragraph of the rules, and where it is in the code."""
    _show("rule", number, json)


def scenarios_(name: ScenarioName = "", save: Save = DEFAULT_SAVE, json: Json = False) -> None:
    """What can be played, or one scenario's introduction."""
    _show("scenarios", name, json)
