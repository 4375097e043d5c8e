"""Output that nobody reads or that does not fit: the command is carried out, and exit code and messages are true."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.attacks.cases import CASES, MALTESE, Case, command, old_or_new, prepare, twin
from tests.attacks.tools import Round, environment, need
from tests.cli.tools import Result

LOOKS = [
    "status",
    "status --json",
    "verify",
    "map",
    "log",
    "unit nobody",
    "unit nobody --json",
    "suppress red3",
    "--help",
]
MALTA_LOOKS = ["status", "map --as axis", "log --json", "unit nobody", "move i-33 0101", "verify", "--help"]
WAYS = [">/dev/full", ">&-", "2>&-", ">&- 2>&-", "2>/dev/full", ">/dev/full 2>/dev/full", ">&- 2>/dev/full", "| nobody"]


def attack(at: Round) -> None:
    way = WAYS[at.number % len(WAYS)]
    buffered = at.rng.choice(("", "1"))
    if at.rng.random() < 0.4:
        _look(at, way, buffered)
        return
    case = at.rng.choice(CASES)
    prepare(case, at)
    result = _told(at, case, way, buffered)
    at.counts[f"exit code {result.code}"] += 1
    need(old_or_new(at, case) == "new", f"`{case.words}` {way} was not carried out: {result.err}")
    _true(case, way, result, twin(case).code)


def _look(at: Round, way: str, buffered: str) -> None:
    """A command that changes nothing has the same exit code as with a reader."""
    case = at.rng.choice([*(Case(look, "landed") for look in LOOKS), *(MALTESE(look) for look in MALTA_LOOKS)])
    prepare(case, at)
    words = command(case)[:1] if case.words == "--help" else command(case)
    expected = at.program(*words)
    before = (at.folder / "game.toml").read_bytes()
    result = _told(at, case, way, buffered, words)
    at.counts[f"a look, exit code {result.code}"] += 1
    need((at.folder / "game.toml").read_bytes() == before, f"`{case.words}` has changed the save")
    full = way.startswith(">/dev/full") and bool(expected.out)
    need(result.code == (3 if full else expected.code), f"`{case.words}` {way}: exit code {result.code}, {result.err}")


def _told(at: Round, case: Case, way: str, buffered: str, words: list[str] | None = None) -> Result:
    line = at.started(*(words or command(case)))
    more: dict[str, Any] = {"env": environment(PYTHONUNBUFFERED=buffered) if buffered else environment()}
    if way != "| nobody":
        return at.decent(at.process(["sh", "-c", f'exec "$@" {way}', "sh", *line], **more))
    with _nobody() as stdout:
        return at.decent(at.process(line, stdout=stdout, **more))


@contextmanager
def _nobody() -> Iterator[int]:
    """A pipe whose reader has gone."""
    read, write = os.pipe()
    os.close(read)
    yield write
    os.close(write)


def _true(case: Case, way: str, result: Result, code: int) -> None:
    full = way.startswith(">/dev/full") and code == 0
    need(result.code == (3 if full else code), f"`{case.words}` {way}: exit code {result.code}: {result.err}")
    need("as it was" not in result.err, f"`{case.words}` {way}: {result.err}")
    if full and "2>" not in way:
        need("was written" in result.err, f"`{case.words}` {way} does not say what it has done: {result.err}")
