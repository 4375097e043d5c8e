"""`tools/ladder.py` and `tools/fit_worth.py`: ratings and weights that follow from results."""

import pytest
from fit_worth import Reached, Sample, battle_results, fitted
from ladder import Match, make, play, ratings, solve, wanted

from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.players.simulation import GameSeries
from tests.malta.test_expert import besieged


def test_equations_are_solved() -> None:
    assert solve([[2.0, 1.0], [1.0, -1.0]], [5.0, 1.0]) == pytest.approx([2.0, 1.0])


def test_who_wins_three_games_in_four_is_191_points_better() -> None:
    rated, side = ratings([Match("one", "two", 3000, 4000), Match("two", "one", 1000, 4000)], ["one", "two"])
    assert rated["one"].elo - rated["two"].elo == pytest.approx(191, abs=1)
    assert side == pytest.approx(0, abs=1)
    assert rated["one"].error < 10


def test_the_side_is_told_apart_from_the_player() -> None:
    rated, side = ratings([Match("one", "two", 300, 400), Match("two", "one", 300, 400)], ["one", "two"])
    assert rated["one"].elo == pytest.approx(rated["two"].elo, abs=1)
    assert side == pytest.approx(191, abs=2)


def test_more_games_narrow_the_interval() -> None:
    few, many = Match("one", "two", 15, 20), Match("one", "two", 150, 200)
    assert few.interval[0] < many.interval[0] < 0.75 < many.interval[1] < few.interval[1]
    assert many.interval[0] == pytest.approx(0.696, abs=0.001)


def test_one_opponent_of_all_leaves_out_the_other_pairs() -> None:
    pairs = [("a", "b"), ("a", "c"), ("b", "c")]
    assert [*wanted(pairs, "c")] == [("a", "c"), ("b", "c")]
    assert [*wanted(pairs, "")] == pairs


def test_players_are_rated_through_a_common_opponent() -> None:
    rated, _ = ratings([Match("one", "two", 300, 400), Match("three", "two", 100, 400)], ["one", "two", "three"])
    assert rated["one"].elo > rated["two"].elo > rated["three"].elo


def test_strong_of_old_still_plays() -> None:
    series = GameSeries(Setup("cottonera"), "strong", 1, 3, sides={"axis": "old-strong", "allied": "strong"})
    assert play("malta", series, 0)["rank"] == play("malta", series, 0)["rank"]
    assert make("malta", "old-strong", "1").__class__.__module__.startswith("old_players.")


def test_weights_follow_the_results_but_never_against_the_rules() -> None:
    """Losses seem to help the Axis in these games, which is a chance; pressure does help."""
    found = [
        Sample("battle", {"one": 1.0, "pressure": pressure, "losses": losses}, won, 1.0, True)
        for pressure, losses, won in [
            (2, 1, True),
            (2, 2, True),
            (1, 2, True),
            (1, 0, False),
            (0, 1, False),
            (0, 0, False),
        ]
        * 5
    ]
    weights = fitted(found)
    assert weights["pressure"] > 0.5
    assert weights["losses"] == 0


def test_a_roll_counts_by_its_chances_and_not_by_its_dice() -> None:
    """A battle that a double six has ended in the last turn but one: the last roll might have ended it, too."""
    end = besieged(turn="10jul-pm")
    end.outcome = "surrender"
    once = 1 / 36
    found = [Reached(turn, {}, (once, 0.0)) for turn in (end.turn - 2, end.turn - 1, end.turn)]
    assert battle_results(end, found) == pytest.approx([1 - (1 - once) ** rolls for rolls in (4, 3, 2)])


def test_a_battle_that_no_roll_has_ended_keeps_its_result() -> None:
    end = besieged(turn="10jul-pm")
    end.control.add("1810")
    end.outcome = "surrender"
    assert battle_results(end, [Reached(end.turn, {}, (1 / 36, 0.0))]) == [1.0]
