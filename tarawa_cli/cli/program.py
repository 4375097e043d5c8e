"""How the command at hand runs: the program, the side that plays, how much is printed; and the saves that it plays."""

import os
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from contextvars import ContextVar

from tarawa_cli.games import GAMES, TARAWA
from tarawa_cli.kernel import session, sides
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.game import Game, Program, Setup
from tarawa_cli.kernel.hints import Any, NamedTuple, TypeVar
from tarawa_cli.kernel.session import Match

T = TypeVar("T")


class Run(NamedTuple):
    """How one command runs. A line at the prompt is a command of its own."""

    program: Program = TARAWA
    side: str = ""
    """Who plays and looks; nothing if it is everybody at one table."""
    colour: str = "auto"
    """What `--color` says."""
    quiet: bool = False
    verbose: bool = False
    at_prompt: bool = False


_FIRST = Run()
_RUN: ContextVar[Run] = ContextVar("run", default=_FIRST)


class OtherGame(BadFile):
    """A save that another program plays."""


def run() -> Run:
    """How the command at hand runs."""
    return _RUN.get()


def change_run(**how: Any) -> None:
    """Have the command at hand run otherwise from now on."""
    _RUN.set(run()._replace(**how))


def bound(work: Callable[[], T]) -> Callable[[], T]:
    """The work as the command at hand does it, in whatever thread it is done."""
    how = run()

    def done() -> T:
        _RUN.set(how)
        return work()

    return done


def start(program: Program) -> None:
    """Begin a command of a program, which plays for everybody until it says otherwise."""
    _RUN.set(Run(program, at_prompt=run().at_prompt))


def play_as(word: str, environment: Mapping[str, str] = os.environ) -> None:
    """Play and look as one side, if `--as` or the environment names one."""
    change_run(side=sides.chosen(own_game().sides, word, environment))


def side() -> str:
    """Who plays and looks; nothing if it is everybody at one table."""
    return run().side


def running() -> Program:
    return run().program


def own_game() -> Game[Any]:
    """The game of this program."""
    return GAMES(running().game)


def game_of(name: str) -> Game[Any]:
    """The game that a save names; BadFile, if another program plays it."""
    if name in GAMES.names and name != running().game:
        raise OtherGame(f"this is a game of {name}: use the program {name}")
    return GAMES(name)


def look(save: str, at: str = "") -> Match[Any]:
    """The match in a save, for reading only; as it was at another moment, if one is named."""
    if not at:
        return session.look(game_of, save, side())
    from tarawa_cli.kernel import past

    if not past.is_in_journal(at):
        match = session.load(game_of, save, past.at_revision(save, at), side=side())
        match.moment = f"in {at}"
        return match
    match = session.look(game_of, save, side())
    past.go_back(match, at)
    return match


def look_any(save: str) -> Match[Any]:
    """The match in a save of any game, for reading only, as far as the side that is named knows it."""
    match = session.look(GAMES, save)
    own = match.game.id == running().game
    match.side = side() if own else sides.chosen(match.game.sides, "", os.environ)
    return match


def held(save: str, scenario: str = "") -> AbstractContextManager[Match[Any]]:
    """The match in a save, locked for one command."""
    return session.held(game_of, save, scenario, side())


def begun(setup: Setup, seed: int | None) -> Match[Any]:
    """A new match, which is not saved yet."""
    match: Match[Any] = Match(own_game(), setup, seed)
    match.side = side()
    return match
