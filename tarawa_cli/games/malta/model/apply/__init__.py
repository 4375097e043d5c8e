"""The only place where state changes: one small function for each thing that can happen.

Call one with a play: `apply.phase_begun(play, "4", phase="embark")` records the event and applies it. Here are the
changes as time passes (phases, turns, mornings, secrets, the end), at sea and in the air. Those on land are in `land`,
and can be imported from here.
"""

from tarawa_cli.games.malta.model import names
from tarawa_cli.games.malta.model.apply.land import *
from tarawa_cli.games.malta.model.apply.land import take
from tarawa_cli.games.malta.model.scenario import units_of, without
from tarawa_cli.games.malta.model.state import AIR_MARKER, DISORGANISED, DUMMY, OK, DropZone, Fight, State
from tarawa_cli.games.malta.model.unit import LOST, TURN, Place, box_of
from tarawa_cli.games.malta.model.unit_types import Side
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.play import event

# ── Events of the sequence: phases, turns, standing answers, the end


@event
def phase_begun(state: State, *, phase: str) -> None:
    state.phase = phase


@event
def turn_begun(state: State, *, turn: int) -> None:
    state.turn = turn


@event
def counters_readied(state: State) -> None:
    """End a turn: units that moved, fired or attacked may do so again (4.42)."""
    for unit in state.units.values():
        unit.end(TURN)
    state.airlanded.clear()
    state.lifted, state.flown = 0, 0


@event
def combat_phase_ended(state: State) -> None:
    """Support that found no attack is lost (9.2)."""
    state.assigned.clear()
    state.bombarded.clear()
    state.assaulted.clear()


@event
def policy_set(state: State, *, side: str, policy: str, value: str) -> None:
    whose: Side = "axis" if side == "axis" else "allied"
    state.policies = {**state.policies, whose: {**state.policies[whose], policy: value}}


@event
def game_over(state: State, *, outcome: str) -> None:
    state.outcome = outcome


# ── What changes in the initial segment of a day, and when the game ends for the Axis at sea


@event
def weather_changed(state: State, *, weather: str) -> None:
    """Begin a new day; coast guns that planes have silenced can fire again (17.2, 17.5)."""
    state.weather = weather
    state.silenced.clear()


@event
def strike_flown(state: State, *, gun: str) -> None:
    state.strikes += 1


@event
def gun_silenced(state: State, *, gun: str) -> None:
    """`gun` is what the Axis call it."""
    state.silenced.add(names.unit(state, gun).id)


@event
def strikes_over(state: State) -> None:
    state.strikes = 0


@event
def headquarters_back(state: State, *, unit: str, to: str) -> None:
    found = state.units[unit]
    state.units.put(found, to)
    found.steps, found.state = found.type.steps, OK


@event
def aide_arrived(state: State, *, unit: str, to: str, rating: int) -> None:
    """Replace a killed leader by his aide (14.43)."""
    found = state.units[unit]
    state.units.put(found, to)
    found.steps, found.rating = found.type.steps, rating


@event
def replacement_given(state: State, *, unit: str) -> None:
    state.replaced.add(unit)


@event
def replacements_over(state: State) -> None:
    state.replaced.clear()


@event
def security_absorbed(state: State, *, security: str, battalion: str) -> None:
    state.units.put(state.units[security], LOST)
    state.units[security].steps = 0


@event
def ammunition_landed(state: State, *, landed: int, stock: int) -> None:
    state.stock = stock


@event
def strongpoint_dismantled(state: State, *, hex: Hex) -> None:
    state.strongpoints.discard(hex)
    state.dismantled += 1


@event
def engineers_arrived(state: State, *, unit: str, to: Hex) -> None:
    state.units.put(state.units[unit], to)


@event
def navy_came(state: State, *, die: int) -> None:
    state.royal_navy = die


@event
def ship_left(state: State, *, ship: str) -> None:
    state.units.put(state.units[ship], LOST)
    state.units[ship].steps = 0


# ── What happens to sealed secrets (24.3)


@event
def plan_sealed(state: State, *, key: str, digest: str) -> None:
    state.seals = dict(sorted({**state.seals, key: digest}.items()))


@event
def seal_opened(state: State, *, key: str, units: list[str]) -> None:
    """Remove a seal that was revealed or given up, and record the units that its plan named."""
    state.seals = {other: digest for other, digest in state.seals.items() if other != key}
    if units:
        state.planned_before = {**state.planned_before, key: units}


@event
def dummy_sealed(state: State, *, unit: str, at: Hex, digest: str) -> None:
    """Place the dummy battery in a hex; its place in the stack is sealed."""
    state.units.put(state.units[unit], at)
    state.seals = dict(sorted({**state.seals, DUMMY + at: digest}.items()))


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
