"""A whole campaign of 2,400 orders, to be measured: `startup.py` makes its longest save with it.

    python tests/benchmarks/campaign.py SAVE

The strong player plays, but says everything at length: one fire an order, one hex a move, one unit an advance, and
whoever has AP left fires. The game is left open, so that an order can still be given. It is the same every time.
"""

import sys
from collections.abc import Iterator

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.orders import Order, passes
from tarawa_cli.games.tarawa.orders.actions import Fire, Move
from tarawa_cli.games.tarawa.orders.general import Next
from tarawa_cli.games.tarawa.orders.landing import Advance
from tarawa_cli.games.tarawa.players import Choice, player
from tarawa_cli.games.tarawa.players.fighting import Front
from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.game import Setup

SEED = 5
LONGEST = 2_400


class Talkative:
    """The strong player's orders, split up where the law allows it."""

    def __init__(self) -> None:
        self._strong = player("strong")
        self._parts: Iterator[Order] = iter(())

    def choose(self, state: State) -> Choice:
        """Answer a question first; then give what is left of the last order, as far as it is still legal."""
        if not state.question:
            part = next((order for order in self._parts if passes(state, order)), None)
            if part:
                return Choice(part, "what is left of the order before")
        order, why, _ = self._strong.choose(state)
        if isinstance(order, Next) and (shot := idle_fire(state)):
            return Choice(shot, "there are AP left")
        first, *rest = parts(state, order)
        if not passes(state, first):
            return Choice(order, why)
        if not state.question:
            self._parts = iter(rest)
        return Choice(first, why)


def idle_fire(state: State) -> Fire | None:
    """A fire by a unit in contact that has nothing better to do."""
    if state.phase != "actions":
        return None
    shots = (Fire(unit.id, at) for at, units in Front(state).beside.items() for unit in units)
    return next((shot for shot in shots if passes(state, shot)), None)


def parts(state: State, order: Order) -> list[Order]:
    if isinstance(order, Fire):
        return [order._replace(times=1)] * order.times
    if isinstance(order, Move):
        return [Move(order.unit, (hex,)) for hex in order.route]
    if isinstance(order, Advance) and not order.unit:
        return [one for id in state.units if passes(state, one := Advance(id))] + [order]
    return [order]


def campaign() -> Match[State]:
    match = Match(GAME, Setup("campaign"), SEED)
    talker = Talkative()
    for number in range(LONGEST):
        session.perform(match, talker.choose(match.state).order.in_words())
        assert not match.state.outcome, f"over after {number} orders: another seed, please"
    return match


if __name__ == "__main__":
    session.begin(sys.argv[1], campaign(), force=True)
