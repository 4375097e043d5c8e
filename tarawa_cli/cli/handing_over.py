"""The end of a sitting in a game of several sides: whose turn it is now, and what they will see."""

from collections.abc import Iterator

from tarawa_cli.cli import output, program
from tarawa_cli.cli.commands import JSON, SAVE
from tarawa_cli.cli.history import row_lines
from tarawa_cli.kernel.chronicle import Row, bare_rows, replay, since_own
from tarawa_cli.kernel.errors import BadOrder, Refused
from tarawa_cli.kernel.grammar import Grammar
from tarawa_cli.kernel.hints import Any
from tarawa_cli.kernel.session import Match
from tarawa_cli.kernel.sides import seen
from tarawa_cli.kernel.visible import cut

HANDOVER = Grammar(
    "handover",
    """End your sitting: what the other side needs to know.

The text is for a mail or a commit message. It says whose turn it is, and tells all that has happened since they last
gave an order, as far as they may know it. Nothing changes. If it is still your turn, it says so (exit code 1).""",
    options=(SAVE, JSON),
)


def handover_(*, save: str, json: bool) -> None:
    match = program.look(save)
    sides = match.game.sides
    if not sides.several:
        raise BadOrder("this game has no other side to hand it over to")
    giver, taker = match.side, next(iter(match.waits_for), match.to_act)
    if giver and giver == taker and not match.when.over:
        raise Refused("", f"it is still your turn as {giver}", "`status` says what you can do")
    match.side = taker or giver
    common = sides.view(match.state, giver) if giver else match.state
    headline = match.game.telling.headline(common)
    rows = bare_rows(match)
    broken = replay(match, rows)
    rows = [_known_to(giver, row, match) for row in since_own(rows, match.side)]
    if json:
        entries = [row.as_json() for row in rows]
        output.say_answer("handover", to=match.side, entries=entries, note=broken)
    else:
        output.say("\n".join(_lines(match, headline, rows, broken)))


def _known_to(giver: str, row: Row, match: Match[Any]) -> Row:
    """What the other side will see of an entry, as far as the side that hands over may see it too."""
    row.events = seen(match.game.sides, [], row.events, giver)[1]
    return row


def _lines(match: Match[Any], headline: str, rows: list[Row], broken: str) -> Iterator[str]:
    yield headline if match.when.over else f"{match.side} is to act. {headline}"
    yield ""
    since = f"since the last order of {match.side}"
    yield f"What has happened {since}:" if rows else f"Nothing has happened {since}."
    yield from row_lines(rows, match)
    if broken:
        yield f"note: {cut(broken)}"
