"""Doing commands again that were taken back: with their own dice, as long as nothing else has happened since.

A save keeps what `undo` has dropped in `taken_back`, in the order in which it was done, until the next order.
"""

from collections.abc import Iterator
from typing import TypeVar

from tarawa_cli.kernel import journal, sides
from tarawa_cli.kernel.errors import BadFile, Refused
from tarawa_cli.kernel.journal import Broken, Step
from tarawa_cli.kernel.play import Stacked
from tarawa_cli.kernel.session import Done, Match, contradicted

S = TypeVar("S", bound=Stacked)


def redo(match: Match[S], count: int) -> list[Done]:
    """Do the first commands again of those that were taken back last; mulligans stay."""
    _check(match, count)
    again = match.taken_back[: _end(match.taken_back, count)]
    try:
        steps = list(_steps(match, again))
    except Broken as error:
        raise BadFile(
            f"cannot be done again: the journal breaks at entry {error.number}: {match.told(error)}"
        ) from None
    match.state, match.used = steps[-1].state, steps[-1].used
    match.enter(*again)
    match.taken_back = match.taken_back[len(again) :]
    return [_done(match, step) for step in steps]


def _check(match: Match[S], count: int) -> None:
    """Refused, if fewer commands can be done again: none, once the save was changed from outside."""
    left = len(journal.begun(match.taken_back))
    if journal.last_snapshot(match.taken_back):
        raise BadFile("cannot be done again: a snapshot is never taken back, so this save was forged")
    if match.edited or match.outdated:
        why = journal.WHY[match.outdated] if match.outdated else "the save was edited by hand"
        raise Refused("", f"nothing can be done again: {why} since it was taken back")
    if not left:
        raise Refused("", "nothing can be done again: nothing was taken back, or an order was given since")
    if count > left:
        only = f"only {left} {'command' if left == 1 else 'commands'} can be done again"
        raise Refused("", only, f"redo {left}")


def _end(entries: list[str], count: int) -> int:
    """How many entries the first so many commands consist of."""
    return [*journal.begun(entries), len(entries) + 1][count] - 1


def _steps(match: Match[S], again: list[str]) -> Iterator[Step]:
    """What was taken back, replayed after a journal that gives the position of the save."""
    entries = match.entries
    for step in journal.replay(match.game, match.setup, match.seed, [*entries, *again]):
        if step.number == len(entries) and (reason := contradicted(match, step)):
            raise BadFile(f"cannot be done again: {reason}")
        if step.number > len(entries):
            sides.check_undo(step, match.side)
            yield step


def _done(match: Match[S], step: Step) -> Done:
    return Done(step.entry.command, *sides.seen(match.game.sides, step.entry.dice, step.events, match.side))
