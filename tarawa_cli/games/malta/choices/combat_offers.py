"""Candidates for ammunition, support, bombardments, attacks and breakthroughs."""

from collections.abc import Iterator

from tarawa_cli.games.malta.model.state import AIR_MARKER, State
from tarawa_cli.games.malta.orders import Order, passes
from tarawa_cli.games.malta.orders.combat import Attack, Bombard, BreakThrough, Support
from tarawa_cli.games.malta.orders.status import Ammo
from tarawa_cli.games.malta.rules.ch09.support import air_markers, offensive
from tarawa_cli.games.malta.rules.ch09.targets import attackers, can_attack, held_by_enemy, targets
from tarawa_cli.games.malta.rules.ch10.bombardment import bombardable
from tarawa_cli.games.malta.rules.ch10.breakthrough import thrusts
from tarawa_cli.games.malta.rules.ch12.ammunition import must_share, wanting
from tarawa_cli.kernel.offers import Offer, offer, sure


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
    """All that was assigned to a hex, and each gun, ship and plane alone."""
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


def breakthrough(state: State) -> list[Offer]:
    return [sure(thrust_orders(state))]


def status(state: State) -> list[Offer]:
    return [offer(list(ammo_orders(state)))]


def bombardment(state: State) -> list[Offer]:
    return [offer(list(bombard_orders(state)))]


def support(state: State) -> list[Offer]:
    return [sure(support_orders(state))]


def combat(state: State) -> list[Offer]:
    return [sure(attack_orders(state))]
