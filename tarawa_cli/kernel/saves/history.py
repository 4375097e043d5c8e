"""A game at another moment: from its journal or from git, by `undo` and `redo`; and what replaying proves of a save.

What is undone is done again with its own dice, as long as nothing else has happened since. A save keeps what `undo` has
dropped in `taken_back`, in the order in which it was done, until the next order.
"""

import os
import re

from tarawa_cli.kernel.board.dice import wrong_seed
from tarawa_cli.kernel.engine import sides
from tarawa_cli.kernel.engine.order_words import shown
from tarawa_cli.kernel.engine.play import Stacked
from tarawa_cli.kernel.engine.session import Done, Match, record
from tarawa_cli.kernel.errors import BadFile, BadOrder, Refused
from tarawa_cli.kernel.hints import Any, Iterator, Mapping, NamedTuple, TypeVar
from tarawa_cli.kernel.saves import journal, savefile, toml
from tarawa_cli.kernel.saves.journal import Broken, Entry, ReplayedEntry, RulesVersion, contradicted, unrecorded
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
        at, reason = error.number, match.why_broken(error)
    except BadFile as error:  # a link of a game by mail
        reason = error.message
    return Proof(not reason, len(entries), at if reason else 0, reason, since, edits, eras, match.outdated)


def _contradiction(match: Match[S], entries: list[str]) -> str:
    """What contradicts the save; nothing if this program finds nothing wrong with it."""
    changed = "the save was changed by hand since the last order" if match.edited else ""
    if match.phrases and (forged := wrong_seed(match.phrases, match.game.sides.names, match.seed)):
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
# is when turn 5 has ended, and so is its name in a game whose turns have names (`29jun-am`). Anything else is a
# revision of git, such as `HEAD~2` or a tag; a tag that is called like a turn is `tags/29jun-am`.


MOMENTS = "12 (after 12 entries), -3 (three entries ago), t5 (the end of turn 5), or a git revision"
_TURN = re.compile(r"[tT]([0-9]{1,6})")
_BACK = re.compile(r"-([0-9]{1,9})")
_COUNT = re.compile(r"[0-9]{1,9}")


def is_in_journal(word: str) -> bool:
    """Whether a word names a moment of the journal; if not, it names a revision."""
    return any(form.fullmatch(word) for form in (_TURN, _BACK, _COUNT))


def in_journal(match: Match[Any], word: str) -> str:
    """A moment of the journal as a number or a turn like `t5`; nothing if the word names none."""
    if is_in_journal(word):
        return word
    names = [name.lower() for name in match.when.names]
    return f"t{names.index(word.lower()) + 1}" if word.lower() in names else ""


def moments(match: Match[Any]) -> str:
    """What may name a moment of a game."""
    if not (names := match.when.names):
        return MOMENTS
    turns = MOMENTS.replace(", or", f", {names[0]} (the end of that turn), or")
    return f"{turns} (tags/{names[0]} for a tag of that name)"


def at_moment(match: Match[Any], word: str) -> Match[Any]:
    """A copy of a match, put back to a moment of its journal."""
    step, entries, then = step_at(match, word), match.entries, match.copy()
    then.state, then.used, then.edited = step.state, step.used, False
    then.journal = savefile.journal_text(entries[: step.number])
    then.moment = f"after entry {step.number} of {len(entries)}" if step.number else "at the start"
    return then


def step_at(match: Match[Any], word: str) -> ReplayedEntry:
    """The last step before a moment of the journal."""
    turn = _TURN.fullmatch(word)
    entries = match.entries
    number = None if turn else _number(word, len(entries))
    _check_known(match, entries, number)
    try:
        return _turn_end(match, entries, int(turn[1])) if turn else _step(match, entries, number or 0)
    except Broken as error:
        raise BadFile(
            f"cannot go back: the journal breaks at entry {error.number}: {match.why_broken(error)}"
        ) from None


def _number(word: str, count: int) -> int:
    """The entry after which it is."""
    back = _BACK.fullmatch(word)
    number = count - int(back[1]) if back else int(word)
    if not 0 <= number <= count:
        raise BadOrder(
            f"--at {shown(word)}: the journal has only {_entries(count)}", hint=f"0 to {count}, or -{count} to -1"
        )
    return number


def _entries(count: int) -> str:
    return "1 entry" if count == 1 else f"{count} entries"


def _check_known(match: Match[Any], entries: list[str], number: int | None) -> None:
    """Refused, if the moment is before what can be replayed: nothing is replayed across a snapshot."""
    if match.outdated:
        why = journal.WHY[match.outdated]
        raise Refused("", f"{why} since this save was written: its journal cannot be replayed", "leave out --at")
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
            raise Refused(
                "", f"{now.turn_name(turn)} cannot be shown: the journal begins in {now.turn_name(now.turn)}", "--at 0"
            )
        if now.turn > turn or (now.over and now.turn == turn):
            return step
    raise Refused("", f"{now.turn_name(turn)} has not ended: it is {now.turn_name(now.turn)}", f"--at t{now.turn - 1}")


# ── git


def at_revision(path: str, revision: str, known: str = MOMENTS) -> Content:
    """A save as git holds it in a revision; `known` says what may name a moment."""
    from tarawa_cli.kernel.saves import git  # start-up

    name = os.path.basename(path)
    try:
        raw = git.stored(path, revision, savefile.LARGEST)
    except git.NoRepository:
        why = f"git has no {shown(name)} at {shown(revision)}: this is not a git repository"
        raise BadOrder(why, hint=f"a moment is {known}") from None
    except git.Unknown as error:
        raise BadOrder(error.message, hint=f"a moment is {known}") from None
    return savefile.dissect(toml.decode(raw, name), f"{name} at {revision}")


def undo(match: Match[S], count: int, to: int | None = None, *, rehearsed: bool = False) -> list[Entry]:
    """Undo the last commands, or all entries after number `to`, even if that cuts a group in two.

    Each command that rolled dice counts as a mulligan, and so does a group. `rehearsed`: only find out what they are.
    """
    if count < 1:
        raise BadOrder("at least one command must be undone")
    _check_sitting(match)
    found = unrecorded(match)
    entries = [*match.entries, *found]
    floor = match.sittings.floor if match.mail else 0
    first = _first_taken_back(entries, count, floor) if to is None else _first_after(entries, to, floor)
    kept, gone = entries[: first - 1], [journal.read_entry(text) for text in entries[first - 1 :]]
    try:
        back = _position_after(match, entries, len(kept))
    except Broken as error:
        raise BadFile(
            f"cannot go back: the journal breaks at entry {error.number}: {match.why_broken(error)}"
        ) from None
    if rehearsed:
        return gone
    match.state, match.used, match.rolled = match.game.load(match.setup, back.doc), back.used, back.rolled
    record(match, found)
    match.journal = savefile.journal_text(kept)
    match.taken_back = entries[len(kept) :] + match.taken_back
    match.mulligans += sum(1 for group in journal.groups(gone) if any(entry.dice for entry in group))
    return gone


def _check_sitting(match: Match[S]) -> None:
    """In a game by mail only what was done in one's own open sitting is undone."""
    if match.mail:
        from tarawa_cli.kernel.mail import desk  # start-up

        desk.check_open(match)


class _Position(NamedTuple):
    doc: dict[str, Any]
    used: int
    """The dice used by then."""
    rolled: Mapping[str, int]


def _position_after(match: Match[S], entries: list[str], number: int) -> _Position:
    """The position after an entry.

    The whole journal must give the position of the save. If it does not, the rules have changed since, or it was
    forged, and going back would rewrite the game: BadFile.
    """
    back = _Position({}, 0, {})
    for step in journal.replay(match.game, match.setup, match.source, entries):
        if step.number == number:
            back = _Position(match.game.dump(step.state), step.used, step.rolled)
        if step.number > number and step.side not in match.opponents:
            sides.check_undo(match.game.sides, step, match.side)
    if reason := contradicted(match, step):
        raise BadFile(f"cannot go back: {reason}")
    return back


def _first_taken_back(entries: list[str], count: int, floor: int) -> int:
    """The first entry of the last N commands; Refused if there are fewer, since a snapshot is never undone.

    Nor is anything up to the entry `floor`: in a game by mail that is the beginning of the sitting.
    """
    sitting, floor = floor, max(floor, journal.last_snapshot(entries))
    begun = journal.begun(entries[floor:])
    if count <= len(begun):
        return floor + begun[-count]
    left = len(begun)
    how_many = f"only {left} {'command' if left == 1 else 'commands'}" if left else "nothing"
    reason = journal.WHY.get(journal.snapshot_facts(entries[floor - 1]).get("why", "")) if floor else ""
    why = f": {reason} since then, and what was played before cannot be replayed" if reason else ""
    why = ": that would go back past the start of your sitting" if sitting and sitting == floor else why
    raise Refused("", f"{how_many} can be undone{why}", f"undo {left}" if left else "")


def _first_after(entries: list[str], to: int, sitting: int) -> int:
    """The first entry after the last one that is kept; Refused if there is none, or a snapshot would be undone."""
    if to >= len(entries):
        raise Refused("", f"nothing can be undone: the journal ends with entry {len(entries)}")
    if to < (floor := journal.last_snapshot(entries)):
        raise Refused("", f"entry {floor} is a snapshot, which is never undone", f"undo --to {floor}")
    if to < sitting:
        raise Refused("", f"your sitting begins after entry {sitting}", f"undo --to {sitting}")
    return to + 1


def redo(match: Match[S], count: int, *, rehearsed: bool = False) -> list[Done]:
    """Redo the first of the commands that were undone last; mulligans stay.

    `rehearsed`: only find out what they are.
    """
    _check_sitting(match)
    _check(match, count)
    again = match.taken_back[: _end(match.taken_back, count)]
    try:
        steps = list(_steps_again(match, again))
    except Broken as error:
        raise BadFile(
            f"cannot be redone: the journal breaks at entry {error.number}: {match.why_broken(error)}"
        ) from None
    if not rehearsed:
        match.state, match.used, match.rolled = steps[-1].state, steps[-1].used, steps[-1].rolled
        match.enter(*again)
        match.taken_back = match.taken_back[len(again) :]
    return [_done(match, step) for step in steps]


def _check(match: Match[S], count: int) -> None:
    """Refused, if fewer commands can be redone: none, once the save was changed from outside."""
    left = len(journal.begun(match.taken_back))
    if journal.last_snapshot(match.taken_back):
        raise BadFile("cannot be redone: a snapshot is never undone, so this save was forged")
    if match.edited or match.outdated:
        why = journal.WHY[match.outdated] if match.outdated else "the save was edited by hand"
        raise Refused("", f"nothing can be redone: {why} since it was undone")
    if not left:
        raise Refused("", "nothing can be redone: nothing was undone, or an order has been given since")
    if count > left:
        only = f"only {left} {'command' if left == 1 else 'commands'} can be redone"
        raise Refused("", only, f"redo {left}")


def _end(entries: list[str], count: int) -> int:
    """How many entries the first N commands consist of."""
    return [*journal.begun(entries), len(entries) + 1][count] - 1


def _steps_again(match: Match[S], again: list[str]) -> Iterator[ReplayedEntry]:
    """The undone entries, replayed after a journal that gives the position of the save."""
    entries = match.entries
    for step in journal.replay(match.game, match.setup, match.source, [*entries, *again]):
        if step.number == len(entries) and (reason := contradicted(match, step)):
            raise BadFile(f"cannot be redone: {reason}")
        if step.number > len(entries):
            sides.check_undo(match.game.sides, step, match.side)
            yield step


def _done(match: Match[S], step: ReplayedEntry) -> Done:
    return Done(step.entry.command, *sides.seen(match.game.sides, step.entry.dice, step.events, match.side))
