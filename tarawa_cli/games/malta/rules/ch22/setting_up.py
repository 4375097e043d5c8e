"""Setting up one's own way (22): brigades in their sectors, fortress troops anywhere, the dummy to any coast gun."""

from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch07.stacking import fits
from tarawa_cli.games.malta.rules.ch16.dummy import hiding_places, sealed_key
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.hexes import Hex


def settable(state: State) -> list[Unit]:
    """Allied units that a player may place himself."""
    return [unit for unit in state.units.values() if unit.side == "allied" and unit.on_map and _is_free(state, unit)]


def _is_free(state: State, unit: Unit) -> bool:
    """Whether a unit can be set up: not coast guns, but the dummy unless it is sealed (24.3)."""
    return not sealed_key(state) if unit.type.dummy else not unit.can("coast-gun")


@rule("22")
def places_for(state: State, unit: Unit) -> list[Hex]:
    """Where a unit may be set up, room or not, by number."""
    board = state.board
    if unit.type.dummy:
        return hiding_places(state)
    sector = board.sectors.get(unit.formation)
    return sorted(sector.hexes if sector else board.land)


@rule("22", "16.5", "7")
def check_set_up(state: State, units: list[Unit], to: Hex) -> None:
    for unit in units:
        if unit.type.dummy and unit not in settable(state):
            raise Refused("24.3", "this game is sealed: seal the dummy's place", "`seal FILE`")
        if unit not in settable(state):
            why = f"{unit.id} cannot be set up: coast guns and units that arrive later have printed places"
            raise Refused("22", why, lambda: _example(state))
        if to not in places_for(state, unit):
            where = "a hex with a coast gun" if unit.type.dummy else f"the sector of the {unit.formation} brigade"
            found = places_for(state, unit)
            raise Refused("22", f"{unit.id} must be set up in {where}, not in {to}", f"place {unit.id} {found[0]}")
    there = [unit for unit in state.units_at(to) if unit not in units]
    if not fits(state, [*there, *units]):
        raise Refused("7", f"{to} would be over the stacking limit", lambda: _example(state))


def _example(state: State) -> str:
    """A legal `place` order: a unit in its current hex."""
    unit = settable(state)[0]
    return f"place {unit.id} {unit.at}"
