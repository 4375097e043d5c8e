"""9.3: a battalion that rests as a whole lifts its regiment."""

from typing import Any

import pytest

from tarawa_cli.games.tarawa.model.board import distance
from tests.tarawa.playing_supply import AFTER, Match, at_morale, do, modifiers, rolls, unit

WHOLE: dict[str, dict[str, Any]] = {"2/8A": {"at": "2531"}, "2/8B": {"at": "2529", "steps": 5}, "2/8E": {"at": "2530"}}


def lifted(match: Match, dice: list[int]) -> list[str]:
    """Regiments whose markers go up by recovery."""
    events = do(match, "next", [*dice, *AFTER])
    return [event.facts["track"] for event in events if event.type == "marker-moved" and event.rule == "9.3"]


def test_a_battalion_that_rests_as_a_whole_lifts_its_regiment() -> None:
    match = at_morale(WHOLE)
    assert lifted(match, [6]) == ["8th"]
    assert (match.state.tracks["8th"], match.state.operative["8th"]) == (4, 4)


def test_one_of_it_must_succeed() -> None:
    assert lifted(at_morale(WHOLE), [1]) == []


def test_a_unit_without_losses_tries_but_rolls_for_nothing() -> None:
    match = at_morale(WHOLE)
    assert [roll.facts["on"] for roll in rolls(do(match, "next", [6, *AFTER]), "recovery")] == ["2/8B"]


HEALTHY: dict[str, dict[str, Any]] = {**WHOLE, "2/8B": {"at": "2529"}}


@pytest.mark.parametrize(("die", "regiments"), [(3, []), (4, ["8th"])])
def test_a_battalion_none_of_which_can_regain_a_step_makes_one_roll(die: int, regiments: list[str]) -> None:
    match = at_morale(HEALTHY)
    assert [roll.facts["on"] for roll in rolls(do(match, "next", [die, *AFTER]), "recovery")] == ["2/8"]
    assert lifted(at_morale(HEALTHY), [die]) == regiments


def test_that_roll_has_the_modifiers_of_a_recovery() -> None:
    match = at_morale(HEALTHY, tracks={"marines": 3}, operative={"marines": 3})
    roll = rolls(do(match, "next", [1, *AFTER]), "recovery")[0]
    assert modifiers(roll) == {"Marine general morale": 1}


@pytest.mark.parametrize("id", ["2/8A", "2/8E"])
def test_that_roll_fails_if_any_of_it_was_hurt(id: str) -> None:
    assert lifted(at_morale({**HEALTHY, id: {**HEALTHY[id], "hurt": True}}), []) == []


def test_if_one_was_hurt_the_others_roll_all_the_same() -> None:
    assert lifted(at_morale({**WHOLE, "2/8A": {"at": "2531", "steps": 7, "hurt": True}}), [6]) == ["8th"]


def test_with_morale_at_its_top_a_healthy_battalion_rolls_for_nothing() -> None:
    assert lifted(at_morale(HEALTHY, tracks={"8th": 5}), []) == []


@pytest.mark.parametrize("id", ["2/8A", "2/8E"])
def test_everybody_ashore_must_try(id: str) -> None:
    assert lifted(at_morale({**WHOLE, id: {**WHOLE[id], "recovering": False}}), [6]) == []


def test_who_is_not_ashore_need_not_try() -> None:
    waiting = {"at": "schedule", "recovering": False, "landed": 0}
    assert lifted(at_morale({**WHOLE, "2/8E": waiting}), [6]) == ["8th"]


@pytest.mark.parametrize(("at", "regiments"), [("2529", ["8th"]), ("2629", [])])
def test_it_needs_battalion_integrity(at: str, regiments: list[str]) -> None:
    assert distance("2531", at) == (2 if regiments else 3)
    assert lifted(at_morale({**WHOLE, "2/8B": {"at": at, "steps": 5}}), [6]) == regiments


def test_half_a_battalion_has_no_integrity() -> None:
    gone = {"at": "lost", "recovering": False}
    assert lifted(at_morale({**WHOLE, "2/8A": gone}), [6]) == []


def test_a_regiment_gains_one_box_a_turn_by_recovery() -> None:
    other = {"3/8A": {"at": "2628", "steps": 5}, "3/8B": {"at": "2627", "steps": 5}}
    match = at_morale({**WHOLE, **other})
    assert lifted(match, [6, 6, 6]) == ["8th"]
    assert match.state.tracks["8th"] == 4


def test_two_regiments_gain_a_box_each() -> None:
    other = {"1/2A": {"at": "2628", "steps": 5}, "1/2B": {"at": "2627", "steps": 5}}
    assert lifted(at_morale({**WHOLE, **other}), [6, 1, 6]) == ["2nd", "8th"]


def test_hawkins_and_artillery_lift_nobody() -> None:
    match = at_morale({"hawkins": {"at": "2529", "steps": 1}, "1/10": {"at": "2530", "steps": 2}})
    assert lifted(match, [6, 6]) == []
    assert (unit(match, "hawkins").steps, unit(match, "1/10").steps) == (2, 3)
