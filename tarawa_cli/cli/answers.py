"""The answer to a command: how long it may be, what others did, how a game ended."""

from tarawa_cli.cli import output
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.engine.session import Done, Match
from tarawa_cli.kernel.hints import TYPE_CHECKING, Any, Iterable, Iterator, Sequence
from tarawa_cli.kernel.narration.digest import MOST, height, printed, shortened, split
from tarawa_cli.kernel.narration.visible import visible
from tarawa_cli.kernel.saves.savefile import entry_count

if TYPE_CHECKING:
    from tarawa_cli.kernel.narration.chronicle import LogRow
    from tarawa_cli.kernel.presentation import Look


# ── The length of an answer


LONGEST = 25
"""The most lines of an answer, except for a view."""
_LEAST = 3
"""The lines kept for what happened, however much follows."""
_OUTLOOK = 13
_POINTS, _STEPS = 3, 4
"""The lines of turning points and of next steps that the end of a game shows, each with its heading."""
_FURTHER = "      "
"""The indent of a line that continues the one before it, at the end of a game."""


def story(match: Match[Any], events: Sequence[Event], after: Iterable[str], entries: int = 1) -> list[str]:
    """What happened, in the lines that the text after it leaves.

    The order's own effects come first, and then, biggest first, what others did; `entries` of the journal hold it all.
    """
    telling, state = match.game.narration, match.state
    own, others = split(events)
    lines, theirs = fitted(telling.summarize(events, state)), fitted(telling.summarize(others, state))
    mine, rest = lines[: len(lines) - len(theirs)], f"log --last {entries}"
    room = max(_LEAST, LONGEST - height(fitted(after)))
    most = min(MOST, max(room - height(mine), room // 2))
    if height(theirs) > most or any(map(_is_played, others)):
        theirs = fitted(printed(telling.digest(others, state)))
    theirs = shortened(theirs, most, rest)
    room -= height(theirs)
    if height(mine) > room:
        mine = min(fitted(printed(telling.digest(own, state))), mine, key=height) or mine
    return [*shortened(mine, room, rest), *theirs]


def _is_played(event: Event) -> bool:
    """Whether the computer gave an order of its own, and not only an answer."""
    return event.type == "order-given" and not str(event.facts["command"]).startswith("decide ")


def digest(match: Match[Any], events: Sequence[Event], state: Any, rest: str = "", most: int = MOST) -> list[str]:
    """A digest of what was done, biggest first."""
    return shortened(printed(match.game.narration.digest(events, state)), most, rest)


def of_many(match: Match[Any], lines: Sequence[str], done: Sequence[Done], after: Iterable[str]) -> list[str]:
    """What several commands caused: line by line if that fits on a screen, otherwise as a digest."""
    if height(fitted([*lines, *after])) <= LONGEST:
        return [*lines]
    events = [event for each in done for event in each.events]
    room = max(_LEAST, LONGEST - height(fitted(after)))
    return digest(match, events, match.state, f"log --last {len(done)}", min(MOST, room))


def orders_in(events: Iterable[Event]) -> int:
    """How many of the orders the computer gave."""
    return sum(event.type == "order-given" for event in events)


def fitted(lines: Iterable[str]) -> list[str]:
    """Lines as they will be printed."""
    return [output.fitted(visible(line)) for line in lines] if output.on_terminal() else [*lines]


def outlook(text: str) -> str:
    """What comes next, without the middle of a long list: `status` shows it."""
    lines = text.split("\n")
    if len(lines) <= _OUTLOOK:
        return text
    starts = [place for place, line in enumerate(lines) if not line.startswith("    ")]
    last = starts[-2] if lines[-1].startswith("ready: ") and len(starts) > 1 else starts[-1]
    room = _OUTLOOK - (len(lines) - last) - 1
    first = max((place for place in starts if place <= room), default=1)
    return "\n".join([*lines[:first], "  → status — show the rest", *lines[last:]])


def ending(text: str) -> Iterator[str]:
    """The result of a game, in short: how good it was, where it turned, what to do next; `status` has the figures."""
    if "\n\n" not in text:
        yield text
        return
    beside, *turned, steps = text.split("\n\n")
    yield "\n".join(beside.split("\n")[:2])
    yield from ("\n".join(shortened([*map(_first, _items(block))], _POINTS, "log --story")) for block in turned)
    yield "\n".join([*map(_first, _items(steps)[:_STEPS]), "  → status — your figures and theirs, and what to do next"])


def _first(item: str) -> str:
    """The first line of an item, up to the end of its last sentence or part there if it continues."""
    line, *further = item.split("\n")
    if not further:
        return line
    end = next((mark for mark in (". ", "; ") if mark in line), "")
    return f"{line.rpartition(end)[0]}{end[0]}".rstrip(";") if end else f"{line.rpartition(' ')[0]} …"


def _items(block: str) -> list[str]:
    """The lines of a block, each with those that continue it."""
    found: list[str] = []
    for line in block.split("\n"):
        if line.startswith(_FURTHER) and found:
            found[-1] += f"\n{line}"
        else:
            found.append(line)
    return found


def introduction(text: str, room: int, rest: str) -> str:
    """The first paragraphs of an introduction, as many as there is room for."""
    paragraphs = text.split("\n\n")
    kept: list[str] = []
    for paragraph in paragraphs:
        if height([*kept, paragraph]) + len(kept) + 2 * (paragraph is not paragraphs[-1]) > room:
            return "\n\n".join([*kept, rest])
        kept.append(paragraph)
    return "\n\n".join(kept)


# ── The result of a finished game


def result(match: Match[Any], in_full: bool = True) -> "Look | None":
    """The result of a finished game, in full or without what takes a replay; None while the game continues."""
    if not match.game.moment(match.state).over:
        return None
    ending = match.game.views.ending
    return ending(match, in_full) if ending else None


def lines(match: Match[Any]) -> list[str]:
    """A short text, printed after everything else."""
    look = result(match)
    if not look:
        return []

    return [line for block in ending(look.text()) for line in ("", block)]


def facts(match: Match[Any]) -> dict[str, Any]:
    """As a part of a JSON object."""
    look = result(match)
    return {look.key: look.facts()} if look else {}


# ── What others did last, for `status`


QUICK = 100
"""The entries of a journal that are replayed for a single line: `status` must be as quick as `map`."""


def news(match: Match[Any], in_full: bool, width: int) -> list[str]:
    """What others did since the player last gave an order, or the biggest line of it; nothing, if they did nothing."""
    if not in_full and entry_count(match.journal) > QUICK:
        return []
    from tarawa_cli.kernel.narration.chronicle import bare_rows, replay  # start-up

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


def _of_others(rows: "list[LogRow]", side: str) -> list[Event]:
    """What came after a side's last order; without a side, after the last order that others followed."""
    from tarawa_cli.kernel.narration.chronicle import since_own  # start-up

    if side and (later := since_own(rows, side)):
        return [event for row in later for event in row.events]
    for row in reversed(rows):
        own, others = split(row.events)
        if others and not (len(others) == 1 and not own):
            return others
    return []
