"""How a unit comes if the player names no craft: the best that is left."""

from tarawa_cli.games.tarawa.model.board import PIER_HEAD, POOL
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.orders import passes
from tarawa_cli.games.tarawa.orders.landing import Embark
from tarawa_cli.games.tarawa.rules.ch06_landing.embarking import best_entry
from tarawa_cli.games.tarawa.rules.ch13_timetable import arrival, beaches_for
from tarawa_cli.kernel.hints import Iterator

BEST_FIRST = ("always", "high-water", "never")
"""Craft by when they cross the reef: amtracs, Higgins boats, LCMs."""


def passage(state: State, unit: Unit) -> Embark:
    """The first way in that the law allows; if there is none, the first way at all, for the law to say why."""
    ways = list(_ways(state, unit))
    return next((way for way in ways if passes(state, way)), ways[0])


def _ways(state: State, unit: Unit) -> Iterator[Embark]:
    if unit.type.can("starts-on-pier"):
        yield from (Embark(unit.id, hex=hex) for hex in PIER_HEAD)
        return
    beaches = beaches_for(state, unit) or state.setting.scenario.beaches
    for craft in _craft(state, unit):
        for beach in beaches:
            yield Embark(unit.id, craft.id, beach, best_entry(state, craft, unit.kind, beach))


def _craft(state: State, unit: Unit) -> list[Unit]:
    """The strongest free craft of each sort that carries the unit, best first; any of them if none is free."""
    able = [craft for craft in state.units.values() if craft.type.is_craft and unit.kind in craft.type.carries]
    ranked = sorted(able, key=lambda craft: (craft.at != POOL, BEST_FIRST.index(craft.type.crosses), -craft.steps))
    first: dict[str, Unit] = {}
    for craft in ranked:
        first.setdefault(craft.type.crosses, craft)
    return list(first.values())


def price(state: State, unit: Unit) -> bool:
    """Whether the arrival of a unit would cost morale: such a unit is called in by name."""
    coming = arrival(state, unit)
    return coming is not None and bool(coming.price) and (unit.type.battalion or unit.id) not in state.paid
