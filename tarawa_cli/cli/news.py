"""What others did last, for `status`: the journal is replayed, so only a terminal shows it."""

from tarawa_cli.kernel.hints import TYPE_CHECKING, Any
from tarawa_cli.kernel.play import Event
from tarawa_cli.kernel.session import Match

if TYPE_CHECKING:
    from tarawa_cli.kernel.chronicle import Row

QUICK = 100
"""The entries of a journal that are replayed for a single line: `status` must be as quick as `map`."""


def news(match: Match[Any], in_full: bool, width: int) -> list[str]:
    """What others did since the player last gave an order, or the biggest line of it; nothing, if they did nothing."""
    if not in_full and len(match.entries) > QUICK:
        return []
    from tarawa_cli.cli.answers import digest
    from tarawa_cli.kernel.chronicle import bare_rows, replay

    rows = bare_rows(match)
    replay(match, rows)
    events = _of_others(rows, match.side if match.game.sides.several else "")
    lines = digest(match, events, match.state, "log")
    if not lines:
        return []
    if in_full:
        return ["What others did last:", *lines]
    more = f" (… {len(lines) - 1} more: `log`)" if len(lines) > 1 else ""
    room, text = width - len(f"Last: {more}"), " ".join(lines[0].split())
    return [f"Last: {text if len(text) <= room else f'{text[: max(0, room - 1)]}…'}{more}"]


def _of_others(rows: "list[Row]", side: str) -> list[Event]:
    """What came after a side's last order; at one table, after the last order that others followed."""
    from tarawa_cli.kernel.chronicle import since_own
    from tarawa_cli.kernel.summary import split

    if side and (later := since_own(rows, side)):
        return [event for row in later for event in row.events]
    for row in reversed(rows):
        own, others = split(row.events)
        if others and not (len(others) == 1 and not own):
            return others
    return []
