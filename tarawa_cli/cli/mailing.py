"""A game by mail: carry out what waits for dice, and answer what the other side asks for."""

from tarawa_cli.cli import output, program
from tarawa_cli.cli.changing import change
from tarawa_cli.cli.commands import JSON, SAVE
from tarawa_cli.cli.orders import Given, report, what_is_next
from tarawa_cli.kernel.changing import Told
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.grammar import Grammar, Number, Option, Word
from tarawa_cli.kernel.hints import Any
from tarawa_cli.kernel.session import Match

MAIL = Grammar(
    "mail",
    """Show what is new in a game by mail, whose turn it is, and who owes the next link.

What is new is what has happened since your last hand-over. If the save is in git, `mail` also shows what you have not
committed or pushed yet. It fetches nothing, so run `git pull` first.""",
    options=(SAVE, JSON),
)
RESUME = Grammar(
    "resume",
    """Carry out the other side's order that waits for your dice.

In a game by mail an answer in your turn, and the order that ends a turn, roll no dice in the other side's sitting. They
wait for yours, and nothing else can be ordered before.""",
    options=(SAVE, JSON),
)
ACCEPT = Grammar(
    "accept",
    """Agree to what the other side asks for in a game by mail.

That is a change made by hand, new rules or tables, a lost chain, or going back to an earlier sitting. The journal
records it.""",
    options=(SAVE, JSON),
)
DECLINE = Grammar(
    "decline",
    "Refuse what the other side asks for in a game by mail, and abandon the game.",
    options=(SAVE, JSON),
)
BACK = Grammar(
    "back",
    """Ask the other side to return to the end of an earlier sitting.

After `handover` the other side answers with `accept` or `decline`. Nothing is removed from the journal, and no link is
used twice.""",
    (Word("K", "Give the number of the sitting; `log` shows them.", number=Number(0, 1_000_000)),),
    (SAVE, JSON),
)
ANCHOR = Grammar(
    "anchor",
    """Begin a new chain after losing your own file of a game by mail.

It closes your sitting without a link. The other side answers with `accept` or `decline`, and the loss is counted.""",
    options=(Option("--lost", "Confirm that the file is lost."), SAVE, JSON),
)


def mail_(*, save: str, json: bool) -> None:
    from tarawa_cli.cli.mailbox import as_json, lines

    match = program.look(save)
    if not match.mail:
        raise BadOrder("this is not a game by mail", hint="new --mail")
    output.tell([as_json(match)] if json else ["\n".join(lines(match))])


def resume_(*, save: str, json: bool) -> None:
    from tarawa_cli.kernel.mail import desk

    def work(match: Match[Any]) -> Told:
        done = desk.resume(match)
        given = Given(save, json, dry_run=False, dice="", verbose=False)
        return Told([*report(match, "resume", [done], given)], match)

    change(save, work)


def accept_(*, save: str, json: bool) -> None:
    from tarawa_cli.kernel.mail import desk

    change(save, lambda match: _told(match, "accept", f"accepted: {desk.ASKED[desk.accept(match)]}", json))


def decline_(*, save: str, json: bool) -> None:
    from tarawa_cli.kernel.mail import desk

    change(save, lambda match: _told(match, "decline", f"declined: {desk.ASKED[desk.decline(match)]}", json))


def back_(number: str, *, save: str, json: bool) -> None:
    from tarawa_cli.kernel.mail import desk

    def work(match: Match[Any]) -> Told:
        desk.go_back(match, int(number))
        return _told(match, f"back {number}", f"You ask to go back to the end of sitting {number}.", json)

    change(save, work)


def anchor_(*, lost: bool, save: str, json: bool) -> None:
    from tarawa_cli.kernel.mail import desk

    if not lost:
        raise BadOrder("a chain is begun anew only if the old one is lost", hint="anchor --lost")

    def work(match: Match[Any]) -> Told:
        desk.lose_chain(match)
        return _told(match, "anchor --lost", "A new chain is begun, and your sitting is handed over.", json)

    change(save, work)


def _told(match: Match[Any], command: str, text: str, as_json: bool) -> Told:
    if as_json:
        return Told([output.answer_text(command, state=match.game.looking.brief(match.state, match))], match)
    return Told([text, *what_is_next(match)], match)
