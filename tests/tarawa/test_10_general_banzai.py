"""10.1.8: the general banzai: area by area, the second blow, the ground lost, and what ends it."""

from typing import Any

import pytest

from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.kernel.engine.session import Match
from tests.tarawa.common import airstrips, all_but, at, next_die, of_type
from tests.tarawa.playing_night import asked, at_night, do, lost, moved, steps, struck

WEAK: dict[str, Any] = {"at": "2728", "steps": 1}
"""A unit that does not outlive a lost banzai."""
GENERAL = 6
"""On the third night a six is a general banzai."""


def third_night(units: dict[str, Any], *uncleared: str, **keys: Any) -> Match[State]:
    """All is cleared but 2727, next to pillbox hex 2728, and what is named; turn 24."""
    cleared = all_but("2727", *uncleared)
    return at_night(units, **{"turn": 24, "cleared": cleared, "occupied": airstrips(), **keys})


# ── Area by area


def test_one_falls_on_each_area_that_holds_a_unit_next_to_an_uncleared_hex() -> None:
    match = third_night({"2/8A": "2728", "2/2A": "2838", "3/8A": "3712"}, "2937")
    assert struck(do(match, "next", GENERAL, 1, 1, 1, 1)) == ["2/2A", "2/8A"]


def test_the_target_of_an_area_is_drawn_from_those_in_contact() -> None:
    match = third_night({"2/8A": "2728", "2/8B": "2628", "2/8E": "2729"})
    assert struck(do(match, "next", GENERAL, 2, 1, 1)) == ["2/8B"]


def test_with_nobody_in_contact_there_is_none() -> None:
    events = do(third_night({"2/8A": "2729"}), "next", GENERAL)
    assert [event.rule for event in events if event.type == "no-banzai"] == ["10.1.8"]


def test_a_repulse_ends_only_the_banzai_of_its_area() -> None:
    match = third_night({"2/8A": "2728", "2/2A": "2838"}, "2937", heads="2629")
    events = do(match, "next", GENERAL, 1, 1, 1, 5, 1, 1)
    assert struck(events) == ["2/2A", "2/8A", "2/8A"]
    assert moved(events) == [("japanese", -1), ("2nd", 1), ("japanese", 1), ("japanese", -1), ("8th", 1)]


def test_an_area_whose_unit_is_gone_when_its_turn_comes_is_spared() -> None:
    units = {"2/2A": {"at": "2832", "steps": 1}, "2/8A": {"at": "2731", "steps": 1}, "3/8A": "3712"}
    match = third_night(units, cleared=all_but("2833", "2631"))
    events = do(match, "next", GENERAL, 1, 5, 1, 5)
    assert struck(events) == ["2/2A", "2/8A"]
    assert lost(events) == ["2832", "2731"]


# ── The second blow


def test_a_second_banzai_follows_at_once_next_to_the_hex_lost() -> None:
    match = third_night({"2/8A": WEAK, "2/8B": "2629", "3/8A": "2829"})
    assert next_die(match, "next", GENERAL, 1, 5) == "the banzai's target"
    events = do(match, "next", GENERAL, 1, 5, 2, 1, 1)
    assert struck(events) == ["2/8A", "3/8A"]
    assert lost(events) == ["2728"]


def test_the_unit_driven_out_can_be_struck_again_if_it_stands_next_to_the_hex() -> None:
    match = third_night({"2/8A": "2728"}, heads="2629")
    assert struck(do(match, "next", GENERAL, 1, 5, 1, 1)) == ["2/8A", "2/8A"]


def test_after_the_second_blow_there_is_no_third() -> None:
    match = third_night({"2/8A": WEAK, "2/8B": {"at": "2729", "steps": 1}, "3/8A": "2630"})
    events = do(match, "next", GENERAL, 1, 5, 1, 5)
    assert struck(events) == ["2/8A", "2/8B"]
    assert lost(events) == ["2728", "2729"]
    assert [facts["why"] for facts in of_type(events, "marker-moved") if facts["track"] == "japanese"] == [
        "2/8A is eliminated",
        "a banzai retakes 2728",
        "2/8B is eliminated",
    ], "once an area at most (9.2.1)"


def test_others_in_the_hex_of_the_second_blow_are_struck_in_turn() -> None:
    units = {"2/8A": WEAK, "2/8B": {"at": "2729", "steps": 1}, "2/8E": "2729"}
    match = third_night(units)
    events = do(match, "next", GENERAL, 1, 5, 1, 1, 5, 1, 1)
    assert struck(events) == ["2/8A", "2/8B", "2/8E"]
    assert lost(events) == ["2728"]


def test_others_in_the_first_hex_are_struck_before_anything_follows() -> None:
    match = third_night({"2/8A": WEAK, "2/8B": "2728", "3/8A": "2829"})
    events = do(match, "next", GENERAL, 1, 1, 5, 1, 1)
    assert struck(events) == ["2/8A", "2/8B"]
    assert lost(events) == []


def test_a_target_that_can_go_nowhere_and_lives_is_not_driven_out() -> None:
    match = at_night({"2/8A": "3419"}, turn=24, cleared="3419")
    assert struck(do(match, "next", GENERAL, 1, 5)) == ["2/8A"]
    assert at(match, "2/8A") == "3419"


def test_a_decision_in_the_middle_is_taken_up_where_it_was_left() -> None:
    match = third_night({"2/8A": "2728", "3/8A": "2829", "2/2A": "2838"}, "2937")
    do(match, "next", GENERAL, 1, 1, 1, 5)
    assert asked(match) == ("way", ["2629", "2729"])
    events = do(match, "decide 2629", 2, 1, 1)
    assert struck(events) == ["3/8A"]
    assert lost(events) == ["2728"]


# ── More ground


def test_with_nobody_next_to_it_as_many_hexes_next_to_it_are_lost_as_the_die_says() -> None:
    match = third_night({"2/8A": WEAK, "2/8B": "2531"})
    assert lost(do(match, "next", GENERAL, 1, 5, 2)) == ["2728", "2729", "2828"]


@pytest.mark.parametrize(("dice", "fallen"), [((5, 2), "2729"), ((2, 5), "2828"), ((3, 3, 4, 4, 1, 6), "2828")])
def test_of_more_hexes_than_are_lost_each_has_a_die_the_highest_fall_and_equal_ones_roll_again(
    dice: tuple[int, ...], fallen: str
) -> None:
    match = third_night({"2/8A": WEAK, "2/8B": "2531"})
    assert next_die(match, "next", GENERAL, 1, 5, 1) == "whether 2729 is lost"
    events = do(match, "next", GENERAL, 1, 5, 1, *dice)
    assert lost(events) == ["2728", fallen]
    rolled = of_type(events, "ground-rolled-for")
    assert [facts["among"] for facts in rolled] == [["2729", "2828"]] * (len(dice) // 2)
    assert [facts["again"] for facts in rolled][:-1] == [["2729", "2828"]] * (len(dice) // 2 - 1)


def test_a_hex_with_the_higher_die_is_not_rolled_for_again() -> None:
    """Two of the four starred hexes around 2829 fall: 2928 by its die, one of the three equal ones by another."""
    match = third_night({"2/8A": {"at": "2829", "steps": 1}, "2/8B": "2531"}, "2828")
    events = do(match, "next", GENERAL, 1, 5, 2, 2, 2, 6, 2, 1, 1, 5)
    first, second = of_type(events, "ground-rolled-for")
    assert first["among"] == ["2728", "2729", "2928", "2929"]
    assert (first["lost"], first["again"], second["lost"]) == (["2928"], ["2728", "2729", "2929"], ["2929"])
    assert lost(events) == ["2928", "2929"]


def test_further_hexes_are_lost_ring_by_ring() -> None:
    """First both that are next to 2728, then those next to them; what is near but next to none of them is not."""
    stars = "2728 2729 2828 2630 2928 3020"
    match = at_night({"2/8A": WEAK, "1/10": "bairiki"}, turn=24, cleared=stars, occupied=airstrips())
    events = do(match, "next", GENERAL, 1, 5, 6)
    assert lost(events) == ["2728", "2729", "2828", "2630", "2928"]


def test_the_chain_ends_where_no_starred_hex_is_adjacent() -> None:
    """Stars at the far end of the island are out of reach."""
    match = at_night({"2/8A": WEAK, "1/10": "bairiki"}, turn=24, cleared="2728 2729 3713 4205", occupied=airstrips())
    events = do(match, "next", GENERAL, 1, 5, 6)
    assert lost(events) == ["2728", "2729"]
    assert match.state.cleared == {"3713", "4205"}


@pytest.mark.parametrize("die", [2, 6])
def test_9_2_1_a_general_banzai_raises_japanese_morale_once_an_area_however_much_it_takes(die: int) -> None:
    """Once for the unit that is gone, and once for all the ground."""
    stars = "2728 2729 2828 2630"
    match = at_night({"2/8A": WEAK, "1/10": "bairiki"}, turn=24, cleared=stars, occupied=airstrips())
    events = do(match, "next", GENERAL, 1, 5, die)
    assert len(lost(events)) == 1 + min(die, 3)
    assert moved(events) == [("japanese", 1), ("japanese", 1)]
    assert of_type(events, "marker-moved")[-1]["why"] == "a banzai retakes 2728"


def test_9_2_1_hexes_of_the_second_round_do_not_raise_it_again_but_a_repulse_lowers_it() -> None:
    units = {"2/8A": WEAK, "1/8A": {"at": "2630", "steps": 1}, "3/8A": "2730"}
    match = third_night(units)
    events = do(match, "next", GENERAL, 1, 5, 1, 6, 1, 1, 5, 1, 1)
    assert lost(events) == ["2728", "2729", "2630"]
    assert [by for track, by in moved(events) if track == "japanese"] == [1, 1, 1, -1]


def test_where_no_further_hex_can_be_lost_morale_stays_as_it_is() -> None:
    match = at_night({"2/8A": WEAK, "1/10": "bairiki"}, turn=24, cleared="2728", occupied=airstrips())
    events = do(match, "next", GENERAL, 1, 5, 3)
    assert lost(events) == ["2728"]
    assert moved(events) == [("japanese", 1), ("japanese", 1)]


def test_heads_are_not_among_the_further_hexes() -> None:
    """Next to 2728 only 2828 and 2729 have a star to lose: without the head in 2729 there is no choice."""
    match = third_night({"2/8A": WEAK, "2/8B": "2531"}, heads="2729 2531", stock=4)
    events = do(match, "next", GENERAL, 1, 5, 1)
    assert lost(events) == ["2728", "2828"]
    assert match.state.heads == {"2729", "2531"}


# ── Ground that cannot be lost


@pytest.mark.parametrize(("place", "beside"), [("2628", "2629"), ("2829", "2830")])
def test_a_target_driven_out_of_a_landing_or_airstrip_hex_draws_the_second_banzai(place: str, beside: str) -> None:
    match = third_night({"2/8A": {"at": place, "steps": 1}, "3/8A": beside}, "2828")
    events = do(match, "next", GENERAL, 1, 5, 1, 1)
    assert (struck(events), lost(events)) == (["2/8A", "3/8A"], [])
    assert moved(events) == [("japanese", 1), ("japanese", -1), ("8th", 1)], "the hex itself moves none"


def test_9_2_1_a_hex_that_the_second_banzai_takes_then_raises_morale() -> None:
    """The landing hex has moved none."""
    match = third_night({"2/8A": {"at": "2628", "steps": 1}, "3/8A": {"at": "2728", "steps": 1}, "2/8B": "2531"})
    events = do(match, "next", GENERAL, 1, 1, 5, 1, 5)
    assert (struck(events), lost(events)) == (["2/8A", "3/8A"], ["2728"])
    assert moved(events) == [("japanese", 1)] * 3, "two units and a hex"


def test_9_2_1_further_ground_around_a_landing_hex_raises_morale_once() -> None:
    match = third_night({"2/8A": {"at": "2628", "steps": 1}, "2/8B": "3712"})
    events = do(match, "next", GENERAL, 1, 5, 6)
    assert lost(events)[0] == "2728"
    assert [facts["why"] for facts in of_type(events, "marker-moved")] == [
        "2/8A is eliminated",
        "a general banzai retakes more ground",
    ]


def test_a_head_on_a_landing_hex_falls_before_the_second_banzai() -> None:
    match = third_night({"2/8A": {"at": "2628", "steps": 1}, "2/8B": "2629"}, heads="2628 2531", stock=4)
    events = do(match, "next", GENERAL, 1, 5, 1, 1)
    assert (lost(events), struck(events)) == ([], ["2/8A", "2/8B"])
    assert of_type(events, "head-lost") == [{"hex": "2628", "points": 2}]


def test_only_starred_hexes_without_units_are_lost() -> None:
    match = third_night({"2/8A": WEAK, "2/8B": "2928"})
    events = do(match, "next", GENERAL, 1, 5, 4, 1, 1)
    assert lost(events) == ["2728", "2729", "2828", "2630", "2827"]
    assert struck(events) == ["2/8A", "2/8B"]


def test_a_head_next_to_the_new_ground_falls_if_no_unit_is_in_it() -> None:
    match = third_night({"2/8A": WEAK, "2/8B": "2531"}, heads="2630 2531", stock=4)
    events = do(match, "next", GENERAL, 1, 5, 1, 6, 1)
    assert lost(events) == ["2728", "2729", "2630"]
    assert of_type(events, "head-lost") == [{"hex": "2630", "points": 2}]
    assert match.state.heads == {"2531"}


def test_heads_come_before_units_and_their_defenders_fight_for_them() -> None:
    units = {"2/8A": WEAK, "1/8A": "2830", "2/8B": "2630"}
    match = third_night(units, heads="2630", stock=4)
    events = do(match, "next", GENERAL, 1, 5, 1, 6, 1, 1, 1)
    assert struck(events) == ["2/8A", "2/8B"]
    assert match.state.heads == {"2630"}


def test_units_are_struck_in_their_order_until_one_repels() -> None:
    units = {"2/8A": WEAK, "1/8A": {"at": "2830", "steps": 1}, "1/2A": "2630", "3/8A": "2730"}
    match = third_night(units)
    events = do(match, "next", GENERAL, 1, 5, 1, 6, 1, 1, 1)
    assert struck(events) == ["2/8A", "1/2A"]
    match = third_night(units | {"1/2A": {"at": "2630", "steps": 1}})
    events = do(match, "next", GENERAL, 1, 5, 1, 6, 1, 1, 5, 1, 5, 1, 1)
    assert struck(events) == ["2/8A", "1/2A", "1/8A", "3/8A"]


def test_a_unit_struck_early_because_it_shares_a_hex_is_not_struck_twice() -> None:
    units = {"2/8A": WEAK, "1/8A": {"at": "2630", "steps": 1}, "1/8B": {"at": "2630", "steps": 1}}
    match = third_night(units)
    events = do(match, "next", GENERAL, 1, 5, 1, 6, 1, 1, 5, 1, 5)
    assert struck(events) == ["2/8A", "1/8A", "1/8B"]
    assert lost(events) == ["2728", "2729", "2630"]


def test_a_unit_driven_out_early_is_not_struck_where_it_fled_to() -> None:
    units = {"2/8A": WEAK, "1/8A": {"at": "2630", "steps": 1}, "1/8B": "2630"}
    match = third_night(units, heads="2531")
    events = do(match, "next", GENERAL, 1, 5, 1, 6, 1, 1, 5, 1, 5)
    while match.state.question:
        events += do(match, f"decide {asked(match)[1][0]}")
    assert struck(events) == ["2/8A", "1/8A", "1/8B"]
    assert steps(match, "1/8B") == 7


def test_a_repulse_in_the_second_round_leaves_the_next_area_its_own_banzai() -> None:
    units = {"2/8A": WEAK, "1/8A": "2830", "1/2A": "2630", "2/6A": "3419"}
    match = third_night(units, "3420")
    events = do(match, "next", GENERAL, 1, 5, 1, 6, 1, 1, 1, 1, 1)
    assert struck(events) == ["2/8A", "1/2A", "2/6A"]


def test_the_end_of_the_second_round_ends_it() -> None:
    match = third_night({"2/8A": WEAK, "1/8A": {"at": "2830", "steps": 1}, "2/8B": "2531"})
    events = do(match, "next", GENERAL, 1, 5, 1, 6, 1, 1, 5)
    assert struck(events) == ["2/8A", "1/8A"]
    assert match.state.stack == []
