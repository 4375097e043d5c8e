"""A picture of what a command prints on a terminal, for people to look at.

    python tools/screenshot.py out.png -- tarawa map --save saves/campaign.toml
    python tools/screenshot.py out.png --size 120x40 --colors 16 --background light -- malta status
    python tools/screenshot.py out.png --blind deuteranopia -- tarawa map
    python tools/screenshot.py out.png < screen.ans

The command runs on a terminal of its own, of this size and with these colours. The picture shows what is left on the
screen when it has ended, with a prompt below, so whatever has scrolled away is missing; `--whole` shows everything.
"""

import argparse
import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from terminal_screen import BLINDNESS, Cell, Colour, cells, simulated

COLOURS = {
    "true": ("xterm-256color", "truecolor"),
    "256": ("xterm-256color", ""),
    "16": ("xterm", ""),
    "none": ("dumb", ""),
}
"""What TERM and COLORTERM say."""
FONTS = ("DejaVuSansMono", "DejaVuSansMono-Bold", "DejaVuSans")
"""Plain, bold, and for signs that these lack, as a terminal takes them from elsewhere."""
FOLDERS = (
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "~/.local/share/fonts",
    "~/.fonts",
    "/opt/homebrew/share/fonts",
    "/Library/Fonts",
    "~/Library/Fonts",
)
HINT = "install the font (Debian: apt-get install fonts-dejavu-core), or name another one with --font FILE"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("picture", type=Path, help="the PNG file to write")
    parser.add_argument("--size", default="80x24", help="columns and rows (default 80x24)")
    parser.add_argument("--colors", choices=COLOURS, default="256", help="how many the terminal has (default 256)")
    parser.add_argument("--background", choices=("dark", "light"), default="dark")
    parser.add_argument("--blind", choices=BLINDNESS, help="as a person with this colour blindness sees it")
    parser.add_argument("--whole", action="store_true", help="also what has scrolled away")
    parser.add_argument("--font", type=Path, help="a monospace font with all signs")
    parser.add_argument("--font-size", type=int, default=16, help="in pixels (default 16)")
    parser.epilog = "After -- comes the command; without one, standard input is what was printed."
    words = sys.argv[1:]
    end = words.index("--") if "--" in words else len(words)
    given, command = parser.parse_args(words[:end]), words[end + 1 :]
    columns, rows = map(int, given.size.split("x"))
    light = given.background == "light"
    text = printed(command, columns, rows, given.colors, light) if command else sys.stdin.read()
    lines = [*wrapped(cells(text), columns), [Cell("$")]]
    shown = lines if given.whole else lines[-rows:]
    picture(shown, given, columns, max(rows, len(shown)), light).save(given.picture)


def printed(command: list[str], columns: int, rows: int, colours: str, light: bool) -> str:
    """What a command prints on a terminal, notes and errors included."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")}
    term, depth = COLOURS[colours]
    environment |= {"TERM": term, "COLORTERM": depth, "COLORFGBG": "0;15" if light else "15;0"}
    try:
        running = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
    except OSError as error:
        sys.exit(f"cannot run {command[0]}: {error.strerror}")
    with running:
        os.close(theirs)
        said = b"".join(_read(ours))
    os.close(ours)
    return said.decode()


def _read(terminal: int) -> Iterator[bytes]:
    while True:
        try:
            piece = os.read(terminal, 65536)
        except OSError:  # the last one has closed it
            return
        if not piece:
            return
        yield piece


def wrapped(lines: list[list[Cell]], columns: int) -> Iterator[list[Cell]]:
    """Lines as a terminal shows them: long lines continue in the next row."""
    for line in lines:
        yield from ([line[at : at + columns] for at in range(0, len(line), columns)] if line else [[]])


def picture(lines: list[list[Cell]], given: argparse.Namespace, columns: int, rows: int, light: bool) -> Any:
    """The lines as an image."""
    from PIL import Image, ImageDraw

    plain, bold, other = fonts(given.font, given.font_size)
    elsewhere = lacking({cell.sign for line in lines for cell in line}, plain)
    if missing := lacking(elsewhere, other):
        named = ", ".join(f"{sign} (U+{ord(sign):04X})" for sign in sorted(missing))
        sys.exit(f"{plain.getname()[0]} and {other.getname()[0]} have no glyph for {named}: {HINT}")
    ascent, descent = plain.getmetrics()
    wide, high = round(plain.getlength("M")), ascent + descent
    _, ground = Cell(" ").colours(light)
    image = Image.new("RGB", ((columns + 2) * wide, (rows + 1) * high), _seen(ground, given.blind))
    draw = ImageDraw.Draw(image)
    for row, line in enumerate(lines):
        for column, cell in enumerate(line):
            fg, bg = (_seen(colour, given.blind) for colour in cell.colours(light))
            x, y = (column + 1) * wide, row * high + high // 2
            draw.rectangle((x, y, x + wide - 1, y + high - 1), fill=bg)
            font = other if cell.sign in elsewhere else bold if cell.style.bold else plain
            draw.text((x, y), cell.sign, font=font, fill=fg)
            if cell.style.underline:
                draw.line((x, y + ascent + 1, x + wide - 1, y + ascent + 1), fill=fg)
    return image


def _seen(colour: Colour, blindness: str | None) -> Colour:
    return simulated(colour, blindness) if blindness else colour


def fonts(named: Path | None, size: int) -> list[Any]:
    """A font, its bold form, and one for other signs; or the program ends and says what to install."""
    try:
        from PIL import ImageFont
    except ImportError:
        sys.exit("this needs pillow: pip install -e '.[dev]'")
    paths = [named] * 3 if named else [_find(name) for name in FONTS]
    if not paths[0]:
        sys.exit(f"no font {FONTS[0]} found in {', '.join(FOLDERS)}: {HINT}")
    try:
        return [ImageFont.truetype(str(path or paths[0]), size) for path in paths]
    except OSError as error:
        sys.exit(f"cannot use the font {paths[0]}: {error}; {HINT}")


def _find(name: str) -> Path | None:
    found = (path for folder in FOLDERS for path in sorted(Path(folder).expanduser().rglob(f"{name}.ttf")))
    return next(found, None)


def lacking(signs: set[str], font: Any) -> set[str]:
    """The signs for which a font has no glyph: it would show a box."""
    box = bytes(font.getmask("\U0010ffff"))
    return {sign for sign in signs if sign.strip() and bytes(font.getmask(sign)) == box}


if __name__ == "__main__":
    main()
