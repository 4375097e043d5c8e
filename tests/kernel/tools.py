"""What the kernel's tests share: the toy game played on a save, as a shell would play it."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tarawa_cli.kernel.board.dice import auto_die
from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.engine.session import Done, Match
from tarawa_cli.kernel.game import Games, Setup
from tarawa_cli.kernel.saves import history, savefile
from tarawa_cli.kernel.saves.history import Proof
from tarawa_cli.kernel.saves.journal import RulesVersion
from tarawa_cli.kernel.standard import short_digest
from tests.kernel.toy import GAME

if TYPE_CHECKING:
    from hypothesis import settings

ROOT = Path(__file__).resolve().parents[2]
GAMES = Games({"toy": "tests.kernel.toy"})


def examples(count: int) -> "settings":
    """The same examples on every run, kept nowhere."""
    from hypothesis import settings

    return settings(max_examples=count, deadline=None, derandomize=True, database=None)


def seed_for(*dice: int) -> int:
    """A seed whose game begins with these dice."""
    return next(seed for seed in range(100_000) if all(auto_die(seed, n) == die for n, die in enumerate(dice, 1)))


def new_match(scenario: str = "sprint", seed: int | None = 1943, tables: dict[str, Any] | None = None) -> Match[Any]:
    return Match(GAME, Setup(scenario, ".", tables or {}), seed)


def new_save(path: Path, scenario: str = "sprint", seed: int | None = 1943) -> Path:
    savefile.create(str(path), new_match(scenario, seed).text())
    return path


def command(path: Path, line: str, dice: Sequence[int] | None = None) -> Done:
    with session.held(GAMES, str(path)) as match:
        done = session.perform(match, line.split(), dice)
        session.keep(str(path), match)
    return done


def played(save: Path) -> None:
    """Play a few orders, a question among them."""
    for line in ("cheer red go", "race red", "race blue", "decide short", "gust"):
        command(save, line)


def undo(path: Path, count: int = 1) -> None:
    with session.held(GAMES, str(path)) as match:
        history.undo(match, count)
        session.keep(str(path), match)


def look(path: Path) -> Match[Any]:
    return session.look(GAMES, str(path))


def prove(path: Path) -> Proof:
    return history.prove(look(path))


def proven(count: int, edits: Sequence[int] = ()) -> Proof:
    """The proof of a sprint that holds from the first entry to the last."""
    eras = [RulesVersion(1, count, GAME.rules, GAME.digest(Setup("sprint")))]
    return Proof(True, count, 0, "", 0, list(edits), eras, "")


def load_text(text: str) -> Match[Any]:
    """The match in a save's text, without a file."""
    return session.load(GAMES, "race.toml", savefile.dissect(text, "race.toml"))


def sealed(text: str) -> str:
    """The text with the digest that its body asks for, as a forger would write it."""
    head, _, rest = text.partition('digest = "')
    body = rest.partition('"')[2]
    return f'{head}digest = "{short_digest(body)}"{body}'


def edit(path: Path, old: str, new: str, *, seal: bool = False) -> None:
    """Change a save by hand; the old text must occur exactly once."""
    text = path.read_text("utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in\n{text}"
    text = text.replace(old, new)
    path.write_text(sealed(text) if seal else text, "utf-8")


def stamp(path: Path) -> tuple[bytes, int, int]:
    info = path.stat()
    return path.read_bytes(), info.st_mtime_ns, info.st_ino


def entries(path: Path) -> list[str]:
    return look(path).entries


def changed(before: str, after: str) -> tuple[set[str], set[str]]:
    """The lines that are gone, and the lines that are new."""
    old, new = before.splitlines(), after.splitlines()
    return {line for line in old if line not in new}, {line for line in new if line not in old}


def after(path: Path, line: str) -> str:
    """The text that a command would write."""
    match = look(path)
    session.perform(match, line.split())
    return match.text()


def forgotten(text: str) -> str:
    """A save that has forgotten what was taken back."""
    match = load_text(text)
    match.taken_back = []
    return match.text()


def files(path: Path) -> list[str]:
    """What lies in the save's folder."""
    return sorted(os.listdir(path.parent))


def python(source: str, *arguments: str) -> "subprocess.Popen[str]":
    """A process that runs a piece of Python, with pipes to talk to it."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [sys.executable, "-c", source, *arguments],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
