"""The charts, the rules and the scenarios, to read."""

import os

from tarawa_cli.cli import output, program
from tarawa_cli.cli.commands import JSON, SAVE
from tarawa_cli.kernel.engine.grammar import Grammar, Option, Word
from tarawa_cli.kernel.engine.views import none
from tarawa_cli.kernel.hints import Any

TABLE = Grammar(
    "table",
    "Show a table with its source, or list them all.\n\nIf there is a save, it is the table of that game.",
    (Word("NAME", "Name a table or chart.", 0),),
    (SAVE, JSON),
)
RULE = Grammar(
    "rule",
    """Print a chapter or paragraph of the rules, or find the paragraphs that mention a word.

A number prints that paragraph and all below it, so `rule 9` prints chapter 9. The appendices have letters: A is the
sequence of a turn, B a worked combat, C the objectives, D the glossary.""",
    (Word("N.N.N|WORD…", "Give a chapter or paragraph, or words to look for.", 0, None),),
    (
        Option("--all", "Print the whole book."),
        Option("--code", "Show which code carries each paragraph out."),
        SAVE,
        JSON,
    ),
)
SCENARIOS = Grammar(
    "scenarios",
    "List the scenarios, or introduce one.",
    (Word("NAME", "Name a scenario.", 0),),
    (SAVE, JSON),
)

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


def table_(name: str = "", *, save: str, json: bool) -> None:
    _show("table", name, json, program.look(save).state if os.path.exists(save) else None)


def rule_(*words: str, all: bool, code: bool, save: str, json: bool) -> None:
    _show("rule", " ".join([*words, *(["--all"] if all else []), *(["--code"] if code else [])]), json)


def scenarios_(name: str = "", *, save: str, json: bool) -> None:
    _show("scenarios", name, json)
