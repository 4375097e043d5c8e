"""The end of a turn: `night`, `morale`, `final`."""

from tarawa_cli.games.tarawa.model import apply
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.games.tarawa.rules import ch10_night
from tarawa_cli.games.tarawa.rules.ch05_bombardment import age_chits
from tarawa_cli.games.tarawa.rules.ch06_landing.advancing import tide_falls
from tarawa_cli.games.tarawa.rules.ch07_actions.moving_recovery import resolve_recovery
from tarawa_cli.games.tarawa.rules.ch08_09_supply_morale import collapses, copy_levels
from tarawa_cli.games.tarawa.rules.ch10_night import night_event
from tarawa_cli.games.tarawa.rules.ch12_victory import end_of_time
from tarawa_cli.kernel.engine.phases import Phase
from tarawa_cli.kernel.engine.play import Play

# ── Phase `night`: one event in each night turn


def night_applies(state: State) -> bool:
    return state.night


NIGHT = Phase(applies=night_applies, enter=night_event)


# ── Phase `morale`: recovery, operative levels, collapse


@rule("3.5.1", "7.2.6", "9.2.3")
def morale_enter(play: Play[State]) -> None:
    resolve_recovery(play)
    copy_levels(play)
    collapses(play)


MORALE = Phase(enter=morale_enter)


# ── Phase `final`: markers are removed, and the next turn begins


@rule("10")
def final_enter(play: Play[State]) -> None:
    state = play.state
    tide_falls(play)
    for unit in state.units.values():
        if unit.digging:
            apply.positions_improved(play, "11.1", unit=unit.id, hex=unit.at)
    ch10_night.end_of_turn(play)
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


FINAL = Phase(enter=final_enter)
