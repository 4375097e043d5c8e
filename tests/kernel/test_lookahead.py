"""Looking ahead: plans are compared by playouts, a count of them, and the same ones every time."""

import pytest

from tarawa_cli.kernel.players import lookahead
from tarawa_cli.kernel.players.lookahead import SubjectDice, Verdict, compare, dice_of, race
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


def test_another_plan_must_prove_better_than_the_usual_one() -> None:
    """A little better in one playout is luck; better every time is not."""
    lucky = {"usual": [0.5, 0.5, 0.5, 0.5], "lucky": [0.53, 0.49, 0.5, 0.49], "better": [0.6, 0.61, 0.6, 0.62]}
    assert race(["usual", "lucky"], 8, lambda plan, number: lucky[plan][number])[0].plan == "usual"
    assert race([*lucky], 9, lambda plan, number: lucky[plan][number])[0].plan == "better"


def test_a_plan_that_does_the_same_as_another_costs_no_playout() -> None:
    played = []

    def value(plan: str, number: int) -> float | None:
        if plan == "same":
            return None
        played.append(plan)
        return WORTH[plan]

    found = race(["fair", "same", "good"], 6, value)
    assert [one.plan for one in found] == ["good", "fair"]
    assert played == ["fair", "good"] * 3


def test_nothing_is_compared_if_all_plans_are_the_same() -> None:
    found = race(["usual", "same"], 9, lambda plan, _: 0.5 if plan == "usual" else None)
    assert [(one.plan, one.results) for one in found] == [("usual", (0.5,))]


def test_the_same_attack_gets_the_same_dice_whatever_came_before_it() -> None:
    one, other = SubjectDice(OTHER + 7).at("3:combat"), SubjectDice(OTHER + 7).at("3:combat")
    for _ in range(3):
        one.die("an attack", "1712")
    assert [one.die("an attack", "1811") for _ in range(9)] == [other.die("an attack", "1811") for _ in range(9)]
    third = SubjectDice(OTHER + 8).at("3:combat")
    assert [third.die("an attack", "1811") for _ in range(9)] != other.rolled


def test_dice_that_are_known_are_not_left_to_chance() -> None:
    dice = SubjectDice(OTHER + 7, lambda purpose: 5 if purpose == "the end" else None).at("3:combat")
    plain = SubjectDice(OTHER + 7).at("3:combat")
    assert [dice.die("the end"), dice.die("attack", "1811")] == [5, plain.die("attack", "1811")]
    assert dice.rolled == [5, *plain.rolled]
