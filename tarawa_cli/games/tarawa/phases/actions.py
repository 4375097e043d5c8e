"""The phases ashore, from `support` to `supply-check`, and the end of a turn: `night`, `morale`, `final`."""

from tarawa_cli.games.tarawa import rule
from tarawa_cli.games.tarawa.model import apply
from tarawa_cli.games.tarawa.model.state import State, Unit, ap_left
from tarawa_cli.games.tarawa.model.work import Areas, work
from tarawa_cli.games.tarawa.rules.ch07_actions import able_to_act, areas_held, marines
from tarawa_cli.games.tarawa.rules.ch07_actions.fire import (
    fire_at,
    offensive_modifiers,
    offensive_targets,
    roll_shore_points,
)
from tarawa_cli.games.tarawa.rules.ch08_09_supply_morale import (
    collapses,
    copy_levels,
    free_markers,
    head_sites,
    landing_supply_ends,
    needs_head,
    roll_points,
    set_status,
    suppliable,
    used_markers_go,
)
from tarawa_cli.games.tarawa.rules.ch12_13_victory_timetable import end_of_time
from tarawa_cli.games.tarawa.rules.japanese_fire import lose_steps
from tarawa_cli.kernel.engine.phases import Phase
from tarawa_cli.kernel.engine.play import Play

# ── Phase `support`: shore support points, by day


SUPPORT: Phase[State] = Phase(applies=lambda state: not state.night, enter=roll_shore_points)


# ── Phase `supply-points`


def supply_points_applies(state: State) -> bool:
    return state.turn >= int(state.charts.value("supply-turn"))


@rule("8.1", "8.4")
def supply_points_enter(play: Play[State]) -> None:
    landing_supply_ends(play)
    free_markers(play)
    roll_points(play)


def supply_points_waits(state: State) -> bool:
    return bool(state.stock) and bool(suppliable(state))


SUPPLY_POINTS = Phase(applies=supply_points_applies, enter=supply_points_enter, waits=supply_points_waits)


# ── Phase `traps`: booby traps and snipers, by area


def units_in(state: State, area: str) -> list[Unit]:
    return [unit for unit in marines(state) if state.board.area_of[unit.at] == area]


@rule("7.1")
def is_trapped(state: State, area: str) -> bool:
    """Whether an area is unsecured or next to one that is, and has Marines who are not all on landing hexes."""
    board = state.board
    danger = any(not state.is_secured(near) for near in (area, *board.next_areas(area)))
    return danger and any(unit.at not in board.landing for unit in units_in(state, area))


def traps_enter(play: Play[State]) -> None:
    areas = [area for area in areas_held(play.state) if is_trapped(play.state, area)]
    if areas:
        play.push(spring_traps, left=areas)


@work
@rule("7.1", "7.2.6")
def spring_traps(play: Play[State], left: Areas) -> None:
    """One roll per area; a loss falls on a random unarmoured unit, which may not recover this turn."""
    state = play.state
    for area in left:
        row, _ = play.roll(state.charts.table("traps"), rule="7.1", on=area)
        able = [unit for unit in units_in(state, area) if not unit.type.can("armoured")]
        if row.result == "S" and able:
            victim = play.pick([unit.id for unit in able], f"the victim in {area}", "7.1")
            lose_steps(play, state.units[victim], 1, "7.1")
            if state.units[victim].steps:
                apply.trapped(play, "7.2.6", unit=victim)


TRAPS = Phase(enter=traps_enter)


# ── Phase `actions`: everything in 7.2


def actions_waits(state: State) -> bool:
    """Whether a unit ashore can spend AP or rest, or something can be done about the wreck."""
    if any(
        state.is_ashore(unit) and not unit.pins and not unit.walking and (ap_left(state, unit) > 0 or not unit.acted)
        for unit in state.units.values()
    ):
        return True
    if state.wreck != "occupied":
        return False
    from tarawa_cli.games.tarawa.rules.ch10_night import ways_to_help  # start-up

    return bool(ways_to_help(state))


def actions_matters(state: State) -> bool:
    """Whether a unit ashore has AP."""
    return any(ap_left(state, unit) > 0 for unit in able_to_act(state))


ACTIONS = Phase(waits=actions_waits)


# ── Phase `offensive-fire`: one Japanese fire per area


def offensive_fire_enter(play: Play[State]) -> None:
    areas = list(offensive_targets(play.state))
    if areas:
        play.push(offensive_fire, left=areas)


@work
@rule("7.5")
def offensive_fire(play: Play[State], left: Areas) -> None:
    """Fire at one area, then at the rest; a question may come between."""
    first, *rest = left
    if rest:
        play.push(offensive_fire, left=rest)
    targets = offensive_targets(play.state).get(first)
    if targets:
        target = play.pick([unit.id for unit in targets], f"the target in {first}", "7.5")
        unit = play.state.units[target]
        fire_at(play, unit, offensive_modifiers(play.state, unit), "7.5")


def offensive_fire_leave(play: Play[State]) -> None:
    """The wreck fires too, if the Japanese hold it (10.1.4)."""
    if play.state.wreck == "occupied":
        from tarawa_cli.games.tarawa.rules.ch10_night import wreck_fire  # start-up

        wreck_fire(play)


OFFENSIVE_FIRE = Phase(enter=offensive_fire_enter, leave=offensive_fire_leave)


# ── Phase `supply-check`


def supply_check_waits(state: State) -> bool:
    """Whether a head could be placed; by standing answer, whether one is needed."""
    if state.new_heads == "needed":
        return needs_head(state)
    return bool(head_sites(state))


SUPPLY_CHECK = Phase(
    applies=supply_points_applies,
    enter=used_markers_go,
    waits=supply_check_waits,
    leave=set_status,
)


# ── Phase `night`: one event in each night turn


def night_enter(play: Play[State]) -> None:
    from tarawa_cli.games.tarawa.rules.ch10_night import night_event  # start-up

    night_event(play)


NIGHT: Phase[State] = Phase(applies=lambda state: state.night, enter=night_enter)


# ── Phase `morale`: recovery, operative levels, collapse


@rule("3.5.1", "7.2.6", "9.2.3")
def morale_enter(play: Play[State]) -> None:
    from tarawa_cli.games.tarawa.rules.ch07_actions.moving_recovery import resolve_recovery  # start-up

    resolve_recovery(play)
    copy_levels(play)
    collapses(play)


MORALE = Phase(enter=morale_enter)


# ── Phase `final`: markers are removed, and the next turn begins


@rule("10")
def final_enter(play: Play[State]) -> None:
    from tarawa_cli.games.tarawa.rules.ch05_06_landing import age_chits  # start-up
    from tarawa_cli.games.tarawa.rules.ch05_06_landing.advancing import tide_falls
    from tarawa_cli.games.tarawa.rules.ch10_night import end_of_turn

    state = play.state
    tide_falls(play)
    for unit in state.units.values():
        if unit.digging:
            apply.positions_improved(play, "11.1", unit=unit.id, hex=unit.at)
    end_of_turn(play)
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
