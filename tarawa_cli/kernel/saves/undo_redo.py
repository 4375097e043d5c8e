"""Taking commands back, and doing them again: with their own dice, as long as nothing else has happened since.

A save keeps what `undo` has dropped in `taken_back`, in the order in which it was done, until the next order.
"""

from tarawa_cli.kernel.engine import sides
from tarawa_cli.kernel.engine.play import Stacked
from tarawa_cli.kernel.engine.session import Done, Match, record
from tarawa_cli.kernel.errors import BadFile, BadOrder, Refused
from tarawa_cli.kernel.hints import Any, Iterator, Mapping, NamedTuple, TypeVar
from tarawa_cli.kernel.saves import journal, savefile
from tarawa_cli.kernel.saves.journal import Broken, Entry, ReplayedEntry, contradicted, unrecorded

S = TypeVar("S", bound=Stacked)


def undo(match: Match[S], count: int, to: int | None = None, *, rehearsed: bool = False) -> list[Entry]:
    """Take back the last commands, or all entries after number `to`, even if that cuts a group in two.

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
        raise BadFile(f"cannot go back: the journal breaks at entry {error.number}: {match.told(error)}") from None
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

    The whole journal must give the position of the save. If it does not, the rules have changed since, or somebody has
    forged it, and going back would rewrite the game: BadFile.
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
    """The first entry of the last N commands; Refused if there are fewer, since no snapshot is taken back.

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
    """Do the first commands again of those that were taken back last; mulligans stay.

    `rehearsed`: only find out what they are.
    """
    _check_sitting(match)
    _check(match, count)
    again = match.taken_back[: _end(match.taken_back, count)]
    try:
        steps = list(_steps(match, again))
    except Broken as error:
        raise BadFile(f"cannot be redone: the journal breaks at entry {error.number}: {match.told(error)}") from None
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


def _steps(match: Match[S], again: list[str]) -> Iterator[ReplayedEntry]:
    """What was taken back, replayed after a journal that gives the position of the save."""
    entries = match.entries
    for step in journal.replay(match.game, match.setup, match.source, [*entries, *again]):
        if step.number == len(entries) and (reason := contradicted(match, step)):
            raise BadFile(f"cannot be redone: {reason}")
        if step.number > len(entries):
            sides.check_undo(match.game.sides, step, match.side)
            yield step


def _done(match: Match[S], step: ReplayedEntry) -> Done:
    return Done(step.entry.command, *sides.seen(match.game.sides, step.entry.dice, step.events, match.side))
