"""A map of pointy hexes as text: the whole of it, a few characters a hex, or a part with drawn borders.

Pieces of text carry the name of a style; only `paint` turns names into escape codes, so that a
picture is the same with and without colour. North is up and west is left.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter

from tarawa_cli.kernel.hexes import Grid, Hex
from tarawa_cli.kernel.hints import NamedTuple
from tarawa_cli.kernel.visible import visible


class Piece(NamedTuple):
    """Text in a style."""

    text: str
    style: str = ""


Line = Sequence[Piece]
Palette = Mapping[str, str]
"""The escape parameters of each style, e.g. `1;31`."""


def paint(lines: Iterable[Line], palette: Palette | None = None) -> str:
    """A picture as text, without blanks at the ends of lines; plain without a palette."""
    return "\n".join(_painted(line, palette) for line in lines)


def _painted(line: Line, palette: Palette | None) -> str:
    plain = "".join([piece.text for piece in line]).rstrip()
    if not palette:
        return plain
    return "".join(_escaped(text, palette.get(style, "")) for text, style in _runs(line, len(plain)))


def _runs(line: Line, length: int) -> Iterator[Piece]:
    """Adjacent pieces of one style joined, up to `length`."""
    for style, pieces in groupby(line, _style):
        text = "".join([piece.text for piece in pieces])[:length]
        length -= len(text)
        if text:
            yield Piece(text, style)


_style = attrgetter("style")


def _escaped(text: str, code: str) -> str:
    """Text in our colour, ignoring any colours that the text itself brings."""
    return f"\x1b[{code}m{visible(text)}\x1b[0m" if code else visible(text)


def width_of(line: Line) -> int:
    return sum(len(piece.text) for piece in line)


def in_rows(entries: Iterable[Line], width: int) -> list[Line]:
    """Entries side by side, on as many lines as they need."""
    lines: list[list[Piece]] = []
    for entry in entries:
        if lines and width_of(lines[-1]) + 3 + width_of(entry) <= width:
            lines[-1] += [Piece("   "), *entry]
        else:
            lines.append(list(entry))
    return list(lines)


# ── The whole grid

LABEL = "label"
"""The style of numbers on the edges and of borders."""
EDGE = 3
"""A row number and a blank."""


def overview_width(columns: int, width_per_hex: int) -> int:
    """How wide an overview of so many columns is."""
    return columns * width_per_hex + width_per_hex // 2 + 2 * EDGE


def overview(
    grid: Grid, rows: Iterable[int], columns: Iterable[int], cell: Callable[[Hex], Line], width_per_hex: int
) -> list[Line]:
    """Every hex as the one to three characters that `cell` gives, with numbers on all four edges.

    With two or more characters every other row is half a hex west; column numbers are above the other rows.
    """
    across = sorted(columns, reverse=not grid.eastward)
    shift = width_per_hex // 2
    numbers = [[Piece(" " * (EDGE + shift) + text, LABEL)] for text in _column_numbers(across, width_per_hex)]
    return [*numbers, *(_overview_row(grid, at, across, cell, shift) for at in rows), *numbers]


def _column_numbers(columns: list[int], width: int) -> list[str]:
    """The numbers of the columns: side by side, alternating on two lines, or digit above digit."""
    if width == 1:
        return ["".join(f"{number:02d}"[digit] for number in columns) for digit in (0, 1)]
    if width == 2:
        return ["".join(f"{number:02d}" if number % 2 == odd else "  " for number in columns) for odd in (0, 1)]
    return ["".join(f"{number:02d}".ljust(width) for number in columns)]


def _overview_row(grid: Grid, at: int, columns: list[int], cell: Callable[[Hex], Line], shift: int) -> Line:
    before, after = ("", " " * shift) if grid.is_shifted(at) else (" " * shift, "")
    name = f"{at:02d}"
    line = [Piece(f"{name} {before}", LABEL)]
    for number in columns:
        line += cell(grid.name(at, number))
    line.append(Piece(f"{after} {name}", LABEL))
    return line


# ── The close view

PITCHES = (16, 14, 12, 10, 8)
"""The possible distances between hexes of a row, widest first."""
# The hexside that slopes down to the right, on the two lines between the texts of two rows.
_FALLING = {16: ("--.", "'--."), 14: ("--.", "'-."), 12: ("-.", "'-."), 10: ("-.", "'."), 8: ("-.", "\\")}
_SLANTS = 2


class CloseHex(NamedTuple):
    """The contents of a hex: its title in the roof, the rest below."""

    title: Piece
    lines: Sequence[Line]


def room(pitch: int) -> int:
    """How many characters a line of text in a hex can have."""
    return pitch - 1


def title_room(pitch: int) -> int:
    return pitch - 2 * len(_FALLING[pitch][1]) - 1


def bands(grid: Grid, hexes: Collection[Hex], pitch: int, width: int) -> list[list[Hex]]:
    """Hexes split from west to east so that the close view of each part fits the width."""
    return parted(grid, hexes, (width - 1) // (pitch // 2) - 1)


def parted(grid: Grid, hexes: Collection[Hex], most: int) -> list[list[Hex]]:
    """Hexes in parts of similar width from west to east, each at most so many places wide."""
    if not hexes:
        return []
    places = {at: grid.place(at).x for at in sorted(hexes)}
    west = min(places.values())
    span = max(places.values()) - west + 1
    count = -(-span // max(1, most))
    size = -(-span // count)
    parts: list[list[Hex]] = [[] for _ in range(count)]
    for at, x in places.items():
        parts[(x - west) // size].append(at)
    return [part for part in parts if part]


Sign = Callable[[Hex, Hex], Piece | None]
"""The sign for the border between two hexes, if it differs from the usual one."""


def plain(_one: Hex, _other: Hex) -> None:
    """No border has a sign of its own."""


def close(
    grid: Grid,
    hexes: Collection[Hex],
    cell: Callable[[Hex], CloseHex],
    pitch: int,
    side: Sign = plain,
    least: int = 2,
) -> list[Line]:
    """Hexes with their borders; each row is as high as its fullest hex, and at least `least` lines of text.

    `side` may name another sign for the border between two hexes.
    """
    if not hexes:
        return []
    shown = {at: cell(at) for at in sorted(hexes)}
    places = {at: grid.place(at) for at in shown}
    west, north = (min(place) for place in zip(*places.values(), strict=True))
    tops, heights = _levels([(places[at].y - north, len(content.lines)) for at, content in shown.items()], least)
    canvas = Canvas(tops[-1] + heights[-1] + 2 * _SLANTS)
    for at, content in shown.items():
        level = places[at].y - north
        frame = _Frame(at, (places[at].x - west) * (pitch // 2), tops[level], heights[level], pitch)
        _draw_borders(grid, canvas, frame, side)
        _draw_content(canvas, frame, content)
    return canvas.lines()


def _levels(contents: Sequence[tuple[int, int]], least: int) -> tuple[list[int], list[int]]:
    """The top line and the number of text lines of every row, from the lines that its hexes need."""
    heights = [least] * (max(level for level, _ in contents) + 1)
    for level, lines in contents:
        heights[level] = max(heights[level], lines)
    tops = [0]
    for height in heights[:-1]:
        tops.append(tops[-1] + height + _SLANTS)
    return tops, heights


class _Frame(NamedTuple):
    """Where a hex is drawn: its left border, its first line, its lines of text."""

    at: Hex
    left: int
    top: int
    height: int
    pitch: int

    @property
    def middle(self) -> int:
        return self.left + self.pitch // 2

    @property
    def right(self) -> int:
        return self.left + self.pitch

    @property
    def text(self) -> int:
        """The first line of text."""
        return self.top + _SLANTS

    @property
    def foot(self) -> int:
        """The first line below the text."""
        return self.text + self.height


class Canvas:
    """Lines of single characters that can be written anywhere."""

    def __init__(self, height: int) -> None:
        self._rows: list[dict[int, Piece]] = [{} for _ in range(height)]

    def put(self, left: int, line: int, text: str, style: str) -> None:
        self._rows[line].update({left + place: Piece(sign, style) for place, sign in enumerate(text)})

    def centre(self, middle: int, line: int, pieces: Line, most: int) -> None:
        """Put pieces around a centre; what does not fit is cut."""
        width = min(most, width_of(pieces))
        left = middle - width // 2
        end = left + width
        for piece in pieces:
            text = piece.text[: end - left]
            self.put(left, line, text, piece.style)
            left += len(text)

    def lines(self) -> list[Line]:
        blank = Piece(" ")
        return [[signs.get(place, blank) for place in range(max(signs, default=-1) + 1)] for signs in self._rows]


def _draw_borders(grid: Grid, canvas: Canvas, frame: _Frame, side: Sign) -> None:
    canvas.put(frame.middle, frame.top, "'", LABEL)
    for corner in (frame.left, frame.right):
        canvas.put(corner, frame.foot, "'", LABEL)
    for direction in grid.directions:
        other = grid.neighbour(frame.at, direction)
        look = side(frame.at, other) if other else None
        for left, line, text in _segments(frame, direction):
            if look:
                canvas.put(left, line, look.text * len(text), look.style)
            else:
                canvas.put(left, line, text, LABEL)


def _segments(frame: _Frame, direction: str) -> Iterator[tuple[int, int, str]]:
    """A side as (place, line, text)."""
    if direction in ("E", "W"):
        place = frame.right if direction == "E" else frame.left
        yield from ((place, line, "|") for line in range(frame.text, frame.foot))
        return
    high, low = _FALLING[frame.pitch]
    line = frame.top if direction in ("NE", "NW") else frame.foot
    if direction in ("NE", "SW"):
        start = frame.middle if direction == "NE" else frame.left
        yield start + 1, line, high
        yield start + 1 + len(high), line + 1, low
    else:
        start = frame.middle if direction == "NW" else frame.right
        yield start - len(high), line, _mirrored(high)
        yield start - len(high) - len(low), line + 1, _mirrored(low)


def _mirrored(text: str) -> str:
    return text[::-1].replace("\\", "/")


def _draw_content(canvas: Canvas, frame: _Frame, content: CloseHex) -> None:
    canvas.centre(frame.middle, frame.top + 1, [content.title], title_room(frame.pitch))
    for place, line in enumerate(content.lines):
        canvas.centre(frame.middle, frame.text + place, line, room(frame.pitch))
