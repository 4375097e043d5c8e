"""`help`: what `--help` says, for those who ask in another way; and what its first screen lists."""

import os
from contextlib import redirect_stdout
from io import StringIO

from tarawa_cli.cli import output, program
from tarawa_cli.cli.commands import COMMANDS, ENVIRONMENT, JSON, SAVE, aliases, full_name, is_shared, orders
from tarawa_cli.kernel.engine.fast_forward import by_name
from tarawa_cli.kernel.engine.grammar import Grammar, Option, Word
from tarawa_cli.kernel.errors import BadOrder, GameError
from tarawa_cli.kernel.standard import suppress

HELP = Grammar(
    "help",
    """List the common commands, or explain one.

The first screen lists the orders of the current phase and the common commands; `help --all` lists every command.""",
    (Word("COMMAND", "Explain this command, as --help does.", 0),),
    (Option("--all", "List every command.", short="-a"), SAVE, JSON),
)
COMMON = {
    "Games": ("new", "use", "play", "help"),
    "Looking": ("status", "map", "units", "show", "legal", "odds"),
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
    from tarawa_cli.cli.typer_app import run  # start-up, cycle

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
    from tarawa_cli.cli import current  # start-up

    with suppress(GameError, OSError):
        match = program.look(save or os.environ.get(ENVIRONMENT) or current.save())
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
