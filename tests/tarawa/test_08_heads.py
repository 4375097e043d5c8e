"""8.3, 6.3: supply heads, and supplies brought straight to those who need them."""

from typing import Any

import pytest

from tarawa_cli.games.tarawa.legal.listing import legal
from tarawa_cli.games.tarawa.model.board import distance, within
from tarawa_cli.kernel.errors import BadOrder
from tests.tarawa.common import refused
from tests.tarawa.playing_supply import Match, do, only, quiet, start, supply_of, types, unit
from tests.tarawa.tools import new_state

DEFENDED = new_state().board.defended


def at_check(units: dict[str, Any] | None = None, **keys: Any) -> Match:
    return start(units or {}, turn=8, phase="supply-check", **keys)


def cleared_around(at: str, radius: int) -> list[str]:
    return [hex for hex in within(at, radius) if hex in DEFENDED]


def test_a_head_is_set_up_three_hexes_from_the_enemy() -> None:
    match = at_check(cleared=cleared_around("2531", 2))
    assert min(distance("2531", hex) for hex in match.state.uncleared) == 3
    placed = only(do(match, "head 2531"), "head-placed")
    assert (placed.rule, match.state.heads) == ("8.3", {"2531"})


def test_no_head_two_hexes_from_the_enemy() -> None:
    near = [hex for hex in cleared_around("2531", 2) if distance("2531", hex) == 2]
    match = at_check(cleared=[hex for hex in cleared_around("2531", 2) if hex != near[0]])
    assert refused(match, "head 2531").rule == "8.3"


def test_at_2731_the_enemy_may_be_next_to_the_head() -> None:
    match = at_check(cleared="2731")
    assert any(match.state.is_uncleared(hex) for hex in within("2731", 1))
    do(match, "head 2731")
    assert match.state.heads == {"2731"}


def test_2731_must_be_cleared_first() -> None:
    match = at_check()
    assert refused(match, "head 2731").rule == "8.3"


def test_the_pier_is_as_good_as_water() -> None:
    board = new_state().board
    match = at_check(**quiet())
    pier_only = [hex for hex in within("2731", 1) if hex != "2731" and hex not in board.land]
    assert pier_only == ["2632"]
    do(match, "head 2731")
    assert "2731" in match.state.heads


@pytest.mark.parametrize(
    ("at", "why"), [("2830", "not on the water"), ("2431", "not a friendly"), ("2632", "not a friendly")]
)
def test_a_head_stands_on_friendly_land_at_the_water(at: str, why: str) -> None:
    error = refused(at_check(**quiet()), f"head {at}")
    assert error.rule == "8.3"
    assert why in error.message
    assert error.hint.startswith("head ")


def test_an_uncleared_shore_hex_takes_no_head() -> None:
    assert refused(at_check(**quiet("2626")), "head 2626").rule == "8.3"


def test_there_is_one_head_a_hex() -> None:
    error = refused(at_check(**quiet(heads="2531")), "head 2531")
    assert (error.rule, error.hint) == ("8.3", "head 2529")


def test_four_heads_are_the_most() -> None:
    match = at_check(**quiet(heads="2531 2530 2529"))
    do(match, "head 2628")
    error = refused(match, "head 2627")
    assert (error.rule, error.hint) == ("8.3", "next")
    assert legal(match.state) == ["next"]


def test_every_site_is_listed_and_only_such() -> None:
    match = at_check(cleared=[*cleared_around("2531", 2), "2731"])
    assert legal(match.state) == ["head 2531", "head 2731", "next"]


def test_heads_are_placed_in_their_phase_only() -> None:
    match = start({"2/8A": "2531"}, turn=8, phase="actions", **quiet())
    assert refused(match, "head 2531").rule == "8.3"


def test_a_hex_that_is_not_on_the_map_is_no_hex() -> None:
    with pytest.raises(BadOrder):
        do(at_check(**quiet()), "head 9999")


def test_the_phase_waits_only_if_a_head_could_be_placed() -> None:
    units = {"2/8A": {"at": "2531", "landed": 1}}
    waiting = start(units, turn=8, phase="offensive-fire", cleared=cleared_around("2531", 2))
    do(waiting, "next")
    assert waiting.state.phase == "supply-check"
    passed = start(units, turn=8, phase="offensive-fire")
    events = do(passed, "next", [1, 1, 1])
    assert {"type": "phase-passed", "rule": "3", "phase": "supply-check"} in [event.as_json() for event in events]
    assert passed.state.phase == "actions"


def test_there_is_no_supply_check_before_turn_3() -> None:
    match = start({"2/8A": {"at": "2531", "landed": 1}}, turn=1, phase="offensive-fire", **quiet())
    do(match, "next", [1])
    assert (match.state.turn, match.state.phase) == (2, "actions")


def test_the_last_head_placed_the_check_still_sets_status() -> None:
    units = {"2/8A": {"at": "2531", "landed": 1, "supply": "none", "unsupplied": 3}}
    match = at_check(units, **quiet(heads="2530 2529 2628"))
    do(match, "head 2731")
    do(match, "next", [1, 1])
    assert (match.state.turn, supply_of(match, "2/8A")) == (9, ["general"])


# ── Direct supply


def by_craft(units: dict[str, Any], craft: str = "lvt-1", battalion: str = "2/8", **keys: Any) -> Match:
    """A craft with a point for a battalion, one step off 2531."""
    boat = {"at": "2431", "beach": "red3", "load": f"supply:{battalion}"}
    return start({**units, craft: boat}, **{"turn": 8, "phase": "impulse-1"} | keys)


def cut_off(at: str, turns: int = 3) -> dict[str, Any]:
    return {"at": at, "landed": 1, "supply": "none", "unsupplied": turns}


def test_an_amtrac_brings_general_supply_and_a_marker() -> None:
    match = by_craft({"2/8A": cut_off("2530"), "2/8E": cut_off("2529")})
    given = only(do(match, "advance lvt-1 2531"), "supplied-directly")
    assert (given.rule, given.facts["units"]) == ("8.3", ["2/8A", "2/8E"])
    assert supply_of(match, "2/8A", "2/8E") == ["active:2/8A@8", "active:2/8A@8"]
    assert unit(match, "2/8A").unsupplied == 0
    assert unit(match, "lvt-1").homeward


def test_a_higgins_boat_brings_it_at_high_water() -> None:
    match = by_craft({"2/8A": cut_off("2530")}, "lcvp-1", turn=11)
    do(match, "advance lcvp-1 2531")
    assert supply_of(match, "2/8A") == ["active:2/8A@11"]


def test_units_in_the_next_area_are_served() -> None:
    match = by_craft({"2/8A": cut_off("2733")})
    do(match, "advance lvt-1 2531")
    assert supply_of(match, "2/8A") == ["active:2/8A@8"]


def test_units_two_areas_away_are_not() -> None:
    match = by_craft({"2/8A": cut_off("2530"), "2/8B": cut_off("2838")}, **quiet())
    do(match, "advance lvt-1 2531")
    assert supply_of(match, "2/8A", "2/8B") == ["active:2/8A@8", "none"]


def test_only_who_can_trace_to_the_hex_is_served() -> None:
    match = by_craft({"2/8A": cut_off("2530"), "2/8B": cut_off("2625")})
    do(match, "advance lvt-1 2531")
    assert supply_of(match, "2/8A", "2/8B") == ["active:2/8A@8", "none"]


def test_who_can_trace_to_a_head_is_not_served() -> None:
    match = by_craft({"2/8A": {"at": "2530", "landed": 1}}, heads="2629")
    wasted = only(do(match, "advance lvt-1 2531"), "supply-wasted")
    assert wasted.rule == "8.3"
    assert supply_of(match, "2/8A") == ["general"]
    assert unit(match, "lvt-1").load == ""


def test_other_infantry_is_not_served_along() -> None:
    match = by_craft({"2/8A": cut_off("2530"), "3/8A": cut_off("2529")})
    do(match, "advance lvt-1 2531")
    assert supply_of(match, "2/8A", "3/8A") == ["active:2/8A@8", "none"]


def test_tanks_artillery_and_hawkins_of_the_same_area_are_served_along() -> None:
    others = {"sherman-1": cut_off("2529"), "1/10": cut_off("2628"), "hawkins": cut_off("2627")}
    match = by_craft({"2/8A": cut_off("2530"), **others})
    do(match, "advance lvt-1 2531")
    assert supply_of(match, "sherman-1", "1/10", "hawkins") == ["general", "general", "active:2/8A@8"]
    assert [unit(match, id).unsupplied for id in others] == [0, 0, 0]


def test_a_tank_in_the_next_area_is_not_served_along() -> None:
    match = by_craft({"2/8A": cut_off("2530"), "sherman-1": cut_off("2733")})
    do(match, "advance lvt-1 2531")
    assert supply_of(match, "2/8A", "sherman-1") == ["active:2/8A@8", "none"]


def test_without_the_battalion_the_point_is_lost_for_all() -> None:
    match = by_craft({"sherman-1": cut_off("2530")})
    assert "supply-wasted" in types(do(match, "advance lvt-1 2531"))
    assert supply_of(match, "sherman-1") == ["none"]


def test_a_point_may_be_for_hawkins() -> None:
    match = by_craft({"hawkins": cut_off("2530")}, battalion="hawkins")
    do(match, "advance lvt-1 2531")
    assert supply_of(match, "hawkins") == ["active:hawkins@8"]
    sending = start({"hawkins": "2530", "lvt-1": "pool"}, turn=8, phase="embark", stock=1)
    do(sending, "embark supply lvt-1 red3 --for hawkins")
    assert unit(sending, "lvt-1").load == "supply:hawkins"


def test_one_point_a_battalion_a_turn() -> None:
    match = by_craft({"2/8A": cut_off("2530"), "3/8A": cut_off("2529")}, direct_supply="2/8")
    assert "supply-wasted" in types(do(match, "advance lvt-1 2531"))
    assert supply_of(match, "2/8A") == ["none"]
    other = by_craft({"2/8A": cut_off("2530"), "3/8A": cut_off("2529")}, battalion="3/8", direct_supply="2/8")
    do(other, "advance lvt-1 2531")
    assert supply_of(other, "2/8A", "3/8A") == ["none", "active:3/8A@8"]
    assert other.state.direct_supply == {"2/8", "3/8"}


def test_the_next_turn_another_point_may_come() -> None:
    match = start({"2/8A": {"at": "2531", "landed": 1}}, turn=8, phase="final", direct_supply="2/8")
    do(match, "next", [1, 1])
    assert match.state.direct_supply == set()


def test_supplies_over_a_cleared_pier_land_in_2731_at_once() -> None:
    boat = {"at": "1430", "beach": "red3", "load": "supply:2/8"}
    keys: dict[str, Any] = {"turn": 8, "phase": "impulse-1", "cleared": "2731"}
    match = start({"lcvp-1": boat, "2/8A": cut_off("2731")}, pier_walked=True, **keys)
    do(match, "unload lcvp-1 1431")
    assert supply_of(match, "2/8A") == ["active:2/8A@8"]
    barred = start({"lcvp-1": boat, "2/8A": cut_off("2731")}, **keys)
    assert refused(barred, "unload lcvp-1 1431").rule == "11.33"
