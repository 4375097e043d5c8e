"""Wait for events, not for a time: on a busy machine a test is slow, but does not fail."""

import time
from collections.abc import Callable
from pathlib import Path

PATIENCE = 600.0
"""Seconds after which a test gives up; nothing takes as long, even on a busy machine."""
_PAUSE = 0.01
_LOOKS = 3


def until(happens: Callable[[], object]) -> bool:
    """Wait until a condition holds, and return whether it did."""
    end = time.monotonic() + PATIENCE
    while not (is_so := happens()) and time.monotonic() < end:
        time.sleep(_PAUSE)
    return bool(is_so)


def idle(process: int) -> bool:
    """Wait until a process sleeps, and return whether it did; without Linux's `/proc`, wait a second."""
    stat = Path(f"/proc/{process}/stat")
    if not stat.exists():
        time.sleep(1.0)
        return True
    return until(lambda: all(_sleeps(stat) for _ in range(_LOOKS)))


def _sleeps(stat: Path) -> bool:
    time.sleep(_PAUSE)
    return stat.read_text("utf-8").rpartition(") ")[2].startswith("S")
