"""One game beside many: spreads, the place of a value among many, and which of two games is the better one."""

import pytest

from tarawa_cli.kernel.players.simulation import PARTS, Result, better_than, rank, span, spread, summed_up

ENDS = ("won", "drawn", "lost")


def game(end: str, merit: float, length: float = 10) -> Result:
    return Result(end, merit, {"length": length})


def test_a_spread_runs_from_the_lowest_value_to_the_highest() -> None:
    values = spread(range(100, -1, -1))
    assert values == [5 * part for part in range(PARTS + 1)]
    assert span(values) == (50, 10, 90)
    assert spread([]) == []
    assert spread([7]) == [7] * (PARTS + 1)


@pytest.mark.parametrize(("value", "part"), [(-1, 0), (0, 0), (1, 0.01), (50, 0.5), (52.5, 0.525), (100, 1), (101, 1)])
def test_the_share_below_a_value(value: float, part: float) -> None:
    assert rank(spread(range(101)), value) == pytest.approx(part)


def test_of_values_that_are_equal_half_count_as_below() -> None:
    assert rank(spread([7] * 30), 7) == 0.5
    assert rank(spread([7] * 30), 6) == 0
    assert rank(spread([7] * 30), 8) == 1
    assert rank(spread([1] * 50 + [9] * 50), 9) == pytest.approx(0.75, abs=0.03)
    assert rank([], 7) == 0


def test_a_better_end_comes_first_and_then_the_merit() -> None:
    many = summed_up([*(game("won", n) for n in range(101)), *(game("lost", n) for n in range(99))], ENDS)
    assert (many["games"], [*many["ends"]]) == (200, [*ENDS])
    assert better_than(many, game("won", 100)) == pytest.approx((99 + 101) / 200)
    assert better_than(many, game("won", 50)) == pytest.approx((99 + 50.5) / 200)
    assert better_than(many, game("won", -1)) == pytest.approx(99 / 200)
    assert better_than(many, game("drawn", 5)) == pytest.approx(99 / 200)
    assert better_than(many, game("lost", -1)) == 0


def test_many_games_keep_every_figure() -> None:
    many = summed_up([game("won", 1, length) for length in range(101)], ENDS)
    assert span(many["figures"]["length"]) == (50, 10, 90)
    assert many["ends"]["drawn"] == {"games": 0, "merit": []}
