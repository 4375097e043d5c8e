"""`play`: the prompt. Each line is an ordinary command, carried out as if a shell had started it.

The save is written before the next prompt, so whatever ends the process loses nothing. TAB and history come from the
readline of the standard library.
"""

import gc
import os
import stat
import sys
from io import TextIOWrapper

from tarawa_cli.cli import completing, output, program
from tarawa_cli.cli.commands import ASCII, JSON, SAVE, THINK
from tarawa_cli.cli.completion import PROMPT, inserted
from tarawa_cli.cli.program import _run
from tarawa_cli.kernel.engine import sides
from tarawa_cli.kernel.engine.grammar import Grammar
from tarawa_cli.kernel.errors import BadOrder, GameError
from tarawa_cli.kernel.hints import Callable, Iterator
from tarawa_cli.kernel.narration.visible import on_one_line
from tarawa_cli.kernel.standard import contextmanager, suppress

MOST_KEPT = 1000
"""Lines of history."""
QUIT = ("quit", "exit", "q")
"""Words that end the prompt."""


def prepare(history: str) -> Callable[[], None]:
    """Set up the keys.

    Returns the function that keeps the history, if there is a folder for it and no other file in its place.
    """
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
    """Whether a history may be kept there: in a file, not in a link, which could lead to any of the player's files."""
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
    """The words that fit in place of the last one; a wrong line is no error."""
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


PLAY = Grammar(
    "play",
    """Play at a prompt, without typing the program's name.

Each line is an ordinary command, and the save is written before the next prompt. TAB and the arrow keys work as in a
shell, `status` and `map` repaint the screen, `?` lists the commands, Ctrl-C clears the line, `q` or Ctrl-D quits.

Without a terminal, or with --json, the lines come from standard input, nothing is asked, and the exit code is that of
the first line that was not carried out.""",
    options=(ASCII, THINK, SAVE, JSON),
)
COLLECTING = (700, 10, 10)
"""Python's default thresholds of garbage collection.

A single command ends too soon to need it; a prompt lasts for hours.
"""
REPAINTING = ("map", "status")
"""The commands that clear the screen first and draw as `play --ascii` says."""


def play_(*, ascii: bool, think: int | None = None, save: str, json: bool) -> int:
    if program.current_run().at_prompt:
        raise BadOrder("you are already at the prompt")
    typed = _is_terminal() and not json
    if think is not None and not typed:
        raise BadOrder("--think is for play at a terminal: elsewhere the same lines must give the same game")
    with _at_prompt(save):
        if not typed:
            return _play_read(json)
        with _thinking(think):
            _play_typed(save, ascii)
    return 0


@contextmanager
def _thinking(seconds: int | None) -> Iterator[None]:
    """Let each decision of the computer take N seconds; as many playouts as usual, if that is nothing."""
    from tarawa_cli.cli.computer import limited  # start-up

    with limited(seconds):
        yield


def _is_terminal() -> bool:
    return bool(sys.stdin and sys.stdout) and sys.stdin.isatty() and sys.stdout.isatty()


_COLOURED = {"never": {"NO_COLOR": "1"}, "always": {"NO_COLOR": "", "CLICOLOR_FORCE": "1"}}
"""The `--color` of the lines."""


@contextmanager
def _at_prompt(save: str) -> Iterator[None]:
    """Set save, side and colours for the lines of the prompt; without a save, the current game."""
    before, own = dict(os.environ), os.environ.get(program.ENVIRONMENT) or save != program.current_save()
    gc.set_threshold(*COLLECTING)
    os.environ.update({program.ENVIRONMENT: save} if own else {})
    os.environ.update({sides.ENVIRONMENT: program.side()} if program.side() else {})
    os.environ.update(_COLOURED.get(output.colour_choice(), {}))
    program.change_run(at_prompt=True)
    try:
        yield
    finally:
        program.change_run(at_prompt=False)
        os.environ.clear()
        os.environ.update(before)


def _play_read(as_json: bool) -> int:
    """Carry out lines from a pipe; the exit code of the first that was not carried out."""
    if isinstance(sys.stdin, TextIOWrapper):  # a sign that cannot be read is no reason to stop
        sys.stdin.reconfigure(errors="replace")
    codes = [_carry_out(line, as_json) for line in _until_quit(iter(sys.stdin or ()))]
    return next(filter(None, codes), 0)


def _play_typed(save: str, ascii: bool) -> None:
    _greet(save, ascii)
    for line in _until_quit(_typed()):
        first, _, rest = line.partition(" ")
        if first in REPAINTING:
            line = f"{first} {ASCII.name} {rest}" if ascii else line
            if os.environ.get("TERM") != "dumb":
                output.clear()
        _carry_out(line, as_json=False)


def _until_quit(lines: Iterator[str]) -> Iterator[str]:
    """Read commands up to the one that ends the prompt; the program's own name before them is dropped."""
    for line in lines:
        command = line.strip().removeprefix(f"{program.running().name} ").lstrip()
        if command in QUIT:
            return
        if command and not command.startswith("#"):
            yield command


def _carry_out(line: str, as_json: bool) -> int:
    """Carry out one line as a shell would; its exit code."""
    import shlex  # start-up

    try:
        words = shlex.split(line, comments=True)
    except ValueError:
        return output.fail(BadOrder("a quotation mark is not closed"), as_json)
    try:
        code = _run([*(["--json"] if as_json else []), *words], program.running())
    except KeyboardInterrupt:
        output.note("interrupted")
        code = 130
    output.flush()
    return code


# ── At a terminal


def _greet(save: str, ascii: bool) -> None:
    """The first screen, and how to continue from it."""
    from tarawa_cli.cli.look import overview  # start-up

    keys = "TAB completes, `status` repaints the screen, `?` lists commands, `q` quits."
    try:
        match = program.look(save)
        name = f"{match.game.narration.opening(match.state).name}: {on_one_line(save)}"
        if output.on_first_screen(match, as_json=False):
            output.say(overview(match, output.screen(ascii=ascii), [name], [keys]), painted=True)
            return
        output.say(name)
        output.say(match.game.narration.next_steps(match.state))
    except GameError as error:
        output.fail(error, as_json=False)
    output.say(keys)


def _moment() -> list[str]:
    """Turn and phase of the current game, for the prompt; nothing if there is none."""
    try:
        match = program.look(os.environ.get(program.ENVIRONMENT) or program.current_save())
    except GameError:
        return []
    now = match.game.moment(match.state)
    named = now.names[now.turn - 1] if 0 < now.turn <= len(now.names) else f"t{now.turn}"
    return [named if now.turn else "", "over" if now.over else now.phase]


def _typed() -> Iterator[str]:
    """What the player types."""
    side = program.side()
    history = f"{program.FOLDER}/.history{f'-{side}' if side else ''}"
    if not is_own(history):
        output.note(f"note: {history} is not a file of its own: no history is kept until it is removed")
    keep_history = prepare(history)
    while True:
        try:
            line = input(f"{' '.join([program.running().name, *([side] if side else []), *_moment()])}> ")
        except KeyboardInterrupt:
            output.say()
            continue
        except UnicodeDecodeError:
            output.note("that line cannot be read")
            continue
        except EOFError:
            output.say()
            return
        keep_history()
        yield line
