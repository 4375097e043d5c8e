"""The only place where state changes: one small function for each thing that can happen.

Call them through a play: `phase_begun(play, "3", phase="embark")` records the event and applies it.
"""

from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.kernel.play import event

# ── Sequence (3)


@event
def phase_begun(state: State, *, phase: str) -> None:
    state.phase = phase


@event
def turn_begun(state: State, *, turn: int) -> None:
    state.turn = turn


@event
def policy_set(state: State, *, policy: str, value: str) -> None:
    setattr(state, policy.replace("-", "_"), value)


@event
def game_over(state: State, *, outcome: str) -> None:
    state.outcome = outcome
    state.stack.clear()


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


# ── Support (7.2.3)


@event
def shore_points_set(state: State, *, points: int) -> None:
    state.shore = points
    state.shore_used = False


# ── Embarking (6.2)


@event
def embarked(state: State, *, unit: str, craft: str, beach: str, hex: str) -> None:
    state.units[unit].at = f"in:{craft}"
    state.units[unit].beach = beach
    _put_afloat(state, craft, beach, hex)
    if state.units[unit].type.is_heavy:
        state.heavy_embarked.add(unit)


def _put_afloat(state: State, craft: str, beach: str, hex: str) -> None:
    state.units[craft].at = hex
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
    state.units[unit].at = "bairiki"
    state.units[unit].landed = state.turn
    state.heavy_embarked.add(unit)


@event
def put_on_pier(state: State, *, unit: str, hex: str) -> None:
    state.units[unit].at = f"pier:{hex}"


@event
def withdrawn(state: State, *, craft: str, load: str) -> None:
    if load in state.units:
        _reset(state.units[load], "schedule")
        state.heavy_embarked.discard(load)
    elif load:
        state.stock += 1
    _reset(state.units[craft], "pool")


def _reset(unit: Unit, place: str) -> None:
    """Off the map: nothing sticks to it but its losses."""
    unit.at, unit.beach, unit.load, unit.course = place, "", "", ""
    unit.pins, unit.spent = 0, 0.0
    unit.moved = unit.homeward = unit.emptied = unit.walking = unit.rushed = False


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
    mover.at, mover.spent, mover.moved = route[-1], spent, True


@event
def walked(state: State, *, unit: str, route: list[str], spent: float) -> None:
    mover = state.units[unit]
    mover.at, mover.spent, mover.moved = f"pier:{route[-1]}", spent, True


@event
def left_pier(state: State, *, unit: str, to: str, beach: str, spent: float) -> None:
    mover = state.units[unit]
    mover.at, mover.beach, mover.spent, mover.moved = to, beach, spent, True


@event
def course_run(state: State, *, unit: str) -> None:
    mover = state.units[unit]
    mover.course, mover.moved, mover.spent = "", True, float(max(mover.type.ap))


@event
def landed(state: State, *, unit: str, hex: str, craft: str, rushed: bool) -> None:
    lander = state.units[unit]
    lander.at, lander.beach, lander.course, lander.moved = hex, "", "", True
    lander.rushed = rushed
    _enter(state, hex)
    if craft:
        _go_home(state.units[craft])


def _enter(state: State, at: str) -> None:
    """Landing and airstrip hexes count as entered from the first time on."""
    if at in state.board.free and at not in state.occupied:
        state.occupied |= {at}


def _go_home(craft: Unit) -> None:
    craft.homeward = craft.moved = True
    craft.load = craft.course = ""


@event
def supply_brought_in(state: State, *, craft: str, battalion: str, hex: str) -> None:
    _go_home(state.units[craft])
    _enter(state, hex)


@event
def supplied_directly(state: State, *, battalion: str, units: list[str], marked: list[str], group: str) -> None:
    """General supply for all of them, and a marker for those who need one and hold none."""
    state.direct_supply.add(battalion)
    for id in units:
        unit = state.units[id]
        unit.unsupplied = 0
        unit.supply = "active" if unit.type.battalion else "general"
    _give_markers(state, marked, group)


@event
def unloaded(state: State, *, craft: str, unit: str, to: str) -> None:
    """Put a passenger on the entry hex, on the pier head, or into an amtrac."""
    boat, passenger = state.units[craft], state.units[unit]
    _use_impulse(boat)
    _use_impulse(passenger)
    passenger.at, passenger.beach = to, boat.beach
    if passenger.craft:
        _take_over(boat, state.units[passenger.craft])
    if passenger.on_pier:
        passenger.walking = True
        state.pier_landings += 1
        state.pier_artillery += passenger.kind == "artillery"
    _emptied(boat)


def _take_over(boat: Unit, amtrac: Unit) -> None:
    """An amtrac goes where the boat's load was to go."""
    amtrac.beach, amtrac.homeward = boat.beach, False
    _use_impulse(amtrac)


def _use_impulse(unit: Unit) -> None:
    unit.moved = True
    unit.spent = float(max(unit.type.ap))


def _emptied(boat: Unit) -> None:
    """A boat waits for the pool, an amtrac goes home."""
    boat.load = boat.course = ""
    if boat.kind == "lvt":
        boat.homeward = True
    else:
        boat.emptied = True


@event
def supply_moved_over(state: State, *, craft: str, to: str) -> None:
    boat, amtrac = state.units[craft], state.units[to]
    amtrac.load = boat.load
    _take_over(boat, amtrac)
    _use_impulse(boat)
    _emptied(boat)


@event
def supply_unloaded_at_pier(state: State, *, craft: str, battalion: str) -> None:
    _use_impulse(state.units[craft])
    _emptied(state.units[craft])


@event
def taken_aboard(state: State, *, unit: str, craft: str) -> None:
    passenger, amtrac = state.units[unit], state.units[craft]
    passenger.at, passenger.beach = f"in:{craft}", amtrac.beach
    amtrac.homeward = False
    _use_impulse(passenger)
    _use_impulse(amtrac)


@event
def pier_walked(state: State, *, unit: str) -> None:
    state.pier_walked = True


@event
def went_homeward(state: State, *, craft: str, to: str, spent: float) -> None:
    boat = state.units[craft]
    boat.at, boat.spent, boat.moved = to, spent, True


@event
def back_in_pool(state: State, *, craft: str) -> None:
    _reset(state.units[craft], "pool")


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


# ── Fire and losses (6.6, 7.3, 7.4)


@event
def course_changed(state: State, *, unit: str, side: str) -> None:
    state.units[unit].course = side


@event
def pinned(state: State, *, unit: str, pins: int) -> None:
    state.units[unit].pins = pins


@event
def pin_lasts(state: State, *, unit: str) -> None:
    state.units[unit].bombed = True


@event
def steps_lost(state: State, *, unit: str, steps: int, left: int) -> None:
    state.units[unit].steps = left
    state.units[unit].hurt = True


@event
def trapped(state: State, *, unit: str) -> None:
    state.units[unit].trapped = True


@event
def unit_lost(state: State, *, unit: str) -> None:
    lost = state.units[unit]
    _reset(lost, "lost")
    lost.steps = 0
    lost.digging = lost.recovering = lost.paid = lost.wrecking = False
    _abandon_positions(state)


@event
def craft_emptied(state: State, *, craft: str) -> None:
    """Its passenger is dead; on the reef a boat goes home as an amtrac does."""
    boat = state.units[craft]
    _emptied(boat)
    if state.board.terrain[boat.at] != "entry":
        boat.homeward, boat.emptied = True, False


@event
def wades_on(state: State, *, unit: str, hex: str, beach: str) -> None:
    state.units[unit].at, state.units[unit].beach = hex, beach


@event
def supply_lost(state: State, *, craft: str) -> None:
    state.units[craft].load = ""


@event
def craft_loss_counted(state: State, *, kind: str, lost: int) -> None:
    state.craft_lost[kind] = lost


@event
def craft_returned(state: State, *, craft: str, steps: int) -> None:
    unit = state.units[craft]
    unit.at, unit.steps, unit.hurt = "pool", steps, False
    state.craft_lost[unit.kind] = 0


@event
def casualties_counted(state: State, *, unit: str, spaces: int, total: int) -> None:
    state.casualties = total


# ── Actions ashore (7.2)


@event
def moved(state: State, *, unit: str, to: str, cost: float) -> None:
    mover = state.units[unit]
    mover.at, mover.beach = _on_foot(state, to), ""
    _spend(mover, cost)
    _enter(state, to)
    _abandon_positions(state)


def _on_foot(state: State, at: str) -> str:
    """The place of a unit that has come to a hex over land: 2632 is pier."""
    return f"pier:{at}" if at in state.board.pier else at


def _spend(unit: Unit, cost: float) -> None:
    unit.spent += cost
    unit.acted = True


def _abandon_positions(state: State) -> None:
    """Improved positions are gone when no Marine unit is left in the hex (11.1)."""
    if state.improved:
        state.improved &= {unit.at for unit in state.units.values() if not unit.type.is_craft}


@event
def ap_spent(state: State, *, unit: str, cost: float) -> None:
    _spend(state.units[unit], cost)


@event
def supported(state: State, *, unit: str, cost: float) -> None:
    _spend(state.units[unit], cost)


@event
def shore_point_used(state: State, *, left: int) -> None:
    state.shore = left
    state.shore_used = True


@event
def assaulted(state: State, *, unit: str, cost: float) -> None:
    _spend(state.units[unit], cost)
    state.units[unit].attacked = state.units[unit].fought = True


@event
def hex_suppressed(state: State, *, unit: str, hex: str, markers: int) -> None:
    state.suppressed[hex] = markers
    state.units[unit].fired.append(hex)


@event
def hex_cleared(state: State, *, hex: str) -> None:
    state.cleared |= {hex}
    state.suppressed.pop(hex, None)
    if hex in state.board.pillboxes:
        state.demolished[hex] = state.whole_demolition(hex)


@event
def demolished(state: State, *, hex: str, steps: int, total: int) -> None:
    state.demolished[hex] = total


@event
def area_secured(state: State, *, area: str) -> None:
    state.secured.add(area)


@event
def recovery_begun(state: State, *, unit: str, paid: bool) -> None:
    _whole_turn(state.units[unit])
    state.units[unit].recovering, state.units[unit].paid = True, paid
    state.stock -= paid


def _whole_turn(unit: Unit) -> None:
    unit.spent = float(max(unit.type.ap))
    unit.acted = True


@event
def digging_begun(state: State, *, unit: str) -> None:
    _whole_turn(state.units[unit])
    state.units[unit].digging = True


@event
def positions_improved(state: State, *, unit: str, hex: str) -> None:
    state.improved.add(hex)
    state.units[unit].digging = False


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


# ── Supply (8)


@event
def supply_points_won(state: State, *, points: int, stock: int) -> None:
    state.stock = stock


@event
def supply_given(state: State, *, units: list[str], group: str) -> None:
    _give_markers(state, units, group)
    state.stock -= 1


def _give_markers(state: State, units: list[str], group: str) -> None:
    for id in units:
        state.units[id].supply, state.units[id].group, state.units[id].unsupplied = "active", group, 0


@event
def free_marker_given(state: State, *, units: list[str], group: str) -> None:
    _give_markers(state, units, group)


@event
def landing_supply_over(state: State, *, units: list[str]) -> None:
    for id in units:
        state.units[id].supply = "general"


@event
def markers_used(state: State, *, units: list[str]) -> None:
    for id in units:
        state.units[id].supply, state.units[id].group = "general", ""


@event
def head_placed(state: State, *, hex: str) -> None:
    state.heads |= {hex}


@event
def supply_status(state: State, *, unit: str, supply: str, group: str, unsupplied: int) -> None:
    found = state.units[unit]
    found.supply, found.group, found.unsupplied = supply, group, unsupplied


@event
def stock_lost(state: State, *, points: int) -> None:
    state.stock -= points


# ── Morale (9)


@event
def step_recovered(state: State, *, unit: str, steps: int) -> None:
    state.units[unit].steps = steps


@event
def embarking_stopped(state: State, *, stopped: bool) -> None:
    state.no_embarking = stopped


@event
def marker_moved(state: State, *, track: str, to: int, by: int, why: str) -> None:
    state.tracks[track] = to


@event
def levels_copied(state: State, *, levels: dict[str, int]) -> None:
    state.operative.update(levels)


# ── Night (10.1)


@event
def raid_marker_placed(state: State, *, area: str, turns: int) -> None:
    state.raids[area] = turns


@event
def raid_markers_fade(state: State, *, left: dict[str, int]) -> None:
    state.raids = dict(left)


@event
def supply_ship_sunk(state: State, *, loss: int) -> None:
    state.submarine = True
    state.supply_loss = loss


@event
def supply_rolls_hurt(state: State, *, loss: int) -> None:
    state.supply_loss = loss


@event
def shore_points_hurt(state: State, *, loss: int) -> None:
    state.shore_loss = loss


@event
def carrier_sunk(state: State, *, loss: int) -> None:
    state.carrier = True
    state.shore_loss = loss


@event
def wreck_taken(state: State, *, wreck: str) -> None:
    state.wreck = wreck
    if wreck == "occupied":
        state.wreck_fire, state.wreck_party = 0, False


@event
def wreck_shelled(state: State, *, turns: int) -> None:
    state.wreck_fire, state.wreck_assigned = turns, True
    state.shore, state.shore_used = 0, True


@event
def wreck_party_sent(state: State, *, unit: str) -> None:
    _whole_turn(state.units[unit])
    state.units[unit].wrecking = True


@event
def wreck_party_done(state: State, *, done: bool) -> None:
    state.wreck_party = done


@event
def banzai_struck(state: State, *, unit: str, hex: str) -> None:
    """The target must fire: it neither recovers nor finishes digging."""
    state.units[unit].banzai = True
    state.units[unit].digging = False


@event
def banzai_repelled(state: State, *, unit: str) -> None:
    _banzai_over(state)


@event
def hex_held(state: State, *, hex: str) -> None:
    """The units that could not fall back hold their hex."""
    _banzai_over(state)


def _banzai_over(state: State) -> None:
    for unit in state.units.values():
        unit.blocked = False


@event
def could_not_retreat(state: State, *, unit: str, hex: str) -> None:
    state.units[unit].blocked = True


@event
def retreated(state: State, *, unit: str, to: str) -> None:
    state.units[unit].at = _on_foot(state, to)
    _enter(state, to)
    _abandon_positions(state)


@event
def hex_lost(state: State, *, hex: str) -> None:
    """Its star goes; destroyed pillboxes stay destroyed."""
    state.cleared -= {hex}
    state.improved.discard(hex)


@event
def head_lost(state: State, *, hex: str, points: int) -> None:
    state.heads -= {hex}
    state.stock -= points


# ── Final (10)


@event
def markers_cleaned(state: State, *, pins: list[str]) -> None:
    """Pin 2 becomes Pin 1, Pin 1 goes, unless it is from bombs; what counted for this turn only goes too."""
    for unit in state.units.values():
        unit.pins = max(int(unit.bombed), unit.pins - 1)
        unit.spent = 0.0
        unit.fired = []
        unit.recovering = unit.paid = unit.wrecking = unit.digging = False
        unit.moved = unit.walking = unit.acted = unit.attacked = unit.rushed = False
        unit.hurt = unit.trapped = unit.banzai = unit.blocked = unit.bombed = False
    state.suppressed.clear()
    state.shore, state.shore_used = 0, False
    state.pier_landings = state.pier_artillery = 0
    state.heavy_embarked.clear()
    state.direct_supply.clear()
    state.wreck_assigned = False
