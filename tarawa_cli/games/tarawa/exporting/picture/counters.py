"""Counters: name, kind, steps, front or back, load, and what has happened to the unit."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from tarawa_cli.games.tarawa.exporting.picture.lines import pier_place
from tarawa_cli.games.tarawa.exporting.picture.sheet import GRID
from tarawa_cli.games.tarawa.exporting.picture.stage import Stage
from tarawa_cli.games.tarawa.exporting.picture.style import REGIMENTS, SUPPLY
from tarawa_cli.games.tarawa.looking import reports
from tarawa_cli.games.tarawa.looking.scene.units import heading
from tarawa_cli.games.tarawa.model.places import on_pier, parts
from tarawa_cli.games.tarawa.model.state import Unit
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.hints import NamedTuple
from tarawa_cli.kernel.render.markup import Markup, element, number
from tarawa_cli.kernel.render.svg import Point, titled, write
from tarawa_cli.kernel.traits import signs

# The symbol of an arm is drawn in a frame of 22 by 13, that of a craft over waves.
FRAME = "M-11,-6.5h22v13h-22z"
WAVES = "M-12,6q3,-3 6,0t6,0t6,0t6,0"


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
        return self.high >= 32

    @property
    def flat(self) -> bool:
        """Whether there is room for one line only."""
        return self.high < 17


_ALONE = (48, 44)
_PAIR = (33, 38)
_MORE = 33
_ROOM = 47
"""The greatest height of a stack."""
_ON_PIER = (25, 26)
_SIGN = 0.62
"""The width of a bold letter or digit, as a fraction of its size."""
_SMALLEST = 7
"""A name that would be smaller than this is shortened instead, if it can be."""
_BADGE = 6
"""The part of a counter's width that the badge of a pinned unit hides."""
_STRIP = 12
"""The part of a loaded craft that shows above its load."""


class Placed(NamedTuple):
    """A counter and its place."""

    unit: Unit
    box: Box


def all_counters(stage: Stage) -> Iterator[Markup]:
    """Every unit on the map, by hex; passengers on their craft."""
    for placed in on_map(stage):
        yield counter(stage, *placed[:2])


def on_map(stage: Stage) -> Iterator[Placed]:
    """Every counter that lies on the map itself, by hex."""
    for place in sorted(stage.places):
        if place in stage.board.terrain:
            yield from _stack(stage, place)
    for place in sorted(stage.places):
        if at := parts(place).pier:
            yield from _on_pier(stage, at)


def _stack(stage: Stage, at: Hex) -> Iterator[Placed]:
    stack = stage.places[at]
    for unit, box in zip(stack, boxes(GRID.centre(at), len(stack)), strict=True):
        yield Placed(unit, box)


def _on_pier(stage: Stage, at: Hex) -> Iterator[Placed]:
    stack = stage.places[on_pier(at)]
    middle = pier_place(stage.board, at)
    for order, unit in enumerate(stack):
        yield Placed(unit, Box(middle.moved(0, order * 20 - 10 * (len(stack) - 1)), *_ON_PIER))


def boxes(centre: Point, count: int) -> list[Box]:
    """Places for a number of counters in a hex: one alone, two side by side, more in rows of two."""
    if count == 1:
        return [Box(centre, *_ALONE)]
    rows = (count + 1) // 2
    wide, high = _PAIR if rows == 1 else (_MORE, min(22, _ROOM / rows - 1))
    places = []
    for order in range(count):
        alone = count % 2 and order == count - 1
        across = 0 if alone else (order % 2 - 0.5) * (wide + 1)
        places.append(Box(centre.moved(across, (order // 2 - (rows - 1) / 2) * (high + 1)), wide, high))
    return places


def bare(unit: Unit, box: Box) -> Markup:
    """A counter as it is printed."""
    return element("g", *_card(unit, box), *_full(unit, box), class_=kinds(unit))


def counter(stage: Stage, unit: Unit, box: Box) -> Markup:
    """One counter with everything on it and its load over it; the mouse over it shows what `unit` says."""
    load = _load(stage, unit, box)
    told = titled("\n".join(reports.unit_summary(stage.state, unit)))
    parts = [told, *face(stage, unit, box, bool(load))]
    alone = element("g", *parts, class_=kinds(unit), data_unit=unit.id)
    return element("g", alone, load, class_="loaded") if load else alone


def face(stage: Stage, unit: Unit, box: Box, loaded: bool) -> Iterator[Markup]:
    """All that shows of a counter, without its load."""
    yield from _card(unit, box)
    yield from _line(unit, _strip(box)) if loaded else _line(unit, box) if box.flat else _full(unit, box)
    yield from _befallen(stage, unit, box)


def kinds(unit: Unit) -> str:
    return " ".join(_classes(unit))


def _classes(unit: Unit) -> Iterator[str]:
    yield "unit"
    yield "craft" if unit.type.is_craft else "marine"
    if unit.on_back:
        yield "back"
    if unit.homeward or unit.emptied:
        yield "home"


def _card(unit: Unit, box: Box) -> Iterator[Markup]:
    shade, card, band = box.corner(2, 2), box.corner(), box.corner(1, 1)
    yield element("rect", class_="shade", x=shade.x, y=shade.y, width=box.wide, height=box.high, rx=3)
    yield element("rect", class_="card", x=card.x, y=card.y, width=box.wide, height=box.high, rx=3)
    if not unit.type.is_craft:
        colour = REGIMENTS[unit.type.regiment]
        yield element("rect", fill=colour, x=band.x, y=band.y, width=3.5, height=box.high - 2, rx=1)


def _strip(box: Box) -> Box:
    """The part of a craft that shows above its load."""
    high = min(_STRIP, box.high / 2)
    return Box(box.corner(box.wide / 2, high / 2), box.wide, high)


def _line(unit: Unit, box: Box) -> Iterator[Markup]:
    """Name and steps side by side."""
    size = min(10, box.high * 0.85)
    room = box.wide - 8 - size
    base = box.high / 2 + size * 0.36
    yield _name(unit, box.corner(5 + room / 2, base), room, size)
    yield write(str(unit.steps), box.corner(box.wide - size * 0.6, base), class_="steps", font_size=size)


def _full(unit: Unit, box: Box) -> Iterator[Markup]:
    """Name above, steps below, and the symbol between them if there is room."""
    size = 12 if box.tall else 9.5
    room = box.wide - 7 - _BADGE * (unit.pins > 0)
    yield _name(unit, box.corner(5 + room / 2, size - 1), room, size)
    if box.tall:
        place = box.corner(box.wide / 2 + 1, box.high / 2 + 1)
        scale = f" scale({number(box.wide / _ALONE[0])})"
        yield element("path", class_="symbol", d=_symbol(unit), transform=f"translate({place}){scale}")
    yield write(str(unit.steps), box.corner(box.wide - size * 0.55, box.high - 3), class_="steps", font_size=size)


def _symbol(unit: Unit) -> str:
    drawn = unit.type.nature.symbol
    return drawn + WAVES if unit.type.is_craft else FRAME + drawn


def _name(unit: Unit, place: Point, room: float, most: float) -> Markup:
    """The name as large as fits; it is shortened before it gets too small to read."""
    text = shortened(unit.id, int(room / (_SIGN * _SMALLEST)), unit.type.nature.short)
    return write(text, place, class_="id", font_size=_fitting(text, room, most))


def shortened(text: str, wide: int, steps: Iterable[str]) -> str:
    """A name in at most so many characters, shortened step by step."""
    for long, short in pairwise(steps):
        if len(text) > wide:
            text = text.replace(long, short)
    return text


def _fitting(text: str, room: float, most: float) -> float:
    """A size at which a text fits."""
    return round(min(most, room / (_SIGN * len(text))), 1)


def _load(stage: Stage, unit: Unit, box: Box) -> Markup | None:
    """What a craft carries: a unit, or a crate of supplies."""
    if passenger := passenger_of(stage, unit):
        return counter(stage, passenger, hold(box))
    return crate(unit, box) if unit.load else None


def passenger_of(stage: Stage, unit: Unit) -> Unit | None:
    return stage.passenger(unit) if unit.type.is_craft else None


def hold(box: Box) -> Box:
    """The part of a craft that its load covers."""
    top = _strip(box).high
    return Box(box.middle.moved(0, top / 2 - 0.5), box.wide - 5, box.high - top - 3)


def crate(unit: Unit, box: Box) -> Markup:
    """A crate of supplies over its craft."""
    return _crate(f"supply {unit.load.partition(':')[2]}", hold(box))


def _crate(text: str, box: Box) -> Markup:
    corner = box.corner()
    size = _fitting(text, box.wide - 4, min(10, box.high))
    crate = element("rect", x=corner.x, y=corner.y, width=box.wide, height=box.high)
    return element("g", crate, write(text, box.middle.moved(0, size * 0.36), font_size=size), class_="head load")


def _befallen(stage: Stage, unit: Unit, box: Box) -> Iterator[Markup]:
    """Signs for pins, changes of course, supply, and work that takes the whole turn."""
    if unit.pins:
        yield pin(box.corner(box.wide - 2, 2), unit.pins)
    if unit.course:
        yield course(box.middle.moved(0, 2), GRID.grid.bearings.get(heading(stage.state, unit), 90.0))
    if stage.state.is_ashore(unit) and not box.flat:
        yield supply(box.corner(9 if box.tall else 7.5, box.high - 6), unit.supply, 3.4 if box.tall else 2.8)
    if doing := " ".join(sign.text for sign in signs(unit) if sign.name != "home"):
        yield write(doing, box.corner(box.wide / 2, box.high - 2.5), class_="id doing", font_size=8 if box.tall else 7)


def pin(place: Point, pins: int) -> Markup:
    badge = element("circle", cx=place.x, cy=place.y, r=6)
    return element("g", badge, write(str(pins), place.moved(0, 3.2)), class_="pin")


def course(middle: Point, bearing: float) -> Markup:
    """An arrow at the hexside over which the unit will drift."""
    tip, left, right = (middle.towards(bearing + turn, length) for turn, length in ((0, 40), (14, 25), (-14, 25)))
    return element("path", class_="course", d=f"M{tip}L{left}L{right}z")


def supply(place: Point, status: str, size: float) -> Markup:
    return element("circle", class_=f"supply {status}", cx=place.x, cy=place.y, r=size, fill=SUPPLY[status])
