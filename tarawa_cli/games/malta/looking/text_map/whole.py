"""The whole island, three characters a hex; or the whole sheet with the sea around it."""

from tarawa_cli.games.malta.geography.grid import GRID
from tarawa_cli.games.malta.looking.text_map.scene import Scene
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.render.flatmap import overview
from tarawa_cli.kernel.render.hexmap import Line, Piece


def whole_map(state: State, *, layer: str = "units", colour: bool = False, sea: bool = False) -> str:
    scene = Scene(state, layer)
    rows, columns = _window(state, sea)
    return scene.page(overview(GRID, rows, columns, lambda at: _cell(scene, at), scene.side, scene.is_sea), colour)


def _window(state: State, sea: bool) -> tuple[range, range]:
    """All rows and columns, or those of the land; south of it one row more, for the even columns."""
    if sea:
        return state.board.rows, state.board.columns
    rows = sorted(map(GRID.row, state.board.land))
    columns = sorted(map(GRID.column, state.board.land))
    return range(rows[0], rows[-1] + 1), range(columns[0], columns[-1] + 1)


def _cell(scene: Scene, at: Hex) -> Line:
    """Owner, number and ground; without units the ground in the middle."""
    if scene.is_sea(at):
        return [Piece(" s " if at in scene.ships else " ~ ", "sea")]
    if scene.layer == "regions":
        return [Piece(f" {scene.board.regions[scene.board.region_of[at]].letter} ")]
    if scene.layer == "control":
        side = scene.state.controller(at)
        return [Piece(" x " if side == "axis" else " . ", side)]
    units = scene.units(at) if scene.layer == "units" else []
    if not units:
        return [Piece(" "), scene.ground(at), scene.mark(at)]
    many = Piece(_number(len(units)), units[0].side)
    return [scene.owner(units), many, scene.ground(at)]


def _number(units: int) -> str:
    return " " if units == 1 else str(units) if units < 10 else "+"
