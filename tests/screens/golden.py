"""Screens that are compared with stored ones.

    UPDATE_SCREENS=1 .venv/bin/python -m pytest tests/screens     # store them anew; then look at the differences
    cat tests/screens/stored/tarawa/start-80x24-256.ans           # look at one
    .venv/bin/python tools/screenshot.py out.png < tests/screens/stored/tarawa/start-80x24-256.ans

A screen is what one command prints on a terminal of a given size and with given colours.
"""

import io
import os
import sys
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple
from unittest import mock

from terminal_screen import Cell, cells

from tarawa_cli.cli.program import _run
from tarawa_cli.games import PROGRAMS

STORED = Path(__file__).with_name("stored")
UPDATE = "UPDATE_SCREENS"
TERMS = {
    "true": ("xterm-256color", "truecolor"),
    "256": ("xterm-256color", ""),
    "16": ("xterm", ""),
    "none": ("dumb", ""),
}
OWN = ("NO_COLOR", "CLICOLOR_FORCE", "TARAWA_SAVE", "TARAWA_SIDE", "XDG_CONFIG_HOME")
"""Variables that would change a screen; a terminal of ours has none of them."""


class Terminal(NamedTuple):
    """What a command is run on."""

    width: int = 80
    height: int = 24
    colours: str = "256"
    """`true`, `256`, `16` or `none`."""
    light: bool = False

    @property
    def name(self) -> str:
        return f"{self.width}x{self.height}-{self.colours}{'-light' if self.light else ''}"


SIZES = (80, 24), (120, 40), (200, 50)
TERMINALS = [Terminal(*size, colours) for size in SIZES for colours in ("256", "16", "none")]
"""Every size in every number of colours."""


class Screen(NamedTuple):
    """What a command has printed."""

    terminal: Terminal
    text: str
    """With the codes of its colours."""
    notes: str
    """What went to standard error."""

    @property
    def rows(self) -> list[list[Cell]]:
        return cells(self.text)

    @property
    def lines(self) -> list[str]:
        """Without colours."""
        return ["".join(cell.sign for cell in row) for row in self.rows]


class _Tty(io.StringIO):
    """A terminal that keeps what is printed on it."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def shown(terminal: Terminal, program: str, *words: object) -> Screen:
    """What a command prints on a terminal; it must succeed."""
    out, err = _Tty(), _Tty()
    with _environment(terminal), redirect_stdout(out), redirect_stderr(err):
        code = _run([str(word) for word in words], PROGRAMS[program])
    assert code == 0, err.getvalue()
    return Screen(terminal, out.getvalue(), err.getvalue())


@contextmanager
def _environment(terminal: Terminal) -> Iterator[None]:
    term, depth = TERMS[terminal.colours]
    size = {"COLUMNS": str(terminal.width), "LINES": str(terminal.height)}
    kept = {name: value for name, value in os.environ.items() if name not in OWN}
    ground = "0;15" if terminal.light else "15;0"
    own = {**kept, **size, "TERM": term, "COLORTERM": depth, "COLORFGBG": ground, "HOME": "/nonexistent"}
    with mock.patch.dict(os.environ, own, clear=True):
        yield


def compare(screen: Screen, *name: str) -> None:
    """The screen is as it was stored, under a folder and a name; with $UPDATE_SCREENS it is stored."""
    path = STORED.joinpath(*name[:-1], f"{name[-1]}-{screen.terminal.name}.ans")
    if os.environ.get(UPDATE):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(screen.text, encoding="utf-8")
    assert path.exists(), f"{path} is not stored yet: {UPDATE}=1 stores it"
    stored = path.read_text(encoding="utf-8")
    if screen.text != stored:  # a shorter message than pytest's
        sys.stdout.write(f"stored:\n{stored}\x1b[0m\nnow:\n{screen.text}\x1b[0m\n")
        raise AssertionError(f"{path.name} is not as it was stored; if it is meant to be so: {UPDATE}=1")


def check_fits(screen: Screen, *, spare: int = 1) -> None:
    """It fits the terminal, with some rows to spare for the prompt, and every sign takes one cell."""
    assert len(screen.lines) <= screen.terminal.height - spare, f"{len(screen.lines)} lines"
    check_width(screen)


def check_width(screen: Screen) -> None:
    """No line is too long, and every sign takes one cell."""
    for line in screen.lines:
        assert len(line) <= screen.terminal.width, line
        wide = [sign for sign in line if unicodedata.east_asian_width(sign) not in ("N", "Na", "A")]
        assert wide == [], line
        assert not any(map(unicodedata.combining, line)), line
