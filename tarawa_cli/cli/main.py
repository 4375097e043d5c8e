"""`tarawa`: finds the command that is asked for, and turns every error into a sentence and an exit code.

Building a Typer command costs time, so only the one that is asked for is built; help builds them all.
"""

import os
import sys
from contextlib import suppress
from importlib import import_module
from typing import Annotated, NoReturn

import typer

from tarawa_cli.kernel.errors import BadFile, GameError

# name → module in this package; the function has the command's name
COMMANDS = {
    "new": "files",
    "status": "look",
    "map": "look",
    "units": "look",
    "unit": "look",
    "hex": "look",
    "area": "look",
    "legal": "look",
    "odds": "look",
    "table": "reference",
    "rule": "reference",
    "scenarios": "reference",
    "log": "history",
    "verify": "history",
    "undo": "history",
    "run": "files",
    "adopt": "files",
    "export": "files",
    "autoplay": "computer",
    "advise": "computer",
    "simulate": "computer",
    "completion": "completion",
    "policy": "play",
    "next": "play",
    "bombard": "play",
    "chits": "play",
    "embark": "play",
    "withdraw": "play",
    "advance": "play",
    "unload": "play",
    "suppress": "play",
    "move": "ashore",
    "fire": "ashore",
    "attack": "ashore",
    "demolish": "ashore",
    "recover": "ashore",
    "dig": "ashore",
    "wreck": "supplies",
    "supply": "supplies",
    "head": "supplies",
    "decide": "play",
}
# commands that take a whole order, with options of its own
WITH_ORDER = ("odds",)
# what the scripts of `completion` call; Typer's own completion knows no save, and is off
COMPLETER = "__complete"


def build(names: list[str]) -> typer.Typer:
    """The program with some of its commands."""
    app = typer.Typer(
        name="tarawa",
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["--help", "-h"]},
    )
    app.callback()(_program)
    for name in names:
        module = import_module(f"tarawa_cli.cli.{COMMANDS[name]}")
        settings = {"ignore_unknown_options": name in WITH_ORDER}
        app.command(name, context_settings=settings)(getattr(module, f"{name}_"))
    return app


def _show_version(wanted: bool) -> None:
    if wanted:
        from tarawa_cli import __version__
        from tarawa_cli.cli.output import say

        say(f"tarawa {__version__}")
        raise typer.Exit


def _program(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Say which.")
    ] = False,
) -> None:
    """Tarawa, November 1943: land the 2nd Marine Division on Betio, one command at a time."""


def _wanted(arguments: list[str]) -> list[str]:
    """Which commands must be built for these arguments."""
    if arguments and arguments[0] in COMMANDS:
        return [arguments[0]]
    return list(COMMANDS)


def main() -> None:
    """The program; it ends the process."""
    from tarawa_cli.cli import output

    try:
        if sys.stdout:  # a sign that the terminal does not have is no reason to fail
            sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
        code = _run(sys.argv[1:])
        output.flush()
    except output.Untold as error:
        code = output.fail(error, as_json=False)
    except KeyboardInterrupt:
        code = 130
    _end(code)


def _end(code: int) -> NoReturn:
    """End at once: all is written, and taking the interpreter down would last longer than the order did.

    Only who had others play for him must clear up.
    """
    with suppress(OSError, ValueError):
        if sys.stderr:
            sys.stderr.flush()
    if "multiprocessing" in sys.modules:
        sys.exit(code)
    os._exit(code)


def _run(arguments: list[str]) -> int:
    """Carry out one command line; its exit code."""
    from tarawa_cli.cli.output import Untold, fail, fail_usage, hush

    if arguments[:1] == [COMPLETER]:
        from tarawa_cli.cli.completing import answer

        return answer(arguments[1:])
    as_json = "--json" in arguments
    try:
        app = build(_wanted(arguments))
        result = app(arguments or ["--help"], prog_name="tarawa", complete_var="", standalone_mode=False)
        return result if isinstance(result, int) else 0
    except Untold as error:
        return fail(error, as_json=False)
    except GameError as error:
        return fail(error, as_json)
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):  # nobody reads the help: Typer ends the process itself
            hush()
            return 0
        raise
    except OSError as error:
        return fail(_of_the_system(error), as_json)
    except Exception as error:
        return fail_usage(error, as_json)


def _of_the_system(error: OSError) -> BadFile:
    """An error that nobody has put into words."""
    try:
        os.getcwd()
    except FileNotFoundError:
        return BadFile("the folder that this command runs in is gone")
    return BadFile(f"{error.filename or 'input or output failed'}: {error.strerror}")
