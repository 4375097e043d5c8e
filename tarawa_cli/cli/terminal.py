"""What the player sits at: how large it is, and how many colours it has.

Everything comes from the environment, from `--color`, and from the player's own `config.toml`. Nothing is asked of the
terminal itself: the answer would take time, and could end up in the next command.
"""

import os
import sys

from tarawa_cli.cli.program import change_run, current_run
from tarawa_cli.kernel.engine.order_words import shown
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.hints import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tarawa_cli.kernel.narration.visible import Screen

CHOICES = ("auto", "always", "never")
PIPE_WIDTH = 80
"""Columns of a map that no terminal shows."""
TEXT_WIDTH = 130
"""Columns of other text that no terminal shows."""
LARGEST_FILE = 1_000_000
_TRUE = ("truecolor", "24bit")
_TRUE_TERMS = ("xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm", "contour")
_NO_TERMS = ("", "dumb", "unknown")


def choose(word: str) -> None:
    """From now on this command colours as `--color` says."""
    if word not in CHOICES:
        raise BadOrder(f"--color {shown(word)}: must be auto, always or never")
    change_run(colour=word)


def choice() -> str:
    return current_run().colour


# ── Colours


def colours(stream: Any = None) -> int:
    """How many colours to use in what is printed: 0, 16, 256 or `TRUE`; standard output, if no stream is named."""
    if choice() == "never" or (choice() == "auto" and not _wanted(stream or sys.stdout)):
        return 0
    return _depth()


def _wanted(stream: Any) -> bool:
    """Whether to use colour if the player has not said: NO_COLOR forbids it, CLICOLOR_FORCE does without a terminal."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("CLICOLOR_FORCE", "0") not in ("", "0"):
        return True
    return is_terminal(stream) and os.environ.get("TERM", "") not in _NO_TERMS


def _depth() -> int:
    """How many colours there are; 16 where nothing says so."""
    from tarawa_cli.kernel.narration.visible import TRUE  # start-up

    term = os.environ.get("TERM", "")
    if os.environ.get("COLORTERM", "").lower() in _TRUE or term in _TRUE_TERMS or term.endswith("-direct"):
        return TRUE
    return 256 if "256" in term else 16


def is_terminal(stream: Any) -> bool:
    return bool(stream) and stream.isatty()


# ── The player's own settings


def config_path() -> str:
    """The player's own settings; nothing if only a path below the working folder names them."""
    home = os.environ.get("XDG_CONFIG_HOME", "")
    if not os.path.isabs(home):
        home = os.path.join(os.environ.get("HOME", ""), ".config")
    return os.path.join(home, "tarawa", "config.toml") if os.path.isabs(home) else ""


# ── Size


def width() -> int:
    """The columns to write for: those of the terminal; 130 where there is none."""
    return _columns() or TEXT_WIDTH


def _columns() -> int:
    """The columns of the terminal, 0 if there is none; $COLUMNS goes before."""
    return _number(os.environ.get("COLUMNS", "")) or _size()[0]


def _rows() -> int:
    """The rows of the terminal, 0 if there is none; $LINES goes before."""
    return (_number(os.environ.get("LINES", "")) or _size()[1]) if is_terminal(sys.stdout) else 0


def _size() -> tuple[int, int]:
    try:
        return os.get_terminal_size(1)
    except OSError:
        return 0, 0


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0


def screen(
    *, ascii: bool = False, width: int | None = None, height: int | None = None, plain: bool = False
) -> "Screen":
    """What a map is drawn for. On a terminal the last row is left for the prompt; a pipe takes any number of rows.

    `plain` is for JSON: no colours, and as large as in a pipe.
    """
    from tarawa_cli.kernel.narration.visible import Screen  # start-up

    deep = 0 if plain else colours()
    columns, rows = (_number(os.environ.get("COLUMNS", "")), 0) if plain else (_columns(), max(0, _rows() - 1))
    light = False
    if deep:
        from tarawa_cli.cli.colouring import is_light  # start-up

        light = is_light()
    return Screen(width or columns or PIPE_WIDTH, height or rows, deep, light, ascii or not _has_signs())


def _has_signs() -> bool:
    """Whether the output can show more than ASCII."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return encoding.lower().replace("-", "").startswith("utf")
