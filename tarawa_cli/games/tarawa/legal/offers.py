"""Candidate orders, phase by phase; `check` decides which of them are legal."""

from collections import Counter
from itertools import chain, combinations, product

from tarawa_cli.games.tarawa.model.board import (
    OFF_MAP,
    PIER_HEAD,
    POOL,
    SCHEDULE,
    friendly_hexes,
    neighbours,
    with_foot,
)
from tarawa_cli.games.tarawa.model.state import State, Unit, ap_left
from tarawa_cli.games.tarawa.model.unit_types import Ability
from tarawa_cli.games.tarawa.orders import Order, passes
from tarawa_cli.games.tarawa.orders.actions import Attack, Demolish, Dig, Fire, Move, Recover, Wreck
from tarawa_cli.games.tarawa.orders.general import Decide, Head, Next, Supply
from tarawa_cli.games.tarawa.orders.landing import Advance, Bombard, Chits, Embark, Suppress, Unload, Withdraw
from tarawa_cli.games.tarawa.rules.ch05_06_landing import advancing
from tarawa_cli.games.tarawa.rules.ch05_06_landing.embarking import best_entry
from tarawa_cli.games.tarawa.rules.ch05_06_landing.reef import Ways, places_beside
from tarawa_cli.games.tarawa.rules.ch07_actions import able_to_act, land_gait, reach
from tarawa_cli.games.tarawa.rules.ch07_actions.fire import can_support, supporters
from tarawa_cli.games.tarawa.rules.ch07_actions.moving_recovery import destinations, idle_members
from tarawa_cli.games.tarawa.rules.ch08_09_supply_morale import head_sites, suppliable
from tarawa_cli.games.tarawa.rules.ch10_night import shares, ways_to_help
from tarawa_cli.games.tarawa.rules.ch11_pier import ways_off
from tarawa_cli.games.tarawa.rules.ch12_13_victory_timetable import beaches_for, is_due
from tarawa_cli.games.tarawa.rules.japanese_fire import suppressible
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.legal import Offer, numbered, offer
from tarawa_cli.kernel.engine.play import question
from tarawa_cli.kernel.hints import Callable, Iterable, Iterator, Sequence

# ── All offers; every order that `legal` lists is in exactly one of them, once


_END = offer([Next()])


def offers(state: State, favoured: Unit | None = None) -> list[Offer]:
    """All candidate orders now, except `policy`.

    Of things that are alike, such as craft of a kind, only one is offered: the favoured unit, if it is among them.
    """
    if state.outcome:
        return []
    if state.question:
        return [_answers(state)]
    of_phase = _OF_PHASE.get(state.phase.rstrip("-123"))
    return [*(of_phase(state, favoured) if of_phase else ()), _END]


def _answers(state: State) -> Offer:
    frame = state.stack[-1]
    answers = shares(state, frame.facts["hits"]) if frame.kind == "raid" else question(state).options
    return offer([Decide(answer) for answer in answers])


# ── Offers on the way to the beach


def bombardment(state: State, _: Unit | None) -> Iterator[Offer]:
    """Chits on neighbouring areas in map order, starting at each area in turn."""
    if state.chits_due:
        areas = list(state.board.areas)
        yield offer([Chits(tuple((areas[at:] + areas)[: state.chits_due])) for at in range(len(areas))])
    elif not state.chits:
        yield offer([Bombard(0), Bombard(1), Bombard(2)])


# ── Embarking


def embark(state: State, favoured: Unit | None) -> Iterator[Offer]:
    """Each load in each kind of craft for each beach, on the best entry hex."""
    pool, entry = _pool(state, favoured), _entries(state)
    for unit in state.units_at(SCHEDULE):
        if is_due(state, unit):
            yield _coming(state, unit, pool, entry)
    battalions = _battalions(state) if state.stock else []
    for craft in pool:
        if battalions and "supply" in craft.type.carries:
            yield from (_supplies(craft, beach, battalions, entry) for beach in state.setting.scenario.beaches)
    yield _put_out(state, pool, entry)
    terrain, units = state.board.terrain, state.units
    yield offer([Withdraw(id) for id in state.charts.craft_ids if terrain.get(units[id].at) == "entry"])


Entry = Callable[[Unit, str, str], Hex]


def _entries(state: State) -> Entry:
    """The best entry hex for a craft, a load and a beach; it is the same for all craft of a kind."""
    known: dict[tuple[str, str, str], Hex] = {}

    def entry(craft: Unit, load: str, beach: str) -> Hex:
        key = craft.kind, load, beach
        if key not in known:
            known[key] = best_entry(state, craft, load, beach)
        return known[key]

    return entry


def _coming(state: State, unit: Unit, pool: list[Unit], entry: Entry) -> Offer:
    if unit.type.can("starts-on-pier"):
        return offer([Embark(unit.id, hex=hex) for hex in PIER_HEAD])
    carriers = [craft for craft in pool if unit.kind in craft.type.carries]
    beaches = beaches_for(state, unit)

    carried, flies = len(carriers) * len(beaches), unit.type.can("goes-to-bairiki")

    def order(number: int) -> Order | None:
        if number >= carried:
            return Embark(unit.id) if flies and number == carried else None
        craft, beach = carriers[number // len(beaches)], beaches[number % len(beaches)]
        return Embark(unit.id, craft.id, beach, entry(craft, unit.kind, beach))

    return numbered(carried + 1, order)


def _supplies(craft: Unit, beach: str, battalions: list[str], entry: Entry) -> Offer:
    def order(number: int) -> Order | None:
        hex = entry(craft, "supply", beach)
        return Embark("supply", craft.id, beach, hex, battalions[number]) if hex else None

    return numbered(len(battalions), order)


def _battalions(state: State) -> list[str]:
    """The battalions that have units on the map; before anyone has come, all battalions."""
    here = {unit.type.battalion for unit in state.units.values() if unit.at not in OFF_MAP}
    battalions = state.charts.battalions
    return [battalion for battalion in battalions if battalion in here] or list(battalions)


def _put_out(state: State, pool: list[Unit], entry: Entry) -> Offer:
    """Empty amtracs to put out."""
    amtracs, beaches = [craft for craft in pool if craft.type.can("takes-loads-over")], state.setting.scenario.beaches

    def order(number: int) -> Order:
        craft, beach = amtracs[number // len(beaches)], beaches[number % len(beaches)]
        return Embark("none", craft.id, beach, entry(craft, "none", beach))

    return numbered(len(amtracs) * len(beaches), order)


def _pool(state: State, favoured: Unit | None) -> list[Unit]:
    """Craft in the pool: one of each kind and strength."""
    found: dict[tuple[str, int], Unit] = {}
    for unit in state.units_at(POOL):
        if unit is favoured or (unit.kind, unit.steps) not in found:
            found[unit.kind, unit.steps] = unit
    return list(found.values())


# ── Impulses


_EVERYBODY = offer([Advance()])


def impulse(state: State, _: Unit | None) -> Iterator[Offer]:
    """The shortest way in, a way to each hex within reach, unloading, and Hawkins into an amtrac."""
    yield _EVERYBODY
    for unit in state.on_the_way():
        if advancing.can_move(state, unit):
            yield _advances(state, unit)
        if unit.type.is_craft and state.is_loaded(unit) and (beside := places_beside(state, unit)):
            yield offer([Unload(unit.id, to) for to in beside])
        if not (pier := unit.on_pier):
            continue
        yield offer([Advance(unit.id, (hex,)) for hex in ways_off(state, unit)])
        if pier in PIER_HEAD:
            yield offer([Advance(unit.id, (), craft.id) for craft in advancing.takers_off(state, unit)])


def _advances(state: State, unit: Unit) -> Offer:
    """A unit that has changed course must follow its course, even if that leads nowhere."""
    ways = None if unit.on_pier else Ways(state, unit)

    def orders() -> Iterator[Order]:
        stops = advancing.stops(state, unit, ways)
        first = next(stops, "")
        if first or unit.course:
            yield Advance(unit.id)
        if first:
            yield from (Advance(unit.id, (hex,)) for hex in chain((first,), stops))

    if ways is None:
        return Offer(1 + len(state.board.pier_route), orders, sure=True)
    return Offer(2 if unit.course else 1 + ways.most_stops(), orders, sure=True)


def suppression(state: State, _: Unit | None) -> Iterator[Offer]:
    yield offer([Suppress(area) for area in suppressible(state) if area not in state.suppression_tried])


# ── Offers for land: actions and supply


Party = tuple[str, ...]


def actions(state: State, favoured: Unit | None) -> Iterator[Offer]:
    yield offer([Wreck("" if help == "--shore" else help) for help in ways_to_help(state)])
    able = able_to_act(state)
    left = {unit.id: ap_left(state, unit) for unit in able}
    yield from (_moves(state, unit, left[unit.id]) for unit in able if left[unit.id] > 0)
    yield from _assaults(_Field(state, able, left, favoured))
    fresh = [unit for unit in able if not unit.acted]
    resting = [unit.id for unit in fresh if unit.type.can("recovers")]
    yield _recoveries(state, resting, pay=False)
    yield _recoveries(state, resting, pay=True)
    yield _whole_turn(state, [unit.id for unit in fresh if unit.type.can("digs-in")], Dig)


def _moves(state: State, unit: Unit, ap: float) -> Offer:
    """Its upper bound is the number of hexes that the unit could reach if it were alone on the map."""
    open_ = with_foot(friendly_hexes(state.cleared))
    alone = reach(land_gait(unit.type), unit.hex, ap, open_)
    return Offer(len(alone), lambda: (Move(unit.id, (at,)) for at in destinations(state, unit)), sure=True)


def _recoveries(state: State, units: list[str], *, pay: bool) -> Offer:
    """Each unit that can regain a step, all of them, and each whole battalion that may lift its regiment."""
    most = state.stock if pay else len(units)
    battalions = dict.fromkeys(state.units[id].type.battalion for id in units)

    def orders() -> Iterator[Order]:
        able = [id for id in units if passes(state, Recover((id,), pay))]
        whole = [idle_members(state, battalion) for battalion in battalions]
        parties = dict.fromkeys([*_alone_and_together(able, most), *(some for some in whole if some)])
        return (order for order in (Recover(some, pay) for some in parties) if passes(state, order))

    return Offer(len(units) + 1 + len(battalions), orders, sure=True)


def _whole_turn(state: State, units: list[str], make: Callable[[Party], Order]) -> Offer:
    """Orders that take a whole turn: for each unit alone, and for as many as possible together."""

    def orders() -> Iterator[Order]:
        return map(make, _alone_and_together([id for id in units if passes(state, make((id,)))]))

    return Offer(len(units) + 1, orders, sure=True)


def _alone_and_together(units: Sequence[str], most: int = 99) -> list[Party]:
    together = tuple(units[:most])
    return [*((id,) for id in units), *([together] if len(together) > 1 else [])]


# ── Fire, attack, demolition


class _Field:
    """Which units can act on which uncleared hexes, and which can support them."""

    def __init__(self, state: State, able: list[Unit], left: dict[str, float], favoured: Unit | None) -> None:
        self.state = state
        self._left = left
        """AP left, for units that can act."""
        self.favoured = favoured.id if favoured else ""
        self.shores = (False, True) if state.shore else (False,)
        self.beside: dict[Hex, list[Unit]] = {}
        """Infantry and engineers next to each uncleared hex."""
        least = min(state.charts.value(price) for price in ("fire-ap", "attack-ap", "demolition-ap"))
        self._look_around([unit for unit in able if unit.type.on_foot and left[unit.id] >= least])
        self.infantry = self._assailants("attacks", "attack-ap")
        self.engineers = self._assailants("demolishes", "demolition-ap")
        self._helpers = can_support(state, able) if self.beside else []
        self._close = Counter(at for unit in self._helpers for at in self._in_reach(unit))

    def _look_around(self, on_foot: list[Unit]) -> None:
        uncleared = self.state.uncleared
        for unit in on_foot:
            for at in neighbours(unit.hex):
                if at in uncleared:
                    self.beside.setdefault(at, []).append(unit)

    def pairs(self) -> list[tuple[Hex, Hex]]:
        """Pairs of targets: next to the same unit, or next to each other."""
        able = {at for at, units in self.infantry.items() if units}
        around = {unit.hex for at in able for unit in self.beside[at]}
        pairs = {pair for here in around for pair in combinations([at for at in neighbours(here) if at in able], 2)}
        return sorted(pairs | {(at, other) for at in able for other in neighbours(at) if at < other in able})

    def _assailants(self, what: Ability, price: str) -> dict[Hex, list[str]]:
        """The units that can assault each hex: they have the ability, active supply, and enough AP."""
        cost = self.state.charts.value(price)
        near = {unit.id: unit for units in self.beside.values() for unit in units if unit.type.can(what)}
        fit = {u.id for u in near.values() if u.supply == "active" and self._left[u.id] >= cost}
        return {at: [unit.id for unit in units if unit.id in fit] for at, units in self.beside.items()}

    def _in_reach(self, helper: Unit) -> Iterable[Hex]:
        return self.beside if helper.type.can("supports-from-afar") else neighbours(helper.hex)

    def supporters(self, *targets: Hex, demolition: bool = False) -> list[str]:
        """The units that can support, best first."""
        return supporters(self.state, (), targets, demolition, self._helpers)

    def most_supporters(self, *targets: Hex) -> int:
        """An upper bound for the number of supporters."""
        return sum(self._close[at] for at in targets)

    def help(self, helpers: list[str], actors: Party) -> list[Party]:
        """Ways to choose supporters: none, the best one, the best three, the favoured one."""
        able = [id for id in helpers if id not in actors]
        favoured = [(self.favoured,)] if self.favoured in able else []
        return list(dict.fromkeys([(), tuple(able[:1]), tuple(able[:3]), *favoured]))

    def most_help(self, *targets: Hex) -> int:
        return 1 + min(3, self.most_supporters(*targets))


def _assaults(field: _Field) -> Iterator[Offer]:
    for at in sorted(field.beside):
        yield _fire(field, at)
        if field.infantry[at]:
            yield _attack(field, at)
        if field.engineers[at] and field.state.pillboxes_standing(at) > 0:
            yield _demolition(field, at)
    for one, other in field.pairs():
        yield _attack_on_two(field, one, other)


def _fire(field: _Field, at: Hex) -> Offer:
    """Fire by each unit, alone, with one supporter, or with as many as there may be."""
    state, beside = field.state, [unit.id for unit in field.beside[at] if at not in unit.fired]
    most = int(state.charts.value("fire-supporters"))

    def orders() -> Iterator[Order]:
        helpers = field.supporters(at) if most else []
        helps: list[Party] = [(), *((id,) for id in helpers)]
        for unit in beside:
            if passes(state, Fire(unit, at)):
                own = [help for help in helps if unit not in help]
                others = tuple(id for id in helpers if id != unit)[:most]
                own += [others] if len(others) > 1 else []
                yield from (Fire(unit, at, help, shore) for help, shore in product(own, field.shores))

    ways = 1 + field.most_supporters(at) + (most > 1)
    return Offer(len(beside) * ways * len(field.shores), orders, sure=True)


def _attack(field: _Field, at: Hex) -> Offer:
    """Attacks by each unit alone and by all together, with the best supporters."""
    parties = _alone_and_together(field.infantry[at])

    def orders() -> Iterator[Order]:
        helpers = field.supporters(at)
        for party in parties:
            ways = product(field.help(helpers, party), field.shores)
            yield from (Attack(party, (at,), help, shore) for help, shore in ways)

    return Offer(len(parties) * field.most_help(at) * len(field.shores), orders)


def _demolition(field: _Field, at: Hex) -> Offer:
    parties = _alone_and_together(field.engineers[at])

    def orders() -> Iterator[Order]:
        helpers = field.supporters(at, demolition=True)
        for party in parties:
            yield from (Demolish(party, at, help) for help in field.help(helpers, party))

    return Offer(len(parties) * field.most_help(at), orders)


def _attack_on_two(field: _Field, one: Hex, other: Hex) -> Offer:
    """Attacks on two hexes: by each unit next to both, and by all units next to either."""
    first, second = field.infantry[one], field.infantry[other]
    able = [id for id in field.state.units if id in first or id in second]
    parties = list(dict.fromkeys([*((id,) for id in able if id in first and id in second), tuple(able)]))

    def orders() -> Iterator[Order]:
        helpers = field.supporters(one, other)
        for party in parties:
            ways = product(field.help(helpers, party), field.shores)
            yield from (Attack(party, (one, other), help, shore) for help, shore in ways)

    return Offer(len(parties) * field.most_help(one, other) * len(field.shores), orders)


# ── Supply


def supply_points(state: State, favoured: Unit | None) -> Iterator[Offer]:
    """A point for each group, named by its first unit, and for the favoured unit."""
    names = dict.fromkeys([*suppliable(state), *([favoured.id] if favoured else [])])
    yield offer([Supply(name) for name in names])


def supply_check(state: State, _: Unit | None) -> Iterator[Offer]:
    yield offer([Head(at) for at in head_sites(state)])


_OF_PHASE: dict[str, Callable[[State, Unit | None], Iterator[Offer]]] = {
    "bombardment": bombardment,
    "embark": embark,
    "impulse": impulse,
    "suppression": suppression,
    "actions": actions,
    "supply-points": supply_points,
    "supply-check": supply_check,
}
