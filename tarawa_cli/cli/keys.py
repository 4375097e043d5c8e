"""The keys of the prompt: TAB and history, by the readline of the standard library."""

import os
from collections.abc import Callable
from contextlib import suppress

from tarawa_cli.cli import completing, program

MOST_KEPT = 1000
"""Lines of history."""
QUIT = ("quit", "exit")
"""Words that end the prompt."""


def prepare(history: str) -> Callable[[], None]:
    """Set up the keys. What it returns keeps the history, if there is a folder for it."""
    try:
        import readline
    except ImportError:  # a Python without it: plain lines
        return lambda: None
    is_libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
    readline.set_completer_delims(" \t\n")
    readline.set_completer(_Offers(lambda: readline.get_line_buffer()[: readline.get_endidx()]))
    readline.set_history_length(MOST_KEPT)
    with suppress(OSError):
        readline.read_history_file(history)

    def keep() -> None:
        with suppress(OSError):
            readline.write_history_file(history)

    return keep


class _Offers:
    """What TAB offers; readline asks for them one at a time."""

    def __init__(self, line: Callable[[], str]) -> None:
        self._line = line
        self._words: list[str] = []

    def __call__(self, text: str, number: int) -> str | None:
        if number == 0:
            self._words = offered(self._line(), text)
        return self._words[number] if number < len(self._words) else None


def offered(line: str, text: str) -> list[str]:
    """The words that can stand where the last one stands; whatever is wrong with the line, nothing is an error."""
    name = program.running().name
    with suppress(Exception):
        asked = completing.read(line if line.lstrip().startswith(f"{name} ") else f"{name} {line}")
        found = [*completing.offer(asked), *(() if asked.words else QUIT)]
        words = [word for word in found if word.lower().startswith(text.lower()) and word != completing.FILES]
        return [f"{word} " for word in words] or (_files(text) if completing.FILES in found else [])
    return []


def _files(text: str) -> list[str]:
    folder, begun = os.path.split(text)
    names = sorted(name for name in os.listdir(folder or ".") if name.startswith(begun))
    paths = [os.path.join(folder, name) for name in names if begun or not name.startswith(".")]
    return [f"{path}/" if os.path.isdir(path) else f"{path} " for path in paths]
