"""Phase `final`: markers are removed, and the next turn begins."""

from tarawa_cli.games.tarawa.model import apply
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.games.tarawa.rules.ch05.bombardment import age_chits
from tarawa_cli.games.tarawa.rules.ch06.homeward import tide_falls
from tarawa_cli.games.tarawa.rules.ch10 import wreck
from tarawa_cli.games.tarawa.rules.ch12.victory import end_of_time
from tarawa_cli.kernel.phases import Phase
from tarawa_cli.kernel.play import Play


@rule("10")
def enter(play: Play[State]) -> None:
    state = play.state
    tide_falls(play)
    for unit in state.units.values():
        if unit.digging:
            apply.positions_improved(play, "11.1", unit=unit.id, hex=unit.at)
    wreck.end_of_turn(play)
    if state.raids and not state.night:
        left = {area: turns - 1 for area, turns in state.raids.items() if turns > 1}
        apply.raid_markers_fade(play, "10.1.1", left=left)
    if state.stock and not state.heads:
        apply.stock_lost(play, "8.1", points=state.stock)
    pinned = [unit.id for unit in state.units.values() if unit.pins]
    apply.markers_cleaned(play, "10", pins=pinned)
    if state.turn >= state.setting.scenario.length:
        end_of_time(play)
        return
    apply.turn_begun(play, "10", turn=state.turn + 1)
    age_chits(play)


PHASE = Phase(enter=enter)
