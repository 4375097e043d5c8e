"""What happens at sea and on the beaches: boxes, ships, coast guns, landings (16.5 to 16.79, 18)."""

from tarawa_cli.games.malta.model import names
from tarawa_cli.games.malta.model.apply.units import take
from tarawa_cli.games.malta.model.places import Place, box_of
from tarawa_cli.games.malta.model.state import AIR_MARKER, DISORGANISED, OK, State
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.play import event


@event
def approached(state: State, *, units: list[str], to: str) -> None:
    """Into a Follow-up box (18.2)."""
    for unit in state.named(units):
        state.units.put(unit, to)


@event
def embarked(state: State, *, units: list[str], to: Place, points: int) -> None:
    """From a Follow-up box into a wave box (18.3)."""
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
    """In a hex with other coast guns, somewhere in the stack (16.5); what is shot at by its counter stays the same."""
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
    """From a wave box onto its beach; who controls it is seen later (18.7)."""
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
    """Back into the Follow-up box, Disorganised (18.6)."""
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
    """Ships and planes that were assigned to the fight for a beach (18.6)."""
    state.flown += state.given.pop(hex, []).count(AIR_MARKER)


# ── Set-up


@event
def set_up(state: State, *, unit: str, to: Hex) -> None:
    """Before the battle (22)."""
    state.units.put(state.units[unit], to)
    state.free.discard(unit)
