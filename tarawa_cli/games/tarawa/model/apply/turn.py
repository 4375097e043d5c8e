"""Changes of chapters 3 and 8 to 10: the sequence of play, supply, morale, night, the end of a turn."""

from tarawa_cli.games.tarawa.model.apply import parts
from tarawa_cli.games.tarawa.model.policies import ATTRIBUTES
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.model.unit import TURN
from tarawa_cli.kernel.engine.play import event

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


# ── Supply (8)


@event
def supply_points_won(state: State, *, points: int, stock: int) -> None:
    state.stock = stock


@event
def supply_given(state: State, *, units: list[str], group: str) -> None:
    parts.give_markers(state, units, group)
    state.stock -= 1


@event
def free_marker_given(state: State, *, units: list[str], group: str) -> None:
    parts.give_markers(state, units, group)


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
    parts.whole_turn(state.units[unit])
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
    state.units.put(state.units[unit], parts.on_foot(state, to))
    parts.enter(state, to)
    parts.abandon_positions(state)


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
