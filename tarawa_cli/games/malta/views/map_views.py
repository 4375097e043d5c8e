"""What `map` shows: the whole island, the sheet with its sea, or the surroundings of a place."""

from tarawa_cli.games.malta.model import names
from tarawa_cli.games.malta.model.board import GRID, is_hex, within
from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.model.unit import in_words
from tarawa_cli.games.malta.views.map_pages import Wanted, close, whole
from tarawa_cli.games.malta.views.scene import LAYERS as LAYERS
from tarawa_cli.games.malta.views.scene import scene
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.order_words import find_name
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.hints import Collection, NamedTuple
from tarawa_cli.kernel.narration.visible import command_line
from tarawa_cli.kernel.presentation import Asked
from tarawa_cli.kernel.scene import Scene

_ZONE = "zone:"
RADIUS = 2


class MapPart(NamedTuple):
    """A part of the map: its middle, all that is shown, what it is called, and the unit that was asked for."""

    middle: tuple[Hex, ...]
    hexes: set[Hex]
    name: str
    unit: Unit | None = None


def picture(state: State, view: Asked) -> str:
    """The map that is asked for."""
    wanted = Wanted(state, view.layer or LAYERS[0], view.screen, view.before)
    if view.layer == "reach":
        unit = _mover(state, view.word)
        return whole(wanted._replace(mover=unit), sea=view.sea)
    if not view.word:
        is_usual = wanted.layer == LAYERS[0] and not view.before
        return whole(wanted, sea=view.sea, next_step=view.next_step and is_usual)
    if view.sea:
        raise BadOrder(
            "map --sea shows the whole map and takes no place", hint=f"map --sea, or {command_line('map', view.word)}"
        )
    part = around(state, view)
    mover = part.unit if wanted.layer == "units" and not view.before else None
    return close(wanted._replace(mover=mover), part.hexes, part.middle, part.name)


def described(state: State, view: Asked) -> tuple[Scene, Collection[Hex]]:
    """The same as a scene, and the hexes of it that were asked for; none is all."""
    is_part = bool(view.word) and view.layer != "reach"
    part = around(state, view) if is_part else None
    mover = names.unit(state, view.word) if view.layer == "reach" else part.unit if part else None
    return scene(state, view.layer or LAYERS[0], view.before, mover, everything=True), part.hexes if part else ()


def _mover(state: State, word: str) -> Unit:
    if not word:
        raise BadOrder("map --layer reach needs a unit", hint="map --layer reach UNIT")
    unit = names.unit(state, word)
    _on_map(unit)
    return unit


def around(state: State, view: Asked) -> MapPart:
    """The part of the map that a word means."""
    word, board = view.word.lower(), state.board
    if word.isdigit() and is_hex(word):
        at = names.hex(state, word)
        return MapPart((at,), _surroundings(state, at, view.radius), f"{at} {board.name_of(at)}".strip())
    if word.startswith(_ZONE) or word in board.beaches:
        zone = find_name(word.removeprefix(_ZONE), board.beaches, "zone")
        near = {near for at in board.beaches[zone] for near in within(at, 1)}
        return MapPart(board.beaches[zone], near, f"{zone.capitalize()} zone")
    known = dict.fromkeys([*board.regions, *state.units, *board.hexes_by_place])
    name = find_name(word, known, "region, unit or place")
    if name in board.regions:
        return MapPart((), set(board.regions[name].hexes), board.regions[name].name)
    at = board.hexes_by_place.get(name, "")
    unit = None if at else state.units[name]
    if unit:
        _on_map(unit)
    here = at or (unit.at if unit else "")
    title = f"{unit.id} in {here}" if unit else f"{here} {board.name_of(here)}"
    return MapPart((here,), _surroundings(state, here, view.radius), title, unit)


def _surroundings(state: State, at: Hex, radius: int | None) -> set[Hex]:
    """A square of hexes around one; of a large one no open sea, unless a ship is there."""
    far = RADIUS if radius is None else radius
    x, y = GRID.place(at)
    near = ((other, GRID.place(other)) for other in within(at, 2 * far))
    square = {other for other, place in near if abs(place.x - x) <= far and abs(place.y - y) <= 2 * far}
    if far <= RADIUS:
        return square
    ships = {unit.at for unit in state.units.values() if unit.can("ship")}
    shore = {other for land in state.board.land for other in within(land, 1)}
    return square & (shore | ships | {*within(at, 1)})


def _on_map(unit: Unit) -> None:
    if not unit.on_map:
        raise BadOrder(f"{unit.id} is not on the map: it is {in_words(unit.at)}", hint="units")
