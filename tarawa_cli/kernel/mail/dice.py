"""Dice that neither side can choose: chains of digests, the dice of a sitting, a seed from two phrases."""

import os

from tarawa_cli.kernel.board.dice import NOBODY
from tarawa_cli.kernel.engine.order_words import Action
from tarawa_cli.kernel.engine.play import Play, Stacked
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.game import Game
from tarawa_cli.kernel.hints import Any, Mapping, NamedTuple, Sequence, TypeVar
from tarawa_cli.kernel.saves.sha256 import sha256

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
    """A name for a game that no other game has."""
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
    """Of the sitting."""
    rolled: Mapping[str, int]
    """Dice rolled in it so far, by label."""
    giver: str = ""
    """Whose order it is; nothing, if one that has waited is carried out."""
    waited: str = ""
    """Who gave the order that has waited."""
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
