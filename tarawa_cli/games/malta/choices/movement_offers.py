"""What may be ordered in a movement phase: moves, and battalions that break up or come together."""

from collections.abc import Iterator
from functools import cache, partial

from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.orders import Order, passes
from tarawa_cli.games.malta.orders.companies import Break, Join
from tarawa_cli.games.malta.orders.movement import Infiltrate, Move
from tarawa_cli.games.malta.rules.ch05.zones import Field
from tarawa_cli.games.malta.rules.ch06.moving import can_go_far, infiltrations, movers, stops
from tarawa_cli.kernel.offers import Offer, sure


def movement(state: State) -> list[Offer]:
    field = Field(state)
    most = 2 * len(state.board.land) + 6
    found = [Offer(most, cache(partial(_listed, field, unit)), sure=True) for unit in movers(state)]
    return [*found, sure(company_orders(state))]


def company_orders(state: State) -> Iterator[Order]:
    """Battalions that can break up, and those whose companies can join."""
    battalions = [u for u in state.units.values() if u.type.type and u.side == state.active]
    orders: list[Order] = [Break(unit.id) for unit in battalions if unit.on_map]
    orders += [Join(unit.id) for unit in battalions if state.companies_out(unit)]
    yield from (order for order in orders if passes(state, order))


def _listed(field: Field, unit: Unit) -> list[Order]:
    return list(moves(field, unit))


def moves(field: Field, unit: Unit) -> Iterator[Order]:
    """All moves of a unit by itself: tactical, infiltration, strategic."""
    yield from (Move((unit.id,), (at,)) for at in sorted(stops(field, unit)))
    yield from (Infiltrate((unit.id,), at) for at in infiltrations(field, unit))
    if can_go_far(field, unit):
        yield from (Move((unit.id,), (at,), strategic=True) for at in sorted(stops(field, unit, strategic=True)))
