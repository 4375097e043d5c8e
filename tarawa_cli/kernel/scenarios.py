"""Scenario files: where those that come with a game are, how one is found and read, and what all of them have.

Paths are texts here: `pathlib` would make every command slower to start.
"""

import os
from collections.abc import Callable, Collection, Iterator, Mapping
from os.path import dirname, isdir, join, normpath

from tarawa_cli.kernel import toml
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.files import read_regular
from tarawa_cli.kernel.game import is_file_name
from tarawa_cli.kernel.hints import Any, Protocol, TypeVar
from tarawa_cli.kernel.orders import find_name

Facts = Mapping[str, Any]
PACKAGE = dirname(dirname(__file__))
LAST = 99
"""The place in the list of a scenario that names none."""
LARGEST = 1_000_000
PROSE = ("name", "description", "introduction", "order")
REMEMBERED = 8
"""How many scenarios a process keeps parsed: a prompt may be open for hours."""


class Ordered(Protocol):
    """A scenario that knows its place in the list."""

    @property
    def order(self) -> int: ...


S = TypeVar("S", bound=Ordered)


class Shelf:
    """The scenarios of a game."""

    def __init__(self, game: str) -> None:
        self._game = game

    def folder(self) -> str:
        """Where the shipped scenarios are: in the package, or beside it in a working copy."""
        inside = join(PACKAGE, "scenarios", self._game)
        return inside if isdir(inside) else join(dirname(PACKAGE), "scenarios", self._game)

    def shipped(self) -> dict[str, str]:
        """The files of the shipped scenarios, by name."""
        here = self.folder()
        files = sorted(file for file in os.listdir(here) if file.endswith(".toml"))
        return {file.removesuffix(".toml"): join(here, file) for file in files}

    def in_order(self, load: Callable[[str], S]) -> list[S]:
        """The shipped scenarios, in the order in which they are best played."""
        return sorted(map(load, self.shipped().values()), key=lambda scenario: scenario.order)

    def locate(self, name: str, base: str) -> str:
        """The file of a scenario, given a shipped scenario's name or a path relative to a folder."""
        if is_file_name(name):
            return normpath(join(base, name))  # the save's folder itself may not be there yet
        files = self.shipped()
        return files[name] if name in files else files[find_name(name, files, "scenario")]

    def read(self, path: str) -> str:
        hint = f"`{self._game} scenarios` lists what is here"
        text = toml.decode(read_regular(path, f"the scenario {path}", LARGEST, hint), path)
        if not text.strip():
            raise BadFile(f"{path} is not a scenario: it is empty", hint=hint)
        return text


def content(doc: Facts, head: Facts) -> str:
    """The text that the digest is taken of: correcting the introduction does not change the game."""
    return repr({**doc, "scenario": {key: value for key, value in head.items() if key not in PROSE}})


def problems(
    doc: Mapping[str, Any], head: Mapping[str, Any], tables: Collection[str], keys: Collection[str]
) -> list[str]:
    """What is wrong with the parts that the scenarios of all games have."""
    return [
        *(f"{key}: no such table" for key in doc if key not in tables),
        *(f"scenario.{key}: no such key" for key in head if key not in keys),
        *_head_problems(head),
        *(["position: must be a table"] if not isinstance(doc.get("position", {}), dict) else []),
    ]


def _head_problems(head: Facts) -> Iterator[str]:
    for key in ("id", "name"):
        if not isinstance(head.get(key), str) or not head[key] or "\n" in head[key]:
            yield f"scenario.{key}: must be a text on one line"
    for key in ("description", "introduction"):
        if not isinstance(head.get(key, ""), str):
            yield f"scenario.{key}: must be a text"
    if not is_number(head.get("order", LAST), 1, LAST):
        yield f"scenario.order: must be a number from 1 to {LAST}"


def label(text: str) -> str:
    """A text of a scenario that is shown on one line, among lines of ours."""
    return text.replace("\n", " ")


def is_number(value: Any, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
