"""Words on a map: where they lie, and which hexes they run over."""

from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.hints import Iterable, NamedTuple
from tarawa_cli.kernel.render.markup import Markup, Value, element, joined
from tarawa_cli.kernel.render.svg import Point, Sheet, haloed

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
