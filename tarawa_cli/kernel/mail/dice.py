"""The dice of a game by mail: each from the sitting's root, a label for what it is rolled for, and a count.

The label is the turn, the phase and the subject, so nobody changes one roll by making others first. An answer in the
other's player turn rolls no dice in the sitting in which it is given, nor does the order that ends a player turn: such
an order waits as a whole for the other side's next sitting. If it rolls before the player turn ends, those dice are the
ones that the sitting of its giver would have had: nobody gets other dice by making an order wait.
"""

from collections.abc import Mapping

from tarawa_cli.kernel.dice import NOBODY
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.game import Game
from tarawa_cli.kernel.hints import Any, NamedTuple, TypeVar
from tarawa_cli.kernel.mail import chain
from tarawa_cli.kernel.orders import Action
from tarawa_cli.kernel.play import Play, Stacked

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
        value = chain.die(root, label, number)
        self.rolled.append(value)
        return value

    def label(self, subject: str) -> str:
        now = self.game.moment(self.state)
        return f"{now.turn} {now.phase} {subject}"

    @property
    def left(self) -> dict[str, int]:
        """What was rolled in the sitting at hand, by label, once the order is carried out."""
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
