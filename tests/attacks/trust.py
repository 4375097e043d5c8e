"""Names of things that are no file, or an endless one: refused at once, wherever they are given."""

import os
import re
import socket
import sys
from collections.abc import Callable
from pathlib import Path

from tarawa_cli.games import MALTA, TARAWA
from tests.attacks import malta, sources
from tests.attacks.mutants import sealed
from tests.attacks.tools import Round, need
from tests.cli.tools import Result


def _socket(path: Path) -> None:
    here = os.getcwd()
    os.chdir(path.parent)  # the name of a socket may not be long
    try:
        with socket.socket(socket.AF_UNIX) as it:
            it.bind(path.name)
    finally:
        os.chdir(here)


def _piped(path: Path) -> None:
    os.mkfifo(path.with_name("pipe"))
    path.symlink_to("pipe")


def _huge(path: Path) -> None:
    path.touch()
    os.truncate(path, 1 << 36)


TRAPS: dict[str, Callable[[Path], object]] = {
    "pipe": os.mkfifo,
    "link to a pipe": _piped,
    "zeros": lambda path: path.symlink_to("/dev/zero"),
    "terminal": lambda path: path.symlink_to("/dev/tty"),
    "folder": lambda path: path.mkdir(),
    "socket": _socket,
    "huge": _huge,
    "link to itself": lambda path: path.symlink_to(path.name),
    "memory": lambda path: path.symlink_to("/proc/self/mem"),
}
USES = [
    *("status -s trap.toml", "bombard -s trap.toml", "undo -s trap.toml", "table terrain -s trap.toml"),
    *("verify trap.toml", "new trap.toml -s other.toml", "simulate -g 1 --scenario trap.toml"),
    *("new --tables trap.toml -s other.toml", "run trap.toml -s game.toml", "export svg trap.toml -s game.toml"),
    *("status -s mail.toml", "bombard -s mail.toml", "adopt trap.toml -s mail.toml", "export svg -s mail.toml"),
]
TAB = ["__complete zsh 'tarawa unit -s trap.toml '", "__complete bash 'tarawa decide -s mail.toml '"]
MALTA_USES = [
    *("status -s trap.toml", "next -s trap.toml", "undo -s trap.toml", "table units -s trap.toml"),
    *("verify trap.toml", "new trap.toml -s other.toml", "simulate -g 1 --scenario trap.toml"),
    *("new --tables trap.toml -s other.toml", "run trap.toml -s game.toml", "export svg trap.toml -s game.toml"),
    *("map --as axis -s trap.toml", "status -s mail.toml", "next -s mail.toml"),
]
MALTA_TAB = ["__complete zsh 'malta unit -s trap.toml '", "__complete bash 'malta decide -s mail.toml '"]
ALL = [*((TARAWA, words) for words in (*USES, *TAB)), *((MALTA, words) for words in (*MALTA_USES, *MALTA_TAB))]


def attack(at: Round) -> None:
    """Every trap in every use in turn: their numbers have no common factor."""
    names = list(TRAPS)
    trap, (at.played, words) = names[at.number % len(names)], ALL[at.number % len(ALL)]
    TRAPS[trap](at.folder / "trap.toml")
    young = malta.young() if at.played is MALTA else sources.young()
    (at.folder / "game.toml").write_text(young, "utf-8")
    mail = re.sub('scenario = "[^"]*"', 'scenario = "./trap.toml"', young)
    (at.folder / "mail.toml").write_bytes(sealed(mail.encode()))
    before = _seen(at.folder)
    result = _limited(at, words)
    at.counts[trap] += 1
    expected = (0, "") if words in (*TAB, *MALTA_TAB) else (3, "")
    need(
        (result.code, result.out) == expected,
        f"`{words}`, {trap}: exit code {result.code}, {result.out[:200]}{result.err}",
    )
    need(_seen(at.folder) == before, f"`{words}`, {trap}: something has changed")


def _limited(at: Round, words: str) -> Result:
    """Limit the memory, so that a program that reads endlessly does not take down the machine."""
    at.note(words)
    line = f"ulimit -v 2000000; exec '{sys.executable}' -m tarawa_cli {at.played.name} {words}"
    return at.decent(at.process(["sh", "-c", line]))


def _seen(folder: Path) -> list[tuple[str, int, int, int]]:
    found = [(path.name, path.lstat()) for path in sorted(folder.iterdir())]
    return [(name, it.st_ino, it.st_mode, it.st_mtime_ns) for name, it in found]
