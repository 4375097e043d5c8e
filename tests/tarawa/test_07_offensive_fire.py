"""7.5, 7.3, 7.4: Japanese offensive fire, and what hits do ashore."""

import pytest

from tarawa_cli.games.tarawa.model.board import distance
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.kernel.engine.play import Event
from tests.tarawa.common import all_but, modifiers, of_type
from tests.tarawa.ground import LEAN, ashore, end_turn, give, refuse, rolls
from tests.tarawa.tables import under_plain_fire

AWAY = "2630 2631 2727 2728 2729 2731"
"""Cleared hexes around 2530, so that nothing uncleared is within two of it."""


def fire(state: State, *dice: int, traps: int = 0, stops: bool = False) -> list[Event]:
    """The fire phase, and on to the next turn's actions; off the landing hexes traps are rolled for there."""
    return end_turn(state, *dice, stops=stops, begins=(*LEAN, *[1] * traps))


def test_an_area_with_a_unit_within_two_hexes_of_an_uncleared_hex_is_fired_on_once() -> None:
    state = ashore({"2/8A": "2627", "2/8B": "2625"})
    events = fire(state, 2, 3)
    (roll,) = rolls(events, "7.5")
    assert roll["table"] == "japanese-fire"
    assert roll["column"] == "ashore"
    assert roll["on"] == "2/8B"
    assert (state.turn, state.phase) == (5, "actions")


def test_three_hexes_away_nobody_is_fired_on() -> None:
    state = ashore({"hawkins": "2530"}, cleared=AWAY)
    assert rolls(fire(state, stops=True), "7.5") == []


def test_exactly_two_hexes_away_is_within_reach() -> None:
    state = ashore({"hawkins": "2529"}, cleared="2630 2631 2729")
    assert distance("2529", "2728") == min(distance("2529", hex) for hex in state.uncleared) == 2
    assert len(rolls(fire(state, 1), "7.5")) == 1


def test_only_units_within_reach_can_be_picked() -> None:
    state = ashore({"2/8A": "2530", "2/8B": "2625"}, cleared=AWAY)
    events = fire(state, 3, stops=True)
    assert [roll["on"] for roll in rolls(events, "7.5")] == ["2/8B"]
    assert of_type(events, "pick") == []


def test_areas_are_fired_on_in_the_order_of_the_map() -> None:
    state = ashore({"2/8A": "2627", "2/2A": "2732", "3/2A": "3041"})
    assert [roll["on"] for roll in rolls(fire(state, 1, 1, 1), "7.5")] == ["3/2A", "2/2A", "2/8A"]


def test_a_unit_in_2632_is_fired_at_like_one_in_a_clear_hex_of_red_3() -> None:
    state = ashore({"hawkins": "pier:2632"}, chits={"red3": -1})
    (roll,) = rolls(fire(state, 1), "7.5")
    assert (roll["on"], [m["label"] for m in roll["modifiers"]]) == ("hawkins", ["bombardment chit"])


def test_a_unit_in_2632_and_those_of_red_3_draw_one_fire_together() -> None:
    state = ashore({"2/8A": "2628", "hawkins": "pier:2632", "2/2A": "2838"})
    found = rolls(fire(state, 1, 2, 1), "7.5")
    assert [roll["on"] for roll in found] == ["2/2A", "hawkins"]


def test_a_unit_in_2632_far_from_the_enemy_is_not_fired_at() -> None:
    calm = ashore({"hawkins": "pier:2632"}, cleared=all_but("4403"))
    assert rolls(fire(calm, stops=True), "7.5") == []


def test_every_modifier_stands_under_its_name() -> None:
    state = ashore(
        {"2/8A": "2726", "1/2A": "3041"},
        cleared="2726",
        improved="2726",
        tracks={"japanese": 3},
        chits={"red3": -2},
        suppressed={"2626": 2, "2728": 1, "2827": 1},
    )
    pocket, red3 = rolls(fire(state, 1, 6, traps=1), "7.5")
    assert modifiers(red3) == {
        "Japanese morale": 2,
        "in palm grove": -1,
        "improved position": -1,
        "bombardment chit": -2,
        "suppressed pillbox hex ×2": -2,
    }
    assert red3["total"] == 2
    assert modifiers(pocket) == {"Japanese morale": 2}


def test_an_air_raid_marker_lowers_the_fire_from_its_area() -> None:
    state = ashore({"2/8A": "2627"}, raids={"red3": 1})
    (roll,) = rolls(fire(state, 3), "7.5")
    assert modifiers(roll) == {"air-raid marker": -1}


def test_a_retaken_hex_whose_pillboxes_are_destroyed_is_no_pillbox_hex() -> None:
    standing = ashore({"2/8A": "2627"}, demolished={"2626": 1}, suppressed={"2626": 1})
    (roll,) = rolls(fire(standing, 3), "7.5")
    assert modifiers(roll) == {"suppressed pillbox hex": -1}
    destroyed = ashore({"2/8A": "2627"}, demolished={"2626": 2}, suppressed={"2626": 1})
    (roll,) = rolls(fire(destroyed, 3), "7.5")
    assert modifiers(roll) == {}


def test_the_area_is_that_of_the_nearest_uncleared_hex() -> None:
    state = ashore({"2/8A": "2732"}, cleared="2731 2832 2833 2631 2630", chits={"red2": -2, "red3": -1})
    nearest = sorted(hex for hex in state.uncleared if state.board.area_of[hex] == "red3")
    assert nearest
    (roll,) = rolls(fire(state, 3, stops=True), "7.5")
    assert modifiers(roll) == {"bombardment chit": -2}


def test_between_two_areas_equally_near_the_higher_roll_counts() -> None:
    one_each = {"2/8A": "2731"}
    state = ashore(one_each, cleared="2731", chits={"red2": -2, "red3": 0})
    (roll,) = rolls(fire(state, 3, traps=1, stops=True), "7.5")
    assert modifiers(roll) == {}
    other = ashore(one_each, cleared="2731", chits={"red2": 0, "red3": -2})
    (roll,) = rolls(fire(other, 3, traps=1, stops=True), "7.5")
    assert modifiers(roll) == {}
    both = ashore(one_each, cleared="2731", chits={"red2": -2, "red3": -1})
    (roll,) = rolls(fire(both, 3, traps=1, stops=True), "7.5")
    assert modifiers(roll) == {"bombardment chit": -1}


@pytest.mark.parametrize(
    ("box", "die", "steps", "pins", "casualties"),
    [
        (0, 2, 8, 0, 0),
        (0, 3, 7, 0, 0),
        (0, 4, 7, 0, 50),
        (0, 5, 7, 1, 50),
        (3, 6, 7, 1, 50),
        (5, 6, 6, 2, 50),
    ],
)
def test_every_row_of_the_column_ashore(box: int, die: int, steps: int, pins: int, casualties: int) -> None:
    suffers(exposed(box), die, steps, pins, casualties)


@pytest.mark.parametrize(
    ("box", "die", "steps", "pins", "casualties"),
    [(0, 3, 7, 0, 50), (0, 4, 8, 1, 0), (0, 6, 7, 0, 0), (5, 6, 6, 2, 100)],
    ids=["S*", "Pin 1", "H", "S* S* Pin 2"],
)
def test_results_that_only_a_table_of_ones_own_has(
    box: int, die: int, steps: int, pins: int, casualties: int, request: pytest.FixtureRequest
) -> None:
    events = suffers(under_plain_fire(exposed(box)), die, steps, pins, casualties)
    assert [roll["result"] for roll in rolls(events, "7.5")] == [request.node.callspec.id]


def exposed(box: int) -> State:
    """One unit within reach of the enemy, whose morale is in a box."""
    resting = {"hawkins": "2530"}
    return ashore({"2/8A": "2627"} | resting, cleared=AWAY, tracks={"japanese": box}, policy={"hits": "step"})


def suffers(state: State, die: int, steps: int, pins: int, casualties: int) -> list[Event]:
    events = fire(state, die, stops=True)
    assert state.units["2/8A"].steps == steps
    assert [pin["pins"] for pin in of_type(events, "pinned")] == ([pins] if pins else [])
    assert state.units["2/8A"].pins == max(0, pins - 1), "the final phase eases a pin by one"
    assert state.casualties == casualties
    return events


def test_a_hit_is_the_players_choice_and_nothing_else_is_legal_before() -> None:
    state = under_plain_fire(ashore({"2/2A": "2732", "2/8A": "2627"}))
    give(state, "next", 6)
    assert state.question is not None
    assert state.question.facts == {"unit": "2/2A"}
    assert refuse(state, "next").rule == "3"
    events = give(state, "decide morale", 2, *LEAN)
    assert [roll["on"] for roll in rolls(events, "7.5")] == ["2/8A"]
    assert state.tracks["2nd"] == -1
    assert state.units["2/2A"].steps == 8
    assert state.turn == 5


def test_a_hit_taken_as_a_step_leaves_morale_alone() -> None:
    state = under_plain_fire(ashore({"2/2A": "2732"}))
    give(state, "next", 6)
    give(state, "decide step", *LEAN)
    assert state.units["2/2A"].steps == 7
    assert state.tracks["2nd"] == 0


def test_the_standing_answer_takes_hits_as_morale() -> None:
    state = under_plain_fire(ashore({"2/2A": "2732"}, policy={"hits": "morale"}))
    fire(state, 6)
    assert (state.tracks["2nd"], state.units["2/2A"].steps) == (-1, 8)


def test_a_regiment_at_its_lowest_takes_only_steps() -> None:
    state = under_plain_fire(ashore({"2/2A": "2732"}, tracks={"2nd": -5}))
    assert [roll["result"] for roll in rolls(fire(state, 6), "7.5")] == ["H"]
    assert state.units["2/2A"].steps == 7


def test_hawkins_and_tanks_take_hits_as_steps_and_tanks_are_neither_pinned_nor_counted() -> None:
    hawkins = under_plain_fire(ashore({"hawkins": "2732"}))
    fire(hawkins, 6)
    assert hawkins.units["hawkins"].steps == 1
    tank = ashore({"sherman-1": "2732"}, tracks={"japanese": 5})
    events = fire(tank, 6)
    assert tank.units["sherman-1"].steps == 2
    assert of_type(events, "pinned") == []
    assert tank.casualties == 0


def test_artillery_is_not_pinned_but_counts_and_may_take_morale() -> None:
    state = ashore({"1/10": "2732"}, tracks={"japanese": 5})
    give(state, "next", 6)
    assert state.units["1/10"].pins == 0
    assert state.casualties == 50
    give(state, "decide morale", *LEAN)
    assert state.tracks["10th"] == -1


def test_each_full_thousand_casualties_costs_a_box_of_marine_morale() -> None:
    state = ashore({"2/2A": "2732"}, casualties=950, tracks={"marines": 2})
    fire(state, 4)
    assert (state.casualties, state.tracks["marines"]) == (1000, 1)
    again = ashore({"2/2A": "2732"}, casualties=1000, tracks={"marines": 2})
    fire(again, 4)
    assert (again.casualties, again.tracks["marines"]) == (1050, 2)


def test_a_regiment_that_reaches_its_lowest_box_moves_both_other_tracks() -> None:
    state = under_plain_fire(ashore({"2/2A": "2732"}, tracks={"2nd": -4}, policy={"hits": "morale"}))
    fire(state, 6)
    assert (state.tracks["2nd"], state.tracks["japanese"], state.tracks["marines"]) == (-5, 1, -1)


def test_a_unit_still_pinned_at_the_start_of_actions_does_nothing() -> None:
    state = ashore({"2/8A": "2530", "2/8B": "2627"}, cleared=AWAY, heads="2531")
    state.units["2/8A"].pins = 1
    for command in ("dig 2/8A", "recover 2/8A", "move 2/8A 2531"):
        assert refuse(state, command).rule == "7.2"


def test_the_final_phase_takes_off_what_counts_for_one_turn_only() -> None:
    state = ashore({"2/8A": "2627", "2/8B": {"at": "2625", "pins": 2}}, suppressed={"2626": 1})
    unit = state.units["2/8A"]
    unit.spent, unit.acted, unit.attacked, unit.fought, unit.hurt, unit.fired = 3.0, True, True, True, True, ("2626",)
    fire(state, 1, 1)
    assert (unit.spent, unit.acted, unit.attacked, unit.hurt, unit.fired) == (0.0, False, False, False, ())
    assert unit.fought, "that it has attacked since it landed stays true"
    assert state.suppressed == {}
    assert state.units["2/8B"].pins == 1
