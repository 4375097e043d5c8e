"""The current game: the save that is meant when none is named.

`saves/.current` remembers one name for each game. `new` and `use` write it; `--save` and $TARAWA_SAVE go before it.
"""

import os

from tarawa_cli.cli.commands import CURRENT, LAST_RESORT, SAVES
from tarawa_cli.cli.program import own_game, running
from tarawa_cli.kernel import savefile, toml
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.files import read_regular

LARGEST = 100_000
_IGNORED = "# The player's own, and nothing for git.\n.current\n.history*\n*.bak\n*.*.toml\n"


def save() -> str:
    """The current game's save; if `.current` cannot be read, its own path, so that the error names it."""
    try:
        return _names().get(running().game, LAST_RESORT)
    except BadFile:
        return CURRENT


def _names() -> dict[str, str]:
    """The saves that are remembered, by game."""
    if not os.path.lexists(CURRENT):
        return {}
    doc = toml.parse(toml.decode(read_regular(CURRENT, CURRENT, LARGEST, ""), CURRENT), CURRENT)
    return {game: name for game, name in doc.items() if isinstance(name, str)}


def remember(path: str) -> None:
    """From now on this is the current game."""
    try:
        names = _names()
    except BadFile:
        names = {}
    lines = toml.lines(names | {running().game: _written(path)})
    savefile.write(savefile.make_folder(CURRENT), "".join(f"{line}\n" for line in lines))
    ignored = os.path.join(SAVES, ".gitignore")
    if not os.path.lexists(ignored):
        savefile.write(ignored, _IGNORED)


def _written(path: str) -> str:
    """A path that still works later: relative if the file is below this folder, otherwise in full."""
    below = os.path.relpath(path)
    return os.path.abspath(path) if below.startswith(os.pardir) else below


def is_among_saves(path: str) -> bool:
    """Whether a save lies in the folder of games."""
    return os.path.dirname(os.path.abspath(path)) == os.path.abspath(SAVES)


def found() -> list[str]:
    """The names of all that may be games in that folder, without their ending."""
    try:
        names = os.listdir(SAVES)
    except OSError:
        return []
    return sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml") and not _is_aside(name))


def _is_aside(name: str) -> bool:
    """Whether a file is no game: hidden, or a side's secrets beside one."""
    secret = any(name.endswith(f".{side}.toml") for side in own_game().sides.names)
    return name.startswith(".") or secret


def path_of(name: str) -> str:
    return os.path.join(SAVES, f"{name}.toml")
