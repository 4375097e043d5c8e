"""The tables by which the tests of rules set their dice, so that tuning the game's own changes no such test."""

from pathlib import Path
from typing import Any

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.model.own_tables import check_own
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.saves import toml

FILE = Path(__file__).with_name("tables.toml")
TABLES = toml.parse(FILE.read_text(encoding="utf-8"), FILE.name)
PLAIN: dict[str, Any] = TABLES | {"tables": TABLES["tables"] | {"japanese-fire": {
    "afloat": {"..3": "-", "4": "course", "5": "course S*", "6": "Pin 1", "7": "H", "8": "S*", "9..": "S* Pin 1"},
    "ashore": {"..2": "-", "3": "S*", "4": "Pin 1", "5": "S", "6": "H", "7..8": "S* Pin 1", "9..": "S* S* Pin 2"},
}}}  # fmt: skip
"""The same, but with results of Japanese fire that stand alone."""
CAMPAIGN = Setup("campaign", tables=TABLES)
check_own(TABLES, FILE.name)
check_own(PLAIN, "plain.toml")


def plain_fire(match: Match[State]) -> Match[State]:
    """The same position under plain Japanese fire, with given dice."""
    under: Match[State] = Match(GAME, match.setup._replace(tables=PLAIN), None)
    under.state = GAME.load(under.setup, GAME.dump(match.state))
    return under


def under_plain_fire(state: State) -> State:
    """The same position of the campaign under plain Japanese fire."""
    return GAME.load(CAMPAIGN._replace(tables=PLAIN), GAME.dump(state))
