"""The only place where state changes: one small function for each thing that can happen.

Call one with a play: `apply.phase_begun(play, "4", phase="embark")` records the event and applies it. Here are the
changes as time passes: phases, turns, mornings (4.1), sealed secrets (24.3), the end. Those on land, at sea and in the
air are in the modules of this package, and can be imported from here.
"""

from tarawa_cli.games.malta.model import names
from tarawa_cli.games.malta.model.apply.land import *
from tarawa_cli.games.malta.model.apply.sea_and_air import *
from tarawa_cli.games.malta.model.state import DUMMY, OK, State
from tarawa_cli.games.malta.model.unit import LOST, TURN
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
