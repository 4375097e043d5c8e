"""The close view: some hexes with all that is in them."""

from collections.abc import Collection, Iterable, Iterator

from tarawa_cli.games.malta.geography.grid import GRID
from tarawa_cli.games.malta.looking.text_map.scene import Scene
from tarawa_cli.games.malta.model.state import DEMORALISED, DISORGANISED, State, Unit
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.render.flatmap import Size, bands, close, tall_enough
from tarawa_cli.kernel.render.hexmap import CloseHex, Line, Piece

EDGES = (14, 12, 10, 8)
"""Widths of a level side that are tried, the widest first."""
_STATES = {DISORGANISED: "D", DEMORALISED: "Z"}


def close_map(
    state: State,
    hexes: Iterable[Hex],
    *,
    layer: str = "units",
    width: int = 80,
    colour: bool = False,
    marked: Collection[Hex] = (),
) -> str:
    """Some hexes with all that is in them, in parts from west to east if they are too many for the width."""
    scene = Scene(state, layer)
    shown = [at for at in sorted(set(hexes)) if at in state.board.terrain]
    size = _size(scene, shown, width)
    lines: list[Line] = []
    for part in bands(GRID, shown, size, width):
        if lines:
            lines.append([])
        lines += close(GRID, part, lambda at: _hex(scene, at, size.edge, at in marked), size, scene.side, scene.is_sea)
    return scene.page(lines, colour)


def _size(scene: Scene, shown: list[Hex], width: int) -> Size:
    """The widest hexes that need not be parted, tall enough for the fullest."""
    sizes = [tall_enough(edge, max((len(_texts(scene, at, edge)) + 1 for at in shown), default=2)) for edge in EDGES]
    return next((size for size in sizes if len(bands(GRID, shown, size, width)) <= 1), sizes[-1])


def _hex(scene: Scene, at: Hex, edge: int, marked: bool) -> CloseHex:
    title = Piece(f">{at}<", "marked") if marked else Piece(at, "number")
    return CloseHex(title, _texts(scene, at, edge))


def _texts(scene: Scene, at: Hex, edge: int) -> list[Line]:
    """The ground, then the counters, as many on a line as fit."""
    if scene.is_sea(at):
        return [[Piece("~", "sea")]]
    return [_ground(scene, at, edge), *(_packed(_counters(scene, at), edge) if scene.layer == "units" else [])]


def _ground(scene: Scene, at: Hex, edge: int) -> Line:
    if scene.layer == "regions":
        return [Piece(scene.board.region_of[at][: edge + 2])]
    if scene.layer == "control":
        return [Piece(scene.state.controller(at), scene.state.controller(at))]
    letter, mark = scene.ground(at), scene.mark(at)
    name = scene.board.name_of(at)[: edge - 1]
    return [letter, mark, Piece(name)]


def _counters(scene: Scene, at: Hex) -> Iterator[Piece]:
    yield from (Piece(counter(unit), unit.side) for unit in scene.units(at))


def counter(unit: Unit) -> str:
    """Name, steps, state; some have only one step, and that goes without saying."""
    steps = f" {unit.steps}" if unit.type.steps > 1 else ""
    state = f" {_STATES[unit.state]}" if unit.state in _STATES else ""
    return f"{unit.id}{steps}{state}"


def _packed(pieces: Iterable[Piece], room: int) -> Iterator[Line]:
    line: list[Piece] = []
    for piece in pieces:
        if line and sum(len(each.text) + 2 for each in line) + len(piece.text) > room + 2:
            yield line
            line = []
        line += [Piece(", "), piece] if line else [piece]
    if line:
        yield line
