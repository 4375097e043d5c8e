"""Counters on a hex: their places in a stack, the sizes of their texts, and the badge that counts them."""

from itertools import pairwise

from tarawa_cli.kernel.hints import Iterable, Iterator, NamedTuple
from tarawa_cli.kernel.render.markup import Markup, element
from tarawa_cli.kernel.render.svg import Point, write
from tarawa_cli.kernel.standard import lru_cache

_SIGN, _NARROW = 0.62, 0.4
"""The width of a bold letter or digit, and of a sign between them, as a fraction of its size."""
_SHOWN = 3
"""How many counters of a stack can be told apart."""
_PEEK = 0.07
"""How far a counter shows from under the one above it, as a fraction of its width."""


class Box(NamedTuple):
    """The place of a counter: its centre, width and height."""

    middle: Point
    wide: float
    high: float

    def corner(self, x: float = 0, y: float = 0) -> Point:
        """A point measured from the upper left corner."""
        return self.middle.moved(x - self.wide / 2, y - self.high / 2)

    def around(self) -> "Box":
        """The same box around the origin, as a piece of a film is drawn."""
        return Box(Point(0, 0), self.wide, self.high)


def stacked(top: Box, count: int) -> Iterator[Box]:
    """Places for a stack, the top counter first; those below it show above it on the right."""
    for depth in range(count):
        off = min(depth, _SHOWN - 1) * _PEEK * top.wide
        yield top._replace(middle=top.middle.moved(off, -off))


def card(box: Box) -> Iterator[Markup]:
    """The cardboard of a counter with its shadow."""
    shade, corner = box.corner(2, 2), box.corner()
    yield element("rect", class_="shade", x=shade.x, y=shade.y, width=box.wide, height=box.high, rx=4)
    yield element("rect", class_="card", x=corner.x, y=corner.y, width=box.wide, height=box.high, rx=4)


@lru_cache(maxsize=1024)
def tally(box: Box, count: int) -> Markup:
    """How many counters lie in a stack, at the right edge of the top one; nothing on a single one."""
    if count < 2:
        return Markup("")
    size = box.high * 0.27
    place = box.corner(box.wide, box.high * 0.5)
    wide = size * (0.75 + 0.62 * len(str(count)))
    field = element("rect", x=place.x - wide / 2, y=place.y - size * 0.6, width=wide, height=size * 1.2, rx=size * 0.4)
    return element("g", field, write(str(count), place.moved(0, size * 0.36), font_size=round(size, 1)), class_="tally")


def fitting(text: str, room: float, most: float) -> float:
    """The largest size up to `most` at which a text fits."""
    wide = sum(_NARROW if sign in "()/- .'" else _SIGN for sign in text) or _SIGN
    return round(min(most, room / wide), 1)


def shortened(text: str, steps: Iterable[str], room: float, size: float) -> str:
    """A name that fits at a size, shortened step by step: each step is a part of the name, then a shorter one."""
    for long, short in pairwise(steps):
        if fitting(text, room, size) < size:
            text = text.replace(long, short)
    return text


def abbreviated(text: str, wide: int) -> str:
    """A name of parts in at most so many characters: its longest part loses its end, but keeps three letters."""
    parts = text.split("-")
    longest = max(range(len(parts)), key=lambda place: len(parts[place]))
    spare = max(0, min(len(text) - wide, len(parts[longest]) - 3))
    parts[longest] = parts[longest][: len(parts[longest]) - spare]
    return "-".join(parts)
