"""The terminal and what is printed: text on stdout, refusals on stderr, or one JSON object.

Size and colours of the terminal come from the environment and from `--color`. The terminal itself is not asked: the
answer would take time, and could end up in the next command.
"""

import os
import sys

from tarawa_cli.cli.program import change_run, current_run, running
from tarawa_cli.kernel.engine.order_words import shown
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.errors import BadOrder, GameError
from tarawa_cli.kernel.hints import Any, Callable, Iterable, Iterator, Sequence
from tarawa_cli.kernel.narration.visible import TRUE, Screen, folded, is_visible, visible
from tarawa_cli.kernel.standard import suppress

# ── The terminal: how many colours it has, and how large it is


CHOICES = ("auto", "always", "never")
PIPE_WIDTH = 80
"""Columns of a map in a pipe."""
TEXT_WIDTH = 130
"""Columns of other text in a pipe."""
LARGEST_FILE = 1_000_000
_TRUE = ("truecolor", "24bit")
_TRUE_TERMS = ("xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm", "contour")
_NO_TERMS = ("", "dumb", "unknown")


def choose_colour(word: str) -> None:
    """Use colour in this command as `--color` says."""
    if word not in CHOICES:
        raise BadOrder(f"--color {shown(word)}: must be auto, always or never")
    change_run(colour=word)


def colour_choice() -> str:
    return current_run().colour


def colours(stream: Any = None) -> int:
    """How many colours to use: 0, 16, 256 or `TRUE`; for standard output, if no stream is named."""
    if colour_choice() == "never" or (colour_choice() == "auto" and not _wanted(stream or sys.stdout)):
        return 0
    term = os.environ.get("TERM", "")
    if os.environ.get("COLORTERM", "").lower() in _TRUE or term in _TRUE_TERMS or term.endswith("-direct"):
        return TRUE
    return 256 if "256" in term else 16  # 16 where nothing says so


def _wanted(stream: Any) -> bool:
    """Whether to use colour without --color: NO_COLOR forbids it, CLICOLOR_FORCE needs no terminal."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("CLICOLOR_FORCE", "0") not in ("", "0"):
        return True
    return is_terminal(stream) and os.environ.get("TERM", "") not in _NO_TERMS


def is_terminal(stream: Any) -> bool:
    return bool(stream) and stream.isatty()


def config_path() -> str:
    """The path of the player's settings; empty if it would be in the working folder."""
    home = os.environ.get("XDG_CONFIG_HOME", "")
    if not os.path.isabs(home):
        home = os.path.join(os.environ.get("HOME", ""), ".config")
    return os.path.join(home, "tarawa", "config.toml") if os.path.isabs(home) else ""


def width() -> int:
    """The columns to write for: those of the terminal; 130 where there is none."""
    return _columns() or TEXT_WIDTH


def _columns() -> int:
    """The columns of the terminal, 0 if there is none; $COLUMNS takes precedence."""
    return _number(os.environ.get("COLUMNS", "")) or _size()[0]


def _rows() -> int:
    """The rows of the terminal, 0 if there is none; $LINES takes precedence."""
    return (_number(os.environ.get("LINES", "")) or _size()[1]) if is_terminal(sys.stdout) else 0


def _size() -> tuple[int, int]:
    try:
        return os.get_terminal_size(1)
    except OSError:
        return 0, 0


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0


def screen(*, ascii: bool = False, width: int | None = None, height: int | None = None, plain: bool = False) -> Screen:
    """What a map is drawn for. On a terminal the last row is left for the prompt; a pipe takes any number of rows.

    `plain` is for JSON: no colours, and as large as in a pipe.
    """
    deep = 0 if plain else colours()
    columns, rows = (_number(os.environ.get("COLUMNS", "")), 0) if plain else (_columns(), max(0, _rows() - 1))
    light = False
    if deep:
        from tarawa_cli.cli.colouring import is_light  # start-up

        light = is_light()
    return Screen(width or columns or PIPE_WIDTH, height or rows, deep, light, ascii or not _has_signs())


def _has_signs() -> bool:
    """Whether the output can show more than ASCII."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return encoding.lower().replace("-", "").startswith("utf")


# ── What is printed


class Note(str):
    """A line that is not part of the answer: it goes to stderr."""

    __slots__ = ()


def warning(text: str) -> Note:
    return Note(f"warning: {text}")


class Fault(Note):
    """A line that says why a command was not carried out; printed even with --quiet."""

    __slots__ = ()


class Ready(str):
    """A line that was made visible before, and is printed unchanged."""

    __slots__ = ()


class Json(Ready):
    """JSON for a program; printed even with --quiet."""

    __slots__ = ()


class Untold(GameError):
    """The answer could not be printed; the hint says what was done."""

    def __init__(self, error: BaseException, done: str = "") -> None:
        super().__init__(_why(error), hint=done)
        self.exit_code = 130 if isinstance(error, KeyboardInterrupt) else 3


def _why(error: BaseException) -> str:
    if isinstance(error, Untold):
        return error.message
    if isinstance(error, KeyboardInterrupt):
        return "interrupted"
    if isinstance(error, OSError):
        return f"cannot write the output: {error.strerror}"
    return f"cannot report what happened: {type(error).__name__}: {error}"


def speak(*, quiet: bool = False, verbose: bool = False) -> None:
    """Set how much this command prints."""
    change_run(quiet=quiet, verbose=verbose)


def is_verbose() -> bool:
    return current_run().verbose


def say(text: str = "", *, painted: bool = False) -> None:
    """Print text for the player. Text with our own colours was made visible before it was painted."""
    _to_stdout(lambda: print(text if painted else visible(text)))


def clear() -> None:
    """Clear the terminal: what comes next begins in its first row."""
    _to_stdout(lambda: print("\x1b[H\x1b[2J", end=""))


def flush() -> None:
    """Flush everything that was printed."""
    _to_stdout(lambda: sys.stdout.flush() if sys.stdout else None)


def _to_stdout(write: Callable[[], object]) -> None:
    """Write to standard output. A closed pipe is ignored and keeps the exit code; a full disk is an error."""
    try:
        write()
    except BrokenPipeError:
        hush()
    except OSError as error:
        hush()
        raise Untold(error) from None


def hush() -> None:
    """Discard what is still printed, because the reader has closed the pipe."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def tell(lines: Iterable[str], done: str = "") -> None:
    """Print what was composed before the save was written; if that fails, the error reports what was done."""
    try:
        for line in lines:
            tell_line(line)
        flush()
    except (Exception, KeyboardInterrupt) as error:
        raise Untold(error, done) from error


def report(lines: Iterable[str], done: str = "") -> None:
    """Like `tell`, for a command that has changed something: with --quiet only JSON and faults are printed."""
    tell([line for line in lines if isinstance(line, Json | Fault)] if current_run().quiet else lines, done)


def tell_line(line: str) -> None:
    if isinstance(line, Note):
        note(line)
    elif isinstance(line, Ready):
        say(line, painted=True)
    else:
        say(fitted(visible(line)) if on_terminal() else line)


def fitted(text: str) -> str:
    """Text for a terminal: long lines continue below, cut between two words and indented."""
    columns = width()
    return "\n".join(
        line if len(line) <= columns else folded(line, columns, " " * (len(line) - len(line.lstrip()) + 4))
        for line in text.split("\n")
    )


def note(text: str) -> None:
    """Print a note to stderr; a closed stderr is no error."""
    if sys.stderr and (not current_run().quiet or isinstance(text, Fault)):
        shown = fitted(visible(text)) if sys.stderr.isatty() else visible(text)
        if colours(sys.stderr):
            from tarawa_cli.cli import colouring  # start-up

            shown = colouring.note(shown)
        with suppress(OSError):
            print(shown, file=sys.stderr)


def warn(warnings: Iterable[str]) -> None:
    """Print what the player must know about secret files, even with --quiet."""
    for text in warnings:
        note(Fault(warning(text)))


def note_moment(match: Match[Any]) -> None:
    for text in moment_notes(match):
        note(text)


def moment_notes(match: Match[Any]) -> Iterator[str]:
    """Notes: that an earlier moment is shown, and what a game by mail waits for."""
    if match.moment:
        yield f"note: position {match.moment}"
    if match.waits_for:
        yield f"note: there are no dice yet: {' and '.join(match.waits_for)} must give a phrase (`phrase`)"
    if match.mail and not match.moment:
        from tarawa_cli.kernel.mail.desk import next_lines  # start-up

        yield from next_lines(match)


def json_text(value: Any, *, indent: int | None = None) -> Json:
    """JSON as it is; in ASCII if some of its characters cannot be printed or shown."""
    import json  # start-up

    text = json.dumps(value, ensure_ascii=False, indent=indent)
    with suppress(UnicodeEncodeError):
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
        if is_visible(text):
            return Json(text)
    return Json(json.dumps(value, indent=indent))


def answer_text(command: str, events: Sequence[dict[str, Any]] = (), **more: Any) -> Ready:
    """The JSON object of a command that was carried out."""
    return json_text({"ok": True, "command": command, "events": list(events), **more})


def say_answer(command: str, **more: Any) -> None:
    say(answer_text(command, **more))


def on_terminal() -> bool:
    """Whether a person reads the output, not a script or a pipe."""
    return is_terminal(sys.stdout)


def on_first_screen(match: Match[Any], as_json: bool) -> bool:
    """Whether a position is shown as the first screen, with its map, and not as a report."""
    return on_terminal() and not as_json and "map" in match.game.views.LOOKS


def can_ask() -> bool:
    """Whether a person can type an answer."""
    return bool(sys.stdin) and sys.stdin.isatty() and on_terminal()


def ask(prompt: str) -> str:
    """What the player types; empty if they give up."""
    try:
        return input(visible(prompt)).strip()
    except (EOFError, KeyboardInterrupt, UnicodeDecodeError):
        say()
        return ""


def rows() -> int:
    """The rows of the terminal; 24 where there is none."""
    return _size()[1] or 24


def fail(error: GameError, as_json: bool) -> int:
    """Print why a command was not carried out."""
    tell(failure(error, as_json))
    return error.exit_code


def failure(error: GameError, as_json: bool) -> list[str]:
    """Why a command was not carried out, as it is printed."""
    return [json_text({"ok": False, "error": error.facts()})] if as_json else [*error_lines(error)]


def error_lines(error: GameError) -> Iterator[Fault]:
    """Why a command was not carried out, and what would work."""
    kind = error.kind if error.kind in ("refused", "stopped") else running().name
    message = error.message.replace("\n", "\n  ").replace("\n    ", "\n  ")  # no name in it begins a line of its own
    yield Fault(f"{kind}{f' ({error.rule})' if error.rule else ''}: {message}")
    yield from (Fault(f"  {line}") for line in error.details)
    if hint := error.hint:
        yield Fault(f"  try: {hint}" if _is_command(hint) else f"  {hint}")
    if error.postscript:
        yield Fault(f"  {error.postscript}")


def _is_command(hint: str) -> bool:
    """Whether a hint can be typed as it is; some sentences begin as a command does, but no command has a comma."""
    from tarawa_cli.cli.commands import commands  # start-up

    if ", " in hint or ": " in hint:
        return False
    with suppress(GameError):  # a game that cannot be loaded has no orders
        return hint.split(" ", 1)[0] in commands()
    return False


def fail_usage(error: Exception, as_json: bool) -> int:
    """An error of the command line itself, or one that nobody foresaw."""
    message = getattr(error, "format_message", None)
    if message is None:
        return _fail_unforeseen(error, as_json)
    context = getattr(error, "ctx", None)
    hint = _usage(context.info_name) if context else ""
    hint = hint or f"see: {context.command_path if context else running().name} --help"
    return fail(BadOrder(message() or "the command is not complete", hint=hint), as_json)


def _usage(name: str) -> str:
    """How an order is used; nothing for another command, whose help says more."""
    from tarawa_cli.cli.commands import orders  # start-up

    return f"usage: {orders()[name].use}" if name in orders() else ""


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
