"""The hex grid as SVG: where hexes, corners and sides lie on the sheet, and the few shapes that maps are made of.

North is up and west is left, as in the text map.
"""

from collections.abc import Iterable
from math import cos, pi, sin, sqrt
from typing import NamedTuple

from tarawa_cli.kernel.hexes import DIRECTIONS, Hex, Side, direction, row, westing
from tarawa_cli.kernel.render.markup import Markup, Value, element, escaped, joined, number

NAMESPACE = "http://www.w3.org/2000/svg"
# The corners at the ends of each side; corner 0 is the northern one, and they count clockwise.
_ENDS = {"E": (1, 2), "SE": (2, 3), "SW": (3, 4), "W": (4, 5), "NW": (5, 0), "NE": (0, 1)}
BEARINGS = {name: 60.0 * place for place, name in enumerate(DIRECTIONS)}
"""Degrees from east, clockwise, as SVG turns."""


class Point(NamedTuple):
    x: float
    y: float

    def moved(self, x: float, y: float) -> "Point":
        return Point(self.x + x, self.y + y)

    def towards(self, bearing: float, length: float) -> "Point":
        """So far from here in a direction, in degrees from east, clockwise."""
        return self.moved(length * cos(bearing * pi / 180), length * sin(bearing * pi / 180))

    def __str__(self) -> str:
        return f"{number(self.x)},{number(self.y)}"


def middle(points: Iterable[Point]) -> Point:
    """The point in the midst of some."""
    found = list(points)
    return Point(sum(point.x for point in found) / len(found), sum(point.y for point in found) / len(found))


class Grid:
    """The sheet on which some hexes are drawn: pointy-top, so many units wide, the first of them at a corner."""

    def __init__(self, hexes: Iterable[Hex], width: float, corner: Point) -> None:
        shown = sorted(hexes)
        self.width = width
        self.radius = width / sqrt(3)
        self.corner = corner
        self._west = max(map(westing, shown))
        self._north = row(shown[0])
        self.end = (
            self.centre(shown[-1]).moved(0, self.radius)._replace(x=max(self.centre(at).x for at in shown) + width / 2)
        )
        """The corner in the south-east."""

    def centre(self, at: Hex) -> Point:
        across = (self._west - westing(at) + 1) * self.width / 2
        return self.corner.moved(across, (row(at) - self._north) * self.radius * 1.5 + self.radius)

    def corners(self, at: Hex) -> list[Point]:
        """The six corners, clockwise from the north."""
        centre = self.centre(at)
        return [centre.towards(60.0 * turn - 90, self.radius) for turn in range(6)]

    def outline(self, at: Hex) -> str:
        """A hex as path data."""
        return outline(self.centre(at), self.radius)

    def side(self, one: Hex, other: Hex) -> tuple[Point, Point]:
        """The ends of the side between two neighbours."""
        towards = direction(one, other)
        if towards is None:
            raise ValueError(f"{one} and {other} are no neighbours")
        corners = self.corners(one)
        first, last = _ENDS[towards]
        return corners[first], corners[last]

    def sides(self, sides: Iterable[Side]) -> str:
        """Sides as path data."""
        return "".join(f"M{start}L{end}" for start, end in (self.side(*side) for side in sides))

    def steps(self, steps: Iterable[Side]) -> str:
        """Lines from hex to hex as path data."""
        return "".join(f"M{self.centre(one)}L{self.centre(other)}" for one, other in steps)


def outline(centre: Point, radius: float) -> str:
    """A hex of any size as path data."""
    half, rise = number(radius * sqrt(3) / 2), number(radius / 2)
    start = centre.moved(0, -radius)
    return f"M{start}l{half},{rise}v{number(radius)}l-{half},{rise} -{half},-{rise}v-{number(radius)}z"


def star(centre: Point, radius: float, points: int = 5) -> str:
    """A star as path data."""
    tips = (
        centre.towards(180.0 * turn / points - 90, radius if turn % 2 == 0 else radius * 0.4)
        for turn in range(2 * points)
    )
    return f"M{'L'.join(map(str, tips))}z"


def write(text: str, at: Point, **attributes: Value) -> Markup:
    """A line of text."""
    return element("text", escaped(text), x=at.x, y=at.y, **attributes)


def haloed(text: str, at: Point, class_: str, **attributes: Value) -> Markup:
    """A line of text over its own outline of class `halo`, to be read on any ground."""
    below = write(text, at, class_=f"halo {class_}", aria_hidden="true", **attributes)
    return joined([below, write(text, at, class_=class_, **attributes)])


def titled(text: str) -> Markup:
    """What is told about a thing to whoever points at it, or has it read aloud."""
    return element("title", escaped(text))


def picture(size: Point, *children: Markup, **attributes: Value) -> Markup:
    """A whole drawing."""
    box = f"0 0 {number(size.x)} {number(size.y)}"
    return element("svg", *children, xmlns=NAMESPACE, viewBox=box, width=size.x, height=size.y, **attributes)
