"""Reading the game's own data files, each at most once."""

from functools import cache
from pathlib import Path
from typing import Any

from tarawa_cli.kernel import toml
from tarawa_cli.kernel.errors import BadFile

SOURCES = {"S": "the game's own charts", "D": "derived", "H": "history", "X": "reconstruction"}
"""By tag: where a table or number comes from."""
FOLDER = Path(__file__).parent
if not FOLDER.is_dir():  # imported from an archive
    raise BadFile(
        f"the game's own files cannot be read from within {FOLDER.parents[3]}", hint="install it with pip, or unpack it"
    )


@cache
def text(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


@cache
def document(name: str) -> dict[str, Any]:
    return toml.parse(text(name), name)
