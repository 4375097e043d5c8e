"""`strong`: concentrates, weighs every attack, picks its own beaches, and goes for what decides the game."""

from old_players.malta import seaborne
from old_players.malta.commander import Commander
from old_players.malta.moving import Temper
from old_players.malta.weighing import Scales


class Strong(Commander):
    off_the_field = {
        **Commander.off_the_field,
        "embark": seaborne.embark_freely,
    }


def strong(seed: str = "") -> Commander:
    temper = {"axis": Temper(1.5, 1.2, 0.3, 0.0, 0.8), "allied": Temper(1.5, 1.0, 0.3, 0.4, 3.0)}
    return Strong(Scales(caution=0.9, zeal=0.3, craft=0.6), temper)
