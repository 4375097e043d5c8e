"""The games' data files and scenarios as Python modules, for the wheel: bytecode is read ten times as fast as TOML.

`hatch_build.py` puts them beside the data files when a wheel is built; `kernel/saves/scenarios.py` uses one only if it
was made from the very text of the file.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path


def modules(root: Path) -> Iterator[tuple[str, str]]:
    """Where each module belongs in the package, and its source."""
    for file in files(root):
        game = file.parent.name if file.is_relative_to(root / "scenarios") else file.parts[-3]
        place = f"tarawa_cli/games/{game}/data/parsed_{file.stem.replace('-', '_')}.py"
        yield place, source(file.read_text("utf-8"))


def files(root: Path) -> list[Path]:
    return [*sorted(root.glob("tarawa_cli/games/*/data/*.toml")), *sorted(root.glob("scenarios/*/*.toml"))]


def source(text: str) -> str:
    """The module of one file: its text, and the document in it."""
    return f"TEXT = {text!r}\nDOCUMENT = {tomllib.loads(text)!r}\n"
