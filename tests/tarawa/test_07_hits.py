"""6.6.2, 7.3, 7.4, 7.5, 9: what Japanese fire does to units, craft and morale."""

from typing import Any

import pytest

from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.kernel.engine.play import question
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.errors import BadOrder
from tests.tarawa.common import needs_dice
from tests.tarawa.playing_reef import Units, afloat, carried, do, facts, match_on, rolls, unit
from tests.tarawa.tables import plain_fire

# With the japanese track on box 5 (+3) and the reef's +1 a die of 3 makes 7, 4 makes 8, 5 makes 9; each result alone
# and without a change of course is in the plain table only: 7 H, 8 S*, 9 S* Pin 1.
HIT, STAR, PIN = 3, 4, 5
# In the tests' usual table 8 is S* H Pin 1, and 9 is S* S Pin 2.
ALL_THREE, TWO_STEPS = 4, 5
# Somebody else afloat keeps the turn from running on when the target is gone; he is rolled for after infantry A.
MATE: Units = {"3/8B": afloat("1928", pins=1)}


def under_heavy_fire(units: Units, *, hits: str = "ask", **keys: Any) -> Match[State]:
    """Under fire by the usual table, which has two losses in one result."""
    tracks = {"japanese": 5} | keys.pop("tracks", {})
    return match_on(units, tracks=tracks, policy={"hits": hits}, **keys)


def under_fire(units: Units, **keys: Any) -> Match[State]:
    """Under fire by the plain table."""
    return plain_fire(under_heavy_fire(units, **keys))


def wader(id: str = "3/8A", **more: Any) -> Units:
    return {id: afloat("1926", pins=more.pop("pins", 1), **more)}


# ── Hits (7.3)


def test_7_3_a_hit_is_the_players_choice() -> None:
    match = under_fire(wader())
    do(match, "next", HIT)
    asked = question(match.state)
    assert asked.options == ["step", "morale"]
    assert "3/8A (8 steps; 8th Marines at +2, first box)" in asked.text
    assert (unit(match, "3/8A").steps, match.state.tracks["8th"]) == (8, 3)


def test_7_3_a_hit_taken_as_a_step() -> None:
    match = under_fire(wader())
    do(match, "next", HIT)
    done = do(match, "decide step")
    assert facts(done, "steps-lost") == [{"rule": "7.3", "unit": "3/8A", "steps": 1, "left": 7}]
    assert (unit(match, "3/8A").hurt, match.state.tracks["8th"]) == (True, 3)


def test_9_2_4_a_hit_taken_as_morale() -> None:
    match = under_fire(wader())
    do(match, "next", HIT)
    done = do(match, "decide mor")
    assert done.command == "decide morale"
    assert (unit(match, "3/8A").steps, unit(match, "3/8A").hurt, match.state.tracks["8th"]) == (8, False, 2)
    (moved,) = facts(done, "marker-moved")
    assert (moved["rule"], moved["track"], moved["by"]) == ("9.2.4", "8th", -1)
    assert match.state.operative["8th"] == 3


def test_7_3_other_answers_are_no_answers() -> None:
    match = under_fire(wader())
    do(match, "next", HIT)
    for order in ("decide both", "decide step morale", "decide"):
        with pytest.raises(BadOrder):
            do(match, order)
    assert match.state.question is not None


@pytest.mark.parametrize(("policy", "steps", "box"), [("step", 7, 3), ("morale", 8, 2)])
def test_7_3_a_standing_policy_answers_by_itself(policy: str, steps: int, box: int) -> None:
    match = under_fire(wader(), hits=policy)
    do(match, "next", HIT)
    assert match.state.phase == "suppression-1"
    assert (unit(match, "3/8A").steps, match.state.tracks["8th"]) == (steps, box)


@pytest.mark.parametrize("policy", ["ask", "morale", "step"])
def test_7_3_with_the_regiment_at_minus_3_only_steps(policy: str) -> None:
    match = under_fire(wader(), hits=policy, tracks={"8th": -5})
    do(match, "next", HIT)
    assert match.state.question is None
    assert (unit(match, "3/8A").steps, match.state.tracks["8th"]) == (7, -5)


def test_7_3_it_is_the_marker_that_counts_not_the_operative_level() -> None:
    match = under_fire(wader(), tracks={"8th": -4}, operative={"8th": -5, "japanese": 5})
    do(match, "next", HIT)
    assert match.state.question is not None


@pytest.mark.parametrize("id", ["hawkins", "sherman-2", "stuart-1"])
def test_7_3_tanks_and_hawkins_always_lose_steps(id: str) -> None:
    match = under_fire(wader(id), hits="morale")
    before = unit(match, id).steps
    do(match, "next", HIT)
    assert (match.state.question, unit(match, id).steps) == (None, before - 1)
    assert match.state.tracks["2nd"] == match.state.tracks["8th"] == 3


def test_7_3_craft_always_lose_steps_and_so_does_the_passenger() -> None:
    match = under_fire(carried("3/8A", "lvt-1", "1926", pins=1), hits="morale")
    do(match, "next", HIT)
    assert match.state.question is None
    assert (unit(match, "lvt-1").steps, unit(match, "3/8A").steps, match.state.tracks["8th"]) == (5, 7, 3)


def test_7_3_a_hit_on_the_last_step_may_be_the_end() -> None:
    match = under_fire(wader(steps=1) | MATE)
    do(match, "next", HIT)
    do(match, "decide step", STAR)
    assert (unit(match, "3/8A").at, unit(match, "3/8A").steps) == ("lost", 0)


@pytest.mark.parametrize(("steps", "back"), [(8, False), (5, False), (4, True), (1, True)])
def test_7_3_half_the_steps_or_fewer_show_the_back(steps: int, back: bool) -> None:
    assert unit(under_fire(wader(steps=steps)), "3/8A").on_back is back


@pytest.mark.parametrize("die", [1, 2, 3])
def test_7_3_the_hit_of_the_lowest_rows_afloat_is_the_players_choice(die: int) -> None:
    match = under_heavy_fire(wader(), tracks={"japanese": 0})
    (roll,) = rolls(do(match, "next", die), "japanese-fire")
    assert (roll["total"], roll["result"]) == (die + 1, "H")
    assert question(match.state).options == ["step", "morale"]
    assert (match.state.casualties, unit(match, "3/8A").pins) == (0, 0)


@pytest.mark.parametrize(("answer", "steps", "box"), [("step", 6, 3), ("morale", 7, 2)])
def test_7_3_a_hit_beside_a_step_and_a_pin_is_asked_for_last(answer: str, steps: int, box: int) -> None:
    match = under_heavy_fire(wader())
    done = do(match, "next", ALL_THREE)
    assert [roll["result"] for roll in rolls(done, "japanese-fire")] == ["S* H Pin 1"]
    assert (unit(match, "3/8A").steps, unit(match, "3/8A").pins, match.state.casualties) == (7, 1, 50)
    assert "3/8A (7 steps; 8th Marines at +2, first box)" in question(match.state).text
    do(match, f"decide {answer}")
    assert (unit(match, "3/8A").steps, match.state.tracks["8th"], match.state.casualties) == (steps, box, 50)


def test_7_3_whoever_dies_of_the_step_is_not_asked_for_the_hit() -> None:
    match = under_heavy_fire(wader(steps=1) | MATE, hits="ask")
    do(match, "next", ALL_THREE, ALL_THREE)
    assert unit(match, "3/8A").at == "lost"
    assert "3/8B" in question(match.state).text


# ── Casualties (7.4)


@pytest.mark.parametrize("id", ["3/8A", "3/8E", "hawkins"])
def test_7_4_an_asterisk_is_50_casualties(id: str) -> None:
    match = under_fire(wader(id))
    before = unit(match, id).steps
    done = do(match, "next", STAR)
    assert facts(done, "casualties-counted") == [{"rule": "7.4", "unit": id, "spaces": 1, "total": 50}]
    assert (match.state.casualties, unit(match, id).steps) == (50, before - 1)


def test_7_4_artillery_on_the_pier_counts() -> None:
    match = under_fire({"1/10": {"at": "pier:1832", "beach": "red3", "pins": 2}})
    do(match, "next", STAR)
    assert (match.state.casualties, unit(match, "1/10").steps) == (50, 3)


def test_7_4_tanks_do_not_count() -> None:
    match = under_fire(wader("sherman-2"))
    do(match, "next", STAR)
    assert (match.state.casualties, unit(match, "sherman-2").steps) == (0, 3)


def test_6_6_2_a_passenger_under_its_craft_does_not_count() -> None:
    match = under_fire(carried("3/8A", "lvt-1", "1926", pins=1))
    do(match, "next", STAR)
    assert (match.state.casualties, unit(match, "3/8A").steps, unit(match, "lvt-1").steps) == (0, 7, 5)


def test_7_4_a_hit_without_an_asterisk_does_not_count() -> None:
    match = under_fire(wader(), hits="step")
    do(match, "next", HIT)
    assert match.state.casualties == 0


@pytest.mark.parametrize(("before", "box"), [(900, 3), (950, 2), (1000, 3), (1950, 2)])
def test_7_4_each_full_1000_costs_a_box_of_marine_general_morale(before: int, box: int) -> None:
    match = under_fire(wader(), casualties=before)
    done = do(match, "next", STAR)
    assert match.state.tracks["marines"] == box
    assert [fact["rule"] for fact in facts(done, "marker-moved")] == ["9.2.2"] * (3 - box)


def test_7_4_the_marine_marker_stays_at_the_end_of_its_track() -> None:
    match = under_fire(wader(), casualties=950, tracks={"marines": -5})
    assert facts(do(match, "next", STAR), "marker-moved") == []


def test_7_4_only_the_step_with_the_asterisk_counts() -> None:
    match = under_heavy_fire(wader())
    done = do(match, "next", TWO_STEPS)
    assert [roll["result"] for roll in rolls(done, "japanese-fire")] == ["S* S Pin 2"]
    assert (unit(match, "3/8A").steps, unit(match, "3/8A").pins, match.state.casualties) == (6, 2, 50)


# ── Pins (6.6.2, 7.5)


def test_6_6_2_pins_on_a_wader() -> None:
    match = under_fire(wader())
    done = do(match, "next", PIN)
    assert (unit(match, "3/8A").pins, unit(match, "3/8A").steps) == (1, 7)
    assert facts(done, "pinned") == [{"rule": "6.6.2", "unit": "3/8A", "pins": 1}]


def test_6_6_2_a_second_pin_does_not_add_up() -> None:
    match = under_fire(wader(pins=2))
    done = do(match, "next", PIN)
    assert (facts(done, "pinned"), unit(match, "3/8A").pins) == ([], 1)


def test_6_6_2_the_pin_of_a_hit_craft_is_the_crafts() -> None:
    match = under_fire(carried("3/8A", "lvt-1", "1926", pins=1))
    do(match, "next", PIN)
    assert (unit(match, "lvt-1").pins, unit(match, "3/8A").pins) == (1, 0)


@pytest.mark.parametrize("units", [wader("sherman-2"), {"1/10": {"at": "pier:1832", "beach": "red3", "pins": 1}}])
def test_7_5_tanks_and_artillery_ignore_pins(units: Units) -> None:
    match = under_fire(units)
    (id,) = units
    done = do(match, "next", PIN)
    assert (facts(done, "pinned"), unit(match, id).pins) == ([], 0)
    assert unit(match, id).steps == 3


def test_7_5_the_craft_of_an_artillery_unit_does_not() -> None:
    match = under_fire(carried("1/10", "lvt-1", "1926", pins=1))
    do(match, "next", PIN)
    assert (unit(match, "lvt-1").pins, unit(match, "1/10").pins) == (1, 0)


# ── Losses (6.6.2)


def test_6_6_2_step_losses_of_a_craft_fall_equally_on_its_passenger() -> None:
    match = under_fire(carried("3/8E", "lvt-1", "1926", pins=1, steps=4))
    done = do(match, "next", STAR)
    assert [(fact["unit"], fact["left"]) for fact in facts(done, "steps-lost")] == [("lvt-1", 3), ("3/8E", 5)]


@pytest.mark.parametrize(("die", "pins"), [(ALL_THREE, 1), (TWO_STEPS, 2)])
def test_6_6_2_two_losses_of_a_craft_are_two_of_its_passenger(die: int, pins: int) -> None:
    match = under_heavy_fire(carried("3/8A", "lvt-1", "1926", pins=1), hits="morale")
    do(match, "next", die)
    assert (unit(match, "lvt-1").steps, unit(match, "3/8A").steps, match.state.tracks["8th"]) == (4, 6, 3)
    assert (unit(match, "lvt-1").pins, unit(match, "3/8A").pins) == (pins, 0)


def test_6_6_2_a_boat_that_is_empty_by_the_step_takes_the_hit_alone() -> None:
    match = under_heavy_fire(carried("3/8A", "lcvp-1", "1426") | MATE, hits="step")
    unit(match, "3/8A").steps = 1
    do(match, "next", ALL_THREE, ALL_THREE)
    assert (unit(match, "3/8A").at, unit(match, "lcvp-1").at, unit(match, "lcvp-1").steps) == ("lost", "pool", 2)


@pytest.mark.parametrize("die", [ALL_THREE, TWO_STEPS])
def test_6_6_2_a_passenger_loses_what_its_craft_loses_however_much_the_fire_would_cost(die: int) -> None:
    """A craft with one step left loses one."""
    match = under_heavy_fire(carried("3/8A", "lvt-1", "1926", pins=1, steps=1), hits="step")
    done = do(match, "next", die)
    assert [(fact["unit"], fact["steps"]) for fact in facts(done, "steps-lost")] == [("lvt-1", 1), ("3/8A", 1)]
    assert (unit(match, "lvt-1").at, unit(match, "3/8A").at, unit(match, "3/8A").steps) == ("lost", "1926", 7)


@pytest.mark.parametrize("die", [ALL_THREE, TWO_STEPS])
def test_7_2_6_a_craft_that_is_sunk_and_comes_back_is_not_hit_again_by_the_same_shot(die: int) -> None:
    lone = {"lvt-1": afloat("1926", load="supply:2/8", steps=1, pins=1)} | MATE
    match = under_heavy_fire(lone, hits="step", craft_lost={"lvt": 1})
    done = do(match, "next", die, die)
    assert [(fact["unit"], fact["steps"]) for fact in facts(done, "steps-lost")][-1] == ("lvt-1", 1)
    assert (unit(match, "lvt-1").at, unit(match, "lvt-1").steps) == ("pool", 3)


@pytest.mark.parametrize("id", ["3/8A", "3/8E", "hawkins"])
def test_6_6_2_from_a_lost_craft_foot_wade_on(id: str) -> None:
    match = under_fire(carried(id, "lvt-1", "1926", pins=1, steps=1))
    before = unit(match, id).steps
    done = do(match, "next", STAR)
    assert unit(match, "lvt-1").at == "lost"
    assert (unit(match, id).at, unit(match, id).beach, unit(match, id).steps) == ("1926", "red3", before - 1)
    assert facts(done, "wades-on")[0]["rule"] == "6.6.2"


def test_6_6_2_artillery_is_lost_with_its_craft() -> None:
    match = under_fire(carried("1/10", "lvt-1", "1926", pins=1, steps=1) | MATE)
    do(match, "next", STAR, STAR)
    assert (unit(match, "lvt-1").at, unit(match, "1/10").at) == ("lost", "lost")
    assert (match.state.casualties, match.state.tracks["japanese"]) == (50, 5)


def test_6_6_2_a_tank_is_lost_with_its_craft() -> None:
    match = under_fire(carried("sherman-2", "lcm-1", "1426", steps=1) | MATE)
    do(match, "next", STAR, STAR)
    assert (unit(match, "lcm-1").at, unit(match, "sherman-2").at) == ("lost", "lost")


def test_6_6_2_supplies_are_lost_with_their_craft() -> None:
    match = under_fire({"lvt-1": afloat("1926", load="supply:2/8", steps=1, pins=1)} | MATE)
    done = do(match, "next", STAR, STAR)
    assert facts(done, "supply-lost") == [{"rule": "6.6.2", "craft": "lvt-1"}]
    assert (unit(match, "lvt-1").at, unit(match, "lvt-1").load) == ("lost", "")


def test_6_5_an_amtrac_whose_passenger_dies_goes_home() -> None:
    match = under_fire(carried("hawkins", "lvt-1", "1926", pins=1) | MATE)
    unit(match, "hawkins").steps = 1
    do(match, "next", STAR, STAR)
    assert unit(match, "hawkins").at == "lost"
    assert (unit(match, "lvt-1").homeward, unit(match, "lvt-1").steps) == (True, 5)


def test_6_3_a_boat_at_the_edge_whose_passenger_dies_is_back_in_the_pool() -> None:
    match = under_fire(carried("3/8A", "lcvp-1", "1426") | MATE)
    unit(match, "3/8A").steps = 1
    do(match, "next", STAR, STAR)
    assert (unit(match, "3/8A").at, unit(match, "lcvp-1").at, unit(match, "lcvp-1").steps) == ("lost", "pool", 3)


def test_6_6_2_if_both_die_at_once_both_are_lost() -> None:
    match = under_fire(carried("3/8A", "lvt-1", "1926", pins=1, steps=1) | MATE)
    unit(match, "3/8A").steps = 1
    do(match, "next", STAR, STAR)
    assert (unit(match, "lvt-1").at, unit(match, "3/8A").at) == ("lost", "lost")


def test_7_2_6_when_two_craft_of_a_kind_are_lost_one_returns_on_its_back_side() -> None:
    units = carried("3/8A", "lvt-1", "1926", pins=1, steps=1) | carried("3/8B", "lvt-2", "1928", pins=1, steps=1)
    match = under_fire(units)
    done = do(match, "next", STAR, STAR)
    assert (unit(match, "lvt-1").at, unit(match, "lvt-1").steps, unit(match, "lvt-2").at) == ("pool", 3, "lost")
    assert facts(done, "craft-returned") == [{"rule": "7.2.6", "craft": "lvt-1", "steps": 3}]
    assert match.state.craft_lost.get("lvt", 0) == 0


def test_7_2_6_two_of_different_kinds_do_not() -> None:
    match = under_fire(carried("3/8A", "lvt-1", "1926", pins=1, steps=1), craft_lost={"lcvp": 1})
    do(match, "next", STAR)
    assert (unit(match, "lvt-1").at, match.state.craft_lost) == ("lost", {"lcvp": 1, "lvt": 1})


# ── Morale moved by these causes (9)


@pytest.mark.parametrize(("id", "up"), [("3/8A", 1), ("hawkins", 1), ("3/8E", 0), ("sherman-2", 0)])
def test_9_2_1_japanese_morale_rises_for_each_infantry_unit_eliminated(id: str, up: int) -> None:
    match = under_fire(wader(id, steps=1) | MATE, tracks={"japanese": 0}, operative={"japanese": 5})
    do(match, "next", STAR, STAR)
    assert unit(match, id).at == "lost"
    assert (match.state.tracks["japanese"], match.state.operative["japanese"]) == (up, 5)


def test_9_2_1_infantry_that_dies_under_its_craft_counts_too() -> None:
    units = carried("3/8A", "lvt-1", "1926", pins=1) | MATE
    match = under_fire(units, tracks={"japanese": 0}, operative={"japanese": 5})
    unit(match, "3/8A").steps = 1
    do(match, "next", STAR, STAR)
    assert match.state.tracks["japanese"] == 1


def test_9_a_regiment_that_reaches_minus_3_moves_both_generals_markers() -> None:
    match = under_fire(wader(), hits="morale", tracks={"8th": -4, "japanese": 4}, operative={"japanese": 5})
    done = do(match, "next", HIT)
    assert match.state.tracks == {"japanese": 5, "marines": 2, "2nd": 3, "6th": 3, "8th": -5, "10th": 3}
    assert [(f["rule"], f["track"], f["by"]) for f in facts(done, "marker-moved")] == [
        ("9.2.4", "8th", -1),
        ("9.2.1", "japanese", 1),
        ("9.2.2", "marines", -1),
    ]


def test_9_a_box_above_minus_3_moves_nothing_else() -> None:
    match = under_fire(wader(), hits="morale", tracks={"8th": -3})
    do(match, "next", HIT)
    assert (match.state.tracks["8th"], match.state.tracks["japanese"], match.state.tracks["marines"]) == (-4, 5, 3)


def test_7_3_a_decision_needs_no_dice_of_its_own() -> None:
    match = under_fire(wader() | {"3/8B": afloat("1928", pins=1)})
    do(match, "next", HIT)
    assert "3/8B" in needs_dice(match, "decide step").purpose
    assert unit(match, "3/8A").steps == 8
