"""`tarawa`: finds the command that is asked for, and turns every error into a sentence and an exit code.

Building a Typer command costs time, so only the one that is asked for is built; help builds them all.
"""

import os
import sys
from contextlib import suppress
from importlib import import_module
from typing import Annotated, Any, NoReturn

import typer

from tarawa_cli.cli import program
from tarawa_cli.games import TARAWA
from tarawa_cli.kernel.errors import BadFile, GameError
from tarawa_cli.kernel.game import Program

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
ORDERS = ("play", "ashore", "supplies")
"""The modules that hold the orders of one game only."""
# commands that take a whole order, with options of its own
WITH_ORDER = ("odds",)
# what the scripts of `completion` call; Typer's own completion knows no save, and is off
COMPLETER = "__complete"


def commands() -> dict[str, str]:
    """The commands of the running program: those that every game has, and its own orders."""
    if program.running() == TARAWA:
        return COMMANDS
    common = {name: home for name, home in COMMANDS.items() if home not in ORDERS}
    return common | dict.fromkeys(program.own_game().orders, "orders")


def function(name: str) -> Any:
    """What carries a command out."""
    home = import_module(f"tarawa_cli.cli.{commands()[name]}")
    found = getattr(home, f"{name}_", None) or home.plain_order(name)
    if commands()[name] in (*ORDERS, "orders"):
        return found
    from tarawa_cli.cli.wording import worded

    return worded(found, program.running().words.get(name, {}))


def build(names: list[str]) -> typer.Typer:
    """The program with some of its commands."""
    app = typer.Typer(
        name=program.running().name,
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["--help", "-h"]},
    )
    app.callback(help=program.running().title)(_program)
    for name in names:
        settings = {"ignore_unknown_options": name in WITH_ORDER}
        app.command(name, context_settings=settings)(function(name))
    return app


def _show_version(wanted: bool) -> None:
    if wanted:
        from tarawa_cli import __version__
        from tarawa_cli.cli.output import say

        say(f"{program.running().name} {__version__}")
        raise typer.Exit


def _program(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Say which.")
    ] = False,
) -> None:
    """What stands before the command."""


def _wanted(arguments: list[str]) -> list[str]:
    """Which commands must be built for these arguments."""
    known = commands()
    return [arguments[0]] if arguments and arguments[0] in known else list(known)


def main(running: Program = TARAWA) -> None:
    """The program; it ends the process."""
    from tarawa_cli.cli import output

    try:
        if sys.stdout:  # a sign that the terminal does not have is no reason to fail
            sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
        code = _run(sys.argv[1:], running)
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


def _run(arguments: list[str], running: Program = TARAWA) -> int:
    """Carry out one command line; its exit code."""
    program.start(running)
    from tarawa_cli.cli.output import Untold, fail, fail_usage, hush

    if arguments[:1] == [COMPLETER]:
        from tarawa_cli.cli.completing import answer

        return answer(arguments[1:])
    as_json = "--json" in arguments
    try:
        app = build(_wanted(arguments))
        result = app(arguments or ["--help"], prog_name=running.name, complete_var="", standalone_mode=False)
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
