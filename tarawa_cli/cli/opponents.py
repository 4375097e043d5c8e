"""Who plays each side: options of the commands that take a player for a side."""

from tarawa_cli.cli import program
from tarawa_cli.cli.commands import PLAYER, Value, choice
from tarawa_cli.kernel.engine.grammar import Option
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.game import Wording
from tarawa_cli.kernel.hints import Mapping

ME, COMPUTER = "me", "computer"
SEARCHER = "expert"
"""Who plays its plans out, in every game that has such a player."""


def player_options(name: str) -> list[Option]:
    """Who plays each side, in a game that has several: `--axis strong`."""
    sides = program.own_game().sides
    players = program.running().words.get("autoplay", {}).get(PLAYER.name, Wording()).takes
    person = name == "new"
    takes, default = (f"{ME}|{COMPUTER}|{players}", ME) if person else (players, "")
    said = "Choose who plays {}: you, or the computer." if person else "Choose who plays {}, if not --player."
    if not sides.several:
        return []
    level = [_level()] if person and program.running().levels else []
    return [*(Option(f"--{side}", said.format(side), takes, default=default) for side in sides.names), *level]


def _level() -> Option:
    levels = list(program.running().levels)
    default = levels[len(levels) // 2]
    return Option("--level", "Choose how well the computer plays its side.", "|".join(levels), default=default)


def players_by_side(given: Mapping[str, Value]) -> dict[str, str]:
    """The computer players that were named for single sides."""
    found = {side: str(given[side]) for side in program.own_game().sides.names if given.get(side)}
    names = program.own_game().players.PLAYERS
    named = {side: choice(f"--{side}", name, [ME, COMPUTER, *names]) for side, name in found.items()}
    levels = program.running().levels
    level = choice("--level", str(given["level"]), list(levels)) if given.get("level") else ""
    computer = levels.get(level) or list(names)[-1]
    return {side: computer if name == COMPUTER else name for side, name in named.items() if name != ME}


def searching(name: str, by_side: Mapping[str, str], playouts: int | None) -> tuple[str, dict[str, str]]:
    """The players with their number of playouts (`expert:8`); BadOrder if none of them uses playouts."""
    if playouts is None:
        return name, dict(by_side)
    if SEARCHER not in (name, *by_side.values()):
        raise BadOrder(f"--playouts is for the player {SEARCHER}", hint=f"add --player {SEARCHER}")
    counted = f"{SEARCHER}:{playouts}"
    sides = {side: counted if one == SEARCHER else one for side, one in by_side.items()}
    return counted if name == SEARCHER else name, sides
