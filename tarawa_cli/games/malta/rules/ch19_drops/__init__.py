"""Chapter 19, parachute drops: the plan with drop zones, their series, the airlift, and cancelling (19.1 to 19.35)."""

from tarawa_cli.games.malta.model.codec import ZONE_NAMES, is_zone_name
from tarawa_cli.games.malta.model.scenario import units_of
from tarawa_cli.games.malta.model.state import DropZone, State, Unit
from tarawa_cli.games.malta.model.unit import AIR
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch18_landings import points
from tarawa_cli.kernel.engine.order_words import shown
from tarawa_cli.kernel.errors import Hint, Refused
from tarawa_cli.kernel.narration.visible import command_line, quoted

TIMES = ("am", "pm")
"""Times of day at which parachutists drop (4.23)."""
FIRST_DAYS = 2
"""Days whose drops are planned before the game (19.3)."""


# ── The airlift


@rule("19.1")
def airlift(state: State, turn: int) -> int:
    """Points that can drop in a turn, halved on a day known to be cloudy."""
    box = state.charts.turn(turn)
    name = f"airlift-{box.id if box.day <= FIRST_DAYS else 'later'}"
    whole = state.charts.value(name)
    return -(-whole // 2) if state.weather == "cloudy" and box.day == state.box.day else whole


def planned_points(state: State, turn: int) -> int:
    zones = [zone for zone in state.plan.values() if zone.turn == turn]
    return sum(points(state.units[id]) for zone in zones for id in units_of(zone))


def jumpers(state: State) -> list[Unit]:
    """Units that wait to drop and are in no plan."""
    planned = {id for zone in state.plan.values() for id in units_of(zone)}
    return [unit for unit in state.units_at(AIR) if unit.type.entry == "drop" and unit.id not in planned]


# ── When what can be planned


@rule("19.3", "21.1")
def open_turns(state: State) -> list[int]:
    """Turns whose drops can be planned now: two days ahead, before the game the first days, alone the present one."""
    if state.phase == "airborne":
        return [state.turn] if state.setting.options.alone and not state.jumped and state.weather != "rain" else []
    if state.phase == "setup-axis":
        days = list(range(1, FIRST_DAYS + 1))
    elif state.phase == "plan-drops":
        days = [state.box.day + state.charts.value("days-ahead")]
    else:
        return []
    return [box.number for box in state.charts.turns if box.day in days and box.time in TIMES]


def due(state: State) -> dict[str, DropZone]:
    """Drop zones of the current turn."""
    return {name: zone for name, zone in state.plan.items() if zone.turn == state.turn}


def _when(state: State) -> str:
    turns = " or ".join(state.charts.turn(number).id for number in open_turns(state))
    return f"drops can be planned now for {turns}" if turns else "no drops can be planned now"


def _a_zone(state: State, name: str) -> str:
    """A drop zone that can be planned now, as an order."""
    turns = open_turns(state)
    at = min(state.board.airfields)
    return command_line("zone", name, at, "--turn", state.charts.turn(turns[0]).id) if turns else "next"


@rule("19.2", "19.3")
def check_zone(state: State, name: str, turn: int) -> None:
    if name in state.plan:
        raise Refused(
            "19.2", f"there is already a drop zone {name}", f"series {quoted(name)} …, or choose another name"
        )
    if turn not in open_turns(state):
        why = f"{_when(state)}, not for {state.charts.turn(turn).id}"
        raise Refused("19.3", why, lambda: _a_zone(state, name))


@rule("19.1", "19.2")
def check_series(state: State, name: str, units: list[Unit]) -> None:
    if _known(state, name).turn not in open_turns(state):
        raise Refused(
            "19.3", f"{name} can no longer be changed: {_when(state)}", lambda: _a_zone(state, f"{name[:18]}-2")
        )
    check_jumpers(state, name, units)


def check_jumpers(state: State, name: str, units: list[Unit]) -> None:
    """Refuse units that cannot drop together over a zone, or a zone's name, which may have been sealed."""
    zone, free = _known(state, name), jumpers(state)
    if not is_zone_name(name):
        raise Refused("19.2", f"{shown(name)} is not a name for a drop zone", ZONE_NAMES)
    for unit in units:
        if unit not in free:
            raise Refused("19.2", f"{unit.id} {_why_bound(unit)}", lambda: _example(state, name, units))
    _check_size(state, zone, units, lambda: _example(state, name, units))


def _why_bound(unit: Unit) -> str:
    if unit.type.entry != "drop":
        return "does not come by parachute"
    return "is already planned for a drop" if unit.at == AIR else "is not waiting for a drop"


def _example(state: State, name: str, wanted: list[Unit]) -> str:
    """An order for a unit that can drop over a zone, if possible one of those wanted."""
    free = jumpers(state)
    ranked = [*(unit for unit in free if unit in wanted), *free]
    able = [unit for unit in ranked if _has_room(state, state.plan[name], unit)]
    return command_line("series", name, able[0].id) if able else "next"


def _has_room(state: State, zone: DropZone, unit: Unit) -> bool:
    try:
        _check_size(state, zone, [unit])
    except Refused:
        return False
    return True


def _check_size(state: State, zone: DropZone, units: list[Unit], hint: Hint = "") -> None:
    most, lift = state.charts.value("series"), sum(map(points, units))
    if len({unit.formation for unit in units}) > 1:
        raise Refused("19.2", "a series holds units of one formation only", hint)
    if lift > most:
        raise Refused("19.2", f"a series holds at most {most} companies or guns, not {lift}", hint)
    if len(zone.series) >= state.charts.value("zone-series"):
        raise Refused("19.2", f"a drop zone holds at most {state.charts.value('zone-series')} series", hint)
    room = airlift(state, zone.turn) - planned_points(state, zone.turn)
    if lift > room:
        turn = state.charts.turn(zone.turn).id
        raise Refused("19.1", f"the airlift of {turn} has {room} points left, {lift} are needed", hint)


def _known(state: State, name: str) -> DropZone:
    if name not in state.plan:
        known = ", ".join(state.plan) or "none"
        raise Refused("19.2", f"there is no drop zone {name}; planned: {known}", lambda: _a_zone(state, name))
    return state.plan[name]


# ── Cancelling


@rule("19.35")
def check_cancel(state: State, name: str, units: list[Unit]) -> None:
    zone = _known(state, name)
    if state.phase == "airborne" and zone.turn != state.turn:
        why = f"{name} drops on {state.charts.turn(zone.turn).id}, and can be cancelled only then"
        raise Refused("19.35", why, lambda: next((command_line("cancel", other) for other in due(state)), "next"))
    for unit in units:
        if unit.id not in units_of(zone):
            raise Refused("19.35", f"{unit.id} does not drop over {name}", command_line("cancel", name))


@rule("19.1")
def check_airlift(state: State) -> None:
    """Refused, if more are planned for this turn than the airlift carries: the Axis choose who stays."""
    wanted, lift = planned_points(state, state.turn), airlift(state, state.turn)
    if wanted > lift and not state.jumped:
        why = f"{wanted} points are planned, but the airlift carries only {lift} on a {state.weather} day"
        carried = ((name, id) for name, zone in due(state).items() for id in units_of(zone) if points(state.units[id]))
        zone, unit = next(carried)
        raise Refused("19.1", why, command_line("cancel", zone, unit))
