"""`random`: any legal command, each as likely as the others, for both sides."""

from tarawa_cli.games.malta.legal.offers import pick
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.kernel.players.computer_player import Chance


def chance(seed: str = "") -> Chance[State]:
    return Chance(pick, seed)
