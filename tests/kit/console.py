"""Run the blocks of commands of a page.

The output of a ```console block is compared with the page: a line `…` stands for any number of lines, `…` within a line
for any text. A prompt may name a folder in which the command is run: `anna$ ls`. A ```sh block shows no output, and
must end with exit code 0; series of games are cut to one game. A comment above a block that cannot be run gives the
reason: `<!-- not run: it needs a network -->`.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.kit.waiting import PATIENCE

_GIT = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
"""The output must not depend on the reader's git settings."""
_OWN = ("TARAWA_", "COLUMNS", "PYTHONPATH")
PROGRAMS = Path(sys.executable).parent
_PROMPT = re.compile(r"([a-z]*)\$ ")


class Shown(NamedTuple):
    """A command of a page with the output shown below it."""

    line: int
    command: str
    output: list[str]
    folder: str = ""
    """Where it is run, below the folder of the page."""


def shown(text: str) -> Iterator[Shown]:
    """Every command in the console blocks of a page."""
    inside = False
    found: Shown | None = None
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            inside = line == "```console"
        prompt = _PROMPT.match(line) if inside else None
        if not inside or prompt or line.startswith("```"):
            if found:
                yield found
            found = Shown(number, line[prompt.end() :], [], prompt[1]) if prompt else None
        elif found:
            found.output.append(line.rstrip())


def pattern(output: list[str]) -> str:
    """The output shown, as a regular expression."""
    lines = [r"(?:.*\n)*?" if line == "…" else ".*".join(map(re.escape, line.split("…"))) + r"\n" for line in output]
    return "".join(lines)


class Script(NamedTuple):
    """A ```sh block of a page."""

    line: int
    commands: str
    why_not: str
    """Why it is not run; nothing if it is."""


_SCRIPT = re.compile(r"^(?:<!-- not run: (?P<why>[^>]+) -->\n)?```sh\n(?P<commands>.*?)^```$", re.MULTILINE | re.DOTALL)
_SHORTER = (
    (re.compile(r"(?<= )(-g|--games|-j|--jobs|--rounds) \d+"), r"\1 1"),
    (re.compile(r"expert:\d+"), "expert:1"),
    (re.compile(r"(ladder\.py --game \w+ --games 1)(?=\s*$)", re.MULTILINE), r"\1 random historical"),
    (re.compile(r"\.venv/bin/"), ""),
)


def scripts(text: str) -> Iterator[Script]:
    """Every ```sh block of a page."""
    for found in _SCRIPT.finditer(text):
        line = text.count("\n", 0, found.start("commands")) + 1
        yield Script(line, found["commands"], found["why"] or "")


def shortened(commands: str) -> str:
    """The same commands with one game, round and job, and with the programs of this environment."""
    for long, short in _SHORTER:
        commands = long.sub(short, commands)
    return commands


def printed(command: str, folder: Path, programs: Path = PROGRAMS) -> str:
    """The output of a command without trailing blanks; programs of this environment come first."""
    return "".join(f"{line.rstrip()}\n" for line in _run(command, folder, programs).stdout.splitlines())


def failed(commands: str, folder: Path) -> str:
    """Run a script in a folder up to the first command that fails; its output, or nothing if all succeed."""
    done = _run(f"set -e\n{commands}", folder, PROGRAMS)
    return f"exit code {done.returncode}\n{done.stdout}" if done.returncode else ""


def _run(command: str, folder: Path, programs: Path) -> "subprocess.CompletedProcess[str]":
    path = f"{programs}{os.pathsep}{os.environ.get('PATH', '')}"
    environment = {name: value for name, value in os.environ.items() if not name.startswith(_OWN)}
    return subprocess.run(
        ["sh", "-c", command],
        cwd=folder,
        env={**environment, **_GIT, "PATH": path, "PYTHONIOENCODING": "utf-8"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )


def untrue(page: Path, folder: Path, programs: Path = PROGRAMS) -> str:
    """Run the commands of a page in a folder, and return the first difference, or nothing."""
    for line, command, output, below in shown(page.read_text(encoding="utf-8")):
        found = printed(command, folder / below, programs)
        if not re.fullmatch(pattern(output), found):
            expected = "\n".join(output)
            return f"{page.name}, line {line}: {command}\nshown:\n{expected}\nprinted:\n{found}"
    return ""
