"""How the current command runs: the program, the side that plays, how much is printed; and the saves that it plays."""

import os

from tarawa_cli.games import GAMES, TARAWA
from tarawa_cli.kernel.engine import session, sides
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.game import Game, Program, Setup
from tarawa_cli.kernel.hints import TYPE_CHECKING, Any, Final, Iterator, Mapping
from tarawa_cli.kernel.standard import contextmanager

if TYPE_CHECKING:
    from tarawa_cli.kernel.players.computer_player import Bots  # start-up


class Run:
    """How one command runs. A line at the prompt is a command of its own."""

    def __init__(self, program: Program) -> None:
        self.at_prompt = False
        self.begin(program)

    def begin(self, program: Program) -> None:
        """Begin a command of a program, which plays for all sides until told otherwise."""
        self.program, self.side, self.bot = program, "", ""
        """`side` is the side that plays and looks; empty if all sides share one table. `bot` is what `--bot` names."""
        self.colour, self.quiet, self.verbose = "auto", False, False
        """What `--color`, `--quiet` and `--verbose` say."""


RUN: Final = Run(TARAWA)
"""The current command: the one thing that a process keeps between its functions."""


class OtherGame(BadFile):
    """A save that another program plays."""


def start(program: Program) -> None:
    """Begin a command of a program."""
    RUN.begin(program)


def play_as(word: str, environment: Mapping[str, str] = os.environ) -> None:
    """Play and look as one side, if `--as` or the environment names one."""
    RUN.side = sides.chosen(own_game().sides, word, environment)


def side() -> str:
    """Who plays and looks; nothing if it is everybody at one table."""
    return RUN.side


def running() -> Program:
    return RUN.program


def own_game() -> Game[Any]:
    """The game of this program."""
    return GAMES(running().game)


def game_of(name: str) -> Game[Any]:
    """The game that a save names; BadFile, if another program plays it."""
    if name in GAMES.names and name != running().game:
        raise OtherGame(f"this is a game of {name}: use the program {name}")
    return GAMES(name)


def find_bots() -> "Bots":
    """The program that plays where a save says `bot`, and how long it may think, by `--bot` and the user's settings."""
    from tarawa_cli.cli.settings import bots  # start-up

    return bots(running().game, RUN.bot)


def look(save: str, at: str = "") -> Match[Any]:
    """The match in a save, for reading only; as it was at another moment, if one is named."""
    if not at:
        return _with_bots(session.look(game_of, save, side()))
    from tarawa_cli.kernel.saves import history  # start-up

    if not history.is_in_journal(at):
        match = session.load(game_of, save, history.at_revision(save, at), side=side())
        match.moment = f"in {at}"
        return match
    match = session.look(game_of, save, side())
    history.go_back(match, at)
    return match


def look_any(save: str) -> Match[Any]:
    """The match in a save of any game, for reading only, as far as the side that is named knows it."""
    match = session.look(GAMES, save)
    own = match.game.id == running().game
    match.side = side() if own else sides.chosen(match.game.sides, "", os.environ)
    return match


@contextmanager
def held(save: str, scenario: str = "") -> Iterator[Match[Any]]:
    """The match in a save, locked for one command."""
    with session.held(game_of, save, scenario, side()) as match:
        yield _with_bots(match)


def _with_bots(match: Match[Any]) -> Match[Any]:
    match.find_bots = find_bots
    return match


def begun(setup: Setup, seed: int | None) -> Match[Any]:
    """A new match, which is not saved yet."""
    match: Match[Any] = Match(own_game(), setup, seed)
    match.side = side()
    return _with_bots(match)
