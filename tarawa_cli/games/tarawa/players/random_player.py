"""`random`: any legal command, each as likely as the others."""

from tarawa_cli.games.tarawa.legal.listing import pick
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.kernel.players import Chance


def chance(seed: str = "") -> Chance[State]:
    return Chance(pick, seed)
