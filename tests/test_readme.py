"""README.md and the tutorial are true: each one's ```console blocks are played in order in an empty folder, and print
what they show.

A line `…` stands for any number of lines, `…` within a line for any text.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[1]
PLAYED = ("README.md", "docs/tutorial.md")


class Shown(NamedTuple):
    """A command of a page with the output that stands below it."""

    line: int
    command: str
    output: list[str]


def shown(text: str) -> Iterator[Shown]:
    """Every command in the console blocks."""
    inside = False
    found: Shown | None = None
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            inside = line == "```console"
        if not inside or line.startswith(("```", "$ ")):
            if found:
                yield found
            found = Shown(number, line[2:], []) if inside and line.startswith("$ ") else None
        elif found:
            found.output.append(line.rstrip())


def pattern(output: list[str]) -> str:
    """What is shown, as a regular expression."""
    lines = [r"(?:.*\n)*?" if line == "…" else ".*".join(map(re.escape, line.split("…"))) + r"\n" for line in output]
    return "".join(lines)


def play(command: str, folder: Path) -> str:
    """What a command prints, trailing blanks aside; `tarawa` is the one that belongs to this Python."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("TARAWA_", "COLUMNS"))}
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=folder,
        env={**environment, "PATH": path, "PYTHONIOENCODING": "utf-8"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    return "".join(f"{line.rstrip()}\n" for line in done.stdout.splitlines())


@pytest.mark.parametrize("page", PLAYED)
def test_every_command_of_a_page_prints_what_it_shows(page: str, tmp_path: Path) -> None:
    commands = list(shown((ROOT / page).read_text(encoding="utf-8")))
    assert any(command.command.startswith("tarawa ") for command in commands)
    for line, command, output in commands:
        printed = play(command, tmp_path)
        if not re.fullmatch(pattern(output), printed):
            expected = "\n".join(output)
            pytest.fail(f"{page}, line {line}: {command}\nshown:\n{expected}\nprinted:\n{printed}", pytrace=False)


def test_the_commands_of_a_block_are_found_with_their_output() -> None:
    text = "$ no\n```console\n$ one\n1\n$ two\n```\ntext\n```sh\n$ three\n```\n```console\n$ four\n…\n```\n"
    assert list(shown(text)) == [Shown(3, "one", ["1"]), Shown(5, "two", []), Shown(12, "four", ["…"])]


@pytest.mark.parametrize(
    ("output", "printed", "fits"),
    [
        (["a", "b"], "a\nb\n", True),
        (["a"], "a\nb\n", False),
        ([], "a\n", False),
        (["…"], "", True),
        (["a", "…"], "a\nb\nc\n", True),
        (["a", "…", "c"], "a\nb\n", False),
        (["a … c"], "a b c\n", True),
        (["a … c"], "a b\nc\n", False),
        (["[a] (1+1)"], "[a] (1+1)\n", True),
    ],
)
def test_an_elision_stands_for_lines_or_for_a_part_of_one(output: list[str], printed: str, fits: bool) -> None:
    assert bool(re.fullmatch(pattern(output), printed)) == fits
