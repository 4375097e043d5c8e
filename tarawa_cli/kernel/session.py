"""The pipeline of one command: read → check → resolve with dice → events → journal → save."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

from tarawa_cli.kernel import journal, savefile
from tarawa_cli.kernel.dice import AutoDice, Dice, GivenDice
from tarawa_cli.kernel.errors import BadFile, BadOrder, GameError, Refused
from tarawa_cli.kernel.game import Game, Setup
from tarawa_cli.kernel.journal import Broken, Entry, is_count
from tarawa_cli.kernel.orders import Action, shown
from tarawa_cli.kernel.play import Event, Play, Stacked

S = TypeVar("S", bound=Stacked)


class Done(NamedTuple):
    """A command that has been carried out."""

    command: str
    dice: list[int]
    events: list[Event]


class Match(Generic[S]):
    """A game in progress: what a save holds, in memory."""

    _journal: str
    _made: list[str]
    """Entries that are not in the text yet."""

    def __init__(self, game: Game[S], setup: Setup, seed: int | None) -> None:
        self.game = game
        self.setup = setup
        self.seed = seed
        """None: the player gives the dice."""
        self.state = game.begin(setup)
        self.data = game.digest(setup)
        self.used = 0
        self.mulligans = 0
        self.journal = savefile.journal_text([])
        self.edited = False

    @property
    def journal(self) -> str:
        """The journal's text; entries made since it was last asked for are put in only now."""
        if self._made:
            self._journal, self._made = savefile.append_entries(self._journal, self._made), []
        return self._journal

    @journal.setter
    def journal(self, text: str) -> None:
        self._journal, self._made = text, []

    def enter(self, *entries: str) -> None:
        """Put entries at the end of the journal."""
        self._made += entries

    @property
    def manual(self) -> bool:
        return self.seed is None

    @property
    def entries(self) -> list[str]:
        return savefile.journal_entries(self.journal)

    @property
    def outdated(self) -> bool:
        """Whether scenario or data have changed since the save was written."""
        return self.data != self.present

    @cached_property
    def present(self) -> str:
        """The digest of scenario and data as they are now."""
        return self.game.digest(self.setup)

    def dice(self, given: Sequence[int] | None) -> Dice:
        if self.seed is None:
            if any(die not in range(1, 7) for die in given or ()):
                raise BadOrder("a die shows 1 to 6", hint="e.g. --dice 4,2,6")
            return GivenDice(given or ())
        if given:
            raise BadOrder("this game rolls its own dice", hint="only a game started with --dice manual takes --dice")
        return AutoDice(self.seed, self.used)

    def text(self) -> str:
        return savefile.compose({**self._header(), **self.game.dump(self.state)}, self.journal)

    def _header(self) -> dict[str, Any]:
        header: dict[str, Any] = {"game": self.game.id, "scenario": self.setup.scenario, "data": self.data}
        if self.setup.tables:
            header["tables"] = self.setup.tables
        header["seed"] = "manual" if self.seed is None else self.seed
        return header | {"dice": self.used, "mulligans": self.mulligans}


def read_order(match: Match[S], tokens: list[str]) -> Action:
    """Read and check an order without carrying it out."""
    action = match.game.read(match.state, tokens)
    match.game.check(match.state, action)
    return action


def perform(match: Match[S], tokens: list[str], given: Sequence[int] | None = None) -> Done:
    """Carry out one order on a match. Whatever is raised, nothing has been written."""
    dice = match.dice(given)
    return _carry_out(match, read_order(match, tokens), dice)


def perform_action(match: Match[S], action: Action, given: Sequence[int] | None = None) -> Done:
    """The same for an order that need not be read, such as a game offers to those who choose among many."""
    dice = match.dice(given)
    match.game.check(match.state, action)
    return _carry_out(match, action, dice)


def _carry_out(match: Match[S], action: Action, dice: Dice) -> Done:
    outside = _outside(match)
    play = Play(match.state, dice)
    with _restored(match):
        match.game.resolve(play, action)
        if isinstance(dice, GivenDice) and dice.left:
            raise BadOrder(_too_many(dice.left, len(dice.rolled)), hint="nothing was done")
    entry = Entry(action.text(), tuple(dice.rolled))
    match.used += len(dice.rolled)
    match.enter(*outside, entry.text())
    match.edited, match.data = False, match.present
    return Done(entry.command, dice.rolled, play.events)


def _too_many(left: int, needed: int) -> str:
    return f"{left} {'die' if left == 1 else 'dice'} too many: {needed} {'was' if needed == 1 else 'were'} needed"


@contextmanager
def _restored(match: Match[S]) -> Iterator[None]:
    """If the player's dice do not fit, the match is as it was; other dice always fit."""
    before = match.game.dump(match.state) if match.manual else None
    try:
        yield
    except GameError:
        if before is not None:
            match.state = match.game.load(match.setup, before)
        raise


def load(game_of: "Games", path: str, content: savefile.Content) -> Match[Any]:
    """The match that a save's content holds."""
    doc = dict(content.doc)
    header = {name: doc.pop(name, None) for name in ("game", "scenario", "data", "seed", "dice", "mulligans")}
    wrong = [f"{name}: {why}" for name, why in _wrong_header(header)]
    tables = doc.pop("tables", {})
    if not isinstance(tables, dict):
        wrong.append("tables: must be a table")
    if wrong:
        raise BadFile(f"{path} is not a sound save:", problems=wrong)
    game = game_of(header["game"])
    setup = Setup(header["scenario"], os.path.dirname(os.path.realpath(path)), tables)
    seed = None if header["seed"] == "manual" else header["seed"]
    match: Match[Any] = Match.__new__(Match)
    match.game, match.setup, match.seed = game, setup, seed
    match.state = game.load(setup, doc)
    match.data, match.used, match.mulligans = header["data"], header["dice"], header["mulligans"]
    match.journal, match.edited = content.journal, content.edited
    return match


def _wrong_header(header: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for name in ("game", "scenario", "data"):
        if not isinstance(header[name], str):
            yield name, "must be a text"
    for name in ("dice", "mulligans"):
        if not is_count(header[name]):
            yield name, "must be a whole number, 0 or more"
    if header["seed"] != "manual" and not is_count(header["seed"]):
        yield "seed", 'must be a whole number, 0 or more, or "manual"'


class Games:
    """Finds a game by its name, and imports it only then."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def __call__(self, name: str) -> Game[Any]:
        if name not in self.names:
            raise BadFile(f"the save is of a game that is not here: {shown(name)}")
        from importlib import import_module

        game: Game[Any] = import_module(self.names[name]).GAME
        return game


def look(games: Games, path: str) -> Match[Any]:
    """The match in a save, for reading only."""
    return load(games, path, savefile.read(path))


@contextmanager
def held(games: Games, path: str) -> Iterator[Match[Any]]:
    """The match in a save, locked for one command; `keep` writes it."""
    with savefile.locked(path) as content:
        yield load(games, path, content)


def keep(path: str, match: Match[Any]) -> None:
    """Write a match that is held."""
    savefile.write(path, match.text())


def begin(path: str, match: Match[Any], *, force: bool) -> None:
    """Write the save of a new game; over an old one only by force."""
    if force and os.path.exists(path):
        with savefile.reserved(path):
            savefile.write(path, match.text())
    else:
        savefile.create(path, match.text())


def undo(match: Match[S], count: int) -> list[Entry]:
    """Take back the last commands; each one that rolled dice counts as a mulligan."""
    if count < 1:
        raise BadOrder("at least one command must be taken back")
    entries = [*match.entries, *_outside(match)]
    if count > len(entries):
        raise Refused("", f"only {len(entries)} commands can be taken back" if entries else "nothing can be taken back")
    kept, gone = entries[: len(entries) - count], [journal.read_entry(text) for text in entries[-count:]]
    try:
        *_, last = journal.replay(match.game, match.setup, match.seed, kept)
    except Broken as error:
        raise BadFile(f"cannot go back: the journal breaks at entry {error.number}: {error.reason}") from None
    match.state, match.used = last.state, last.used
    match.journal = savefile.journal_text(kept)
    match.mulligans += sum(1 for entry in gone if entry.dice)
    match.edited, match.data = False, match.present
    return gone


class Proof(NamedTuple):
    """What replaying a journal has shown."""

    holds: bool
    entries: int
    broken_at: int
    reason: str
    since: int
    """The entry from which on the proof runs; 0 is the start of the game."""
    edits: list[int]


def prove(match: Match[S]) -> Proof:
    """Replay the journal and compare it with the save."""
    entries = match.entries
    since = journal.last_restart(entries)
    edits = [number for number, text in enumerate(entries, 1) if text.startswith("* ")]
    at, reason = len(entries), ""
    try:
        if match.outdated:
            raise Broken(len(entries), "scenario or tables have changed since this save was written")
        *_, last = journal.replay(match.game, match.setup, match.seed, entries)
        reason = _differs(match, match.game.dump(last.state), last.used)
    except Broken as error:
        at, reason = error.number, error.reason
    return Proof(not reason, len(entries), at if reason else 0, reason, since, edits)


def _differs(match: Match[S], given: dict[str, Any], used: int) -> str:
    if used != match.used:
        return f"the save says {match.used} dice were used, the journal gives {used}"
    change = journal.difference(given, match.game.dump(match.state))
    if change:
        return f"the position is not the one that the journal gives: {', '.join(sorted(change))}"
    return ""


def _outside(match: Match[S]) -> list[str]:
    """An entry for a hand edit or a change of data that the journal does not know of yet, if there was one."""
    if not match.edited and not match.outdated:
        return []
    now = match.game.dump(match.state)
    kind, before = "restart", match.game.dump(match.game.begin(match.setup))
    if not match.outdated:
        with suppress(Broken):
            *_, last = journal.replay(match.game, match.setup, match.seed, match.entries)
            kind, before = "edited", match.game.dump(last.state)
    return [journal.outside_entry(kind, before, now, match.used)]
