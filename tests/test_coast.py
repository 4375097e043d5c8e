"""The smooth coast: it goes around the same hexes as the border that it is computed from, without its corners."""

import re
from itertools import pairwise
from math import acos, degrees, hypot

import pytest

from tarawa_cli.games import GAMES
from tarawa_cli.games.malta.exports.picture import ground as malta_lines
from tarawa_cli.games.malta.exports.picture.ground import GRID as MALTA
from tarawa_cli.games.tarawa.exports.picture import ground as tarawa_lines
from tarawa_cli.games.tarawa.exports.picture.ground import GRID as BETIO
from tarawa_cli.kernel.exports.svg import Coast, Point, Sheet
from tarawa_cli.kernel.game import Setup

SHEETS = {"tarawa": (BETIO, tarawa_lines.coast, "campaign"), "malta": (MALTA, malta_lines.coast, "herkules")}
_QUAD = re.compile(r"Q([\d.-]+),([\d.-]+) ([\d.-]+),([\d.-]+)")


def outlines(data: str) -> list[list[Point]]:
    """The points of each closed line, eight to a curve."""
    found = []
    for ring in filter(None, data.split("M")):
        x, y = map(float, ring.partition("Q")[0].split(","))
        points = [Point(x, y)]
        for cx, cy, ex, ey in (tuple(map(float, curve)) for curve in _QUAD.findall(ring)):
            start = points[-1]
            for step in range(1, 9):
                t = step / 8
                at = [
                    (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t * t * c
                    for a, b, c in zip(start, (cx, cy), (ex, ey), strict=True)
                ]
                points.append(Point(*at))
        found.append(points)
    return found


def is_within(rings: list[list[Point]], at: Point) -> bool:
    crossings = 0
    for ring in rings:
        for one, other in zip(ring, [*ring[1:], ring[0]], strict=True):
            if (one.y > at.y) != (other.y > at.y):
                crossings += one.x + (at.y - one.y) / (other.y - one.y) * (other.x - one.x) > at.x
    return crossings % 2 == 1


def given(name: str) -> tuple[Sheet, Coast, set[str], set[str]]:
    sheet, coast, scenario = SHEETS[name]
    board = GAMES(name).begin(Setup(scenario)).board
    return sheet, coast(board), set(board.land), set(board.terrain) - set(board.land)


@pytest.mark.parametrize("name", SHEETS)
def test_land_lies_within_it_and_sea_without(name: str) -> None:
    sheet, coast, land, sea = given(name)
    rings = outlines(coast.outline)
    assert all(is_within(rings, sheet.centre(at)) for at in sorted(land))
    near = [at for at in sorted(sea) if any(hypot(*_away(sheet, at, other)) < 2 * sheet.width for other in land)]
    assert near
    assert not [at for at in near if is_within(rings, sheet.centre(at))]


def _away(sheet: Sheet, one: str, other: str) -> tuple[float, float]:
    here, there = sheet.centre(one), sheet.centre(other)
    return here.x - there.x, here.y - there.y


@pytest.mark.parametrize("name", SHEETS)
def test_it_has_no_corners(name: str) -> None:
    """Hexsides turn by 60 degrees."""
    _, coast, _, _ = given(name)
    for ring in outlines(coast.outline):
        ways = [(b.x - a.x, b.y - a.y) for a, b in pairwise(ring) if hypot(b.x - a.x, b.y - a.y) > 0.5]
        for one, other in pairwise(ways):
            cosine = (one[0] * other[0] + one[1] * other[1]) / hypot(*one) / hypot(*other)
            assert degrees(acos(max(-1, min(1, cosine)))) < 25


@pytest.mark.parametrize("name", SHEETS)
def test_every_part_of_it_lies_on_it(name: str) -> None:
    _, coast, _, _ = given(name)
    sides = [*coast._ends]
    whole = [point for ring in outlines(coast.outline) for point in ring]
    for side in sides[::7]:
        (part,) = outlines(coast.along([side]))
        for at in (part[0], part[8], part[-1]):
            assert min(hypot(at.x - other.x, at.y - other.y) for other in whole) < 4
