"""What `map` shows: the whole island, the sheet with its sea, or the surroundings of a place."""

from tarawa_cli.games.malta.geography.grid import is_hex, within
from tarawa_cli.games.malta.looking.text_map import close_map, whole_map
from tarawa_cli.games.malta.model import names
from tarawa_cli.games.malta.model.places import in_words
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.hints import Any
from tarawa_cli.kernel.look import Asked
from tarawa_cli.kernel.orders import find_name
from tarawa_cli.kernel.visible import command_line

LAYERS = ("units", "terrain", "regions", "control", "zoc", "supply")
_ZONE = "zone:"


def picture(state: State, view: Asked) -> str:
    """The map that is asked for."""
    how: Any = {name: getattr(view, name) for name in ("layer", "width", "colour", "ascii", "before")}
    if not view.word:
        return whole_map(state, **how, sea=view.sea)
    if view.sea:
        raise BadOrder("map --sea shows the whole sheet", hint=f"map --sea, or {command_line('map', view.word)}")
    centre, hexes = around(state, view)
    return close_map(state, hexes, **how, marked=centre)


def around(state: State, view: Asked) -> tuple[tuple[Hex, ...], set[Hex]]:
    """The hexes in the middle, and all that are shown."""
    word, board = view.word.lower(), state.board
    if word.isdigit() and is_hex(word):
        at = names.hex(state, word)
        return (at,), _surroundings(state, at, view.radius)
    if word.startswith(_ZONE) or word in board.beaches:
        zone = find_name(word.removeprefix(_ZONE), board.beaches, "zone")
        return board.beaches[zone], {near for at in board.beaches[zone] for near in within(at, 1)}
    known = dict.fromkeys([*board.regions, *state.units, *board.hexes_by_place])
    name = find_name(word, known, "region, unit or place")
    if name in board.regions:
        return (), set(board.regions[name].hexes)
    at = board.hexes_by_place.get(name) or _of_unit(state, name)
    return (at,), _surroundings(state, at, view.radius)


def _surroundings(state: State, at: Hex, radius: int) -> set[Hex]:
    """The hexes around one; of the sea only what is next to it or to land, or has a ship."""
    ships = {unit.at for unit in state.units.values() if unit.can("ship")}
    shore = {near for land in state.board.land for near in within(land, 1)}
    return {near for near in within(at, radius) if near in shore | ships or near in within(at, 1)}


def _of_unit(state: State, name: str) -> Hex:
    unit = state.units[name]
    if not unit.on_map:
        raise BadOrder(f"{unit.id} is not on the map: it is {in_words(unit.at)}", hint="malta units")
    return unit.at
