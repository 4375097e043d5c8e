"""One order from the command line to the save and back to the screen."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from tarawa_cli.cli import output
from tarawa_cli.cli.changing import Told, change, outside_note
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

    def work(match: Match[Any]) -> Told:
        note = outside_note(match)
        done = session.perform(match, tokens, dice)
        return Told([*note, *report(match, done, given.json)])

    change(given.save, work)


def _only_check(tokens: list[str], dice: list[int] | None, given: Given) -> None:
    match = session.look(GAMES, given.save)
    match.dice(dice)
    text = session.read_order(match, tokens).text()
    if given.json:
        from tarawa_cli.games.tarawa.looking.facts import brief

        output.say_answer(text, dry_run=True, state=brief(match.state, match))
    else:
        output.say(f"legal: {text}")


def report(match: Match[Any], done: Done, as_json: bool) -> Iterator[str]:
    """What an order has brought about, and what comes next: in full when something new begins."""
    if as_json:
        from tarawa_cli.games.tarawa.looking.facts import brief

        events = [event.as_json() for event in done.events]
        yield output.answer_text(done.command, events, state=brief(match.state, match))
        return
    from tarawa_cli.games.tarawa.telling.sentences import outlook, sentences

    yield from sentences(done.events, match.state)
    yield outlook(match.state, done.events)
