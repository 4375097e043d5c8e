"""The only place where state changes: one small function for each thing that can happen.

Call one with a play: `apply.phase_begun(play, "3", phase="embark")` records the event and applies it. Here are the
changes of chapters 5 and 6: bombardment, embarking, impulses, suppression. Those of the others are in `turn`, and can
be imported from here.
"""

from tarawa_cli.games.tarawa.model.apply import turn
from tarawa_cli.games.tarawa.model.apply.turn import *
from tarawa_cli.games.tarawa.model.board import BAIRIKI, POOL, SCHEDULE, Place, aboard, in_hex, on_pier
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.kernel.engine.play import event

# ── Bombardment (5)


@event
def bombarded(state: State, *, chits: int, delay: int) -> None:
    state.chits_due = chits
    state.delay = delay


@event
def chit_placed(state: State, *, area: str, chit: int) -> None:
    state.chits[area] = chit
    state.chits_due -= 1


@event
def chits_aged(state: State, *, left: dict[str, int]) -> None:
    state.chits = dict(left)


# ── Embarking (6.2)


@event
def embarked(state: State, *, unit: str, craft: str, beach: str, hex: str) -> None:
    state.units.put(state.units[unit], aboard(craft))
    state.units[unit].beach = beach
    _put_afloat(state, craft, beach, hex)
    if state.units[unit].type.can("heavy"):
        state.heavy_embarked.add(unit)


def _put_afloat(state: State, craft: str, beach: str, hex: str) -> None:
    state.units.put(state.units[craft], in_hex(hex))
    state.units[craft].beach = beach


@event
def supply_embarked(state: State, *, craft: str, battalion: str, beach: str, hex: str) -> None:
    _put_afloat(state, craft, beach, hex)
    state.units[craft].load = f"supply:{battalion}"
    state.stock -= 1


@event
def lvt_put_out(state: State, *, craft: str, beach: str, hex: str) -> None:
    _put_afloat(state, craft, beach, hex)


@event
def sent_to_bairiki(state: State, *, unit: str) -> None:
    state.units.put(state.units[unit], BAIRIKI)
    state.units[unit].landed = state.turn
    state.heavy_embarked.add(unit)


@event
def put_on_pier(state: State, *, unit: str, hex: str) -> None:
    state.units.put(state.units[unit], on_pier(hex))


@event
def withdrawn(state: State, *, craft: str, load: str) -> None:
    if load in state.units:
        turn.reset(state, state.units[load], SCHEDULE)
        state.heavy_embarked.discard(load)
    elif load:
        state.stock += 1
    turn.reset(state, state.units[craft], POOL)


@event
def plan_fixed(state: State, *, regiment: str) -> None:
    state.plan.append(regiment)


@event
def price_paid(state: State, *, name: str) -> None:
    state.paid.add(name)


# ── Impulses (6.3, 6.4, 6.5)


@event
def impulse_begun(state: State, *, impulse: int) -> None:
    for unit in state.units.values():
        unit.moved = False
        unit.spent = 0.0


@event
def advanced(state: State, *, unit: str, route: list[str], spent: float) -> None:
    mover = state.units[unit]
    state.units.put(mover, in_hex(route[-1]))
    mover.spent, mover.moved = spent, True


@event
def walked(state: State, *, unit: str, route: list[str], spent: float) -> None:
    mover = state.units[unit]
    state.units.put(mover, on_pier(route[-1]))
    mover.spent, mover.moved = spent, True


@event
def left_pier(state: State, *, unit: str, to: str, beach: str, spent: float) -> None:
    mover = state.units[unit]
    state.units.put(mover, in_hex(to))
    mover.beach, mover.spent, mover.moved = beach, spent, True


@event
def course_run(state: State, *, unit: str) -> None:
    mover = state.units[unit]
    mover.course, mover.moved, mover.spent = "", True, float(max(mover.type.ap))


@event
def landed(state: State, *, unit: str, hex: str, craft: str, rushed: bool) -> None:
    lander = state.units[unit]
    state.units.put(lander, in_hex(hex))
    lander.beach, lander.course, lander.moved = "", "", True
    lander.rushed = rushed
    turn.enter(state, hex)
    if craft:
        _go_home(state.units[craft])


def _go_home(craft: Unit) -> None:
    craft.homeward = craft.moved = True
    craft.load = craft.course = ""


@event
def supply_brought_in(state: State, *, craft: str, battalion: str, hex: str) -> None:
    _go_home(state.units[craft])
    turn.enter(state, hex)


@event
def supplied_directly(state: State, *, battalion: str, units: list[str], marked: list[str], group: str) -> None:
    """General supply for all of them, and a marker for each that needs one and has none."""
    state.direct_supply.add(battalion)
    for id in units:
        unit = state.units[id]
        unit.unsupplied = 0
        unit.supply = "active" if unit.type.battalion else "general"
    turn.give_markers(state, marked, group)


@event
def unloaded(state: State, *, craft: str, unit: str, to: str) -> None:
    """Put a passenger on the entry hex, on the pier head, or into an amtrac."""
    boat, passenger = state.units[craft], state.units[unit]
    _use_impulse(boat)
    _use_impulse(passenger)
    state.units.put(passenger, Place(to))
    passenger.beach = boat.beach
    if passenger.craft:
        _take_over(boat, state.units[passenger.craft])
    if passenger.on_pier:
        passenger.walking = True
        state.pier_landings += 1
        state.pier_artillery += passenger.type.is_gun
    turn.emptied(boat)


def _take_over(boat: Unit, amtrac: Unit) -> None:
    """An amtrac takes over the load and the beach of a boat."""
    amtrac.beach, amtrac.homeward = boat.beach, False
    _use_impulse(amtrac)


def _use_impulse(unit: Unit) -> None:
    unit.moved = True
    unit.spent = float(max(unit.type.ap))


@event
def supply_moved_over(state: State, *, craft: str, to: str) -> None:
    boat, amtrac = state.units[craft], state.units[to]
    amtrac.load = boat.load
    _take_over(boat, amtrac)
    _use_impulse(boat)
    turn.emptied(boat)


@event
def supply_unloaded_at_pier(state: State, *, craft: str, battalion: str) -> None:
    _use_impulse(state.units[craft])
    turn.emptied(state.units[craft])


@event
def taken_aboard(state: State, *, unit: str, craft: str) -> None:
    passenger, amtrac = state.units[unit], state.units[craft]
    state.units.put(passenger, aboard(craft))
    passenger.beach = amtrac.beach
    amtrac.homeward = False
    _use_impulse(passenger)
    _use_impulse(amtrac)


@event
def pier_walked(state: State, *, unit: str) -> None:
    state.pier_walked = True


@event
def went_homeward(state: State, *, craft: str, to: str, spent: float) -> None:
    boat = state.units[craft]
    state.units.put(boat, in_hex(to))
    boat.spent, boat.moved = spent, True


@event
def back_in_pool(state: State, *, craft: str) -> None:
    turn.reset(state, state.units[craft], POOL)


@event
def waits_at_edge(state: State, *, craft: str) -> None:
    state.units[craft].homeward = False


@event
def pin_eased(state: State, *, unit: str, pins: int) -> None:
    state.units[unit].pins = pins
    state.units[unit].moved = True


@event
def landing_turn_set(state: State, *, unit: str, turn: int) -> None:
    state.units[unit].landed = turn
    state.units[unit].supply = "active"


@event
def land_phase_begun(state: State, *, rushed: list[str]) -> None:
    for unit in state.units.values():
        unit.spent = float(state.charts.value("rushed-ap")) if unit.id in rushed else 0.0
        unit.moved = unit.rushed = False


# ── Suppression (6.7)


@event
def suppression_lifted(state: State, *, areas: list[str]) -> None:
    state.area_suppression -= set(areas)
    state.suppression_tried.clear()


@event
def suppression_fired(state: State, *, area: str, suppressed: bool) -> None:
    state.suppression_tried.add(area)
    if suppressed:
        state.area_suppression.add(area)
