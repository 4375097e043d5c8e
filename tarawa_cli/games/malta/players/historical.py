"""`historical`: follows the plan, counter-attacks with care, holds what is worth holding."""

from tarawa_cli.games.malta.players.commander import Commander
from tarawa_cli.games.malta.players.moving import Temper
from tarawa_cli.games.malta.players.weighing import Scales


def historical(seed: str = "") -> Commander:
    temper = {"axis": Temper(1.0, 0.8, 0.5, 0.1, 0.8), "allied": Temper(0.8, 0.5, 0.6, 0.5, 1.5)}
    return Commander(Scales(caution=1.1, zeal=0.1), temper)
