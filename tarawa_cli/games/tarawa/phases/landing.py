"""The phases up to the beach: `bombardment`, `embark`, impulses with fire and suppression, `beach-landing`."""

from tarawa_cli.games.tarawa import rule
from tarawa_cli.games.tarawa.model import apply
from tarawa_cli.games.tarawa.model.board import PIER_FOOT, POOL, SCHEDULE
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.model.work import UnitIds, work
from tarawa_cli.games.tarawa.rules.ch05_06_landing import advancing, chits_example
from tarawa_cli.games.tarawa.rules.ch05_06_landing.advancing import boats_return
from tarawa_cli.games.tarawa.rules.ch05_06_landing.embarking import can_withdraw, may_start_on_pier
from tarawa_cli.games.tarawa.rules.ch05_06_landing.reef import unloadings
from tarawa_cli.games.tarawa.rules.ch11_pier import ways_off
from tarawa_cli.games.tarawa.rules.ch12_13_victory_timetable import end_if_reached, is_due
from tarawa_cli.games.tarawa.rules.japanese_fire import (
    anti_landing_fire,
    coming_in,
    is_target,
    suppress_area,
    suppressible,
)
from tarawa_cli.kernel.engine.phases import Phase
from tarawa_cli.kernel.engine.play import Play
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.hints import Iterator
from tarawa_cli.kernel.narration.visible import plural

# ── Phase `bombardment`, turn 1 only


def bombardment_applies(state: State) -> bool:
    return state.turn == 1


def bombardment_check_leave(state: State) -> None:
    if state.chits_due:
        raise Refused("5.1", f"{plural(state.chits_due, 'chit')} still to be placed", chits_example(state))
    if not state.chits:
        raise Refused("5.1", "the fleet has not bombarded yet", "bombard")


BOMBARDMENT = Phase(applies=bombardment_applies, waits=bombardment_applies, check_leave=bombardment_check_leave)


# ── Phase `embark`: craft and their loads at the edge of the reef


def embark_waits(state: State) -> bool:
    """Whether a unit could embark, supplies be sent, or a boat withdrawn. Empty amtracs alone do not count."""
    if any(can_withdraw(state, state.units[id]) for id in state.charts.craft_ids):
        return True
    if state.stock and "supply" in _loads(state) and not state.no_embarking:
        return True
    return embark_matters(state)


def embark_matters(state: State) -> bool:
    """Whether a unit is due that could come now."""
    return next(able_to_come(state), None) is not None


def able_to_come(state: State) -> Iterator[Unit]:
    """The units that are due and have the means to come."""
    loads = _loads(state)
    return (unit for unit in state.units_at(SCHEDULE) if _has_means(state, unit, loads) and is_due(state, unit))


def _loads(state: State) -> set[str]:
    """What the craft in the pool could carry."""
    return {load for craft in state.units_at(POOL) if craft.type.is_craft for load in craft.type.carries}


def _has_means(state: State, unit: Unit, loads: set[str]) -> bool:
    """Whether a unit can come: a craft in the pool can carry it, or it needs none."""
    if unit.type.can("starts-on-pier"):
        return unit.at == SCHEDULE and may_start_on_pier(state)
    return unit.at == SCHEDULE and (unit.kind in loads or unit.type.can("goes-to-bairiki"))


def embark_leave(play: Play[State]) -> None:
    """A ban on embarking lasts one turn (9.2.3)."""
    if play.state.no_embarking:
        apply.embarking_stopped(play, "9.2.3", stopped=False)


EMBARK = Phase(waits=embark_waits, leave=embark_leave)


# ── Phases `impulse-1` to `impulse-3`


@rule("3", "5.1")
def impulse_applies(state: State) -> bool:
    """Whether the impulse is played: it was not given up in turn 1, and a unit is coming in or going home."""
    if is_given_up(state):
        return False
    return bool(coming_in(state)) or any(unit.homeward for unit in state.units.values())


@rule("5.1")
def is_given_up(state: State) -> bool:
    """Whether an impulse of turn 1 was given up for the bombardment, with its fire and suppression."""
    return state.turn == 1 and state.impulse <= state.delay


def impulse_missed(state: State) -> str:
    """Why there is no impulse, or no suppression after it."""
    return "given up for the bombardment" if is_given_up(state) else "no unit is coming in"


def impulse_enter(play: Play[State]) -> None:
    apply.impulse_begun(play, "3", impulse=play.state.impulse)


def impulse_waits(state: State) -> bool:
    """Whether a unit can move or unload, or Hawkins can leave the pier or be taken off it."""
    if advancing.anybody_moves(state):
        return True
    if any(ways_off(state, unit) or advancing.takers_off(state, unit) for unit in state.units.values()):
        return True
    return any(unloadings(state, u) for u in state.units.values() if u.type.is_craft and u.hex)


@rule("6.4", "6.5")
def impulse_leave(play: Play[State]) -> None:
    """Carry out what is left: changes of course, homeward craft, and pins that are sat out."""
    state = play.state
    for unit in list(state.units.values()):
        if unit.course and advancing.has_way(state, unit):
            advancing.advance(play, unit, advancing.plan_move(state, unit, ()))
    advancing.go_home(play)
    for unit in state.units.values():
        if unit.pins and (unit.on_pier not in ("", PIER_FOOT) or state.board.is_water(unit.at)):
            apply.pin_eased(play, "6.4", unit=unit.id, pins=unit.pins - 1)


IMPULSE = Phase(
    applies=impulse_applies, enter=impulse_enter, waits=impulse_waits, leave=impulse_leave, missed=impulse_missed
)


# ── Phases `anti-landing-1` to `anti-landing-3`


def anti_landing_applies(state: State) -> bool:
    """Whether there is anything to fire at. Never in an impulse that was given up, nor at homeward craft alone."""
    if is_given_up(state):
        return False
    boats = any(unit.emptied for unit in state.units.values())
    return boats or bool(coming_in(state)) or any(is_target(state, unit) for unit in state.on_the_way())


@rule("6.6")
def anti_landing_enter(play: Play[State]) -> None:
    """Each target once, in the order of 2.1."""
    targets = [unit.id for unit in play.state.on_the_way() if is_target(play.state, unit)]
    if targets:
        play.push(fire_at_each, left=targets)


@work
def fire_at_each(play: Play[State], left: UnitIds) -> None:
    """Fire at one target, then at the rest; a question may come between."""
    first, *rest = left
    if rest:
        play.push(fire_at_each, left=rest)
    unit = play.state.units[first]
    if is_target(play.state, unit):
        anti_landing_fire(play, unit)


ANTI_LANDING = Phase(applies=anti_landing_applies, enter=anti_landing_enter, leave=boats_return)


# ── Phases `suppression-1` to `suppression-3`


def suppression_applies(state: State) -> bool:
    """Whether a unit is coming in or old markers must be removed; never after an impulse that was given up."""
    if is_given_up(state):
        return False
    return bool(coming_in(state)) or bool(state.area_suppression)


@rule("6.7")
def suppression_enter(play: Play[State]) -> None:
    state = play.state
    areas = [area for area in state.board.areas if area in state.area_suppression]
    if areas or state.suppression_tried:
        apply.suppression_lifted(play, "6.7", areas=areas)
    if state.suppress == "always":
        for area in suppressible(state):
            suppress_area(play, area)


def suppression_waits(state: State) -> bool:
    return any(area not in state.suppression_tried for area in suppressible(state))


SUPPRESSION = Phase(
    applies=suppression_applies, enter=suppression_enter, waits=suppression_waits, missed=impulse_missed
)


# ── Phase `beach-landing`


@rule("6.5", "8.4")
def beach_landing_enter(play: Play[State]) -> None:
    state = play.state
    ashore = [
        u for u in state.units.values() if not u.type.is_craft and (u.at in state.board.land or u.on_pier == PIER_FOOT)
    ]
    for unit in ashore:
        if not unit.landed:
            apply.landing_turn_set(play, "6.5", unit=unit.id, turn=state.turn)
    if ashore:
        apply.land_phase_begun(play, "6.5", rushed=[unit.id for unit in ashore if unit.rushed])
    end_if_reached(play)


BEACH_LANDING = Phase(enter=beach_landing_enter)
