"""The hex grid as SVG: hexes lie where their neighbours say, share their sides, and are regular."""

import re
import xml.etree.ElementTree as ElementTree
from math import hypot, isclose, sqrt

import pytest

from tarawa_cli.kernel.board.hexes import Grid, Hex
from tarawa_cli.kernel.exports.svg import NAMESPACE, Point, Sheet, haloed, middle, outline, picture, star, titled, write

POINTY = Grid("pointy", "RRCC", "westward", "odd")
FLAT = Grid("flat", "CCRR", "eastward", "even")
BOTH = pytest.mark.parametrize("grid", [POINTY, FLAT], ids=["pointy", "flat"])
SIDES = pytest.mark.parametrize(
    ("grid", "direction"), [(grid, direction) for grid in (POINTY, FLAT) for direction in grid.directions]
)
MIDST = pytest.mark.parametrize("at", ["2020", "2121"])


def sheet(grid: Grid) -> Sheet:
    return Sheet(grid, grid.within("2020", 4), 60, Point(7, 11))


def close_to(one: Point, other: Point) -> bool:
    return isclose(one.x, other.x, abs_tol=1e-6) and isclose(one.y, other.y, abs_tol=1e-6)


def gone_round(data: str) -> list[Point]:
    """The corners of an outline, worked out from its path data."""
    points = []
    here = Point(0, 0)
    for letter, numbers in re.findall(r"([Mlhv])([-\d., ]+)", data):
        steps = [float(word) for word in re.findall(r"-?[\d.]+", numbers)]
        pairs = [(0.0, steps[0])] if letter == "v" else [(steps[0], 0.0)] if letter == "h" else None
        for x, y in pairs or zip(steps[::2], steps[1::2], strict=True):
            here = Point(x, y) if letter == "M" else here.moved(x, y)
            points.append(here)
    return points


@SIDES
@MIDST
def test_a_neighbour_lies_a_hex_away_in_its_direction(grid: Grid, at: Hex, direction: str) -> None:
    other = grid.neighbour(at, direction)
    assert other is not None
    assert close_to(sheet(grid).centre(other), sheet(grid).centre(at).towards(grid.bearings[direction], 60))


def test_north_is_up_and_west_is_left() -> None:
    pointy, flat = sheet(POINTY), sheet(FLAT)
    assert pointy.centre("2021").x < pointy.centre("2020").x
    assert pointy.centre("1920").y < pointy.centre("2020").y
    assert flat.centre("1920").x < flat.centre("2020").x
    assert flat.centre("2019").y < flat.centre("2020").y


@SIDES
@MIDST
def test_two_neighbours_share_a_side_between_them(grid: Grid, at: Hex, direction: str) -> None:
    drawn, other = sheet(grid), grid.neighbour(at, direction)
    assert other is not None
    ends, back = drawn.side(at, other), drawn.side(other, at)
    assert close_to(ends[0], back[1])
    assert close_to(ends[1], back[0])
    assert close_to(middle(ends), middle([drawn.centre(at), drawn.centre(other)]))
    assert isclose(hypot(ends[0].x - ends[1].x, ends[0].y - ends[1].y), drawn.radius)


@BOTH
def test_there_is_no_side_between_hexes_that_do_not_touch(grid: Grid) -> None:
    with pytest.raises(ValueError, match="2020 and 2022 are not neighbours"):
        sheet(grid).side("2020", "2022")


def test_corners_start_in_the_north_and_go_clockwise() -> None:
    drawn = sheet(POINTY)
    centre, corners = drawn.centre("2020"), drawn.corners("2020")
    assert close_to(corners[0], centre.moved(0, -drawn.radius))
    assert corners[1].x > centre.x
    assert close_to(corners[3], centre.moved(0, drawn.radius))


def test_corners_of_flat_hexes_start_in_the_north_west() -> None:
    drawn = sheet(FLAT)
    centre, corners = drawn.centre("2020"), drawn.corners("2020")
    assert close_to(corners[0], centre.moved(-drawn.radius / 2, -30))
    assert close_to(corners[1], centre.moved(drawn.radius / 2, -30))
    assert close_to(corners[2], centre.moved(drawn.radius, 0))


@BOTH
def test_an_outline_goes_through_the_corners(grid: Grid) -> None:
    drawn = sheet(grid)
    points = gone_round(drawn.outline("2020"))
    assert len(points) == 6
    for point, corner in zip(points, drawn.corners("2020"), strict=True):
        assert abs(point.x - corner.x) <= 0.2
        assert abs(point.y - corner.y) <= 0.2
    assert outline(drawn.centre("2020"), 60 / sqrt(3), grid.top) == drawn.outline("2020")


@BOTH
def test_the_grid_fills_its_sheet_from_corner_to_corner(grid: Grid) -> None:
    drawn = sheet(grid)
    corners = [corner for at in grid.within("2020", 4) for corner in drawn.corners(at)]
    assert close_to(Point(min(c.x for c in corners), min(c.y for c in corners)), Point(7, 11))
    assert close_to(Point(max(c.x for c in corners), max(c.y for c in corners)), drawn.end)


@BOTH
def test_paths_of_sides_and_steps(grid: Grid) -> None:
    drawn = sheet(grid)
    start, end = drawn.side("2020", "2019")
    assert drawn.sides([("2020", "2019")]) == f"M{start}L{end}"
    assert drawn.steps([("2020", "2019"), ("2019", "2018")]).count("M") == 2


@pytest.mark.parametrize(
    ("grid", "hexes", "shape", "starts"),
    [
        (POINTY, ["0102", "0202", "0201"], "l17.3,10v20l-17.3,10 -17.3,-10v-20z", ["17.3,0", "34.6,30", "69.3,30"]),
        (FLAT, ["0101", "0201", "0102"], "h20l10,17.3 -10,17.3h-20l-10,-17.3z", ["10,0", "40,17.3", "10,34.6"]),
    ],
    ids=["pointy", "flat"],
)
def test_three_hexes_as_path_data(grid: Grid, hexes: list[Hex], shape: str, starts: list[str]) -> None:
    paper = Sheet(grid, hexes, 20 * sqrt(3), Point(0, 0))
    assert [paper.outline(at) for at in hexes] == [f"M{start}{shape}" for start in starts]


def test_a_star_has_its_first_tip_above() -> None:
    assert star(Point(0, 0), 10).startswith("M0,-10L")
    assert star(Point(0, 0), 10).count("L") == 9
    assert star(Point(0, 0), 10, points=6).count("L") == 11


def test_a_picture_is_xml_with_its_text_escaped() -> None:
    text = picture(Point(40, 30.5), titled("<i> & co"), write("<b>", Point(1, 2), class_="x"), class_="map")
    root = ElementTree.fromstring(text)
    assert root.tag == f"{{{NAMESPACE}}}svg"
    assert root.attrib == {"viewBox": "0 0 40 30.5", "class": "map"}
    assert [(child.tag.rpartition("}")[2], child.text) for child in root] == [("title", "<i> & co"), ("text", "<b>")]


def test_a_text_with_a_halo_is_there_once() -> None:
    (only,) = ElementTree.fromstring(f"<g>{haloed('Betio', Point(1, 2), 'area', fill='#123')}</g>")
    assert only.get("class") == "halo area"
    assert only.text == "Betio"
