"""`strong`: concentrates, weighs every attack, and goes for what decides the game."""

from tarawa_cli.games.malta.players.commander import Commander
from tarawa_cli.games.malta.players.moving import Temper
from tarawa_cli.games.malta.players.weighing import Scales


def strong(seed: str = "") -> Commander:
    temper = {"axis": Temper(1.5, 1.2, 0.3, 0.0, 0.8), "allied": Temper(1.0, 1.0, 0.5, 0.4, 1.5)}
    return Commander(Scales(caution=0.9, zeal=0.3), temper)
