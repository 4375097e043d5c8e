"""One order from the command line to the save and back to the screen."""

import os
from collections.abc import Iterator
from typing import Any, NamedTuple

from tarawa_cli.cli import output, program
from tarawa_cli.cli.changing import Told, change, outside_note
from tarawa_cli.kernel import session
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.grammar import Grammar, Option, Words
from tarawa_cli.kernel.orders import shown
from tarawa_cli.kernel.session import Done, Match

DEFAULT_SAVE = "saves/game.toml"
ENVIRONMENT = "TARAWA_SAVE"

SAVE = Option("--save", "The save.", "FILE", short="-s")
JSON = Option("--json", "Print one JSON object.")
DRY_RUN = Option("--dry-run", "Only check: roll nothing, write nothing.", short="-n")
DICE = Option("--dice", "The dice, in the order in which they are used (manual-dice games).", "D,D,…")
AS = Option("--as", "The side that you play; without it, and without $TARAWA_SIDE, all of them.", "SIDE")
SHARED = (SAVE, JSON, DRY_RUN, DICE, AS)
"""The options that every order takes in a shell besides its own."""
_NUMBERS = tuple(map(str, range(100)))
_LONG = {option.short: option.name for option in SHARED if option.short}


class Given(NamedTuple):
    """The values of these options."""

    save: str
    json: bool
    dry_run: bool
    dice: str
    side: str = ""


class Line(NamedTuple):
    """An order as it stands in a command line."""

    grammar: Grammar
    tokens: list[str]
    given: Given


def read_line(grammar: Grammar, arguments: list[str]) -> Line | None:
    """The order that a command line holds; None if that is for Typer to say: help, faults, unusual signs."""
    shell = grammar._replace(options=(*grammar.options, *SHARED))
    try:
        read = Words(shell, [_LONG.get(word, word) for word in arguments])
    except BadOrder:
        return None
    if not _has_right_words(grammar, read) or not all(_has_right_values(option, read) for option in shell.options):
        return None
    save = read.value("--save") or os.environ.get(ENVIRONMENT) or DEFAULT_SAVE
    given = Given(save, read.flag("--json"), read.flag("--dry-run"), read.value("--dice"), read.value("--as"))
    return Line(grammar, grammar.tokens(read.plain, read.given), given)


def _has_right_words(grammar: Grammar, read: Words) -> bool:
    count, most = len(read.plain), grammar.most
    enough = count >= grammar.least or (grammar.shows and not count)
    return enough and (most is None or count <= most) and all(map(_is_simple, read.plain))


def _has_right_values(option: Option, read: Words) -> bool:
    if not option.takes:
        return True
    values = read.values(option.name)
    enough = bool(values) or not option.needed
    numbers = option.number is None or all(value in _NUMBERS for value in values)
    return enough and numbers and (option.many or len(values) < 2) and all(map(_is_simple, values))


def _is_simple(word: str) -> bool:
    """Whether it means the same to every reader; an empty word, or one that begins as options do, may not."""
    return bool(word) and not word.startswith("-")


def read_dice(text: str) -> list[int] | None:
    """`4,2,6`; None if none are given."""
    if not text:
        return None
    words = text.replace(",", " ").split()
    if not words or not all(word in ("1", "2", "3", "4", "5", "6") for word in words):
        raise BadOrder(
            f"--dice {shown(text)}: dice are numbers from 1 to 6 with commas between", hint="e.g. --dice 4,2,6"
        )
    return [int(word) for word in words]


def order(grammar: Grammar, tokens: list[str], given: Given) -> None:
    """Carry out one order on the save; the name alone of some only asks what stands."""
    program.play_as(given.side)
    if grammar.shows and len(tokens) == 1:
        from tarawa_cli.cli.look import show_standing

        show_standing(grammar.name, given.save, given.json)
        return
    dice = read_dice(given.dice)
    if given.dry_run:
        _only_check(tokens, dice, given)
        return

    def work(match: Match[Any]) -> Told:
        note = outside_note(match)
        done = session.perform(match, tokens, dice)
        return Told([*note, *report(match, done, given.json)])

    change(given.save, work)


def _only_check(tokens: list[str], dice: list[int] | None, given: Given) -> None:
    match = program.look(given.save)
    match.dice(dice)
    text = session.read_order(match, tokens).text()
    if given.json:
        output.say_answer(text, dry_run=True, state=match.game.looking.brief(match.state, match))
    else:
        output.say(f"legal: {text}")


def report(match: Match[Any], done: Done, as_json: bool) -> Iterator[str]:
    """What an order has brought about, and what comes next: in full when something new begins."""
    if as_json:
        events = [event.as_json() for event in done.events]
        yield output.answer_text(done.command, events, state=match.game.looking.brief(match.state, match))
        return
    telling = match.game.telling
    yield from telling.sentences(done.events, match.state)
    yield telling.outlook(match.state, done.events)
