"""What a save says before the position: the game, its rules and data, where it started, and its dice."""

import os
from collections.abc import Iterator, Sequence

from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.game import Setup, is_file_name
from tarawa_cli.kernel.hints import Any, NamedTuple
from tarawa_cli.kernel.journal import is_count
from tarawa_cli.kernel.orders import shown
from tarawa_cli.kernel.phrases import Phrases, are_phrases

UNMADE = "phrases"
"""The seed while the sides have not made it of their phrases."""
WHOLE = "all"
"""Among the phases that are left to the computer: every one of them, and all questions."""
TALLIES = ("peeks", "edits")
"""What is counted."""
KEPT: dict[str, Any] = {**dict.fromkeys(TALLIES, 0), "phrases": {}, "delegated": {}, "taken_back": []}
"""What stands in a save only if there is any."""
HEAD: dict[str, Any] = dict.fromkeys(("game", "rules", "scenario", "data", "seed", "dice", "mulligans"))
HEAD |= {"own_scenario": [], "tables": {}, "options": {}, **KEPT}


class Recorded(NamedTuple):
    """How far a match has come, as a save records it."""

    doc: dict[str, Any]
    """The state as plain values."""
    data: str
    """The digest of scenario and data that it was last played with."""
    rules: int
    """The version of the rules that it was last played under."""
    used: int = 0
    """The dice used."""
    mulligans: int = 0
    """Orders taken back that had rolled dice."""
    peeks: int = 0
    """Scripts that were refused after they had rolled dice."""
    edits: int = 0
    """Hand edits; those that were taken back count too."""
    taken_back: Sequence[str] = ()
    """Entries that were taken back and can be done again, in their old order."""
    phrases: Phrases = {}
    """The phrases that the seed is made of, by side."""
    journal: str = ""
    delegated: dict[str, Any] = {}  # by side and phase: the computer player who does it
    edited: bool = False
    """Whether a hand has changed the save since it was written."""


def wrong_head(head: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for name in ("game", "scenario", "data"):
        if not isinstance(head[name], str):
            yield name, "must be a text"
    for name in ("rules", "dice", "mulligans", *TALLIES):
        if not is_count(head[name]):
            yield name, "must be a whole number, 0 or more"
    if head["seed"] not in ("manual", UNMADE) and not is_count(head["seed"]):
        yield "seed", 'must be a whole number, 0 or more, "manual" or "phrases"'
    if not are_phrases(head["phrases"]) or (head["seed"] == UNMADE) > bool(head["phrases"]):
        yield "phrases", "must be the phrases of the sides, by side"
    for name in ("tables", "options"):
        if not isinstance(head[name], dict):
            yield name, "must be a table"
    if not _are_players(head["delegated"]):
        yield "delegated", "must be players by side and phase"
    for name in ("own_scenario", "taken_back"):
        if not isinstance(head[name], list) or not all(isinstance(line, str) for line in head[name]):
            yield name, "must be an array of texts"


def _are_players(value: Any) -> bool:
    tables = [value, *value.values()] if isinstance(value, dict) else [None]
    return all(isinstance(table, dict) for table in tables) and all(
        isinstance(name, str) for own in value.values() for name in own.values()
    )


def setup_of(path: str, head: dict[str, Any], scenario: str) -> Setup:
    """What the save started from. A file that it only names must lie beside it, or be named by the player."""
    folder, name = _folder(path), head["scenario"]
    setup = Setup(name, folder, head["tables"], "\n".join(head["own_scenario"]), head["options"])
    if setup.source or not is_file_name(name):
        return setup
    if scenario:
        return setup._replace(scenario=os.path.realpath(scenario))
    if not _lies_in(folder, name):
        raise BadFile(
            f"{path} was started from {shown(name)}, a file outside its folder; a save may not choose what is read",
            hint="if you know that file, put it into the save: adopt FILE",
        )
    return setup


def _folder(path: str) -> str:
    try:
        return os.path.dirname(os.path.realpath(path))
    except ValueError as error:
        raise BadFile(f"cannot open {shown(path)}: {error}") from None


def _lies_in(folder: str, name: str) -> bool:
    """Whether a name leads to a place below the folder, links included."""
    try:
        return os.path.realpath(os.path.join(folder, name)).startswith(os.path.join(folder, ""))
    except ValueError:
        return False
