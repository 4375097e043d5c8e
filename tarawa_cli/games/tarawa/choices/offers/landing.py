"""Offers on the way to the beach: bombardment, embarking, impulses, suppression."""

from collections.abc import Callable, Iterator
from itertools import chain

from tarawa_cli.games.tarawa.model.board import PIER_HEAD
from tarawa_cli.games.tarawa.model.places import OFF_MAP, POOL, SCHEDULE
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.orders import Order
from tarawa_cli.games.tarawa.orders.bombardment import Bombard, Chits
from tarawa_cli.games.tarawa.orders.embark import Embark, Withdraw
from tarawa_cli.games.tarawa.orders.impulse import Advance, Unload
from tarawa_cli.games.tarawa.orders.suppression import Suppress
from tarawa_cli.games.tarawa.rules.ch06 import advancing, unloading
from tarawa_cli.games.tarawa.rules.ch06.embarking import best_entry
from tarawa_cli.games.tarawa.rules.ch06.reef import Ways
from tarawa_cli.games.tarawa.rules.ch06.suppression import suppressible
from tarawa_cli.games.tarawa.rules.ch11.pier import ways_off
from tarawa_cli.games.tarawa.rules.ch13 import plan
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.offers import Offer, numbered, offer


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
        if plan.is_due(state, unit):
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
    beaches = plan.beaches_for(state, unit)

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
    for unit in advancing.on_the_way(state):
        if advancing.can_move(state, unit):
            yield _advances(state, unit)
        if unit.type.is_craft and state.is_loaded(unit) and (beside := unloading.places_beside(state, unit)):
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
