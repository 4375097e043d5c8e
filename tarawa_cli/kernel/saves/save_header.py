"""What a save says before the position: the game, its rules and data, where it started, and its dice."""

import os

from tarawa_cli.kernel.board.dice import Phrases, are_phrases
from tarawa_cli.kernel.engine.order_words import shown
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.game import Setup, is_file_name
from tarawa_cli.kernel.hints import Any, Iterator, NamedTuple, Sequence
from tarawa_cli.kernel.saves.journal import are_labels, is_count

BY_MAIL = "mail"
"""The seed of a game by mail: its dice come from the sides' chains."""
UNMADE = "phrases"
"""The seed while the sides have not made it of their phrases."""
ALL_PHASES = "all"
"""Among the phases that are left to the computer: every one of them, and all questions."""
TALLIES = ("peeks", "edits")
"""What is counted."""
OPTIONAL_KEYS: dict[str, Any] = {
    **dict.fromkeys(TALLIES, 0),
    "mail": {},
    "rolled": {},
    "phrases": {},
    "delegated": {},
    "taken_back": [],
}
"""Keys that a save has only if they hold something."""
HEAD: dict[str, Any] = dict.fromkeys(("game", "rules", "scenario", "data", "seed", "dice", "mulligans"))
HEAD |= {"own_scenario": [], "tables": {}, "options": {}, **OPTIONAL_KEYS}


class Mail(NamedTuple):
    """What a save holds of a game by mail besides its journal."""

    game: str
    hot_seat: bool = False
    """Whether both players' own files may be in one folder."""

    def header(self) -> dict[str, object]:
        return {"game": self.game} | ({"hot_seat": True} if self.hot_seat else {})


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
    """Orders undone that had rolled dice."""
    peeks: int = 0
    """Scripts that were refused after they had rolled dice."""
    edits: int = 0
    """Hand edits, including undone ones."""
    taken_back: Sequence[str] = ()
    """Entries that were undone and can be redone, in their old order."""
    phrases: Phrases = {}
    """The phrases that the seed is made of, by side."""
    mail: dict[str, Any] = {}
    """What a game by mail is called, and the like."""
    rolled: dict[str, int] = {}
    """Dice rolled in the current sitting of a game by mail, by their labels."""
    journal: str = ""
    delegated: dict[str, Any] = {}  # by side and phase: the computer player who does it
    edited: bool = False
    """Whether a hand has changed the save since it was written."""


def header(match: Any) -> dict[str, Any]:
    """What a save says before the position."""
    head: dict[str, Any] = {"game": match.game.id, "rules": match.rules, "scenario": match.setup.scenario}
    if match.setup.source:
        head["own_scenario"] = match.setup.source.split("\n")
    head["data"] = match.data
    head |= {name: kept for name in ("tables", "options") if (kept := getattr(match.setup, name))}
    unseeded = BY_MAIL if match.mail else UNMADE if match.phrases else "manual"
    head["seed"] = unseeded if match.seed is None else match.seed
    head |= {"dice": match.used, "mulligans": match.mulligans}
    kept = {name: getattr(match, name) for name in OPTIONAL_KEYS} | {"mail": match.mail.header() if match.mail else {}}
    return head | {name: value for name, value in kept.items() if value}


def wrong_head(head: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for name in ("game", "scenario", "data"):
        if not isinstance(head[name], str):
            yield name, "must be a string"
    for name in ("rules", "dice", "mulligans", *TALLIES):
        if not is_count(head[name]):
            yield name, "must be a whole number, 0 or more"
    if head["seed"] not in ("manual", UNMADE, BY_MAIL) and not is_count(head["seed"]):
        yield "seed", 'must be a whole number, 0 or more, "manual", "mail" or "phrases"'
    if not _is_mail(head["mail"]) or (head["seed"] == BY_MAIL) != bool(head["mail"]):
        yield "mail", "must say which game by mail it is, if it is one"
    if not are_labels(head["rolled"]) or (head["rolled"] and not head["mail"]):
        yield "rolled", "must be numbers of dice by label, in a game by mail"
    if not are_phrases(head["phrases"]) or (head["seed"] == UNMADE) > bool(head["phrases"]):
        yield "phrases", "must be the phrases of the sides, by side"
    for name in ("tables", "options"):
        if not isinstance(head[name], dict):
            yield name, "must be a table"
    if not _are_players(head["delegated"]):
        yield "delegated", "must be players by side and phase"
    elif head["delegated"] and head["mail"]:
        yield "delegated", "must be empty in a game by mail"
    for name in ("own_scenario", "taken_back"):
        if not isinstance(head[name], list) or not all(isinstance(line, str) for line in head[name]):
            yield name, "must be an array of strings"


def _is_mail(value: Any) -> bool:
    """Whether it is nothing, or the name of a game with its options."""
    if value == {}:
        return True
    from tarawa_cli.kernel.mail.dice import is_game  # start-up

    known = isinstance(value, dict) and value.keys() <= {"game", "hot_seat"}
    game = value.get("game") if known else None
    return isinstance(game, str) and is_game(game) and value.get("hot_seat", True) is True


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
