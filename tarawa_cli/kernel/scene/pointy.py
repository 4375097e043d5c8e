"""Maps of pointy hexes as text: a hex is a block of cells, and every other row lies half a block west.

No lines are drawn between hexes: the background is the ground, in two shades by turns, and a filled cell is a counter.
The whole map leaves out open water and, where the screen is too small, what has the least to see; it says so.
"""

from itertools import pairwise

from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.hints import Callable, Collection, Iterable, Iterator, Mapping, NamedTuple, Sequence
from tarawa_cli.kernel.narration.visible import folded
from tarawa_cli.kernel.scene import Counter, Line, Name, Scene, StyledText
from tarawa_cli.kernel.scene.cells import Cells
from tarawa_cli.kernel.scene.paint import Canvas, Size
from tarawa_cli.kernel.standard import cached_property

EDGE = 3
"""The cells of a row's number."""
FOLD = " ┊ "
"""What a line instead of rows begins with."""
_LARGE, _USUAL = Size(4, 2), Size(2, 1)
_HEAD = len(" ┊ row 14, rows 15–18, columns 58–50: ")
_ROWS = 7
"""The rows up to which a close view is made larger than what was asked for."""
_AROUND = 7
"""The lines that a close view needs besides its hexes."""


Rows = Mapping[int, Mapping[int, int]]
"""By row and column, from west to east, how much there is to see."""


class Band(NamedTuple):
    """Rows that are drawn below each other, and their columns, from west to east."""

    rows: Sequence[int]
    columns: Sequence[int]


class Whole:
    """The whole map on a screen: which rows and columns are shown, and how large."""

    def __init__(self, scene: Scene, by_row: "Rows", size: Size, wide: int, high: int) -> None:
        self.scene, self.size = scene, size
        self._across = wide - EDGE
        self.last_begins = self.last_ends = 0
        """The lines of the last band, when the map has been drawn."""
        self._high = high
        """The lines there are for it; 0 for as many as it needs."""
        self._by_row = by_row
        self._widths: dict[frozenset[int], int] = {}

    @cached_property
    def bands(self) -> list[Band]:
        """What is shown: as many rows as fit, in bands whose columns fit."""
        rows, weights = _bridged(self._by_row, 1), {row: max(found.values()) for row, found in self._by_row.items()}
        shown = _fitted_lines(rows, weights, lambda kept: not self._high or self._lines(kept) <= self._high)
        grouped = self._grouped(_bridged(shown, 1))  # to fold a single row gains nothing
        return [Band(band, self._fitted_columns(band)) for band in grouped]

    @cached_property
    def is_whole(self) -> bool:
        """Whether all that there is to see can be shown, in one piece."""
        rows, columns = _bridged(self._by_row, 1), _bridged(self._columns(self._by_row), 2)
        if _gaps(columns) or self._width(columns) > self._across:
            return False
        return not self._high or len(rows) * self.size.high + len(_gaps(rows)) + 1 <= self._high

    def _lines(self, rows: Sequence[int]) -> int:
        groups = self._grouped(rows)
        narrowed = any(self._bridged_width(self._columns(group)) > self._across for group in groups)
        return len(rows) * self.size.high + len(_gaps(rows)) + len(groups) + max(self._cut(rows), narrowed)

    def _cut(self, rows: Sequence[int]) -> int:
        """How many lines must say which rows with something to see are missing at the ends, and who is there."""
        hidden = [row for row in self._by_row if rows and not rows[0] <= row <= rows[-1]]
        if not hidden:
            return 0
        who = max(0, sum(self._name_lengths.get(row, 0) for row in hidden) - 2)  # no comma after the last
        return -(-(_HEAD + who) // (self._across + EDGE - 8))

    @cached_property
    def _name_lengths(self) -> dict[int, int]:
        """By row: the cells that the names of all counters there take, each with a comma and a blank."""
        found: dict[int, int] = {}
        for at in self.scene.weights:
            if stack := self._stacks.get(at):
                row = self.scene.grid.row(at)
                found[row] = found.get(row, 0) + sum(len(f"{counter.id} {at}, ") for counter in stack)
        return found

    def _grouped(self, rows: Sequence[int]) -> list[list[int]]:
        """Rows in bands: a row begins a new one if its columns would not fit beside those above it."""
        found: list[list[int]] = []
        seen: set[int] = set()
        for row in rows:
            wider = seen | self._by_row.get(row, {}).keys()
            if found and (wider == seen or self._bridged_width(wider) <= self._across):
                found[-1].append(row)
                seen = wider
            else:
                found.append([row])
                seen = {*self._by_row.get(row, {})}
        return found

    def _columns(self, rows: Iterable[int]) -> set[int]:
        """The columns in which rows have something to see."""
        return set[int]().union(*(self._by_row.get(row, ()) for row in rows))

    def _weights(self, rows: Iterable[int]) -> dict[int, int]:
        found: dict[int, int] = {}
        for row in rows:
            for column, weight in self._by_row.get(row, {}).items():
                found[column] = max(weight, found.get(column, 0))
        return found

    def _fitted_columns(self, rows: Sequence[int]) -> list[int]:
        weights = self._weights(rows)
        return _fitted_lines(_bridged(weights, 2), weights, lambda columns: self._width(columns) <= self._across)

    def _bridged_width(self, columns: Iterable[int]) -> int:
        """The width of columns with the small gaps between them filled, worked out once for each set of them."""
        key = frozenset(columns)
        if key not in self._widths:
            self._widths[key] = self._width(_bridged(key, 2))
        return self._widths[key]

    def _width(self, columns: Sequence[int]) -> int:
        return len(columns) * self.size.wide + self.size.wide // 2 + len(_gaps(columns))

    # ── Drawing

    def lines(self, cells: Cells) -> list[Line]:
        """The map itself, with the numbers of its columns above each band and those of its rows beside it."""
        found: list[Line] = []
        shown = [row for band in self.bands for row in band.rows]
        for band in self.bands:
            self.last_begins = len(found)
            found.append(self._numbers(band))
            found += self._band(band, cells, shown)
        self.last_ends = len(found)
        return [*found, *self._missing(shown)]

    def indent(self, band: Band) -> int:
        """A narrow band below a wide one is at the right, where its columns are."""
        widest = max(self._width(other.columns) for other in self.bands)
        return widest - self._width(band.columns)

    def _lefts(self, band: Band) -> dict[int, int]:
        """Where each column of a band begins in an unshifted row."""
        x, found, last = self.size.wide // 2 + self.indent(band), dict[int, int](), band.columns[0]
        for column in band.columns:
            x += column - last > 1
            found[column], last = x, column
            x += self.size.wide
        return found

    def _numbers(self, band: Band) -> Line:
        lefts = self._lefts(band)
        line = Canvas(max(lefts.values()) + self.size.wide + EDGE, 1)
        for column, x in lefts.items():
            alone = lefts.keys().isdisjoint((column - 1, column + 1))
            if column % 2 == 0 or alone or self.size.wide > 2:
                line.put(EDGE + x, 0, f"{abs(column):2d}", "edge")
        return line.lines()[0]

    def _band(self, band: Band, cells: Cells, shown: Sequence[int]) -> list[Line]:
        lefts, indent = self._lefts(band), self.indent(band)
        wide, high = self.size
        canvas = Canvas(max(lefts.values()) + wide, len(band.rows) * high)
        for line, row in enumerate(band.rows):
            shift = self._shift(row)
            cells.draw_row(canvas, line * high, row, {abs(column): x - shift for column, x in lefts.items()}, self.size)
        self._folds(canvas, band.rows, lefts)
        written = _Names(canvas, band.rows, lefts, self)
        for name in self.scene.names:
            written.write(name)
        found: list[Line] = []
        drawn = canvas.lines(cells.colour)
        for line, row in enumerate(band.rows):
            if (before := _row_before(row, shown)) and row - before > 1:
                found.append(self._folded(before + 1, row - 1, indent))
            for part in range(high):
                number = "" if part else f"{row:2d}"
                found.append([StyledText(number.ljust(EDGE), "edge"), *drawn[line * high + part]])
        return found

    def _folds(self, canvas: Canvas, rows: Sequence[int], lefts: dict[int, int]) -> None:
        """A line of dots where columns are left out."""
        for first, _ in _gaps([*lefts]):
            for y in range(canvas.high):
                x = lefts[first - 1] + self.size.wide - self._shift(rows[y // self.size.high])
                canvas.put(x, y, "┊", "fold")

    def _shift(self, row: int) -> int:
        return self.size.wide // 2 if self.scene.grid.is_shifted(row) else 0

    def _folded(self, first: int, last: int, indent: int) -> Line:
        """A line instead of the rows that are left out between others."""
        rows, what = _named("row", [first, last]), self._what(range(first, last + 1))
        text, room = f"{rows}: {what}", self._across - indent
        if len(text) > room and what in self.scene.folded:
            text = rows
        blank = [StyledText(" " * indent)] if indent and len(text) <= room else []
        return [*blank, StyledText(FOLD, "edge"), StyledText(text, "fold")]

    def _missing(self, shown: Sequence[int]) -> list[Line]:
        """A line for the rows and columns with something to see that are left out at the ends."""
        rows = [row for row in sorted(self._by_row) if row < shown[0] or row > shown[-1]]
        ends = ([row for row in rows if row < shown[0]], [row for row in rows if row > shown[-1]])
        told = [_named("row", end) for end in ends if end]
        lost = {abs(column) for band in self.bands for column in self._columns(band.rows) - {*band.columns}}
        told += [_named("column", sorted(lost))] if lost else []
        if not told:
            return []
        hidden = self._left_out(rows, lost)
        text = f"{', '.join(told)}: {self._names(hidden) or self.scene.folded[0]}"
        parts = folded(text, self._across, "").split("\n")
        return [
            [StyledText(" " * EDGE if place else FOLD, "edge"), StyledText(part, "fold")]
            for place, part in enumerate(parts)
        ]

    def _left_out(self, rows: Collection[int], columns: Collection[int]) -> Iterator[Hex]:
        """The hexes with something to see that are not shown, in some rows and columns."""
        seen = {(row, abs(column)) for band in self.bands for row in band.rows for column in band.columns}
        for at in self.scene.weights:
            row, column = self.scene.grid.row(at), self.scene.grid.column(at)
            if (row in rows or column in columns) and (row, column) not in seen:
                yield at

    def _what(self, rows: Iterable[int]) -> str:
        """What is in rows that are left out."""
        hidden = {*rows}
        places = [at for at in self.scene.weights if self.scene.grid.row(at) in hidden]
        return self._who(places) if places else self.scene.folded[1]

    def _who(self, places: Iterable[Hex]) -> str:
        """The counters in hexes that are left out, by name, as far as a line holds them."""
        who, room = self._names(places), self._across - _HEAD
        return (who if len(who) <= room else f"{who[: room - 1]}…") or self.scene.folded[0]

    def _names(self, places: Iterable[Hex]) -> str:
        stacks = self._stacks
        return ", ".join(f"{counter.id} {at}" for at in sorted(places) for counter in stacks.get(at, ()))

    @cached_property
    def _stacks(self) -> dict[str, list[Counter]]:
        return self.scene.stacks()


def _named(what: str, lines: Sequence[int]) -> str:
    """`row 14`, `rows 14–18`."""
    return f"{what}s {lines[0]}–{lines[-1]}" if lines[-1] > lines[0] else f"{what} {lines[0]}"


def _row_before(row: int, shown: Sequence[int]) -> int:
    return max((other for other in shown if other < row), default=0)


class _Names:
    """Names of places, written where the water beside them is free."""

    def __init__(self, canvas: Canvas, rows: Sequence[int], lefts: dict[int, int], whole: Whole) -> None:
        self._canvas, self._whole = canvas, whole
        self._rows = {row: line * whole.size.high for line, row in enumerate(rows)}
        self._lefts = lefts
        self._free: dict[int, list[tuple[int, int]]] = {}

    def write(self, name: Name) -> None:
        grid, sign = self._whole.scene.grid, 1 if self._whole.scene.grid.eastward else -1
        near = [(grid.row(at), sign * grid.column(at)) for at in name.hexes]
        xs = [self._lefts[column] for row, column in near if row in self._rows and column in self._lefts]
        if not xs:
            return
        middle = sum(xs) // len(xs) + 1
        rows = [row for row, _ in near]
        places = [
            (far + (2 if text == name.short else 0), y, x, text)
            for text in dict.fromkeys((name.text, name.short))
            for far, y, x in self._places(len(text), middle, rows)
        ]
        if places:
            _, y, x, text = min(places)
            self._canvas.write(x, y, text, name.style)
            del self._free[y]

    def _places(self, length: int, middle: int, rows: Sequence[int]) -> Iterable[tuple[int, int, int]]:
        """Where there is room for a name of a length within a few rows, with how far off that is."""
        for row, y in self._rows.items():
            away = min(abs(row - other) for other in rows)
            if away > 3:
                continue
            if y not in self._free:
                self._free[y] = [*self._canvas.stretches(y, self._whole.scene.open_grounds)]
            for start, long in self._free[y]:
                if long >= length + 2:
                    x = max(start + 1, min(middle - length // 2, start + long - length - 1))
                    yield abs(x + length // 2 - middle) + 4 * away, y, x


def by_row(scene: Scene) -> Rows:
    """How much there is to see on a map."""
    grid, sign, found = scene.grid, 1 if scene.grid.eastward else -1, dict[int, dict[int, int]]()
    for at, weight in scene.weights.items():
        found.setdefault(grid.row(at), {})[sign * grid.column(at)] = weight
    return found


def whole(scene: Scene, rows: Rows, wide: int, high: int) -> Whole:
    """The whole map as large as it fits."""
    large = Whole(scene, rows, _LARGE, wide, high)
    return large if large.is_whole else Whole(scene, rows, _USUAL, wide, high)


class Window(NamedTuple):
    """The rows and columns of a close view, from north to south and from west to east."""

    rows: Sequence[int]
    columns: Sequence[int]


class Close:
    """A rectangle of hexes close up, each in a block of two or three lines."""

    def __init__(self, scene: Scene, window: Window, width: int, high: int) -> None:
        self.scene = scene
        self._window = window
        count = len(window.columns)
        self.size = Size(next((wide for wide in (8, 6) if _across(count, wide) <= width), 6), high)
        self._most = max(1, (width - self.size.wide // 2) // self.size.wide)
        """The columns that fit beside each other."""

    def lines(self, cells: Cells) -> list[Line]:
        """The hexes; in parts from west to east if they are more than the width holds."""
        found: list[Line] = []
        columns = self._window.columns
        for start in range(0, len(columns), self._most):
            part = self._part(columns[start : start + self._most], cells)
            found += [[], *part] if found else part
        return found

    def _part(self, columns: Sequence[int], cells: Cells) -> list[Line]:
        wide, high = self.size
        canvas = Canvas(_across(len(columns), wide), len(self._window.rows) * high)
        for line, row in enumerate(self._window.rows):
            shift = 0 if self.scene.grid.is_shifted(row) else wide // 2
            places = {column: place * wide + shift for place, column in enumerate(columns)}
            cells.draw_row(canvas, line * high, row, places, self.size)
        return canvas.lines(cells.colour)


def _across(columns: int, wide: int) -> int:
    return columns * wide + wide // 2


def window(scene: Scene, hexes: Iterable[Hex], width: int, height: int = 0) -> Window:
    """The rectangle around some hexes, with a row and a column more on the sides where there is most to see.

    If it is too high for the screen, as many rows as fit around the hex that was asked for.
    """
    grid, shown = scene.grid, list(hexes)
    rows, columns = sorted({grid.row(at) for at in shown}), sorted({grid.column(at) for at in shown})
    most = max(1, (width - 3) // 6)
    across = _widened(columns[0], columns[-1], most, lambda column: _seen(scene, rows, [column]))
    down = _widened(rows[0], rows[-1], _ROWS, lambda row: _seen(scene, [row], columns))
    room = max(3, (height - _AROUND) // 2) if height else len(down)
    if len(down) > room:
        middle = max((grid.row(at) for at in scene.marked), default=(down[0] + down[-1]) // 2)
        first = min(max(down[0], middle - room // 2), down[-1] - room + 1)
        down = [*range(first, first + room)]
    return Window(down, across if grid.eastward else across[::-1])


def _seen(scene: Scene, rows: Iterable[int], columns: Iterable[int]) -> int:
    return sum(scene.weights.get(scene.grid.name(row, column), 0) for row in rows for column in columns)


def _widened(first: int, last: int, most: int, worth: Callable[[int], int]) -> list[int]:
    """Lines from the first to the last, and one more on either side, up to the number allowed."""
    more = sorted((line for line in (first - 1, last + 1) if 0 < line < 100), key=lambda line: -worth(line))
    found = [*range(first, last + 1)]
    return sorted([*found, *more[: max(0, most - len(found))]])


# ── What is left out where a map is larger than its screen

_Weights = Mapping[int, int]
"""By row or column how much there is to see: 0 open water, 1 land, 2 a front, 3 a counter."""


def _least(kept: Iterable[int], weights: _Weights) -> int:
    """The row or column to do without: with the least to see, farthest from where there is more, the last of those."""
    lines = list(kept)
    near = [line for line in lines if weights.get(line, 0) > 1]
    lowest = min(weights.get(line, 0) for line in lines)

    def worth(line: int) -> tuple[int, int]:
        return -min((abs(line - other) for other in near), default=0), -line

    return min((line for line in lines if weights.get(line, 0) == lowest), key=worth)


def _fitted_lines(lines: Iterable[int], weights: _Weights, fits: Callable[[Sequence[int]], bool]) -> list[int]:
    """As many of the rows or columns as fit, in their order."""
    kept = sorted(lines)
    while len(kept) > 1 and not fits(kept):
        kept.remove(_least(kept, weights))
    return kept


def _bridged(lines: Iterable[int], gap: int) -> list[int]:
    """Rows or columns with the gaps between them filled that are not worth folding."""
    found = sorted(set(lines))
    filled = {line for one, other in pairwise(found) if other - one <= gap + 1 for line in range(one, other)}
    return sorted(filled.union(found))


def _gaps(lines: Sequence[int]) -> list[tuple[int, int]]:
    """What is folded between rows or columns: the first and the last of each."""
    return [(one + 1, other - 1) for one, other in pairwise(lines) if other - one > 1]
