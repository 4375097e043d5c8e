"""The boxes below the map: the ships of each zone with their waves, and units waiting for aircraft."""

from tarawa_cli.games.malta.exports.picture.counters import ALONE, Placed
from tarawa_cli.games.malta.model.board import Board
from tarawa_cli.games.malta.model.places import AIR, follow_up, wave_of
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.views.scene import Position
from tarawa_cli.kernel.hints import Iterator, NamedTuple
from tarawa_cli.kernel.render.counters import Box
from tarawa_cli.kernel.render.markup import Markup, element
from tarawa_cli.kernel.render.svg import Point, write
from tarawa_cli.kernel.scene.model import Counter

_GAP, _LABEL, _HEADING, _EDGE = 4, 18, 36, 8
_BETWEEN = 12
_WAVES = {1: "first wave", 2: "second wave"}


class Label(NamedTuple):
    """The label of a part of a box."""

    text: str
    at: Point


class Boxes:
    """A row of frames, as wide and as high as the sheet allows."""

    def __init__(self, state: State, corner: Point, wide: float, high: float) -> None:
        self.state, self.corner, self.high = state, corner, high
        self.titles = [*(f"Off the {zone}" for zone in state.board.beaches), "Waiting for aircraft"]
        self.wide = wide / len(self.titles) - _BETWEEN
        self._last: tuple[list[tuple[str, str]], tuple[list[Label], list[tuple[str, Box]]]] = ([], ([], []))

    def frames(self) -> Iterator[Markup]:
        """The empty frames with their titles."""
        for number, title in enumerate(self.titles):
            place = self._place(number)
            yield element("rect", class_="panel", x=place.x, y=place.y, width=self.wide, height=self.high, rx=8)
            yield write(title, place.moved(14, 26), class_="left heading")

    def labels(self, position: Position) -> list[Markup]:
        """Which wave is which."""
        return [write(text, at, class_="left small") for text, at in self._layout(position)[0]]

    def counters(self, position: Position) -> list[Placed]:
        counters = position.scene.counters
        return [Placed(counters[id], box) for id, box in self._layout(position)[1]]

    def _layout(self, position: Position) -> tuple[list[Label], list[tuple[str, Box]]]:
        """The units of each box, computed again when one has come or gone."""
        off = [
            (counter.at, counter.id)
            for counter in position.scene.counters.values()
            if counter.at not in position.board.terrain
        ]
        if self._last[0] != off:
            found = [*self._filled(position)]
            labels = [one for one in found if isinstance(one, Label)]
            placed = [(one.unit.id, one.box) for one in found if isinstance(one, Placed)]
            self._last = off, (labels, placed)
        return self._last[1]

    def _place(self, number: int) -> Point:
        return self.corner.moved(number * (self.wide + _BETWEEN), 0)

    def _filled(self, position: Position) -> Iterator[Label | Placed]:
        board, places = position.board, position.scene.stacks()
        for number, zone in enumerate([*board.beaches, AIR]):
            parts = {name: places[name] for name in _names(board, sorted(places), zone) if name in places}
            yield from self._in_frame(parts, self._place(number).moved(_EDGE, _HEADING))

    def _in_frame(self, parts: dict[str, list[Counter]], corner: Point) -> Iterator[Label | Placed]:
        """Rows of counters under the names of their waves, as large as on the map if they fit."""
        wide, high = map(float, ALONE)
        while self._height(parts, wide, high) > self.high - _HEADING:
            wide, high = wide * 0.9, high * 0.9
        down = 0.0
        for name, units in parts.items():
            if told := _told(name):
                yield Label(told, corner.moved(4, down + _LABEL - 5))
                down += _LABEL
            per_row = self._per_row(wide)
            for place, unit in enumerate(units):
                x, y = place % per_row * (wide + _GAP) + wide / 2, place // per_row * (high + _GAP) + high / 2
                yield Placed(unit, Box(corner.moved(x, down + y), wide, high))
            down += self._rows(units, wide) * (high + _GAP)

    def _per_row(self, wide: float) -> int:
        return int((self.wide - 2 * _EDGE) // (wide + _GAP))

    def _rows(self, units: list[Counter], wide: float) -> int:
        return -(-len(units) // self._per_row(wide))

    def _height(self, parts: dict[str, list[Counter]], wide: float, high: float) -> float:
        rows = (self._rows(units, wide) * (high + _GAP) for units in parts.values())
        return sum(rows) + _LABEL * sum(map(bool, map(_told, parts)))


def _names(board: Board, boxes: list[str], zone: str) -> Iterator[str]:
    """The boxes in a frame: those of the waves first, then who follows."""
    if zone == AIR:
        yield AIR
        return
    yield from (box for box in boxes if (wave := wave_of(box)) and wave[0] in board.beaches[zone])
    yield follow_up(zone)


def _told(name: str) -> str:
    """The label over the counters of a wave; the other boxes have only the title of the frame."""
    wave = wave_of(name)
    return f"{_WAVES[wave[1]]} to {wave[0]}" if wave else "to follow" if name != AIR else ""
