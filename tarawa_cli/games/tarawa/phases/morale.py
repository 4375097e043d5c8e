"""Phase `morale`: recovery, operative levels, collapse."""

from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.games.tarawa.rules.ch07 import recovery
from tarawa_cli.games.tarawa.rules.ch09 import collapse
from tarawa_cli.games.tarawa.rules.ch09.morale import copy_levels
from tarawa_cli.kernel.phases import Phase
from tarawa_cli.kernel.play import Play


@rule("3.5.1", "7.2.6", "9.2.3")
def enter(play: Play[State]) -> None:
    recovery.resolve(play)
    copy_levels(play)
    collapse.collapses(play)


PHASE = Phase(enter=enter)
