"""Looking ahead: plans are compared by playouts, a count of them, and the same ones every time."""

import pytest

from tarawa_cli.kernel.players import lookahead
from tarawa_cli.kernel.players.lookahead import Verdict, compare, dice_of
from tarawa_cli.kernel.players.simulation import OTHER

WORTH = {"good": 0.7, "fair": 0.6, "poor": 0.3, "bad": 0.1}


def test_the_best_plan_comes_first_and_no_more_is_played_than_was_asked_for() -> None:
    played = []

    def value(plan: str, number: int) -> float:
        played.append((plan, number))
        return WORTH[plan] + 0.01 * number

    found = compare([*WORTH], 12, value)
    assert found[0].plan == "good"
    assert len(played) == 12
    assert sum(len(one.results) for one in found) == 12


def test_most_playouts_go_to_plans_between_which_it_is_close() -> None:
    found = {one.plan: len(one.results) for one in compare([*WORTH], 16, lambda plan, _: WORTH[plan])}
    assert found["good"] == found["fair"] > found["poor"]
    assert found["bad"] == 1


def test_with_few_playouts_only_the_first_plans_are_tried() -> None:
    assert [one.plan for one in compare(["poor", "bad", "good"], 2, lambda plan, _: WORTH[plan])] == ["poor", "bad"]


def test_among_equals_the_first_plan_is_taken() -> None:
    assert compare(["one", "two", "three"], 9, lambda *_: 0.5)[0].plan == "one"


def test_a_single_lucky_playout_does_not_decide() -> None:
    """The lucky plan was better once and worse twice; the steady one is better on the average."""
    luck = {"lucky": [0.9, 0.1, 0.1], "steady": [0.6, 0.6, 0.6]}
    assert compare(["lucky", "steady"], 6, lambda plan, number: luck[plan][number])[0].plan == "steady"


def test_the_mean_its_error_and_what_was_feared() -> None:
    verdict = Verdict("plan", (0.2, 0.4, 0.6))
    assert verdict.mean == pytest.approx(0.4)
    assert verdict.worst == 0.2
    assert verdict.error == pytest.approx(0.2 / 3**0.5)


def test_the_dice_of_playouts_are_those_of_no_save_and_come_from_the_position() -> None:
    assert dice_of({"turn": 1}) == dice_of({"turn": 1}) >= OTHER
    assert dice_of({"turn": 1}) != dice_of({"turn": 2})


def test_a_clock_ends_a_decision_only_where_somebody_set_one() -> None:
    ticks = iter(range(1_000))
    with lookahead.limited(lambda: float(next(ticks)), 3):
        short = compare(["one", "two"], 100, lambda *_: 0.5)
    assert 2 <= sum(len(one.results) for one in short) < 20
    assert sum(len(one.results) for one in compare(["one", "two"], 40, lambda *_: 0.5)) == 40
