"""Programs on a pseudo-terminal: read all that they print, or type and read the screen."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.kit.waiting import PATIENCE, idle

ROWS, COLUMNS = 24, 80
INTERRUPTS = 20
"""So often Ctrl-C is pressed at most."""


class Terminal:
    """A pseudo-terminal with a program on it, as a context manager."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
        size: tuple[int, int] = (ROWS, COLUMNS),
        typed: str = "",
    ) -> None:
        self.screen, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
        self.press(typed)
        self.running = subprocess.Popen(
            command,
            cwd=cwd,
            env=env,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # Ctrl-C is for a terminal of one's own
        )
        os.close(theirs)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.running.kill()
        self.running.wait()
        os.close(self.screen)

    def press(self, keys: str) -> None:
        os.write(self.screen, keys.encode())

    def types(self, keys: str, until: str) -> str:
        """Press keys, and return the output up to the given words, which must come."""
        self.press(keys)
        said = self._shown(until.encode()).decode()
        assert until in said, f"{until!r} did not come: {said!r}"
        return said

    def interrupts(self, until: str) -> str:
        """Press Ctrl-C once the program waits for keys, and again if nothing comes of it: readline may miss one."""
        said = b""
        for _ in range(INTERRUPTS):
            assert idle(self.running.pid), "it never waits for a key"
            self.press("\x03")
            said += self._shown(until.encode(), PATIENCE / INTERRUPTS)
            if until.encode() in said:
                return said.decode()
        raise AssertionError(f"{until!r} did not come: {said!r}")

    def rest(self) -> str:
        """The output until the program ends."""
        return self._shown(None).decode().replace("\r\n", "\n")

    def ends(self) -> int:
        """Wait for the end, and return the exit code."""
        return self.running.wait(PATIENCE)

    def _shown(self, until: bytes | None, patience: float = PATIENCE) -> bytes:
        said, end = b"", time.monotonic() + patience
        with suppress(OSError):  # the other end is closed
            while until is None or until not in said:
                ready, _, _ = select.select([self.screen], [], [], max(0.0, end - time.monotonic()))
                piece = os.read(self.screen, 65536) if ready else b""
                if not piece:
                    break
                said += piece
        return said


def printed(
    command: Sequence[str],
    *,
    env: Mapping[str, str] | None = None,
    size: tuple[int, int] = (ROWS, COLUMNS),
    typed: str = "",
) -> str:
    """The output of a command on a terminal, errors included; `typed` is its input."""
    with Terminal(command, env=env, size=size, typed=typed) as terminal:
        said = terminal.rest()
        terminal.ends()
    return said
