"""Compare odds with dice: play an order with every possible sequence of dice."""

from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

from tarawa_cli.kernel.board.dice import GivenDice
from tarawa_cli.kernel.engine.chances import added
from tarawa_cli.kernel.engine.play import Event, Play, Stacked
from tarawa_cli.kernel.errors import NeedDice

S = TypeVar("S", bound=Stacked)
K = TypeVar("K", bound=Hashable)
Piece = Callable[[Play[S]], None]
"""A step of play: an order or an answer to a question."""


class Way(NamedTuple):
    """One outcome of an order: the position, its events and its chance."""

    state: Any
    events: list[Event]
    chance: Fraction


def ways(fresh: Callable[[], S], begin: Piece[S], answer: Piece[S]) -> Iterator[Way]:
    """Every way in which an order can come out, one for each sequence of dice.

    `fresh` gives the position anew each time, `begin` carries out the order, `answer` answers the topmost question.
    """
    open_: list[tuple[int, ...]] = [()]
    while open_:
        dice = open_.pop()
        given = GivenDice(dice)
        play = Play(fresh(), given)
        try:
            begin(play)
            while play.state.stack:
                answer(play)
        except NeedDice:
            open_ += [(*dice, face) for face in range(1, 7)]
            continue
        assert not given.left, f"{given.left} of the dice {dice} were not rolled"
        yield Way(play.state, play.events, Fraction(1, 6 ** len(dice)))


def counted(found: Iterator[Way], outcome: Callable[[Way], K]) -> dict[K, Fraction]:
    """The chance of each outcome, counted over all dice."""
    chances = added((outcome(way), way.chance) for way in found)
    assert sum(chances.values()) == 1
    return chances
