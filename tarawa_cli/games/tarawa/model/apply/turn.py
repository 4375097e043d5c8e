"""Changes of chapters 3 and 7 to 10: the sequence of play, actions ashore, fire and losses, supply, morale, night."""

from tarawa_cli.games.tarawa.model.board import LOST, POOL, Place, in_hex, on_pier
from tarawa_cli.games.tarawa.model.state import ATTRIBUTES, State
from tarawa_cli.games.tarawa.model.unit import ELIMINATED, OFF, TURN, Unit
from tarawa_cli.kernel.engine.play import event

# ── What several changes share; only the events of this package call these functions


def reset(state: State, unit: Unit, place: Place) -> None:
    """Take a unit off the map and clear everything but its losses."""
    state.units.put(unit, place)
    unit.end(OFF)
    unit.spent = 0.0


def enter(state: State, at: str) -> None:
    """Mark a landing or airstrip hex as entered."""
    if at in state.board.free and at not in state.occupied:
        state.occupied |= {at}


def on_foot(state: State, at: str) -> Place:
    """The place of a unit that enters a hex over land: 2632 is on the pier."""
    return on_pier(at) if at in state.board.pier else in_hex(at)


def emptied(boat: Unit) -> None:
    """Mark a craft as empty: a boat waits for the pool, an amtrac goes home."""
    boat.load = boat.course = ""
    if boat.type.crosses == "always":
        boat.homeward = True
    else:
        boat.emptied = True


def abandon_positions(state: State) -> None:
    """Improved positions disappear when no Marine unit is left in the hex (11.1)."""
    if state.improved:
        state.improved &= {unit.at for unit in state.units.values() if not unit.type.is_craft}


def whole_turn(unit: Unit) -> None:
    unit.spent = float(max(unit.type.ap))
    unit.acted = True


def give_markers(state: State, units: list[str], group: str) -> None:
    for id in units:
        state.units[id].supply, state.units[id].group, state.units[id].unsupplied = "active", group, 0


# ── Sequence (3)


@event
def phase_begun(state: State, *, phase: str) -> None:
    state.phase = phase


@event
def turn_begun(state: State, *, turn: int) -> None:
    state.turn = turn


@event
def policy_set(state: State, *, policy: str, value: str) -> None:
    setattr(state, ATTRIBUTES[policy], value)


@event
def game_over(state: State, *, outcome: str) -> None:
    state.outcome = outcome
    state.stack.clear()


# ── Support (7.2.3)


@event
def shore_points_set(state: State, *, points: int) -> None:
    state.shore = points
    state.shore_used = False


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
    reset(state, lost, LOST)
    lost.end(ELIMINATED)
    lost.steps = 0
    abandon_positions(state)


@event
def craft_emptied(state: State, *, craft: str) -> None:
    """The passenger is dead; on the reef the empty boat goes home as an amtrac does."""
    boat = state.units[craft]
    emptied(boat)
    if state.board.terrain[boat.at] != "entry":
        boat.homeward, boat.emptied = True, False


@event
def wades_on(state: State, *, unit: str, hex: str, beach: str) -> None:
    state.units.put(state.units[unit], in_hex(hex))
    state.units[unit].beach = beach


@event
def supply_lost(state: State, *, craft: str) -> None:
    state.units[craft].load = ""


@event
def craft_loss_counted(state: State, *, kind: str, lost: int) -> None:
    state.craft_lost[kind] = lost


@event
def craft_returned(state: State, *, craft: str, steps: int) -> None:
    unit = state.units[craft]
    state.units.put(unit, POOL)
    unit.steps, unit.hurt = steps, False
    state.craft_lost[unit.kind] = 0


@event
def casualties_counted(state: State, *, unit: str, spaces: int, total: int) -> None:
    state.casualties = total


# ── Actions ashore (7.2)


@event
def moved(state: State, *, unit: str, to: str, cost: float) -> None:
    mover = state.units[unit]
    state.units.put(mover, on_foot(state, to))
    mover.beach = ""
    _spend(mover, cost)
    enter(state, to)
    abandon_positions(state)


def _spend(unit: Unit, cost: float) -> None:
    unit.spent += cost
    unit.acted = True


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
    state.units[unit].fired += (hex,)


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
    whole_turn(state.units[unit])
    state.units[unit].recovering, state.units[unit].paid = True, paid
    state.stock -= paid


@event
def digging_begun(state: State, *, unit: str) -> None:
    whole_turn(state.units[unit])
    state.units[unit].digging = True


@event
def positions_improved(state: State, *, unit: str, hex: str) -> None:
    state.improved.add(hex)
    state.units[unit].digging = False


# ── Supply (8)


@event
def supply_points_won(state: State, *, points: int, stock: int) -> None:
    state.stock = stock


@event
def supply_given(state: State, *, units: list[str], group: str) -> None:
    give_markers(state, units, group)
    state.stock -= 1


@event
def free_marker_given(state: State, *, units: list[str], group: str) -> None:
    give_markers(state, units, group)


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
    whole_turn(state.units[unit])
    state.units[unit].wrecking = True


@event
def wreck_party_done(state: State, *, done: bool) -> None:
    state.wreck_party = done


@event
def banzai_struck(state: State, *, unit: str, hex: str) -> None:
    """The target must fire, so it neither recovers nor finishes digging."""
    state.units[unit].banzai = True
    state.units[unit].digging = False


@event
def banzai_repelled(state: State, *, unit: str) -> None:
    _banzai_over(state)


@event
def hex_held(state: State, *, hex: str) -> None:
    """The units that could not retreat hold their hex."""
    _banzai_over(state)


def _banzai_over(state: State) -> None:
    for unit in state.units.values():
        unit.blocked = False


@event
def could_not_retreat(state: State, *, unit: str, hex: str) -> None:
    state.units[unit].blocked = True


@event
def retreated(state: State, *, unit: str, to: str) -> None:
    state.units.put(state.units[unit], on_foot(state, to))
    enter(state, to)
    abandon_positions(state)


@event
def hex_lost(state: State, *, hex: str) -> None:
    """The hex loses its star; destroyed pillboxes stay destroyed."""
    state.cleared -= {hex}
    state.improved.discard(hex)


@event
def head_lost(state: State, *, hex: str, points: int) -> None:
    state.heads -= {hex}
    state.stock -= points


# ── Final (10)


@event
def markers_cleaned(state: State, *, pins: list[str]) -> None:
    """Pin 2 becomes Pin 1 and Pin 1 goes, unless bombs caused it; marks for this turn only go too."""
    for unit in state.units.values():
        unit.pins = max(int(unit.bombed), unit.pins - 1)
        unit.spent = 0.0
        unit.end(TURN)
    state.suppressed.clear()
    state.shore, state.shore_used = 0, False
    state.pier_landings = state.pier_artillery = 0
    state.heavy_embarked.clear()
    state.direct_supply.clear()
    state.wreck_assigned = False
