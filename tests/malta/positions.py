"""Positions of recorded games: one of every phase that comes up in them."""

from functools import cache
from pathlib import Path

from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.kernel.engine.order_words import split_line
from tarawa_cli.kernel.engine.session import Match, perform
from tests.kit.recorded import recorded, setup_of

FOLDER = Path(__file__).parent / "games"
GAMES = ("herkules", "south-beach-axis", "cottonera-axis")


@cache
def by_phase() -> dict[str, State]:
    """By phase: the last position of it in which an order was given, in the first game that comes to it."""
    found: dict[str, State] = {}
    for name in GAMES:
        game = recorded(FOLDER / f"{name}.txt")
        match = Match(GAME, setup_of(game.head["scenario"], None), int(game.head["seed"]))
        phases: dict[str, State] = {}
        for line in game.lines:
            phases[match.truth.phase] = match.truth.copied()
            perform(match, split_line(line))
        found = phases | found
    return found
