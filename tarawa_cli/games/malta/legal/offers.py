"""Every legal command now, offer by offer; who can still act, and who can do something to a hex."""

from tarawa_cli.games.malta.model import names
from tarawa_cli.games.malta.model.board import disc, is_hex
from tarawa_cli.games.malta.model.scenario import units_of
from tarawa_cli.games.malta.model.state import AIR_MARKER, State, Unit
from tarawa_cli.games.malta.model.unit import WAVES, follow_up, zone_of
from tarawa_cli.games.malta.orders import Order, passes
from tarawa_cli.games.malta.orders.combat import Ammo, Attack, Bombard, BreakThrough, Support
from tarawa_cli.games.malta.orders.general import Decide, Next
from tarawa_cli.games.malta.orders.morning_and_air import (
    Absorb,
    Airland,
    Cancel,
    Dismantle,
    Replace,
    Series,
    Step,
    Strike,
    Zone,
)
from tarawa_cli.games.malta.orders.movement import Attach, Break, Detach, Infiltrate, Join, Move
from tarawa_cli.games.malta.orders.sea import Approach, Embark, Place, Sail, Shoot
from tarawa_cli.games.malta.rules.ch05_zones_of_control import HexIndex
from tarawa_cli.games.malta.rules.ch06_movement import can_go_far, infiltrations, movers, reach_alone, stops
from tarawa_cli.games.malta.rules.ch09_combat import attackers, can_attack, held_by_enemy, targets
from tarawa_cli.games.malta.rules.ch09_combat.attacking import air_markers, offensive
from tarawa_cli.games.malta.rules.ch10_11_special_combat_morale import bombardable, thrusts
from tarawa_cli.games.malta.rules.ch12_15_artillery_to_formations import (
    INDEPENDENT,
    changeable,
    formations,
    must_share,
    wanting,
)
from tarawa_cli.games.malta.rules.ch16_special_units import dismantlable
from tarawa_cli.games.malta.rules.ch16_special_units.coast_guns import pairs
from tarawa_cli.games.malta.rules.ch16_special_units.planes_and_ships import (
    berths,
    courses,
    landable,
    open_fields,
    ships,
    unplaced,
)
from tarawa_cli.games.malta.rules.ch17_special_rules import absorbable_pairs, replaceable, strike_targets, strikes_left
from tarawa_cli.games.malta.rules.ch18_landings import divisions, waiting, whereabouts
from tarawa_cli.games.malta.rules.ch18_landings.beaches import air_help, helpers, joining, storm_hex
from tarawa_cli.games.malta.rules.ch19_drops import due, jumpers, open_turns
from tarawa_cli.games.malta.rules.ch19_drops.steps import step_hexes
from tarawa_cli.games.malta.rules.ch20_22_victory_scenarios import places_for, settable
from tarawa_cli.games.malta.rules.ch24_two_players import is_sealed
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.legal import Offer, offer, prechecked, sample
from tarawa_cli.kernel.engine.play import question
from tarawa_cli.kernel.hints import Callable, Iterator, Sequence
from tarawa_cli.kernel.standard import cache, partial

# ── The offers of any phase


def offers(state: State) -> list[Offer]:
    """Every kind of order that can be given, except `policy`."""
    if state.outcome:
        return []
    if state.question:
        return _answers(state)
    phase, part = state.phase, state.phase.rpartition("-")[2]
    land = _LAND[part](state) if part in _LAND else []
    single = prechecked(_ORDERS[phase](state) if phase in _ORDERS else ())
    from_sea = SEA[phase](state) if phase in SEA else []
    return [*land, single, *from_sea, Offer(1, lambda: [Next()])]


def _answers(state: State) -> list[Offer]:
    """The answers to a question, and the orders allowed before it is answered."""
    asked = state.question.kind if state.question else ""
    answers = (Decide(answer) for answer in question(state).options)
    return [prechecked(answers), prechecked(IN_QUESTIONS[asked](state) if asked in IN_QUESTIONS else ())]


# ── Candidates for the morning phases and for airborne units


OFFSETS = ("", *(f"{way}{hexes}" for hexes in (1, 2) for way in ("n", "ne", "se", "s", "sw", "nw")))


# ── The morning


def strike_orders(state: State) -> Iterator[Order]:
    if strikes_left(state) > 0:
        yield from (Strike((names.known_as(state, gun),)) for gun in strike_targets(state))


def formation_orders(state: State) -> Iterator[Order]:
    """`attach` to every other formation and `detach`, for each unit that may change."""
    for unit in changeable(state):
        yield from (Attach((unit.id,), to) for to in formations(state) if to != unit.formation)
        if unit.formation != INDEPENDENT:
            yield Detach((unit.id,))


# ── Jumps


def plan_orders(state: State) -> Iterator[Order]:
    """A new zone in every land hex, unless one has no series yet; then each unit that can drop over each zone."""
    turns = [] if is_sealed(state) else open_turns(state)
    zones = {name: zone for name, zone in state.plan.items() if zone.turn in turns}
    for name in zones:
        free = [unit for unit in jumpers(state) if passes(state, Series(name, (unit.id,)))]
        yield from (Series(name, (unit.id,), offset) for unit in free for offset in OFFSETS)
    if turns and jumpers(state) and all(zone.series for zone in zones.values()):
        name = next(name for number in range(1, 99) if (name := f"zone-{number}") not in state.plan)
        turn_ids = [state.charts.turn(turn).id for turn in turns]
        yield from (Zone(name, at, turn) for turn in turn_ids for at in sorted(state.board.land))


def cancel_orders(state: State) -> Iterator[Order]:
    """`cancel` for the drops of this turn, or for all plans while drops are planned."""
    for name, zone in (due(state) if state.phase == "airborne" else state.plan).items():
        yield Cancel(name)
        yield from (Cancel(name, (id,)) for id in units_of(zone))


def step_orders(state: State) -> Iterator[Order]:
    field = HexIndex(state)
    found = [Step((id,), at) for id, unit in state.units.items() for at in step_hexes(field, unit)]
    yield from found
    if found:
        yield Step()


def _planning(state: State) -> Iterator[Order]:
    yield from plan_orders(state)
    yield from cancel_orders(state)


def _airborne(state: State) -> Iterator[Order]:
    yield from _planning(state)
    yield from step_orders(state)
    joins = (Join(unit.id) for unit in state.units.values() if unit.is_broken and unit.side == "axis")
    yield from (order for order in joins if passes(state, order))


# ── Planes


def airland_orders(state: State) -> Iterator[Order]:
    return (Airland((unit.id,), at) for at in open_fields(state) for unit in landable(state, at))


_ORDERS: dict[str, Callable[[State], Iterator[Order]]] = {
    "formations": formation_orders,
    "air-strikes": strike_orders,
    "plan-drops": _planning,
    "setup-axis": _planning,
    "replacements": lambda state: (Replace((unit.id,)) for unit in replaceable(state)),
    "absorb": lambda state: (Absorb(company.id, battalion.id) for company, battalion in absorbable_pairs(state)),
    "dismantle": lambda state: (Dismantle((at,)) for at in dismantlable(state)),
    "airborne": _airborne,
    "first-wave": step_orders,
    "second-wave": step_orders,
    "axis-movement": airland_orders,
}


# ── Candidates for boxes, ships, targets and landings


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
    return [Offer(len(disc(ship.at, ship.type.move)), cache(partial(_sails, ship)), sure=True) for ship in able]


def _sails(ship: Unit) -> list[Order]:
    return [Sail(ship.id, at) for at in courses(ship)]


def join_orders(state: State) -> Iterator[Order]:
    return (order for order in (Join(unit.id) for unit in joining(state)) if passes(state, order))


def storm_orders(state: State) -> Iterator[Order]:
    """Ships and planes for the fight on a beach."""
    at = storm_hex(state)
    yield from (Support(at, (ship.id,), False) for ship in helpers(state, at))
    if air_help(state, at):
        yield Support(at, (), True)


SEA: dict[str, Callable[[State], list[Offer]]] = {
    "setup-allied": set_up_offers,
    "setup-axis": lambda state: [*approach_offers(state), *place_offers(state)],
    "approach": approach_offers,
    "embark": embark_offers,
    "ships": place_offers,
    "coast-fire": lambda state: [prechecked(shoot_orders(state))],
    "first-wave": lambda state: [prechecked(join_orders(state))],
    "second-wave": lambda state: [prechecked(join_orders(state))],
    "axis-movement": sail_offers,
}
IN_QUESTIONS: dict[str, Callable[[State], Iterator[Order]]] = {"coast": shoot_orders, "storm": storm_orders}
"""Orders that belong to the answer of a question."""


# ── Candidates for the movement phase: moves, `break` and `join`


AROUND = 6
"""Hexes next to one, to which a unit may infiltrate."""


def movement(state: State) -> list[Offer]:
    field, known = HexIndex(state), dict[str, list[Order]]()
    most = 2 * len(state.board.land) + AROUND
    found = [
        Offer(most, partial(_listed, field, unit, known), sure=True, bound=partial(_bound, field, unit))
        for unit in movers(state)
    ]
    return [*found, prechecked(company_orders(state))]


def company_orders(state: State) -> Iterator[Order]:
    """Battalions that can break up, and those whose companies can join."""
    side = state.active
    battalions = [u for u in state.units.values() if u.type.type and u.side == side]
    orders: list[Order] = [Break(unit.id) for unit in battalions if unit.on_map]
    orders += [Join(unit.id) for unit in battalions if state.companies_out(unit)]
    yield from (order for order in orders if passes(state, order))


def _listed(field: HexIndex, unit: Unit, known: dict[str, list[Order]]) -> list[Order]:
    """All moves of a unit, listed once."""
    if unit.id not in known:
        known[unit.id] = list(moves(field, unit))
    return known[unit.id]


def _bound(field: HexIndex, unit: Unit) -> int:
    """As many moves as a unit would have if it were alone on the island."""
    far = len(reach_alone(field.state, unit, strategic=True)) if can_go_far(field, unit) else 0
    return len(reach_alone(field.state, unit)) + AROUND + far


def moves(field: HexIndex, unit: Unit) -> Iterator[Order]:
    """All moves of a unit by itself: tactical, infiltration, strategic."""
    yield from (Move((unit.id,), (at,)) for at in sorted(stops(field, unit)))
    yield from (Infiltrate((unit.id,), at) for at in infiltrations(field, unit))
    if can_go_far(field, unit):
        yield from (Move((unit.id,), (at,), strategic=True) for at in sorted(stops(field, unit, strategic=True)))


# ── Candidates for ammunition, support, bombardments, attacks and breakthroughs


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
        alone = [Bombard(at, (id,)) if id != AIR_MARKER else Bombard(at, air=True) for id in state.assigned[at]]
        yield from (order for order in alone if len(state.assigned[at]) > 1 and passes(state, order))


def ammo_orders(state: State) -> Iterator[Order]:
    """As many guns as the stock reaches for, and each gun alone."""
    guns = [gun.id for gun in wanting(state, "axis")] if must_share(state) else []
    groups = [tuple(guns[: state.stock]), *((gun,) for gun in guns)]
    yield from (Ammo(group) for group in dict.fromkeys(groups) if group)


def thrust_orders(state: State) -> Iterator[Order]:
    """Every breakthrough of a whole stack."""
    yield from (BreakThrough(tuple(unit.id for unit in units), to, on) for units, to, on in thrusts(state))


_LAND: dict[str, Callable[[State], list[Offer]]] = {
    "movement": movement,
    "status": lambda state: [offer(list(ammo_orders(state)))],
    "support": lambda state: [prechecked(support_orders(state))],
    "bombardment": lambda state: [offer(list(bombard_orders(state)))],
    "combat": lambda state: [prechecked(attack_orders(state))],
    "breakthrough": lambda state: [prechecked(thrust_orders(state))],
}
"""The offers of each part of a player turn."""


# ── Every legal command now; everything listed here passes `check`


def orders(state: State) -> Iterator[Order]:
    """All orders that may be given now, except `policy`.

    Of units that may move or attack together, only the most useful groups are listed.
    """
    return (order for offer in offers(state) for order in offer.legal(lambda order: passes(state, order)))


def commands(state: State) -> Iterator[str]:
    return (order.text() for order in orders(state))


def legal_for(state: State, unit: Unit) -> list[str]:
    """The legal orders that name a unit."""
    return [command for command in commands(state) if unit.id in command.split()]


def pick(state: State, below: Callable[[int], int]) -> Order | None:
    """One of the orders that `legal` lists, without listing them; None if there are none."""
    found: Order | None = sample(offers(state), lambda order: passes(state, order), below)
    return found


# ── Who can still do something in this phase, by the law


def ready(state: State) -> list[Unit]:
    """The active side's units that some legal order names; none while a question is open."""
    if state.question or state.outcome:
        return []
    if state.phase.endswith("-movement"):
        return movers(state)

    named = {word for command in commands(state) for word in command.split()}
    return [unit for id, unit in state.units.items() if id in named and unit.side == state.active]


# ── Who can do something to a hex now


def orders_by_hex(state: State) -> dict[Hex, dict[str, list[str]]]:
    """By hex and order, the units that some legal order sends there."""
    found: dict[Hex, dict[str, dict[str, None]]] = {}
    for command in commands(state):
        name, *words = command.split()
        hexes = [word for word in words if is_hex(word)]
        if hexes:
            named = found.setdefault(hexes[-1], {}).setdefault(name, {})
            named.update((word, None) for word in words if word in state.units or word == "--air")
    return {
        at: {name: ["planes" if unit == "--air" else unit for unit in units] for name, units in orders.items()}
        for at, orders in found.items()
    }
