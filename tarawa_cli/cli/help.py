"""`help`: what `--help` says, for those who ask in another way."""

from contextlib import redirect_stdout
from io import StringIO

from tarawa_cli.cli import output
from tarawa_cli.cli.commands import JSON, SAVE, commands, unknown
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.grammar import Grammar, Word
from tarawa_cli.kernel.orders import find_name

HELP = Grammar(
    "help",
    """All commands, or one of them in full: the same as --help.""",
    (Word("COMMAND", "A command; without it, all of them.", 0),),
    (SAVE, JSON),
)


def _name(word: str) -> str:
    try:
        return find_name(word, commands(), "command")
    except BadOrder:
        raise unknown(word) from None


def help_(command: str = "", *, save: str, json: bool) -> None:
    from tarawa_cli.cli.building import run

    name = _name(command) if command else ""
    said = StringIO()
    with redirect_stdout(said):
        run([*filter(None, [name]), "--help"])
    text = said.getvalue().strip("\n")
    if json:
        output.say_answer(f"help {name}".rstrip(), text=text)
    else:
        output.say(text)
