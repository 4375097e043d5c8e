"""What a game by mail says to its players: its entries in the log, and what comes next."""

from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.hints import Any
from tarawa_cli.kernel.mail.desk import ASKED, accept_hint, what_waits
from tarawa_cli.kernel.mail.sittings import FIRST_WITH_DICE, NONE
from tarawa_cli.kernel.saves.journal import Entry

_DIGITS = 16
"""Of a link or digest, to read; the save and JSON hold all of them."""


def in_words(entry: Entry) -> str:
    """An entry that is no order, to read."""
    name, *words = entry.command.split()
    match (name, *words):
        case ("anchor", side, number, anchor):
            return f"{side} begins chain {number}: anchor {_short(anchor)}"
        case ("sit", side, number, link):
            return f"{side} opens sitting {number}: link {_short(link)}"
        case ("handover", side, number, link, head, *_):
            how = "no link, the chain is lost" if link == NONE else f"link {_short(link)}"
            return f"{side} hands over sitting {number}: {how}, digest {_short(head)}"
        case ("back", number):
            return f"back {number}: asks to return to the end of sitting {number}"
        case ("accept",):
            return "accept: the change is agreed to"
        case ("decline",):
            return "decline: the game is abandoned"
    return entry.command


def _short(digest: str) -> str:
    return f"{digest[:_DIGITS]}…"


def next_lines(match: Match[Any]) -> list[str]:
    """What a player must know of the current sitting; nothing, if it is simply their turn."""
    sittings, side = match.sittings, match.side
    waiting, asked, owner = sittings.waiting, sittings.asked, sittings.side
    if sittings.over:
        return ["The game was abandoned."]
    if side and owner != side:
        return [f"Sitting {sittings.current} belongs to {owner}: wait for it."]
    if asked:
        return [f"First: {ASKED[asked]}.", f"  → {accept_hint(asked)}"]
    if waiting and waiting.side == owner:
        return [f"`{what_waits(match)}` waits for dice, which {sittings.other(owner)} will roll.", "  → handover"]
    if waiting:
        return [f"`{what_waits(match)}` of {waiting.side} waits for your dice.", "  → resume"]
    if sittings.back:
        return [f"You have asked to go back to the end of sitting {sittings.back[0]}.", "  → handover"]
    if sittings.current < FIRST_WITH_DICE:
        what = "join" if sittings.current else "begin"
        return [f"There are no dice yet: you {what} the game by handing it over.", "  → handover"]
    if match.when.over or match.to_act not in ("", owner):
        return ["  → handover"]
    return []
