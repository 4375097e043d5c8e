"""`strong` and `historical`, which command a side in their own ways; and `random`."""

from tarawa_cli.games.malta.legal.offers import pick
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.model.unit_types import SIDES
from tarawa_cli.games.malta.players import seaborne
from tarawa_cli.games.malta.players.commander import Commander
from tarawa_cli.games.malta.players.moving import Style
from tarawa_cli.games.malta.players.weighing import Scales
from tarawa_cli.kernel.players import Chance


def historical(seed: str = "") -> Commander:
    """Follows the plan, counter-attacks with care, holds what is worth holding."""
    styles = {"axis": Style(1.0, 0.8, 0.5, 0.1, 0.8, 0.0), "allied": Style(0.8, 0.5, 0.6, 0.5, 1.5, 0.0)}
    return Commander(dict.fromkeys(SIDES, Scales(caution=1.1, zeal=0.3)), styles)


class Strong(Commander):
    """Concentrates, weighs every attack, picks its own beaches, and goes for what decides the game."""

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


def chance(seed: str = "") -> Chance[State]:
    """`random`: any legal command, each as likely as the others, for both sides."""
    return Chance(pick, seed)
