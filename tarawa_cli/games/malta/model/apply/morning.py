"""What changes in the initial segment of a day, and when the game ends for the Axis at sea."""

from tarawa_cli.games.malta.model import names
from tarawa_cli.games.malta.model.places import LOST
from tarawa_cli.games.malta.model.state import OK, State
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.play import event


@event
def weather_changed(state: State, *, weather: str) -> None:
    """A new day; guns that planes have silenced speak again (17.2, 17.5)."""
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
