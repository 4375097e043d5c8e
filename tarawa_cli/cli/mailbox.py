"""What `mail` shows of a game by mail."""

from collections.abc import Iterator

from tarawa_cli.cli import output
from tarawa_cli.cli.handing_over import Handed, news
from tarawa_cli.kernel.hints import Any
from tarawa_cli.kernel.mail.words import next_lines
from tarawa_cli.kernel.sending import unsent
from tarawa_cli.kernel.session import Match
from tarawa_cli.kernel.visible import plural


def lines(match: Match[Any]) -> Iterator[str]:
    sittings, sides = match.sittings, match.game.sides
    name, new = match.game.telling.opening(match.state).name, _news(match)
    yield f"{name}, by mail · sitting {sittings.current} · {new.headline}"
    yield from _new(match, new)
    yield ""
    you = " (you)" if match.side == sittings.side else ""
    if owes := _owes(match):
        title = sides.title(owes)
        yield f"{title} to move{you} · the next link is due from {'you' if you else f'the {title}'}"
    elif not sittings.over:
        yield "The game is over, and nobody owes a link."
    state = unsent(match.path)
    yield from [f"In git: {state}."] if state else []
    yield from _next(match, state)


def _news(match: Match[Any]) -> Handed:
    """What has happened since the side last handed over; without a side, since the one that is to move did."""
    return news(match, match.side or match.sittings.side)


def _new(match: Match[Any], new: Handed) -> Iterator[str]:
    """The other side's orders in short."""
    side = match.side or match.sittings.side
    orders = [row for row in new.rows if row.side != side and not row.entry.is_mail]
    last = max((number for number, each in enumerate(match.sittings.closed) if each.side == side), default=None)
    since = "the game began" if last is None else f"sitting {last}"
    if not orders:
        yield f"Nothing new since {since}."
        return
    yield f"New since {since}: {plural(len(orders), 'order')} (`log --since-mine` lists them)"
    yield from new.summary


def _owes(match: Match[Any]) -> str:
    """Whose link the game waits for; nobody's, once a game that is over was handed over."""
    sittings = match.sittings
    return "" if sittings.over or (match.when.over and not sittings.is_open) else sittings.side


def _next(match: Match[Any], state: str) -> Iterator[str]:
    """What to do about it."""
    yours = match.side in ("", match.sittings.side)
    found = [line for line in next_lines(match) if yours or match.sittings.over]
    yield from (f"{line} --commit --push" if state and line == "  → handover" else line for line in found)
    if yours and not found and _owes(match):
        yield "  → status"
    elif not yours:
        yield "  → handover --commit --push" if state else "  → git pull"


def as_json(match: Match[Any]) -> str:
    sittings, new = match.sittings, _news(match)
    return output.answer_text(
        "mail",
        sitting=sittings.current,
        to=sittings.side,
        owes=_owes(match),
        summary=new.summary,
        entries=[row.as_json() for row in new.rows],
        unsent=unsent(match.path),
        state=match.game.looking.brief(match.state, match),
    )
