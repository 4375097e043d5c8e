"""The program that runs in this process, and the saves that it plays."""

from contextlib import AbstractContextManager
from typing import Any

from tarawa_cli.games import GAMES, TARAWA
from tarawa_cli.kernel import session
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.game import Game, Program
from tarawa_cli.kernel.session import Match

_running = TARAWA


def start(program: Program) -> None:
    """From now on this process is that program."""
    global _running
    _running = program


def running() -> Program:
    return _running


def own_game() -> Game[Any]:
    """The game of this program."""
    return GAMES(_running.game)


def game_of(name: str) -> Game[Any]:
    """The game that a save names; BadFile, if another program plays it."""
    if name in GAMES.names and name != _running.game:
        raise BadFile(f"this is a game of {name}: use the program {name}")
    return GAMES(name)


def look(save: str) -> Match[Any]:
    """The match in a save, for reading only."""
    return session.look(game_of, save)


def held(save: str, scenario: str = "") -> AbstractContextManager[Match[Any]]:
    """The match in a save, locked for one command."""
    return session.held(game_of, save, scenario)
