"""What `map` shows: the whole island, or the surroundings of a place."""

from tarawa_cli.games.tarawa.geography.grid import within
from tarawa_cli.games.tarawa.looking.text_map import close_map, whole_map
from tarawa_cli.games.tarawa.model import names
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.look import Asked
from tarawa_cli.kernel.orders import find_name

WIDEST = 130
LAYERS = ("units", "terrain", "areas", "control", "supply")


def picture(state: State, view: Asked) -> str:
    """The map that is asked for."""
    if not view.word:
        return whole_map(
            state,
            layer=view.layer,
            width=min(view.width, WIDEST),
            colour=view.colour,
            ascii=view.ascii,
            before=view.before,
        )
    centre, hexes = around(state, view)
    return close_map(
        state,
        hexes,
        layer=view.layer,
        width=view.width,
        colour=view.colour,
        ascii=view.ascii,
        marked=centre,
        before=view.before,
    )


def around(state: State, view: Asked) -> tuple[tuple[Hex, ...], set[Hex]]:
    """The hexes at the centre of the view, and all hexes shown."""
    word = view.word.lower()
    if names.is_beach(state, word):
        beach = state.board.beaches[names.beach(state, word.removeprefix(names.BEACH))]
        return (), {near for hex in beach.limit for near in within(hex, 1)}
    if word.isdigit():
        at = names.hex(state, word)
        return (at,), set(within(at, view.radius))
    return _named(state, word, view.radius)


def _named(state: State, word: str, radius: int) -> tuple[tuple[Hex, ...], set[Hex]]:
    """An area, a beach or a unit."""
    places = dict.fromkeys([*state.board.areas, *state.board.beaches, *state.units])
    name = find_name(word, places, "area, beach or unit")
    if name in state.board.areas or name in state.board.beaches:
        areas, beaches = state.board.areas, state.board.beaches
        hexes = areas[name].hexes if name in areas else beaches[name].limit
        return (), {near for hex in hexes for near in within(hex, 1)}
    unit = state.units[name]
    at = state.hex_of(unit)
    if not at:
        raise BadOrder(f"{unit.id} is not on the map: {unit.at}", hint="tarawa units")
    return (at,), set(within(at, radius))
