"""Players of random games: each is made for one game, and picks one of the legal commands."""

from collections.abc import Callable
from random import Random
from typing import Any

from tests.kit.subject import S, Subject

Listing = Callable[[], list[str]]
"""All legal commands, worked out when somebody wants to see them."""
Player = Callable[[Any, Listing], str]
"""Chooses a command in a position."""


def names(subject: Subject[S]) -> list[str]:
    return ["uniform", "eager", *subject.game.players.PLAYERS]


def player(subject: Subject[S], name: str, rng: Random) -> Player:
    """A player by name, for one game."""
    if name == "uniform":
        return uniform(rng)
    if name == "eager":
        return eager(subject, rng)
    return (drawing if name in subject.drawing else computer)(subject, name, rng)


def uniform(rng: Random) -> Player:
    """Pick any legal command with the same chance."""
    return lambda state, listing: rng.choice(listing())


def eager(subject: Subject[S], rng: Random) -> Player:
    """Picks a kind of order first, preferring those that it likes; then any order of that kind."""
    likes = {**subject.likes, **{name: rng.choice(most) for name, most in subject.haste.items()}}

    def choose(state: S, listing: Listing) -> str:
        kinds: dict[str, list[str]] = {}
        for command in listing():
            kinds.setdefault(_kind(subject, command), []).append(command)
        (kind,) = rng.choices(list(kinds), [likes.get(kind, 10) for kind in kinds])
        return rng.choice(kinds[kind])

    return choose


def _kind(subject: Subject[S], command: str) -> str:
    """The first two words if `likes` has them, else the first."""
    words = command.split()
    return two if (two := " ".join(words[:2])) in subject.likes else words[0]


def computer(subject: Subject[S], name: str, rng: Random) -> Player:
    """A computer player. It needs no list, but a list that is empty would be a dead end."""
    plans = subject.game.players.player(name, str(rng.random()))

    def choose(state: S, listing: Listing) -> str:
        listing()
        return str(plans.choose(state).order.text())

    return choose


def drawing(subject: Subject[S], name: str, rng: Random) -> Player:
    """A computer player who draws one order without listing all, so that his games are quick."""
    chance = subject.game.players.player(name, str(rng.random()))

    def choose(state: S, listing: Listing) -> str:
        try:
            return str(chance.choose(state).order.text())
        except LookupError:
            listing()  # a dead end
            raise

    return choose
