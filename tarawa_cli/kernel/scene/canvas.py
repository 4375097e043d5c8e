"""A sheet of cells to draw on: each has a sign and a style."""

from collections.abc import Iterator, Sequence

from tarawa_cli.kernel.scene.model import Line, Piece


class Canvas:
    """So many cells across and down."""

    def __init__(self, wide: int, high: int, style: str = "") -> None:
        self.wide, self.high = wide, high
        self._signs = [[" "] * wide for _ in range(high)]
        self._styles = [[style] * wide for _ in range(high)]

    def put(self, x: int, y: int, text: str, style: str) -> None:
        """Write text; what does not fit is left out."""
        if not 0 <= y < self.high:
            return
        signs, styles = self._signs[y], self._styles[y]
        for place, sign in enumerate(text, x):
            if 0 <= place < self.wide:
                signs[place] = sign
                styles[place] = style

    def write(self, x: int, y: int, text: str, ink: str) -> None:
        """Write text over what is there, in an ink on top of its styles; its blanks let the ground show."""
        for place, sign in enumerate(text, x):
            if 0 <= y < self.high and 0 <= place < self.wide:
                self._signs[y][place] = sign
                self._styles[y][place] = f"{self._styles[y][place]} {ink}"

    def free(self, y: int, free: Sequence[str]) -> Iterator[tuple[int, int]]:
        """The stretches of a line that are blank and of a free ground: where each begins, and how long it is."""
        start = 0
        for place in range(self.wide + 1):
            end = (
                place == self.wide
                or self._signs[y][place] != " "
                or self._styles[y][place].partition(" ")[0] not in free
            )
            if end:
                if place > start:
                    yield start, place - start
                start = place + 1

    def lines(self) -> list[Line]:
        return [
            [Piece(sign, style) for sign, style in zip(signs, styles, strict=True)]
            for signs, styles in zip(self._signs, self._styles, strict=True)
        ]
