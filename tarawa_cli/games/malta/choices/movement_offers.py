"""Candidates for the movement phase: moves, `break` and `join`."""

from collections.abc import Iterator
from functools import partial

from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.orders import Order, passes
from tarawa_cli.games.malta.orders.companies import Break, Join
from tarawa_cli.games.malta.orders.movement import Infiltrate, Move
from tarawa_cli.games.malta.rules.ch05.zones import Field
from tarawa_cli.games.malta.rules.ch06.moving import can_go_far, infiltrations, movers, reach_alone, stops
from tarawa_cli.kernel.offers import Offer, sure

AROUND = 6
"""Hexes next to one, to which a unit may infiltrate."""


def movement(state: State) -> list[Offer]:
    field, known = Field(state), dict[str, list[Order]]()
    most = 2 * len(state.board.land) + AROUND
    found = [
        Offer(most, partial(_listed, field, unit, known), sure=True, bound=partial(_bound, field, unit))
        for unit in movers(state)
    ]
    return [*found, sure(company_orders(state))]


def company_orders(state: State) -> Iterator[Order]:
    """Battalions that can break up, and those whose companies can join."""
    side = state.active
    battalions = [u for u in state.units.values() if u.type.type and u.side == side]
    orders: list[Order] = [Break(unit.id) for unit in battalions if unit.on_map]
    orders += [Join(unit.id) for unit in battalions if state.companies_out(unit)]
    yield from (order for order in orders if passes(state, order))


def _listed(field: Field, unit: Unit, known: dict[str, list[Order]]) -> list[Order]:
    """All moves of a unit, listed once."""
    if unit.id not in known:
        known[unit.id] = list(moves(field, unit))
    return known[unit.id]


def _bound(field: Field, unit: Unit) -> int:
    """As many moves as a unit would have if it were alone on the island."""
    far = len(reach_alone(field.state, unit, strategic=True)) if can_go_far(field, unit) else 0
    return len(reach_alone(field.state, unit)) + AROUND + far


def moves(field: Field, unit: Unit) -> Iterator[Order]:
    """All moves of a unit by itself: tactical, infiltration, strategic."""
    yield from (Move((unit.id,), (at,)) for at in sorted(stops(field, unit)))
    yield from (Infiltrate((unit.id,), at) for at in infiltrations(field, unit))
    if can_go_far(field, unit):
        yield from (Move((unit.id,), (at,), strategic=True) for at in sorted(stops(field, unit, strategic=True)))
