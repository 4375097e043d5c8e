"""Many at once: the plain orders that one order means.

Orders are tried out one after the other on a copy, so that of those who are named together only those take part who
can when their turn comes.
"""

from tarawa_cli.kernel.board.dice import NoDice, WouldRoll
from tarawa_cli.kernel.engine.grammar import OrderLine, Words, parsed
from tarawa_cli.kernel.engine.order_words import Expanded
from tarawa_cli.kernel.engine.play import Play, Stacked
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.game import Game
from tarawa_cli.kernel.hints import Any, Callable, Generic, NamedTuple, Sequence, TypeVar

S = TypeVar("S", bound=Stacked)
ALL = "all"


class Named(NamedTuple):
    """Somebody whom an order names."""

    id: str
    alone: bool
    """Whether it is named by itself, not with others."""


def pieces(words: Sequence[str]) -> list[str]:
    """Names, with commas between them or not."""
    return [piece for word in words for piece in word.split(",") if piece]


def left_out(id: str, why: str) -> str:
    """The note that somebody who was named with others stays out."""
    return f"left out: {why}" if why.startswith(f"{id} ") else f"left out: {id}, {why}"


def nobody_can(why: str, refusals: Sequence[Refused], hint: str = "`legal` lists what you can do") -> Refused:
    """The law's own reason if it has one for all; otherwise that there is nobody, and the first reason."""
    if not refusals:
        return Refused("", why, hint)
    first = refusals[0]
    if all(no.message == first.message for no in refusals):
        return first
    return Refused(first.rule, f"{why}: {first.message}", first.hint)


class Trial(Generic[S]):
    """Orders tried out one after the other on a copy of the position, up to the first that rolls dice."""

    def __init__(self, state: S, copy: S, check: Callable[[S, Any], None]) -> None:
        self.start, self.state, self.check, self.blind = state, copy, check, False
        """Once dice would be rolled, nobody knows what follows: the rest is judged by the position as it is now."""
        self.orders: list[Words] = []
        self.left_out: list[str] = []
        self.refusals: list[Refused] = []

    def add(self, order: Any, who: Named) -> None:
        """Take an order in; if it is refused, only if it was asked for by name."""
        try:
            self.check(self.state, order)
        except Refused as no:
            self.refusals.append(no)
            if not who.alone:
                self.left_out.append(left_out(who.id, no.message))
                return
        else:
            self._carry_out(order)
        self.orders.append(order.in_words())

    def _carry_out(self, order: Any) -> None:
        if self.blind:
            return
        try:
            order.resolve(Play(self.state, NoDice()))
        except WouldRoll:
            self.state, self.blind = self.start, True

    def expanded(self, nobody: str, talks: bool = True) -> Expanded:
        """What came of it; if nobody takes part, why not."""
        if not self.orders:
            raise nobody_can(nobody, self.refusals)
        return Expanded(self.orders, self.left_out if talks else [])


def one_each(game: Game[Any], state: Any, line: OrderLine) -> Expanded:
    """The same order for everybody whom the first word names: with commas between them, or `all` that can act."""
    words = parsed(game.orders, line)
    first, *rest = words.plain or [""]
    if "," not in first and first.lower() != ALL:
        return Expanded([words])
    everybody = [Named(id, alone=True) for id in pieces([first])]
    if first.lower() == ALL:
        everybody = [Named(id, alone=False) for id in game.legal.WORDS["able"](state)]
    from copy import deepcopy  # start-up

    trial = Trial(state, deepcopy(state), game.check)
    for who in everybody:
        trial.add(game.read(trial.state, words.changed([who.id, *rest])), who)
    return trial.expanded(f"nobody can {words.name}", talks=first.lower() != ALL)
