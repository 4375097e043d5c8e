"""3: `next`, and the phases of the fight ashore in the sequence of a turn."""

from tarawa_cli.kernel.engine.play import Event
from tests.tarawa.common import of_type
from tests.tarawa.ground import ashore, give, refuse, rolls

AWAY = "2630 2631 2727 2728 2729 2731"


def begun(events: list[Event]) -> list[str]:
    return [fact["phase"] for fact in of_type(events, "phase-begun")]


def passed(events: list[Event]) -> list[str]:
    return [fact["phase"] for fact in of_type(events, "phase-passed")]


def test_next_ends_the_actions_and_the_turn_goes_on_to_the_next_actions() -> None:
    state = ashore({"hawkins": "2530"}, cleared=AWAY)
    events = give(state, "next")
    assert begun(events) == ["offensive-fire", "supply-check"]
    assert (state.turn, state.phase) == (4, "supply-check"), "a head could be placed"
    events = give(state, "next", 1, 1)
    assert begun(events) == ["morale", "final", "support", "supply-points", "beach-landing", "traps", "actions"]
    assert passed(events) == ["supply-points", "embark"]
    assert (state.turn, state.phase) == (5, "actions")


def test_next_when_all_ap_are_spent_leaves_nobody_out_of_the_next_turn() -> None:
    state = ashore({"hawkins": {"at": "2530", "ap": 0, "acted": True}}, cleared=AWAY)
    events = give(state, "next") + give(state, "next", 1, 1)
    assert "actions" not in passed(events)
    assert (state.turn, state.phase) == (5, "actions")


def test_actions_are_passed_over_in_one_line_if_everybody_is_pinned() -> None:
    state = ashore({"hawkins": {"at": "2530", "pins": 1}}, cleared=AWAY, phase="traps")
    events = give(state, "next") + give(state, "next", 1, 1)
    assert passed(events) == ["actions", "supply-points", "embark"]
    assert begun(events).count("actions") == 1, "only that of the next turn, when the pin is gone"
    assert (state.turn, state.phase) == (5, "actions")


def test_a_unit_without_ap_that_has_not_acted_is_still_asked() -> None:
    state = ashore({"hawkins": {"at": "2530", "ap": 0, "steps": 1}}, cleared=AWAY, heads="2531", phase="traps")
    give(state, "next")
    assert state.phase == "actions"
    give(state, "recover hawkins")


def test_a_position_may_start_in_an_automatic_phase_which_is_then_done_once() -> None:
    fire = ashore({"2/8A": "2627"}, phase="offensive-fire")
    assert len(rolls(give(fire, "next", 1, 1, 1), "7.5")) == 1
    assert (fire.turn, fire.phase) == (5, "actions")
    night = ashore({"hawkins": "2530"}, cleared=AWAY, turn=6, phase="night")
    assert len(rolls(give(night, "next", 2, 1), "10.1")) == 1
    assert (night.turn, night.phase) == (7, "actions")


def test_a_position_in_the_supply_check_goes_on_from_there() -> None:
    check = ashore({"hawkins": "2530"}, cleared=AWAY, phase="supply-check")
    events = give(check, "next", 1, 1)
    assert "supply-check" not in begun(events) + passed(events)
    assert [fact["unit"] for fact in of_type(events, "supply-status")] == ["hawkins"], "status is set once"
    assert (check.turn, check.phase) == (5, "actions")


def test_an_impulse_in_which_all_have_moved_is_ended_not_begun_again() -> None:
    waders = {"2/8A": {"at": "1927", "beach": "red3"}, "hawkins": "2530"}
    state = ashore(waders, cleared=AWAY, phase="impulse-1")
    give(state, "advance --all")
    events = give(state, "next", 1)
    assert begun(events) == ["anti-landing-1", "suppression-1"]
    assert passed(events) == []
    assert state.phase == "suppression-1"


def test_a_segment_in_which_every_area_was_tried_keeps_its_markers() -> None:
    waders = {"2/8A": {"at": "2327", "beach": "red3"}, "hawkins": "2530"}
    state = ashore(waders, cleared=AWAY, phase="suppression-1")
    give(state, "suppress red3", 6)
    give(state, "next")
    assert state.area_suppression == {"red3"}
    assert state.phase == "impulse-2"


def test_orders_of_the_actions_belong_to_the_actions() -> None:
    state = ashore({"2/8A": {"at": "2627", "supply": "active"}, "2/8E": "2627"}, phase="embark")
    for command, rule in {
        "move 2/8A 2628": "7.2.1",
        "fire 2/8A 2626": "7.2.2",
        "attack 2/8A --on 2626": "7.2.4",
        "demolish 2/8E --on 2626": "7.2.5",
        "recover 2/8A": "7.2.6",
        "dig 2/8A": "11.1",
    }.items():
        assert refuse(state, command).rule == rule


def test_shore_points_left_over_are_lost_with_the_day_turn() -> None:
    state = ashore({"hawkins": "2530"}, cleared=AWAY, turn=5, shore=2)
    give(state, "next")
    assert (state.phase, state.shore) == ("supply-check", 2)
    give(state, "next", 1)
    assert (state.turn, state.phase, state.night) == (6, "actions", True)
    assert state.shore == 0
