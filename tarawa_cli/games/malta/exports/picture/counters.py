"""Counters: name, arm, size, strength, steps, and what has happened to the unit."""

from itertools import groupby

from tarawa_cli.games.malta.exports.picture.sheet import GRID
from tarawa_cli.games.malta.exports.picture.symbols import FRAME, LEADER, SHIP, SIZES, SOLID, SYMBOLS
from tarawa_cli.games.malta.model.state import DEMORALISED, DISORGANISED
from tarawa_cli.games.malta.views.reports import unit_summary
from tarawa_cli.games.malta.views.scene import Position
from tarawa_cli.kernel.hints import Iterator, NamedTuple
from tarawa_cli.kernel.render.counters import Box, abbreviated, card, fitting, stacked, tally
from tarawa_cli.kernel.render.markup import Markup, element, number
from tarawa_cli.kernel.render.svg import Point, titled, write
from tarawa_cli.kernel.scene.model import Counter


class Placed(NamedTuple):
    """A counter and its place."""

    unit: Counter
    box: Box


class Stack(NamedTuple):
    """Counters of one side on one another, the top one first."""

    at: str
    counters: list[Placed]


ALONE = (82, 70)
_OPPOSED = (52, 70)
"""The size of the counters where both sides are in one hex, and so side by side."""
_ABOVE = 5
"""How far above the centre of a hex its counters lie: below them is room for what is assigned to it."""
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
    """Every counter that lies on the map itself, by hex."""
    for at, units in sorted(position.scene.stacks().items()):
        if at in position.scene.hexes:
            sides = [[*group] for _, group in groupby(sorted(units, key=_side), key=_side)]
            for place, group in zip(places(GRID.centre(at), len(sides)), sides, strict=True):
                yield Stack(at, [*map(Placed, group, stacked(place, len(group)))])


def _side(unit: Counter) -> str:
    return unit.side


def places(centre: Point, sides: int) -> list[Box]:
    """Where the stacks of a hex lie: one in the middle, or one for each side."""
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
    """Its classes: nation, side, state, and whether it has done its part."""
    states = [mark.name for mark in unit.marks if mark.name in (DISORGANISED, DEMORALISED)]
    return " ".join(["unit", unit.notes["nation"], unit.side, *states, *([] if unit.ready else ["spent"])])


def face(unit: Counter, box: Box) -> Iterator[Markup]:
    """All that shows of a counter: the name above, its arm in the middle, its strength below."""
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
    yield from _befallen(unit, box)


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
    """The sign of its arm, with its size above the frame."""
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


def _befallen(unit: Counter, box: Box) -> Iterator[Markup]:
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
