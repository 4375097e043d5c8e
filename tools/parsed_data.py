"""The games' data files as Python modules, for the wheel: bytecode is read ten times as fast as TOML is parsed.

`hatch_build.py` puts them beside the files when a wheel is built; `kernel/saves/data_files.py` uses one only if it was
made from the very text of the file.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path


def modules(root: Path) -> Iterator[tuple[str, str]]:
    """Where each module belongs in the package, and its source."""
    for file in sorted(root.glob("tarawa_cli/games/*/data/*.toml")):
        place = file.with_name(f"parsed_{file.stem}.py").relative_to(root)
        yield place.as_posix(), source(file.read_text("utf-8"))


def source(text: str) -> str:
    """The module of one file: its text, and the document in it."""
    return f"TEXT = {text!r}\nDOCUMENT = {tomllib.loads(text)!r}\n"
