"""A coast without corners, computed from the hexes of the land.

The corners of the hexes are drawn towards their neighbours, and the line runs through the middle of every side.
"""

from tarawa_cli.kernel.board.hexes import Side
from tarawa_cli.kernel.hints import Iterable
from tarawa_cli.kernel.render.markup import Markup, element
from tarawa_cli.kernel.render.svg import Point, Sheet, middle

_ROUNDS = 2
"""How often every corner is drawn towards its neighbours."""
_Key = tuple[int, int]


class Coast:
    """The shores of all islands, from the sides between land and sea; of each side the land comes first."""

    def __init__(self, sheet: Sheet, sides: Iterable[Side]) -> None:
        self._ends = {side: sheet.side(*side) for side in sides}
        self._curves: dict[Side, str] = {}
        rings = [*self._rings()]
        self.outline = "".join(self._smooth(ring) for ring in rings)
        """All shores as path data, each closed."""

    def along(self, sides: Iterable[Side]) -> str:
        """The parts of the shore that some sides have become, as path data."""
        return "".join(self._curves[side] for side in sides)

    def clip(self, id: str) -> Markup:
        """What keeps a drawing on land."""
        return element("clipPath", element("path", d=self.outline), id=id)

    def _rings(self) -> Iterable[list[Side]]:
        """The sides of each island in the order in which one walks around it."""
        following = {_key(start): side for side, (start, _) in self._ends.items()}
        while following:
            ring = [following.pop(next(iter(following)))]
            while side := following.pop(_key(self._ends[ring[-1]][1]), None):
                ring.append(side)
            yield ring

    def _smooth(self, ring: list[Side]) -> str:
        corners = [self._ends[side][0] for side in ring]
        for _ in range(_ROUNDS):
            corners = [_between(_between(corners[place - 1], other), at) for place, at, other in _turns(corners)]
        middles = [_between(at, other) for _, at, other in _turns(corners)]
        on_line = [_between(_between(middles[place - 1], middles[place]), at) for place, at in enumerate(corners)]
        for place, side in enumerate(ring):
            here, after = corners[place], (place + 1) % len(ring)
            half, other = middles[place], _between(middles[place], corners[after])
            self._curves[side] = f"M{on_line[place]}Q{_between(here, half)} {half}Q{other} {on_line[after]}"
        curves = (f"Q{corners[place]} {middles[place]}" for place in range(len(ring)))
        return f"M{middles[-1]}{''.join(curves)}z"


def _turns(corners: list[Point]) -> Iterable[tuple[int, Point, Point]]:
    """Every corner with its place and the corner after it."""
    return ((place, at, corners[(place + 1) % len(corners)]) for place, at in enumerate(corners))


def _between(one: Point, other: Point) -> Point:
    return middle((one, other))


def _key(point: Point) -> _Key:
    """A point that is the same for the two sides that meet there."""
    return round(point.x * 4), round(point.y * 4)
