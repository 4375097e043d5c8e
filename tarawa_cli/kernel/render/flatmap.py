"""A map of flat hexes as text: the whole of it, three characters a hex, or a part with more in each hex.

Both are the same drawing in two sizes. North is up and west is left.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from tarawa_cli.kernel.hexes import Grid, Hex
from tarawa_cli.kernel.hints import NamedTuple
from tarawa_cli.kernel.render.hexmap import EDGE, LABEL, Canvas, CloseHex, Line, Piece, Sign, parted, plain, width_of


class Size(NamedTuple):
    """How large hexes are drawn."""

    edge: int
    """The characters of a level side, and of each line of text in a hex."""
    half: int
    """Lines from a level side down to the corners left and right."""

    @property
    def pitch(self) -> int:
        """The distance between columns."""
        return self.edge + self.half

    @property
    def lines(self) -> int:
        """How many lines of text a hex has room for, its title among them."""
        return 2 * self.half - 1


SMALL = Size(3, 1)
"""The hexes of an overview."""

Openness = Callable[[Hex], bool]
"""Whether a hex, of the sea for instance, has no border of its own."""


def never(_at: Hex) -> bool:
    """No hex lacks a border."""
    return False


def tall_enough(edge: int, lines: int) -> Size:
    """The smallest size with room for so many lines of text."""
    return Size(edge, lines // 2 + 1)


def overview_width(columns: int, framed: bool = True) -> int:
    """How wide an overview of so many columns is."""
    return columns * SMALL.pitch + SMALL.half + (2 if framed else 1) * EDGE


def overview(
    grid: Grid,
    rows: Iterable[int],
    columns: Collection[int],
    cell: Callable[[Hex], Line],
    side: Sign = plain,
    is_open: Openness = never,
    framed: bool = True,
) -> list[Line]:
    """Every hex as the three characters that `cell` gives, with numbers on all four edges, or on two if not framed.

    The number of a row stands beside the columns that are not half a hex lower.
    """
    down = sorted(rows)
    shown = {at: [cell(at)] for row in down for at in (grid.name(row, column) for column in columns)}
    if not shown:
        return []
    first = 2 * down[0] - _corner(grid, shown)[1] + 1
    names = {first + 2 * (row - down[0]): f"{row:02d}" for row in down}
    wide = overview_width(len(columns)) - EDGE
    lines = (
        _labelled(line, names.get(number, ""), wide if framed else 0)
        for number, line in enumerate(_drawn(grid, shown, SMALL, side, is_open))
    )
    numbers = [_column_numbers(sorted(columns, reverse=not grid.eastward))]
    return [numbers, *lines, *([numbers] if framed else [])]


def _column_numbers(columns: Sequence[int]) -> Piece:
    blank = " " * (EDGE + SMALL.half)
    return Piece(blank + "".join(f"{number:02d}".ljust(SMALL.pitch) for number in columns), LABEL)


def _labelled(line: Line, name: str, wide: int) -> Line:
    """A line of the map with the number of its row before it; also after it, if a width is given."""
    begun = [Piece(name.ljust(EDGE), LABEL), *line]
    return [*begun, Piece(" " * (wide - width_of(begun)) + name.rjust(EDGE), LABEL)] if wide else begun


def bands(grid: Grid, hexes: Collection[Hex], size: Size, width: int) -> list[list[Hex]]:
    """Hexes split from west to east so that the close view of each part fits the width."""
    return parted(grid, hexes, (width - size.half) // size.pitch)


def close(
    grid: Grid,
    hexes: Collection[Hex],
    cell: Callable[[Hex], CloseHex],
    size: Size,
    side: Sign = plain,
    is_open: Openness = never,
) -> list[Line]:
    """Hexes of a size with their borders; text that does not fit into a hex is cut.

    `side` may name another sign for the border between two hexes: one sign for all of it, or more for its middle.
    """
    shown = {at: cell(at) for at in sorted(hexes)}
    texts = {at: [[content.title], *content.lines] for at, content in shown.items()}
    return _drawn(grid, texts, size, side, is_open) if texts else []


class _Frame(NamedTuple):
    """Where a hex is drawn: its western corner, and the first line below its northern side."""

    at: Hex
    left: int
    top: int
    size: Size

    @property
    def middle(self) -> int:
        return self.left + self.size.half + self.size.edge // 2


def _corner(grid: Grid, hexes: Iterable[Hex]) -> tuple[int, int]:
    """The westernmost and northernmost place of some hexes."""
    places = [grid.place(at) for at in hexes]
    return min(place.x for place in places), min(place.y for place in places)


def _drawn(grid: Grid, texts: Mapping[Hex, Sequence[Line]], size: Size, side: Sign, is_open: Openness) -> list[Line]:
    west, north = _corner(grid, texts)
    south = max(grid.place(at).y for at in texts)
    canvas = Canvas((south - north + 2) * size.half + 1)
    for at, lines in texts.items():
        place = grid.place(at)
        frame = _Frame(at, (place.x - west) * size.pitch, (place.y - north) * size.half + 1, size)
        if not is_open(at):
            _draw_borders(grid, canvas, frame, side)
        for number, line in enumerate(lines[: size.lines]):
            canvas.centre(frame.middle, frame.top + number, line, _room(size, number))
    return canvas.lines()


def _room(size: Size, line: int) -> int:
    """The characters that fit in a line of text; most fit at the height of the corners."""
    return size.edge + 2 * min(line, size.lines - line)


def _draw_borders(grid: Grid, canvas: Canvas, frame: _Frame, side: Sign) -> None:
    for direction in grid.directions:
        other = grid.neighbour(frame.at, direction)
        look = side(frame.at, other) if other else None
        for left, line, text in _segments(frame, direction):
            if look:
                canvas.put(left, line, look.text.center(len(text), look.text[0])[: len(text)], look.style)
            else:
                canvas.put(left, line, text, LABEL)


def _segments(frame: _Frame, direction: str) -> Iterator[tuple[int, int, str]]:
    """A side as (place, line, text)."""
    edge, half = frame.size
    if direction in ("N", "S"):
        yield frame.left + half, frame.top + (2 * half if direction == "S" else 0) - 1, "_" * edge
        return
    sign = "/" if direction in ("NW", "SE") else "\\"
    line = frame.top + (half if direction[0] == "S" else 0)
    for step in range(half):
        inward = half - 1 - step if direction[0] == "N" else step
        place = inward if direction[1] == "W" else 2 * half + edge - 1 - inward
        yield frame.left + place, line + step, sign
