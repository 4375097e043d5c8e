"""One order from the command line to the save and back to the screen."""

from typing import Any, NamedTuple

from tarawa_cli.cli import output
from tarawa_cli.games import GAMES
from tarawa_cli.kernel import session
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.orders import shown
from tarawa_cli.kernel.session import Done, Match


class Given(NamedTuple):
    """The options that every order takes."""

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


def order(tokens: list[str], given: Given) -> None:
    """Carry out one order on the save."""
    dice = read_dice(given.dice)
    if given.dry_run:
        _only_check(tokens, dice, given)
        return
    with session.held(GAMES, given.save) as match:
        edited = match.edited
        done = session.perform(match, tokens, dice)
        session.keep(given.save, match)
        tell_edited(edited)
    report(match, done, given.json)


def tell_edited(edited: bool) -> None:
    """A hand edit that a command has just recorded."""
    if edited:
        output.note("note: this save was edited by hand; the journal now says so")


def _only_check(tokens: list[str], dice: list[int] | None, given: Given) -> None:
    match = session.look(GAMES, given.save)
    match.dice(dice)
    text = session.read_order(match, tokens).text()
    if given.json:
        from tarawa_cli.games.tarawa.facts import brief

        output.say_answer(text, dry_run=True, state=brief(match.state, match))
    else:
        output.say(f"legal: {text}")


def report(match: Match[Any], done: Done, as_json: bool) -> None:
    """What an order has brought about, and what comes next: in full when something new begins."""
    if as_json:
        from tarawa_cli.games.tarawa.facts import brief

        events = [event.as_json() for event in done.events]
        output.say_answer(done.command, events, state=brief(match.state, match))
        return
    from tarawa_cli.games.tarawa.view import outlook, sentences

    for line in sentences(done.events, match.state):
        output.say(line)
    output.say(outlook(match.state, done.events))
