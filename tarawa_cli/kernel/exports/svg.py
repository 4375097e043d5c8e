"""A map as SVG: where hexes, corners and sides lie on the sheet, the few shapes that maps are made of, and the coast;
and pictures as pixels.

North is up and west is left, as in the text map. Everything that is not already markup is escaped, so that no name can
break a page. The coast is computed from the hexes of the land: their corners are drawn towards their neighbours, and
the line runs through the middle of every side.
"""

import re
from io import BytesIO
from math import cos, pi, sin, sqrt

from tarawa_cli.kernel.board.hexes import Grid, Hex, Side, Top
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.hints import Any, Container, Iterable, Iterator, Mapping, NamedTuple, NewType
from tarawa_cli.kernel.saves import journal
from tarawa_cli.kernel.saves.journal import Broken
from tarawa_cli.kernel.standard import import_module

Markup = NewType("Markup", str)
"""Text that can stand in a document as it is."""
Value = str | int | float

# What XML 1.0 cannot hold, not even as a reference.
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def escaped(text: str) -> Markup:
    """Any text, escaped so that it is read and not parsed."""
    return Markup(_NO_XML.sub("\ufffd", text).translate(_ENTITIES))


def element(name: str, /, *children: Markup, **attributes: Value) -> Markup:
    """An element; without children it closes itself, so give an empty text where HTML needs an end tag.

    Attributes are named as in Python: `class_`, `font_size`.
    """
    opened = name + "".join(f' {_attribute(key)}="{_value(value)}"' for key, value in attributes.items())
    return Markup(f"<{opened}>{''.join(children)}</{name}>" if children else f"<{opened}/>")


def _attribute(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _value(value: Value) -> str:
    return escaped(value) if isinstance(value, str) else number(value)


def number(value: float) -> str:
    """A measure rounded to a tenth, as short as possible."""
    return f"{round(value, 1) + 0:g}" if abs(value) < 100_000 else f"{value:.0f}"


def joined(parts: Iterable[Markup], between: str = "") -> Markup:
    return Markup(between.join(parts))


def ascii_only(markup: Markup) -> str:
    """The document in ASCII, with references for all other characters, so that it survives any encoding."""
    return markup.encode("ascii", "xmlcharrefreplace").decode("ascii")


NAMESPACE = "http://www.w3.org/2000/svg"
_FIRST_CORNER = {"pointy": -90, "flat": -120}
"""The bearing of the first corner: north, or the western end of the northern side."""


class Point(NamedTuple):
    x: float
    y: float

    def moved(self, x: float, y: float) -> "Point":
        return Point(self.x + x, self.y + y)

    def towards(self, bearing: float, length: float) -> "Point":
        """The point at a distance in a direction, in degrees clockwise from east."""
        return self.moved(length * cos(bearing * pi / 180), length * sin(bearing * pi / 180))

    def __str__(self) -> str:
        return f"{number(self.x)},{number(self.y)}"


def middle(points: Iterable[Point]) -> Point:
    """The centre of some points."""
    found = list(points)
    return Point(sum(point.x for point in found) / len(found), sum(point.y for point in found) / len(found))


class Sheet:
    """The sheet on which some hexes are drawn; a hex is `width` wide, and the first lies at `corner`."""

    def __init__(self, grid: Grid, hexes: Iterable[Hex], width: float, corner: Point) -> None:
        self.grid = grid
        self.width = width
        self.radius = width / sqrt(3)
        self.corner = corner
        self._centres: dict[Hex, Point] = {}
        # How far a hex reaches from its centre, and how far apart places are, eastward and southward.
        pointy = grid.top == "pointy"
        self._reach = Point(width / 2, self.radius) if pointy else Point(self.radius, width / 2)
        self._step = Point(width / 2, self.radius * 1.5) if pointy else Point(self.radius * 1.5, width / 2)
        shown = sorted(hexes)
        places = [grid.place(at) for at in shown]
        self._west, self._north = min(place.x for place in places), min(place.y for place in places)
        centres = [self.centre(at) for at in shown]
        self.end = Point(max(centre.x for centre in centres), max(centre.y for centre in centres)).moved(*self._reach)
        """The corner in the south-east."""

    def centre(self, at: Hex) -> Point:
        if at not in self._centres:
            place = self.grid.place(at)
            across, down = (place.x - self._west) * self._step.x, (place.y - self._north) * self._step.y
            self._centres[at] = self.corner.moved(across + self._reach.x, down + self._reach.y)
        return self._centres[at]

    def corners(self, at: Hex) -> list[Point]:
        """The six corners clockwise from the north, or from the north-west with a flat top."""
        centre = self.centre(at)
        first = _FIRST_CORNER[self.grid.top]
        return [centre.towards(60.0 * turn + first, self.radius) for turn in range(6)]

    def outline(self, at: Hex) -> str:
        """A hex as path data."""
        return outline(self.centre(at), self.radius, self.grid.top)

    def side(self, one: Hex, other: Hex) -> tuple[Point, Point]:
        """The ends of the side between two neighbours."""
        towards = self.grid.direction(one, other)
        if towards is None:
            raise ValueError(f"{one} and {other} are not neighbours")
        corners = self.corners(one)
        first = round(self.grid.bearings[towards] - 30 - _FIRST_CORNER[self.grid.top]) // 60
        return corners[first % 6], corners[(first + 1) % 6]

    def cut(self, hexes: Iterable[Hex], points: Iterable[Point] = ()) -> "Cut":
        """The part that shows some hexes and some points with a little around them."""
        around, edge = Point(self._reach.x * 1.3, self._reach.y * 1.6), self.width * 0.3
        corners = [at.moved(aside, 0) for at in points for aside in (-edge, edge)]
        for centre in map(self.centre, hexes):
            corners += (centre.moved(-around.x, -around.y), centre.moved(*around))
        first = Point(min(at.x for at in corners), min(at.y for at in corners))
        last = Point(max(at.x for at in corners), max(at.y for at in corners))
        head = max(self.width * 0.4, (last.x - first.x) / 32)
        return Cut(first.moved(0, -head), Point(last.x - first.x, last.y - first.y + head), head)

    def sides(self, sides: Iterable[Side]) -> str:
        """Sides as path data."""
        return "".join(f"M{start}L{end}" for start, end in (self.side(*side) for side in sides))

    def around(self, at: Hex, others: Iterable[Hex]) -> str:
        """The sides of a hex towards some neighbours as path data, with the centre of the hex as the origin."""
        centre = self.centre(at)
        sides = (self.side(at, other) for other in others)
        return "".join("M" + "L".join(str(end.moved(-centre.x, -centre.y)) for end in side) for side in sides)

    def steps(self, steps: Iterable[Side]) -> str:
        """Lines from hex to hex as path data."""
        return "".join(f"M{self.centre(one)}L{self.centre(other)}" for one, other in steps)


def outline(centre: Point, radius: float, top: Top = "pointy") -> str:
    """A hex of any size as path data."""
    half, rise = number(radius * sqrt(3) / 2), number(radius / 2)
    side = number(radius)
    if top == "pointy":
        start = centre.moved(0, -radius)
        return f"M{start}l{half},{rise}v{side}l-{half},{rise} -{half},-{rise}v-{side}z"
    start = centre.moved(-radius / 2, -radius * sqrt(3) / 2)
    return f"M{start}h{side}l{rise},{half} -{rise},{half}h-{side}l-{rise},-{half}z"


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
    """A line of text that is drawn over its own outline, readable on any ground."""
    return write(text, at, class_=f"halo {class_}", **attributes)


def titled(text: str) -> Markup:
    """A thing with the text that appears when it is pointed at or read aloud."""
    return element("title", escaped(text))


_ORIGIN = Point(0, 0)


class Cut(NamedTuple):
    """A part of a sheet, with a strip above it for a line of text."""

    corner: Point
    size: Point
    head: float

    def holds(self, point: Point) -> bool:
        """Whether a point shows in it, below the strip."""
        end = self.corner.moved(*self.size)
        return self.corner.x <= point.x <= end.x and self.corner.y + self.head - 1 <= point.y <= end.y

    def hexes(self, sheet: "Sheet", hexes: Iterable[Hex]) -> list[Hex]:
        """Those of some hexes that show in it."""
        left, top = self.corner.moved(-sheet.width, -sheet.width)
        right, low = self.corner.moved(self.size.x + sheet.width, self.size.y + sheet.width)
        return [at for at in hexes if left < (centre := sheet.centre(at)).x < right and top < centre.y < low]

    def caption(self, text: str, credit: str = "") -> Markup:
        """The strip and the line, as large as fits; a credit in small letters below it."""
        room = self.head * (0.75 if credit else 1)
        size = min(room * 0.6, self.size.x * 1.7 / max(1, len(text)))
        strip = element("rect", class_="strip", x=self.corner.x, y=self.corner.y, width=self.size.x, height=self.head)
        place = self.corner.moved(self.head * 0.4, room * 0.55 + size * 0.35)
        lines = [write(text, place, class_="caption", style=f"font-size:{number(size)}px")]
        if credit:
            small = min(self.head * 0.18, self.size.x * 1.7 / len(credit))
            below = self.corner.moved(self.head * 0.4, self.head * 0.93)
            lines.append(write(credit, below, class_="left", style=f"font-size:{number(small)}px"))
        return joined([strip, *lines])


Tiles = Mapping[str, tuple[tuple[int, int], str]]
"""Patterns by name: the size of a tile, and what is drawn on it."""


def style(rules: str, colours: Mapping[str, str], tiles: Tiles, within: str) -> Markup:
    """A style sheet of a rule a line, after those that fill each colour's class, with its pattern if it has one.

    The rules apply only inside elements of one class, whatever page the picture is on. On paper there are no patterns:
    a browser would print each of their lines.
    """
    fills = [f".{name} {{ fill: {f'url(#{name})' if name in tiles else colour} }}" for name, colour in colours.items()]
    lines = [_within(line, within) for line in [*fills, *rules.strip().splitlines()]]
    plain = "".join(_within(f".{name} {{ fill: {colours[name]} }}", within) for name in tiles if name in colours)
    return element("style", Markup("\n" + "\n".join([*lines, f"@media print {{ {plain} }}"]) + "\n"))


def _within(line: str, within: str) -> str:
    selectors, brace, body = line.partition("{")
    return ", ".join(f".{within} {selector.strip()}" for selector in selectors.split(",")) + f" {brace}{body}"


def pattern(id: str, size: tuple[int, int], *drawn: Markup, colour: str = "") -> Markup:
    """A pattern that repeats a tile, on a ground of its own if it has a colour."""
    wide, high = size
    ground = [element("rect", width=wide, height=high, fill=colour)] if colour else []
    return element("pattern", *ground, *drawn, id=id, width=wide, height=high, patternUnits="userSpaceOnUse")


def picture(size: Point, *children: Markup, corner: Point = _ORIGIN, wide: int = 0, **attributes: Value) -> Markup:
    """A whole drawing, or a part of it from a corner on. It scales to its page, unless it has a width in pixels."""
    box = f"{number(corner.x)} {number(corner.y)} {number(size.x)} {number(size.y)}"
    sizes = {"width": wide, "height": round(size.y * wide / size.x)} if wide else {}
    return element("svg", *children, xmlns=NAMESPACE, viewBox=box, **sizes, **attributes)


_ROUNDS = 2
"""How often every corner is drawn towards its neighbours."""
_Key = tuple[int, int]


def as_file(drawing: Markup) -> str:
    """A picture as a whole file."""
    return ascii_only(Markup(f'<?xml version="1.0" encoding="UTF-8"?>\n{drawing}\n'))


def map_layer(name: str, *parts: Markup) -> Markup:
    """A layer that the mouse ignores: the hex below it reacts instead."""
    return element("g", *parts, id=name, pointer_events="none")


class Coast:
    """The shores of all islands, from the sides between land and sea; of each side the land comes first."""

    def __init__(self, sheet: Sheet, sides: Iterable[Side]) -> None:
        self._sheet = sheet
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

    def shore(self, land: str) -> Iterator[Markup]:
        """Shallow water along the coast, and the land below its hexes, which shows where the coast cuts off a bay."""
        yield self.clip("land")
        for kind in ("shallows", land):
            yield element("path", class_=kind, d=self.outline, pointer_events="none")

    def ground(self, terrain: Mapping[Hex, str], land: Container[Hex], beneath: str) -> Iterator[Markup]:
        """The ground without words, all hexes of a terrain in one path; what is land, within the coast."""
        sea: dict[str, str] = {}
        inland: dict[str, str] = {}
        for at in sorted(terrain):
            drawn = inland if at in land else sea
            drawn[terrain[at]] = drawn.get(terrain[at], "") + self._sheet.outline(at)
        yield from (element("path", class_=kind, d=sea[kind]) for kind in sorted(sea))
        yield from self.shore(beneath)
        on_land = (element("path", class_=kind, d=inland[kind]) for kind in sorted(inland))
        yield element("g", *on_land, clip_path="url(#land)")

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


# ── Pixels: a map as PNG, a game as a GIF with a frame for each turn
#
# Two libraries do the work. They are no part of an ordinary install, and are imported only here.


WIDE = 1400
_MOVING = 1000
"""The width of a GIF, which holds many pictures."""
_SECONDS = 1.2
_LAST = 4.0
"""How long a frame is shown, and the last one."""
_COLOURS = 255


def png(svg: str, wide: int = 0) -> bytes:
    """A drawing as pixels."""
    return bytes(_library("resvg_py").svg_to_bytes(svg_string=svg, width=wide or WIDE))


def gif(still: str, changing: Iterable[str], wide: int = 0) -> bytes:
    """Drawings one after the other on one that stays, round and round; all in the colours of the last one."""
    image = _library("PIL.Image")
    ground = image.open(BytesIO(png(still, wide or _MOVING))).convert("RGBA")

    def pixels(drawing: str) -> Any:
        return image.alpha_composite(ground, image.open(BytesIO(png(drawing, wide or _MOVING)))).convert("RGB")

    frames = [*map(pixels, changing)]
    palette = frames[-1].quantize(_COLOURS)
    frames = [frame.quantize(palette=palette, dither=image.Dither.NONE) for frame in frames]
    made = BytesIO()
    shown = [int(1000 * seconds) for seconds in (*[_SECONDS] * (len(frames) - 1), _LAST)]
    frames[0].save(made, "GIF", save_all=True, append_images=frames[1:], duration=shown, loop=0)
    return made.getvalue()


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        needs = f"PNG and GIF need a library that is not installed: {name.partition('.')[0]}"
        raise BadFile(needs, hint="pip install 'tarawa-cli[pictures]'; svg and html need none") from None


def each_turn(match: Match[Any]) -> Iterator[Match[Any]]:
    """The match at its start, after each turn, and as it is; only as it is, if its journal cannot be replayed."""
    turn, shown = None, 0
    try:
        steps = [] if match.outdated else journal.replay(match.game, match.setup, match.source, match.entries)
        for step in steps:
            now = match.game.moment(step.state).turn
            match.state = step.state
            if now != turn:
                turn, shown = now, step.number
                yield match
    except Broken:
        pass
    if shown != len(match.entries) or turn is None:
        yield match
