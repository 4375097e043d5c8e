"""The user's own settings about bots: which program plays, and how long it may think.

They are read only from the user's configuration, never from the working folder, a save or a scenario.
"""

import os

from tarawa_cli.cli import output
from tarawa_cli.cli.terminal import LARGEST_FILE, config_path
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.hints import Any
from tarawa_cli.kernel.narration.visible import on_one_line
from tarawa_cli.kernel.players.computer_player import Bots
from tarawa_cli.kernel.saves import toml
from tarawa_cli.kernel.saves.files import read_regular

SECONDS = "seconds"
LONGEST = 3600


def bots(game: str, named: str) -> Bots:
    """The bot that plays a game, and its time; `named` goes before the settings."""
    path = config_path()
    said: dict[str, Any] = {}
    try:
        if path and os.path.lexists(path):
            settings = toml.parse(toml.decode(read_regular(path, path, LARGEST_FILE, ""), path), path)
            said = _checked(path, settings.get("bots", {}))
    except BadFile as error:
        output.note(output.warning(f"{error.message}; these settings are ignored"))
    found = named or os.path.expanduser(said.get(game, ""))
    from tarawa_cli.kernel.players.bots import program_file  # start-up

    return Bots(program_file(found) if found else "", float(said.get(SECONDS, Bots().seconds)))


def _checked(path: str, said: Any) -> dict[str, Any]:
    """The table `[bots]`: a program by game, absolute or from the home folder, and the seconds for an order."""
    if not isinstance(said, dict):
        raise BadFile(f"{path}: bots must be a table")
    for name, value in said.items():
        if name == SECONDS:
            if not isinstance(value, int | float) or isinstance(value, bool) or not 0 < value <= LONGEST:
                raise BadFile(f"{path}: bots.seconds must be a number up to {LONGEST}")
        elif not isinstance(value, str) or not os.path.isabs(os.path.expanduser(value)):
            raise BadFile(f"{path}: bots.{on_one_line(name)} must be an absolute path, or begin with ~/")
    return said
