"""The head of a save: the keys before the position, and what each must be."""

from collections.abc import Iterator
from typing import Any

from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.journal import is_count

TALLIES = ("peeks", "edits")
_KEYS: dict[str, Any] = dict.fromkeys(("game", "rules", "scenario", "data", "seed", "dice", "mulligans"))
_KEYS |= {"own_scenario": [], "tables": {}, **dict.fromkeys(TALLIES, 0), "taken_back": []}


def take(doc: dict[str, Any], path: str) -> dict[str, Any]:
    """Take the head out of a save's document; BadFile lists everything wrong with it."""
    head = {name: doc.pop(name, default) for name, default in _KEYS.items()}
    wrong = [f"{name}: {why}" for name, why in _wrong(head)]
    if wrong:
        raise BadFile(f"{path} is not a sound save:", problems=wrong)
    return head


def _wrong(head: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for name in ("game", "scenario", "data"):
        if not isinstance(head[name], str):
            yield name, "must be a text"
    for name in ("rules", "dice", "mulligans", *TALLIES):
        if not is_count(head[name]):
            yield name, "must be a whole number, 0 or more"
    if head["seed"] != "manual" and not is_count(head["seed"]):
        yield "seed", 'must be a whole number, 0 or more, or "manual"'
    if not isinstance(head["tables"], dict):
        yield "tables", "must be a table"
    for name in ("own_scenario", "taken_back"):
        if not isinstance(head[name], list) or not all(isinstance(line, str) for line in head[name]):
            yield name, "must be an array of texts"
