"""Chapter 20: surrender and call-off (20.3), at the end of each turn from 30 June."""

from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.places import AIR, wave_of, zone_of
from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch05_zones_of_control import HexIndex
from tarawa_cli.games.malta.rules.ch12_artillery import has_airfield
from tarawa_cli.kernel.board.dice import NOBODY
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.play import Play

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
    """Whether the roll can call the invasion off: from 1 July on."""
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
