"""A whole game by a computer player, without a save: the way of `simulate`, the fuzzer and the benchmarks."""

from collections.abc import Iterator
from typing import NamedTuple

from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.orders import Order, check_order
from tarawa_cli.games.tarawa.players import Player
from tarawa_cli.kernel.dice import AutoDice
from tarawa_cli.kernel.play import Event, Play


class Move(NamedTuple):
    """An order carried out, with all that came of it."""

    order: Order
    why: str
    dice: list[int]
    events: list[Event]


def play_on(state: State, player: Player, seed: int, used: int = 0) -> Iterator[Move]:
    """Order after order, to the end of the game; the law judges each of them."""
    while not state.outcome:
        order, why, judged = player.choose(state)
        if not judged:
            check_order(state, order)
        dice = AutoDice(seed, used)
        play = Play(state, dice)
        order.resolve(play)
        used += len(dice.rolled)
        yield Move(order, why, dice.rolled, play.events)
