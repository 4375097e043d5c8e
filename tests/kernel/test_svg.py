"""The hex grid as SVG: hexes lie where their neighbours say, share their sides, and are regular."""

import re
import xml.etree.ElementTree as ElementTree
from math import hypot, isclose, sqrt

import pytest

from tarawa_cli.kernel.hexes import Grid, Hex
from tarawa_cli.kernel.render.svg import (
    NAMESPACE,
    Point,
    Sheet,
    haloed,
    middle,
    outline,
    picture,
    star,
    titled,
    write,
)

GRID = Grid("pointy", "RRCC", "westward", "odd")
MIDST = ("2020", "2121")
HEXES = GRID.within("2020", 4)
SHEET = Sheet(GRID, HEXES, 60, Point(7, 11))


def close_to(one: Point, other: Point) -> bool:
    return isclose(one.x, other.x, abs_tol=1e-6) and isclose(one.y, other.y, abs_tol=1e-6)


def gone_round(data: str) -> list[Point]:
    """The corners of an outline, worked out from its path data."""
    points = []
    here = Point(0, 0)
    for letter, numbers in re.findall(r"([Mlv])([-\d., ]+)", data):
        steps = [float(word) for word in re.findall(r"-?[\d.]+", numbers)]
        pairs = [(0.0, steps[0])] if letter == "v" else list(zip(steps[::2], steps[1::2], strict=True))
        for x, y in pairs:
            here = Point(x, y) if letter == "M" else here.moved(x, y)
            points.append(here)
    return points


@pytest.mark.parametrize("at", MIDST)
@pytest.mark.parametrize("direction", GRID.directions)
def test_a_neighbour_lies_a_hex_away_in_its_direction(at: Hex, direction: str) -> None:
    other = GRID.neighbour(at, direction)
    assert other is not None
    assert close_to(SHEET.centre(other), SHEET.centre(at).towards(GRID.bearings[direction], 60))


def test_north_is_up_and_west_is_left() -> None:
    assert SHEET.centre("2021").x < SHEET.centre("2020").x
    assert SHEET.centre("1920").y < SHEET.centre("2020").y


@pytest.mark.parametrize("at", MIDST)
@pytest.mark.parametrize("direction", GRID.directions)
def test_two_neighbours_share_a_side_between_them(at: Hex, direction: str) -> None:
    other = GRID.neighbour(at, direction)
    assert other is not None
    ends, back = SHEET.side(at, other), SHEET.side(other, at)
    assert close_to(ends[0], back[1])
    assert close_to(ends[1], back[0])
    assert close_to(middle(ends), middle([SHEET.centre(at), SHEET.centre(other)]))
    assert isclose(hypot(ends[0].x - ends[1].x, ends[0].y - ends[1].y), SHEET.radius)


def test_there_is_no_side_between_hexes_that_do_not_touch() -> None:
    with pytest.raises(ValueError, match="2020 and 2022 are no neighbours"):
        SHEET.side("2020", "2022")


def test_corners_start_in_the_north_and_go_clockwise() -> None:
    centre, corners = SHEET.centre("2020"), SHEET.corners("2020")
    assert close_to(corners[0], centre.moved(0, -SHEET.radius))
    assert corners[1].x > centre.x
    assert close_to(corners[3], centre.moved(0, SHEET.radius))


def test_an_outline_goes_through_the_corners() -> None:
    points = gone_round(SHEET.outline("2020"))
    assert len(points) == 6
    for point, corner in zip(points, SHEET.corners("2020"), strict=True):
        assert abs(point.x - corner.x) <= 0.2
        assert abs(point.y - corner.y) <= 0.2
    assert outline(SHEET.centre("2020"), 60 / sqrt(3)) == SHEET.outline("2020")


def test_the_grid_fills_its_sheet_from_corner_to_corner() -> None:
    corners = [corner for at in HEXES for corner in SHEET.corners(at)]
    assert close_to(Point(min(c.x for c in corners), min(c.y for c in corners)), Point(7, 11))
    assert close_to(Point(max(c.x for c in corners), max(c.y for c in corners)), SHEET.end)


def test_paths_of_sides_and_steps() -> None:
    start, end = SHEET.side("2020", "2019")
    assert SHEET.sides([("2020", "2019")]) == f"M{start}L{end}"
    assert SHEET.steps([("2020", "2019"), ("2019", "2018")]).count("M") == 2


def test_a_star_has_its_first_tip_above() -> None:
    assert star(Point(0, 0), 10).startswith("M0,-10L")
    assert star(Point(0, 0), 10).count("L") == 9
    assert star(Point(0, 0), 10, points=6).count("L") == 11


def test_a_picture_is_xml_with_its_text_escaped() -> None:
    text = picture(Point(40, 30.5), titled("<i> & co"), write("<b>", Point(1, 2), class_="x"), class_="map")
    root = ElementTree.fromstring(text)
    assert root.tag == f"{{{NAMESPACE}}}svg"
    assert root.attrib == {"viewBox": "0 0 40 30.5", "width": "40", "height": "30.5", "class": "map"}
    assert [(child.tag.rpartition("}")[2], child.text) for child in root] == [("title", "<i> & co"), ("text", "<b>")]


def test_a_halo_is_not_read_aloud() -> None:
    below, above = ElementTree.fromstring(f"<g>{haloed('Betio', Point(1, 2), 'area', fill='#123')}</g>")
    assert (below.get("class"), below.get("aria-hidden")) == ("halo area", "true")
    assert (above.get("class"), above.get("aria-hidden")) == ("area", None)
    assert below.text == above.text == "Betio"
