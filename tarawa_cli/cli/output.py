"""What the player sees: text on stdout, refusals on stderr, or one JSON object."""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from tarawa_cli.kernel.errors import BadOrder, GameError
from tarawa_cli.kernel.orders import shown
from tarawa_cli.kernel.visible import is_visible, visible


def say(text: str = "", *, painted: bool = False) -> None:
    """Text for the player. One that holds our own colours has been made visible before it was painted."""
    print(text if painted else visible(text))


def note(text: str) -> None:
    """Something beside the answer itself; if nobody can read it, that is no reason to stop."""
    if sys.stderr:
        with suppress(OSError):
            print(visible(text), file=sys.stderr)


def say_json(answer: dict[str, Any]) -> None:
    """One object on one line, in whatever signs the output can hold."""
    print(json_text(answer, encoding=getattr(sys.stdout, "encoding", None) or "utf-8"))


def json_text(value: Any, *, indent: int | None = None, encoding: str = "utf-8") -> str:
    """JSON with its signs as they are; in ASCII if some of them cannot be read, or not be written."""
    import json

    text = json.dumps(value, ensure_ascii=False, indent=indent)
    with suppress(UnicodeEncodeError):
        text.encode(encoding)
        if is_visible(text):
            return text
    return json.dumps(value, indent=indent)


def say_answer(command: str, events: Sequence[dict[str, Any]] = (), **more: Any) -> None:
    """The JSON object of a command that was carried out."""
    say_json({"ok": True, "command": command, "events": list(events), **more})


def colour_wanted(choice: str) -> bool:
    """Whether to use colour: only on a terminal, never with NO_COLOR, unless it is asked for."""
    if choice not in ("auto", "always", "never"):
        raise BadOrder(f"--color {shown(choice)}: must be auto, always or never")
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
    message = error.message.replace("\n", "\n  ").replace("\n    ", "\n  ")  # no name in it begins a line of its own
    note(f"{kind}{f' ({error.rule})' if error.rule else ''}: {message}")
    if error.hint:
        note(f"  try: {error.hint}" if _is_command(error.hint) else f"  {error.hint}")
    return error.exit_code


def _is_command(hint: str) -> bool:
    """Whether a hint can be typed as it stands."""
    from tarawa_cli.cli.main import COMMANDS

    return hint.split(" ", 1)[0] in COMMANDS


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
