"""What a terminal shows after a program has printed something: cells with their colours.

Only what this project prints is understood: text, line ends, colours (`\\x1b[…m`), and clearing the screen.
"""

import re
from collections.abc import Iterator
from math import dist
from typing import Any, NamedTuple

Colour = tuple[int, int, int]

DARK, LIGHT = (24, 24, 24), (255, 255, 255)
_ON_DARK, _ON_LIGHT = (204, 204, 204), (32, 32, 32)
SIXTEEN: tuple[Colour, ...] = (
    (0, 0, 0),
    (205, 0, 0),
    (0, 205, 0),
    (205, 205, 0),
    (0, 0, 238),
    (205, 0, 205),
    (0, 205, 205),
    (229, 229, 229),
    (127, 127, 127),
    (255, 0, 0),
    (0, 255, 0),
    (255, 255, 0),
    (92, 92, 255),
    (255, 0, 255),
    (0, 255, 255),
    (255, 255, 255),
)
"""The first sixteen, as xterm has them."""
_LEVELS = (0, 95, 135, 175, 215, 255)
_ESCAPE = re.compile(r"\x1b\[([0-9;]*)([A-Za-z])")
CLEARS = "\x1b[H\x1b[2J"


class Style(NamedTuple):
    """How a cell is printed; None is the terminal's own colour."""

    fg: Colour | None = None
    bg: Colour | None = None
    bold: bool = False
    dim: bool = False
    underline: bool = False
    reverse: bool = False


class Cell(NamedTuple):
    sign: str
    style: Style = Style()

    def colours(self, light: bool = False) -> tuple[Colour, Colour]:
        """Its text and its background, as they look."""
        fg = self.style.fg or (_ON_LIGHT if light else _ON_DARK)
        bg = self.style.bg or (LIGHT if light else DARK)
        if self.style.dim:
            fg = tuple((one + other) // 2 for one, other in zip(fg, bg, strict=True))  # type: ignore[assignment]
        return (bg, fg) if self.style.reverse else (fg, bg)


def cells(text: str) -> list[list[Cell]]:
    """The lines of a text as cells; a style lasts until another one, over the ends of lines too."""
    text = text.replace("\r\n", "\n").rpartition(CLEARS)[2]
    style, lines = Style(), list[list[Cell]]()
    for line in text.removesuffix("\n").split("\n"):
        row: list[Cell] = []
        for sign, codes in _pieces(line):
            style = _styled(style, codes) if codes is not None else style
            row += [Cell(one, style) for one in sign]
        lines.append(row)
    return lines


def _pieces(line: str) -> Iterator[tuple[str, str | None]]:
    """Texts, and the codes of colours between them."""
    place = 0
    for found in _ESCAPE.finditer(line):
        yield line[place : found.start()], None
        if found[2] != "m":
            raise ValueError(f"not a colour: {found[0]!r}")
        yield "", found[1]
        place = found.end()
    yield line[place:], None


def _styled(style: Style, codes: str) -> Style:
    numbers = [int(code or 0) for code in codes.split(";")]
    while numbers:
        style = _with_code(style, numbers.pop(0), numbers)
    return style


_FLAGS: dict[int, dict[str, Any]] = {1: {"bold": True}, 2: {"dim": True}, 4: {"underline": True}, 7: {"reverse": True}}


def _with_code(style: Style, code: int, rest: list[int]) -> Style:
    if code == 0:
        return Style()
    if code in _FLAGS:
        return style._replace(**_FLAGS[code])
    if code == 22:
        return style._replace(bold=False, dim=False)
    if code in (38, 48):
        colour = _long(rest)
        return style._replace(fg=colour) if code == 38 else style._replace(bg=colour)
    if code in (39, 49):
        return style._replace(fg=None) if code == 39 else style._replace(bg=None)
    for first, shift, is_ground in ((30, 0, False), (40, 0, True), (90, 8, False), (100, 8, True)):
        if first <= code < first + 8:
            colour = SIXTEEN[code - first + shift]
            return style._replace(bg=colour) if is_ground else style._replace(fg=colour)
    raise ValueError(f"an unknown code of a colour: {code}")


def _long(rest: list[int]) -> Colour:
    """A colour of 256, or a true one: `5;N` or `2;R;G;B`."""
    if rest.pop(0) == 5:
        return of_256(rest.pop(0))
    return rest.pop(0), rest.pop(0), rest.pop(0)


def of_256(number: int) -> Colour:
    if number < 16:
        return SIXTEEN[number]
    if number >= 232:
        grey = 8 + 10 * (number - 232)
        return grey, grey, grey
    red, rest = divmod(number - 16, 36)
    green, blue = divmod(rest, 6)
    return _LEVELS[red], _LEVELS[green], _LEVELS[blue]


# ── Colour blindness

BLINDNESS = {
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""For linear light, by Machado, Oliveira and Fernandes (2009)."""


def simulated(colour: Colour, kind: str) -> Colour:
    """A colour as a person with this colour blindness sees it."""
    light = [_linear(part) for part in colour]
    red, green, blue = (sum(a * b for a, b in zip(row, light, strict=True)) for row in BLINDNESS[kind])
    return _coded(red), _coded(green), _coded(blue)


def difference(one: Colour, other: Colour) -> float:
    """How far two colours look apart: ΔE of CIELAB (1976)."""
    return dist(_lab(one), _lab(other))


def _linear(part: int) -> float:
    share = part / 255
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)


def _coded(light: float) -> int:
    light = min(1.0, max(0.0, light))
    return round(255 * (12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055))


def _lab(colour: Colour) -> tuple[float, float, float]:
    red, green, blue = map(_linear, colour)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)
