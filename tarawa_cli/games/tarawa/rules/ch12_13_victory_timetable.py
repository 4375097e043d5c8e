"""Chapters 12 to 14: the end of the game, with the goals of 13.3; who may come, when and where, and at what price."""

from tarawa_cli.games.tarawa import rule
from tarawa_cli.games.tarawa.model import apply
from tarawa_cli.games.tarawa.model.board import ABSENT, SCHEDULE
from tarawa_cli.games.tarawa.model.scenario import Arrival
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.play import Play
from tarawa_cli.kernel.errors import Refused, allows
from tarawa_cli.kernel.hints import Any, NamedTuple

# ── 12, 13.3: the island is cleared, the scenario's goal is reached, or time runs out


class GoalPart(NamedTuple):
    """One part of a goal, and its progress."""

    name: str
    done: int
    needed: int
    left: tuple[Hex, ...] = ()
    """The hexes that could still be won; not all of them may be needed."""

    @property
    def met(self) -> bool:
        return self.done >= self.needed

    def facts(self) -> dict[str, Any]:
        return {**self._asdict(), "left": list(self.left), "met": self.met}


@rule("12", "13.3")
def outcome(state: State) -> str:
    """The grade of a victory, from its casualties; a goal can only lower the limit."""
    if state.casualties > state.charts.value("ruin"):
        return "ruined"
    return "pyrrhic" if state.casualties >= limit(state) else "victory"


def limit(state: State) -> int:
    """The number of casualties that make a victory pyrrhic."""
    most: int = state.charts.value("victory")
    goal = state.setting.scenario.goal
    return min(most, goal.casualties) if goal and goal.casualties else most


@rule("13.3")
def progress(state: State) -> list[GoalPart]:
    """Every part of the scenario's goal; none if it has no goal."""
    goal = state.setting.scenario.goal
    if not goal:
        return []
    parts = []
    for ground in goal.ground:
        left = tuple(hex for hex in ground.targets if hex not in state.cleared and hex not in state.occupied)
        parts.append(GoalPart(ground.name, len(ground.targets) - len(left), ground.needed, left))
    if goal.heads:
        parts.append(GoalPart("supply heads", len(state.heads), goal.heads))
    return parts


def is_met(state: State) -> bool:
    parts = progress(state)
    return bool(parts) and all(part.met for part in parts)


@rule("13.3")
def is_over_at_start(state: State) -> bool:
    """Whether the goal is reached at the start, which would leave nothing to play for."""
    goal = state.setting.scenario.goal
    return bool(goal and goal.at_once and not state.outcome and is_met(state))


@rule("12")
def end_if_won(play: Play[State]) -> None:
    """After ground is won: clearing the island ends the game at once."""
    if not play.state.uncleared:
        apply.game_over(play, "12", outcome=outcome(play.state))
    else:
        end_if_reached(play)


@rule("13.3")
def end_if_reached(play: Play[State]) -> None:
    """Reaching a goal that is judged at once ends the game too."""
    goal = play.state.setting.scenario.goal
    if goal and goal.at_once and is_met(play.state):
        apply.game_over(play, "13.3", outcome=outcome(play.state))


@rule("12", "13.3")
def end_of_time(play: Play[State]) -> None:
    """The last turn is over: the goal is reached now, or never."""
    state = play.state
    rule = "13.3" if state.setting.scenario.goal else "12"
    apply.game_over(play, rule, outcome=outcome(state) if is_met(state) else "time")


INFANTRY_REGIMENTS = ("2nd", "6th", "8th")


# ── 13, 14: arrivals


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
    return allows(check_free_plan, state, unit)


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
        when = f"{unit.id} cannot come before turn {coming.turn}; this is turn {state.turn}"
        raise Refused("13.1", when, "units due")
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
        raise Refused("13.2", f"at most {most} tank and artillery units come per turn: {come}", "units due")
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
    from tarawa_cli.games.tarawa.rules.ch08_09_supply_morale import move_marker  # start-up

    if name not in play.state.paid:
        apply.price_paid(play, rule, name=name)
        move_marker(play, "marines", -price, why, rule)
