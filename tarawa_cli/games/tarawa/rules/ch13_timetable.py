"""13, 14: who may come, when and where, and at what price."""

from tarawa_cli.games.tarawa import rule
from tarawa_cli.games.tarawa.model import apply
from tarawa_cli.games.tarawa.model.board import ABSENT, SCHEDULE
from tarawa_cli.games.tarawa.model.scenario import Arrival
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.rules.ch08_09_supply_morale import move_marker
from tarawa_cli.kernel.engine.play import Play
from tarawa_cli.kernel.errors import Refused

INFANTRY_REGIMENTS = ("2nd", "6th", "8th")


@rule("13.1", "14.1")
def arrival(state: State, unit: Unit) -> Arrival | None:
    """The timetable's entry for a unit or its battalion; None if it has none."""
    schedule = state.setting.scenario.schedule
    return schedule.get(unit.id) or schedule.get(unit.type.battalion)


def is_due(state: State, unit: Unit) -> bool:
    """Whether a unit is waiting to come and may, by the timetable or the plan."""
    if unit.at != SCHEDULE or unit.type.is_craft or state.no_embarking:
        return False
    if state.setting.scenario.plan != "free":
        return unit.id in _due(state)
    try:
        check_free_plan(state, unit)
    except Refused:
        return False
    return True


def beaches_for(state: State, unit: Unit) -> tuple[str, ...]:
    """The beaches where the timetable or the plan lets a unit land."""
    coming = arrival(state, unit)
    return coming.beaches if coming else state.setting.scenario.beaches


def check_due(state: State, unit: Unit) -> None:
    """Refused if the timetable or the plan does not let a unit come this turn."""
    if state.no_embarking:
        raise Refused("9.2.3", "the invasion falters: no unit can embark this turn", "next")
    if unit.at != SCHEDULE:
        raise Refused("6.2", f"{unit.id} is not waiting to embark: it is {unit.where}", "units due")
    if state.setting.scenario.plan == "free":
        check_free_plan(state, unit)
    else:
        check_timetable(state, unit)


@rule("13.1")
def check_timetable(state: State, unit: Unit) -> None:
    coming = arrival(state, unit)
    if _is_on_time(state, coming):
        return
    if coming is None:
        raise Refused("13.1", f"{unit.id} has no place in this scenario's timetable", "units due")
    if coming.turn > state.turn:
        raise Refused("13.1", f"{unit.id} may come from turn {coming.turn}; this is turn {state.turn}", "units due")
    raise Refused("13.1", f"the beach of {unit.id} is not used in this scenario", "units due")


def _due(state: State) -> frozenset[str]:
    """The units that may come this turn by the timetable."""
    due, turn = state.setting.due, state.turn
    if turn not in due:
        due[turn] = frozenset(unit.id for unit in state.units.values() if _is_on_time(state, arrival(state, unit)))
    return due[turn]


def _is_on_time(state: State, coming: Arrival | None) -> bool:
    return coming is not None and coming.turn <= state.turn and bool(coming.beaches)


@rule("13.2", "14.2")
def check_free_plan(state: State, unit: Unit) -> None:
    """First three battalions of two regiments, the 6th never before turn 9, few heavy units per turn."""
    most = state.charts.value("heavy-units")
    if unit.type.can("heavy") and len(state.heavy_embarked) >= most:
        come = ", ".join(id for id in state.units if id in state.heavy_embarked)
        raise Refused("13.2", f"at most {most} tank and artillery units come a turn: {come}", "units due")
    if not unit.type.can("heavy") and unit.type.regiment:
        _check_regiment(state, unit)


@rule("13.2", "14.2")
def _check_regiment(state: State, unit: Unit) -> None:
    regiment, sixth = unit.type.regiment, state.charts.value("sixth-turn")
    if regiment == "6th" and state.turn < sixth:
        raise Refused("14.2", f"the 6th Marines are held back until turn {sixth}", "units due")
    if state.turn > 1:
        return
    if regiment not in state.plan and len(state.plan) == 2:
        raise Refused("13.2", f"turn 1 is for the {' and '.join(state.plan)} Marines, who embarked first", "units due")
    begun, most = begun_battalions(state), state.charts.value("first-wave")
    if unit.type.battalion not in begun and len(begun) >= most:
        raise Refused("13.2", f"turn 1 is for {most} battalions: {', '.join(begun)}", "units due")


def begun_battalions(state: State) -> list[str]:
    """Battalions with a unit that has already come."""
    come = {u.type.battalion for u in state.units.values() if u.type.regiment and u.at not in (SCHEDULE, ABSENT)}
    return [battalion for battalion in state.charts.battalions if battalion in come]


@rule("13.1", "13.2")
def pay_for(play: Play[State], unit: Unit) -> None:
    """Record and pay for what a unit's arrival decides, just before it embarks."""
    state = play.state
    regiment = unit.type.regiment
    if state.setting.scenario.plan == "free" and regiment in INFANTRY_REGIMENTS:
        if regiment not in state.plan and len(state.plan) < 2:
            apply.plan_fixed(play, "13.2", regiment=regiment)
        elif regiment not in state.plan and state.turn < state.charts.value("reserve-turn"):
            _pay(play, "reserve", state.charts.value("reserve-price"), "the reserve regiment comes early", "13.2")
        return
    coming = arrival(state, unit)
    if coming and coming.price:
        _pay(play, unit.type.battalion or unit.id, coming.price, f"{unit.type.battalion} is called in", "13.1")


def _pay(play: Play[State], name: str, price: int, why: str, rule: str) -> None:
    if name not in play.state.paid:
        apply.price_paid(play, rule, name=name)
        move_marker(play, "marines", -price, why, rule)
