"""The pipeline of one command: read → check → resolve with dice → events → journal → save."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

from tarawa_cli.kernel import journal, savefile, sides
from tarawa_cli.kernel.dice import AutoDice, Dice, GivenDice, NoDice
from tarawa_cli.kernel.errors import BadFile, BadOrder, GameError, Refused
from tarawa_cli.kernel.game import Game, Setup, is_file_name
from tarawa_cli.kernel.journal import Broken, Entry, Era, is_count
from tarawa_cli.kernel.orders import Action, shown, split_line
from tarawa_cli.kernel.play import Event, Play, Stacked

S = TypeVar("S", bound=Stacked)
_TALLIES = ("peeks", "edits")
GameOf = Callable[[str], Game[Any]]
"""Finds a game by its name."""


class Done(NamedTuple):
    """A command that has been carried out."""

    command: str
    dice: list[int]
    events: list[Event]


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
    journal: str = ""
    delegated: dict[str, Any] = {}  # by side and phase: the computer player who does it
    edited: bool = False
    """Whether a hand has changed the save since it was written."""


class Match(Generic[S]):
    """A game in progress: what a save holds, in memory. It starts anew, or from what was played already."""

    truth: S
    """The position."""
    side: str = ""
    """Who plays and looks; nothing if it is everybody at one table."""
    _known: S | None = None
    """What the side knows of the position, once somebody has asked."""
    _journal: str
    _made: list[str]
    """Entries that are not in the text yet."""

    def __init__(self, game: Game[S], setup: Setup, seed: int | None, recorded: Recorded | None = None) -> None:
        self.game = game
        self.setup = setup = game.complete(setup)
        self.seed = seed
        """None: the player gives the dice."""
        self.state = game.load(setup, recorded.doc) if recorded else game.begin(setup)
        so_far = recorded or Recorded({}, game.digest(setup), game.rules, journal=savefile.journal_text([]))
        self.data, self.rules, self.used = so_far.data, so_far.rules, so_far.used
        self.mulligans, self.peeks, self.edits = so_far.mulligans, so_far.peeks, so_far.edits
        self.journal, self.edited, self.delegated = so_far.journal, so_far.edited, dict(so_far.delegated)

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
    def state(self) -> S:
        """The position as far as the side knows it: all that is told or shown is taken from here."""
        if not self.side:
            return self.truth
        if self._known is None:
            self._known = self.game.sides.view(self.truth, self.side)
        return self._known

    @state.setter
    def state(self, state: S) -> None:
        self.truth, self._known = state, None

    @property
    def manual(self) -> bool:
        return self.seed is None

    @property
    def entries(self) -> list[str]:
        """The journal as it is written; `chronicle` tells it as far as the side knows it."""
        return savefile.journal_entries(self.journal)

    @property
    def outdated(self) -> str:
        """What has changed since the save was written: rules, or data; nothing if neither has."""
        if self.rules != self.game.rules:
            return "rules"
        return "data" if self.data != self.present else ""

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

    def told(self, error: Broken) -> str:
        """Why the journal breaks; the entry may hold what a side does not know."""
        return error.reason if not self.side else "it does not hold"

    def text(self) -> str:
        return savefile.compose({**self._header(), **self.game.dump(self.truth)}, self.journal)

    def _header(self) -> dict[str, Any]:
        header: dict[str, Any] = {"game": self.game.id, "rules": self.rules, "scenario": self.setup.scenario}
        if self.setup.source:
            header["own_scenario"] = self.setup.source.split("\n")
        header["data"] = self.data
        if self.setup.tables:
            header["tables"] = self.setup.tables
        header |= {"seed": "manual" if self.manual else self.seed, "dice": self.used, "mulligans": self.mulligans}
        return header | {name: number for name in (*_TALLIES, "delegated") if (number := getattr(self, name))}


def read_order(match: Match[S], tokens: list[str]) -> Action:
    """Read and check an order without carrying it out."""
    action = sides.read(match.game, match.truth, tokens, match.side)
    sides.check(match.game, match.truth, action, match.side)
    return action


def perform(match: Match[S], tokens: list[str], given: Sequence[int] | None = None) -> Done:
    """Carry out one order on a match. Whatever is raised, nothing has been written."""
    return _obey(match, tokens, match.dice(given))


def rehearse(match: Match[S], tokens: list[str], given: Sequence[int] | None = None) -> Done:
    """As `perform`, for a match that nobody keeps: WouldRoll where the game's own dice would be seen."""
    dice = match.dice(given)
    return _obey(match, tokens, dice if match.manual else NoDice())


def _obey(match: Match[S], tokens: list[str], dice: Dice) -> Done:
    """Carry out an order, and then what the computer orders in phases that are left to it."""
    action = read_order(match, tokens)
    if not match.delegated:
        return _carry_out(match, action, dice)
    from tarawa_cli.kernel import staff

    return staff.obey(match, lambda: _carry_out(match, action, dice), rehearsed=isinstance(dice, NoDice))


def perform_action(match: Match[S], action: Action, given: Sequence[int] | None = None) -> Done:
    """The same for an order that need not be read, such as a game offers to those who choose among many."""
    if match.side:  # it was chosen from what the side knows
        return _carry_out(match, read_order(match, split_line(action.text())), match.dice(given))
    dice = match.dice(given)
    match.game.check(match.state, action)
    return _carry_out(match, action, dice)


def _carry_out(match: Match[S], action: Action, dice: Dice) -> Done:
    outside = _outside(match)
    play = Play(match.truth, dice)
    with _restored(match):
        match.game.resolve(play, action)
        if isinstance(dice, GivenDice) and dice.left:
            raise BadOrder(_too_many(dice.left, len(dice.rolled)), hint="nothing was done")
    match.state = play.state
    entry = Entry(action.text(), tuple(dice.rolled))
    match.used += len(dice.rolled)
    _enter(match, outside)
    match.enter(entry.text())
    return Done(entry.command, *sides.seen(match.game.sides, dice.rolled, play.events, match.side))


def _too_many(left: int, needed: int) -> str:
    return f"{left} {'die' if left == 1 else 'dice'} too many: {needed} {'was' if needed == 1 else 'were'} needed"


@contextmanager
def _restored(match: Match[S]) -> Iterator[None]:
    """If the player's dice do not fit, the match is as it was; other dice always fit."""
    before = match.game.dump(match.truth) if match.manual else None
    try:
        yield
    except GameError:
        if before is not None:
            match.state = match.game.load(match.setup, before)
        raise


def load(game_of: GameOf, path: str, content: savefile.Content, scenario: str = "", side: str = "") -> Match[Any]:
    """The match that a save's content holds. `scenario`: the file it was started from, if the player names it."""
    doc = dict(content.doc)
    head = {name: doc.pop(name, default) for name, default in _HEAD.items()}
    if wrong := [f"{name}: {why}" for name, why in _wrong_head(head)]:
        raise BadFile(f"{path} is not a sound save:", problems=wrong)
    game = game_of(head["game"])
    if head["rules"] > game.rules:
        raise BadFile(
            f"{path} was played under newer rules (version {head['rules']}; this program has {game.rules})",
            hint="install a newer tarawa-cli",
        )
    counts = {name: head[name] for name in ("data", "rules", "mulligans", "peeks", "edits", "delegated")}
    recorded = Recorded(doc, used=head["dice"], journal=content.journal, edited=content.edited, **counts)
    match = Match(game, _setup(path, head, scenario), None if head["seed"] == "manual" else head["seed"], recorded)
    match.side = side
    return match


_HEAD: dict[str, Any] = dict.fromkeys(("game", "rules", "scenario", "data", "seed", "dice", "mulligans"))
_HEAD |= {"own_scenario": [], "tables": {}, "delegated": {}, **dict.fromkeys(_TALLIES, 0)}


def _wrong_head(head: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for name in ("game", "scenario", "data"):
        if not isinstance(head[name], str):
            yield name, "must be a text"
    for name in ("rules", "dice", "mulligans", *_TALLIES):
        if not is_count(head[name]):
            yield name, "must be a whole number, 0 or more"
    if head["seed"] != "manual" and not is_count(head["seed"]):
        yield "seed", 'must be a whole number, 0 or more, or "manual"'
    yield from ((name, "must be a table") for name in ("tables", "delegated") if not isinstance(head[name], dict))
    if not isinstance(head["own_scenario"], list) or not all(isinstance(line, str) for line in head["own_scenario"]):
        yield "own_scenario", "must be an array of texts"


def _setup(path: str, head: dict[str, Any], scenario: str) -> Setup:
    """What the save started from. A file that it only names must lie beside it, or be named by the player."""
    folder, name = _folder(path), head["scenario"]
    setup = Setup(name, folder, head["tables"], "\n".join(head["own_scenario"]))
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


def look(games: GameOf, path: str, side: str = "") -> Match[Any]:
    """The match in a save, for reading only."""
    return load(games, path, savefile.read(path), side=side)


@contextmanager
def held(games: GameOf, path: str, scenario: str = "", side: str = "") -> Iterator[Match[Any]]:
    """The match in a save, locked for one command; `keep` writes it."""
    with savefile.locked(path) as content:
        yield load(games, path, content, scenario, side)


def keep(path: str, match: Match[Any]) -> None:
    """Write a match that is held."""
    savefile.write(path, _readable(path, match))


def _readable(path: str, match: Match[Any]) -> str:
    """The save's text, which this program reads again, or a BadFile that leaves the old save in its place."""
    text = match.text()
    try:
        load(lambda _: match.game, path, savefile.dissect(text, path))
    except BadFile as error:
        raise BadFile(f"this order leads to a position that no save can hold: {error.message}") from None
    return text


def begin(path: str, match: Match[Any], *, force: bool) -> None:
    """Write the save of a new game; over an old one only by force."""
    if force and os.path.exists(path):
        with savefile.reserved(path):
            keep(path, match)
    else:
        savefile.create(path, _readable(path, match))


def undo(match: Match[S], count: int) -> list[Entry]:
    """Take back the last commands; each one that rolled dice counts as a mulligan."""
    if count < 1:
        raise BadOrder("at least one command must be taken back")
    outside = _outside(match)
    entries = [*match.entries, *outside]
    _check_count(match, entries, count)
    kept, gone = entries[: len(entries) - count], [journal.read_entry(text) for text in entries[-count:]]
    try:
        back, used = _position_after(match, entries, len(kept))
    except Broken as error:
        raise BadFile(f"cannot go back: the journal breaks at entry {error.number}: {match.told(error)}") from None
    match.state, match.used = match.game.load(match.setup, back), used
    _enter(match, outside)
    match.journal = savefile.journal_text(kept)
    match.mulligans += sum(1 for entry in gone if entry.dice)
    return gone


def _position_after(match: Match[S], entries: list[str], number: int) -> tuple[dict[str, Any], int]:
    """The position after an entry and the dice used, of a journal that as a whole gives the position of the save.

    Where it does not, the rules have changed under it, or somebody has forged it: to go back would rewrite the game.
    """
    back: dict[str, Any] = {}
    used = 0
    for step in journal.replay(match.game, match.setup, match.seed, entries):
        if step.number == number:
            back, used = match.game.dump(step.state), step.used
        if step.number > number:
            sides.check_undo(step, match.side)
    if reason := _differs(match, match.game.dump(step.state), step.used):
        raise BadFile(f"cannot go back: {reason}")
    return back, used


def _check_count(match: Match[S], entries: list[str], count: int) -> None:
    """Refused, if fewer commands can be taken back: nothing goes back past a snapshot."""
    floor = journal.last_snapshot(entries)
    left = len(entries) - floor
    if count <= left:
        return
    how_many = f"only {left} {'command' if left == 1 else 'commands'}" if left else "nothing"
    reason = journal.WHY.get(journal.snapshot_facts(entries[floor - 1]).get("why", "")) if floor else ""
    why = f": {reason} since then, and what was played before cannot be replayed" if reason else ""
    raise Refused("", f"{how_many} can be taken back{why}", f"undo {left}" if left else "")


class Proof(NamedTuple):
    """What replaying a journal has shown."""

    holds: bool
    entries: int
    broken_at: int
    reason: str
    since: int
    """The entry from which on the proof runs; 0 is the start of the game."""
    edits: list[int]
    """Entries that record a hand edit."""
    eras: list[Era]
    """What was played under which rules; the proof is only of the last one, and of none if the save is outdated."""
    outdated: str
    """What has changed since the save was written: rules or data; then nothing of it can be proven here."""


def prove(match: Match[S]) -> Proof:
    """Replay the journal and compare it with the save."""
    entries = match.entries
    since = journal.last_snapshot(entries)
    edits = [number for number, text in enumerate(entries, 1) if text.startswith("* edited ")]
    eras = journal.eras(entries, match.rules, match.data)
    at = len(entries)
    try:
        reason = _contradiction(match, entries)
    except Broken as error:
        at, reason = error.number, match.told(error)
    return Proof(not reason, len(entries), at if reason else 0, reason, since, edits, eras, match.outdated)


def _contradiction(match: Match[S], entries: list[str]) -> str:
    """What speaks against the save; nothing if it holds as far as this program can tell."""
    if match.outdated:
        return "the save was edited by hand after it was written" if match.edited else ""
    *_, last = journal.replay(match.game, match.setup, match.seed, entries)
    return _differs(match, match.game.dump(last.state), last.used)


def _differs(match: Match[S], given: dict[str, Any], used: int) -> str:
    if used != match.used:
        return f"the save says {match.used} dice were used, the journal gives {used}"
    change = journal.difference(given, match.game.dump(match.truth))
    if change:
        return f"the position is not the one that the journal gives: {', '.join(sorted(change))}"
    return ""


def _outside(match: Match[S]) -> list[str]:
    """An entry for a hand edit or new rules or data that the journal does not know of yet, if there are any."""
    if not match.edited and not match.outdated:
        return []
    now = match.game.dump(match.truth)
    if not match.outdated:
        with suppress(Broken):
            *_, last = journal.replay(match.game, match.setup, match.seed, match.entries)
            return [journal.edited_entry(match.game.dump(last.state), now, match.used)]
    why = match.outdated or "journal"
    return [journal.snapshot_entry(why, match.rules, match.data, match.used, now)]


def settle(match: Match[S]) -> None:
    """Have the journal record what has happened to the save from outside; an order does so by itself."""
    _enter(match, _outside(match))


def _enter(match: Match[S], outside: list[str]) -> None:
    """From now on the save is as we write it."""
    match.enter(*outside)
    match.edits += match.edited
    match.edited, match.data, match.rules = False, match.present, match.game.rules


def note_peek(match: Match[S]) -> None:
    """Dice were shown and nothing came of it: the save remembers."""
    settle(match)
    match.peeks += 1
