"""`strong`: weighs every assault by its exact chances, avoids the water, and uses the nights."""

from tarawa_cli.games.tarawa.players.fighting import PlayingStyle
from tarawa_cli.games.tarawa.players.historical import Historical


class Strong(Historical):
    temper = PlayingStyle(
        least_chance=0.4,
        least_steps=2,
        markers=4,
        price=0.8,
        attackers=3,
        pillbox=8.0,
        risk=0.1,
        two_targets=3,
        looks_ahead=True,
        foresees=True,
        blood=30.0,
    )
    wade = False
    close_fire = True
    night_fight = 1
