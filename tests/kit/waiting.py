"""Waiting for something to happen, never for a time to pass: a busy machine makes a test slow, and not red."""

import time
from collections.abc import Callable
from pathlib import Path

PATIENCE = 600.0
"""Seconds after which a test gives up. Nothing takes as long, whatever else the machine has to do."""
_PAUSE = 0.01
_LOOKS = 3


def until(happens: Callable[[], object]) -> bool:
    """Wait until something is so; whether it ever was."""
    end = time.monotonic() + PATIENCE
    while not (is_so := happens()) and time.monotonic() < end:
        time.sleep(_PAUSE)
    return bool(is_so)


def idle(process: int) -> bool:
    """Wait until a process waits for somebody else; whether it ever did. Without Linux's `/proc` it gets a second."""
    stat = Path(f"/proc/{process}/stat")
    if not stat.exists():
        time.sleep(1.0)
        return True
    return until(lambda: all(_sleeps(stat) for _ in range(_LOOKS)))


def _sleeps(stat: Path) -> bool:
    time.sleep(_PAUSE)
    return stat.read_text("utf-8").rpartition(") ")[2].startswith("S")
