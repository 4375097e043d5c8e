"""Texts on a map picture: counters with their places in a stack, the sizes of their texts, and the labels of places."""

from itertools import pairwise

from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.exports.svg import Markup, Point, Sheet, Value, element, haloed, joined, write
from tarawa_cli.kernel.hints import Callable, Iterable, Iterator, NamedTuple
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
    """A name of parts in a limited number of characters: its longest part loses its end, but keeps three letters."""
    parts = text.split("-")
    longest = max(range(len(parts)), key=lambda place: len(parts[place]))
    spare = max(0, min(len(text) - wide, len(parts[longest]) - 3))
    parts[longest] = parts[longest][: len(parts[longest]) - spare]
    return "-".join(parts)


_LETTER, _CAPITAL = 0.6, 0.75
"""The width of a letter, and of one of the bold capitals that are spaced, as a fraction of its size."""
_FINE = 20
"""What is smaller than this is left out where the map is drawn small."""


class Label(NamedTuple):
    """Lines of text around a point, with the class that draws them."""

    lines: tuple[str, ...]
    at: Point
    """The middle of its base line, or of that of its first line."""
    size: float
    kind: str
    spaced: float = 0.0
    """What is added between two letters."""

    @property
    def wide(self) -> float:
        letter = self.size * (_CAPITAL if self.spaced else _LETTER) + self.spaced
        return max(map(len, self.lines)) * letter

    @property
    def corners(self) -> tuple[Point, Point]:
        """Its upper left and lower right corner."""
        rest = self.size * (len(self.lines) - 0.75)
        return self.at.moved(-self.wide / 2, -self.size), self.at.moved(self.wide / 2, rest)

    def over(self, sheet: Sheet, hexes: Iterable[Hex], room: Point) -> list[Hex]:
        """The hexes whose counters, of a size, it would touch."""
        (left, top), (right, low) = self.corners
        aside, above = room.x / 2, room.y / 2
        found = []
        for at in hexes:
            x, y = sheet.centre(at)
            if left - aside < x < right + aside and top - above < y < low + above:
                found.append(at)
        return found

    def drawn(self, over: Iterable[Hex] = (), **attributes: Value) -> Markup:
        """The lines; a film hides them while a counter lies on a hex that they run over."""
        lines = joined(
            haloed(line, self.at.moved(0, self.size * place), class_=self.kind, **attributes)
            for place, line in enumerate(self.lines)
        )
        kinds = "label fine" if self.size < _FINE else "label"
        return element("g", lines, data_over=" ".join(over), class_=kinds)


def in_lines(text: str, room: int) -> tuple[str, ...]:
    """A text in one line or two, cut where the longer line is shortest."""
    words = text.split(" ")
    if len(text) <= room or len(words) < 2:
        return (text,)
    cuts = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
    return min(cuts, key=lambda lines: max(map(len, lines)))


# ── Samples for the key


Drawn = Callable[[Point], Markup]
"""Something drawn around a point."""


def line_sample(*kinds: str, **attributes: Value) -> Drawn:
    """A piece of a line, as wide as on the map."""

    def sample(at: Point) -> Markup:
        data = f"M{at.moved(-24, 6)}L{at.moved(24, -6)}"
        return joined(element("path", class_=kind, d=data, **attributes) for kind in kinds)

    return sample
