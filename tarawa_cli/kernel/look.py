"""What a game shows to those who look: reports, maps, pages of its library."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.session import Match


class Look(NamedTuple):
    """What is shown: as text, or under its key in the JSON object. Only the form that is wanted is worked out."""

    command: str
    """What was asked, with names in full."""
    key: str
    facts: Callable[[], Any]
    text: Callable[[], str]


class Asked(NamedTuple):
    """What is looked at: a word, or none; and how a map is drawn."""

    word: str = ""
    radius: int = 3
    layer: str = ""
    ascii: bool = False
    width: int = 80
    colour: bool = False


Looks = Mapping[str, Callable[[Match[Any], Asked], Look]]
"""By the command's name."""
Pages = Mapping[str, Callable[[Any, str], Look]]
"""The same for what needs no game: the state of one, or None, and a word, or none."""


def none(what: str) -> BadOrder:
    return BadOrder(f"this game has no {what}")
