"""Delayed landings (22.39), if the players want them."""

from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch18.boxes import waiting
from tarawa_cli.kernel.play import Play


@rule("22.39")
def delay(play: Play[State]) -> None:
    """On the first turn, roll a die for each zone with units in its Follow-up box: its waves may sail a turn later."""
    state = play.state
    if state.turn > 1 or not state.setting.options.delayed:
        return
    for zone in state.board.beaches:
        if waiting(state, zone):
            row, _ = play.roll(state.charts.table("delayed"), rule="22.39", column="1", on=zone)
            if row.result == "delayed":
                apply.landings_delayed(play, "22.39", zone=zone)
