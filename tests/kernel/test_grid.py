"""Grids of every kind, checked against plain geometry; and the one of Malta against its neighbours as stated."""

from itertools import product
from math import atan2, degrees, hypot, isclose, sqrt
from typing import Any

import pytest

from tarawa_cli.kernel.board.hexes import Grid, Hex

KINDS = list(product(("pointy", "flat"), ("RRCC", "CCRR"), ("eastward", "westward"), ("odd", "even")))
MALTA = Grid("flat", "CCRR", "eastward", "even")


def centre(kind: tuple[str, ...], row: int, column: int) -> tuple[float, float]:
    """Where the middle of a hex lies, if hexes that touch are 1 apart: eastward and southward."""
    top, _, columns, shifted = kind
    across = column if columns == "eastward" else -column
    line = row if top == "pointy" else column
    shift = 0.5 if line % 2 == (shifted == "odd") else 0.0
    return (across - shift, row * sqrt(3) / 2) if top == "pointy" else (across * sqrt(3) / 2, row + shift)


def named(kind: tuple[str, ...], row: int, column: int) -> Hex:
    return f"{row:02d}{column:02d}" if kind[1] == "RRCC" else f"{column:02d}{row:02d}"


def apart(one: tuple[float, float], other: tuple[float, float]) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


@pytest.fixture(params=KINDS, ids="-".join)
def kind(request: pytest.FixtureRequest) -> Any:
    return request.param


@pytest.mark.parametrize(("row", "column"), [(7, 8), (8, 8), (7, 9), (8, 9)])
def test_neighbours_are_the_hexes_one_away_each_in_its_direction(kind: tuple[Any, ...], row: int, column: int) -> None:
    grid, here = Grid(*kind), centre(kind, row, column)
    at = named(kind, row, column)
    around = {
        named(kind, r, c): centre(kind, r, c)
        for r, c in product(range(row - 2, row + 3), range(column - 2, column + 3))
        if isclose(apart(centre(kind, r, c), here), 1)
    }
    assert list(grid.neighbours(at)) == sorted(around)
    assert (grid.row(at), grid.column(at), grid.hex_at(row, column)) == (row, column, at)
    points = {"E": 0, "SE": 60, "SW": 120, "W": 180, "NW": 240, "NE": 300}
    if kind[0] == "flat":
        points = {"N": 270, "NE": 330, "SE": 30, "S": 90, "SW": 150, "NW": 210}
    assert set(grid.directions) == set(points)
    for direction, bearing in points.items():
        there = grid.neighbour(at, direction)
        assert there is not None
        x, y = around[there]
        assert round(degrees(atan2(y - here[1], x - here[0]))) % 360 == bearing == grid.bearings[direction] % 360
        assert grid.direction(at, there) == direction


@pytest.mark.parametrize(("row", "column"), [(20, 21), (21, 20)])
def test_distance_and_disc_are_what_walking_finds(kind: tuple[Any, ...], row: int, column: int) -> None:
    grid = Grid(*kind)
    start = named(kind, row, column)
    steps = {start: 0}
    for far in range(1, 7):
        rim = [at for at, step in steps.items() if step == far - 1]
        steps |= dict.fromkeys((there for at in rim for there in grid.neighbours(at) if there not in steps), far)
    assert len(steps) == 1 + 6 * 21
    assert {at: grid.distance(start, at) for at in steps} == steps
    assert {at: grid.distance(at, start) for at in steps} == steps
    assert grid.disc(start, 6) == steps.keys()
    assert grid.within(start, 2) == sorted(at for at, step in steps.items() if step <= 2)


def test_places_are_the_centres_in_half_hexes(kind: tuple[Any, ...]) -> None:
    grid = Grid(*kind)
    across, down = (2, 2 / sqrt(3)) if kind[0] == "pointy" else (2 / sqrt(3), 2)
    for row, column in product(range(1, 5), range(1, 5)):
        x, y = centre(kind, row, column)
        assert grid.place(named(kind, row, column)) == (round(x * across), round(y * down))


def test_nothing_lies_off_the_grid(kind: tuple[Any, ...]) -> None:
    grid = Grid(*kind)
    edge = [named(kind, row, column) for row, column in product((1, 99), (1, 99))]
    assert all(2 <= len(grid.neighbours(at)) <= 3 for at in edge)
    assert all(grid.is_hex(other) for at in edge for other in grid.neighbours(at))
    assert [grid.hex_at(row, column) for row, column in ((0, 1), (1, 0), (100, 1), (1, 100))] == [None] * 4


@pytest.mark.parametrize("at", [f"{column:02d}{row:02d}" for column in range(2, 26) for row in range(2, 20)])
def test_the_neighbours_on_malta_are_those_that_its_map_states(at: Hex) -> None:
    column, row = int(at[:2]), int(at[2:])
    stated = {"N": (column, row - 1), "S": (column, row + 1)}
    if column % 2:
        stated |= {"NE": (column + 1, row - 1), "SE": (column + 1, row), "NW": (column - 1, row - 1)}
        stated |= {"SW": (column - 1, row)}
    else:
        stated |= {"NE": (column + 1, row), "SE": (column + 1, row + 1), "NW": (column - 1, row)}
        stated |= {"SW": (column - 1, row + 1)}
    assert {name: MALTA.neighbour(at, name) for name in MALTA.directions} == {
        name: f"{column:02d}{row:02d}" for name, (column, row) in stated.items()
    }


@pytest.mark.parametrize(
    ("one", "other", "steps"),
    [("1112", "1113", 1), ("1613", "1714", 1), ("1613", "1712", 2), ("0506", "2212", 17), ("1810", "1916", 6)],
)
def test_distances_on_malta(one: Hex, other: Hex, steps: int) -> None:
    assert MALTA.distance(one, other) == steps


def test_directions_count_clockwise_from_the_north_on_flat_hexes() -> None:
    assert MALTA.directions == ("N", "NE", "SE", "S", "SW", "NW")
