"""The program as Typer sees it, made from the grammar of every command; and `help`, which says what `--help` says."""

import os
from collections.abc import Callable
from contextlib import redirect_stdout
from inspect import Parameter, Signature
from io import StringIO
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from tarawa_cli import __version__
from tarawa_cli.cli import output, program
from tarawa_cli.cli.commands import (
    BEFORE,
    COMMANDS,
    JSON,
    SAVE,
    Command,
    Read,
    Value,
    aliases,
    commands,
    find,
    full_name,
    is_shared,
    orders,
    side_option,
)
from tarawa_cli.cli.program import ENVIRONMENT, own_game, running
from tarawa_cli.kernel.engine.fast_forward import by_name
from tarawa_cli.kernel.engine.grammar import Grammar, Number, Option, Word
from tarawa_cli.kernel.errors import BadOrder, GameError
from tarawa_cli.kernel.standard import suppress

# ── What Typer is told: every command, made from its grammar


def function(command: Command) -> Callable[..., int | None]:
    """The function that Typer makes a command from; what Typer reads goes to the command."""
    grammar = command.grammar
    places = {f"word_{place}": word for place, word in enumerate(grammar.words)}
    options = {f"option_{place}": option for place, option in enumerate(grammar.options)}

    def run(**read: Any) -> int | None:
        plain = [word for name, place in places.items() for word in _plain(place, read[name])]
        values = {option.name: _value(option, read[name]) for name, option in options.items()}
        return command.carry_out(Read(plain, values))

    run.__doc__ = f"{grammar.help}{_examples(grammar.name)}".replace("PROGRAM", running().name)
    vars(run)["__signature__"] = Signature(
        [
            *(_argument(name, word) for name, word in places.items()),
            *(_option(name, option) for name, option in options.items()),
        ]
    )
    return run


def _examples(command: str) -> str:
    """The game's examples of a command, each on a line of its own."""
    name = running().name
    lines = [f"  {name} {line}" for line in own_game().library.examples(command)]
    return "\n".join(["\n\n\b\nFor example:", *lines]) if lines else ""


def _parameter(name: str, annotation: Any, default: Any = Parameter.empty) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, annotation=annotation, default=default)


def _argument(name: str, word: Word) -> Parameter:
    told = typer.Argument(metavar=word.shown, help=word.help, show_default=word.unsaid or True, **_limits(word.number))
    if word.most != 1:
        return _parameter(name, Annotated[list[str], told], Parameter.empty if word.least else None)
    if word.number:
        return _parameter(name, Annotated[int, told], Parameter.empty if word.least else int(word.default))
    return _parameter(name, Annotated[str, told], Parameter.empty if word.least else word.default)


def _option(name: str, option: Option) -> Parameter:
    """A value without a default is a list: whether it may be repeated is for the order's reader to say."""
    told = typer.Option(
        *option.names,
        metavar=option.takes or None,
        help=option.help,
        envvar=option.environment or None,
        show_default=option.unsaid or True,
        hidden=option.hidden,
        **_limits(option.number),
    )
    if not option.takes:
        return _parameter(name, Annotated[bool, told], False)
    if option.number:
        return _parameter(name, Annotated[int | None, told], int(option.default) if option.default else None)
    if option.default is not None:
        return _parameter(name, Annotated[str, told], option.default)
    return _parameter(name, Annotated[list[str], told], Parameter.empty if option.needed else None)


def _limits(number: Number | None) -> dict[str, Any]:
    return {"min": number.least, "max": number.most} if number else {}


def _plain(place: Word, read: str | int | list[str] | None) -> list[str]:
    """The plain words in a place; an empty one is as good as none where none is needed."""
    if isinstance(read, list) or read is None:
        return read or []
    return [str(read)] if read != "" or place.least or place.default else []


def _value(option: Option, read: Any) -> Value:
    if option.takes and not option.number and option.default is None:
        return read or []
    value: Value = read
    return value


# ── The program as Typer sees it
#
# Building a Typer command costs time, so only the one that is asked for is built; help builds them all.


BETWEEN = "Between two players"
GROUPS = {
    "Games": ("new", "saves", "use", "play", "help", "completion"),
    "Information": (
        "status",
        "map",
        "units",
        "show",
        "unit",
        "hex",
        "area",
        "legal",
        "odds",
        "table",
        "rule",
        "scenarios",
    ),
    "History": ("why", "log", "diff", "chronicle", "verify", "undo", "redo"),
    BETWEEN: ("handover", "mail", "resume", "accept", "decline", "back", "anchor", "seal", "reveal", "phrase"),
    "Scripts, files and git": ("run", "adopt", "export", "watch", "git", "message"),
    "The computer": ("advise", "autoplay", "delegate", "forecast", "simulate"),
}
"""The commands that all games share, by what they are for; a game's orders say it themselves."""


def headings() -> dict[str, list[str]]:
    """The commands of this program by their headings, in the order of the help."""
    found = {title: [name for name in names if is_shared(name)] for title, names in GROUPS.items()}
    for name, grammar in orders().items():
        if name not in COMMANDS:
            found.setdefault(grammar.group, []).append(name)
    return {title: names for title, names in found.items() if names}


class Grouped(TyperGroup):
    """A program whose help lists its commands under headings, each with a whole sentence."""

    listed: dict[str, list[str]] = {}

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        for title, names in self.listed.items():
            told = [(name, summary(name)) for name in names if name in self.commands]
            if told:
                with formatter.section(title.replace(":", ",")):
                    formatter.write_dl(told)


def summary(name: str) -> str:
    """What a command is for, in a sentence."""
    command = find(name)
    return " ".join(command.grammar.help.split("\n\n", 1)[0].split()) if command else ""


def build(wanted: list[str], listed: dict[str, list[str]] | None = None) -> typer.Typer:
    """The program with some of its commands; its help lists all of them, or those that are to be listed."""
    app = typer.Typer(
        name=program.running().name,
        cls=type("Listed", (Grouped,), {"listed": headings() if listed is None else listed}),
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["--help", "-h"]},
    )
    app.callback(help=program.running().title, epilog=_epilog(whole=listed is None))(_program)
    for name in wanted:
        if command := find(name):
            settings = {"ignore_unknown_options": command.grammar.with_order or command.grammar.signed}
            app.command(name, context_settings=settings)(function(command))
    return app


def _epilog(*, whole: bool) -> str:
    """Where to read more, the short names of commands, and what may come before a command."""
    options = [option.shown.strip("[]") for option in (*BEFORE[:-1], side_option()) if not option.hidden]
    before = f"{', '.join(options)} may also come before the command."
    more = (
        "`help COMMAND` explains one command."
        if whole
        else "`help --all` lists every command, `help COMMAND` explains one."
    )
    return "\n\n".join([f"{more} {before}", short_names()])


def run(arguments: list[str], *, whole: bool = False, save: str = "") -> int:
    """Carry out one command line as Typer reads it; its exit code. `whole`: help lists every command."""
    known = commands()
    named = arguments[:1] if arguments and arguments[0] in known else []
    app = build(named or known, None if whole or named else first_screen(save))
    result = app(arguments or ["--help"], prog_name=program.running().name, complete_var="", standalone_mode=False)
    return result if isinstance(result, int) else 0


def _show_version(wanted: bool) -> None:
    if wanted:
        from tarawa_cli.kernel.saves.savefile import FORMAT  # start-up

        output.say(f"{program.running().name} {__version__} (rules {program.own_game().rules}, save format {FORMAT})")
        raise typer.Exit


def _program(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """What comes before the command."""


HELP = Grammar(
    "help",
    """List the common commands, or explain one.

The first screen lists the orders of the current phase and the common commands; `help --all` lists every command.""",
    (Word("COMMAND", "Explain this command, as --help does.", 0),),
    (Option("--all", "List every command.", short="-a"), SAVE, JSON),
)
COMMON = {
    "Games": ("new", "use", "play", "help"),
    "Information": ("status", "map", "units", "show", "legal", "odds"),
    "": ("next", "decide", "policy", "undo", "redo"),
    "History": ("log", "why"),
    "Two players": ("handover", "mail"),
    "The computer": ("advise", "autoplay", "delegate"),
    "Files": ("export", "watch"),
}
"""The commands of the first screen besides the orders of the phase, which come where the heading is empty."""
LOOKS = ("map", "units")
"""Commands of the first screen that only some games have something to show for."""


def help_(command: str = "", *, all: bool, save: str, json: bool) -> None:
    if command and all:
        raise BadOrder("help explains one command, or lists --all", hint="help --all")
    name = full_name(command) if command else ""
    said = StringIO()
    with redirect_stdout(said):
        run([*filter(None, [name]), "--help"], whole=all, save=save)
    text = said.getvalue().strip("\n")
    if json:
        output.say_answer(f"help {name or '--all' * all}".rstrip(), text=text)
    else:
        output.say(text)


def first_screen(save: str = "") -> dict[str, list[str]]:
    """The orders of the current phase and the common commands, by heading."""
    phase, now = _orders_now(save)
    found: dict[str, list[str]] = {}
    for title, names in COMMON.items():
        own = [name for name in names if name in orders() or _has(name)]
        here = own if title else [*(name for name in now if name not in own), *own]
        found[title or (f"Orders of `{phase}`" if phase else "Orders")] = [*dict.fromkeys(here)]
    return {title: names for title, names in found.items() if names}


def _has(name: str) -> bool:
    return is_shared(name) and (name not in LOOKS or name in program.own_game().views.LOOKS)


def _orders_now(save: str) -> tuple[str, list[str]]:
    """The phase of the current game, and the orders that belong to it; none without a game."""
    with suppress(GameError, OSError):
        match = program.look(save or os.environ.get(ENVIRONMENT) or program.current_save())
        now = match.game.moment(match.state)
        known = by_name(now.phases, match.game.sides.names)
        own = [
            name for name, grammar in orders().items() if name not in COMMANDS and _belongs(grammar, now.phase, known)
        ]
        return now.phase, own
    return "", []


def _belongs(grammar: Grammar, phase: str, known: dict[str, tuple[str, ...]]) -> bool:
    if grammar.hidden or grammar.gives_up:
        return False
    return not grammar.phases or any(phase in known.get(name, ()) for name in grammar.phases)


def short_names() -> str:
    """The short names of commands, for the end of the help."""
    listed = ", ".join(f"{short} {name}" for short, name in aliases().items())
    return f"Short names: {listed}. Any unique prefix of a command works too."
