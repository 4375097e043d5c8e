"""8.2: general and active supply, groups, and the markers that they use up."""

from typing import Any

import pytest

from tarawa_cli.games.tarawa.legal import legal
from tarawa_cli.games.tarawa.rules.supply import suppliable
from tarawa_cli.kernel.errors import BadOrder
from tests.tarawa.common import refused
from tests.tarawa.playing_supply import Match, do, only, quiet, start, supply_of, types, unit

BATTALION = {"2/8A": "2531", "2/8B": "2530", "2/8E": "2529"}


def at_points(units: dict[str, Any], stock: int = 3, **keys: Any) -> Match:
    return start(units, turn=8, phase="supply-points", stock=stock, **keys)


def marked(at: str, group: str, **keys: Any) -> dict[str, Any]:
    return {"at": at, "supply": "active", "group": group, **keys}


def test_one_point_makes_the_whole_battalion_active() -> None:
    match = at_points(BATTALION, heads="2531")
    given = only(do(match, "supply 2/8"), "supply-given")
    assert (given.rule, given.facts["units"]) == ("8.2", ["2/8A", "2/8B", "2/8E"])
    assert supply_of(match, *BATTALION) == ["active:2/8A"] * 3
    assert match.state.stock == 2


def test_a_point_for_one_unit_is_for_its_group() -> None:
    match = at_points(BATTALION, heads="2531")
    do(match, "supply 2/8E")
    assert supply_of(match, *BATTALION) == ["active:2/8A"] * 3


def test_other_battalions_get_nothing_of_it() -> None:
    match = at_points({"2/8A": "2531", "3/8A": "2530"}, heads="2531")
    do(match, "supply 2/8")
    assert supply_of(match, "2/8A", "3/8A") == ["active:2/8A", "general"]


def test_units_in_the_next_area_belong_to_the_group() -> None:
    match = at_points({"2/8A": "2531", "2/8B": "2836"}, **quiet(heads="2531"))
    do(match, "supply 2/8A")
    assert supply_of(match, "2/8A", "2/8B") == ["active:2/8A", "active:2/8A"]


def test_units_two_areas_away_are_separated() -> None:
    match = at_points({"2/8A": "2531", "2/8B": "2838"}, **quiet(heads="2531"))
    do(match, "supply 2/8A")
    assert supply_of(match, "2/8A", "2/8B") == ["active:2/8A", "general"]
    do(match, "supply 2/8B")
    assert supply_of(match, "2/8A", "2/8B") == ["active:2/8A", "active:2/8B"]
    assert match.state.stock == 1


def test_units_without_a_common_head_are_separated() -> None:
    match = at_points({"2/8A": "2531", "2/8B": "2836"}, heads="2531 2837")
    do(match, "supply 2/8B")
    assert supply_of(match, "2/8A", "2/8B") == ["general", "active:2/8B"]


def test_a_unit_that_can_trace_to_no_head_is_left_out() -> None:
    match = at_points({"2/8A": "2531", "2/8B": "2625"}, heads="2531")
    do(match, "supply 2/8A")
    assert supply_of(match, "2/8A", "2/8B") == ["active:2/8A", "general"]
    assert refused(match, "supply 2/8B").rule == "8.2"


def test_a_line_runs_over_the_foot_of_the_pier() -> None:
    match = at_points({"2/8A": "2732"}, heads="2531")
    do(match, "supply 2/8")
    assert supply_of(match, "2/8A") == ["active:2/8A"]


def test_a_unit_at_the_foot_of_the_pier_is_of_the_group() -> None:
    match = at_points({"2/8A": "pier:2632", "2/8B": "2531"}, heads="2531")
    do(match, "supply 2/8B")
    assert supply_of(match, "2/8A", "2/8B") == ["active:2/8A", "active:2/8A"]


def test_an_uncleared_hex_breaks_a_line() -> None:
    broken = at_points({"2/8A": "2625"}, heads="2627")
    assert refused(broken, "supply 2/8").rule == "8.2"
    whole = at_points({"2/8A": "2625"}, heads="2627", cleared="2626")
    do(whole, "supply 2/8")
    assert supply_of(whole, "2/8A") == ["active:2/8A"]


def test_the_name_of_a_battalion_means_its_largest_group() -> None:
    match = at_points({"2/8A": "2531", "2/8B": "2837", "2/8E": "2838"}, heads="2531 2837")
    do(match, "supply 2/8")
    assert supply_of(match, "2/8A", "2/8B", "2/8E") == ["general", "active:2/8B", "active:2/8B"]


def test_groups_of_one_size_go_by_order() -> None:
    match = at_points({"2/8A": "2838", "2/8B": "2531"}, heads="2531 2837")
    do(match, "supply 2/8")
    assert supply_of(match, "2/8A", "2/8B") == ["active:2/8A", "general"]


def test_a_unit_without_a_head_is_no_group_to_choose() -> None:
    match = at_points({"2/8A": "2838", "2/8B": "2531"}, heads="2531")
    do(match, "supply 2/8")
    assert supply_of(match, "2/8A", "2/8B") == ["general", "active:2/8B"]


def test_hawkins_is_a_group_of_his_own() -> None:
    match = at_points({"hawkins": "2531"}, heads="2531")
    do(match, "supply hawkins")
    assert supply_of(match, "hawkins") == ["active:hawkins"]


def test_a_unit_holds_one_marker() -> None:
    match = at_points({"2/8A": marked("2531", "2/8A"), "2/8B": "2530"}, heads="2531")
    assert only(do(match, "supply 2/8"), "supply-given").facts["units"] == ["2/8B"]
    again = refused(match, "supply 2/8")
    assert (again.rule, again.hint) == ("8.2", "next")
    assert match.state.stock == 2


def test_a_refusal_of_a_second_marker_names_a_group_that_has_none() -> None:
    match = at_points({"2/8A": marked("2531", "2/8A"), "2/8B": "2838"}, heads="2531 2837")
    assert refused(match, "supply 2/8A").hint == "supply 2/8B"


def test_a_unit_on_landing_supply_may_be_given_a_marker() -> None:
    match = at_points({"2/8A": {"at": "2531", "landed": 7, "supply": "active"}}, heads="2531")
    do(match, "supply 2/8A")
    assert supply_of(match, "2/8A") == ["active:2/8A"]


def test_no_point_no_marker() -> None:
    match = at_points({"2/8A": "2531"}, stock=0, heads="2531")
    error = refused(match, "supply 2/8")
    assert (error.rule, error.hint) == ("8.2", "next")
    assert suppliable(match.state) == []


def test_nobody_ashore_takes_no_point() -> None:
    match = at_points({"2/8A": "schedule", "3/8A": "2531"}, heads="2531")
    assert refused(match, "supply 2/8").rule == "8.2"
    assert refused(match, "supply 2/8A").rule == "8.2"


@pytest.mark.parametrize("id", ["sherman-1", "stuart-2", "1/10"])
def test_tanks_and_artillery_need_no_active_supply(id: str) -> None:
    match = at_points({id: "2531"}, heads="2531")
    assert refused(match, f"supply {id}").rule == "8.2"


def test_craft_are_no_units_to_supply() -> None:
    match = at_points({"lvt-1": "pool", "2/8A": "2531"}, heads="2531")
    with pytest.raises(BadOrder):
        do(match, "supply lvt-1")


def test_markers_are_given_in_their_phase_only() -> None:
    match = start(BATTALION, turn=8, phase="embark", stock=3, heads="2531")
    assert refused(match, "supply 2/8").rule == "8.2"


def test_every_group_that_can_be_supplied_is_listed() -> None:
    match = at_points({"2/8A": "2531", "2/8B": "2838", "3/8A": "2625", "sherman-1": "2529"}, heads="2531 2837")
    assert legal(match.state) == ["supply 2/8A", "supply 2/8B", "next"]


# ── Markers used up


def at_fire(units: dict[str, Any], **keys: Any) -> Match:
    """Just before the markers go; nobody is fired at."""
    return start(units, turn=8, phase="offensive-fire", **quiet(**{"heads": "2531"} | keys))


def test_the_markers_of_a_whole_group_go_when_one_of_it_attacked() -> None:
    match = at_fire({"2/8A": marked("2531", "2/8A", attacked=True), "2/8B": marked("2530", "2/8A")})
    used = only(do(match, "next"), "markers-used")
    assert (used.rule, used.facts["units"]) == ("8.2", ["2/8A", "2/8B"])
    assert match.state.phase == "supply-check"
    assert supply_of(match, "2/8A", "2/8B") == ["general", "general"]


def test_the_markers_of_other_groups_stay() -> None:
    match = at_fire({
        "2/8A": marked("2531", "2/8A", attacked=True), "2/8B": marked("2838", "2/8B"), "3/8A": marked("2530", "3/8A"),
    })  # fmt: skip
    do(match, "next")
    assert supply_of(match, "2/8A", "2/8B", "3/8A") == ["general", "active:2/8B", "active:3/8A"]


def test_the_marker_of_one_who_died_attacking_is_used_for_his_group() -> None:
    dead = {"at": "lost", "supply": "active", "group": "2/8A", "attacked": True}
    match = at_fire({"2/8A": dead, "2/8B": marked("2530", "2/8A")})
    do(match, "next")
    assert supply_of(match, "2/8B") == ["general"]


def test_a_marker_not_used_stays_from_turn_to_turn() -> None:
    match = at_fire({"2/8A": marked("2531", "2/8A")})
    assert "markers-used" not in types(do(match, "next"))
    do(match, "next", [1, 1])
    assert (match.state.turn, supply_of(match, "2/8A")) == (9, ["active:2/8A"])


def test_an_attack_uses_the_marker_of_the_turn_and_not_before_its_end() -> None:
    units = {"2/8A": marked("2530", "2/8A"), "2/8B": marked("2531", "2/8A")}
    match = start(units, turn=8, phase="actions", **quiet("2630", heads="2531"))
    do(match, "attack 2/8A --on 2630", [1, 6])
    assert "2630" in match.state.cleared
    assert supply_of(match, "2/8A", "2/8B") == ["active:2/8A", "active:2/8A"]
    do(match, "next")
    assert supply_of(match, "2/8A", "2/8B") == ["general", "general"]


def test_a_demolition_uses_the_marker_too() -> None:
    units = {"2/8E": marked("2627", "2/8A"), "2/8A": marked("2531", "2/8A")}
    match = start(units, turn=8, phase="actions", **quiet("2626", heads="2531"))
    do(match, "demolish 2/8E --on 2626", [1, 1])
    do(match, "next", [1])
    assert supply_of(match, "2/8E", "2/8A") == ["general", "general"]


def test_fire_and_support_use_no_marker() -> None:
    units = {"2/8A": marked("2530", "2/8A"), "2/8E": marked("2529", "2/8A")}
    match = start(units, turn=8, phase="actions", **quiet("2630", heads="2531"))
    do(match, "fire 2/8A 2630 --support 2/8E", [1])
    do(match, "next", [1, 1])
    assert supply_of(match, "2/8A", "2/8E") == ["active:2/8A", "active:2/8A"]


def test_a_unit_carries_its_marker_along() -> None:
    match = start({"2/8A": marked("2530", "2/8A")}, turn=8, phase="actions", **quiet(heads="2531"))
    do(match, "move 2/8A 2630")
    assert (unit(match, "2/8A").at, supply_of(match, "2/8A")) == ("2630", ["active:2/8A"])


def test_bairiki_is_always_supplied() -> None:
    match = start({"2/10": "bairiki", "2/8A": {"at": "2531", "landed": 1}}, turn=8, phase="supply-check")
    do(match, "next", [1, 1])
    assert (supply_of(match, "2/10"), supply_of(match, "2/8A")) == (["general"], ["none"])
