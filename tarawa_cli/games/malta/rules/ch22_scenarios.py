"""Chapter 22: how a game begins, and how it ends (4.41)."""

from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.codec import read_zones
from tarawa_cli.games.malta.model.places import POOL, follow_up, zone_of
from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.model.unit_types import Side
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch07_stacking import THIRDS, fits
from tarawa_cli.games.malta.rules.ch08_supply import Network
from tarawa_cli.games.malta.rules.ch16_special_units.batteries import hiding_places, sealed_key, the_dummy
from tarawa_cli.games.malta.rules.ch18_landings.boxes import waiting
from tarawa_cli.games.malta.rules.ch20_victory import clock
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.play import Play
from tarawa_cli.kernel.errors import BadOrder, Refused

# ── How a game begins (22)


WHOLE_BATTLE = "herkules"
"""The scenario in which landings may be delayed."""


@rule("22", "18.2", "19.3")
def begin(state: State) -> None:
    """Begin a game: place divisions and plan drops as the scenario does; a custom set-up or plan comes first.

    In a sealed game the dummy battery waits until its owner has sealed its place (24.3).
    """
    options, plan = state.setting.options, state.setting.scenario.plan
    _check_delayed(state)
    for unit in state.units.values():
        zone = plan.approach.get(unit.formation)
        if zone and zone_of(unit.at):
            state.units.put(unit, follow_up(zone))
    if not options.own_plan and not options.alone:
        state.plan |= read_zones(state.setting, plan.jumps)
    opening = state.turn == 1 and state.phase == "approach"
    dummy = the_dummy(state)
    if options.sealed and opening and dummy and dummy.on_map:
        state.units.put(dummy, POOL)
    if options.own_setup and not opening:
        name = state.setting.scenario.id
        raise BadOrder(
            f"{name} starts in the middle of the battle: you cannot set up your own way", hint="leave out --setup own"
        )
    if options.own_setup:
        state.phase, state.free = "setup-allied", {unit.id for unit in settable(state)}
    elif options.own_plan and opening:
        state.phase = "setup-axis"


@rule("22.39")
def _check_delayed(state: State) -> None:
    """Refuse delayed landings outside `herkules`; older saves that have them still work."""
    name = state.setting.scenario.id
    if state.setting.options.delayed and name != WHOLE_BATTLE:
        raise BadOrder(
            f"--delayed works only in `{WHOLE_BATTLE}`, not in `{name}` (22.39)",
            hint=f"new {WHOLE_BATTLE} --delayed",
        )


# ── Setting up one's own way (22)


def settable(state: State) -> list[Unit]:
    """Allied units that a player may place himself."""
    return [unit for unit in state.units.values() if unit.side == "allied" and unit.on_map and _is_free(state, unit)]


def _is_free(state: State, unit: Unit) -> bool:
    """Whether a unit can be set up: not coast guns, but the dummy unless it is sealed (24.3)."""
    return not sealed_key(state) if unit.type.dummy else not unit.can("coast-gun")


@rule("22")
def places_for(state: State, unit: Unit) -> list[Hex]:
    """Where a unit may be set up, room or not, by number."""
    board = state.board
    if unit.type.dummy:
        return hiding_places(state)
    sector = board.sectors.get(unit.formation)
    return sorted(sector.hexes if sector else board.land)


@rule("22", "16.5", "7")
def check_set_up(state: State, units: list[Unit], to: Hex) -> None:
    for unit in units:
        if unit.type.dummy and unit not in settable(state):
            raise Refused("24.3", "this game is sealed: seal the dummy's place", "`seal FILE`")
        if unit not in settable(state):
            why = f"{unit.id} cannot be set up: coast guns and units that arrive later have printed places"
            raise Refused("22", why, lambda: _example(state))
        if to not in places_for(state, unit):
            where = "a hex with a coast gun" if unit.type.dummy else f"the sector of the {unit.formation} brigade"
            found = places_for(state, unit)
            raise Refused("22", f"{unit.id} must be set up in {where}, not in {to}", f"place {unit.id} {found[0]}")
    there = [unit for unit in state.units_at(to) if unit not in units]
    if not fits(state, [*there, *units]):
        raise Refused("7", f"{to} would be over the stacking limit", lambda: _example(state))


def _example(state: State) -> str:
    """A legal `place` order: a unit in its current hex."""
    unit = settable(state)[0]
    return f"place {unit.id} {unit.at}"


# ── Delayed landings (22.39), if the players want them


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


# ── How a game ends (4.41)


def held(state: State, side: Side) -> int:
    """The number of goal hexes that a side controls."""
    goal = state.setting.scenario.goal
    fed = Network(state, "axis").fed if goal and goal.supplied and side == "axis" else None
    return sum(state.controller(at) == side and (fed is None or at in fed) for at in goal.hexes) if goal else 0


@rule("22")
def lost_equivalents(state: State) -> int:
    """Battalion equivalents that the Axis have lost: a third for each company or battery, rounded up."""
    thirds = 0
    for unit in state.units.values():
        if unit.side != "axis" or unit.type.of or not unit.type.thirds:
            continue
        left = state.steps_left(unit)
        thirds += unit.type.steps - left if unit.type.type else unit.type.thirds * (left == 0)
    return -(-thirds // THIRDS)


@rule("22")
def is_reached(state: State) -> bool:
    """Whether the Axis have reached the goal."""
    goal = state.setting.scenario.goal
    if goal is None:
        return False
    if not all(at in state.control for at in goal.needed):
        return False
    if goal.losses is not None and lost_equivalents(state) > goal.losses:
        return False
    return held(state, "axis") >= goal.least if goal.least else held(state, "axis") > held(state, "allied")


@rule("22", "4.41")
def judge(play: Play[State]) -> None:
    """End the game by the dice of 20.3 if there is no goal, and after the last turn."""
    state, scenario = play.state, play.state.setting.scenario
    if scenario.goal is None:
        clock(play)
    if state.turn >= scenario.last and not state.outcome:
        last = "stands" if scenario.goal is None else "axis" if is_reached(state) else "allied"
        apply.game_over(play, "22", outcome=last)
