"""Counters: name, arm, size, strength, steps, and what has happened to the unit."""

from collections.abc import Iterator

from tarawa_cli.games.malta.exporting.picture.sheet import GRID
from tarawa_cli.games.malta.exporting.picture.symbols import FRAME, LEADER, SHIP, SIZES, SOLID, SYMBOLS
from tarawa_cli.games.malta.looking.scene import Position
from tarawa_cli.games.malta.looking.unit_reports import unit_summary
from tarawa_cli.games.malta.model.state import DEMORALISED, DISORGANISED
from tarawa_cli.kernel.hints import NamedTuple
from tarawa_cli.kernel.render.markup import Markup, element, number
from tarawa_cli.kernel.render.svg import Point, titled, write
from tarawa_cli.kernel.scene.model import Counter


class Box(NamedTuple):
    """The place of a counter: its centre, width and height."""

    middle: Point
    wide: float
    high: float

    def corner(self, x: float = 0, y: float = 0) -> Point:
        """A point measured from the upper left corner."""
        return self.middle.moved(x - self.wide / 2, y - self.high / 2)

    @property
    def tall(self) -> bool:
        """Whether there is room for the symbol of its arm."""
        return self.high >= 30

    @property
    def flat(self) -> bool:
        """Whether there is room for one line only."""
        return self.high < 18


class Placed(NamedTuple):
    """A counter and its place."""

    unit: Counter
    box: Box


ALONE = (52, 46)
_PAIR = (46, 42)
_ROOM = 72
"""The greatest height of a stack."""
_WIDE = 44
_NARROW = 33
_PER_ROW = 2
_MANY = 8
"""From so many on there are three in a row."""
_SIGN = 0.62
"""The width of a bold letter or digit, as a fraction of its size."""


def all_counters(position: Position) -> Iterator[Markup]:
    """Every unit on the map, by hex."""
    for unit, box in on_map(position):
        yield counter(position, unit, box)


def on_map(position: Position) -> Iterator[Placed]:
    """Every counter that lies on the map itself, by hex."""
    for at, units in sorted(position.scene.stacks().items()):
        if at in position.scene.hexes:
            yield from map(Placed, units, boxes(GRID.centre(at), len(units)))


def boxes(centre: Point, count: int) -> list[Box]:
    """Places for a number of counters in a hex: one alone, two side by side, more in rows."""
    if count == 1:
        return [Box(centre, *ALONE)]
    per_row = _PER_ROW if count < _MANY else _PER_ROW + 1
    rows = -(-count // per_row)
    wide, high = _PAIR if rows == 1 else (_WIDE if per_row == _PER_ROW else _NARROW, min(32, _ROOM / rows - 1))
    return [_in_row(centre, place, count, per_row, wide, high) for place in range(count)]


def _in_row(centre: Point, place: int, count: int, per_row: int, wide: float, high: float) -> Box:
    row, rows = place // per_row, -(-count // per_row)
    beside = min(per_row, count - row * per_row)
    across = (place % per_row - (beside - 1) / 2) * (wide + 1)
    return Box(centre.moved(across, (row - (rows - 1) / 2) * (high + 1)), wide, high)


# ── One counter


def counter(position: Position, unit: Counter, box: Box) -> Markup:
    """One counter with everything on it; the mouse over it shows what `unit` says."""
    told = titled("\n".join(unit_summary(position.state, position.state.units[unit.id])))
    return element("g", told, *face(unit, box), class_=kinds(unit), data_unit=unit.id)


def bare(unit: Counter, box: Box) -> Markup:
    """A counter as a sample."""
    return element("g", *face(unit, box), class_=kinds(unit))


def kinds(unit: Counter) -> str:
    """Its classes: nation, side, state, and whether it has done its part."""
    states = [mark.name for mark in unit.marks if mark.name in (DISORGANISED, DEMORALISED)]
    return " ".join(["unit", unit.notes["nation"], unit.side, *states, *([] if unit.ready else ["spent"])])


def face(unit: Counter, box: Box) -> Iterator[Markup]:
    """All that shows of a counter."""
    shade, card = box.corner(2, 2), box.corner()
    yield element("rect", class_="shade", x=shade.x, y=shade.y, width=box.wide, height=box.high, rx=3)
    yield element("rect", class_="card", x=card.x, y=card.y, width=box.wide, height=box.high, rx=3)
    yield element("rect", class_="stripe", x=card.x, y=card.y, width=3, height=box.high)
    yield from _line(unit, box) if box.flat else _full(unit, box)
    yield from _befallen(unit, box)


def _line(unit: Counter, box: Box) -> Iterator[Markup]:
    """Name and strength side by side."""
    text = " ".join(filter(None, [unit.name, strength(unit)]))
    size = _fitting(text, box.wide - 4, box.high * 0.75)
    yield write(text, box.middle.moved(0, size * 0.36), font_size=size)


def _full(unit: Counter, box: Box) -> Iterator[Markup]:
    """Name above, strength below, and the symbol between them if there is room."""
    size = 10.5 if box.tall else 9
    yield write(unit.name, box.corner(box.wide / 2, size), font_size=_fitting(unit.name, box.wide - 4, size))
    if box.tall:
        yield symbol(unit, box.corner(box.wide / 2, box.high / 2 + 1), box.high / 46)
    below = strength(unit)
    if below:
        yield write(below, box.corner(box.wide / 2, box.high - 3), font_size=_fitting(below, box.wide - 12, size + 0.5))


def strength(unit: Counter) -> str:
    """What it fights with; of guns also how far, of leaders with a star."""
    if unit.kind == "leader":
        return f"★{unit.numbers}"
    far = unit.notes["range"] if unit.kind in ("artillery", "aa", "coast-gun") and unit.numbers != "?" else 0
    return f"{unit.numbers} ({far})" if far else unit.numbers


def symbol(unit: Counter, place: Point, scale: float) -> Markup:
    """The sign of its arm, with its size above the frame."""
    at = f"translate({place}) scale({number(scale)})"
    if unit.kind == "leader":
        return element("path", class_="solid", d=LEADER, transform=at)
    if unit.kind == "warship":
        return element("path", class_="symbol", d=SHIP, transform=at)
    lines = [element("path", class_="frame", d=FRAME), element("path", class_="symbol", d=SYMBOLS[unit.kind])]
    if unit.kind in SOLID:
        lines.append(element("path", class_="solid", d=SOLID[unit.kind]))
    size = SIZES.get(unit.notes["size"], "")
    lines += [write(size, Point(14, -2), class_="size", font_size=7)] if size else []
    return element("g", *lines, transform=at)


def _fitting(text: str, room: float, most: float) -> float:
    """A size at which a text fits."""
    return round(min(most, room / (_SIGN * max(1, len(text)))), 1)


# ── What has happened to it


_DRAWN = (DISORGANISED, DEMORALISED, "unsupplied", "empty", "fired")
"""Marks that have a drawing of their own; the others are written."""


def _befallen(unit: Counter, box: Box) -> Iterator[Markup]:
    marks = {mark.name for mark in unit.marks}
    for name in (DISORGANISED, DEMORALISED):
        if name in marks:
            yield state(box.corner(box.wide - 3, 3), name)
    if "unsupplied" in marks:
        yield unsupplied(box.corner(3, 3))
    if others := " ".join(mark.text for mark in unit.marks if mark.name not in _DRAWN):
        yield write(others, box.corner(box.wide / 2, box.high - 2.5), font_size=7)
    if "ammo" in unit.notes and not box.flat:
        yield ammunition(box.corner(6, box.high - 6), unit.notes["ammo"])
    if unit.full > 1 and not box.flat:
        yield from _pips(unit, box)


def state(place: Point, name: str) -> Markup:
    """D or Z in a circle (11)."""
    circle = element("circle", class_=f"state {name}", cx=place.x, cy=place.y, r=6)
    return element("g", circle, write("D" if name == "disorganised" else "Z", place.moved(0, 3), class_="badge"))


def unsupplied(place: Point) -> Markup:
    """A triangle: out of supply (8.4)."""
    return element("path", class_="unsupplied", d=f"M{place.moved(0, -6)}l6,10h-12z")


def ammunition(place: Point, has: bool) -> Markup:
    """A round, or the hole where one was (12.5)."""
    return element("circle", class_="ammo" if has else "no-ammo", cx=place.x, cy=place.y, r=3)


def _pips(unit: Counter, box: Box) -> Iterator[Markup]:
    """A pip for each step, hollow if it is lost (2.2)."""
    for step in range(unit.full):
        place = box.corner(4, box.high / 2 - 4 + 5 * step)
        lost = " lost" if step >= unit.steps else ""
        yield element("circle", class_=f"pip{lost}", cx=place.x, cy=place.y, r=1.7)
