"""A program of the shell, the game that it plays, and that game's words in the commands that all games share."""

from collections.abc import Mapping
from typing import NamedTuple


class Word(NamedTuple):
    """An argument or option as one game knows it."""

    default: str = ""
    metavar: str = ""
    """What a value is called; `a|b|c` are all that there are."""
    help: str = ""


class Program(NamedTuple):
    name: str
    game: str
    """The game's id."""
    title: str
    """What `--help` says first."""
    words: Mapping[str, Mapping[str, Word]] = {}
    """By command and parameter, where the game has words of its own."""
