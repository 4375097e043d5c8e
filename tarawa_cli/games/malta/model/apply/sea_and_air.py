"""Changes at sea and in the air: boxes, ships, coast guns, landings (16, 18), drops and air-landing (19)."""

from tarawa_cli.games.malta.model import names
from tarawa_cli.games.malta.model.apply.land import take
from tarawa_cli.games.malta.model.scenario import units_of, without
from tarawa_cli.games.malta.model.state import AIR_MARKER, DISORGANISED, OK, DropZone, Fight, State
from tarawa_cli.games.malta.model.unit import Place, box_of
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.play import event

# ── What happens at sea and on the beaches


@event
def approached(state: State, *, units: list[str], to: str) -> None:
    """Move a unit into a Follow-up box (18.2)."""
    for unit in state.named(units):
        state.units.put(unit, to)


@event
def embarked(state: State, *, units: list[str], to: Place, points: int) -> None:
    """Move a unit from a Follow-up box into a wave box (18.3)."""
    state.lifted += points
    for unit in state.named(units):
        state.units.put(unit, to)


@event
def landings_delayed(state: State, *, zone: str) -> None:
    state.delayed.add(zone)


@event
def ship_placed(state: State, *, ship: str, to: Hex) -> None:
    state.units.put(state.units[ship], to)


@event
def ship_sailed(state: State, *, ship: str, to: Hex) -> None:
    state.units.put(state.units[ship], to)
    state.units[ship].moved = "tactical"


# ── Coast guns


@event
def dummy_laid(state: State, *, upon: str) -> None:
    """Put the dummy into a stack of coast guns (16.5); counters that are shot at stay the same."""
    before = names.face_down(state)
    state.laid_upon = upon
    guns = {name: id for id, name in names.face_down(state).items()}
    shown = {id: guns[name] for id, name in before.items()}
    state.aims = {by: shown.get(at, at) for by, at in state.aims.items()}
    for place, frame in enumerate(state.stack):
        if frame.kind == "strike":
            gun = frame.facts["gun"]
            state.stack[place] = frame._replace(facts={"gun": shown.get(gun, gun)})


@event
def dummy_placed(state: State, *, unit: str, to: Hex) -> None:
    """Place the dummy battery in a hex with coast guns (16.5)."""
    state.units.put(state.units[unit], to)


@event
def aimed(state: State, *, by: str, at: str) -> None:
    """Record a target; a ship that fires at a gun cannot support this turn (16.79)."""
    state.aims[by] = at if box_of(at) else names.unit(state, at).id
    if state.units[by].can("ship"):
        state.units[by].fired = True


@event
def gun_fired(state: State, *, unit: str, at: str) -> None:
    """A coast gun that fires is seen (16.5)."""
    state.units[unit].revealed = True


@event
def coast_fire_over(state: State) -> None:
    state.aims.clear()


# ── On the beach


@event
def landed(state: State, *, units: list[str], at: Hex) -> None:
    """Move a unit from a wave box onto its beach; control is settled later (18.7)."""
    for unit in state.named(units):
        state.units.put(unit, at)
        unit.landed = True
    state.free.update(units)


@event
def beach_taken(state: State, *, hex: Hex) -> None:
    """Combat units have landed and stay (18.7, 16.2)."""
    take(state, "axis", [hex])


@event
def thrown_back(state: State, *, units: list[str], to: Place) -> None:
    """Return a unit to the Follow-up box, Disorganised (18.6)."""
    for unit in state.named(units):
        state.units.put(unit, to)
        unit.landed = False
        if unit.state == OK and not unit.can("lead"):
            unit.state = DISORGANISED
    state.free.difference_update(units)


@event
def rested_at_sea(state: State, *, units: list[str]) -> None:
    """Units that were thrown back are in order the next morning (18.6)."""
    for unit in state.named(units):
        unit.state = OK


@event
def beach_support_spent(state: State, *, hex: Hex) -> None:
    """Spend the ships and planes that were assigned to the fight for a beach (18.6)."""
    state.flown += state.assigned.pop(hex, []).count(AIR_MARKER)


# ── Set-up


@event
def set_up(state: State, *, unit: str, to: Hex) -> None:
    """Set up a unit before the battle (22)."""
    state.units.put(state.units[unit], to)
    state.free.discard(unit)


# ── Events of airborne units: plans, drops, one-hex moves, air-landings


# ── The plan


@event
def zone_planned(state: State, *, zone: str, marker: Hex, turn: str) -> None:
    state.plan[zone] = DropZone(state.charts.turn_numbers[turn], marker, "italian")


@event
def series_planned(state: State, *, zone: str, units: list[str], offset: str) -> None:
    text = " ".join(filter(None, [*units, offset]))
    _set_zone(state, zone, state.plan[zone]._replace(series=(*state.plan[zone].series, text)))


def _set_zone(state: State, name: str, zone: DropZone) -> None:
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
