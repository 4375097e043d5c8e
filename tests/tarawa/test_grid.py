"""The grid of Betio, and the hexes in front of a craft that faces a corner."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarawa_cli.games.tarawa.model.board import FRONT, GRID, neighbour, neighbours
from tests.kernel.tools import examples


@pytest.mark.parametrize(
    ("facing", "left", "right"), [("S", "SE", "SW"), ("N", "NW", "NE"), ("ESE", "E", "SE"), ("WNW", "W", "NW")]
)
def test_a_unit_that_faces_a_corner_has_two_front_hexes(facing: str, left: str, right: str) -> None:
    assert FRONT[facing] == (left, right)


@given(st.integers(2, 98), st.integers(2, 98))
@examples(50)
def test_the_front_hexes_lie_left_and_right_of_the_corner(row: int, column: int) -> None:
    at = f"{row:02d}{column:02d}"
    # east and south of the corner faced; the left hand of one who looks along (x, y) points to (y, -x)
    corners = {"S": (0, 1), "N": (0, -1), "ESE": (3, 1), "WNW": (-3, -1)}
    for facing, (east, south) in corners.items():
        left, right = (neighbour(at, name) for name in FRONT[facing])
        assert left is not None
        assert right is not None
        assert right in neighbours(left), "the two front hexes share the corner"
        x, y = (a - b for a, b in zip(GRID.place(left), GRID.place(at), strict=True))
        assert x * south - y * east > 0, "left is on the left hand"
        x, y = (a - b for a, b in zip(GRID.place(right), GRID.place(at), strict=True))
        assert x * south - y * east < 0, "right is on the right hand"
