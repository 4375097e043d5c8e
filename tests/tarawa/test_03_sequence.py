"""3: the sequence of a turn, as far as the landing goes; 3.5.1 and 10: levels, pins, markers.

Into turn 3 and every later day turn there are two dice: shore support, then supply points; at night the latter only.
"""

from typing import Any

import pytest

from tarawa_cli.games.tarawa.narration.sentences import sentences
from tarawa_cli.kernel.engine.session import Done
from tests.tarawa.common import needs_dice, refused
from tests.tarawa.playing_reef import CALM, LEAST, afloat, carried, do, facts, match_on, new_match, phases, rolls, unit

LANDED = {"at": "2531", "landed": 1}
WAITING = {"3/8A": afloat("1926")}
HIT = 3
"""A hit on the reef, with Japanese morale at 0 as well as in calm fire."""


def begun(delay: int, *, embark: bool = True) -> list[str]:
    """The phases of turn 1 from the embarking on, up to suppression, when two impulses may have been given up."""
    match = new_match()
    do(match, f"bombard --delay {delay}", 1)
    chits = match.state.chits_due
    do(match, f"chits {' '.join(['red2', 'red3', 'green', 'beak', 'pocket'][:chits])}", *[1, 1] * chits)
    do(match, "next", 3)
    assert match.state.phase == "embark"
    if embark:
        do(match, "embark hawkins 1431")
    return phases(do(match, "next"))


@pytest.mark.parametrize(("delay", "first"), [(0, "impulse-1"), (1, "impulse-2"), (2, "impulse-3")])
def test_5_1_impulses_given_up_are_left_out_with_their_fire_and_suppression(delay: int, first: str) -> None:
    assert begun(delay) == [first]


def test_3_an_impulse_given_up_in_turn_1_is_not_left_out_later() -> None:
    match = match_on(WAITING, delay=2, turn=1, phase="suppression-3")
    do(match, "next", 3)
    assert (match.state.turn, match.state.phase) == (2, "impulse-1")


def test_3_the_phases_of_a_turn_come_in_their_order() -> None:
    match = match_on({"3/8A": afloat("1926", pins=2)}, **CALM)
    seen = [phase for dice in [(1,), (1,), ()] for phase in phases(do(match, "next", *dice))]
    assert seen == ["anti-landing-1", "suppression-1", "impulse-2", "anti-landing-2", "suppression-2", "impulse-3"]


def test_3_support_is_rolled_by_day_and_not_at_night() -> None:
    by_day = match_on(WAITING, turn=2, phase="suppression-3")
    assert rolls(do(by_day, "next", 5, 1), "shore-support")[0]["rule"] == "7.2.3"
    assert by_day.state.shore == 2
    at_night = match_on(WAITING, turn=5, phase="suppression-3", shore=2)
    assert rolls(do(at_night, "next", 1), "shore-support") == []
    assert (at_night.state.turn, at_night.state.phase) == (6, "impulse-1")


@pytest.mark.parametrize(("die", "points"), [(1, 0), (2, 0), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_7_2_3_shore_points_are_rolled_anew_each_day_turn(die: int, points: int) -> None:
    match = match_on(WAITING, phase="suppression-3", shore=9)
    do(match, "next", die, 1)
    assert match.state.shore == points


def test_10_1_3_lasting_losses_come_off_the_shore_points() -> None:
    match = match_on(WAITING, phase="suppression-3", shore_loss=2)
    do(match, "next", 3, 1)
    assert match.state.shore == 0


def test_3_with_nobody_afloat_there_are_no_impulses() -> None:
    match = match_on({"2/8A": LANDED, "3/8A": {}, "lvt-1": {}}, phase="embark")
    seen = phases(do(match, "next"))
    assert match.state.phase == "actions"
    seen += phases(do(match, "next", 1, 3, 1))
    assert (match.state.turn, match.state.phase) == (3, "embark")
    assert [phase for phase in seen if phase[-1].isdigit()] == []


GROUPS = [f"{part}-{n}" for n in (1, 2, 3) for part in ("impulse", "suppression")]


def left_out(done: Done) -> list[tuple[str, list[str]]]:
    return [(fact["why"], fact["phases"]) for fact in facts(done, "phases-left-out")]


def test_3_the_impulses_that_are_left_out_for_want_of_anybody_afloat_are_told_in_one_line() -> None:
    match = match_on({"2/8A": LANDED, "3/8A": {}, "lvt-1": {}}, phase="embark")
    done = do(match, "next")
    assert left_out(done) == [("no unit is coming in", GROUPS)]
    line = "── Invasion impulse 1 to Direct suppression 3: skipped, no unit is coming in"
    assert sentences(done.events, match.state)[0] == line


def test_3_a_suppression_that_is_gone_because_everybody_has_landed_is_told() -> None:
    match = match_on({"3/8A": afloat("2528")}, phase="impulse-3")
    do(match, "advance 3/8A")
    assert match.state.units["3/8A"].at in match.state.board.landing
    done = do(match, "next")
    assert left_out(done) == [("no unit is coming in", ["suppression-3"])]
    assert "── Direct suppression 3: skipped, no unit is coming in" in sentences(done.events, match.state)


def test_5_1_impulses_given_up_are_told() -> None:
    match = match_on(WAITING, delay=1, turn=1, phase="embark")
    assert left_out(do(match, "next")) == [("given up for the bombardment", GROUPS[:2])]


def test_3_phases_that_a_turn_never_has_are_not_told() -> None:
    match = match_on({"2/8A": LANDED, "3/8A": {}, "lvt-1": {}}, turn=5, phase="actions")
    done = do(match, "next", 1, 1)
    assert (match.state.turn, match.state.phase) == (6, "embark")
    assert left_out(done) == []


def test_3_a_unit_in_2632_alone_makes_no_impulse() -> None:
    match = match_on({"hawkins": {"at": "pier:2632"}, "3/8A": {}, "lvt-1": {}}, phase="embark")
    seen = phases(do(match, "next"))
    assert match.state.phase == "actions"
    seen += phases(do(match, "next", LEAST, 3, 1))
    assert (match.state.turn, match.state.phase) == (3, "embark")
    assert "impulse-1" not in seen
    short = match_on({"hawkins": {"at": "pier:2532"}}, phase="embark")
    assert phases(do(short, "next")) == ["impulse-1"]


def test_3_with_only_homeward_craft_left_there_is_no_fire_and_no_suppression() -> None:
    match = match_on({"lvt-1": afloat("2326", homeward=True), "2/8A": LANDED, "3/8A": {}}, phase="embark")
    done = do(match, "next")
    assert match.state.phase == "actions"
    numbered = [phase for phase in phases(done) if phase[-1].isdigit()]
    assert numbered == ["impulse-1", "impulse-2"]
    passed = [fact["phase"] for fact in facts(done, "phase-passed")]
    assert [phase for phase in passed if phase.startswith("impulse")] == ["impulse-1", "impulse-2"]
    assert not any(fact["phase"].startswith("impulse") for fact in facts(done, "phase-begun")), "one line, not two"
    assert unit(match, "lvt-1").at == "pool"


def test_3_one_wader_beside_homeward_craft_keeps_the_fire() -> None:
    match = match_on({"lvt-1": afloat("2326", homeward=True), **WAITING}, **CALM)
    assert phases(do(match, "next", 1)) == ["anti-landing-1", "suppression-1"]


def test_3_a_phase_in_which_nobody_can_do_anything_is_passed_over_with_a_line() -> None:
    match = match_on({"3/8A": afloat("1926", pins=1), "3/8B": afloat("1924", pins=2)}, phase="embark", **CALM)
    done = do(match, "next", 1, 1)
    assert [fact["phase"] for fact in facts(done, "phase-passed")] == ["impulse-1"]
    assert match.state.phase == "suppression-1"


def test_3_a_boat_that_can_unload_is_something_to_do() -> None:
    match = match_on(carried("3/8A", "lcvp-1", "1426"), phase="embark")
    do(match, "next")
    assert match.state.phase == "impulse-1"


def test_3_hawkins_held_up_but_with_an_amtrac_beside_him_is_something_to_do() -> None:
    units: dict[str, dict[str, Any]] = {
        "hawkins": {"at": "pier:1432"},
        "3/8A": {"at": "pier:1532", "beach": "red3", "pins": 2},
        "lvt-1": afloat("1433"),
    }
    match = match_on(units, phase="embark")
    do(match, "next")
    assert match.state.phase == "impulse-1"
    do(match, "advance hawkins lvt-1")
    assert unit(match, "hawkins").at == "in:lvt-1"


def test_3_next_ends_an_impulse_in_which_everybody_has_moved() -> None:
    """Courses, homeward craft and pins are seen to, and nobody moves twice."""
    units = {
        **WAITING,
        "3/8B": afloat("1924", pins=2),
        "lvt-1": afloat("2026", homeward=True),
    }
    match = match_on(units, **CALM)
    do(match, "advance --all")
    at = unit(match, "3/8A").at
    done = do(match, "next", 1, 1)
    assert phases(done) == ["anti-landing-1", "suppression-1"]
    assert facts(done, "impulse-begun") == []
    assert (unit(match, "3/8A").at, unit(match, "3/8B").pins) == (at, 1)
    assert unit(match, "lvt-1").at == "pool"


def test_3_a_position_in_an_automatic_phase_is_run_first() -> None:
    match = match_on(WAITING, phase="anti-landing-2", **CALM)
    done = do(match, "next", 1)
    assert len(rolls(done, "japanese-fire")) == 1
    assert match.state.phase == "suppression-2"


def test_3_a_position_in_support_rolls_its_points() -> None:
    match = match_on(WAITING, phase="support")
    do(match, "next", 6)
    assert (match.state.shore, match.state.phase) == (3, "impulse-1")


def test_3_while_a_decision_is_pending_nothing_else_is_legal() -> None:
    match = match_on(WAITING)
    do(match, "next", HIT)
    for order in ("next", "suppress red3", "advance --all"):
        error = refused(match, order)
        assert (error.rule, error.hint) == ("3", "decide step")
    do(match, "policy hits step")
    assert match.state.question is not None
    do(match, "decide step")
    assert match.state.phase == "suppression-1"


def test_3_without_a_decision_there_is_nothing_to_decide() -> None:
    assert refused(match_on(WAITING), "decide step").rule == "3"


def test_3_the_rest_of_the_targets_come_after_the_decision() -> None:
    match = match_on({"3/8A": afloat("1926"), "3/8B": afloat("1924")}, **CALM)
    first = do(match, "next", HIT)
    assert [roll["on"] for roll in rolls(first, "japanese-fire")] == ["3/8A"]
    second = do(match, "decide step", 1)
    assert [roll["on"] for roll in rolls(second, "japanese-fire")] == ["3/8B"]
    assert match.state.phase == "suppression-1"


@pytest.mark.parametrize(
    ("order", "rule"),
    [("advance --all", "6.4"), ("unload lcvp-1", "6.3"), ("embark 3/8A lvt-1 red3", "6.2"), ("withdraw lvt-1", "6.2")],
)
def test_3_an_order_of_another_phase_is_refused(order: str, rule: str) -> None:
    match = match_on(WAITING | {"lvt-1": {}, "lcvp-1": {}}, phase="suppression-1")
    error = refused(match, order)
    assert (error.rule, error.hint) == (rule, "suppress red3")


def test_12_after_the_end_nothing_can_be_done_but_policy() -> None:
    match = match_on({"2/8A": LANDED}, turn=30, phase="final")
    do(match, "next")
    assert match.state.outcome == "time"
    assert refused(match, "next").rule == "12"
    do(match, "policy hits morale")
    assert match.state.hits == "morale"


def test_3_5_1_levels_become_operative_in_phase_morale_only() -> None:
    match = match_on(WAITING, tracks={"8th": 1, "japanese": 0})
    do(match, "policy hits morale")
    do(match, "next", HIT)
    assert (match.state.tracks["8th"], match.state.operative["8th"]) == (0, 1)
    assert match.state.level("8th") == 1
    match.state.phase = "offensive-fire"
    done = do(match, "next", 3, 1)
    assert facts(done, "levels-copied") == [{"rule": "3.5.1", "levels": {"8th": 0}}]
    assert match.state.level("8th") == 0


def test_3_5_1_levels_that_did_not_change_are_not_told() -> None:
    match = match_on(WAITING, phase="suppression-3")
    assert facts(do(match, "next", 3, 1), "levels-copied") == []


@pytest.mark.parametrize(("before", "after"), [(2, 1), (1, 0), (0, 0)])
def test_10_at_the_end_of_a_turn_pin_2_becomes_pin_1_and_pin_1_goes(before: int, after: int) -> None:
    match = match_on({"2/8A": LANDED | {"pins": before}, **WAITING}, phase="actions")
    do(match, "next", 1, 3, 1)
    assert match.state.turn == 3
    assert unit(match, "2/8A").pins == after


def test_10_hex_suppression_goes_and_area_suppression_stays() -> None:
    match = match_on(WAITING, phase="suppression-3", suppressed={"2626": 2}, area_suppression="red3")
    do(match, "next", 3, 1)
    assert match.state.suppressed == {}
    assert match.state.area_suppression == {"red3"}


def test_3_next_tells_how_many_dice_it_needs() -> None:
    match = match_on({"3/8A": afloat("1926"), "3/8B": afloat("1924")}, **CALM)
    assert needs_dice(match, "next", 1).purpose.endswith("3/8B")


def test_3_every_phase_that_the_engine_runs_goes_on_by_itself() -> None:
    """A turn with nobody to move runs through to the next turn in which somebody is due.

    The one unit ashore is pinned all the time and shot at in both turns; no supply points are won that could be sent.
    """
    units = {"2/8A": LANDED | {"pins": 2}, "1/6A": {}, "lvt-1": {}}
    match = match_on(units, turn=12, phase="beach-landing", supply_loss=1)
    done = do(match, "next", 1, *(1, 1), 1, *(1, 1))
    assert (match.state.turn, match.state.phase) == (14, "embark")
    assert [fact["turn"] for fact in facts(done, "turn-begun")] == [13, 14]
