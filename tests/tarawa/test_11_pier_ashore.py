"""11.33, 7.6: moves ashore to the foot of the pier, 2632, and from it."""

import pytest

from tarawa_cli.games.tarawa.legal.listing import legal
from tarawa_cli.games.tarawa.rules.ch07_actions.moving_recovery import destinations
from tests.tarawa.common import at, of_type, refused
from tests.tarawa.playing_ashore import ap, ashore, do


@pytest.mark.parametrize(("goal", "cost"), [("2531", 2), ("2732", 2), ("2731", 2), ("2631", 2)])
def test_11_33_a_unit_in_2632_moves_to_any_friendly_hex_beside_it(goal: str, cost: int) -> None:
    match = ashore({"2/8A": {"at": "pier:2632", "beach": "red3"}}, cleared="2731 2631")
    do(match, f"move 2/8A {goal}")
    unit = match.state.units["2/8A"]
    assert (unit.at, unit.beach, ap(match, "2/8A")) == (goal, "", 8 - cost)


@pytest.mark.parametrize("here", ["2531", "2631", "2731", "2732"])
@pytest.mark.parametrize("unit", ["2/8A", "2/8E", "hawkins"])
def test_11_33_infantry_and_engineers_step_into_2632_from_land_for_one_ap(unit: str, here: str) -> None:
    match = ashore({unit: here}, cleared="2731 2631")
    events = do(match, f"move {unit} 2632")
    assert of_type(events, "moved") == [{"unit": unit, "to": "2632", "cost": 1.0}]
    assert (match.state.units[unit].at, ap(match, unit)) == ("pier:2632", 7)
    assert not match.state.pier_walked


@pytest.mark.parametrize("unit", ["sherman-1", "stuart-1", "1/10"])
def test_11_33_nobody_else_enters_2632_from_land(unit: str) -> None:
    match = ashore({unit: "2531"}, cleared="2731 2631")
    error = refused(match, f"move {unit} 2632")
    assert (error.rule, error.message) == (
        "11.33",
        f"{unit} cannot go to 2632: it is pier, which only infantry and engineers can enter from land",
    )
    assert refused(match, f"move {unit} 2631 2632").rule == "11.33"
    assert "2632" not in destinations(match.state, match.state.units[unit])


def test_7_6_one_unit_in_2632() -> None:
    match = ashore({"2/8A": "2531", "2/8B": "pier:2632"}, cleared="2731 2631")
    error = refused(match, "move 2/8A 2632")
    assert (error.rule, error.message) == ("7.6", "2/8A cannot stack with 2/8B in 2632")
    assert refused(match, "move 2/8A 2632 2731").rule == "7.6"
    assert "2632" not in destinations(match.state, match.state.units["2/8A"])


def test_11_33_a_unit_may_go_on_from_2632_as_far_as_its_ap_last() -> None:
    match = ashore({"2/8A": "2531"})
    do(match, "move 2/8A 2632 2732")
    assert (at(match, "2/8A"), ap(match, "2/8A")) == ("2732", 5)
    short = ashore({"2/8A": {"at": "2531", "ap": 3}})
    do(short, "move 2/8A 2732")
    assert at(short, "2/8A") == "2732"


def test_11_33_the_rest_of_the_pier_is_not_entered_from_land() -> None:
    match = ashore({"2/8A": "2531"})
    error = refused(match, "move 2/8A 2432")
    assert (error.rule, error.message) == (
        "11.33",
        "2/8A cannot go to 2432: it is pier, which can be entered from land only at 2632",
    )
    assert refused(match, "move 2/8A 2632 2532").rule == "7.2.1"


def test_11_33_2632_is_listed_among_the_moves_of_those_who_may_go_there() -> None:
    match = ashore({"2/8A": "2531", "1/10": "2530"})
    assert "move 2/8A 2632" in legal(match.state)
    assert "move 1/10 2632" not in legal(match.state)


def test_11_33_a_unit_that_landed_on_the_pier_this_turn_only_walks() -> None:
    match = ashore({"2/8A": {"at": "pier:2632", "walking": True}, "2/8B": "2530"})
    for order in ("move 2/8A 2531", "fire 2/8A 2631", "attack 2/8A --on 2631"):
        assert refused(match, order).rule == "11.33"


def test_11_33_a_unit_farther_out_on_the_pier_is_not_ashore() -> None:
    match = ashore({"2/8A": {"at": "pier:2532", "beach": "red3"}, "2/8B": "2530"})
    assert refused(match, "move 2/8A 2632").rule == "7.2"
