"""The current game: the save that is meant when none is named.

`saves/.current` remembers one name for each game. `new` and `use` write it; `--save` and $TARAWA_SAVE go before it.
"""

import os

from tarawa_cli.cli import output
from tarawa_cli.cli.commands import CURRENT, LAST_RESORT, SAVES, check_name
from tarawa_cli.cli.program import own_game, running
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.saves import savefile, toml
from tarawa_cli.kernel.saves.files import check_no_link, read_regular

LARGEST = 100_000
_IGNORED = "# The player's own, and nothing for git.\n.current\n.history*\n*.bak\n*.*.toml\n.*.new\n"


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
    check_no_link(CURRENT)
    try:
        doc = toml.parse(toml.decode(read_regular(CURRENT, CURRENT, LARGEST, ""), CURRENT), CURRENT)
        if not all(isinstance(name, str) and "\0" not in name for name in doc.values()):
            raise BadFile(f"{CURRENT} does not hold names of games and their saves")
        return doc
    except BadFile as error:
        raise BadFile(error.message, hint=f"remove {CURRENT}; it only records which game is the current one") from None


def remember(path: str) -> None:
    """From now on this is the current game. BadFile, if what is there is not ours: it is left as it is."""
    _write(_names() | {running().game: _written(path)})


def forget(path: str) -> None:
    """From now on a game that is gone is not the current one."""
    names = _names()
    if names.get(running().game) == _written(path):
        _write({game: name for game, name in names.items() if game != running().game})


def _write(names: dict[str, str]) -> None:
    savefile.write(savefile.make_folder(CURRENT), "".join(f"{line}\n" for line in toml.lines(names)))


def tell_git() -> None:
    """Have git ignore what is the player's own, unless he has said what to ignore; a note, if that cannot be done."""
    ignored = os.path.join(SAVES, ".gitignore")
    if not os.path.lexists(ignored):
        try:
            savefile.create(ignored, _IGNORED)
        except BadFile as error:
            output.note(f"note: cannot make git ignore your own files in {SAVES}/: {error.message}")


def _written(path: str) -> str:
    """A path that still works later: relative if the file is below this folder, otherwise in full."""
    below = os.path.relpath(path)
    written = os.path.abspath(path) if below.startswith(os.pardir) else below
    check_name(CURRENT, written)
    return written


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
    from tarawa_cli.kernel.mail.secret_files import is_name  # start-up

    return name.startswith(".") or is_name(name, own_game().sides.names)


def path_of(name: str) -> str:
    return os.path.join(SAVES, f"{name}.toml")
