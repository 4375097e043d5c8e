"""Who chooses: a player is made for one game, and picks one of the legal commands."""

from collections.abc import Callable
from random import Random

from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.players import player

Listing = Callable[[], list[str]]
"""All legal commands, worked out when somebody wants to see them."""
Player = Callable[[State, Listing], str]

# how much the eager player likes an order, by its first words; the rest by its first word, else 10
LIKES = {
    "attack": 60,
    "demolish": 80,
    "fire": 12,
    "supply": 60,
    "head": 60,
    "wreck": 12,
    "unload": 40,
    "embark": 30,
    "embark none": 2,
    "embark supply": 8,
    "withdraw": 1,
    "advance": 6,
    "advance --all": 60,
    "suppress": 30,
    "move": 20,
    "recover": 6,
    "dig": 2,
}
HASTE = (2, 8, 40)
"""How much it likes `next`, which differs from game to game: some games linger, some hurry to their end."""


def uniform(rng: Random) -> Player:
    """Every legal command is as likely as any other."""
    return lambda state, listing: rng.choice(listing())


def eager(rng: Random) -> Player:
    """First the kind of order, those that lead far before the rest; then any of that kind."""
    likes = LIKES | {"next": rng.choice(HASTE)}

    def choose(state: State, listing: Listing) -> str:
        kinds: dict[str, list[str]] = {}
        for command in listing():
            kinds.setdefault(_kind(command), []).append(command)
        (kind,) = rng.choices(list(kinds), [likes.get(kind, 10) for kind in kinds])
        return rng.choice(kinds[kind])

    return choose


def _kind(command: str) -> str:
    """The first two words if they have a liking of their own, else the first."""
    words = command.split()
    return two if (two := " ".join(words[:2])) in LIKES else words[0]


def computer(name: str) -> Callable[[Random], Player]:
    """A computer player, who gets far; there must be a list where he goes, but what is on it does not concern him."""

    def make(rng: Random) -> Player:
        plans = player(name, str(rng.random()))

        def choose(state: State, listing: Listing) -> str:
            listing()
            return plans.choose(state).order.text()

        return choose

    return make


def drawing(rng: Random) -> Player:
    """The computer player `random`: as `uniform`, but without a list, so that his games are quick."""
    chance = player("random", str(rng.random()))

    def choose(state: State, listing: Listing) -> str:
        try:
            return chance.choose(state).order.text()
        except LookupError:
            listing()  # a dead end
            raise

    return choose


PLANNERS = ("historical", "strong")
"""Players who plan ahead and count on nobody else giving orders."""
PLAYERS = {"uniform": uniform, "eager": eager, "random": drawing} | {name: computer(name) for name in PLANNERS}
