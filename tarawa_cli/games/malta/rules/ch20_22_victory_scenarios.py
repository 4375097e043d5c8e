"""Chapters 20 and 22: victory, and scenarios."""

from tarawa_cli.games.malta import rule
from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.codec import read_zones
from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.model.unit import AIR, POOL, follow_up, wave_of, zone_of
from tarawa_cli.games.malta.model.unit_types import Side
from tarawa_cli.games.malta.rules.ch05_zones_of_control import HexIndex
from tarawa_cli.games.malta.rules.ch07_08_stacking_supply import THIRDS, Network, fits
from tarawa_cli.games.malta.rules.ch12_15_artillery_to_formations import has_airfield
from tarawa_cli.games.malta.rules.ch16_special_units import hiding_places, sealed_key, the_dummy
from tarawa_cli.games.malta.rules.ch18_landings import waiting
from tarawa_cli.kernel.board.dice import NOBODY
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.play import Play
from tarawa_cli.kernel.errors import BadOrder, Refused

# ── 20 Victory


SURRENDER, CALLED_OFF = "surrender", "called-off"
HALF, STEPS = 2, 3
"""P and L count by halves, and L by three steps."""


@rule("20.3")
def objectives(state: State) -> dict[Hex, int]:
    """Objectives that count for the Axis, with their weights."""
    field = HexIndex(state)
    return {at: weight for at, weight in state.board.objectives.items() if _counts(field, at)}


def _counts(field: HexIndex, at: Hex) -> bool:
    """Controlled, and either occupied by a combat unit or free of Allied combat units next to it."""
    if field.state.controller(at) != "axis":
        return False
    occupied = any(unit.can("combat") for unit in field.units("axis", at))
    return occupied or not field.is_beside_combat_unit("axis", at)


def pressure(state: State) -> int:
    """The P of 20.3: objectives held."""
    return sum(objectives(state).values())


def losses(state: State) -> int:
    """The L of 20.3: losses."""
    return state.lost_steps // STEPS


@rule("20.3")
def has_every_city(state: State) -> bool:
    return all(at in state.control for at, kind in state.board.terrain.items() if kind == "city")


@rule("20.3")
def nobody_left(state: State) -> bool:
    """No Axis combat unit is ashore, and none is left to land; planes land only on a controlled airfield."""
    return not any(
        unit.side == "axis" and unit.can("combat") and _fights_on(state, unit) for unit in state.units.values()
    )


def _fights_on(state: State, unit: Unit) -> bool:
    if unit.at == AIR:
        return unit.type.entry == "drop" or has_airfield(state)
    return unit.on_map or bool(zone_of(unit.at)) or wave_of(unit.at) is not None


@rule("20.3", "4.41")
def clock(play: Play[State]) -> None:
    """Decide whether Malta surrenders or the invasion is called off."""
    state = play.state
    if state.box.day == 1:
        return
    if has_every_city(state):
        outcome = SURRENDER
    elif nobody_left(state):
        outcome = CALLED_OFF
    else:
        outcome = _roll(play)
    if outcome:
        apply.game_over(play, "20.3", outcome=outcome)


def _roll(play: Play[State]) -> str:
    """Roll two dice, read in both columns of the table."""
    state = play.state
    table = state.charts.table("surrender")
    half, lost = pressure(state) // HALF, losses(state) // HALF
    plus = [state.charts.modifier("objectives", half, f"P {pressure(state)}")] if half else []
    ends = f"call-off at {most(state)} or less" if can_be_called_off(state) else "no call-off yet"
    purpose = f"surrender at {least(state)} or more, {ends}"
    total = play.throw(2, plus, purpose=purpose, rule="20.3", on="Malta", subject=NOBODY).total
    if total >= least(state):
        return SURRENDER
    too_little = table.result(total - lost, "2") == CALLED_OFF
    return CALLED_OFF if too_little and can_be_called_off(state) else ""


@rule("20.3")
def can_be_called_off(state: State) -> bool:
    """Whether the roll can call the invasion off: not in the first days."""
    return state.box.day >= state.charts.value("call-off-day")


def least(state: State) -> int:
    """The total at which Malta surrenders: the scenario's, or else the table's."""
    if state.setting.scenario.surrender:
        return state.setting.scenario.surrender
    rows = state.charts.table("surrender").columns["1"]
    return next(row.low or 0 for row in rows if row.result == SURRENDER)


def most(state: State) -> int:
    """The total up to which the invasion is called off, by what it has cost."""
    rows = state.charts.table("surrender").columns["2"]
    return next(row.high or 0 for row in rows if row.result == CALLED_OFF) + losses(state) // HALF


# ── 22 Scenarios


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
        raise Refused("7", f"{to} would exceed the stacking limit", lambda: _example(state))


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
