"""11.33: the Long Pier."""

from tarawa_cli.games.tarawa.board import PIER_BASE, PIER_FOOT, PIER_HEAD
from tarawa_cli.games.tarawa.rules.allowance import ap_left
from tarawa_cli.games.tarawa.rules.reef import Move, pays
from tarawa_cli.games.tarawa.rules.stacking import has_room
from tarawa_cli.games.tarawa.state import State, Unit
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.hexes import Hex, neighbours
from tarawa_cli.kernel.rulebook import rule


@rule("11.33")
def is_pier_cleared(state: State) -> bool:
    """Hawkins or an infantry unit has walked it to 2632, and 2731 is cleared."""
    return state.pier_walked and PIER_BASE in state.cleared


def head_beside(at: Hex) -> Hex:
    """The head of the pier next to a hex, or nothing."""
    return next((head for head in PIER_HEAD if at in neighbours(head)), "")


def is_pier_free(state: State, at: Hex) -> bool:
    return not state.units_at(f"pier:{at}")


@rule("11.33")
def check_landing_on_pier(state: State, unit: Unit) -> None:
    """Two units a turn; no tanks; artillery once it is cleared; with a head at 2731 only one artillery a turn."""
    if unit.type.is_tank:
        raise Refused("11.33", "no tank enters the pier", "unload it in its entry hex")
    if unit.kind == "artillery" and not is_pier_cleared(state):
        raise Refused("11.33", "artillery lands on the pier only once it is cleared", "an amtrac, or Bairiki")
    if PIER_BASE in state.heads:
        _check_beside_head(state, unit)
    if state.pier_landings >= state.charts.value("pier-units"):
        raise Refused("11.33", f"{state.pier_landings} units have landed on the pier this turn, no more may", "")


def _check_beside_head(state: State, unit: Unit) -> None:
    if unit.kind != "artillery":
        raise Refused("11.33", "with a supply head at 2731 only supplies and artillery land on the pier", "")
    if state.pier_artillery >= state.charts.value("pier-artillery"):
        raise Refused("11.33", "with a supply head at 2731 one artillery unit a turn lands on the pier", "")


def next_on_pier(state: State, unit: Unit, at: Hex) -> Hex:
    """Where a walker goes next; nothing if the way is barred."""
    route = state.board.pier_route
    there = route[0] if at == "1431" else route[route.index(at) + 1]
    if there == PIER_BASE:
        return there if PIER_BASE in state.cleared and has_room(state, there, unit) else ""
    return there if is_pier_free(state, there) else ""


@rule("11.33")
def walking_cost(state: State, unit: Unit, at: Hex) -> float:
    """1 AP a pier hex; the base is land and costs what its terrain costs."""
    terrain = state.board.terrain[at] if at == PIER_BASE else "pier"
    return state.charts.terrain[terrain].cost(unit.type) or 0


@rule("11.33")
def pier_way(state: State, unit: Unit, stop: Hex = "") -> Move:
    """Along the pier as far as the AP reach, or to a stop on the way."""
    here, spent, route = unit.on_pier, unit.spent, list[Hex]()
    while here != stop and here != PIER_BASE:
        there = next_on_pier(state, unit, here)
        paid = pays(state, unit, spent, walking_cost(state, unit, there)) if there else None
        if paid is None:
            break
        here, spent = there, paid
        route.append(there)
    return Move(tuple(route), spent)


def can_walk(state: State, unit: Unit) -> bool:
    """On the pier, unpinned, with AP left: short of 2632, or at it with 2731 cleared."""
    return bool(unit.on_pier) and not unit.pins and ap_left(state, unit) > 0 and bool(pier_way(state, unit).route)


@rule("14.1", "6.3")
def check_taken_off(state: State, hawkins: Unit, craft: Unit) -> None:
    """An empty amtrac beside the pier head may take Hawkins off it."""
    head = hawkins.on_pier
    if hawkins.type.battalion != "hawkins":
        raise Refused("6.3", "amtracs take nobody up from reef or pier but Hawkins", f"advance {hawkins.id}")
    if head not in PIER_HEAD:
        raise Refused("14.1", "an amtrac takes Hawkins off only at the pier head, 1431 or 1432", "advance hawkins")
    if craft.kind != "lvt" or state.is_loaded(craft):
        raise Refused("14.1", f"{craft.id} is not an empty amtrac", "advance hawkins")
    if craft.at not in state.board.pier_landing_from or craft.at not in neighbours(head):
        raise Refused("14.1", f"{craft.id} is not beside {head}: it must be in 1430 for 1431, in 1433 for 1432", "")
    if hawkins.moved or craft.moved or hawkins.pins or craft.pins:
        raise Refused("14.1", "both need their whole impulse, unpinned", "next")


def reaches_foot(unit: Unit, route: tuple[Hex, ...]) -> bool:
    """Whether a walk by this unit proves the pier: Hawkins or infantry, all the way."""
    return unit.kind == "infantry" and PIER_FOOT in route
