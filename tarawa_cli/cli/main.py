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
    from tarawa_cli.cli.output import note

    code = 0
    try:
        if sys.stdout:  # a sign that the terminal does not have is no reason to fail
            sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
        code = _run(sys.argv[1:])
        if sys.stdout:
            sys.stdout.flush()
    except BrokenPipeError:
        _silence()
    except OSError as error:
        _silence()
        note(f"tarawa: cannot write the output: {error.strerror}")
        code = 3
    except KeyboardInterrupt:
        code = 130
    _end(code)


def _end(code: int) -> NoReturn:
    """End at once: all is written, and taking the interpreter down would last longer than the order did."""
    with suppress(OSError, ValueError):
        if sys.stderr:
            sys.stderr.flush()
    os._exit(code)


def _silence() -> None:
    """Nobody reads any more: let nothing more be written at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _run(arguments: list[str]) -> int:
    """Carry out one command line; its exit code."""
    from tarawa_cli.cli.output import fail, fail_usage

    if arguments[:1] == [COMPLETER]:
        from tarawa_cli.cli.completing import answer

        return answer(arguments[1:])
    as_json = "--json" in arguments
    try:
        app = build(_wanted(arguments))
        result = app(arguments or ["--help"], prog_name="tarawa", complete_var="", standalone_mode=False)
        return result if isinstance(result, int) else 0
    except GameError as error:
        return fail(error, as_json)
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):  # Typer ends the process itself, as if we had failed
            raise end.__context__ from None
        raise
    except FileNotFoundError:
        return fail(BadFile("the folder that this command runs in is gone"), as_json)
    except OSError:
        raise
    except Exception as error:
        return fail_usage(error, as_json)


if __name__ == "__main__":
    main()
