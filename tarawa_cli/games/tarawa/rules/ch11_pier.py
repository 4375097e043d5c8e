"""11.33: the Long Pier."""

from tarawa_cli.games.tarawa import rule
from tarawa_cli.games.tarawa.model.board import PIER_BASE, PIER_FOOT, PIER_HEAD, betio, neighbours
from tarawa_cli.games.tarawa.model.state import State, Unit, allowance
from tarawa_cli.games.tarawa.model.unit_types import SUPPLY
from tarawa_cli.games.tarawa.rules.ch05_06_landing import ReefMove, pays
from tarawa_cli.games.tarawa.rules.ch07_actions import has_room, is_pier_free, shares_water
from tarawa_cli.games.tarawa.rules.japanese_fire import is_beside_pier
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.errors import Refused


@rule("11.33")
def is_pier_cleared(state: State) -> bool:
    """Whether Hawkins or infantry has walked the pier to 2632, and 2731 is cleared."""
    return state.pier_walked and PIER_BASE in state.cleared


@rule("11.33", "6.2")
def is_pier_usable(state: State, load: str) -> bool:
    """Whether artillery or supplies embarked beside the pier now could land on it: it must be cleared.

    With a head at 2731 one artillery unit may land per turn; if one is already beside the pier, it is that one.
    """
    if not is_pier_cleared(state):
        return False
    if load == SUPPLY or PIER_BASE not in state.heads:
        return True
    beside = [unit for unit in state.units.values() if unit.at in state.board.pier_landing_from]
    waiting = [unit for unit in map(state.passenger, beside) if unit and unit.type.is_gun]
    return len(waiting) < int(state.charts.value("pier-artillery"))


def head_beside(at: Hex) -> Hex:
    """The pier head on which a craft in this hex may unload; nothing if there is none."""
    if at not in betio().pier_landing_from:
        return ""
    return next(head for head in PIER_HEAD if at in neighbours(head))


@rule("11.33")
def check_landing_on_pier(state: State, unit: Unit) -> None:
    """Two units per turn; no tanks; artillery once it is cleared; with a head at 2731 one artillery unit only."""
    if unit.type.is_tank:
        raise Refused("11.33", "tanks cannot enter the pier")
    if unit.type.is_gun and not is_pier_cleared(state):
        raise Refused("11.33", f"artillery can land on the pier only once it is cleared: {_not_cleared(state)}")
    if PIER_BASE in state.heads and not unit.type.is_gun:
        raise Refused("11.33", "with a supply head at 2731 only supplies and artillery can land on the pier")
    if PIER_BASE in state.heads and state.pier_artillery >= state.charts.value("pier-artillery"):
        raise Refused("11.33", "with a supply head at 2731 only one artillery unit can land on the pier per turn")
    if state.pier_landings >= state.charts.value("pier-units"):
        raise Refused("11.33", f"{state.pier_landings} units have landed on the pier this turn, which is the limit")


def _not_cleared(state: State) -> str:
    """What is still missing before the pier is cleared."""
    walk = "" if state.pier_walked else f"Hawkins or infantry must walk it to {PIER_FOOT}"
    base = "" if PIER_BASE in state.cleared else f"{PIER_BASE} must be cleared"
    return " and ".join(filter(None, [walk, base]))


@rule("11.33")
def check_supplies_on_pier(state: State) -> None:
    """Any number of supplies may go over a cleared pier."""
    if not is_pier_cleared(state):
        raise Refused("11.33", f"supplies can land on the pier only once it is cleared: {_not_cleared(state)}")


def next_on_pier(state: State, unit: Unit, at: Hex) -> Hex:
    """The next hex of a walker; empty if the way is blocked."""
    there = _ahead(at)
    if there == PIER_BASE:
        return there if PIER_BASE in state.cleared and has_room(state, there, unit) else ""
    return there if is_pier_free(state, there) else ""


def _ahead(at: Hex) -> Hex:
    """The next hex along the pier."""
    route = betio().pier_route
    return route[0] if at == "1431" else route[route.index(at) + 1]


@rule("11.33")
def walking_cost(state: State, unit: Unit, at: Hex) -> float:
    """1 AP per pier hex; the base is land and costs what its terrain costs."""
    terrain = state.board.terrain[at] if at == PIER_BASE else "pier"
    return state.charts.terrain[terrain].cost(unit.type) or 0


@rule("11.33")
def pier_way(state: State, unit: Unit, stop: Hex = "") -> ReefMove:
    """The way along the pier as far as the AP allow, or to a stop on the way."""
    here, spent, route, full = unit.on_pier, unit.spent, list[Hex](), allowance(state, unit)
    while here != stop and here != PIER_BASE:
        there = next_on_pier(state, unit, here)
        paid = pays(full, spent, walking_cost(state, unit, there)) if there else None
        if paid is None:
            break
        here, spent = there, paid
        route.append(there)
    return ReefMove(tuple(route), spent)


@rule("14.1")
def ways_off(state: State, unit: Unit) -> list[Hex]:
    """The hexes beside the pier into which Hawkins may step now, to wade.

    A number that also belongs to the pier ahead of him means the pier.
    """
    here = unit.on_pier
    if not here or not unit.type.can("starts-on-pier") or unit.pins or wading(state, unit) is None:
        return []
    beside = {here, *neighbours(here)} - {_ahead(here)}
    water = [at for at in beside if is_beside_pier(state, at) and state.board.is_water(at)]
    return sorted(at for at in water if all(other.homeward or other.emptied for other in state.units_at(at)))


def wading(state: State, unit: Unit) -> float | None:
    """The AP spent after a unit steps from the pier into the water; None if it cannot pay."""
    cost = state.charts.terrain["reef"].cost(unit.type) or 0
    return pays(allowance(state, unit), unit.spent, cost)


@rule("14.1")
def beach_beside(at: Hex) -> str:
    """The beach that Hawkins wades to from a hex beside the pier: Red 2 to the west, Red 3 to the east."""
    return "red2" if at[2:] >= PIER_FOOT[2:] else "red3"


@rule("14.1", "6.3")
def check_taken_off(state: State, hawkins: Unit, craft: Unit) -> None:
    """An empty amtrac beside the pier head may take Hawkins off it."""
    head = hawkins.on_pier
    if not hawkins.type.can("starts-on-pier"):
        raise Refused("6.3", "amtracs can pick up only Hawkins from the reef or the pier")
    if head not in PIER_HEAD:
        raise Refused("14.1", f"an amtrac can take Hawkins off only at the pier head, {' or '.join(PIER_HEAD)}")
    if not craft.type.can("takes-loads-over") or state.is_loaded(craft):
        raise Refused("14.1", f"{craft.id} is not an empty amtrac")
    if head_beside(craft.at) != head:
        beside = next(at for at in state.board.pier_landing_from if head_beside(at) == head)
        raise Refused("14.1", f"{craft.id} can take him off {head} only from {beside}: it is {craft.where}")
    if hawkins.moved or craft.moved or hawkins.pins or craft.pins:
        raise Refused("14.1", "both need their whole impulse, unpinned")
    if shares_water(state, craft):
        raise Refused("6.4", f"no stacking on the reef: with a load {craft.id} would not be alone in {craft.at}")
