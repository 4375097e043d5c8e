"""What may be ordered now, offer by offer."""

from collections.abc import Callable, Iterator
from functools import cache, partial

from tarawa_cli.games.malta.choices.offers_by_phase import offers_of_phase
from tarawa_cli.games.malta.choices.sea_offers import IN_QUESTIONS
from tarawa_cli.games.malta.model.state import AIR_MARKER, State, Unit
from tarawa_cli.games.malta.orders import Order, passes
from tarawa_cli.games.malta.orders.always import Next
from tarawa_cli.games.malta.orders.combat import Attack, Bombard, BreakThrough, Support
from tarawa_cli.games.malta.orders.companies import Break, Join
from tarawa_cli.games.malta.orders.decide import Decide
from tarawa_cli.games.malta.orders.movement import Infiltrate, Move
from tarawa_cli.games.malta.orders.status import Ammo
from tarawa_cli.games.malta.phases import question
from tarawa_cli.games.malta.phases.land import held_by_enemy, targets
from tarawa_cli.games.malta.rules.ch05.zones import Field
from tarawa_cli.games.malta.rules.ch06.moving import check_mover, check_strategic, infiltrations, stops
from tarawa_cli.games.malta.rules.ch09.attack import attackers, can_attack
from tarawa_cli.games.malta.rules.ch09.support import air_markers, offensive
from tarawa_cli.games.malta.rules.ch10.bombardment import bombardable
from tarawa_cli.games.malta.rules.ch10.breakthrough import thrusts
from tarawa_cli.games.malta.rules.ch12.ammunition import must_share, wanting
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.offers import Offer, offer, sure


def offers(state: State) -> list[Offer]:
    """Every kind of order that could be given, `policy` aside."""
    if state.outcome:
        return []
    if state.question:
        answers = (Decide(answer) for answer in question(state).options)
        return [sure(answers), sure(IN_QUESTIONS.get(state.question.kind, _nobody)(state))]
    part = state.phase.rpartition("-")[2]
    return [*_OFFERS.get(part, _none)(state), *offers_of_phase(state), Offer(1, lambda: [Next()])]


def _none(state: State) -> list[Offer]:
    return []


def _nobody(state: State) -> Iterator[Order]:
    return iter(())


# ── Movement


def movers(state: State) -> list[Unit]:
    """Units of the active side that have still to move."""
    own = [unit for unit in state.units.values() if unit.side == state.active and unit.on_map]
    return [unit for unit in own if _may(partial(check_mover, state), unit)]


def _may(law: Callable[[Unit], None], unit: Unit) -> bool:
    try:
        law(unit)
    except Refused:
        return False
    return True


def _movement(state: State) -> list[Offer]:
    field = Field(state)
    most = len(state.board.land)
    found = [Offer(most + 6, cache(partial(_listed, field, unit)), sure=True) for unit in movers(state)]
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
    """All moves of a unit by itself: tactical, infiltration, and strategic where that leads farther."""
    near = stops(field, unit)
    yield from (Move((unit.id,), (at,)) for at in sorted(near))
    yield from (Infiltrate((unit.id,), at) for at in infiltrations(field, unit))
    if _may(partial(check_strategic, field), unit):
        far = stops(field, unit, strategic=True)
        yield from (Move((unit.id,), (at,), strategic=True) for at in sorted(far) if at not in near)


# ── Support and combat


def support_orders(state: State) -> Iterator[Order]:
    """Each gun and an air marker, for each hex that can be attacked or bombarded."""
    for at in held_by_enemy(state):
        yield from (Support(at, (gun.id,), False) for gun in offensive(state, at))
        if air_markers(state) > 0:
            yield from (order for order in [Support(at, (), True)] if passes(state, order))


def attack_orders(state: State, together: bool = False) -> Iterator[Order]:
    """For each hex all who can attack it together; if wanted, each stack and each unit as well."""
    own = attackers(state)
    for at in targets(state):
        able = [unit for unit in own if can_attack(state, unit, at)]
        groups = [tuple(unit.id for unit in able)]
        if not together:
            groups += [tuple(u.id for u in able if u.at == origin) for origin in sorted({u.at for u in able})]
            groups += [(unit.id,) for unit in able]
        orders = (Attack(group, at) for group in dict.fromkeys(groups))
        yield from (order for order in orders if passes(state, order))


def bombard_orders(state: State) -> Iterator[Order]:
    """All that was given to a hex, and each gun, ship and plane alone."""
    for at in bombardable(state):
        yield Bombard(at)
        alone = [Bombard(at, (id,)) if id != AIR_MARKER else Bombard(at, air=True) for id in state.given[at]]
        yield from (order for order in alone if len(state.given[at]) > 1 and passes(state, order))


def ammo_orders(state: State) -> Iterator[Order]:
    """As many guns as the stock reaches for, and each gun alone."""
    guns = [gun.id for gun in wanting(state, "axis")] if must_share(state) else []
    groups = [tuple(guns[: state.stock]), *((gun,) for gun in guns)]
    yield from (Ammo(group) for group in dict.fromkeys(groups) if group)


def thrust_orders(state: State) -> Iterator[Order]:
    """Every breakthrough of a whole stack."""
    yield from (BreakThrough(tuple(unit.id for unit in units), to, on) for units, to, on in thrusts(state))


def _breakthrough(state: State) -> list[Offer]:
    return [sure(thrust_orders(state))]


def _status(state: State) -> list[Offer]:
    return [offer(list(ammo_orders(state)))]


def _bombardment(state: State) -> list[Offer]:
    return [offer(list(bombard_orders(state)))]


def _support(state: State) -> list[Offer]:
    return [sure(support_orders(state))]


def _combat(state: State) -> list[Offer]:
    return [sure(attack_orders(state))]


_OFFERS: dict[str, Callable[[State], list[Offer]]] = {
    "status": _status,
    "movement": _movement,
    "support": _support,
    "bombardment": _bombardment,
    "combat": _combat,
    "breakthrough": _breakthrough,
}
