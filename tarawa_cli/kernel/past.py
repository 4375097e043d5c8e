"""A game as it stood at another moment: by replaying its journal, or from git.

A moment is named by a word: `12` is after entry 12 of the journal (0 is the start), `-3` is three entries ago, `t5` is
when turn 5 has ended, and anything else is a revision of git, such as `HEAD~2` or a tag.
"""

import os
import re
from collections.abc import Iterator

from tarawa_cli.kernel import journal, savefile, toml
from tarawa_cli.kernel.errors import BadFile, BadOrder, Refused
from tarawa_cli.kernel.hints import Any
from tarawa_cli.kernel.journal import Broken, Step
from tarawa_cli.kernel.orders import shown
from tarawa_cli.kernel.savefile import Content
from tarawa_cli.kernel.session import Match

MOMENTS = "12 (after 12 entries), -3 (three entries ago), t5 (the end of turn 5), or a git revision"
_TURN = re.compile(r"[tT]([0-9]{1,6})")
_BACK = re.compile(r"-([0-9]{1,9})")
_COUNT = re.compile(r"[0-9]{1,9}")


def is_in_journal(word: str) -> bool:
    """Whether a word names a moment of the journal; if not, it names a revision."""
    return any(form.fullmatch(word) for form in (_TURN, _BACK, _COUNT))


def go_back(match: Match[Any], word: str) -> None:
    """Put a match back to a moment of its journal."""
    step, entries = step_at(match, word), match.entries
    match.state, match.used, match.edited = step.state, step.used, False
    match.journal = savefile.journal_text(entries[: step.number])
    match.moment = _told(step.number, len(entries))


def step_at(match: Match[Any], word: str) -> Step:
    """The last step before a moment of the journal."""
    turn = _TURN.fullmatch(word)
    entries = match.entries
    number = None if turn else _number(word, len(entries))
    _check_known(match, entries, number)
    try:
        return _turn_end(match, entries, int(turn[1])) if turn else _step(match, entries, number or 0)
    except Broken as error:
        raise BadFile(f"cannot go back: the journal breaks at entry {error.number}: {match.told(error)}") from None


def _told(number: int, count: int) -> str:
    return f"after entry {number} of {count}" if number else "at the start"


def _number(word: str, count: int) -> int:
    """The entry after which it is."""
    back = _BACK.fullmatch(word)
    number = count - int(back[1]) if back else int(word)
    if not 0 <= number <= count:
        raise BadOrder(f"--at {shown(word)}: the journal has only {_entries(count)}", hint=f"0 to {count}, or -{count}")
    return number


def _entries(count: int) -> str:
    return "1 entry" if count == 1 else f"{count} entries"


def _check_known(match: Match[Any], entries: list[str], number: int | None) -> None:
    """Refused, if the moment lies before what can be replayed: nothing is replayed across a snapshot."""
    if match.outdated:
        why = journal.WHY[match.outdated]
        raise Refused("", f"{why} since this save was written: its journal cannot be replayed", "look without --at")
    first = journal.last_snapshot(entries)
    if number is not None and number < first:
        why = journal.WHY.get(journal.snapshot_facts(entries[first - 1]).get("why", ""), "something has changed")
        raise Refused("", f"{why} at entry {first}: what was played before cannot be shown", f"--at {first}")


def _steps(match: Match[Any], entries: list[str]) -> Iterator[Step]:
    return journal.replay(match.game, match.setup, match.source, entries)


def _step(match: Match[Any], entries: list[str], number: int) -> Step:
    return next(step for step in _steps(match, entries) if step.number == number)


def _turn_end(match: Match[Any], entries: list[str], turn: int) -> Step:
    """The first step after a turn: what ends a turn happens in the order that leads into the next one."""
    for step in _steps(match, entries):
        now = match.game.moment(step.state)
        if not now.last:
            raise BadOrder("this game has no turns")
        if now.turn > turn + 1 and step.number == journal.last_snapshot(entries):
            raise Refused("", f"{now.told(turn)} cannot be shown: the journal begins in {now.told(now.turn)}", "--at 0")
        if now.turn > turn or (now.over and now.turn == turn):
            return step
    raise Refused("", f"{now.told(turn)} has not ended: it is {now.told(now.turn)}", f"--at t{now.turn - 1}")


# ── git


def at_revision(path: str, revision: str) -> Content:
    """A save as git holds it in a revision."""
    from tarawa_cli.kernel import git

    name = os.path.basename(path)
    try:
        raw = git.stored(path, revision, savefile.LARGEST)
    except git.NoRepository:
        why = f"git has no {shown(name)} at {shown(revision)}: this is not a git repository"
        raise BadOrder(why, hint=f"a moment is {MOMENTS}") from None
    except git.Unknown as error:
        raise BadOrder(error.message, hint=f"a moment is {MOMENTS}") from None
    return savefile.dissect(toml.decode(raw, name), f"{name} at {revision}")
