"""One order from the command line to the save and back to the screen."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from tarawa_cli.cli import output, program
from tarawa_cli.cli.changing import change, outside_note
from tarawa_cli.cli.commands import SHARED, Read, Value
from tarawa_cli.kernel import session
from tarawa_cli.kernel.changing import Told
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.grammar import Grammar
from tarawa_cli.kernel.orders import shown
from tarawa_cli.kernel.session import Done, Match


class Given(NamedTuple):
    """The values of the options that every order takes in a shell."""

    save: str
    json: bool
    dry_run: bool
    dice: str


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


def order(grammar: Grammar, read: Read) -> None:
    """Carry out one order on the save; the name alone of some only asks what stands."""
    tokens = in_words(grammar, read)
    shared: Any = (read.values[option.name] for option in SHARED)
    given = Given(*shared)
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
        return Told([*note, *report(match, done, given.json)], match)

    change(given.save, work)


def in_words(grammar: Grammar, read: Read) -> list[str]:
    """An order as scripts and the journal hold it."""
    return grammar.tokens(read.plain, {option.name: _value(read.values[option.name]) for option in grammar.options})


def _value(value: Value) -> bool | list[str]:
    return value if isinstance(value, bool | list) else [str(value)]


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
