"""The journal: one command a line with the dice it used, and what can be got back from it.

An entry reads `attack 2/8A --on 2828 # 4 2 6`. An entry that starts with `*` is no command but
records that the position was changed from outside: `* edited {patch}` against the position that the
journal gives, `* restart {patch}` against the scenario's, if the journal before it cannot be replayed.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple, TypeVar

from tarawa_cli.kernel import toml
from tarawa_cli.kernel.dice import GivenDice, auto_die
from tarawa_cli.kernel.errors import BadFile, GameError, NeedDice
from tarawa_cli.kernel.game import Game, Setup
from tarawa_cli.kernel.orders import split_line
from tarawa_cli.kernel.play import Event, Play, Stacked

S = TypeVar("S", bound=Stacked)


class Entry(NamedTuple):
    command: str
    dice: tuple[int, ...] = ()

    @property
    def outside(self) -> bool:
        return self.command.startswith("* ")

    def text(self) -> str:
        return f"{self.command} # {' '.join(map(str, self.dice))}" if self.dice else self.command


def read_entry(text: str) -> Entry:
    command, mark, dice = text.partition(" # ")
    if command.startswith("* ") or not mark:
        return Entry(text)
    words = dice.split()
    if not all(word in ("1", "2", "3", "4", "5", "6") for word in words):
        raise BadFile(f"{text!r}: what follows # must be dice")
    return Entry(command, tuple(map(int, words)))


class Broken(Exception):
    """The journal does not hold from this entry on."""

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(reason)
        self.number = number
        self.reason = reason


class Step(NamedTuple):
    """One entry replayed: what it was, what happened, the state after it, dice used up to it."""

    number: int
    entry: Entry
    events: list[Event]
    state: Any
    used: int


def replay(game: Game[S], setup: Setup, seed: int | None, entries: list[str]) -> Iterator[Step]:
    """Play the journal again with its own dice, from its last restart on.

    Raises Broken at the first entry that does not hold.
    """
    state = game.begin(setup)
    used = 0
    yield Step(0, Entry(""), [], state, used)
    first = max(1, last_restart(entries))
    for number, text in enumerate(entries[first - 1 :], first):
        try:
            entry = read_entry(text)
            if entry.outside:
                kind, patch = read_outside(entry)
                base = state if kind == "edited" else game.begin(setup)
                state = game.load(setup, merged(game.dump(base), patch["state"]))
                used = patch.get("dice", used)
                yield Step(number, entry, [], state, used)
                continue
            events = repeat(game, state, entry)
        except GameError as error:
            raise Broken(number, f"{text!r}: {error.message}") from None
        check_dice(number, entry, seed, used)
        used += len(entry.dice)
        yield Step(number, entry, events, state, used)


def last_restart(entries: list[str]) -> int:
    """The number of the last entry that starts from a recorded position; 0 if none does."""
    return max((number for number, text in enumerate(entries, 1) if text.startswith("* restart ")), default=0)


def repeat(game: Game[S], state: S, entry: Entry) -> list[Event]:
    """One command again, on its recorded dice."""
    action = game.read(state, split_line(entry.command))
    game.check(state, action)
    dice = GivenDice(entry.dice)
    play = Play(state, dice)
    try:
        game.resolve(play, action)
    except NeedDice as error:
        raise BadFile(f"it records {len(entry.dice)} dice, too few for {error.purpose}") from None
    if dice.left:
        raise BadFile(f"it records {dice.left} dice more than were rolled")
    return play.events


def check_dice(number: int, entry: Entry, seed: int | None, used: int) -> None:
    if seed is None:
        return
    for place, die in enumerate(entry.dice, used + 1):
        right = auto_die(seed, place)
        if die != right:
            raise Broken(number, f"die {place} is recorded as {die}, but seed {seed} gives {right}")


def read_outside(entry: Entry) -> tuple[str, dict[str, Any]]:
    """The kind of a change from outside, and its patch."""
    kind, _, patch = entry.command.removeprefix("* ").partition(" ")
    if kind not in ("edited", "restart"):
        raise BadFile("an entry that starts with * must be an edit or a restart")
    return kind, read_patch(patch)


def read_patch(text: str) -> dict[str, Any]:
    import json

    try:
        patch = json.loads(text)
        toml.bounded(patch)
        json.dumps(patch, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError):
        patch = None
    if not isinstance(patch, dict) or not isinstance(patch.get("state"), dict) or not is_count(patch.get("dice", 0)):
        raise BadFile("the journal records an edit that cannot be read")
    return patch


def is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def outside_entry(kind: str, before: dict[str, Any], after: dict[str, Any], dice: int) -> str:
    """The entry that records a change from outside, as the difference of two documents."""
    import json

    patch = {"dice": dice, "state": difference(before, after)}
    return f"* {kind} {json.dumps(patch, ensure_ascii=False, separators=(',', ':'))}"


def difference(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """What must be set (None: removed) to make one document into the other."""
    patch: dict[str, Any] = {name: None for name in before if name not in after}
    for name, value in after.items():
        old = before.get(name)
        if isinstance(value, dict) and isinstance(old, dict):
            inner = difference(old, value)
            if inner:
                patch[name] = inner
        elif name not in before or old != value:
            patch[name] = value
    return patch


def merged(doc: dict[str, Any], patch: dict[str, Any]) -> dict[str, Any]:
    """The document with a difference put in."""
    result = dict(doc)
    for name, value in patch.items():
        old = result.get(name)
        if value is None:
            result.pop(name, None)
        elif isinstance(value, dict) and isinstance(old, dict):
            result[name] = merged(old, value)
        else:
            result[name] = value
    return result
