"""Inks, text painted with them in true colour, 256 or 16 colours, or none, and a canvas of cells to draw on.

A style is a few names of inks with blanks between: "enemy odd palms" is the ground of the enemy, in the darker of its
two shades, with the ink of palms on it. What a later ink says counts.
"""

from itertools import pairwise

from tarawa_cli.kernel.hints import Iterable, Iterator, Mapping, NamedTuple, Sequence
from tarawa_cli.kernel.narration.visible import Screen, visible
from tarawa_cli.kernel.scene import Line, StyledText
from tarawa_cli.kernel.standard import cache


class Ink(NamedTuple):
    """A colour of text, of its background, or both; `#rrggbb`, and a number from 0 to 15 for terminals with few."""

    fg: str = ""
    bg: str = ""
    fg16: int = -1
    bg16: int = -1
    bold: bool | None = None
    underline: bool | None = None
    shade: float = 1.0
    """The background is darkened by this factor, where there are colours enough."""
    odd: str = ""
    """The background in a style with "odd" in it: of every other hex."""
    light: "Ink | None" = None
    """What it is on a light background, if that differs."""

    def over(self, below: "Ink") -> "Ink":
        """This ink on top of another one."""
        return Ink(
            self.fg or below.fg,
            self.bg or below.bg,
            self.fg16 if self.fg else below.fg16,
            self.bg16 if self.bg else below.bg16,
            below.bold if self.bold is None else self.bold,
            below.underline if self.underline is None else self.underline,
            self.shade * below.shade,
        )


Palette = Mapping[str, Ink]


def paint(lines: Iterable[Line], palette: Palette, screen: Screen) -> str:
    """Lines as text, without blanks at their ends that show nothing."""
    if not screen.colours:
        text = "\n".join("".join(piece.text for piece in line).rstrip() for line in lines)
        return visible(in_ascii(text) if screen.ascii else text)
    inked = _Inked(palette, screen)
    return "\n".join(inked.line(line) for line in lines)


class _Inked:
    """A palette on a screen; every style is worked out once."""

    def __init__(self, palette: Palette, screen: Screen) -> None:
        self._palette = palette
        self._screen = screen
        self._codes: dict[str, str] = {"": ""}

    def line(self, line: Line) -> str:
        """A line in our colours, each run of one look painted once; colours that the text itself brings are ignored."""
        runs: list[tuple[str, str]] = []
        before, run = "", ""
        for text, style in line:
            codes = self._codes.get(style)
            if codes is None:
                codes = self._codes[style] = self._worked_out(style)
            if codes == before:
                run += text
            elif text:
                runs.append((before, run))
                before, run = codes, text
        runs.append((before, run if before else run.rstrip()))
        shown = [(codes, self._shown(text)) for codes, text in runs]
        return "".join([f"\x1b[{codes}m{text}\x1b[0m" if codes else text for codes, text in shown])

    def _shown(self, text: str) -> str:
        if text.isascii() and text.isprintable():
            return text
        return visible(in_ascii(text) if self._screen.ascii else text)

    def _worked_out(self, style: str) -> str:
        ink = Ink()
        words = style.split()
        for name in words:
            found = self._palette.get(name, Ink())
            if found.odd and "odd" in words:
                found = found._replace(bg=found.odd)
            ink = (found.light if self._screen.light and found.light else found).over(ink)
        codes = [*(["1"] if ink.bold else []), *(["4"] if ink.underline else [])]
        for colour, few, base in ((ink.fg, ink.fg16, 30), (ink.bg, ink.bg16, 40)):
            if colour:
                shade = ink.shade if base == 40 else 1.0
                codes.append(_code(colour, few, base, shade, self._screen.colours))
        return ";".join(filter(None, codes))


@cache
def _code(colour: str, few: int, base: int, shade: float, colours: int) -> str:
    if colours == 16:
        return "" if few < 0 else str(base + few if few < 8 else base + 60 + few - 8)
    red, green, blue = (min(255, round(int(colour[at : at + 2], 16) * shade)) for at in (1, 3, 5))
    if colours == 256:
        return f"{base + 8};5;{_of_256(red, green, blue)}"
    return f"{base + 8};2;{red};{green};{blue}"


_LEVELS = (0, 95, 135, 175, 215, 255)


def _of_256(red: int, green: int, blue: int) -> int:
    """The nearest of the 240 fixed colours of a terminal with 256."""
    steps = [max(1, (part - 36) // 40) if part >= 48 else 0 for part in (red, green, blue)]
    cube = 16 + 36 * steps[0] + 6 * steps[1] + steps[2]
    grey = max(0, min(23, round((red + green + blue) / 30 - 0.8)))
    near = {
        cube: sum((_LEVELS[step] - part) ** 2 for step, part in zip(steps, (red, green, blue), strict=True)),
        232 + grey: sum((8 + 10 * grey - part) ** 2 for part in (red, green, blue)),
    }
    return min(near, key=lambda code: near[code])


# ── Terminals that show ASCII only

ASCII = {
    "♣": "^", "░": ":", "▲": "@", "△": "+", "╳": "/", "⚑": "$", "║": "#", "×": "x", "○": "o", "■": "&", "·": ".",
    "∙": ",", "–": "-", "—": "-", "→": ">", "…": "~", "⋮": ":", "┊": "|", "━": "=", "─": "-", "★": "*", "●": "o",
    "✓": '"', "∘": ",", "«": "<", "»": ">", "⇢": ")", "⇠": "(", "▁": "_", "▕": "|", "’": "'", "\xa0": " ",
    **{chr(0x2080 + digit): str(digit) for digit in range(10)},
}  # fmt: skip
"""One character for each sign of a map."""


def in_ascii(text: str) -> str:
    """Text in ASCII, as wide as it was."""
    return text if text.isascii() else "".join(ASCII.get(sign, sign if sign.isascii() else "?") for sign in text)


# ── Lines beside lines


def width_of(line: Line) -> int:
    return sum(len(piece.text) for piece in line)


def fitted(line: Line, width: int) -> list[StyledText]:
    """A line cut or filled up to a width."""
    found: list[StyledText] = []
    for piece in line:
        text = piece.text[: width - width_of(found)]
        if text:
            found.append(StyledText(text, piece.style))
    missing = width - width_of(found)
    return [*found, StyledText(" " * missing)] if missing else found


def beside(left: list[Line], right: list[Line], gap: int = 2) -> list[Line]:
    """Two blocks of lines side by side."""
    wide = max(map(width_of, left), default=0) + gap
    count = max(len(left), len(right))
    rows = [[*left, *[[]] * (count - len(left))], [*right, *[[]] * (count - len(right))]]
    return [[*fitted(one, wide), *other] if other else list(one) for one, other in zip(*rows, strict=True)]


def in_rows(entries: Iterable[Line], width: int, gap: int = 3) -> list[Line]:
    """Entries one after the other, on as many lines as they need."""
    lines: list[list[StyledText]] = []
    for entry in entries:
        if lines and width_of(lines[-1]) + gap + width_of(entry) <= width:
            lines[-1] += [StyledText(" " * gap), *entry]
        else:
            lines.append(list(entry))
    return list(lines)


def up_to(lines: Sequence[Line], most: int, width: int) -> list[Line]:
    """Lines up to a number; the last of them says that there are more."""
    if len(lines) <= most or most <= 0:
        return [*lines[: max(0, most)]]
    last = [*lines[most - 1]]
    gaps = [place for place, piece in enumerate(last) if piece.text.isspace() and not piece.style]
    while gaps and width_of(last) > width - 2:  # whole entries go, not half a word
        del last[gaps.pop() :]
    return [*lines[: most - 1], [*fitted(last, min(width_of(last), width - 2)), StyledText(" …")]]


def next_line(commands: Sequence[str], width: int) -> Line:
    """The commands of the next steps in one line: the last of them, and before it as many as there is room for."""
    *first, last = commands
    left = width - len(last) - 2
    shown: list[str] = []
    for command in first:
        if len(command) + 5 <= left:
            shown.append(command)
            left -= len(command) + 5
    return [StyledText("   ".join(f"→ {command}" for command in [*shown, last]), "good")]


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
        """Ground on which something can be written: the same text on each of several lines."""
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
