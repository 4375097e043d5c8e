"""`table`, `rule` and `scenarios`; and `show`, one command for everything that has a name."""

import os
import re

from tarawa_cli.cli import output, program
from tarawa_cli.cli.commands import AT, JSON, SAVE
from tarawa_cli.kernel.engine.grammar import Grammar, Option, Word
from tarawa_cli.kernel.engine.order_words import shown
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.hints import Any, Iterator, NamedTuple
from tarawa_cli.kernel.narration.visible import quoted
from tarawa_cli.kernel.presentation import none

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
        Option("--code", "Show which code carries out each paragraph."),
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


SHOW = Grammar(
    "show",
    """Show a unit, hex, area, table or rule paragraph.

If several things share a name, it shows the first of: hex, unit, area, group of units, table, rule, scenario.
`show unit NAME`, `show table NAME` and so on choose one. Words that name nothing are looked up in the rules.""",
    (Word("THING…", "Name it, or begin its name.", 1, None),),
    (AT, SAVE, JSON),
)
POSITION = {"hex": "hexes", "unit": "units", "area": "areas", "units": "groups"}
"""The things of a position that can be shown, each with the game's list of their names."""
LIBRARY = {"table": "tables", "rule": "rules", "scenarios": "scenarios"}
"""The things that can be shown without a save, each with the library's list of their names."""
MOST = 6
"""The most things that a refusal names."""


class Thing(NamedTuple):
    """Something that can be shown."""

    kind: str
    """The command that shows it."""
    name: str

    def __str__(self) -> str:
        return f"{self.kind} {quoted(self.name)}"


def show_(*words: str, at: str, save: str, json: bool) -> None:
    match = program.look(save, at) if at or os.path.exists(save) else None
    kind, *rest = words
    if rest and kind.lower() in _kinds():
        _show_thing(Thing(kind.lower(), " ".join(rest)), at, save, json)
    else:
        _show_thing(_meant(" ".join(words), [*_things(match)], match, save), at, save, json)


def _kinds() -> list[str]:
    """The kinds of things that this game has."""
    game = program.own_game()
    return [
        *(kind for kind in POSITION if kind in game.views.LOOKS),
        *(k for k in LIBRARY if k in game.library.PAGES),
    ]


def _things(match: Match[Any] | None) -> Iterator[Thing]:
    """Everything that can be shown; of several with the same name the first is meant."""
    kinds = _kinds()
    for kind, listed in POSITION.items():
        names = match.game.legal.WORDS.get(listed) if match and kind in kinds else None
        yield from (Thing(kind, name) for name in (names(match.state) if match and names else ()))
    for kind, listed in LIBRARY.items():
        books = program.own_game().library.LISTS.get(listed) if kind in kinds else None
        yield from (Thing(kind, name) for name in (books() if books else ()))


def _meant(word: str, things: list[Thing], match: Match[Any] | None, save: str) -> Thing:
    """What a word means: the thing of that name, the only one that begins so, or what the rules say about it."""
    low = word.lower()
    if exact := next((thing for thing in things if thing.name.lower() == low), None):
        return exact
    begun = [thing for thing in things if thing.name.lower().startswith(low) and thing.kind != "units"]
    if len(begun) == 1:
        return begun[0]
    if "rule" in _kinds() and re.fullmatch(r"\d{1,2}(\.\w+)*", low):
        return Thing("rule", word)
    if begun:
        some = ", ".join(map(str, begun[:MOST])) + (" …" if len(begun) > MOST else "")
        raise BadOrder(f"{shown(word)} fits more than one thing: {some}", hint=f"show {begun[0]}")
    if place := _place(word, match):
        return place
    match = match or program.look(save)  # whatever it is, it may be of a game that is not there
    if "rule" not in _kinds():
        raise BadOrder(
            f"nothing is called {shown(word)}", hint=f"show takes a name of one of these: {', '.join(_kinds())}"
        )
    return Thing("rule", word)


def _place(word: str, match: Match[Any] | None) -> Thing | None:
    """A hex by the name of a place in it."""
    places = match.game.legal.WORDS.get("places") if match and "hex" in _kinds() else None
    named = (
        [place for place in places(match.state) if place.lower().startswith(word.lower())] if match and places else []
    )
    return Thing("hex", named[0]) if len(named) == 1 else None


def _show_thing(thing: Thing, at: str, save: str, as_json: bool) -> None:
    if thing.kind in POSITION:
        from tarawa_cli.cli import look  # start-up

        getattr(look, f"{thing.kind}_")(thing.name, at=at, save=save, json=as_json)
    elif thing.kind == "rule":
        rule_(*thing.name.split(), all=False, code=False, save=save, json=as_json)
    else:
        (table_ if thing.kind == "table" else scenarios_)(thing.name, save=save, json=as_json)
