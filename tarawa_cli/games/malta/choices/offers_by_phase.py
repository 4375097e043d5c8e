"""Candidates for the morning phases and for airborne units."""

from collections.abc import Callable, Iterator

from tarawa_cli.games.malta.choices.sea_offers import SEA
from tarawa_cli.games.malta.model import names
from tarawa_cli.games.malta.model.plans import units_of
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.orders import Order, passes
from tarawa_cli.games.malta.orders.air import Airland, Cancel, Series, Step, Zone
from tarawa_cli.games.malta.orders.companies import Join
from tarawa_cli.games.malta.orders.formations import Attach, Detach
from tarawa_cli.games.malta.orders.morning import Absorb, Dismantle, Replace, Strike
from tarawa_cli.games.malta.rules.ch05.zones import Field
from tarawa_cli.games.malta.rules.ch15.attaching import INDEPENDENT, changeable, formations
from tarawa_cli.games.malta.rules.ch16.airlanding import landable, open_fields
from tarawa_cli.games.malta.rules.ch16.dismantling import dismantlable
from tarawa_cli.games.malta.rules.ch17.replacements import pairs, replaceable
from tarawa_cli.games.malta.rules.ch17.strikes import strikes_left, targets
from tarawa_cli.games.malta.rules.ch19.plan import due, jumpers, open_turns
from tarawa_cli.games.malta.rules.ch19.steps import step_hexes
from tarawa_cli.games.malta.rules.ch24.seals import is_sealed
from tarawa_cli.kernel.offers import Offer, sure

OFFSETS = ("", *(f"{way}{hexes}" for hexes in (1, 2) for way in ("n", "ne", "se", "s", "sw", "nw")))


def offers_of_phase(state: State) -> list[Offer]:
    """All that belongs to the present phase alone."""
    from_sea = SEA[state.phase](state) if state.phase in SEA else []
    return [sure(_ORDERS.get(state.phase, _none)(state)), *from_sea]


def _none(state: State) -> Iterator[Order]:
    return iter(())


# ── The morning


def strike_orders(state: State) -> Iterator[Order]:
    if strikes_left(state) > 0:
        yield from (Strike((names.known_as(state, gun),)) for gun in targets(state))


def formation_orders(state: State) -> Iterator[Order]:
    """`attach` to every other formation and `detach`, for each unit that may change."""
    for unit in changeable(state):
        yield from (Attach((unit.id,), to) for to in formations(state) if to != unit.formation)
        if unit.formation != INDEPENDENT:
            yield Detach((unit.id,))


def _replacements(state: State) -> Iterator[Order]:
    return (Replace((unit.id,)) for unit in replaceable(state))


def _absorb(state: State) -> Iterator[Order]:
    return (Absorb(company.id, battalion.id) for company, battalion in pairs(state))


def _dismantle(state: State) -> Iterator[Order]:
    return (Dismantle((at,)) for at in dismantlable(state))


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
    field = Field(state)
    found = [Step((id,), at) for id, unit in state.units.items() for at in step_hexes(field, unit)]
    yield from found
    if found:
        yield Step()


def _joins(state: State) -> Iterator[Order]:
    orders = (Join(unit.id) for unit in state.units.values() if unit.is_broken and unit.side == "axis")
    return (order for order in orders if passes(state, order))


def _planning(state: State) -> Iterator[Order]:
    yield from plan_orders(state)
    yield from cancel_orders(state)


def _airborne(state: State) -> Iterator[Order]:
    yield from _planning(state)
    yield from step_orders(state)
    yield from _joins(state)


# ── Planes


def airland_orders(state: State) -> Iterator[Order]:
    return (Airland((unit.id,), at) for at in open_fields(state) for unit in landable(state, at))


_ORDERS: dict[str, Callable[[State], Iterator[Order]]] = {
    "formations": formation_orders,
    "air-strikes": strike_orders,
    "plan-drops": _planning,
    "setup-axis": _planning,
    "replacements": _replacements,
    "absorb": _absorb,
    "dismantle": _dismantle,
    "airborne": _airborne,
    "first-wave": step_orders,
    "second-wave": step_orders,
    "axis-movement": airland_orders,
}
