"""The end of a sitting in a game of several sides: whose turn it is now, and what they will see."""

from collections.abc import Iterator

from tarawa_cli.cli import output, program
from tarawa_cli.cli.changing import change
from tarawa_cli.cli.commands import JSON, SAVE
from tarawa_cli.cli.history import row_lines
from tarawa_cli.kernel.changing import Told
from tarawa_cli.kernel.chronicle import Row, bare_rows, replay, seen_state, since_own
from tarawa_cli.kernel.errors import BadOrder, Refused
from tarawa_cli.kernel.grammar import Grammar
from tarawa_cli.kernel.hints import Any, NamedTuple
from tarawa_cli.kernel.session import Match
from tarawa_cli.kernel.visible import cut, folded

HANDOVER = Grammar(
    "handover",
    """End your sitting, and print what the other side needs to know.

The text is for a mail or a commit message. It says whose turn it is, sums up what has happened since they last sat, and
tells it order by order, as far as they may know it. In a game by mail it closes your sitting in the save, and the first
one of the other side joins the game; given twice, it prints the same and writes nothing more. If it is still your turn,
it says so (exit code 1).""",
    options=(SAVE, JSON),
)
LONGEST_SUMMARY = 15
_WIDTH = 100


class Handed(NamedTuple):
    """What goes to the other side."""

    to: str
    headline: str
    summary: list[str]
    rows: list[Row]
    broken: str


def handover_(*, save: str, json: bool) -> None:
    match = program.look(save)
    if not match.game.sides.several:
        raise BadOrder("this game has no other side to hand it over to")
    if match.mail:
        change(save, lambda match: _by_mail(match, json))
    else:
        output.tell(_told(match, _handed(match, _taker(match)), json))


def _by_mail(match: Match[Any], as_json: bool) -> Told:
    """Close the sitting; once it is closed, only tell."""
    from tarawa_cli.kernel.mail import desk

    new = desk.hand_over(match)
    lines = _told(match, _handed(match, match.sittings.side), as_json)
    return Told(lines, match if new else None)


def _taker(match: Match[Any]) -> str:
    giver, taker = match.side, next(iter(match.waits_for), match.to_act)
    if giver and giver == taker and not match.when.over:
        raise Refused("", f"it is still your turn as {giver}", "`status` says what you can do")
    return taker or giver


def _handed(match: Match[Any], taker: str) -> Handed:
    """What has happened since the other side last sat, as far as both sides may know it."""
    telling, common = match.game.telling, seen_state(match, match.state, public=True)
    rows = bare_rows(match, public=True)
    broken = replay(match, rows, public=True)
    rows = since_own(rows, taker)
    events = [event for row in rows for event in row.events] if any(row.entry.dice for row in rows) else []
    paragraphs = telling.account(events, common) if events else []
    summary = [line for text in paragraphs for line in folded(text, _WIDTH, "").split("\n")]
    return Handed(taker, telling.headline(common), summary, rows, broken)


def _told(match: Match[Any], handed: Handed, as_json: bool) -> list[str]:
    if as_json:
        entries = [row.as_json() for row in handed.rows]
        to, summary = handed.to, handed.summary
        return [output.answer_text("handover", to=to, summary=summary, entries=entries, note=handed.broken)]
    return ["\n".join(_lines(match, handed))]


def _lines(match: Match[Any], handed: Handed) -> Iterator[str]:
    to, headline, summary, rows, broken = handed
    over = match.when.over or (match.mail and match.sittings.over)
    yield headline if over else f"{to} to move. {headline}"
    yield ""
    yield from summary[:LONGEST_SUMMARY]
    yield from ["…"] if len(summary) > LONGEST_SUMMARY else []
    since = f"since the last sitting of {to}"
    yield from [""] if summary else []
    yield f"What has happened {since}:" if rows else f"Nothing has happened {since}."
    yield from row_lines(rows, match)
    if broken:
        yield f"note: {cut(broken)}"
