"""8.1, 8.4, 8.5: supply points, landing supply, the free marker of turn 3, and what goes with a head."""

from typing import Any

import pytest

from tarawa_cli.games.tarawa.rules.ch10_night.banzai import lose_head
from tests.tarawa.common import refused
from tests.tarawa.playing_supply import Match, do, modifiers, only, play, quiet, rolls, start, supply_of, types, unit


def at_support(turn: int = 8, **keys: Any) -> Match:
    """Just before the rolls of a turn; with a head at 2531 the points can be spent."""
    return start({"2/8A": "2531"}, turn=turn, phase="support", **quiet(**{"heads": "2531"} | keys))


# ── 8.1


@pytest.mark.parametrize(("die", "points"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 4)])
def test_points_by_the_die(die: int, points: int) -> None:
    match = at_support()
    events = do(match, "next", [1, die])
    assert rolls(events, "supply-points")[0].facts["modifiers"] == []
    assert match.state.phase == "supply-points"
    assert match.state.stock == points


@pytest.mark.parametrize(("die", "points"), [(1, 1), (2, 2), (3, 2), (4, 3), (5, 4), (6, 5)])
def test_a_head_at_2731_adds_one(die: int, points: int) -> None:
    match = at_support(heads="2731")
    events = do(match, "next", [1, die])
    assert modifiers(rolls(events, "supply-points")[0]) == {"head at 2731": 1}
    assert match.state.stock == points


@pytest.mark.parametrize(("die", "loss", "points"), [(1, 1, 0), (1, 3, 0), (2, 1, 1), (3, 1, 1), (6, 1, 3)])
def test_each_lasting_event_takes_one_off_the_roll(die: int, loss: int, points: int) -> None:
    match = at_support(supply_loss=loss, stock=2)
    roll = rolls(do(match, "next", [1, die]), "supply-points")[0]
    assert roll.facts["total"] == die - loss
    assert match.state.stock == 2 + points


def test_points_are_added_to_the_stock() -> None:
    match = at_support(stock=4)
    do(match, "next", [1, 6])
    assert match.state.stock == 8


def test_there_is_no_supply_roll_before_turn_3() -> None:
    match = start({"2/8A": "2531"}, turn=2, phase="support", **quiet())
    events = do(match, "next", [1])
    assert rolls(events, "supply-points") == []
    assert match.state.phase == "actions"


def test_the_first_supply_roll_is_on_turn_3() -> None:
    match = at_support(turn=3)
    assert len(rolls(do(match, "next", [1, 2]), "supply-points")) == 1


def test_the_roll_comes_by_night_too() -> None:
    match = start({"2/8A": "2531"}, turn=15, phase="final", **quiet(heads="2531"))
    events = do(match, "next", [4])
    assert match.state.turn == 16
    assert match.state.stock == 2
    assert rolls(events, "shore-support") == []


def test_points_all_spent_the_phase_ends_and_is_not_rolled_again() -> None:
    match = at_support()
    do(match, "next", [1, 1])
    do(match, "supply 2/8")
    events = do(match, "next")
    assert rolls(events, "supply-points") == []
    assert (match.state.stock, match.state.phase) == (0, "actions")


def test_the_phase_waits_only_with_points_and_somebody_to_take_them() -> None:
    nobody = at_support(heads="")
    events = do(nobody, "next", [1, 6])
    assert {"type": "phase-passed", "rule": "3", "phase": "supply-points"} in [e.as_json() for e in events]
    assert nobody.state.phase == "actions"
    nothing = at_support(supply_loss=6)
    do(nothing, "next", [1, 1])
    assert nothing.state.phase == "actions"
    marked = start(
        {"2/8A": {"at": "2531", "supply": "active", "group": "2/8A"}},
        turn=8, phase="support", **quiet(heads="2531"),
    )  # fmt: skip
    do(marked, "next", [1, 6])
    assert marked.state.phase == "actions"


def test_without_a_head_the_points_of_the_turn_are_lost_in_final() -> None:
    match = start({"2/8A": "2531"}, turn=8, phase="final", stock=3, **quiet())
    events = do(match, "next", [1, 1])
    lost = only(events, "stock-lost")
    assert (lost.rule, lost.facts["points"]) == ("8.1", 3)
    assert match.state.stock == 1


def test_with_a_head_the_points_stay() -> None:
    match = start({"2/8A": "2531"}, turn=8, phase="final", stock=3, **quiet(heads="2531"))
    assert "stock-lost" not in types(do(match, "next", [1, 1]))
    assert match.state.stock == 4


def test_without_a_head_points_give_no_markers() -> None:
    match = start({"2/8A": "2531"}, turn=8, phase="supply-points", stock=3, **quiet())
    assert refused(match, "supply 2/8").rule == "8.2"


def test_without_a_head_points_can_be_sent_over_the_reef() -> None:
    match = start({"2/8A": "2531", "lvt-1": "pool"}, turn=8, phase="embark", stock=1, **quiet())
    do(match, "embark supply lvt-1 red3 --for 2/8")
    assert (match.state.stock, unit(match, "lvt-1").load) == (0, "supply:2/8")
    assert refused(match, "embark supply lvt-1 red3 --for 2/8").rule == "8.3"


# ── 8.4


def landed(turn: int, **keys: Any) -> dict[str, Any]:
    return {"at": "2531", "landed": turn, "supply": "active", **keys}


def test_who_comes_in_is_active_at_once() -> None:
    match = start({"2/8A": {"at": "2531", "beach": "", "supply": "general"}}, turn=4, phase="beach-landing")
    do(match, "next")
    assert unit(match, "2/8A").landed == 4
    assert supply_of(match, "2/8A") == ["active"]
    do(match, "attack 2/8A --on 2631", [1, 1])
    assert unit(match, "2/8A").fought


def test_landing_supply_lasts_the_landing_turn_and_the_next() -> None:
    match = start({"2/8A": landed(4)}, turn=4, phase="supply-check")
    do(match, "next", [1, 1])
    assert (match.state.turn, match.state.phase) == (5, "actions")
    assert supply_of(match, "2/8A") == ["active"]


def test_landing_supply_is_active_supply_with_a_line_too() -> None:
    match = start({"2/8A": landed(4), "sherman-1": landed(4, at="2530")}, turn=4, phase="supply-check", heads="2531")
    do(match, "next", [1, 1])
    assert supply_of(match, "2/8A", "sherman-1") == ["active", "general"]


def test_landing_supply_is_over_after_the_next_turn() -> None:
    match = start({"2/8A": landed(3)}, turn=4, phase="supply-check")
    do(match, "next", [1, 1])
    assert supply_of(match, "2/8A") == ["none"]
    assert unit(match, "2/8A").unsupplied == 1


def test_that_landing_supply_is_over_is_not_said_of_the_lost() -> None:
    units = {"2/8A": landed(3), "2/8B": landed(3, at="lost"), "2/8E": landed(3, at="2530")}
    match = start(units, turn=4, phase="final")
    events = do(match, "next", [1, 1])
    assert only(events, "landing-supply-over").facts["units"] == ["2/8A", "2/8E"]


def test_with_a_line_landing_supply_gives_way_to_general_supply() -> None:
    match = start({"2/8A": landed(3)}, turn=4, phase="supply-check", heads="2531")
    do(match, "next", [1, 1])
    assert supply_of(match, "2/8A") == ["general"]


def test_landing_supply_goes_before_the_loss_of_a_marker() -> None:
    match = start({"2/8A": landed(4, group="2/8A")}, turn=4, phase="supply-check")
    do(match, "next", [1, 1])
    assert supply_of(match, "2/8A") == ["active:2/8A"]


def test_nobody_is_unsupplied_before_the_check_of_turn_3() -> None:
    match = start({"2/8A": landed(1, fought=True)}, turn=2, phase="final")
    do(match, "next", [1, 1])
    assert (match.state.turn, supply_of(match, "2/8A")) == (3, ["general"])
    do(match, "next", [1, 1, 1])
    assert (match.state.turn, supply_of(match, "2/8A")) == (4, ["none"])


def on_turn_3(units: dict[str, Any], **keys: Any) -> Match:
    match = start(units, turn=2, phase="final", **keys)
    do(match, "next", [1, 1])
    assert match.state.turn == 3
    return match


def test_turn_3_brings_a_free_marker_to_those_who_have_not_fought() -> None:
    match = on_turn_3({"2/8A": landed(1), "2/8B": landed(2, at="2530")})
    assert supply_of(match, "2/8A", "2/8B") == ["active:2/8A@3", "active:2/8A@3"]
    assert match.state.stock == 1


def test_no_free_marker_for_a_group_of_which_one_has_fought() -> None:
    match = on_turn_3({"2/8A": landed(1), "2/8B": landed(1, at="2530", fought=True)})
    assert supply_of(match, "2/8A", "2/8B") == ["general", "general"]


def test_a_separated_group_that_has_not_fought_has_its_own_free_marker() -> None:
    match = on_turn_3({"2/8A": landed(1, fought=True), "2/8B": landed(1, at="2838")})
    assert supply_of(match, "2/8A", "2/8B") == ["general", "active:2/8B@3"]


def test_the_free_markers_of_separated_groups_are_groups_of_their_own() -> None:
    match = on_turn_3({"2/8A": landed(1), "2/8B": landed(1, at="2838"), "2/8E": landed(1)})
    assert supply_of(match, "2/8A", "2/8B", "2/8E") == ["active:2/8A@3", "active:2/8B@3", "active:2/8A@3"]


def test_no_free_marker_for_who_can_trace_to_a_head() -> None:
    match = start({"2/8A": landed(1)}, turn=2, phase="final", heads="2531")
    assert "free-marker-given" not in types(do(match, "next", [1, 1]))
    assert supply_of(match, "2/8A") == ["general"]


def test_hawkins_has_a_free_marker_of_his_own_and_tanks_have_none() -> None:
    match = on_turn_3({"hawkins": landed(1), "sherman-1": landed(1, at="2530")})
    assert supply_of(match, "hawkins", "sherman-1") == ["active:hawkins@3", "general"]


def test_there_are_no_free_markers_on_turn_4() -> None:
    match = start({"2/8A": landed(2)}, turn=3, phase="final")
    do(match, "next", [1, 1])
    assert supply_of(match, "2/8A") == ["general"]


# ── 8.5


@pytest.mark.parametrize(
    ("stock", "heads", "lost", "dice", "left"),
    [
        (5, "2531 2530 2529", "2530", [], 3),
        (4, "2531 2530 2529", "2530", [], 3),
        (5, "2531 2530", "2530", [], 2),
        (3, "2531 2530", "2531", [], 1),
        (7, "2531", "2531", [], 0),
        (0, "2531 2530", "2531", [], 0),
        (9, "2731 2531 2530", "2731", [2], 4),
        (9, "2731 2531 2530", "2531", [], 6),
        (5, "2731 2531 2530", "2731", [6], 0),
    ],
)
def test_a_head_overrun_costs_its_share_of_the_stock(
    stock: int, heads: str, lost: str, dice: list[int], left: int
) -> None:
    match = start({}, turn=15, phase="night", stock=stock, **quiet(heads=heads))
    hands = play(match, dice)
    lose_head(hands, lost)
    assert match.state.stock == left
    assert match.state.heads == set(heads.split()) - {lost}
    assert only(hands.events, "head-lost").facts["points"] == stock - left
