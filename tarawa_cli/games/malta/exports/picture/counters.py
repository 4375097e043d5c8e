"""Counters with name, arm, size, strength and steps; markers on a hex; boxes below the map."""

from itertools import groupby

from tarawa_cli.games.malta.exports.picture.ground import ALONE, GRID, WIDTH
from tarawa_cli.games.malta.model.board import Board
from tarawa_cli.games.malta.model.state import DEMORALISED, DISORGANISED, State
from tarawa_cli.games.malta.model.unit import AIR, follow_up, wave_of
from tarawa_cli.games.malta.narration.sentences import listed
from tarawa_cli.games.malta.views.reports import unit_summary
from tarawa_cli.games.malta.views.scene import Position
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.exports.counters import Box, abbreviated, card, fitting, stacked, tally
from tarawa_cli.kernel.exports.svg import Markup, Point, element, number, outline, titled, write
from tarawa_cli.kernel.hints import Iterator, NamedTuple
from tarawa_cli.kernel.scene import Counter

# ── The signs of arms, as on staff maps: drawn around a middle, in a frame of 22 by 13


FRAME = "M-11,-6.5h22v13h-22z"
_CROSS = "M-11,-6.5l22,13M-11,6.5l22,-13"
_DOT = "M-2.6,0a2.6,2.6 0 1,0 5.2,0a2.6,2.6 0 1,0 -5.2,0"
SYMBOLS = {
    "infantry": _CROSS,
    "para": _CROSS + "M-5,6.3q2.5,-4 5,0q2.5,-4 5,0",
    "glider": _CROSS + "M-6,6l6,-3.5l6,3.5",
    "commando": _CROSS + "M0,-6.5v13",
    "marine": _CROSS + "M0,-5.5v10M-4,1q4,6 8,0",
    "motorcycle": _CROSS + "M-7,8.8a2,2 0 1,0 4,0a2,2 0 1,0 -4,0M3,8.8a2,2 0 1,0 4,0a2,2 0 1,0 -4,0",
    "engineer": "M-6,4v-7h12v7M0,-3v7",
    "tank": "M-5,-4h10a4,4 0 0,1 0,8h-10a4,4 0 0,1 0,-8z",
    "antitank": "M-11,6.5l11,-13l11,13",
    "artillery": "",
    "aa": "M-6,6.5a6,6 0 0,1 12,0",
    "coast-gun": "M-9,5q3,-3 6,0t6,0t6,0",
    "hq": "M-11,6.5v5M-11,-2h22",
    "security": "M-11,6.5l22,-13",
}
"""The lines of each kind of unit; leaders and ships have no frame."""
SOLID = {"artillery": _DOT, "aa": _DOT, "coast-gun": _DOT}
"""The filled parts of symbols."""
LEADER = "M0,-8l2.2,5.2h5.6l-4.4,3.6l1.6,5.6l-5,-3.3l-5,3.3l1.6,-5.6l-4.4,-3.6h5.6z"
SHIP = "M-13,1h26l-4,6h-18zM-6,1v-4h11v4M-1,-3v-5M3,-3v-3"
SIZES = {"bn": "M14,-3.5v7m3,-7v7", "co": "M14,-3.5v7", "bty": "M14,-3.5v7"}
"""The strokes beside the frame, by size."""


# ── Counters


class CounterPlace(NamedTuple):
    """A counter and its place."""

    unit: Counter
    box: Box


class Stack(NamedTuple):
    """Counters of one side on one another, the top one first."""

    at: str
    counters: list[CounterPlace]


_OPPOSED = (52, 70)
"""The size of the counters where both sides are in one hex, and so side by side."""
_ABOVE = 5
"""How far above the centre of a hex its counters are, with room below for support assigned to it."""
_PIP = "a2.8,2.8 0 1,0 5.6,0a2.8,2.8 0 1,0 -5.6,0"
_LETTERS = 9
"""A longer name is abbreviated."""


def all_counters(position: Position) -> Iterator[Markup]:
    """Every unit on the map, by hex; the top of a stack last."""
    for stack in stacks(position):
        top = stack.counters[0]
        yield from (counter(position, one.unit, one.box, one is not top) for one in reversed(stack.counters))
        yield tally(top.box, len(stack.counters))


def stacks(position: Position) -> Iterator[Stack]:
    """Every counter on the map itself, by hex."""
    for at, units in sorted(position.scene.stacks().items()):
        if at in position.scene.hexes:
            sides = [[*group] for _, group in groupby(sorted(units, key=_side), key=_side)]
            for place, group in zip(places(GRID.centre(at), len(sides)), sides, strict=True):
                yield Stack(at, [*map(CounterPlace, group, stacked(place, len(group)))])


def _side(unit: Counter) -> str:
    return unit.side


def places(centre: Point, sides: int) -> list[Box]:
    """The places of the stacks in a hex: one in the middle, or one for each side."""
    if sides == 1:
        return [Box(centre.moved(0, -_ABOVE), *ALONE)]
    return [Box(centre.moved(across, -_ABOVE), *_OPPOSED) for across in (-28, 28)]


# ── One counter


def counter(position: Position, unit: Counter, box: Box, below: bool = False) -> Markup:
    """One counter with everything on it; the mouse over it shows what `unit` says."""
    told = titled("\n".join(unit_summary(position.state, position.state.units[unit.id])))
    return element("g", told, *(_card(box) if below else face(unit, box)), class_=kinds(unit), data_unit=unit.id)


def bare(unit: Counter, box: Box) -> Markup:
    """A counter as a sample."""
    return element("g", *face(unit, box), class_=kinds(unit))


def kinds(unit: Counter) -> str:
    """The style classes of a counter: nation, side, state, and whether it has acted."""
    states = [mark.name for mark in unit.marks if mark.name in (DISORGANISED, DEMORALISED)]
    return " ".join(["unit", unit.notes["nation"], unit.side, *states, *([] if unit.ready else ["spent"])])


def face(unit: Counter, box: Box) -> Iterator[Markup]:
    """The face of a counter: the name above, its arm in the middle, its strength below."""
    size = box.high / 70
    yield from _card(box)
    marks = {mark.name for mark in unit.marks}
    name, room = abbreviated(unit.name, _LETTERS), box.wide - 6 - 10 * bool(marks & {DISORGANISED, DEMORALISED})
    yield write(name, box.corner(4 + room / 2, 15 * size), font_size=fitting(name, room, 16 * size))
    below = strength(unit)
    middle = box.corner(box.wide / 2 + 2, (33 if below else 42) * size)
    yield symbol(unit, middle, 1.45 * size)
    if below:
        place = box.corner(box.wide / 2 + 2, box.high - 4 * size)
        yield write(below, place, font_size=fitting(below, box.wide - 18, 21 * size))
    yield from _conditions(unit, box)


def _card(box: Box) -> Iterator[Markup]:
    yield from card(box)
    corner = box.corner()
    yield element("rect", class_="stripe", x=corner.x, y=corner.y, width=4, height=box.high)


def strength(unit: Counter) -> str:
    """The strength of a unit; with the range for guns, with a star for leaders."""
    if unit.kind == "leader":
        return f"★{unit.numbers}"
    far = unit.notes["range"] if unit.kind in ("artillery", "aa", "coast-gun") and unit.numbers != "?" else 0
    return f"{unit.numbers} ({far})" if far else unit.numbers


def symbol(unit: Counter, place: Point, scale: float) -> Markup:
    """The symbol of an arm, with the size of the unit."""
    at = f"translate({place}) scale({number(scale)})"
    if unit.kind == "leader":
        return element("path", class_="solid", d=LEADER, transform=at)
    if unit.kind == "warship":
        return element("path", class_="symbol", d=SHIP, transform=at)
    drawn = SYMBOLS[unit.kind] + SIZES.get(unit.notes["size"], "")
    lines = [element("path", class_="frame", d=FRAME), element("path", class_="symbol", d=drawn)]
    if unit.kind in SOLID:
        lines.append(element("path", class_="solid", d=SOLID[unit.kind]))
    return element("g", *lines, transform=at)


# ── What has happened to it


_DRAWN = (DISORGANISED, DEMORALISED, "unsupplied", "empty", "fired")
"""Marks that have a drawing of their own; the others are written."""


def _conditions(unit: Counter, box: Box) -> Iterator[Markup]:
    marks = {mark.name for mark in unit.marks}
    for name in (DISORGANISED, DEMORALISED):
        if name in marks:
            yield state(box.corner(box.wide - 2, 2), name)
    if "unsupplied" in marks:
        yield unsupplied(box.corner(1, box.high - 3))
    if others := " ".join(mark.text for mark in unit.marks if mark.name not in _DRAWN):
        yield write(others, box.corner(box.wide / 2, box.high - 2.5), font_size=7)
    if "ammo" in unit.notes:
        yield ammunition(box.corner(box.wide - 8, box.high * 0.3), unit.notes["ammo"])
    if unit.full > 1:
        yield from _pips(unit, box)


def state(place: Point, name: str) -> Markup:
    """D or Z in a circle (11)."""
    circle = element("circle", class_=f"state {name}", cx=place.x, cy=place.y, r=9)
    return element("g", circle, write("D" if name == DISORGANISED else "Z", place.moved(0, 4.5), class_="badge"))


def unsupplied(place: Point) -> Markup:
    """A triangle: out of supply (8.4)."""
    return element("path", class_="unsupplied", d=f"M{place.moved(0, -8)}l8,14h-16z")


def ammunition(place: Point, has: bool) -> Markup:
    """A round, or the hole where one was (12.5)."""
    return element("circle", class_="ammo" if has else "no-ammo", cx=place.x, cy=place.y, r=4)


def _pips(unit: Counter, box: Box) -> Iterator[Markup]:
    """A pip for each step below one another, hollow if it is lost (2.2)."""
    for kind, steps in (("pip", range(unit.steps)), ("pip lost", range(unit.steps, unit.full))):
        if steps:
            places = (box.corner(8.2, box.high * 0.32 + 8 * step) for step in steps)
            yield element("path", class_=kind, d="".join(f"M{place}{_PIP}" for place in places))


# ── Markers on a hex: strongpoints, drop zones, guns and planes assigned to it


_ROOM = 12
"""The letters that fit below the counters of a hex."""


def of_hexes(position: Position) -> Iterator[Markup]:
    for at in sorted(position.scene.hexes):
        if drawn := of_hex(position, at, GRID.centre(at)):
            yield element("g", *drawn, data_hex=at)


def of_hex(position: Position, at: Hex, centre: Point) -> list[Markup]:
    """The markers of a hex, drawn around a point."""
    view = position.scene.hexes[at]
    marks = {mark.name for mark in view.marks}
    found = [strongpoint(centre)] if "strongpoint" in marks else []
    if given := view.notes["given"]:
        told = listed(given)
        found.append(support(centre.moved(0, WIDTH * 0.41), told if len(told) <= _ROOM else f"{len(given)} in support"))
    return [*found, *(drop_zone(centre, told) for told in view.notes["jumps"])]


def drop_zone(centre: Point, text: str) -> Markup:
    """A parachute over the hex, with the zone's name and turn below it."""
    top = centre.moved(0, -18)
    lines = f"M{top.moved(-16, 0)}L{top.moved(0, 18)}L{top.moved(16, 0)}M{top}v18"
    drawn = element("path", class_="canopy", d=f"M{top.moved(-16, 0)}a16,14 0 0,1 32,0z{lines}")
    words = (write(word, centre.moved(0, 17 + 15 * line)) for line, word in enumerate(text.split(" ")))
    return element("g", drawn, *words, class_="drop-zone")


def strongpoint(centre: Point, radius: float = WIDTH * 0.5) -> Markup:
    """A strongpoint (16.2)."""
    return element("path", class_="strongpoint", d=outline(centre, radius, "flat"))


def support(place: Point, text: str) -> Markup:
    """Guns and planes that fire at a hex (9.2)."""
    wide = 8 * len(text) + 10
    box = element("rect", x=place.x - wide / 2, y=place.y - 8, width=wide, height=16, rx=4)
    return element("g", box, write(text, place.moved(0, 5)), class_="given")


# ── The boxes below the map: the ships of each zone with their waves, and units waiting for aircraft


_GAP, _LABEL, _HEADING, _EDGE = 4, 18, 36, 8
_BETWEEN = 12
_WAVES = {1: "first wave", 2: "second wave"}


class BoxLabel(NamedTuple):
    """The label of a part of a box."""

    text: str
    at: Point


class Boxes:
    """A row of frames, as wide and as high as the sheet allows."""

    def __init__(self, state: State, corner: Point, wide: float, high: float) -> None:
        self.state, self.corner, self.high = state, corner, high
        self.titles = [*(f"Off the {zone}" for zone in state.board.beaches), "Waiting for aircraft"]
        self.wide = wide / len(self.titles) - _BETWEEN
        self._last: tuple[list[tuple[str, str]], tuple[list[BoxLabel], list[tuple[str, Box]]]] = ([], ([], []))

    def frames(self) -> Iterator[Markup]:
        """The empty frames with their titles."""
        for index, title in enumerate(self.titles):
            place = self._place(index)
            yield element("rect", class_="panel", x=place.x, y=place.y, width=self.wide, height=self.high, rx=8)
            yield write(title, place.moved(14, 26), class_="left heading")

    def labels(self, position: Position) -> list[Markup]:
        """The labels of the waves."""
        return [write(text, at, class_="left small") for text, at in self._layout(position)[0]]

    def counters(self, position: Position) -> list[CounterPlace]:
        counters = position.scene.counters
        return [CounterPlace(counters[id], box) for id, box in self._layout(position)[1]]

    def _layout(self, position: Position) -> tuple[list[BoxLabel], list[tuple[str, Box]]]:
        """The units of each box, computed again when one has arrived or left."""
        off = [
            (counter.at, counter.id)
            for counter in position.scene.counters.values()
            if counter.at not in position.board.terrain
        ]
        if self._last[0] != off:
            found = [*self._filled(position)]
            labels = [one for one in found if isinstance(one, BoxLabel)]
            placed = [(one.unit.id, one.box) for one in found if isinstance(one, CounterPlace)]
            self._last = off, (labels, placed)
        return self._last[1]

    def _place(self, index: int) -> Point:
        return self.corner.moved(index * (self.wide + _BETWEEN), 0)

    def _filled(self, position: Position) -> Iterator[BoxLabel | CounterPlace]:
        board, places = position.board, position.scene.stacks()
        for index, zone in enumerate([*board.beaches, AIR]):
            parts = {name: places[name] for name in _names(board, sorted(places), zone) if name in places}
            yield from self._in_frame(parts, self._place(index).moved(_EDGE, _HEADING))

    def _in_frame(self, parts: dict[str, list[Counter]], corner: Point) -> Iterator[BoxLabel | CounterPlace]:
        """Rows of counters under the names of their waves, as large as on the map if they fit."""
        wide, high = map(float, ALONE)
        while self._height(parts, wide, high) > self.high - _HEADING:
            wide, high = wide * 0.9, high * 0.9
        down = 0.0
        for name, units in parts.items():
            if told := _wave_label(name):
                yield BoxLabel(told, corner.moved(4, down + _LABEL - 5))
                down += _LABEL
            per_row = self._per_row(wide)
            for place, unit in enumerate(units):
                x, y = place % per_row * (wide + _GAP) + wide / 2, place // per_row * (high + _GAP) + high / 2
                yield CounterPlace(unit, Box(corner.moved(x, down + y), wide, high))
            down += self._rows(units, wide) * (high + _GAP)

    def _per_row(self, wide: float) -> int:
        return int((self.wide - 2 * _EDGE) // (wide + _GAP))

    def _rows(self, units: list[Counter], wide: float) -> int:
        return -(-len(units) // self._per_row(wide))

    def _height(self, parts: dict[str, list[Counter]], wide: float, high: float) -> float:
        rows = (self._rows(units, wide) * (high + _GAP) for units in parts.values())
        return sum(rows) + _LABEL * sum(map(bool, map(_wave_label, parts)))


def _names(board: Board, boxes: list[str], zone: str) -> Iterator[str]:
    """The boxes in a frame: waves first, then the Follow-up box."""
    if zone == AIR:
        yield AIR
        return
    yield from (box for box in boxes if (wave := wave_of(box)) and wave[0] in board.beaches[zone])
    yield follow_up(zone)


def _wave_label(name: str) -> str:
    """The label over the counters of a wave; the other boxes have only the title of the frame."""
    wave = wave_of(name)
    return f"{_WAVES[wave[1]]} to {wave[0]}" if wave else "to follow" if name != AIR else ""
