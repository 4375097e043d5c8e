"""Reading the game's own data files, each at most once."""

from functools import cache
from pathlib import Path
from typing import Any

from tarawa_cli.kernel import toml

FOLDER = Path(__file__).parent


@cache
def text(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


@cache
def document(name: str) -> dict[str, Any]:
    return toml.parse(text(name), name)
