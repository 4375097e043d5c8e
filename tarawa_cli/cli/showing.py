"""`show`: one command for whatever has a name."""

import os
import re

from tarawa_cli.cli import look, program, reference
from tarawa_cli.cli.commands import AT, JSON, SAVE
from tarawa_cli.kernel.engine.grammar import Grammar, Word
from tarawa_cli.kernel.engine.order_words import shown
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.hints import Any, Iterator, NamedTuple
from tarawa_cli.kernel.narration.visible import quoted

SHOW = Grammar(
    "show",
    """Show a unit, hex, area, table or rule paragraph.

If several things share a name, it shows the first of: hex, unit, area, group of units, table, rule, scenario.
`show unit NAME`, `show table NAME` and so on choose one. Words that name nothing are looked up in the rules.""",
    (Word("THING…", "Name it, or begin its name.", 1, None),),
    (AT, SAVE, JSON),
)
POSITION = {"hex": "hexes", "unit": "units", "area": "areas", "units": "groups"}
"""What is shown of the position, and the list of the game's choices that names it."""
LIBRARY = {"table": "tables", "rule": "rules", "scenarios": "scenarios"}
"""What can be read without a game, and the list of the game's library that names it."""
MOST = 6
"""Things that a refusal names."""


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
        _show(Thing(kind.lower(), " ".join(rest)), at, save, json)
    else:
        _show(_meant(" ".join(words), [*_things(match)], match, save), at, save, json)


def _kinds() -> list[str]:
    """The kinds of things that this game has."""
    game = program.own_game()
    return [
        *(kind for kind in POSITION if kind in game.views.LOOKS),
        *(k for k in LIBRARY if k in game.library.PAGES),
    ]


def _things(match: Match[Any] | None) -> Iterator[Thing]:
    """Everything that can be shown, those first that win if several have the same name."""
    kinds = _kinds()
    for kind, listed in POSITION.items():
        names = match.game.legal.WORDS.get(listed) if match and kind in kinds else None
        yield from (Thing(kind, name) for name in (names(match.state) if match and names else ()))
    for kind, listed in LIBRARY.items():
        books = program.own_game().library.LISTS.get(listed) if kind in kinds else None
        yield from (Thing(kind, name) for name in (books() if books else ()))


def _meant(word: str, things: list[Thing], match: Match[Any] | None, save: str) -> Thing:
    """What a word means: the thing of that name, the only one that begins so, or whatever the rules say of it."""
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


def _show(thing: Thing, at: str, save: str, as_json: bool) -> None:
    if thing.kind in POSITION:
        getattr(look, f"{thing.kind}_")(thing.name, at=at, save=save, json=as_json)
    elif thing.kind == "rule":
        reference.rule_(*thing.name.split(), all=False, code=False, save=save, json=as_json)
    else:
        getattr(reference, f"{thing.kind}_")(thing.name, save=save, json=as_json)
