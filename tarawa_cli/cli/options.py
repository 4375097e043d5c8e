"""The options that commands share."""

from typing import Annotated

import typer

from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.orders import find_name, shown

DEFAULT_SAVE = "saves/game.toml"

Save = Annotated[str, typer.Option("--save", "-s", envvar="TARAWA_SAVE", metavar="FILE", help="The save.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
DryRun = Annotated[bool, typer.Option("--dry-run", "-n", help="Only check: roll nothing, write nothing.")]
Dice = Annotated[
    str,
    typer.Option("--dice", metavar="D,D,…", help="The dice, in the order in which they are used (manual-dice games)."),
]
Colour = Annotated[str, typer.Option("--color", metavar="auto|always|never", help="Colour in the output.")]


def choice(option: str, word: str, names: list[str]) -> str:
    """One of a few words, or the beginning of one."""
    try:
        return find_name(word, names, "choice")
    except BadOrder:
        raise BadOrder(f"{option} {shown(word)}: must be {' or '.join(names)}") from None
