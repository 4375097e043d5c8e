"""`tarawa`: finds the command that is asked for, and turns every error into a sentence and an exit code.

Building a Typer command costs time, so only the one that is asked for is built; help and completion
build them all.
"""

import os
import sys
from importlib import import_module

import typer

from tarawa_cli.kernel.errors import GameError

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
_HELP = "Tarawa, November 1943: land the 2nd Marine Division on Betio, one command at a time."


def build(names: list[str]) -> typer.Typer:
    """The program with some of its commands."""
    app = typer.Typer(
        name="tarawa",
        help=_HELP,
        no_args_is_help=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["--help", "-h"]},
    )
    app.callback()(_program)
    for name in names:
        module = import_module(f"tarawa_cli.cli.{COMMANDS[name]}")
        app.command(name)(getattr(module, f"{name}_"))
    return app


def _program() -> None:
    """Tarawa, November 1943: land the 2nd Marine Division on Betio, one command at a time."""


def _wanted(arguments: list[str]) -> list[str]:
    """Which commands must be built for these arguments."""
    if arguments and arguments[0] in COMMANDS and "_TARAWA_COMPLETE" not in os.environ:
        return [arguments[0]]
    return list(COMMANDS)


def main() -> None:
    """The program; it ends the process."""
    arguments = sys.argv[1:]
    try:
        code = _run(arguments)
        if sys.stdout:
            sys.stdout.flush()
    except BrokenPipeError:
        _silence()
        code = 0
    except OSError as error:
        _silence()
        print(f"tarawa: cannot write the output: {error.strerror}", file=sys.stderr)
        code = 3
    sys.exit(code)


def _silence() -> None:
    """Nobody reads any more: let nothing more be written at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _run(arguments: list[str]) -> int:
    from tarawa_cli.cli.output import fail, fail_usage

    as_json = "--json" in arguments
    try:
        result = build(_wanted(arguments))(arguments, prog_name="tarawa", standalone_mode=False)
        return result if isinstance(result, int) else 0
    except GameError as error:
        return fail(error, as_json)
    except (BrokenPipeError, KeyboardInterrupt):
        raise
    except OSError:
        raise
    except Exception as error:
        return fail_usage(error, as_json)


if __name__ == "__main__":
    main()
