"""Hexes and the grids they lie in: numbers, neighbours, distances, ways.

A hex is its number, four digits. What they mean, and which hexes touch, is said by the `Grid` that a game's map owns.
Everything that picks among hexes does so by number, never by chance.
"""

from tarawa_cli.kernel.hints import Callable, Container, Final, Iterable, Iterator, Literal, NamedTuple
from tarawa_cli.kernel.standard import cache

Hex = str
Side = tuple[Hex, Hex]

Top = Literal["pointy", "flat"]
_OFFSETS = {
    "pointy": {"E": (2, 0), "SE": (1, 1), "SW": (-1, 1), "W": (-2, 0), "NW": (-1, -1), "NE": (1, -1)},
    "flat": {"N": (0, -2), "NE": (1, -1), "SE": (1, 1), "S": (0, 2), "SW": (-1, 1), "NW": (-1, -1)},
}
"""Where the neighbours lie on the page, clockwise, as steps between places."""
_DIGITS = [f"{number:02d}" for number in range(100)]
NO_LIMIT = float("inf")
_FIRST_BEARING = {"pointy": 0, "flat": -90}


class PagePoint(NamedTuple):
    """Where a hex lies on the page: `x` counts eastward, `y` southward.

    Neighbours in a straight line (east-west for pointy hexes, north-south for flat ones) are 2 apart, two half hexes;
    the next such line is 1 away.
    """

    x: int
    y: int


class Grid:
    """How the hexes of a map are numbered and how they touch; a grid never changes.

    `top`: whether the hexes stand on a corner or on a side. `numbers`: rows first, `RRCC`, or columns first, `CCRR`.
    `columns`: which way they count; rows count southward. `shifted`: which rows of pointy hexes lie half a hex west of
    the others, or which columns of flat ones half a hex south.
    """

    def __init__(
        self,
        top: Top,
        numbers: Literal["RRCC", "CCRR"],
        columns: Literal["eastward", "westward"],
        shifted: Literal["odd", "even"],
    ) -> None:
        self.top: Final = top
        self.eastward: Final = columns == "eastward"
        self.directions: Final = tuple(_OFFSETS[top])
        """Clockwise: of pointy hexes from the east, of flat ones from the north."""
        first = _FIRST_BEARING[top]
        self.bearings: Final = {name: first + 60.0 * place for place, name in enumerate(self.directions)}
        """Degrees from east, clockwise."""
        self._rows_first = numbers == "RRCC"
        self._parity = shifted == "odd"
        self.place: Final[Callable[[Hex], PagePoint]] = cache(self._place)
        """Where a hex lies on the page."""
        self._around = [self._steps_around(line) for line in (50, 51)]
        self.neighbour: Final[Callable[[Hex, str], Hex | None]] = cache(self._neighbour)
        """The next hex in a direction, or None off the grid."""
        self.neighbours: Final[Callable[[Hex], tuple[Hex, ...]]] = cache(self._neighbours)
        """The hexes around one, by number."""
        self.distance: Final[Callable[[Hex, Hex], int]] = cache(self._distance)
        """How many steps from one hex to the other over open ground."""
        self.disc: Final[Callable[[Hex, int], frozenset[Hex]]] = cache(self._disc)
        """Every hex of the grid at most so far away."""

    @staticmethod
    def is_hex(text: str) -> bool:
        """Four digits, with a row and a column of at least 1."""
        return len(text) == 4 and text.isascii() and text.isdigit() and text[:2] != "00" and text[2:] != "00"

    def row(self, at: Hex) -> int:
        return int(at[:2] if self._rows_first else at[2:])

    def column(self, at: Hex) -> int:
        return int(at[2:] if self._rows_first else at[:2])

    def name(self, row: int, column: int) -> Hex:
        """The number of a hex; a row or column has at most two digits."""
        return _DIGITS[row] + _DIGITS[column] if self._rows_first else _DIGITS[column] + _DIGITS[row]

    def hex_at(self, row: int, column: int) -> Hex | None:
        """The hex there, or None off the grid."""
        return self.name(row, column) if 1 <= row <= 99 and 1 <= column <= 99 else None

    def is_shifted(self, line: int) -> bool:
        """Whether a row of pointy hexes lies half a hex west, or a column of flat ones half a hex south."""
        return line % 2 == self._parity

    def _place(self, at: Hex) -> PagePoint:
        row, column = self.row(at), self.column(at)
        x = column if self.eastward else -column
        if self.top == "pointy":
            return PagePoint(2 * x - self.is_shifted(row), row)
        return PagePoint(x, 2 * row + self.is_shifted(column))

    def _hex_on(self, x: int, y: int) -> Hex | None:
        """The hex at a place, or None off the grid."""
        if self.top == "pointy":
            across = (x + self.is_shifted(y)) // 2
            return self.hex_at(y, across if self.eastward else -across)
        column = x if self.eastward else -x
        return self.hex_at((y - self.is_shifted(column)) // 2, column)

    def _neighbour(self, at: Hex, direction: str) -> Hex | None:
        row, column = self.row(at), self.column(at)
        rows, columns = self._around[(row if self.top == "pointy" else column) % 2][direction]
        return self.hex_at(row + rows, column + columns)

    def _neighbours(self, at: Hex) -> tuple[Hex, ...]:
        row, column = self.row(at), self.column(at)
        steps = self._around[(row if self.top == "pointy" else column) % 2].values()
        if 1 < row < 99 and 1 < column < 99:
            return tuple(sorted([self.name(row + rows, column + columns) for rows, columns in steps]))
        return tuple(sorted(filter(None, [self.hex_at(row + rows, column + columns) for rows, columns in steps])))

    def _steps_around(self, line: int) -> dict[str, tuple[int, int]]:
        """By direction: how many rows and columns away the neighbour is; it is the same for every other line."""
        x, y = self.place(self.name(line, line))
        around = {name: self._hex_on(x + east, y + south) for name, (east, south) in _OFFSETS[self.top].items()}
        return {name: (self.row(hex) - line, self.column(hex) - line) for name, hex in around.items() if hex}

    def direction(self, start: Hex, end: Hex) -> str | None:
        """The direction from one hex to its neighbour; None if they are not neighbours."""
        return next((name for name in self.directions if self.neighbour(start, name) == end), None)

    def _distance(self, one: Hex, other: Hex) -> int:
        (x, y), (east, south) = self.place(one), self.place(other)
        along, lines = abs(x - east), abs(y - south)
        if self.top == "flat":
            along, lines = lines, along
        return lines + max(0, along - lines) // 2

    def _disc(self, centre: Hex, radius: int) -> frozenset[Hex]:
        found = {centre}
        edge = {centre}
        for _ in range(radius):
            edge = {hex for inner in edge for hex in self.neighbours(inner)} - found
            found |= edge
        return frozenset(found)

    def within(self, centre: Hex, radius: int) -> list[Hex]:
        """Every hex of the grid at most so far away, by number."""
        return sorted(self.disc(centre, radius))


def hexside(one: Hex, other: Hex) -> Side:
    """The side between two hexes, whichever is named first."""
    return (one, other) if one < other else (other, one)


def spread(starts: Iterable[Hex], onward: Callable[[Hex], Iterable[Hex]]) -> dict[Hex, int]:
    """How many steps every hex is from the nearest start, going where `onward` allows."""
    steps = dict.fromkeys(starts, 0)
    edge, far = list(steps), 0
    while edge:
        far, reached = far + 1, list[Hex]()
        for here in edge:
            for there in onward(here):
                if there not in steps:
                    steps[there] = far
                    reached.append(there)
        edge = reached
    return steps


class Path(NamedTuple):
    """The hexes entered on the way to the last of them, and what that costs."""

    price: float
    hexes: tuple[Hex, ...]


Onward = Callable[[Hex], Iterable[tuple[Hex, float]]]
"""Where one can go from a hex, and the price of each step."""


def ways(start: Hex, onward: Onward, budget: float = NO_LIMIT, through: Container[Hex] | None = None) -> Iterator[Path]:
    """The cheapest way to every hex within `budget`, the cheapest first, starting with the start itself.

    Among equal prices the way with fewer hexes, then the lower numbers. `through`: the only hexes that may be entered.
    """
    from heapq import heappop, heappush  # start-up

    first: tuple[float, int, tuple[Hex, ...]] = (0, 0, ())
    queue, best = [first], {start: first}
    while queue:
        found = heappop(queue)
        price, steps, way = found
        here = way[-1] if way else start
        if best[here] is not found:
            continue
        yield Path(price, way)
        steps += 1
        for there, step in onward(here):
            cost = price + step
            if cost > budget or (through is not None and there not in through):
                continue
            known = best.get(there)
            if known is None or cost < known[0]:
                best[there] = longer = (cost, steps, (*way, there))
                heappush(queue, longer)
            elif cost == known[0] and steps <= known[1]:
                longer = (cost, steps, (*way, there))
                if longer < known:
                    best[there] = longer
                    heappush(queue, longer)


def cheapest_ways(
    start: Hex, onward: Onward, budget: float = NO_LIMIT, through: Container[Hex] | None = None
) -> dict[Hex, Path]:
    """The cheapest way to every other hex within `budget`, the cheapest first."""
    return {way.hexes[-1]: way for way in ways(start, onward, budget, through) if way.hexes}
