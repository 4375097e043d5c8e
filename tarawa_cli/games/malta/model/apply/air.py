"""Events of airborne units: plans, drops, one-hex moves, air-landings."""

from tarawa_cli.games.malta.model.apply.units import take
from tarawa_cli.games.malta.model.plans import units_of, without
from tarawa_cli.games.malta.model.state import Fight, State, Zone
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.play import event

# ── The plan


@event
def zone_planned(state: State, *, zone: str, marker: Hex, turn: str) -> None:
    state.plan[zone] = Zone(state.charts.turn_numbers[turn], marker, "italian")


@event
def series_planned(state: State, *, zone: str, units: list[str], offset: str) -> None:
    text = " ".join(filter(None, [*units, offset]))
    _set_zone(state, zone, state.plan[zone]._replace(series=(*state.plan[zone].series, text)))


def _set_zone(state: State, name: str, zone: Zone) -> None:
    """A marker is German if all its units are."""
    german = all(unit.type.nation == "german" for unit in state.named(units_of(zone)))
    state.plan[name] = zone._replace(nation="german" if german else "italian")


@event
def jump_cancelled(state: State, *, zone: str, units: list[str]) -> None:
    """Cancel the drop of a whole zone, or of some units (19.35)."""
    left = without(state.plan[zone], units) if units else None
    if left and left.series:
        _set_zone(state, zone, left)
    else:
        del state.plan[zone]


# ── The jump


@event
def jump_begun(state: State, *, zones: list[str]) -> None:
    state.jumped = True
    for zone in zones:
        del state.plan[zone]


@event
def came_down(state: State, *, units: list[str], to: Hex, until: int) -> None:
    """Place units where they came down; control of the hex changes later."""
    for unit in state.named(units):
        state.units.put(unit, to)
        unit.landed, unit.carries_until = True, until


@event
def close_fight_begun(state: State, *, units: list[str], on: Hex, defenders: list[str], by: list[str]) -> None:
    state.fight = Fight(tuple(units), tuple(defenders), on, (on,), offence=tuple(by), close=True)


@event
def hex_taken(state: State, *, hex: Hex) -> None:
    take(state, "axis", [hex])


@event
def steps_allowed(state: State, *, units: list[str]) -> None:
    state.free = set(units)


@event
def stepped(state: State, *, unit: str, to: Hex) -> None:
    state.units.put(state.units[unit], to)
    state.free.discard(unit)
    if state.units[unit].can("combat"):
        take(state, state.units[unit].side, [to])


@event
def steps_over(state: State) -> None:
    state.free.clear()
    state.jumped = False


# ── Planes that land


@event
def air_landed(state: State, *, units: list[str], at: Hex, points: int, until: int) -> None:
    for unit in state.named(units):
        state.units.put(unit, at)
        unit.landed, unit.carries_until = True, until
    if points:
        state.airlanded[at] = state.airlanded.get(at, 0) + points


@event
def fired_at_planes(state: State, *, gun: str, at: Hex) -> None:
    state.units[gun].fired = True
