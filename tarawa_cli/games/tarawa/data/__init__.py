"""Reading the game's own data files, each at most once."""

import os.path
from functools import cache
from typing import Any

from tarawa_cli.kernel import toml
from tarawa_cli.kernel.errors import BadFile

SOURCES = {
    "R": "rulebook",
    "S": "sequence aid",
    "T": "terrain chart",
    "D": "derived",
    "X": "reconstruction",
}
"""By tag: where a table or number comes from."""
FOLDER = os.path.dirname(__file__)
if not os.path.isdir(FOLDER):  # imported from an archive
    archive = os.path.abspath(os.path.join(FOLDER, *[os.pardir] * 4))
    raise BadFile(
        f"the game's own files cannot be read from within {archive}", hint="install it with pip, or unpack it"
    )


@cache
def text(name: str) -> str:
    with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
        return file.read()


@cache
def document(name: str) -> dict[str, Any]:
    return toml.parse(text(name), name)
