"""The keys of the prompt: TAB and history, by the readline of the standard library."""

import os
import stat

from tarawa_cli.cli import completing, program
from tarawa_cli.cli.completion import PROMPT, inserted
from tarawa_cli.kernel.hints import Callable
from tarawa_cli.kernel.standard import suppress

MOST_KEPT = 1000
"""Lines of history."""
QUIT = ("quit", "exit", "q")
"""Words that end the prompt."""


def prepare(history: str) -> Callable[[], None]:
    """Set up the keys. What it returns keeps the history, if there is a folder for it and nothing else in its place."""
    try:
        import readline  # start-up
    except ImportError:  # a Python without it: plain lines
        return lambda: None
    is_libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
    readline.set_completer_delims(" \t\n")
    readline.set_completer(_Offers(lambda: readline.get_line_buffer()[: readline.get_endidx()]))
    readline.set_history_length(MOST_KEPT)
    with suppress(OSError):
        if is_own(history):
            readline.read_history_file(history)

    def keep() -> None:
        with suppress(OSError):
            if is_own(history):
                readline.write_history_file(history)

    return keep


def is_own(history: str) -> bool:
    """Whether a history may be kept there: a file and no link, which could lead to any file of the player's."""
    try:
        return stat.S_ISREG(os.lstat(history).st_mode)
    except FileNotFoundError:
        return True
    except OSError:
        return False


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
    """The words that fit in the place of the last one; whatever is wrong with the line, nothing is an error."""
    name = program.running().name
    with suppress(Exception):
        asked = completing.read(line if line.lstrip().startswith(f"{name} ") else f"{name} {line}", PROMPT)
        found = [*completing.offer(asked), *(() if asked.words else [word for word in QUIT if len(word) > 1])]
        words = [word for word in found if word != completing.FILES and completing.begins(asked, word)]
        if not words and completing.FILES in found:
            words = [word for word in _files(asked.last) if completing.begins(asked, word)]
        ready = ((word, inserted(PROMPT, word, asked.typed, text)) for word in words)
        return [f"{written}{'' if word.endswith('/') else ' '}" for word, written in ready if written is not None]
    return []


def _files(begun: str) -> list[str]:
    """Files and folders, which end in a slash, also after `--save=`; no name that looks like an option."""
    option, equals, path = begun.partition("=") if begun.startswith("--") else ("", "", begun)
    folder, start = os.path.split(path)
    names = sorted(name for name in os.listdir(folder or ".") if name.startswith(start))
    paths = [os.path.join(folder, name) for name in names if start or not name.startswith(".")]
    ends = [f"{path}/" if os.path.isdir(path) else path for path in paths]
    return [f"{option}{equals}{end}" for end in ends if equals or not end.startswith("-")]
