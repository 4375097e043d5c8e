"""A program with one call to the system that does not end well: `struck.py NAME NTH WHAT GAME WORDS…`.

WHAT is the name of an error (ENOSPC), `die`, `interrupt`, or `short` (a write of one byte). Run it with `python -P`.
"""

import errno
import fcntl
import os
import signal
import sys
from collections.abc import Callable
from typing import Any


def struck(real: Callable[..., Any], nth: int, what: str) -> Callable[..., Any]:
    """The call, which fails the nth time."""
    calls = 0

    def call(*given: Any, **named: Any) -> Any:
        nonlocal calls
        calls += 1
        return _strike(real, what, given) if calls == nth else real(*given, **named)

    return call


def _strike(real: Callable[..., Any], what: str, given: tuple[Any, ...]) -> Any:
    if what == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if what == "interrupt":
        raise KeyboardInterrupt
    if what == "short":
        return real(given[0], bytes(given[1])[:1])
    if real.__name__ == "close":  # it is closed all the same
        real(*given)
    number: int = getattr(errno, what)
    raise OSError(number, os.strerror(number))


def main() -> None:
    name, nth, what, game = sys.argv[1:5]
    del sys.argv[1:5]
    from tarawa_cli.cli.program import main as program
    from tarawa_cli.games import PROGRAMS

    module = fcntl if name == "flock" else os
    setattr(module, name, struck(getattr(module, name), int(nth), what))
    program(PROGRAMS[game])


if __name__ == "__main__":
    main()
