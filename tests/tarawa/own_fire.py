"""Japanese fire by a table of the test's own: results stand alone in it that no shipped row has by itself."""

from typing import Any

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.model.own_tables import check_own
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.game import Setup

PLAIN: dict[str, Any] = {"tables": {"japanese-fire": {
    "afloat": {"..3": "-", "4": "course", "5": "course S*", "6": "Pin 1", "7": "H", "8": "S*", "9..": "S* Pin 1"},
    "ashore": {"..2": "-", "3": "S*", "4": "Pin 1", "5": "S", "6": "H", "7..8": "S* Pin 1", "9..": "S* S* Pin 2"},
}}}  # fmt: skip
HEAVY: dict[str, Any] = {"tables": {"japanese-fire": {
    "afloat": {"..1": "-", "2..4": "H", "5": "course S*", "6..7": "course S*", "8": "S* H Pin 1", "9..": "S* S Pin 1"},
    "ashore": {"..2": "-", "3": "S", "4": "S*", "5..8": "S* Pin 1", "9..": "S* H Pin 1"},
}}}  # fmt: skip
"""Two losses in one result."""
check_own(PLAIN, "plain.toml")
check_own(HEAVY, "heavy.toml")


def plain_fire(match: Match[State], tables: dict[str, Any] = PLAIN) -> Match[State]:
    """The same position, given dice, under the plain table or another."""
    under: Match[State] = Match(GAME, match.setup._replace(tables=tables), None)
    under.state = GAME.load(under.setup, GAME.dump(match.state))
    return under


def under_plain_fire(state: State) -> State:
    """The same position of the campaign under the plain table."""
    return GAME.load(Setup("campaign", tables=PLAIN), GAME.dump(state))
