"""Counters with name, kind, steps, load and state, and the other markers on hexes and areas."""

from tarawa_cli.games.tarawa.exports.picture.ground import ALONE, GRID, REGIMENTS, SUPPLY, Stage, area_place, pier_place
from tarawa_cli.games.tarawa.model.board import parts
from tarawa_cli.games.tarawa.model.state import Unit
from tarawa_cli.games.tarawa.views import reports
from tarawa_cli.games.tarawa.views.ground import MARINES
from tarawa_cli.games.tarawa.views.map_views import heading
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.board.units import signs
from tarawa_cli.kernel.exports.counters import Box, Drawn, card, fitting, shortened, stacked, tally
from tarawa_cli.kernel.exports.svg import Markup, Point, element, number, star, titled, write
from tarawa_cli.kernel.hints import Callable, Iterator, NamedTuple

# The symbol of an arm is drawn in a frame of 22 by 13, that of a craft over waves.
FRAME = "M-11,-6.5h22v13h-22z"
WAVES = "M-12,6q3,-3 6,0t6,0t6,0t6,0"
_ABOVE = 6
"""How far above the centre of a hex its counters lie: below them is room for small markers."""
_ON_PIER = (40, 38)
_NAME, _STEPS = 13.5, 16
"""The sizes of a counter's texts."""
_SMALLEST = 10
"""A name that would be smaller than this is shortened instead, if it can be."""
_BADGE = 8
"""The part of a counter's width that the badge of a pinned unit hides."""
_STRIP = 15
"""The part of a loaded craft that shows above its load."""
_DOING = 10
"""The height of the word for what a unit is busy with."""


class CounterPlace(NamedTuple):
    """A counter and its place."""

    unit: Unit
    box: Box


class Stack(NamedTuple):
    """Counters on one another, the top one first."""

    at: str
    counters: list[CounterPlace]


def stacks(stage: Stage) -> Iterator[Stack]:
    """Every counter on the map itself, by hex, and those on the pier."""
    for place in sorted(stage.places):
        at = parts(place).pier
        if place in stage.board.terrain or at:
            middle = pier_place(stage.board, at) if at else GRID.centre(place).moved(0, -_ABOVE)
            units = stage.places[place]
            boxes = stacked(Box(middle, *(_ON_PIER if at else ALONE)), len(units))
            yield Stack(place, [*map(CounterPlace, units, boxes)])


def all_counters(stage: Stage) -> Iterator[Markup]:
    """Every unit on the map, by hex; passengers on their craft, the top of a stack last."""
    for stack in stacks(stage):
        top = stack.counters[0]
        yield from (counter(stage, one.unit, one.box, one is not top) for one in reversed(stack.counters))
        yield tally(top.box, len(stack.counters))


def bare(unit: Unit, box: Box) -> Markup:
    """A counter as it is printed."""
    return element("g", *_card(unit, box), *_full(unit, box), class_=kinds(unit))


def counter(stage: Stage, unit: Unit, box: Box, below: bool = False) -> Markup:
    """One counter with everything on it and its load over it; the mouse over it shows what `unit` says."""
    load = _load(stage, unit, box, below)
    told = titled("\n".join(reports.unit_summary(stage.state, unit)))
    parts = [told, *(_card(unit, box) if below else face(stage, unit, box, bool(load)))]
    alone = element("g", *parts, class_=kinds(unit), data_unit=unit.id)
    return element("g", alone, load, class_="loaded") if load else alone


def face(stage: Stage, unit: Unit, box: Box, loaded: bool) -> Iterator[Markup]:
    """All that shows of a counter, without its load."""
    yield from _card(unit, box)
    yield from _line(unit, _strip(box)) if loaded else _full(unit, box)
    yield from _conditions(stage, unit, box, loaded)


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
    yield from card(box)
    if not unit.type.is_craft:
        band, colour = box.corner(1, 1), REGIMENTS[unit.type.regiment]
        yield element("rect", fill=colour, x=band.x, y=band.y, width=4, height=box.high - 2, rx=1)


def _strip(box: Box) -> Box:
    """The part of a craft that shows above its load."""
    return Box(box.corner(box.wide / 2, _STRIP / 2), box.wide, _STRIP)


def _line(unit: Unit, box: Box) -> Iterator[Markup]:
    """Name and steps side by side."""
    room = box.wide - 22
    yield _name(unit, box.corner(5 + room / 2, box.high - 3.5), room, 12)
    yield write(str(unit.steps), box.corner(box.wide - 9, box.high - 3.5), class_="steps", font_size=13.5)


def _full(unit: Unit, box: Box) -> Iterator[Markup]:
    """The name above; below it the symbol, and the steps on its right."""
    room = box.wide - 7 - _BADGE * (unit.pins > 0)
    yield _name(unit, box.corner(5 + room / 2, _NAME - 1), room, _NAME)
    rest = box.high - _NAME - 1 - _DOING * bool(unit.busy)
    scale = min(1.5, rest / 17, (box.wide - 24) / 24)
    place = box.corner(6 + 12 * scale, _NAME + 1 + rest / 2)
    yield element("path", class_="symbol", d=_symbol(unit), transform=f"translate({place}) scale({number(scale)})")
    base = _NAME + 1 + rest / 2 + _STEPS * 0.36
    yield write(str(unit.steps), box.corner(box.wide - 10, base), class_="steps", font_size=_STEPS)


def _symbol(unit: Unit) -> str:
    drawn = unit.type.nature.symbol
    return drawn + WAVES if unit.type.is_craft else FRAME + drawn


def _name(unit: Unit, place: Point, room: float, most: float) -> Markup:
    """The name as large as fits; it is shortened before it gets too small to read."""
    text = shortened(unit.id, unit.type.nature.short, room, _SMALLEST)
    return write(text, place, class_="id", font_size=fitting(text, room, most))


def _load(stage: Stage, unit: Unit, box: Box, below: bool) -> Markup | None:
    """What a craft carries: a unit, or a crate of supplies."""
    if passenger := passenger_of(stage, unit):
        return counter(stage, passenger, hold(box), below)
    return crate(unit, box) if unit.load and not below else None


def passenger_of(stage: Stage, unit: Unit) -> Unit | None:
    return stage.passenger(unit) if unit.type.is_craft else None


def hold(box: Box) -> Box:
    """The part of a craft that its load covers."""
    return Box(box.middle.moved(0, _STRIP / 2 - 0.5), box.wide - 5, box.high - _STRIP - 3)


def crate(unit: Unit, box: Box) -> Markup:
    """A crate of supplies over its craft."""
    inside = hold(box)
    corner, middle = inside.corner(), inside.middle
    crate = element("rect", x=corner.x, y=corner.y, width=inside.wide, height=inside.high)
    words = [
        write("supply", middle.moved(0, -3), font_size=12),
        write(_battalion(unit), middle.moved(0, 11), font_size=14),
    ]
    return element("g", crate, *words, class_="head load")


def _battalion(unit: Unit) -> str:
    """For whom a craft brings supplies."""
    return unit.load.partition(":")[2]


def _conditions(stage: Stage, unit: Unit, box: Box, loaded: bool) -> Iterator[Markup]:
    """Signs for pins, changes of course, supply, and work that takes the whole turn."""
    if unit.pins:
        yield pin(box.corner(box.wide - 2, 2), unit.pins)
    if unit.course:
        yield course(box.middle.moved(0, 2), GRID.grid.bearings.get(heading(stage.state, unit), 90.0))
    if stage.state.is_ashore(unit):
        yield supply(box.corner(box.wide - 8, box.high - 6), unit.supply, 3.6)
    doing = " ".join(sign.text for sign in signs(unit) if sign.name != "home")
    if doing and not loaded:
        yield write(doing, box.corner(5, box.high - 3), class_="id left doing", font_size=_DOING)


def pin(place: Point, pins: int) -> Markup:
    badge = element("circle", cx=place.x, cy=place.y, r=6)
    return element("g", badge, write(str(pins), place.moved(0, 3.2)), class_="pin")


def course(middle: Point, bearing: float) -> Markup:
    """An arrow at the hexside over which the unit will drift."""
    tip, left, right = (middle.towards(bearing + turn, length) for turn, length in ((0, 40), (14, 25), (-14, 25)))
    return element("path", class_="course", d=f"M{tip}L{left}L{right}z")


def supply(place: Point, status: str, size: float) -> Markup:
    return element("circle", class_=f"supply {status}", cx=place.x, cy=place.y, r=size, fill=SUPPLY[status])


# ── Markers on hexes and areas: stars, pillboxes, suppression, demolition, positions, supply heads

_FOOT, _CLOSER = 28, 21
"""How far below the centre of a hex its small markers lie: if something else may stand there, and if not."""
_SPACE = 15
_ORDER = ("pillbox", "ruin", "demolished", "demolition", "suppression", "head", "improved")
"""The small markers from left to right."""


def of_hexes(stage: Stage) -> Iterator[Markup]:
    for at in sorted(stage.board.terrain):
        if parts := of_hex(stage, at, GRID.centre(at)):
            yield element("g", *parts, data_hex=at)


def of_hex(stage: Stage, at: Hex, centre: Point) -> list[Markup]:
    """The contents of a hex, drawn around a point."""
    return [*_wreck(stage, at, centre), *_standing(stage, at, centre), *_row(stage, at, centre)]


def _star(stage: Stage, at: Hex) -> Callable[[Point, float], Markup] | None:
    """A star: the hex is cleared, or entered if it had no defenders."""
    if stage.view(at).owner != MARINES:
        return None
    return cleared if at in stage.board.defended else entered


def cleared(place: Point, size: float) -> Markup:
    return element("path", class_="star", d=star(place, size))


def entered(place: Point, size: float) -> Markup:
    return element("path", class_="entered", d=star(place, size))


def _standing(stage: Stage, at: Hex, centre: Point) -> Iterator[Markup]:
    standing = next((mark.value for mark in stage.view(at).marks if mark.name == "pillbox"), 0)
    for place in range(standing):
        yield pillbox(centre.moved(30 * (place - (standing - 1) / 2), 0))


def pillbox(place: Point) -> Markup:
    bunker = element("path", class_="pillbox", d=f"M{place.moved(-12, 8)}l3,-15h18l3,15z")
    slit = place.moved(-6, -2)
    return element("g", bunker, element("rect", class_="slit", x=slit.x, y=slit.y, width=12, height=3.5))


def _wreck(stage: Stage, at: Hex, centre: Point) -> Iterator[Markup]:
    """The stranded freighter, with a flag while the Japanese hold it (10.1.4)."""
    if at == stage.board.wreck:
        yield hulk(centre)
        if stage.view(at).owner:
            yield _flag(centre.moved(6, -20))


def hulk(place: Point) -> Markup:
    return element("path", class_="wreck", d=f"M{place.moved(-26, -2)}l5,12h36l9,-10h-16v-8h-10v8h-6v-12h-5v12z")


def _flag(place: Point) -> Markup:
    cloth = element("rect", class_="flag", x=place.x, y=place.y, width=18, height=12)
    return element("g", cloth, element("circle", class_="sun", cx=place.x + 9, cy=place.y + 6, r=3.6), class_="taken")


def _row(stage: Stage, at: Hex, centre: Point) -> Iterator[Markup]:
    """Small markers side by side at the foot of a hex; a star takes the centre, unless units stand there."""
    marks = list(_marks(stage, at))
    if star := _star(stage, at):
        if stage.units(at):
            marks.insert(0, lambda place: star(place, 7))
        else:
            yield star(centre, 11)
    foot = _CLOSER if at in stage.board.defended and not stage.units(at) else _FOOT
    for place, mark in enumerate(marks):
        yield mark(centre.moved(_SPACE * (place - (len(marks) - 1) / 2), foot))


def _marks(stage: Stage, at: Hex) -> Iterator[Drawn]:
    for mark in sorted(stage.view(at).marks, key=lambda mark: _ORDER.index(mark.name)):
        if mark.name in ("ruin", "demolished"):
            yield from [ruin] * mark.value
        elif mark.name in ("demolition", "suppression"):
            yield badge(mark.name, mark.text.upper())
        elif mark.name != "pillbox":
            yield {"head": head, "improved": improved}[mark.name]


def badge(kind: str, text: str) -> Drawn:
    """A letter and a number on a small field."""

    def drawn(place: Point) -> Markup:
        field = element("rect", x=place.x - 7, y=place.y - 6, width=14, height=12, rx=2)
        return element("g", field, write(text, place.moved(0, 3.5)), class_=kind)

    return drawn


def ruin(place: Point) -> Markup:
    return element("path", class_="ruin", d=f"M{place.moved(-6, 5)}l2,-9h8l2,9zm-1,-11l14,13m0,-13l-14,13")


def head(place: Point) -> Markup:
    """A crate."""
    crate = element("rect", x=place.x - 6, y=place.y - 6, width=12, height=12)
    return element("g", crate, element("path", d=f"M{place.moved(-6, -6)}l12,12m0,-12l-12,12"), class_="head")


def improved(place: Point) -> Markup:
    """A trench, seen from above."""
    return element("path", class_="improved", d=f"M{place.moved(-7, 5)}v-5h4v-5h6v5h4v5")


def of_areas(stage: Stage) -> Iterator[Markup]:
    """Bombardment chits, suppression against landings and air raids, below the name of the area."""
    for id in stage.board.areas:
        if place := area_place(stage, id):
            yield from of_area(stage, id, place)


def of_area(stage: Stage, id: str, place: Point) -> Iterator[Markup]:
    """Chips side by side."""
    marks = [*_area_marks(stage, id)]
    across = -sum(_chip_wide(text) for _, text in marks) / 2
    for kind, text in marks:
        wide = _chip_wide(text)
        yield chip(place.moved(across + wide / 2, 21), kind, text)
        across += wide


def _area_marks(stage: Stage, id: str) -> Iterator[tuple[str, str]]:
    state = stage.state
    if id in state.chits:
        yield "chit", f"chit {state.chits[id] or 'blank'}"
    if id in state.area_suppression:
        yield "suppressed", "suppressed"
    if state.raids.get(id):
        yield "raid", f"air raid {state.raids[id]}"


def chip(place: Point, kind: str, text: str) -> Markup:
    """A word on a strip of its own."""
    wide = _chip_wide(text) - 4
    strip = element("rect", x=place.x - wide / 2, y=place.y - 7.5, width=wide, height=15, rx=4)
    return element("g", strip, write(text, place.moved(0, 4.5)), class_=f"chip {kind}")


def _chip_wide(text: str) -> float:
    return 7.5 * len(text) + 12
