"""`strong`: concentrates, weighs every attack, picks its own beaches, and goes for what decides the game."""

from tarawa_cli.games.malta.players import seaborne
from tarawa_cli.games.malta.players.commander import Commander
from tarawa_cli.games.malta.players.moving import Style
from tarawa_cli.games.malta.players.weighing import Scales


class Strong(Commander):
    off_the_field = {
        **Commander.off_the_field,
        "embark": seaborne.embark_freely,
    }


STYLES = {
    "axis": Style(drive=1.5, bite=1.2, fear=0.3, spread=0.0, guard=3.0, hunt=0.2),
    "allied": Style(drive=1.5, bite=1.0, fear=0.3, spread=0.4, guard=2.0, hunt=0.6),
}
SCALES = {
    "axis": Scales(caution=1.0, zeal=0.8, spares=True),
    "allied": Scales(caution=0.7, zeal=0.8, spares=True),
}


def strong(seed: str = "") -> Commander:
    return Strong(SCALES, STYLES)
