"""6.4: over the reef. Which hex a unit may enter next, and what it costs."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from tarawa_cli.games.tarawa.reefmap import front_way, gait, links, nearest
from tarawa_cli.games.tarawa.rules.allowance import allowance, ap_left
from tarawa_cli.games.tarawa.rules.stacking import has_room
from tarawa_cli.games.tarawa.state import State, Unit
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.rulebook import rule

SIDES = {"left": 0, "right": 1}


class Move(NamedTuple):
    """The hexes that a unit enters in an impulse, and what it has spent by then."""

    route: tuple[Hex, ...]
    spent: float


def can_enter(unit: Unit, here: Hex, there: Hex) -> bool:
    """Reef or landing hex, no obstacles for craft and tanks, never over or onto the pier."""
    return there in links(gait(unit.type)).get(here, ())


def is_taken(state: State, unit: Unit, at: Hex) -> bool:
    """No stacking on the reef; empty craft going home do not count."""
    return any(
        other.at == at and other is not unit and not other.homeward and not other.emptied
        for other in state.units.values()
    )


@rule("6.4", "7.6")
def can_land(state: State, unit: Unit, at: Hex) -> bool:
    """Whether stacking leaves a landing hex free for a unit, or for what its craft carries."""
    if not unit.type.is_craft:
        return has_room(state, at, unit)
    passenger = state.passenger(unit)
    return passenger is None or has_room(state, at, passenger)


def free_landing(state: State, unit: Unit, hexes: Iterable[Hex]) -> set[Hex]:
    return {hex for hex in hexes if can_land(state, unit, hex)}


@rule("6.4")
def front_steps(state: State, unit: Unit, at: Hex) -> list[Hex]:
    """Front hexes from which front hexes still lead to a free landing hex of the unit's beach."""
    beach, kind = state.board.beaches[unit.beach], gait(unit.type)
    goals = free_landing(state, unit, beach.landing)
    fronts = [there for there in beach.front(at) if there and can_enter(unit, at, there)]
    return [there for there in fronts if any(there in front_way(beach.id, kind, goal) for goal in goals)]


@rule("6.4")
def drift_steps(state: State, unit: Unit, at: Hex) -> list[Hex]:
    """If its own beach has no hex for it: any way to the nearest free landing hex of any beach."""
    goals = free_landing(state, unit, state.board.landing)
    kind = gait(unit.type)
    here = nearest(kind, at, goals)
    return [there for there in links(kind).get(at, ()) if nearest(kind, there, goals) < here]


def next_hexes(state: State, unit: Unit, at: Hex) -> list[Hex]:
    """Where a unit may go next by its own will, by number; taken hexes left out."""
    steps = front_steps(state, unit, at) or drift_steps(state, unit, at)
    return sorted(hex for hex in steps if hex in state.board.land or not is_taken(state, unit, hex))


@rule("6.4")
def entry_cost(state: State, unit: Unit, at: Hex) -> float:
    """Craft 1, tanks 2, others 3; a landing hex costs foot 2, others 1."""
    cost = state.charts.terrain[state.board.terrain[at]].cost(unit.type)
    assert cost is not None
    return cost


def pays(state: State, unit: Unit, spent: float, cost: float) -> float | None:
    """What a unit has spent after one more hex; None if it cannot pay.

    A unit that has not moved may always enter one hex by spending its whole allowance.
    """
    full = allowance(state, unit)
    if spent + cost <= full:
        return spent + cost
    return full if spent == 0 and full > 0 else None


def walk(state: State, unit: Unit, choose: Callable[[Hex], Hex | None]) -> Move:
    """Go from hex to hex as `choose` says while the AP last."""
    here, spent, route = unit.at, unit.spent, list[Hex]()
    while here not in state.board.land:
        there = choose(here)
        paid = pays(state, unit, spent, entry_cost(state, unit, there)) if there else None
        if there is None or paid is None:
            break
        here, spent = there, paid
        route.append(there)
    return Move(tuple(route), spent)


@rule("6.4")
def own_way(state: State, unit: Unit) -> Move:
    """The shortest way in, as far as the AP reach; among equals the lower number."""
    kind = gait(unit.type)
    goals = free_landing(state, unit, state.board.beaches[unit.beach].landing)

    def choose(here: Hex) -> Hex | None:
        able = next_hexes(state, unit, here)
        return min(able, key=lambda hex: (nearest(kind, hex, goals), hex)) if able else None

    return walk(state, unit, choose)


@rule("6.4")
def forced_way(state: State, unit: Unit) -> Move:
    """A change of course: the same side again and again, until something bars it."""
    beach = state.board.beaches[unit.beach]

    def choose(here: Hex) -> Hex | None:
        there = beach.front(here)[SIDES[unit.course]]
        if there is None or not can_enter(unit, here, there):
            return None
        if there in state.board.land:
            return there if can_land(state, unit, there) else None
        return None if is_taken(state, unit, there) else there

    return walk(state, unit, choose)


def can_move(state: State, unit: Unit) -> bool:
    """Whether it has the means to move in this impulse at all: on the reef, unpinned, AP left, no boat at low water."""
    if not state.board.is_water(unit.at) or unit.pins or unit.homeward or unit.emptied:
        return False
    if unit.type.is_craft:
        engine = unit.kind == "lvt" or (unit.kind == "lcvp" and state.high_water)
        return engine and state.is_loaded(unit) and ap_left(state, unit) > 0
    return ap_left(state, unit) > 0
