"""Every figure in README and docs names the command that reproduces it, and that command still prints it.

    python tools/doc_figures.py                    # quick: the first game of each series, and all that plays no games
    python tools/doc_figures.py --whole --jobs 2   # every command in full: thousands of games, an hour or more
    python tools/doc_figures.py --record           # after a change: record the first game of each series again

A comment above a paragraph or table names its commands:

    <!-- figures: tarawa simulate -g 200 --player strong; tarawa simulate -g 200 --player random -->

Every number below it must be among those that the commands print. A figure (a number with %, ms, kB, MB, minutes or
hours) without such a comment is a fault, unless the page itself shows a command that prints it. `docs/figures.toml`
has the result of the first game of each series: if it is another one now, the figures are stale.
"""

import argparse
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tarawa_cli.kernel.saves import toml

ROOT = Path(__file__).resolve().parents[1]
FIRST = ROOT / "docs" / "figures.toml"
COMMENT = re.compile(r"<!-- figures: (.*?) -->", re.DOTALL)
SPLIT = re.compile(r"; (?=tarawa |malta |python )")
FIGURE = re.compile(r"\d[\d,.]*\s(?:%|ms|kB|MB|minutes?|hours?)(?!\w)")
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
CODE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
HEAD = """\
# The result of the first game of each series whose figures README and docs show. Made by tools/doc_figures.py --record.
"""


class Block(NamedTuple):
    """A paragraph or table, with the commands that its comment names."""

    page: str
    text: str
    commands: tuple[str, ...]

    @property
    def figures(self) -> list[str]:
        return FIGURE.findall(plain(self.text))

    def missing(self, printed: str) -> list[str]:
        """The numbers that no command has printed."""
        found = numbers(printed)
        return [word for word in NUMBER.findall(plain(self.text)) if value(word) not in found]


def plain(text: str) -> str:
    """The text without code in backticks and comments."""
    return re.sub(r"`[^`]*`", "", COMMENT.sub("", text))


def value(word: str) -> float:
    return float(word.replace(",", ""))


def numbers(text: str) -> set[float]:
    return {value(word) for word in NUMBER.findall(text)}


def pages() -> list[Path]:
    written = (path for path in sorted((ROOT / "docs").rglob("*.md")) if path.name not in ("commands.md", "rules.md"))
    return [ROOT / "README.md", *written]


def blocks(text: str, page: str = "") -> Iterator[Block]:
    for part in CODE.sub("", text).split("\n\n"):
        named = [command for words in COMMENT.findall(part) for command in SPLIT.split(" ".join(words.split()))]
        yield Block(page, part, tuple(named))


def all_blocks() -> Iterator[Block]:
    for path in pages():
        yield from blocks(path.read_text(encoding="utf-8"), str(path.relative_to(ROOT)))


def unexplained(text: str, page: str = "") -> list[str]:
    """The figures of a page that no command is named for, and that no command on the page prints."""
    shown = numbers("\n".join(CODE.findall(text)))
    bare = (figure for block in blocks(text, page) if not block.commands for figure in block.figures)
    return [figure for figure in bare if value(NUMBER.findall(figure)[0]) not in shown]


def commands() -> list[str]:
    return list(dict.fromkeys(command for block in all_blocks() for command in block.commands))


def is_series(command: str) -> bool:
    return " simulate " in command


def is_ladder(command: str) -> bool:
    return "tools/ladder.py" in command


def plays_games(command: str) -> bool:
    return is_series(command) or is_ladder(command)


def on_cores(command: str, jobs: int) -> str:
    """A command that plays many games, with a number of them at a time."""
    return f"{command} --jobs {jobs}" if plays_games(command) else command


@cache
def printed(command: str) -> str:
    """What a command prints, run in the repository with the programs next to this Python."""
    name, *words = shlex.split(command)
    start = [sys.executable, "-m", "tarawa_cli", name] if name in ("tarawa", "malta") else [sys.executable]
    done = subprocess.run([*start, *words], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{command}: {done.stderr.strip()}")
    return done.stdout


def first_game(command: str) -> str:
    """The result of the first game of a series, as one line of JSON."""
    once = re.sub(r" -g \d+", " -g 1", command)
    played = json.loads(printed(f"{once} --json").splitlines()[0])
    return json.dumps(played, sort_keys=True)


def recorded() -> dict[str, str]:
    return dict(toml.parse(FIRST.read_text(encoding="utf-8"), FIRST.name)) if FIRST.exists() else {}


def record() -> None:
    lines = (f"{json.dumps(name)} = {json.dumps(first_game(name))}\n" for name in commands() if is_series(name))
    FIRST.write_text(HEAD + "\n" + "".join(lines), encoding="utf-8")


def stale(whole: bool, jobs: int) -> Iterator[str]:
    """What is wrong with the figures, a sentence each."""
    for path in pages():
        for figure in unexplained(path.read_text(encoding="utf-8")):
            yield f"{path.relative_to(ROOT)}: no command is named for {figure!r}"
    known = recorded()
    for command in commands():
        if is_series(command) and known.get(command) != first_game(command):
            yield f"`{command}`: its first game does not come out as it did: measure again, then --record"
    for block in all_blocks():
        if block.commands and (
            whole or not any(is_series(command) or is_ladder(command) for command in block.commands)
        ):
            told = [printed(on_cores(command, jobs)) for command in block.commands]
            yield from _differences(block, "\n".join(told))


def _differences(block: Block, told: str) -> Iterator[str]:
    if missing := block.missing(told):
        yield f"{block.page}: {', '.join(missing)} not printed by {'; '.join(block.commands)}"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--whole", action="store_true", help="play every series to its end")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="games at a time")
    parser.add_argument("--record", action="store_true", help="remember the first game of each series")
    given = parser.parse_args()
    if given.record:
        record()
        return 0
    wrong = list(stale(given.whole, given.jobs))
    print("\n".join(wrong) or f"{len(commands())} commands: every figure is reproduced")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
