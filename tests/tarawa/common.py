"""What all tests of play share: morale at the start, hexes, and from the kit refusals, dice and what events tell."""

from tarawa_cli.games.tarawa.model.board import betio
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.kernel.engine.session import Match
from tests.kit.scripted import Facts, allowed, modifiers, needs_dice, next_die, of_type, refused, rolls

__all__ = [
    "LEVEL",
    "Facts",
    "airstrips",
    "all_but",
    "allowed",
    "at",
    "modifiers",
    "needs_dice",
    "next_die",
    "of_type",
    "refused",
    "rolls",
    "tracks",
]

LEVEL = dict.fromkeys(("japanese", "marines", "2nd", "6th", "8th", "10th"), 0)
"""All morale at 0."""


def tracks(**boxes: int) -> dict[str, int]:
    """All morale at 0 except what is named; regiments as r2, r6, r8, r10."""
    names = {"r2": "2nd", "r6": "6th", "r8": "8th", "r10": "10th"}
    return LEVEL | {names.get(name, name): box for name, box in boxes.items()}


def at(match: Match[State], id: str) -> str:
    return match.state.units[id].at


# ── The island


def all_but(*hexes: str) -> str:
    """Every hex that must be cleared, except these."""
    return " ".join(sorted(betio().defended - set(hexes)))


def airstrips() -> str:
    return " ".join(sorted(at for at, terrain in betio().terrain.items() if terrain == "airstrip"))
