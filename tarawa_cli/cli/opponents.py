"""Who plays each side: options of the commands that take a player for a side."""

import os

from tarawa_cli.cli import program
from tarawa_cli.cli.commands import PLAYER, Value, choice
from tarawa_cli.kernel.engine.grammar import Option
from tarawa_cli.kernel.engine.order_words import shown
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.game import Wording
from tarawa_cli.kernel.hints import Mapping
from tarawa_cli.kernel.players.computer_player import BOT, Bots, is_program

ME, COMPUTER = "me", "computer"
SEARCHER = "expert"
"""Who plays its plans out, in every game that has such a player."""


def player_options(name: str) -> list[Option]:
    """Who plays each side, in a game that has several: `--axis strong`."""
    sides = program.own_game().sides
    players = program.running().words.get("autoplay", {}).get(PLAYER.name, Wording()).takes
    person = name == "new"
    takes, default = (f"{ME}|{COMPUTER}|{players}|{BOT}", ME) if person else (players, "")
    said = "Choose who plays {}: you, the computer, or a bot." if person else "Choose who plays {}, if not --player."
    if not sides.several:
        return []
    level = [_level()] if person and program.running().levels else []
    return [*(Option(f"--{side}", said.format(side), takes, default=default) for side in sides.names), *level]


def _level() -> Option:
    levels = list(program.running().levels)
    default = levels[len(levels) // 2]
    return Option("--level", "Choose how well the computer plays its side.", "|".join(levels), default=default)


def players_by_side(given: Mapping[str, Value], *, saved: bool = False) -> dict[str, str]:
    """The players that were named for single sides; what will be saved is a word and never a program."""
    found = {side: str(given[side]) for side in program.own_game().sides.names if given.get(side)}
    names = program.own_game().players.PLAYERS
    named = {side: _named(f"--{side}", name, [ME, COMPUTER, *names], saved) for side, name in found.items()}
    levels = program.running().levels
    level = choice("--level", str(given["level"]), list(levels)) if given.get("level") else ""
    computer = levels.get(level) or list(names)[-1]
    return {side: computer if name == COMPUTER else name for side, name in named.items() if name != ME}


def _named(option: str, word: str, names: list[str], saved: bool) -> str:
    if saved:
        check_saved(option, word)
        return choice(option, word, [*names, BOT])
    return bot_program(word) or choice(option, word, names)


def check_saved(option: str, word: str) -> None:
    """BadOrder, if a program is named where a save would keep it."""
    if os.sep in word:
        why = f"{option} {shown(word)}: a save never names a program"
        raise BadOrder(why, hint=f"{option} {BOT} --bot {word}")


def bot_program(word: str) -> str:
    """The program that a word means: a path, or `bot` for the one that --bot or the settings name; else nothing."""
    if os.sep in word:
        from tarawa_cli.kernel.players.bots import program_file  # start-up

        return program_file(word)
    if word != BOT:
        return ""
    if not (found := program.find_bots().program):
        raise BadOrder("no bot is named on this machine", hint="name a program with --bot FILE, or in the settings")
    return found


def bots_of(name: str, by_side: Mapping[str, str]) -> Bots:
    """How long bots may think, if any of the players is one."""
    return program.find_bots() if any(map(is_program, (name, *by_side.values()))) else Bots()


def searching(name: str, by_side: Mapping[str, str], playouts: int | None) -> tuple[str, dict[str, str]]:
    """The players with their number of playouts (`expert:8`); BadOrder if none of them uses playouts."""
    if playouts is None:
        return name, dict(by_side)
    if SEARCHER not in (name, *by_side.values()):
        raise BadOrder(f"--playouts is for the player {SEARCHER}", hint=f"add --player {SEARCHER}")
    counted = f"{SEARCHER}:{playouts}"
    sides = {side: counted if one == SEARCHER else one for side, one in by_side.items()}
    return counted if name == SEARCHER else name, sides
