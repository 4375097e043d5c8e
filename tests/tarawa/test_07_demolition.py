"""7.2.5, 11.37, 9.2: demolition, and what a fallen pillbox hex does to morale."""

import pytest

from tarawa_cli.kernel.engine.play import question
from tests.tarawa.common import airstrips, all_but, allowed, at, modifiers, next_die, of_type, refused, rolls, tracks
from tests.tarawa.playing_ashore import ap, ashore, do, facing, markers, rules_of
from tests.tarawa.tables import plain_fire

# ── Who may demolish what


def test_7_2_5_engineers_demolish_for_two_ap() -> None:
    match = ashore({"2/8E": {"at": "2628", "ap": 2}})
    events = do(match, "demolish 2/8E --on 2728", 1, 1)
    assert of_type(events, "assaulted") == [{"unit": "2/8E", "cost": 2}]
    assert (ap(match, "2/8E"), match.state.units["2/8E"].attacked, match.state.units["2/8E"].fought) == (0, True, True)
    assert refused(match, "demolish 2/8E --on 2728").rule == "7.2.5"


@pytest.mark.parametrize("unit", ["2/8A", "hawkins", "sherman-1", "1/10"])
def test_7_2_5_nobody_else_demolishes(unit: str) -> None:
    assert refused(ashore({unit: "2628"}), f"demolish {unit} --on 2728").rule == "7.2.5"


@pytest.mark.parametrize(("supply", "may"), [("active", True), ("general", False), ("none", False)])
def test_7_2_5_active_supply_is_needed(supply: str, may: bool) -> None:
    match = ashore({"2/8E": {"at": "2628", "supply": supply}})
    assert allowed(match, "demolish 2/8E --on 2728") == may
    if not may:
        assert refused(match, "demolish 2/8E --on 2728").rule == "7.2.5"


def test_7_2_5_only_an_adjacent_hex_with_a_standing_pillbox() -> None:
    match = ashore({"2/8E": "2628", "3/8E": "2625"})
    error = refused(match, "demolish 2/8E --on 2727")
    assert (error.rule, "no pillbox" in error.message) == ("7.2.5", True)
    assert refused(match, "demolish 2/8E --on 2626").hint == "demolish 2/8E --on 2728"
    assert refused(match, "demolish 2/8E 3/8E --on 2728").rule == "7.2.5"
    assert refused(match, "demolish 2/8E 2/8E --on 2728").rule == "7.2.5"
    assert refused(ashore({"2/8E": "2628"}, cleared="2728"), "demolish 2/8E --on 2728").rule == "7.2.5"
    assert refused(ashore({"2/8E": "2628"}, demolished={"2728": 2}), "demolish 2/8E --on 2728").rule == "7.2.5"


# ── Defensive fire


def test_7_2_5_every_engineer_is_fired_at_first_in_the_order_of_the_counters() -> None:
    match = ashore({"2/8E": "2628", "1/8E": "2629"})
    order = "demolish 2/8E 1/8E --on 2728"
    assert next_die(match, order) == "Japanese Fire (ashore) on 1/8E"
    assert next_die(match, order, 1) == "Japanese Fire (ashore) on 2/8E"
    assert next_die(match, order, 1, 1) == "Demolition on 2728"
    events = do(match, order, 1, 1, 1)
    assert rules_of(events, "roll") == {"7.2.5"}


def test_7_2_5_the_modifiers_of_its_defensive_fire() -> None:
    match = ashore(
        {"2/8E": "2828"},
        cleared="2828",
        improved="2828",
        tracks=tracks(japanese=1),
        suppressed={"2728": 2, "2626": 1},
        chits={"red3": -1},
    )
    fire = rolls(do(match, "demolish 2/8E --on 2728", 1, 1))[0]
    assert modifiers(fire) == {
        "Japanese morale": 1,
        "in palm grove": -1,
        "suppression marker ×2": -2,
        "suppressed pillbox hex": -1,
        "bombardment chit": -1,
        "improved position": -1,
    }


def test_7_2_5_pinned_engineers_do_not_go_on() -> None:
    match = ashore({"2/8E": "2628"})
    events = do(match, "demolish 2/8E --on 2728", 5)
    assert (rolls(events, "demolition"), match.state.demolished) == ([], {})
    assert rules_of(events, "assault-stopped") == {"7.2.5"}
    assert ap(match, "2/8E") == 6


def test_7_3_a_hit_is_decided_before_the_demolition() -> None:
    match = plain_fire(ashore({"2/8E": "2628", "2/8A": "2628"}))
    do(match, "demolish 2/8E --on 2728 --support 2/8A", 6)
    assert facing(match) == "hit"
    do(match, "decide step", 6)
    assert (match.state.units["2/8E"].steps, match.state.demolished) == (5, {"2728": 1})


# ── The roll


@pytest.mark.parametrize(
    ("markers_on", "die", "steps"),
    [(0, 1, 0), (0, 5, 0), (0, 6, 1), (1, 4, 0), (1, 5, 1), (2, 5, 1), (2, 6, 2), (4, 3, 1), (4, 4, 2), (4, 6, 2)],
)
def test_7_2_5_the_rows_of_the_demolition_table(markers_on: int, die: int, steps: int) -> None:
    match = ashore({"2/8E": "3331"}, suppressed={"3330": markers_on} if markers_on else {})
    events = do(match, "demolish 2/8E --on 3330", 1, die)
    assert match.state.demolished == ({"3330": steps} if steps else {})
    assert rolls(events, "demolition")[0]["result"] == (f"D{steps}" if steps else "-")


def test_7_2_5_support_markers_and_further_engineers_but_never_morale() -> None:
    match = ashore(
        {"1/8E": "2629", "2/8E": "2628", "2/8A": "2628", "2/8B": "2628", "3/8E": "2828"},
        cleared="2828",
        tracks=tracks(marines=5, japanese=-5),
        suppressed={"2728": 2},
        chits={"red3": -2},
        shore=1,
    )
    events = do(match, "demolish 2/8E 1/8E 3/8E --on 2728 --support 2/8A", 1, 1, 1, 1)
    assert modifiers(rolls(events, "demolition")[0]) == {
        "support by 2/8A": 1,
        "suppression marker ×2": 2,
        "further engineer ×2": 2,
    }
    assert match.state.shore == 1


def test_7_2_5_only_unpinned_engineers_count_as_further_ones() -> None:
    match = ashore({"1/8E": "2629", "2/8E": "2628"})
    events = do(match, "demolish 2/8E 1/8E --on 2728", 5, 1, 1)
    assert modifiers(rolls(events, "demolition")[0]) == {}


# ── Steps, and the fall of the hex


def test_7_2_5_steps_add_up_over_attempts() -> None:
    match = ashore({"2/8E": "2628"}, suppressed={"2728": 1})
    events = do(match, "demolish 2/8E --on 2728", 1, 6)
    assert of_type(events, "demolished") == [{"hex": "2728", "steps": 1, "total": 1}]
    assert ("2728" in match.state.cleared, markers(match, "marines", "japanese")) == (False, (0, 0))
    do(match, "demolish 2/8E --on 2728", 1, 6)
    assert (match.state.cleared, match.state.demolished, facing(match)) == ({"2728"}, {"2728": 2}, "gain")


def test_7_2_5_a_hex_that_falls_loses_its_markers() -> None:
    match = ashore({"2/8E": "2628"}, suppressed={"2728": 4, "2727": 1})
    do(match, "demolish 2/8E --on 2728", 1, 6)
    assert (match.state.cleared, match.state.suppressed) == ({"2728"}, {"2727": 1})


def test_11_37_a_hex_of_two_pillboxes_falls_to_one_two_and_one_step() -> None:
    """The rulebook's example. The first pillbox is gone with the third step, the hex with the fourth."""
    match = ashore({"2/8E": "3331", "3/8E": "3329"}, cleared="3329", suppressed={"3330": 4})
    do(match, "demolish 2/8E --on 3330", 1, 3)
    assert (match.state.demolished, markers(match, "marines", "japanese")) == ({"3330": 1}, (0, 0))
    do(match, "demolish 2/8E --on 3330", 1, 6)
    assert (match.state.demolished, match.state.pillboxes_standing("3330")) == ({"3330": 3}, 1)
    assert (match.state.cleared, markers(match, "marines", "japanese")) == ({"3329"}, (1, 0))
    assert facing(match) == "actions"
    events = do(match, "demolish 3/8E --on 3330", 1, 3)
    assert of_type(events, "demolished") == [{"hex": "3330", "steps": 1, "total": 4}]
    assert (match.state.cleared, match.state.demolished) == ({"3329", "3330"}, {"3330": 4})
    assert (markers(match, "marines", "japanese"), facing(match)) == ((2, -1), "gain")


def test_7_2_5_steps_beyond_the_last_are_nothing() -> None:
    match = ashore({"2/8E": "2628"}, demolished={"2728": 1}, suppressed={"2728": 4})
    events = do(match, "demolish 2/8E --on 2728", 1, 6)
    assert [roll["result"] for roll in rolls(events, "demolition")] == ["D2"]
    assert of_type(events, "demolished") == [{"hex": "2728", "steps": 1, "total": 2}]
    assert match.state.demolished == {"2728": 2}


# ── 9.2: morale


def test_9_2_an_attack_that_clears_a_pillbox_hex_moves_the_markers_at_once_and_no_level() -> None:
    match = ashore({"2/8A": "2628"}, suppressed={"2728": 4})
    events = do(match, "attack 2/8A --on 2728", 1, 6)
    assert match.state.demolished == {"2728": 2}
    moved = [(e.rule, e.facts["track"], e.facts["by"]) for e in events if e.type == "marker-moved"]
    assert moved == [("9.2.2", "marines", 1), ("9.2.1", "japanese", -1)]
    assert (match.state.level("marines"), match.state.level("japanese")) == (0, 0)


@pytest.mark.parametrize(("demolished", "gained"), [(0, 2), (1, 2), (2, 1), (3, 1)])
def test_9_2_2_each_pillbox_reduced_counts_once_and_the_hex_once(demolished: int, gained: int) -> None:
    match = ashore({"2/8A": "3331"}, suppressed={"3330": 4}, demolished={"3330": demolished} if demolished else {})
    do(match, "attack 2/8A --on 3330", 1, 6)
    assert markers(match, "marines", "japanese") == (gained, -1)


def test_9_2_2_a_plain_hex_moves_no_morale() -> None:
    match = ashore({"2/8A": "2628"})
    do(match, "attack 2/8A --on 2727", 1, 6)
    assert (markers(match, "marines", "japanese", "8th"), facing(match)) == ((0, 0, 0), "actions")


def test_9_2_2_a_retaken_pillbox_hex_cleared_again_moves_no_morale() -> None:
    match = ashore({"2/8A": "2628"}, demolished={"2728": 2})
    do(match, "attack 2/8A --on 2728", 1, 6)
    assert (match.state.cleared, markers(match, "marines", "japanese", "8th")) == ({"2728"}, (0, 0, 0))
    assert facing(match) == "actions"


@pytest.mark.parametrize(("answer", "gains"), [("8th", (1, 0)), ("10th", (0, 1)), ("none", (0, 0))])
def test_9_2_4_a_regiment_that_took_part_gains_a_box_or_none_does(answer: str, gains: tuple[int, int]) -> None:
    match = ashore({"2/8A": "2628", "sherman-1": "2629", "1/10": "2529"}, suppressed={"2728": 4})
    do(match, "attack 2/8A --on 2728 --support 1/10 --support sherman-1", 1, 1, 6)
    assert match.state.stack[-1].facts == {"regiments": ["8th", "10th"]}
    events = do(match, f"decide {answer}")
    assert (markers(match, "8th", "10th"), facing(match)) == (gains, "actions")
    assert rules_of(events, "marker-moved") == ({"9.2.4"} if answer != "none" else set())


def test_9_2_4_pinned_attackers_took_part_too() -> None:
    boxes = tracks(japanese=5, marines=5)
    match = ashore({"2/8A": "2628", "2/2A": "2629"}, suppressed={"2728": 4}, tracks=boxes)
    do(match, "attack 2/8A 2/2A --on 2728", 6, 1, 6)
    assert match.state.units["2/2A"].pins == 1
    assert match.state.stack[-1].facts == {"regiments": ["2nd", "8th"]}


def test_9_2_4_those_without_a_regiment_are_not_asked() -> None:
    match = ashore({"hawkins": "2628", "sherman-1": "2629"}, suppressed={"2728": 4})
    do(match, "attack hawkins --on 2728 --support sherman-1", 1, 6)
    assert (match.state.cleared, facing(match)) == ({"2728"}, "actions")


def test_9_2_4_a_regiment_at_the_top_gains_no_more() -> None:
    match = ashore({"2/8A": "2628"}, suppressed={"2728": 4}, tracks=tracks(r8=5))
    do(match, "attack 2/8A --on 2728", 1, 6)
    assert (markers(match, "8th"), facing(match)) == ((5,), "actions")


def test_9_2_4_two_pillbox_hexes_two_gains_and_none_beyond_the_top() -> None:
    match = ashore({"2/2A": "2834"}, suppressed={"2833": 8, "2835": 8}, tracks=tracks(r2=4))
    do(match, "attack 2/2A --on 2833 --on 2835", 1, 6)
    do(match, "decide 2nd")
    assert (markers(match, "2nd", "marines", "japanese"), facing(match)) == ((5, 2, -2), "gain")
    assert question(match.state).options == ["none"]
    do(match, "decide none")
    assert facing(match) == "actions"


def test_9_2_4_of_two_hexes_one_cleared_pillbox_hex_asks_after_the_choice() -> None:
    match = ashore({"2/8A": "2628"}, suppressed={"2727": 4, "2728": 4})
    do(match, "attack 2/8A --on 2727 --on 2728", 1, 6)
    do(match, "decide 2728")
    assert facing(match) == "gain"
    do(match, "decide 8th")
    assert (markers(match, "8th", "marines", "japanese"), match.state.stack) == ((1, 1, -1), [])


@pytest.mark.parametrize(("japanese", "marines"), [(-5, 5), (-4, 4)])
def test_9_markers_stop_at_the_ends_of_their_tracks(japanese: int, marines: int) -> None:
    boxes = tracks(japanese=japanese, marines=marines)
    match = ashore({"2/8A": "2628"}, suppressed={"2728": 4}, tracks=boxes, operative=tracks())
    do(match, "attack 2/8A --on 2728", 1, 6)
    assert markers(match, "japanese", "marines") == (-5, 5)


def test_9_2_1_an_infantry_unit_lost_in_the_attempt_lifts_the_japanese_and_engineers_do_not() -> None:
    match = ashore({"2/8A": {"at": "2628", "steps": 1}, "2/8E": {"at": "2628", "steps": 1}})
    do(match, "demolish 2/8E --on 2728", 4)
    assert (at(match, "2/8E"), markers(match, "japanese")) == ("lost", (0,))
    do(match, "attack 2/8A --on 2728", 4)
    assert (at(match, "2/8A"), markers(match, "japanese")) == ("lost", (1,))


def test_9_2_2_an_area_secured_for_the_first_time_lifts_the_marines() -> None:
    """2645 is the last uncleared hex in or near the Beak; Green Beach is within three of it as well."""
    ground = {"cleared": all_but("2645", "4403"), "occupied": airstrips()}
    match = ashore({"3/2A": "2745"}, **ground, suppressed={"2645": 4}, secured=NOT_WEST)
    events = do(match, "attack 3/2A --on 2645", 1, 6)
    assert of_type(events, "area-secured") == [{"area": "beak"}, {"area": "green"}]
    assert markers(match, "marines", "japanese") == (3, -1)


def test_9_2_2_an_area_secured_again_does_not() -> None:
    """2645 was retaken: its pillbox is gone for good."""
    ground = {"cleared": all_but("2645", "4403"), "occupied": airstrips(), "demolished": {"2645": 2}}
    match = ashore({"3/2A": "2745"}, **ground, secured=f"{NOT_WEST} beak green")
    assert not match.state.is_secured("beak")
    do(match, "attack 3/2A --on 2645", 1, 6)
    assert match.state.is_secured("beak")
    assert markers(match, "marines") == (0,)


NOT_WEST = "temakin pocket red2 red3 triangle taxiway black1 black2 eastend tail"
