"""Changes of chapter 7: support, actions ashore, fire and losses (also on the water)."""

from tarawa_cli.games.tarawa.model import places
from tarawa_cli.games.tarawa.model.apply import parts
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.model.unit import LOST, Unit
from tarawa_cli.kernel.engine.play import event

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
    parts.reset(state, lost, places.LOST)
    lost.end(LOST)
    lost.steps = 0
    parts.abandon_positions(state)


@event
def craft_emptied(state: State, *, craft: str) -> None:
    """The passenger is dead; on the reef the empty boat goes home as an amtrac does."""
    boat = state.units[craft]
    parts.emptied(boat)
    if state.board.terrain[boat.at] != "entry":
        boat.homeward, boat.emptied = True, False


@event
def wades_on(state: State, *, unit: str, hex: str, beach: str) -> None:
    state.units.put(state.units[unit], places.in_hex(hex))
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
    state.units.put(unit, places.POOL)
    unit.steps, unit.hurt = steps, False
    state.craft_lost[unit.kind] = 0


@event
def casualties_counted(state: State, *, unit: str, spaces: int, total: int) -> None:
    state.casualties = total


# ── Actions ashore (7.2)


@event
def moved(state: State, *, unit: str, to: str, cost: float) -> None:
    mover = state.units[unit]
    state.units.put(mover, parts.on_foot(state, to))
    mover.beach = ""
    _spend(mover, cost)
    parts.enter(state, to)
    parts.abandon_positions(state)


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
    parts.whole_turn(state.units[unit])
    state.units[unit].recovering, state.units[unit].paid = True, paid
    state.stock -= paid


@event
def digging_begun(state: State, *, unit: str) -> None:
    parts.whole_turn(state.units[unit])
    state.units[unit].digging = True


@event
def positions_improved(state: State, *, unit: str, hex: str) -> None:
    state.improved.add(hex)
    state.units[unit].digging = False
