"""The hex grid: `RRCC`, rows southward, columns westward, pointy-top hexes, odd rows half a hex west.

A hex is its name. Everything that picks among hexes does so by number, never by chance.
"""

from collections import deque
from collections.abc import Callable, Container, Iterable, Iterator
from functools import cache
from heapq import heappop, heappush
from math import inf
from typing import NamedTuple

Hex = str
Side = tuple[Hex, Hex]

DIRECTIONS = ("E", "SE", "SW", "W", "NW", "NE")
# (row step, column step) for even and for odd rows
_STEPS = {
    "E": ((0, -1), (0, -1)),
    "SE": ((1, -1), (1, 0)),
    "SW": ((1, 0), (1, 1)),
    "W": ((0, 1), (0, 1)),
    "NW": ((-1, 0), (-1, 1)),
    "NE": ((-1, -1), (-1, 0)),
}
_AROUND = tuple(sorted(steps[odd] for steps in _STEPS.values()) for odd in (0, 1))
# A unit that faces a corner enters only the hexes left and right of it.
FRONT = {"S": ("SE", "SW"), "N": ("NW", "NE"), "ESE": ("E", "SE"), "WNW": ("W", "NW")}


def is_hex(text: str) -> bool:
    """Four digits, with a row and a column of at least 1."""
    return len(text) == 4 and text.isascii() and text.isdigit() and text[:2] != "00" and text[2:] != "00"


def row(at: Hex) -> int:
    return int(at[:2])


def column(at: Hex) -> int:
    return int(at[2:])


def westing(at: Hex) -> int:
    """How far west a hex stands, in half hexes."""
    return 2 * column(at) + row(at) % 2


def hex_at(row: int, column: int) -> Hex | None:
    """The hex there, or None off the grid."""
    if 1 <= row <= 99 and 1 <= column <= 99:
        return f"{row:02d}{column:02d}"
    return None


@cache
def neighbour(at: Hex, direction: str) -> Hex | None:
    """The next hex in a direction, or None off the grid."""
    rows, columns = _STEPS[direction][row(at) % 2]
    return hex_at(row(at) + rows, column(at) + columns)


@cache
def neighbours(at: Hex) -> tuple[Hex, ...]:
    """The hexes around, by number."""
    here, across = row(at), column(at)
    around = (hex_at(here + rows, across + columns) for rows, columns in _AROUND[here % 2])
    return tuple(hex for hex in around if hex is not None)


def direction(start: Hex, end: Hex) -> str | None:
    """The direction from one hex to its neighbour; None if they are not neighbours."""
    return next((name for name in DIRECTIONS if neighbour(start, name) == end), None)


def hexside(one: Hex, other: Hex) -> Side:
    """The side between two hexes, whichever is named first."""
    return (one, other) if one < other else (other, one)


@cache
def distance(one: Hex, other: Hex) -> int:
    """How many steps from one hex to the other over open ground."""
    rows = abs(row(one) - row(other))
    across = abs(2 * column(one) + row(one) % 2 - 2 * column(other) - row(other) % 2)
    return rows + max(0, across - rows) // 2


@cache
def disc(centre: Hex, radius: int) -> frozenset[Hex]:
    """Every hex of the grid at most `radius` away."""
    found = {centre}
    edge = {centre}
    for _ in range(radius):
        edge = {hex for inner in edge for hex in neighbours(inner)} - found
        found |= edge
    return frozenset(found)


def within(centre: Hex, radius: int) -> list[Hex]:
    """The same by number."""
    return sorted(disc(centre, radius))


def spread(starts: Iterable[Hex], onward: Callable[[Hex], Iterable[Hex]]) -> dict[Hex, int]:
    """How many steps every hex is from the nearest start, going where `onward` allows."""
    steps = dict.fromkeys(starts, 0)
    queue = deque(steps)
    while queue:
        here = queue.popleft()
        for there in onward(here):
            if there not in steps:
                steps[there] = steps[here] + 1
                queue.append(there)
    return steps


class Way(NamedTuple):
    """The hexes entered on the way to the last of them, and what that costs."""

    price: float
    hexes: tuple[Hex, ...]


Onward = Callable[[Hex], Iterable[tuple[Hex, float]]]
"""Where one can go from a hex, and the price of each step."""


def ways(start: Hex, onward: Onward, budget: float = inf, through: Container[Hex] | None = None) -> Iterator[Way]:
    """The cheapest way to every hex that can be had for at most `budget`, the cheapest first: that to the start itself.

    Among equal prices the way with fewer hexes, then the lower numbers. `through`: the only hexes that may be entered.
    """
    first: tuple[float, int, tuple[Hex, ...]] = (0, 0, ())
    queue, best = [first], {start: first}
    while queue:
        found = heappop(queue)
        price, steps, way = found
        here = way[-1] if way else start
        if best[here] is not found:
            continue
        yield Way(price, way)
        for there, step in onward(here):
            cost = price + step
            if cost > budget or not (through is None or there in through):
                continue
            known = best.get(there)
            if known and known[0] < cost:
                continue
            longer = (cost, steps + 1, (*way, there))
            if not known or longer < known:
                best[there] = longer
                heappush(queue, longer)
