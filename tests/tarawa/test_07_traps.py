"""7.1: traps and snipers."""

from tarawa_cli.kernel.engine.play import Event
from tests.tarawa.common import all_but, of_type
from tests.tarawa.ground import ashore, free_hexes, give, refuse, rolls

CLEARED = "2727 2728 2729"


def trapped(events: list[Event]) -> list[str]:
    return [roll["on"] for roll in rolls(events, "7.1")]


def test_an_unsecured_area_with_marines_off_the_landing_hexes_rolls_once() -> None:
    state = ashore({"2/8A": "2727", "2/8B": "2728"}, phase="traps", cleared=CLEARED)
    events = give(state, "next", 5)
    assert trapped(events) == ["red3"]
    assert state.phase == "actions"
    assert state.units["2/8A"].steps == state.units["2/8B"].steps == 8


def test_no_roll_where_all_are_on_landing_hexes() -> None:
    state = ashore({"2/8A": "2627", "2/8B": "2625"}, phase="traps")
    assert trapped(give(state, "next")) == []


def test_one_unit_off_the_landing_hexes_is_enough_and_everybody_in_the_area_may_be_the_victim() -> None:
    units = {"2/8A": "2627", "2/8B": "2727"}
    first = ashore(units, phase="traps", cleared=CLEARED)
    give(first, "next", 6, 1)
    assert (first.units["2/8A"].steps, first.units["2/8B"].steps) == (7, 8)
    second = ashore(units, phase="traps", cleared=CLEARED)
    give(second, "next", 6, 2)
    assert (second.units["2/8A"].steps, second.units["2/8B"].steps) == (8, 7)


def test_a_pick_out_of_range_is_rolled_again() -> None:
    """Of four units a 5 or a 6 picks none."""
    units = {"2/8A": "2627", "2/8B": "2727", "2/8E": "2727", "hawkins": "2628"}
    state = ashore(units, phase="traps", cleared=CLEARED)
    events = give(state, "next", 6, 5, 6, 2)
    assert of_type(events, "pick")[0]["dice"] == [5, 6, 2]
    assert state.units["2/8B"].steps == 7


def test_only_a_six_costs_a_step() -> None:
    for die in range(1, 7):
        state = ashore({"2/8A": "2727"}, phase="traps", cleared=CLEARED)
        give(state, "next", die)
        assert state.units["2/8A"].steps == (7 if die == 6 else 8)


def test_armoured_units_are_never_the_victims_and_alone_nobody_is() -> None:
    with_engineers = ashore({"2/8E": "2727", "sherman-1": "2727"}, phase="traps", cleared=CLEARED)
    give(with_engineers, "next", 6)
    assert (with_engineers.units["2/8E"].steps, with_engineers.units["sherman-1"].steps) == (5, 4)
    alone = ashore({"sherman-1": "2727"}, phase="traps", cleared=CLEARED)
    assert trapped(give(alone, "next", 6)) == ["red3"]
    assert alone.units["sherman-1"].steps == 4


def test_a_loss_makes_the_recovery_of_this_turn_fail_and_is_no_casualty() -> None:
    state = ashore({"2/8A": "2727"}, phase="traps", cleared=CLEARED)
    events = give(state, "next", 6)
    assert state.units["2/8A"].trapped
    assert of_type(events, "trapped") == [{"unit": "2/8A"}]
    assert "lost a step to traps" in refuse(state, "recover 2/8A").message
    assert state.casualties == 0
    assert not state.question, "a step of a trap is never taken as morale"
    assert of_type(events, "steps-lost") == [{"unit": "2/8A", "steps": 1, "left": 7}]


def test_the_last_step_of_infantry_lifts_the_japanese() -> None:
    state = ashore({"2/8A": {"at": "2727", "steps": 1}, "2/8B": "2627"}, phase="traps", cleared=CLEARED)
    give(state, "next", 6, 1)
    assert state.units["2/8A"].at == "lost"
    assert state.tracks["japanese"] == 1


def test_areas_roll_in_the_order_of_the_map() -> None:
    units = {"2/8A": "2727", "2/2A": "2833", "3/2A": "2938"}
    state = ashore(units, phase="traps", cleared="2727 2833 2938")
    assert trapped(give(state, "next", 1, 1, 1)) == ["pocket", "red2", "red3"]


def test_a_secured_area_rolls_if_it_is_next_to_an_unsecured_one_but_not_farther_off() -> None:
    safe = {"cleared": all_but("4403"), "occupied": free_hexes(), "phase": "traps"}
    beside = ashore({"2/8A": "3712"}, **safe)
    assert beside.is_secured("tail")
    assert not beside.is_secured("takarongo")
    assert trapped(give(beside, "next", 4)) == ["tail"]
    farther = ashore({"2/8A": "3317"}, **safe)
    assert farther.is_secured("eastend")
    assert trapped(give(farther, "next")) == []


def test_more_than_six_are_picked_from_with_two_dice() -> None:
    units = {"2/8A": "2727", "2/8B": "2727", "3/8A": "2728", "3/8B": "2728", "2/8E": "2727", "3/8E": "2728"}
    state = ashore(units | {"hawkins": "2729"}, phase="traps", cleared=CLEARED)
    give(state, "next", 6, 2, 1)
    assert state.units["hawkins"].steps == 1


def test_units_afloat_and_on_the_pier_set_off_no_traps() -> None:
    state = ashore({"hawkins": "pier:2632", "2/8A": {"at": "2327", "beach": "red3"}}, phase="traps")
    assert trapped(give(state, "next")) == []
