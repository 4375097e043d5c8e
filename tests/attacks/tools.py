"""What all attacks share: a round with its folder and random choices, and the program in this process or its own."""

import os
import shlex
import signal
import subprocess
import sys
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from tarawa_cli.games import TARAWA
from tests.cli import tools
from tests.cli.tools import Result

ROOT = Path(__file__).resolve().parents[2]
OLD_SAVES = ROOT / "tests" / "saves"
SEED = 1943
PATIENCE = 600.0
"""Seconds after which a command counts as hanging, even on a busy machine."""
CODES = range(5)
_OBEYED = {"Cc", "Cf", "Cs", "Zl", "Zp"}
STRANGE = ("TARAWA_SAVE", "TARAWA_DEBUG", "COLUMNS", "NO_COLOR", "PYTHONPATH", "PYTHONUNBUFFERED")


class Fault(Exception):
    """Something that must hold does not."""


def need(holds: object, what: str) -> None:
    if not holds:
        raise Fault(what)


class Hang(BaseException):
    """A command that does not end; not an Exception, so that nothing catches it."""


class Round:
    """One round of an attack. The same seed and number give the same round."""

    def __init__(self, attack: str, seed: int, number: int, folder: Path, counts: Counter[str]) -> None:
        self.number = number
        self.folder = folder
        self.rng = Random(f"{seed}:{attack}:{number}")
        self.counts = counts
        self.played = TARAWA
        """The program that is attacked."""
        self.forged = False
        """Whether a file pretends to have been written by the program."""
        self.commands: list[str] = []
        """The commands given so far, for whoever wants to reproduce a fault."""

    def note(self, *words: object) -> list[str]:
        """Remember a command line."""
        line = list(map(str, words))
        self.commands.append(shlex.join(line))
        return line

    def here(self, *words: object, stdin: bytes = b"") -> Result:
        """A command in this process, which must end properly."""
        line = self.note(*words)
        with impatient():
            return self.decent(tools.command(self.played, *line, stdin=stdin))

    def program(self, *words: object, **options: Any) -> Result:
        """A command in its own process in the round's folder, which must end properly."""
        return self.decent(self.process(self.started(*words), **options))

    def started(self, *words: object) -> list[str]:
        """What starts a command in its own process."""
        return [sys.executable, "-m", "tarawa_cli", self.played.name, *self.note(*words)]

    def process(self, command: list[str], **options: Any) -> Result:
        given: dict[str, Any] = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        given |= {"cwd": self.folder, "env": environment(), "timeout": PATIENCE} | options
        try:
            done = subprocess.run(command, check=False, **given)
        except subprocess.TimeoutExpired:
            raise Fault(f"it hangs: {shlex.join(command)}") from None
        return Result(
            done.returncode, *((text or b"").decode("utf-8", "replace") for text in (done.stdout, done.stderr))
        )

    def decent(self, result: Result) -> Result:
        """What must hold for every answer, whatever was asked."""
        said = result.out + result.err
        need(result.code in CODES, f"exit code {result.code}: {said[-2000:]}")
        need("should not have happened" not in said, said[-2000:])
        need("Traceback" not in said, said[-2000:])
        obeyed = {sign for sign in said if unicodedata.category(sign) in _OBEYED} - {"\n"}
        need(not obeyed, f"a terminal would obey {sorted(map(ascii, obeyed))}: {said[:2000]!a}")
        return result


@contextmanager
def impatient() -> Iterator[None]:
    """Turn whatever takes too long in this process into a fault."""

    def ring(*_: object) -> None:
        raise Hang

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE)
    try:
        yield
    except Hang:
        raise Fault("it hangs") from None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def environment(**more: str) -> dict[str, str]:
    """The ordinary environment, without variables that change the program's behaviour."""
    return {name: value for name, value in os.environ.items() if name not in STRANGE} | more


def old_saves() -> list[Path]:
    """Saves that older programs wrote; battle-N are scenarios that some of them name."""
    return sorted(path for path in OLD_SAVES.glob("*/tarawa/*.toml") if not path.name.startswith("battle-"))


def leftovers(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name.endswith(".new"))


def journal(path: Path) -> list[str]:
    entries: list[str] = tomllib.loads(path.read_text("utf-8"))["journal"]
    return entries
