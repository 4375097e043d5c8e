"""What is looked at on the way; a fault is raised as soon as one is found."""

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tarawa_cli.games import GAMES
from tarawa_cli.games.tarawa.checks.invariants import invariants
from tarawa_cli.games.tarawa.choices import odds
from tarawa_cli.games.tarawa.choices.legal import legal, pick
from tarawa_cli.games.tarawa.exporting import position_file
from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.looking import facts, map_views, reports
from tarawa_cli.games.tarawa.model.state import OUTCOMES, State
from tarawa_cli.games.tarawa.orders import ORDERS
from tarawa_cli.games.tarawa.telling.sentences import sentences
from tarawa_cli.kernel import savefile, session
from tarawa_cli.kernel.errors import GameError, Refused
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.ledger import Ledger
from tarawa_cli.kernel.look import Asked
from tarawa_cli.kernel.orders import split_line
from tarawa_cli.kernel.session import Done, Match

EXPORT_EVERY = 5
"""Of the positions that are looked at."""


class Fault(Exception):
    """Something that must not be."""


def fail(about: str, wrong: Iterable[str]) -> None:
    """A fault, if anything is wrong."""
    found = list(wrong)
    if found:
        raise Fault(f"{about}: {'; '.join(found)}")


def order_done(match: Match[State], ledger: Ledger[State] | None, line: str, done: Done) -> None:
    """After every order: the position is sound, the books, if there are any, balance, and every event can be told."""
    fail(f"unsound after {line!r}", invariants(match.state))
    if ledger:
        fail(f"does not add up after {line!r}", ledger.after(done, match))
    sentences(done.events, match.state)


def way_on(match: Match[State], commands: list[str]) -> None:
    """There is something to do until the game is over, and nothing after it."""
    if match.state.outcome and commands:
        raise Fault(f"the game is over, but {commands[0]!r} is said to be legal")
    if not match.state.outcome and not commands:
        raise Fault(f"a dead end: nothing is legal in {match.state.phase} of turn {match.state.turn}")


def position(match: Match[State], commands: list[str], number: int) -> None:
    """A position looked at from all sides; where a sample must do, the number of orders before it says which."""
    rng, state = Random(number), match.state
    foreseen = [command for command in commands if command.split()[0] in odds.FORESEEN]
    before = match.text()
    listed(match, commands, _some(rng, commands, 25))
    drawn(state, commands, rng)
    reloaded(match, commands)
    reported(match, _some(rng, [*state.units, *state.board.areas, *state.board.terrain], 3))
    foretold(state, _some(rng, foreseen, 1))
    if rng.randrange(EXPORT_EVERY) == 0:
        exported(state)
    if match.text() != before:
        raise Fault("looking at the position has changed it")


def _some(rng: Random, things: list[str], number: int) -> list[str]:
    return rng.sample(things, min(number, len(things)))


def listed(match: Match[State], commands: list[str], sample: list[str]) -> None:
    """What is listed as legal is listed once, passes the law, and is written as the order itself writes it."""
    fail("listed more than once", (command for command, times in Counter(commands).items() if times > 1))
    for command in sample:
        try:
            read = session.read_order(match, split_line(command)).text()
        except GameError as error:
            raise Fault(f"{command!r} is legal, but refused: {error.message}") from None
        if read != command:
            raise Fault(f"{command!r} is listed as legal, but written {read!r}")


def drawn(state: State, commands: list[str], rng: Random) -> None:
    """An order drawn by chance is one of those that are listed, and there is one if any is."""
    order = pick(state, rng.randrange)
    if (order is None) != (not commands) or (order and order.text() not in commands):
        raise Fault(f"{order.text() if order else 'nothing'!r} is drawn, which is not listed as legal")


def reloaded(match: Match[State], commands: list[str]) -> None:
    """The save reads back to the same save, and to a position in which the same is legal."""
    text = match.text()
    again = session.load(GAMES, f"{match.setup.folder}/save.toml", savefile.dissect(text, "the save"))
    if again.text() != text:
        raise Fault("a save that is read and written again is not the same")
    if legal(again.state) != commands:
        raise Fault("other commands are legal once the save is read again")


def reported(match: Match[State], subjects: list[str]) -> None:
    """Reports, facts and maps can be made of the whole, and of some units, areas and hexes."""
    state = match.state
    reports.status(state, match)
    reports.units(state, list(state.units.values()))
    json.dumps(facts.whole(state, match))
    map_views.picture(state, Asked("", 0, "units", False, 130))
    for subject in subjects:
        _report(state, subject)


def _report(state: State, subject: str) -> None:
    if subject in state.units:
        reports.unit(state, state.units[subject])
        json.dumps(facts.unit_in_full(state, state.units[subject]))
    elif subject in state.board.areas:
        reports.area(state, subject)
        json.dumps(facts.area_in_full(state, subject))
    else:
        reports.hex(state, subject)
        json.dumps(facts.hex_in_full(state, subject))
        map_views.picture(state, Asked(subject, 2, "units", False, 130))


def foretold(state: State, commands: list[str]) -> None:
    """The chances of an order are those of everything that can come of it."""
    for command in commands:
        if sum(outcome.chance for outcome in odds.odds(state, split_line(command))) != 1:
            raise Fault(f"the chances of {command!r} do not add up")


def exported(state: State) -> None:
    """A position that is exported is a scenario that starts there."""
    with TemporaryDirectory(prefix="tarawa export ") as folder:
        Path(folder, "here.toml").write_text(position_file.position(state), encoding="utf-8")
        start = GAME.begin(Setup("here.toml", folder))
    if GAME.dump(start) != GAME.dump(state):
        raise Fault("the exported position is not the position")


def heckled(match: Match[State], line: str, certain: bool) -> Done | None:
    """A nasty order: refused without a trace and with a hint that is legal, or else carried out."""
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


def hint_holds(match: Match[State], line: str, hint: str) -> None:
    """What a refusal offers instead can be given, if it is a whole order."""
    words = hint.split()
    if not words or words[0] not in ORDERS or any(_is_open(word) for word in words):
        return
    try:
        session.read_order(match, words)
    except GameError as no:
        raise Fault(f"{line!r} is refused with the hint {hint!r}, which is refused: {no.message}") from None


def _is_open(word: str) -> bool:
    """A word that the player is to fill in."""
    return "…" in word or (word.isalpha() and word.isupper())


def undone(match: Match[State], before: str, done: list[Done]) -> None:
    """Taking back gives the earlier save; the same orders once more give the same dice and the present save.

    The game goes on with the state that it had, which a player with a plan has in mind.
    """
    state, after, mulligans, count = match.state, match.text(), match.mulligans, len(done)
    session.undo(match, count)
    if match.mulligans != mulligans + sum(1 for d in done if d.dice):
        raise Fault(f"undo {count}: {match.mulligans - mulligans} mulligans counted")
    match.mulligans = mulligans
    _same(match, before, f"undo {count}")
    for earlier in done:
        if session.perform(match, split_line(earlier.command)) != earlier:
            raise Fault(f"{earlier.command!r} taken back and given again is not the same")
    _same(match, after, f"undo {count} and the same orders again")
    match.state = state


def _same(match: Match[State], wanted: str, what: str) -> None:
    text = match.text()
    if text != wanted:
        lines = set(text.splitlines()) ^ set(wanted.splitlines())
        raise Fault(f"{what} does not give the same save: {' | '.join(sorted(lines)[:6])}")


def over(match: Match[State]) -> None:
    """A game ends for a reason, leaves nothing open, and can be proved."""
    state = match.state
    if state.outcome not in OUTCOMES or state.stack:
        raise Fault(f"ended as {state.outcome!r} with {len(state.stack)} pieces of work left")
    if state.outcome == "time" and (state.turn < state.setting.scenario.length or not state.uncleared):
        raise Fault(f"time is up in turn {state.turn}, with {len(state.uncleared)} hexes uncleared")
    proved(match)


def proved(match: Match[State]) -> None:
    proof = session.prove(match)
    if not proof.holds:
        raise Fault(f"not proven, entry {proof.broken_at}: {proof.reason}")
