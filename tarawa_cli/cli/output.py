"""What the player sees: text on stdout, refusals on stderr, or one JSON object."""

import os
import sys
from typing import Any

from tarawa_cli.kernel.errors import BadOrder, GameError

BOLD, DIM, RED, YELLOW, PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[33m", "\x1b[0m"


def say(text: str = "") -> None:
    print(text)


def note(text: str) -> None:
    """Something beside the answer itself."""
    if sys.stderr:
        print(text, file=sys.stderr)


def say_json(answer: dict[str, Any]) -> None:
    import json

    print(json.dumps(answer, ensure_ascii=False))


def colour_wanted(choice: str) -> bool:
    """Whether to use colour: only on a terminal, never with NO_COLOR, unless it is asked for."""
    if choice not in ("auto", "always", "never"):
        raise BadOrder(f"--color {choice!r}: must be auto, always or never")
    if choice != "auto":
        return choice == "always"
    return bool(sys.stdout) and sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def width() -> int:
    """The columns of the terminal; 130 where there is none."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdigit() and int(columns) > 0:
        return int(columns)
    try:
        return os.get_terminal_size(1).columns or 130
    except OSError:
        return 130


def fail(error: GameError, as_json: bool) -> int:
    """Tell why a command was not carried out."""
    if as_json:
        say_json({"ok": False, "error": error.facts()})
        return error.exit_code
    kind = "refused" if error.exit_code == 1 else "tarawa"
    note(f"{kind}{f' ({error.rule})' if error.rule else ''}: {error.message}")
    if error.hint:
        note(f"  try: {error.hint}" if error.exit_code == 1 else f"  {error.hint}")
    return error.exit_code


def fail_usage(error: Exception, as_json: bool) -> int:
    """An error of the command line itself, or one that nobody foresaw."""
    message = getattr(error, "format_message", None)
    if message is None:
        return _fail_unforeseen(error, as_json)
    context = getattr(error, "ctx", None)
    hint = f"{context.command_path} --help" if context else "tarawa --help"
    return fail(BadOrder(message() or "that is not a whole command", hint=f"see: {hint}"), as_json)


def _fail_unforeseen(error: Exception, as_json: bool) -> int:
    if os.environ.get("TARAWA_DEBUG"):
        raise error
    return fail(
        GameError(
            f"this should not have happened: {type(error).__name__}: {error}",
            hint="the save is as it was; please report the command and the save (TARAWA_DEBUG=1 shows more)",
        ),
        as_json,
    )
