"""`historical`: follows the plan, counter-attacks with care, holds what is worth holding."""

from tarawa_cli.games.malta.model.unit_types import SIDES
from tarawa_cli.games.malta.players.commander import Commander
from tarawa_cli.games.malta.players.moving import Style
from tarawa_cli.games.malta.players.weighing import Scales


def historical(seed: str = "") -> Commander:
    styles = {"axis": Style(1.0, 0.8, 0.5, 0.1, 0.8, 0.0), "allied": Style(0.8, 0.5, 0.6, 0.5, 1.5, 0.0)}
    return Commander(dict.fromkeys(SIDES, Scales(caution=1.1, zeal=0.3)), styles)
