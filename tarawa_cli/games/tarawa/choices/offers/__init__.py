"""What a player may think of ordering, phase by phase; which of it is legal, the law says.

An offer is a number of orders of one kind, such as the moves of a unit. Whoever wants to see everything that is legal
goes through all of them; whoever wants one order by chance draws an offer and need not look into the others. Every
order that `legal` lists is in exactly one offer, once.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from tarawa_cli.games.tarawa import find
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.orders import Order, passes
from tarawa_cli.games.tarawa.orders.always import Next


class Offer(NamedTuple):
    """Orders of one kind, which are worked out only when somebody asks."""

    most: int
    """There are never more of them."""
    orders: Callable[[], Iterable[Order]]
    sure: bool = False
    """Whether all of them are legal, so that the law need not be asked about each."""

    def legal(self, state: State) -> Iterator[Order]:
        return (order for order in self.orders() if self.sure or passes(state, order))

    def order(self, number: int) -> Order | None:
        """One of them; None if there are not so many."""
        return next(islice(self.orders(), number, None), None)


def offer(orders: Sequence[Order]) -> Offer:
    """A few orders that are at hand."""
    return Offer(len(orders), lambda: orders)


# phase → who lays out the offers in it
_HOMES = {
    "bombardment": "choices.offers.landing:bombardment",
    "embark": "choices.offers.landing:embark",
    "impulse": "choices.offers.landing:impulse",
    "suppression": "choices.offers.landing:suppression",
    "actions": "choices.offers.ashore:actions",
    "supply-points": "choices.offers.ashore:supply_points",
    "supply-check": "choices.offers.ashore:supply_check",
}


def offers(state: State, favoured: Unit | None = None) -> Iterator[Offer]:
    """All that may be ordered now, `policy` aside.

    Of things that are alike only one is offered, e.g. one craft of a kind: the favoured unit, if it is one of them.
    """
    if state.outcome:
        return
    if state.question:
        yield _answers(state)
        return
    home = _HOMES.get(state.phase.rstrip("-123"))
    if home:
        yield from find(home)(state, favoured)
    yield offer([Next()])


def _answers(state: State) -> Offer:
    from tarawa_cli.games.tarawa.orders.decide import Decide
    from tarawa_cli.games.tarawa.phases import question
    from tarawa_cli.games.tarawa.rules.ch10.night import shares

    frame = state.stack[-1]
    answers = shares(state, frame) if frame.kind == "raid" else question(state).options
    return offer([Decide(answer) for answer in answers])
