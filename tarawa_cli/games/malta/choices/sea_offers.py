"""What may be ordered from the sea: boxes, ships, targets, landings."""

from collections.abc import Callable, Iterator

from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.orders import Order, passes
from tarawa_cli.games.malta.orders.combat import Support
from tarawa_cli.games.malta.orders.companies import Join
from tarawa_cli.games.malta.orders.sea import Approach, Embark, Place, Sail, Shoot
from tarawa_cli.games.malta.rules.ch16.coast_guns import pairs
from tarawa_cli.games.malta.rules.ch16.ships import berths, courses, ships, unplaced
from tarawa_cli.games.malta.rules.ch18.approach import divisions
from tarawa_cli.games.malta.rules.ch18.boxes import possible, waiting
from tarawa_cli.games.malta.rules.ch18.stepping import joining
from tarawa_cli.games.malta.rules.ch18.storm import air_help, helpers, storm_hex
from tarawa_cli.games.malta.rules.ch22.setting_up import places_for, settable


def approach_orders(state: State) -> Iterator[Order]:
    """Every division, regiment and independent unit into another box."""
    regiments = dict.fromkeys(unit.type.regiment for unit in waiting(state) if unit.type.regiment)
    alone = [unit.id for unit in waiting(state) if not unit.type.regiment and not unit.type.of]
    found = (Approach((who,), zone) for who in (*divisions(state), *regiments, *alone) for zone in state.board.beaches)
    for order in found:
        if any(unit.at != f"follow-up:{order.zone}" for unit in order.units(state)) and passes(state, order):
            yield order


def embark_orders(state: State) -> Iterator[Order]:
    plan = Embark()
    if passes(state, plan):
        yield plan
    yield from (Embark((unit.id,), at, wave) for unit, at, wave in possible(state))


def place_orders(state: State) -> Iterator[Order]:
    return (Place((ship.id,), at) for ship in unplaced(state) for at in berths())


def set_up_orders(state: State) -> Iterator[Order]:
    """Units that have not been placed, elsewhere."""
    for unit in settable(state):
        found = [Place((unit.id,), at) for at in places_for(state, unit) if at != unit.at and unit.id in state.free]
        yield from (order for order in found if passes(state, order))


def shoot_orders(state: State) -> Iterator[Order]:
    return (Shoot(by.id, target) for by, target in pairs(state))


def sail_orders(state: State) -> Iterator[Order]:
    return (Sail(ship.id, at) for ship in ships(state) if not ship.moved for at in courses(state, ship))


def join_orders(state: State) -> Iterator[Order]:
    return (order for order in (Join(unit.id) for unit in joining(state)) if passes(state, order))


def storm_orders(state: State) -> Iterator[Order]:
    """Ships and planes for the fight on a beach."""
    at = storm_hex(state)
    yield from (Support(at, (ship.id,), False) for ship in helpers(state, at))
    if air_help(state, at):
        yield Support(at, (), True)


SEA: dict[str, Callable[[State], Iterator[Order]]] = {
    "setup-allied": set_up_orders,
    "approach": approach_orders,
    "embark": embark_orders,
    "ships": place_orders,
    "coast-fire": shoot_orders,
    "first-wave": join_orders,
    "second-wave": join_orders,
    "axis-movement": sail_orders,
}
IN_QUESTIONS: dict[str, Callable[[State], Iterator[Order]]] = {"coast": shoot_orders, "storm": storm_orders}
"""Orders that belong to the answer of a question."""
