"""Candidates for boxes, ships, targets and landings."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial

from tarawa_cli.games.malta.geography.grid import disc
from tarawa_cli.games.malta.model.places import WAVES, follow_up, zone_of
from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.orders import Order, passes
from tarawa_cli.games.malta.orders.combat import Support
from tarawa_cli.games.malta.orders.companies import Join
from tarawa_cli.games.malta.orders.sea import Approach, Embark, Place, Sail, Shoot
from tarawa_cli.games.malta.rules.ch16.coast_guns import pairs
from tarawa_cli.games.malta.rules.ch16.ships import berths, courses, ships, unplaced
from tarawa_cli.games.malta.rules.ch18.approach import divisions
from tarawa_cli.games.malta.rules.ch18.boxes import waiting, whereabouts
from tarawa_cli.games.malta.rules.ch18.stepping import joining
from tarawa_cli.games.malta.rules.ch18.storm import air_help, helpers, storm_hex
from tarawa_cli.games.malta.rules.ch22.setting_up import places_for, settable
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.offers import Offer, offer, sure


def approach_offers(state: State) -> list[Offer]:
    """Every division, regiment and independent unit into another box."""
    at_sea = waiting(state)
    boxes = {division: {unit.at for unit in at_sea if unit.formation == division} for division in divisions(state)}
    for unit in at_sea:
        if unit.type.regiment:
            boxes.setdefault(unit.type.regiment, set()).add(unit.at)
    boxes |= {unit.id: {unit.at} for unit in at_sea if not unit.type.regiment and not unit.type.of}
    zones = [(zone, {follow_up(zone)}) for zone in state.board.beaches]
    return [offer([Approach((who,), zone) for who, there in boxes.items() for zone, box in zones if there != box])]


def embark_offers(state: State) -> list[Offer]:
    """The plan, and each unit, or a company out of its battalion, for each box off its zone."""
    boxes = {zone: [(at, wave) for at in beaches for wave in WAVES] for zone, beaches in state.board.beaches.items()}
    zones = {unit: zone_of(whereabouts(state, unit)) for unit in state.units.values()}
    single = [Offer(len(boxes[zone]), partial(_into, unit, boxes[zone])) for unit, zone in zones.items() if zone]
    return [offer([Embark()]), *single]


def _into(unit: Unit, boxes: list[tuple[Hex, int]]) -> list[Order]:
    return [Embark((unit.id,), at, wave) for at, wave in boxes]


def place_offers(state: State) -> list[Offer]:
    return [Offer(len(berths()), partial(_places, ship, berths()), sure=True) for ship in unplaced(state)]


def set_up_offers(state: State) -> list[Offer]:
    """Units that have not been placed, elsewhere."""
    hexes = {unit: places_for(state, unit) for unit in settable(state) if unit.id in state.free}
    return [Offer(len(found), partial(_places, unit, found)) for unit, found in hexes.items()]


def _places(unit: Unit, hexes: Sequence[Hex]) -> list[Order]:
    return [Place((unit.id,), at) for at in hexes if at != unit.at]


def shoot_orders(state: State) -> Iterator[Order]:
    return (Shoot(by.id, target) for by, target in pairs(state))


def sail_offers(state: State) -> list[Offer]:
    """Each ship that has not sailed; it comes no farther than its speed."""
    able = [ship for ship in ships(state) if not ship.moved]
    return [Offer(len(disc(ship.at, ship.type.move)), cache(partial(_sails, state, ship)), sure=True) for ship in able]


def _sails(state: State, ship: Unit) -> list[Order]:
    return [Sail(ship.id, at) for at in courses(ship)]


def join_orders(state: State) -> Iterator[Order]:
    return (order for order in (Join(unit.id) for unit in joining(state)) if passes(state, order))


def storm_orders(state: State) -> Iterator[Order]:
    """Ships and planes for the fight on a beach."""
    at = storm_hex(state)
    yield from (Support(at, (ship.id,), False) for ship in helpers(state, at))
    if air_help(state, at):
        yield Support(at, (), True)


def _own_plan(state: State) -> list[Offer]:
    return [*approach_offers(state), *place_offers(state)]


SEA: dict[str, Callable[[State], list[Offer]]] = {
    "setup-allied": set_up_offers,
    "setup-axis": _own_plan,
    "approach": approach_offers,
    "embark": embark_offers,
    "ships": place_offers,
    "coast-fire": lambda state: [sure(shoot_orders(state))],
    "first-wave": lambda state: [sure(join_orders(state))],
    "second-wave": lambda state: [sure(join_orders(state))],
    "axis-movement": sail_offers,
}
IN_QUESTIONS: dict[str, Callable[[State], Iterator[Order]]] = {"coast": shoot_orders, "storm": storm_orders}
"""Orders that belong to the answer of a question."""
