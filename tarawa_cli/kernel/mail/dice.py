"""Dice that neither side can choose: chains of digests, the dice of a sitting, and the proof of both by a replay."""

import os

from tarawa_cli.kernel.board.dice import NOBODY
from tarawa_cli.kernel.engine.order_words import Action, shown, split_line
from tarawa_cli.kernel.engine.play import Play, Stacked
from tarawa_cli.kernel.errors import BadFile, GameError, Refused
from tarawa_cli.kernel.game import Game, Setup
from tarawa_cli.kernel.hints import TYPE_CHECKING, Any, Iterator, Mapping, NamedTuple, Sequence, TypeVar
from tarawa_cli.kernel.saves.journal import Broken, Entry, ReplayedEntry, next_step, read_entry
from tarawa_cli.kernel.standard import sha256

if TYPE_CHECKING:
    from tarawa_cli.kernel.mail.sittings import Post, Sittings

# ── Hash chains, and the dice of a sitting that come from them
#
# A chain is secret: its end is random, every link is the hash of the link after it, and the anchor is link 0. Whoever
# knows the anchor can check each link that is shown, and nobody can work out one that is not shown yet. All hashes
# are SHA-256 of fields joined by line ends, in hexadecimal digits.


LENGTH = 4096
"""The number of links in a chain; the anchor is link 0."""
FEW = 8
"""With fewer links left than this, a side begins a new chain."""
_DIGITS = frozenset("0123456789abcdef")


def hashed(*fields: object) -> str:
    """What `printf 'FIELD\\nFIELD…' | sha256sum` prints."""
    return sha256("\n".join(map(str, fields)).encode()).hex()


def is_hash(text: str) -> bool:
    return len(text) == 64 and _DIGITS.issuperset(text)


def is_game(text: str) -> bool:
    return len(text) == 32 and _DIGITS.issuperset(text)


def new_game() -> str:
    """A unique name for a game."""
    return os.urandom(16).hex()


def new_end() -> str:
    """The end of a new chain."""
    return os.urandom(32).hex()


def before(game: str, side: str, chain: int, index: int, following: str) -> str:
    """Link `index` of a chain, from the link that follows it."""
    return hashed("tarawa-link/1", game, side, chain, index, following)


def link(game: str, side: str, chain: int, end: str, index: int) -> str:
    """Link `index` of a chain, from its end."""
    found = end
    for place in range(LENGTH - 1, index - 1, -1):
        found = before(game, side, chain, place, found)
    return found


def root(game: str, anchors: Sequence[str], sitting: int, side: str, closing: str, opening: str) -> str:
    """What the dice of a sitting come from: the other side's closing link, and the own opening link."""
    return hashed("tarawa-sitting/1", game, *anchors, sitting, side, closing, opening)


def die(root: str, label: str, number: int) -> int:
    """Die `number` (from 1) of those with the same label in a sitting."""
    digest = bytes.fromhex(hashed("tarawa-die/1", root, label, number))
    return next(byte for byte in digest if byte < 252) % 6 + 1


# ── The dice of a game by mail
#
# The label is the turn, the phase and the subject, so nobody changes one roll by making others first. An answer in
# the other's player turn rolls no dice in the sitting in which it is given, nor does the order that ends a player
# turn: such an order waits as a whole for the other side's next sitting. If it rolls before the player turn ends,
# those dice are the ones that the sitting of its giver would have had: nobody gets other dice by making an order
# wait.


S = TypeVar("S", bound=Stacked)
BEFORE = "< "
"""Before a label: dice of the sitting in which the order was given that waits."""


class MustWait(Exception):
    """An order needs dice that belong to the other side's next sitting."""


class Source(NamedTuple):
    """Where the dice of an order come from."""

    root: str
    """The root of the sitting."""
    rolled: Mapping[str, int]
    """Dice rolled in it so far, by label."""
    giver: str = ""
    """The side that gave the order; empty, if an order that has waited is carried out."""
    waited: str = ""
    """The side that gave the order that has waited."""
    root_then: str = ""
    """Of the sitting in which it was given."""


class MailDice:
    """Dice of one sitting, after those already rolled in it."""

    def __init__(self, game: Game[Any], state: Any, source: Source) -> None:
        self.game, self.state, self.source = game, state, source
        self.counts = dict(source.rolled)
        self.rolled: list[int] = []
        active = game.sides.active(state)
        self.is_answer = bool(source.giver) and active != source.giver
        self._is_then = bool(source.root_then) and active == source.waited

    def die(self, purpose: str, subject: str = NOBODY) -> int:
        active, giver = self.game.sides.active(self.state), self.source.giver
        if giver and (self.is_answer or active != giver):
            raise MustWait(purpose)
        self._is_then = self._is_then and active == self.source.waited
        root = self.source.root_then if self._is_then else self.source.root
        if not root:
            raise Refused("", f"there are no dice yet, and {purpose} needs one", "`handover` ends your part")
        label = self.label(subject)
        counted = f"{BEFORE}{label}" if self._is_then else label
        self.counts[counted] = number = self.counts.get(counted, 0) + 1
        value = die(root, label, number)
        self.rolled.append(value)
        return value

    def label(self, subject: str) -> str:
        now = self.game.moment(self.state)
        return f"{now.turn} {now.phase} {subject}"

    @property
    def left(self) -> dict[str, int]:
        """What was rolled in the current sitting, by label, once the order is carried out."""
        return {label: number for label, number in self.counts.items() if not label.startswith(BEFORE)}


def carried_over(rolled: Mapping[str, int], waits: bool) -> dict[str, int]:
    """What a new sitting must know of the dice rolled before it: nothing, unless an order waits."""
    return {f"{BEFORE}{label.removeprefix(BEFORE)}": number for label, number in rolled.items()} if waits else {}


def carry_out(game: Game[S], state: S, order: Action, source: Source) -> tuple[Play[S], MailDice]:
    """Carry out an order on a position. MustWait: it has to wait, and the position is spoilt."""
    dice = MailDice(game, state, source)
    play = Play(state, dice)
    game.resolve(play, order)
    if dice.rolled and source.giver and game.sides.active(state) not in ("", source.giver):
        raise MustWait("what ends the player turn")
    return play, dice


# ── The journal played again: every link, digest and die is worked out anew


def replay_by_mail(
    game: Game[S], setup: Setup, post: "Post", entries: list[str], first: ReplayedEntry
) -> Iterator[ReplayedEntry]:
    """As `journal.replay`. What comes before the first step is not played again, but its links are checked."""
    replay = _Replay(game, setup, post, entries)
    for number, text in enumerate(entries[: first.number], 1):
        replay.take(number, text)
    step = first
    yield step
    for number, text in enumerate(entries[first.number :], first.number + 1):
        try:
            step = replay.next(step, text)
        except GameError as error:
            raise Broken(number, f"{shown(text, 100)}: {error.message}") from None
        yield step


class _Replay:
    def __init__(self, game: Game[Any], setup: Setup, post: "Post", entries: list[str]) -> None:
        self.game, self.setup, self.sittings = game, setup, post.sittings()
        words = (text.split() for text in entries if text.startswith("back "))
        self._wanted = {number for _, number, *_ in words if number.isdigit()}
        self._ends: dict[int, dict[str, Any]] = {}
        """Positions at the end of the sittings that a side asks to return to."""

    def take(self, number: int, text: str) -> None:
        try:
            self.sittings.take(text)
        except GameError as error:
            raise Broken(number, f"{shown(text, 100)}: {error.message}") from None

    def next(self, before: ReplayedEntry, text: str) -> ReplayedEntry:
        entry, sittings = read_entry(text), self.sittings
        asked, back, waiting = sittings.asked, sittings.back, sittings.waiting
        side, root = sittings.side, sittings.root
        sittings.take(text)
        step = before._replace(number=before.number + 1, entry=entry, events=[], order=None, side=side or sittings.side)
        if entry.outside:
            return next_step(self.game, self.setup, before, entry)._replace(rolled=before.rolled)
        if entry.name == "handover" and str(sittings.current - 1) in self._wanted:
            self._ends[sittings.current - 1] = self.game.dump(before.state)
        if entry.name == "sit":
            return step._replace(rolled=carried_over(before.rolled, bool(waiting)))
        if entry.name == "accept" and asked == "back" and back:
            return step._replace(state=self._end_of(back[0]))
        if entry.name == "resume" and waiting:
            return self._played(step, waiting.command, waiting.source(root, step.rolled))
        return step if entry.is_mail else self._ordered(step, entry, Source(root, step.rolled, side))

    def _end_of(self, sitting: int) -> Any:
        if sitting not in self._ends:
            raise BadFile(f"the end of sitting {sitting} cannot be replayed")
        return self.game.load(self.setup, self._ends[sitting])

    def _ordered(self, step: ReplayedEntry, entry: Entry, source: Source) -> ReplayedEntry:
        if not entry.waits:
            return self._played(step, entry.command, source)
        copy = self.game.load(self.setup, self.game.dump(step.state))
        order = self.game.read(step.state, split_line(entry.command))
        self.game.check(step.state, order)
        if not must_wait(self.game, copy, order, source):
            raise BadFile("this order need not wait for dice")
        return step._replace(order=order)

    def _played(self, step: ReplayedEntry, command: str, source: Source) -> ReplayedEntry:
        """An order carried out with the dice of the sitting, which must be those that are recorded."""
        state, recorded = step.state, step.entry.dice
        order = self.game.read(state, split_line(command))
        self.game.check(state, order)
        try:
            play, dice = carry_out(self.game, state, order, source)
        except MustWait:
            raise BadFile("this order must wait for the dice of the next sitting") from None
        if tuple(dice.rolled) != recorded:
            told = " ".join(map(str, recorded)) or "none"
            raise BadFile(f"the dice are recorded as {told}, but the links give {' '.join(map(str, dice.rolled))}")
        used = step.used + len(recorded)
        return step._replace(events=play.events, state=play.state, used=used, order=order, rolled=dice.left)


def must_wait(game: Game[S], copy: S, order: Any, source: Source) -> bool:
    """Whether an order needs dice of the next sitting; it is tried on a copy of the position."""
    try:
        carry_out(game, copy, order, source)
    except MustWait:
        return True
    return False


def checked(post: "Post", entries: list[str]) -> "Sittings":
    """The sittings of a journal. BadFile names the entry that is wrong."""
    sittings = post.sittings()
    for text in entries:
        try:
            sittings.take(text)
        except BadFile as error:
            raise BadFile(f"the journal breaks at entry {sittings.number}: {error.message}") from None
    return sittings
