"""7.2.1, 11.31: moving on land."""

from tarawa_cli.games.tarawa import apply
from tarawa_cli.games.tarawa.rules.allowance import ap_left
from tarawa_cli.games.tarawa.rules.ashore import airstrip_modifiers, draws_airstrip_fire, fire_at
from tarawa_cli.games.tarawa.rules.clearing import after_ground_won
from tarawa_cli.games.tarawa.rules.ground import check_can_act, is_isolated, standing, step_cost
from tarawa_cli.games.tarawa.rules.stacking import has_room
from tarawa_cli.games.tarawa.state import State, Unit
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.hexes import Hex, cheapest, neighbours, reach
from tarawa_cli.kernel.play import Frame, Play
from tarawa_cli.kernel.rulebook import rule


@rule("7.2.1")
def plan_move(state: State, unit: Unit, route: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """The hexes that a unit will enter: as given, or the cheapest way to a single far one."""
    check_can_act(state, unit)
    if is_isolated(unit):
        raise Refused("8.10", f"{unit.id} is isolated and cannot move", "dig, or open a way to a head")
    here = standing(unit)
    if len(route) == 1 and route[0] not in neighbours(here):
        route = _way_to(state, unit, route[0])
    _check_route(state, unit, route)
    return route


def _way_to(state: State, unit: Unit, goal: Hex) -> tuple[Hex, ...]:
    if goal == standing(unit):
        raise Refused("7.2.1", f"{unit.id} is in {goal} already", "another hex")
    if not state.is_friendly(goal):
        raise Refused("7.2.1", f"{goal} is not cleared: it must be attacked first", _where(state, unit))
    found = cheapest(standing(unit), goal, lambda here, there: step_cost(state, unit, here, there))
    if found is None:
        raise Refused("7.2.1", f"no way through friendly hexes leads {unit.id} to {goal}", _where(state, unit))
    return tuple(found[1])


@rule("7.2.1", "7.6")
def _check_route(state: State, unit: Unit, route: tuple[Hex, ...]) -> None:
    here, spent, left = standing(unit), 0.0, ap_left(state, unit)
    for there in route:
        cost = step_cost(state, unit, here, there)
        if cost is None:
            reason = "is not next to it" if there not in neighbours(here) else _barred(state, there)
            raise Refused("7.2.1", f"{unit.id} cannot go from {here} to {there}: {there} {reason}", _where(state, unit))
        spent += cost
        if spent > left:
            raise Refused(
                "7.2.1", f"{unit.id} needs {spent:g} AP to enter {there} and has {left:g}", _where(state, unit)
            )
        if draws_airstrip_fire(state, there) and not has_room(state, there, unit):
            raise Refused("7.6", f"{unit.id} may be stopped by fire in {there}, where there is no room", "another way")
        here = there
    if not has_room(state, here, unit):
        others = ", ".join(other.id for other in state.units_at(here))
        raise Refused("7.6", f"{unit.id} cannot stack with {others} in {here}", _where(state, unit))


def _barred(state: State, at: Hex) -> str:
    if state.is_uncleared(at):
        return "is not cleared"
    return "is no ground for tanks" if at in state.board.land else "is not land"


def _where(state: State, unit: Unit) -> str:
    """A move that would be legal, as a command."""
    able = destinations(state, unit)
    return f"move {unit.id} {next(iter(able))} (it can reach: {' '.join(list(able)[:8])})" if able else "next"


@rule("7.2.1")
def destinations(state: State, unit: Unit) -> dict[Hex, float]:
    """Every hex in which a unit may end a move now, with its price, the cheapest first."""
    if not state.is_ashore(unit) or unit.pins or is_isolated(unit):
        return {}
    start = standing(unit)
    prices = reach(start, ap_left(state, unit), lambda here, there: step_cost(state, unit, here, there))
    able = {hex: price for hex, price in prices.items() if hex != start and has_room(state, hex, unit)}
    return dict(sorted(able.items(), key=lambda item: (item[1], item[0])))


def move(play: Play[State], unit: Unit, route: tuple[Hex, ...]) -> None:
    play.push("move", unit=unit.id, route=list(route))


@rule("7.2.1", "11.31")
def move_on(play: Play[State], frame: Frame) -> None:
    """One hex after the other; fire on the airstrip may stop it."""
    state = play.state
    unit = state.units[frame.facts["unit"]]
    if not unit.steps or unit.pins or not frame.facts["route"]:
        return
    there, *rest = frame.facts["route"]
    cost = step_cost(state, unit, standing(unit), there)
    if cost is None or cost > ap_left(state, unit):
        return
    apply.moved(play, "7.2.1", unit=unit.id, to=there, cost=cost)
    after_ground_won(play)
    if rest:
        play.push("move", unit=unit.id, route=rest)
    if draws_airstrip_fire(state, there):
        fire_at(play, unit, airstrip_modifiers(state, unit, there), "11.31")
