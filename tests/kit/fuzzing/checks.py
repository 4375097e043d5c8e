"""The checks of a random game; the first that fails is raised as a fault."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from random import Random

from tarawa_cli.cli.completing import LISTS
from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.engine.order_words import split_line
from tarawa_cli.kernel.engine.session import Done, Match
from tarawa_cli.kernel.errors import GameError, Refused
from tarawa_cli.kernel.narration.visible import Screen
from tarawa_cli.kernel.presentation import Asked
from tarawa_cli.kernel.saves import history, savefile
from tarawa_cli.kernel.saves.history import prove, redo
from tests.kit import law
from tests.kit.conservation import Ledger
from tests.kit.subject import S, Subject

WHOLE = ("map", "units")
"""Views whose name is optional."""


class Fault(Exception):
    """A failed check."""


def fail(about: str, wrong: Iterable[str]) -> None:
    """Raise a fault if the list of problems is not empty."""
    found = list(wrong)
    if found:
        raise Fault(f"{about}: {'; '.join(found)}")


def order_done(subject: Subject[S], match: Match[S], ledger: Ledger[S] | None, line: str, done: Done) -> None:
    """After every order: the position is sound, the books (if they are kept) balance, and every event can be told."""
    fail(f"unsound after {line!r}", subject.unsound(match.state))
    if ledger:
        fail(f"does not add up after {line!r}", ledger.after(done, match))
    match.game.narration.sentences(done.events, match.state)


def way_on(subject: Subject[S], match: Match[S], commands: list[str]) -> None:
    """Something is legal until the game is over, and nothing after that."""
    if match.state.outcome and commands:
        raise Fault(f"the game is over, but {commands[0]!r} is said to be legal")
    if not match.state.outcome and not commands:
        raise Fault(f"a dead end: nothing is legal in {subject.when(match.state)}")


def position(subject: Subject[S], match: Match[S], commands: list[str], number: int) -> None:
    """Look at a position from all sides. Where it takes a sample, `number` (of orders so far) seeds it."""
    rng, state = Random(number), match.state
    foreseen = [command for command in commands if command.split()[0] in subject.foreseen]
    before = match.text()
    listed(match, commands, _some(rng, commands, 25))
    reloaded(subject, match, commands)
    reported(match, rng)
    guarded(match, _some(rng, commands, 5), rng)
    foretold(subject, state, _some(rng, foreseen, 1))
    subject.look_closer(match, commands, rng)
    if match.text() != before:
        raise Fault("looking at the position has changed it")


def _some(rng: Random, things: list[str], number: int) -> list[str]:
    return rng.sample(things, min(number, len(things)))


def listed(match: Match[S], commands: list[str], sample: list[str]) -> None:
    """What is listed as legal is listed once, passes the law, and is written as the order itself writes it."""
    fail("listed more than once", (command for command, times in Counter(commands).items() if times > 1))
    fail("listed as legal", law.misjudged(match.game, match.state, sample))


def reloaded(subject: Subject[S], match: Match[S], commands: list[str]) -> None:
    """The save reads back to the same save, and to a position in which the same is legal."""
    text = match.text()
    path = f"{match.setup.folder}/save.toml"
    again: Match[S] = session.load(lambda name: match.game, path, savefile.dissect(text, "the save"))
    if again.text() != text:
        raise Fault("a save that is read and written again is not the same")
    if subject.legal(again.state) != commands:
        raise Fault("other commands are legal once the save is read again")


def reported(match: Match[S], rng: Random) -> None:
    """Every look can be had as text and as facts: of the whole position, and of one thing that it can name."""
    for command, look in match.game.views.LOOKS.items():
        for word in _words(match, command, rng):
            shown = look(match, Asked(word, screen=Screen(130)))
            shown.text()
            json.dumps(shown.facts())


def _words(match: Match[S], command: str, rng: Random) -> list[str]:
    """What a look is asked for: a name, if it can take one; nothing, if it need not."""
    names = match.game.legal.WORDS.get(LISTS.get(command, ""))
    whole = [""] if command in WHOLE or command not in LISTS else []
    return whole + (_some(rng, names(match.state), 1) if names else [])


def guarded(match: Match[S], commands: list[str], rng: Random) -> None:
    """Each of several sides can look at what it knows, and is refused the orders of another without a trace."""
    sides = match.game.sides
    whose = [sides.owner(match.truth, match.game.read(match.truth, split_line(command))) for command in commands]
    for side in sides.names if sides.several else ():
        with seated(match, side):
            reported(match, rng)
            for command, owner in zip(commands, whose, strict=True):
                if owner not in ("", side) and heckled(match, command, certain=False):
                    raise Fault(f"{command!r} of {owner} is carried out for {side}")


@contextmanager
def seated(match: Match[S], side: str) -> Iterator[None]:
    """Play and look as one side inside the block."""
    match.side, match.state = side, match.truth
    try:
        yield
    finally:
        match.side, match.state = "", match.truth


def foretold(subject: Subject[S], state: S, commands: list[str]) -> None:
    """The chances of all outcomes of an order add up to one."""
    for command in commands:
        if sum(subject.chances(state, split_line(command))) != 1:
            raise Fault(f"the chances of {command!r} do not add up")


def heckled(match: Match[S], line: str, certain: bool) -> Done | None:
    """Give a nasty order: it is refused without a trace and with a hint that is legal, or else carried out."""
    before = match.text()
    try:
        done = session.perform(match, split_line(line))
    except GameError as error:
        if match.text() != before:
            raise Fault(f"{line!r} is refused, but leaves a trace") from None
        if isinstance(error, Refused):
            hint_holds(match, line, error.hint)
        return None
    if certain:
        raise Fault(f"{line!r} is carried out, though it should be refused")
    return done


def hint_holds(match: Match[S], line: str, hint: str) -> None:
    """What a refusal offers instead can be given, if it is a whole order, and does not throw a phase away."""
    if why := law.bad_hint(match, hint):
        raise Fault(f"{line!r} is refused with the hint {hint!r}, which is refused: {why}") from None
    if order := law.hasty_hint(match, hint):
        raise Fault(f"{line!r} is refused with the hint {hint!r}, though {order!r} is legal") from None


def undone(match: Match[S], before: str, done: list[Done]) -> None:
    """Taking back gives the earlier save, with what was taken back in it; doing that again gives the present save,
    and so do the same orders once more, with the same dice.

    The game goes on with the state object that it had, because a player who plans may hold on to it.
    """
    state, after, mulligans, count = match.state, match.text(), match.mulligans, len(done)
    history.undo(match, count)
    if match.mulligans != mulligans + sum(1 for d in done if d.dice):
        raise Fault(f"undo {count}: {match.mulligans - mulligans} mulligans counted")
    match.mulligans = mulligans
    if redo(match, count) != done:
        raise Fault(f"redo {count} is not the same as before")
    _same(match, after, f"undo {count} and redo {count}")
    history.undo(match, count)
    match.mulligans, match.taken_back = mulligans, []
    _same(match, before, f"undo {count}")
    for earlier in done:
        if session.perform(match, split_line(earlier.command)) != earlier:
            raise Fault(f"{earlier.command!r} taken back and given again is not the same")
    _same(match, after, f"undo {count} and the same orders again")
    match.state = state


def _same(match: Match[S], wanted: str, what: str) -> None:
    text = match.text()
    if text != wanted:
        lines = set(text.splitlines()) ^ set(wanted.splitlines())
        raise Fault(f"{what} does not give the same save: {' | '.join(sorted(lines)[:6])}")


def over(subject: Subject[S], match: Match[S]) -> None:
    """A game ends for a reason, leaves nothing open, and can be proved."""
    state = match.state
    if state.stack:
        raise Fault(f"ended as {state.outcome!r} with {len(state.stack)} pieces of work left")
    fail("ended wrongly", subject.ended_wrongly(state))
    proved(match)


def proved(match: Match[S]) -> None:
    proof = prove(match)
    if not proof.holds:
        raise Fault(f"not proven, entry {proof.broken_at}: {proof.reason}")
