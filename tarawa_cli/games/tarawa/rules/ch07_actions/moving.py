"""7.2.1, 11.31: moving on land."""

from tarawa_cli.games.tarawa.model import apply
from tarawa_cli.games.tarawa.model.board import PIER_FOOT, distance, friendly_hexes, neighbours, with_foot
from tarawa_cli.games.tarawa.model.state import State, Unit, ap_left
from tarawa_cli.games.tarawa.model.work import Route, UnitId, work
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.games.tarawa.rules import pathfinding
from tarawa_cli.games.tarawa.rules.ch07_actions.fire import airstrip_modifiers, draws_airstrip_fire, fire_at
from tarawa_cli.games.tarawa.rules.ch07_actions.ground import (
    check_can_act,
    has_room,
    is_isolated,
    is_pier_free,
    may_stack,
    standing,
    step_cost,
)
from tarawa_cli.games.tarawa.rules.ch09_morale import after_ground_won
from tarawa_cli.kernel.board.hexes import Hex, Path, ways
from tarawa_cli.kernel.engine.play import Play
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.hints import Mapping, Sequence


@rule("7.2.1")
def plan_move(state: State, unit: Unit, route: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """The hexes that a unit will enter: the cheapest way to a single hex, or a route, with or without its own hex."""
    check_can_act(state, unit)
    if is_isolated(state, unit):
        raise Refused("8.10", f"{unit.id} is isolated and cannot move", "it needs a line to a head, or direct supply")
    _check_left_behind(state, unit)
    if len(route) == 1:
        return _way_to(state, unit, route[0])
    if route[0] == standing(unit):
        route = route[1:]
    _check_route(state, unit, route)
    return route


@rule("7.6")
def _check_left_behind(state: State, unit: Unit) -> None:
    """Stacking also counts at the end of a move in the hex that the unit leaves."""
    if not may_leave(state, unit):
        left = [other.id for other in state.units_at(unit.at) if other is not unit]
        raise Refused("7.6", f"without {unit.id}, {' and '.join(left)} cannot stay together", f"{left[-1]} goes first")


def may_leave(state: State, unit: Unit) -> bool:
    stack = state.units_at(unit.at)
    return may_stack([other for other in stack if other is not unit]) or not may_stack(stack)


def _way_to(state: State, unit: Unit, goal: Hex) -> tuple[Hex, ...]:
    """The cheapest way to a hex; Refused if there is none within the AP."""
    if goal == standing(unit):
        raise Refused("7.2.1", f"{unit.id} is in {goal} already", lambda: _where(state, unit, goal))
    if not state.is_friendly(goal) and not _may_step_on(unit, goal):
        rule, reason = _barred(state, goal)
        raise Refused(rule, f"{unit.id} cannot go to {goal}: it {reason}", lambda: _where(state, unit, goal))
    _check_room(state, unit, goal)
    near = _reach(state, unit)
    if goal in near:
        return near[goal].hexes
    far = ways(standing(unit), pathfinding.onward(pathfinding.land_gait(unit.type)), through=_open(state, unit))
    route = next((way.hexes for way in far if way.hexes[-1:] == (goal,)), None)
    if route is None:
        _check_halts(state, unit, goal)
        what = f"no way through friendly hexes leads {unit.id} to {goal}"
        raise Refused("7.2.1", what, lambda: _where(state, unit, goal))
    _check_route(state, unit, route)
    return route


@rule("7.6", "11.31")
def _check_halts(state: State, unit: Unit, goal: Hex) -> None:
    """Refused, if the only way to a hex leads over airstrip where fire could stop the unit and there is no room."""
    over = ways(
        standing(unit), pathfinding.onward(pathfinding.land_gait(unit.type)), through=friendly_hexes(state.cleared)
    )
    route = next((way.hexes for way in over if way.hexes[-1:] == (goal,)), None)
    if route:
        _check_route(state, unit, route)


def _reach(state: State, unit: Unit) -> Mapping[Hex, Path]:
    """The cheapest way to every hex within the AP."""
    return pathfinding.reach(pathfinding.land_gait(unit.type), standing(unit), ap_left(state, unit), _open(state, unit))


def _open(state: State, unit: Unit) -> frozenset[Hex]:
    """The hexes a unit may enter: friendly ones, but not where fire could stop it without room; 2632 for some."""
    land = friendly_hexes(state.cleared, no_halt(state, unit))
    return with_foot(land) if unit.type.on_foot and is_pier_free(state, PIER_FOOT) else land


@rule("11.33")
def _may_step_on(unit: Unit, at: Hex) -> bool:
    """Whether a unit may step onto the foot of the pier from land: infantry and engineers may."""
    return at == PIER_FOOT and unit.type.on_foot


@rule("7.6", "11.31")
def no_halt(state: State, unit: Unit) -> frozenset[Hex]:
    free = state.board.free
    taken = [at for at, there in state.units.stacks().items() if at in free and there != (unit,)]
    return frozenset([at for at in taken if draws_airstrip_fire(state, at) and not has_room(state, at, unit)])


@rule("7.2.1", "7.6")
def _check_route(state: State, unit: Unit, route: tuple[Hex, ...]) -> None:
    here, spent, left, full = standing(unit), 0.0, ap_left(state, unit), no_halt(state, unit)
    for there in route:
        cost = step_cost(state, unit, here, there)
        if cost is None:
            rule, reason = _barred(state, there) if there in neighbours(here) else ("7.2.1", "is not next to it")
            what = f"{unit.id} cannot go from {here} to {there}: {there} {reason}"
            raise Refused(rule, what, lambda: _where(state, unit, route[-1]))
        spent += cost
        if spent > left:
            what = f"{unit.id} needs {spent:g} AP to enter {there} and has {left:g}"
            raise Refused("7.2.1", what, lambda: _where(state, unit, route[-1]))
        if there in full:
            what = f"{unit.id} may be stopped by fire in {there}, where there is no room"
            raise Refused("7.6", what, lambda: _where(state, unit, route[-1]))
        if there == PIER_FOOT:
            _check_room(state, unit, there)
        here = there
    _check_room(state, unit, here)


def _check_room(state: State, unit: Unit, at: Hex) -> None:
    if not has_room(state, at, unit):
        others = ", ".join(other.id for other in state.units.values() if other.hex == at and not other.type.is_craft)
        raise Refused("7.6", f"{unit.id} cannot stack with {others} in {at}", lambda: _where(state, unit, at))


def _barred(state: State, at: Hex) -> tuple[str, str]:
    """Why no unit, or no tank, may enter a hex, with the paragraph."""
    if state.is_uncleared(at):
        return "7.2.1", "is not cleared, and must be attacked first"
    if at == PIER_FOOT:
        return "11.33", "is pier, which only infantry and engineers enter from land"
    if at in state.board.pier:
        return "11.33", f"is pier, which is entered from land only at {PIER_FOOT}"
    if at in state.board.land:
        return "2.3", "is not ground for tanks, except along a road"
    return "7.2.1", "is not land"


def _where(state: State, unit: Unit, goal: Hex) -> str:
    """The legal move that ends nearest to a hex, as a command."""
    able = destinations(state, unit)
    nearest = min(able, key=lambda hex: (distance(hex, goal), able[hex], hex), default="")
    return f"move {unit.id} {nearest}" if nearest else "next"


@rule("7.2.1")
def destinations(state: State, unit: Unit) -> dict[Hex, float]:
    """Every hex where a unit may end its move now, with the cost, cheapest first."""
    if not state.is_ashore(unit) or unit.pins or is_isolated(state, unit) or not may_leave(state, unit):
        return {}
    taken = state.units.stacks()
    near = _reach(state, unit).items()
    return {at: way.price for at, way in near if at not in taken or has_room(state, at, unit)}


@work
@rule("7.2.1", "11.31")
def move_on(play: Play[State], unit: UnitId, route: Route) -> None:
    """Move hex by hex; fire on the airstrip may stop the unit."""
    state, mover = play.state, play.state.units[unit]
    if not mover.steps or mover.pins or not route:
        return
    there, *rest = route
    cost = step_cost(state, mover, standing(mover), there)
    if cost is None or not _gets_to_room(state, mover, route):
        return
    apply.moved(play, "7.2.1", unit=unit, to=there, cost=cost)
    after_ground_won(play)
    if state.outcome:
        return
    if rest:
        play.push(move_on, unit=unit, route=rest)
    if draws_airstrip_fire(state, there):
        fire_at(play, mover, airstrip_modifiers(state, mover, there), "11.31")


@rule("7.2", "7.6")
def _gets_to_room(state: State, unit: Unit, route: Sequence[Hex]) -> bool:
    """Whether a unit flipped by fire continues: only if its new AP take it to a hex with room."""
    here, left = standing(unit), ap_left(state, unit)
    for there in route:
        cost = step_cost(state, unit, here, there)
        if cost is None or cost > left:
            return False
        if has_room(state, there, unit):
            return True
        here, left = there, left - cost
    return False
