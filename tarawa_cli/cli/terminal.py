"""What the player sits at: how large it is, how many colours it has, and whether its background is light.

Everything comes from the environment, from `--color`, and from the player's own `config.toml`. Nothing is asked of the
terminal itself: the answer would take time, and could end up in the next command.
"""

import os
import sys

from tarawa_cli.cli.program import change_run, current_run
from tarawa_cli.kernel.engine.order_words import shown
from tarawa_cli.kernel.errors import BadFile, BadOrder
from tarawa_cli.kernel.hints import TYPE_CHECKING, Any
from tarawa_cli.kernel.standard import cache

if TYPE_CHECKING:
    from tarawa_cli.kernel.narration.visible import Screen

CHOICES = ("auto", "always", "never")
BACKGROUNDS = ("dark", "light")
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


# ── Light or dark


def is_light() -> bool:
    """Whether the background is light: as the player says in `config.toml`, or else as the terminal says."""
    path = config_path()
    said, fault = _background(path)
    if fault:
        _report(path, fault)
    return said == "light" if said else _seems_light(os.environ.get("COLORFGBG", ""))


def _seems_light(colours: str) -> bool:
    """`15;0` is white on black; the last number is the background, and 7 and most of the bright ones are light."""
    background = colours.rpartition(";")[2]
    return background.isascii() and background.isdigit() and (int(background) == 7 or 8 < int(background) < 16)


def config_path() -> str:
    """The player's own settings; nothing if only a path below the working folder names them."""
    home = os.environ.get("XDG_CONFIG_HOME", "")
    if not os.path.isabs(home):
        home = os.path.join(os.environ.get("HOME", ""), ".config")
    return os.path.join(home, "tarawa", "config.toml") if os.path.isabs(home) else ""


@cache
def _background(path: str) -> tuple[str, str]:
    """What the settings say of the background, and why they cannot be used."""
    if not path or not os.path.lexists(path):
        return "", ""
    try:
        return _checked(path), ""
    except BadFile as error:
        return "", error.message


def _report(path: str, fault: str) -> None:
    """Say once that the settings are ignored; the note itself asks for the background, too."""
    if path != current_run().ignored_settings:
        from tarawa_cli.cli import output  # start-up, cycle

        change_run(ignored_settings=path)
        output.note(output.warning(f"{fault}; these settings are ignored"))


def _checked(path: str) -> str:
    from tarawa_cli.kernel.saves import toml  # start-up
    from tarawa_cli.kernel.saves.files import read_regular

    settings = toml.parse(toml.decode(read_regular(path, path, LARGEST_FILE, ""), path), path)
    if unknown := [name for name in settings if name not in ("background", "bots")]:
        raise BadFile(f"{path}: unknown setting {shown(unknown[0])}, there are only background and bots")
    said = settings.get("background", "")
    if said not in ("", *BACKGROUNDS):
        raise BadFile(f'{path}: background must be "dark" or "light", not {shown(str(said))}')
    return str(said)


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
    light = bool(deep) and is_light()
    return Screen(width or columns or PIPE_WIDTH, height or rows, deep, light, ascii or not _has_signs())


def _has_signs() -> bool:
    """Whether the output can show more than ASCII."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return encoding.lower().replace("-", "").startswith("utf")
