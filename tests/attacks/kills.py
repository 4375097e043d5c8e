"""A command killed at any moment leaves the old file or the new one, and nothing that gets in the way."""

import signal
import subprocess
from contextlib import suppress

from tests.attacks.cases import CASES, Case, command, old_or_new, prepare, struck_command, twin, works_later
from tests.attacks.tools import Round, environment, need

CALLS = {"open": 3, "read": 3, "write": 1, "fsync": 2, "replace": 1, "link": 1, "unlink": 2, "close": 4, "fchmod": 1}
CALLS |= {"flock": 3, "listdir": 1, "dup": 1, "fstat": 5, "stat": 4}
"""Calls to the system that writing a file takes, and how often about."""


def attack(at: Round) -> None:
    """Kill it after some time, or just before a certain system call."""
    case = CASES[at.number % len(CASES)]
    prepare(case, at)
    died = _by_the_clock(at, case) if at.rng.random() < 0.5 else _at_a_call(at, case)
    at.counts["killed" if died else "too late"] += 1
    found = old_or_new(at, case)
    at.counts[f"{found} file"] += 1
    need(died or found == "new", f"`{case.words}` ended well and the file is the old one")
    works_later(at, case)


def _by_the_clock(at: Round, case: Case) -> bool:
    line = at.started(*command(case))
    wait = at.rng.uniform(0, 1.1 * twin(case).seconds)
    with subprocess.Popen(
        line, cwd=at.folder, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as running:
        with suppress(subprocess.TimeoutExpired):
            running.wait(wait)
        running.kill()
    return running.returncode == -signal.SIGKILL


def _at_a_call(at: Round, case: Case) -> bool:
    call = at.rng.choice(list(CALLS))
    line = struck_command(case, call, at.rng.randint(1, CALLS[call]), "die")
    return at.process(at.note(*line)).code == -signal.SIGKILL
