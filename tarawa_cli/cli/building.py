"""The program as Typer sees it.

Building a Typer command costs time, so only the one that is asked for is built; help builds them all.
"""

from typing import Annotated

import typer

from tarawa_cli.cli import program
from tarawa_cli.cli.commands import BEFORE, commands, find, side_option
from tarawa_cli.cli.options import function


def build(wanted: list[str]) -> typer.Typer:
    """The program with some of its commands."""
    app = typer.Typer(
        name=program.running().name,
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["--help", "-h"]},
    )
    app.callback(help=program.running().title, epilog=_before())(_program)
    for name in wanted:
        if command := find(name):
            settings = {"ignore_unknown_options": command.grammar.with_order or command.grammar.signed}
            app.command(name, context_settings=settings)(function(command))
    return app


def _before() -> str:
    """What may stand before the command."""
    options = [option.shown.strip("[]") for option in (*BEFORE[:-1], side_option()) if not option.hidden]
    return f"{', '.join(options)} may stand before the command too."


def run(arguments: list[str]) -> int:
    """Carry out one command line as Typer reads it; its exit code."""
    known = commands()
    app = build(arguments[:1] if arguments and arguments[0] in known else known)
    result = app(arguments or ["--help"], prog_name=program.running().name, complete_var="", standalone_mode=False)
    return result if isinstance(result, int) else 0


def _show_version(wanted: bool) -> None:
    if wanted:
        from tarawa_cli import __version__
        from tarawa_cli.cli.output import say

        say(f"{program.running().name} {__version__}")
        raise typer.Exit


def _program(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """What stands before the command."""
