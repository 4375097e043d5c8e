"""A game at another moment, from its journal or from git, and what replaying proves of a save."""

import os
import re

from tarawa_cli.kernel.engine.order_words import shown
from tarawa_cli.kernel.engine.play import Stacked
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.errors import BadFile, BadOrder, Refused
from tarawa_cli.kernel.hints import Any, Iterator, NamedTuple, TypeVar
from tarawa_cli.kernel.mail import dice_phrases
from tarawa_cli.kernel.saves import journal, savefile, toml
from tarawa_cli.kernel.saves.journal import Broken, ReplayedEntry, RulesVersion, contradicted
from tarawa_cli.kernel.saves.savefile import Content

# ── What replaying a journal proves of its save


S = TypeVar("S", bound=Stacked)


class Proof(NamedTuple):
    """What replaying a journal has shown."""

    holds: bool
    entries: int
    broken_at: int
    reason: str
    since: int
    """The entry from which on the proof runs; 0 is the start of the game."""
    edits: list[int]
    """Entries that record a hand edit."""
    eras: list[RulesVersion]
    """What was played under which rules; the proof is only of the last one, and of none if the save is outdated."""
    outdated: str
    """What has changed since the save was written: rules or data; then nothing of it can be proven here."""


def prove(match: Match[S]) -> Proof:
    """Replay the journal and compare it with the save."""
    entries = match.entries
    since = journal.last_snapshot(entries)
    edits = [number for number, text in enumerate(entries, 1) if text.startswith(journal.EDITED)]
    eras = journal.rules_versions(entries, match.rules, match.data)
    at = len(entries)
    try:
        reason = _contradiction(match, entries)
    except Broken as error:
        at, reason = error.number, match.told(error)
    except BadFile as error:  # a link of a game by mail
        reason = error.message
    return Proof(not reason, len(entries), at if reason else 0, reason, since, edits, eras, match.outdated)


def _contradiction(match: Match[S], entries: list[str]) -> str:
    """What speaks against the save; nothing if it holds as far as this program can tell."""
    changed = "the save was changed by hand since the last order" if match.edited else ""
    if match.phrases and (forged := dice_phrases.wrong(match.phrases, match.game.sides.names, match.seed)):
        return forged
    less = fewer(match) if match.mail else ""  # links are checked, whatever the rules are now
    if match.outdated:
        return less or changed
    *_, last = journal.replay(match.game, match.setup, match.source, entries)
    counted = entries[journal.last_snapshot(entries) :]  # saves of 0.1.0 did not count them
    if match.edits < sum(text.startswith(journal.EDITED) for text in counted):
        return f"the save counts {match.edits} hand edits, and its journal records more"
    return contradicted(match, last) or less or changed


def fewer(match: Match[S]) -> str:
    """What a game by mail counts less of than at its last hand-over; nothing, if there is nothing."""
    closed = match.sittings.closed
    counts = closed[-1].counts._asdict() if closed else {}
    less = [name for name, number in counts.items() if getattr(match, name) < number]
    return f"the save counts fewer {' and '.join(less)} than at the last hand-over" if less else ""


# ── A game at another moment
#
# A moment is named by a word: `12` is after entry 12 of the journal (0 is the start), `-3` is three entries ago, `t5`
# is when turn 5 has ended, and anything else is a revision of git, such as `HEAD~2` or a tag.


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


def step_at(match: Match[Any], word: str) -> ReplayedEntry:
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


def _steps(match: Match[Any], entries: list[str]) -> Iterator[ReplayedEntry]:
    return journal.replay(match.game, match.setup, match.source, entries)


def _step(match: Match[Any], entries: list[str], number: int) -> ReplayedEntry:
    return next(step for step in _steps(match, entries) if step.number == number)


def _turn_end(match: Match[Any], entries: list[str], turn: int) -> ReplayedEntry:
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
    from tarawa_cli.kernel.saves import git  # start-up

    name = os.path.basename(path)
    try:
        raw = git.stored(path, revision, savefile.LARGEST)
    except git.NoRepository:
        why = f"git has no {shown(name)} at {shown(revision)}: this is not a git repository"
        raise BadOrder(why, hint=f"a moment is {MOMENTS}") from None
    except git.Unknown as error:
        raise BadOrder(error.message, hint=f"a moment is {MOMENTS}") from None
    return savefile.dissect(toml.decode(raw, name), f"{name} at {revision}")
