"""What `next` would waste: counted from the state, without listing what is legal."""

from tarawa_cli.games.tarawa.model.board import neighbours
from tarawa_cli.games.tarawa.model.state import State, Unit, ap_left
from tarawa_cli.games.tarawa.orders import passes
from tarawa_cli.games.tarawa.rules.ch07_actions.ground import able_to_act, standing
from tarawa_cli.games.tarawa.rules.ch08_supply import suppliable
from tarawa_cli.kernel.hints import Callable, Iterable, Iterator
from tarawa_cli.kernel.narration.visible import plural
from tarawa_cli.kernel.narration.wording import Unused


def wasted(state: State) -> list[str]:
    """A few words for each thing that the player could still use and would not."""
    tell = _BY_PHASE.get(state.phase.rstrip("-123")) if not state.question else None
    return [*tell(state)] if tell else []


def _some(things: Iterable[str], limit: int = 6) -> str:
    names = list(things)
    return ", ".join(names[:limit]) + (f" and {len(names) - limit} more" if len(names) > limit else "")


def _supply_points(state: State) -> Iterator[str]:
    if able := suppliable(state):
        yield Unused(f"{plural(state.stock, 'supply point')} left, for {_some(able)}", "supply")


def _embark(state: State) -> Iterator[str]:
    from tarawa_cli.games.tarawa.orders.craft_choice import passage, price  # start-up
    from tarawa_cli.games.tarawa.phases.landing import able_to_come

    free = (unit for unit in able_to_come(state) if not price(state, unit))
    if due := [unit.id for unit in free if passes(state, passage(state, unit))]:
        yield Unused(f"due and not embarked: {_some(due)}", "embark --due")


def _impulse(state: State) -> Iterator[str]:
    from tarawa_cli.games.tarawa.rules.ch06_landing.advancing import movers  # start-up
    from tarawa_cli.games.tarawa.rules.ch06_landing.reef import unloadings

    able = movers(state)
    if able:
        yield Unused(f"able to move: {_some(_loaded(state, unit) for unit in able)}", "advance --all")
    afloat = (unit for unit in state.units.values() if unit.type.is_craft and unit.hex and unit not in able)
    if boats := [unit for unit in afloat if state.is_loaded(unit) and unloadings(state, unit)]:
        yield Unused(f"still loaded: {_some(_loaded(state, unit) for unit in boats)}", "unload --all")


def _loaded(state: State, unit: Unit) -> str:
    passenger = state.passenger(unit) if unit.type.is_craft else None
    return f"{unit.id} with {passenger.id if passenger else 'supplies'}" if unit.type.is_craft else unit.id


def _suppression(state: State) -> Iterator[str]:
    from tarawa_cli.games.tarawa.rules.ch06_landing.japanese_fire import suppressible  # start-up

    if left := [area for area in suppressible(state) if area not in state.suppression_tried]:
        yield Unused(f"not fired on: {_some(left)}", "suppress --all")


def _actions(state: State) -> Iterator[str]:
    if able := fighters(state):
        named = _some(f"{unit.id} ({ap_left(state, unit):g})" for unit in able)
        yield Unused(f"next to the enemy with AP left: {named}", "fire")


def fighters(state: State) -> list[Unit]:
    """Infantry and engineers with the AP to fire at a hex next to them that they have not suppressed."""
    cost = state.charts.value("fire-ap")
    able = (unit for unit in able_to_act(state) if unit.type.on_foot and ap_left(state, unit) >= cost)
    return [
        unit
        for unit in able
        if any(state.is_uncleared(at) and at not in unit.fired for at in neighbours(standing(unit)))
    ]


_BY_PHASE: dict[str, Callable[[State], Iterator[str]]] = {
    "supply-points": _supply_points,
    "embark": _embark,
    "impulse": _impulse,
    "suppression": _suppression,
    "actions": _actions,
}
