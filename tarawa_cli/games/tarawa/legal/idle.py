"""Why a unit can do nothing now, in the words of the law."""

from tarawa_cli.games.tarawa.model.board import ABSENT, BAIRIKI, LOST, POOL, SCHEDULE, neighbours
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.orders import Order, check_order
from tarawa_cli.games.tarawa.orders.actions import Attack, Demolish, Dig, Fire, Move, Recover
from tarawa_cli.games.tarawa.orders.general import Next
from tarawa_cli.games.tarawa.orders.landing import Advance, Unload
from tarawa_cli.games.tarawa.orders.supply import Supply
from tarawa_cli.games.tarawa.rules.ch13_timetable import check_due
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.hints import Callable, Iterator
from tarawa_cli.kernel.standard import partial

Reason = tuple[str, str]
"""A paragraph, and what it says."""


def reasons(state: State, unit: Unit) -> list[Reason]:
    """Why a unit has no orders now: what holds it back altogether, or what speaks against each order."""
    if state.outcome or state.question:
        return [*_said(lambda: check_order(state, Next()))]
    return [*dict.fromkeys(_off_map(state, unit) or _afloat(state, unit) or _refusals(state, unit))]


def _said(check: Callable[[], None]) -> Iterator[Reason]:
    try:
        check()
    except Refused as no:
        yield no.rule, no.message


def _off_map(state: State, unit: Unit) -> list[Reason]:
    """Who is not on the map waits, or has no more to do."""
    if unit.at == SCHEDULE:
        return [*_said(lambda: check_due(state, unit))] or [("6.2", f"{unit.id} waits for phase `embark`")]
    where = {
        LOST: ("7.3", f"{unit.id} is lost"),
        ABSENT: ("13", f"{unit.id} is not in this game"),
        BAIRIKI: ("11.2", f"{unit.id} is on Bairiki, and only supports"),
        POOL: ("6.2", f"{unit.id} is in the pool, and takes loads in phase `embark`"),
    }
    return [where[unit.at]] if unit.at in where else []


def _afloat(state: State, unit: Unit) -> list[Reason]:
    """Who is still on the water waits for the next impulse."""
    if state.phase.startswith("impulse") or not state.is_afloat(unit) or unit.type.is_craft:
        return []
    return [("6.4", f"{unit.id} is still on the water: it moves in the next impulse")]


def _refusals(state: State, unit: Unit) -> Iterator[Reason]:
    """What the law says to each order that a unit of its kind might get in this phase."""
    tried = [*_tried(state, unit)]
    for order in tried:
        yield from _said(partial(check_order, state, order))
    if not tried:
        yield "3", f"there are no orders for {unit.id} in phase `{state.phase}`"


def _tried(state: State, unit: Unit) -> Iterator[Order]:
    if state.impulse or unit.type.is_craft or unit.craft:
        yield Advance(unit.id)
        if unit.type.is_craft:
            yield Unload(unit.id, unit.at)
    elif state.phase == "supply-points":
        yield Supply(unit.id)
    elif state.phase == "actions":
        yield from _ashore(state, unit)


def _ashore(state: State, unit: Unit) -> Iterator[Order]:
    around = neighbours(unit.hex)
    yield from (Move(unit.id, (at,)) for at in around if state.is_friendly(at))
    targets = [at for at in around if state.is_uncleared(at)][:1]
    for at in targets:
        yield Fire(unit.id, at)
        yield Attack((unit.id,), (at,)) if unit.type.can("attacks") else Demolish((unit.id,), at)
    yield Dig((unit.id,))
    yield Recover((unit.id,))
