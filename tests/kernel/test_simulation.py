"""Many games of any game: the same ones however many are played at a time, and what they have in common."""

from collections.abc import Iterable
from typing import Any

import pytest

from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.engine.session import Match, perform
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.players import Choice, play_on, simulation
from tarawa_cli.kernel.players.simulation import Figure, GameSeries, figure, play_series, rows, share
from tests.kernel import toy

THREE = GameSeries(Setup("sprint"), "leader", 3, 40)


class Leader:
    """Runs with whoever is ahead."""

    def __init__(self, name: str, seed: str) -> None:
        self.judged = name == "lawless"

    def choose(self, race: toy.Race) -> Choice:
        first = max(race.at, key=lambda runner: race.at[runner])
        order = toy.Order("decide", ("long",)) if race.stack else toy.Order("race", (first,))
        return Choice(order, "he is ahead", self.judged)


class Stranger:
    """Answers what nobody has asked."""

    def __init__(self, judged: bool) -> None:
        self.judged = judged

    def choose(self, race: toy.Race) -> Choice:
        return Choice(toy.Order("decide", ("long",)), "why not", self.judged)


class Record:
    def __init__(self, race: toy.Race) -> None:
        self.race, self.orders = race, 0

    def take(self, events: Iterable[Event]) -> None:
        self.orders += 1

    def facts(self) -> dict[str, Any]:
        return {"orders": self.orders, "at": self.race.at, "outcome": self.race.outcome}


def play_game(series: GameSeries, number: int) -> dict[str, Any]:
    return simulation.play_game(toy.GAME, series, number, Leader, Record)


def test_the_same_games_come_out_however_many_are_played_at_a_time() -> None:
    alone = list(play_series(play_game, THREE, 1))
    assert list(play_series(play_game, THREE, 2)) == alone
    assert [one["seed"] for one in alone] == [40, 41, 42]
    assert alone[1] == play_game(THREE, 1)
    assert {one["outcome"] for one in alone} == {"red"}


def test_a_game_without_a_save_is_the_one_that_a_save_of_that_seed_would_hold() -> None:
    match: Match[toy.Race] = Match(toy.GAME, Setup("sprint"), 40)
    moves = list(play_on(toy.GAME, toy.GAME.begin(Setup("sprint")), Leader("", ""), 40))
    for move in moves:
        done = perform(match, move.order.in_words())
        assert (done.dice, done.events) == (move.dice, move.events)
    assert match.state.outcome == "red"


def test_the_law_judges_every_order_that_it_has_not_let_through_already() -> None:
    with pytest.raises(Refused):
        next(play_on(toy.GAME, toy.GAME.begin(Setup("sprint")), Stranger(judged=False), 1))
    with pytest.raises(IndexError):
        next(play_on(toy.GAME, toy.GAME.begin(Setup("sprint")), Stranger(judged=True), 1))


@pytest.mark.parametrize(("part", "value"), [(0, 1), (0.5, 2.5), (1, 4), (0.1, 1.3)])
def test_shares(part: float, value: float) -> None:
    assert share([4, 1, 3, 2], part) == pytest.approx(value)


def test_a_figure_on_the_edge_of_its_band_holds() -> None:
    assert Figure("x", 1, 0.5, 0, 1, (0.5, 0.7)).holds
    assert not Figure("x", 1, 0.49, 0, 1, (0.5, 0.7)).holds
    assert Figure("x", 1, 0.49, 0, 1).holds is None


def test_a_figure_is_of_those_games_that_have_it() -> None:
    assert figure("orders", [1, None, 5, 3]) == Figure("orders", 3, 3, 1.4, 4.6)
    near: Any = pytest.approx(0.7)
    assert figure("won", [True, False, False, False], [0.2, 0.3], average=True) == Figure(
        "won", 4, 0.25, 0, near, (0.2, 0.3)
    )
    assert figure("won", [None, None]) is None


def test_every_game_is_a_row_of_plain_cells() -> None:
    games = [{"seed": 1, "at": {"red": 2}, "times": [1.5, None]}, {"seed": 2, "at": {"red": 3}, "times": [2, 0.25]}]
    assert rows(games) == [
        ["seed", "at red", "times 1", "times 2"],
        ["1", "2", "1.5000", ""],
        ["2", "3", "2", "0.2500"],
    ]
