"""The whole island, three characters a hex; or the whole sheet with the sea around it."""

from tarawa_cli.games.malta.geography.grid import GRID
from tarawa_cli.games.malta.looking.text_map.layers import cell
from tarawa_cli.games.malta.looking.text_map.legend import page
from tarawa_cli.games.malta.looking.text_map.scene import Scene
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.kernel.render.flatmap import overview, overview_width
from tarawa_cli.kernel.render.hexmap import Line

WIDEST = 110


def whole_map(
    state: State,
    *,
    layer: str = "units",
    width: int = WIDEST,
    colour: bool = False,
    ascii: bool = False,
    sea: bool = False,
    before: State | None = None,
) -> str:
    """All of it, in parts from west to east if they are too many columns for the width."""
    scene = Scene(state, layer, ascii=ascii, before=before)
    rows, columns = _window(state, sea)
    lines: list[Line] = []
    for part in _parts(columns, width, framed=not sea):
        lines += [[]] if lines else []
        lines += overview(GRID, rows, part, lambda at: cell(scene, at), scene.side, scene.is_sea, framed=not sea)
    return page(scene, lines, width, colour, whole=True)


def _window(state: State, sea: bool) -> tuple[range, range]:
    """All rows and columns, or those of the land."""
    if sea:
        return state.board.rows, state.board.columns
    rows, columns = (sorted(map(place, state.board.land)) for place in (GRID.row, GRID.column))
    return range(rows[0], rows[-1] + 1), range(columns[0], columns[-1] + 1)


def _parts(columns: range, width: int, framed: bool) -> list[range]:
    """Columns in as few parts as the width allows, all about as wide."""
    most = next((count for count in range(len(columns), 1, -1) if overview_width(count, framed) <= width), 1)
    count = -(-len(columns) // most)
    size = -(-len(columns) // count)
    return [columns[start : start + size] for start in range(0, len(columns), size)]
