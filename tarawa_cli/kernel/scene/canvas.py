"""A sheet of cells to draw on: each has a sign, a ground and an ink, and may be free for the names of places."""

from itertools import pairwise

from tarawa_cli.kernel.hints import Iterator, NamedTuple, Sequence
from tarawa_cli.kernel.scene.model import Line, StyledText


class Size(NamedTuple):
    """The cells of a hex."""

    wide: int
    high: int


class Canvas:
    """Cells across and down; what does not fit on it is left out."""

    def __init__(self, wide: int, high: int) -> None:
        self.wide, self.high = wide, high
        self._signs = [[" "] * wide for _ in range(high)]
        self.grounds = [[""] * wide for _ in range(high)]
        self.inks = [[""] * wide for _ in range(high)]
        self.free = [[False] * wide for _ in range(high)]

    def lay(self, x: int, y: int, text: str, ground: str, high: int = 1) -> None:
        """Ground on which something can be written: the same text on so many lines."""
        if x < 0 or x + len(text) > self.wide:
            text, x = text[max(0, -x) : max(0, self.wide - x)], max(0, x)
        count = len(text)
        here = slice(x, x + count)
        for line in range(max(0, y), min(self.high, y + high)):
            self._signs[line][here] = text
            self.grounds[line][here] = [ground] * count
            self.free[line][here] = [True] * count

    def put(self, x: int, y: int, text: str, ground: str) -> None:
        """Text on a ground of its own, which hides what was there."""
        if not 0 <= y < self.high:
            return
        if x < 0 or x + len(text) > self.wide:
            text, x = text[max(0, -x) : max(0, self.wide - x)], max(0, x)
        count = len(text)
        here = slice(x, x + count)
        self._signs[y][here] = text
        self.grounds[y][here] = [ground] * count
        self.free[y][here] = [False] * count
        self.inks[y][here] = [""] * count

    def write(self, x: int, y: int, text: str, ink: str) -> None:
        """Text in an ink on the ground that is there."""
        if not 0 <= y < self.high:
            return
        for place, sign in enumerate(text, x):
            if 0 <= place < self.wide:
                self._signs[y][place], self.inks[y][place], self.free[y][place] = sign, ink, False

    def is_free(self, x: int, y: int, wide: int = 1) -> bool:
        return 0 <= y < self.high and 0 <= x <= self.wide - wide and all(self.free[y][x : x + wide])

    def stretches(self, y: int, grounds: Sequence[str]) -> Iterator[tuple[int, int]]:
        """Where a line is free and of certain grounds: where each stretch begins, and how long it is."""
        start = 0
        for place, (free, ground) in enumerate(zip(self.free[y], self.grounds[y], strict=True)):
            if not free or ground.partition(" ")[0] not in grounds:
                if place > start:
                    yield start, place - start
                start = place + 1
        if self.wide > start:
            yield start, self.wide - start

    def lines(self, styled: bool = True) -> list[Line]:
        """Its lines, in pieces of one style; or each as one piece, where no style shows."""
        if not styled:
            return [[StyledText("".join(signs))] for signs in self._signs]
        return [[*_pieces(*row)] for row in zip(self._signs, self.grounds, self.inks, strict=True)]


def _pieces(signs: list[str], grounds: list[str], inks: list[str]) -> Iterator[StyledText]:
    styles, text = [*zip(grounds, inks, strict=True)], "".join(signs)
    cuts = [0, *(place for place in range(1, len(styles)) if styles[place] != styles[place - 1]), len(styles)]
    for start, end in pairwise(cuts):
        yield StyledText(text[start:end], " ".join(filter(None, styles[start])))
