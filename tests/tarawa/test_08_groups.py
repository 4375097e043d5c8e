"""8.2: general and active supply, groups, and the markers that they use up."""

from typing import Any

import pytest

from tarawa_cli.games.tarawa.legal.listing import legal
from tarawa_cli.games.tarawa.rules.ch08_09_supply_morale import suppliable
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
    assert supply_of(match, *BATTALION) == ["active:2/8A@8"] * 3
    assert match.state.stock == 2


def test_a_point_for_one_unit_is_for_its_group() -> None:
    match = at_points(BATTALION, heads="2531")
    do(match, "supply 2/8E")
    assert supply_of(match, *BATTALION) == ["active:2/8A@8"] * 3


def test_other_battalions_get_nothing_of_it() -> None:
    match = at_points({"2/8A": "2531", "3/8A": "2530"}, heads="2531")
    do(match, "supply 2/8")
    assert supply_of(match, "2/8A", "3/8A") == ["active:2/8A@8", "general"]


def test_units_in_the_next_area_belong_to_the_group() -> None:
    match = at_points({"2/8A": "2531", "2/8B": "2836"}, **quiet(heads="2531"))
    do(match, "supply 2/8A")
    assert supply_of(match, "2/8A", "2/8B") == ["active:2/8A@8", "active:2/8A@8"]


def test_units_two_areas_away_are_separated() -> None:
    match = at_points({"2/8A": "2531", "2/8B": "2838"}, **quiet(heads="2531"))
    do(match, "supply 2/8A")
    assert supply_of(match, "2/8A", "2/8B") == ["active:2/8A@8", "general"]
    do(match, "supply 2/8B")
    assert supply_of(match, "2/8A", "2/8B") == ["active:2/8A@8", "active:2/8B@8"]
    assert match.state.stock == 1


def test_units_without_a_common_head_are_separated() -> None:
    match = at_points({"2/8A": "2531", "2/8B": "2836"}, heads="2531 2837")
    do(match, "supply 2/8B")
    assert supply_of(match, "2/8A", "2/8B") == ["general", "active:2/8B@8"]


def test_a_unit_that_can_trace_to_no_head_is_left_out() -> None:
    match = at_points({"2/8A": "2531", "2/8B": "2625"}, heads="2531")
    do(match, "supply 2/8A")
    assert supply_of(match, "2/8A", "2/8B") == ["active:2/8A@8", "general"]
    assert refused(match, "supply 2/8B").rule == "8.2"


def test_a_line_runs_over_the_foot_of_the_pier() -> None:
    match = at_points({"2/8A": "2732"}, heads="2531")
    do(match, "supply 2/8")
    assert supply_of(match, "2/8A") == ["active:2/8A@8"]


def test_a_unit_at_the_foot_of_the_pier_is_of_the_group() -> None:
    match = at_points({"2/8A": "pier:2632", "2/8B": "2531"}, heads="2531")
    do(match, "supply 2/8B")
    assert supply_of(match, "2/8A", "2/8B") == ["active:2/8A@8", "active:2/8A@8"]


def test_an_uncleared_hex_breaks_a_line() -> None:
    broken = at_points({"2/8A": "2625"}, heads="2627")
    assert refused(broken, "supply 2/8").rule == "8.2"
    whole = at_points({"2/8A": "2625"}, heads="2627", cleared="2626")
    do(whole, "supply 2/8")
    assert supply_of(whole, "2/8A") == ["active:2/8A@8"]


def test_the_name_of_a_battalion_means_its_largest_group() -> None:
    match = at_points({"2/8A": "2531", "2/8B": "2837", "2/8E": "2838"}, heads="2531 2837")
    do(match, "supply 2/8")
    assert supply_of(match, "2/8A", "2/8B", "2/8E") == ["general", "active:2/8B@8", "active:2/8B@8"]


def test_groups_of_one_size_go_by_order() -> None:
    match = at_points({"2/8A": "2838", "2/8B": "2531"}, heads="2531 2837")
    do(match, "supply 2/8")
    assert supply_of(match, "2/8A", "2/8B") == ["active:2/8A@8", "general"]


def test_a_unit_without_a_head_is_no_group_to_choose() -> None:
    match = at_points({"2/8A": "2838", "2/8B": "2531"}, heads="2531")
    do(match, "supply 2/8")
    assert supply_of(match, "2/8A", "2/8B") == ["general", "active:2/8B@8"]


def test_hawkins_is_a_group_of_his_own() -> None:
    match = at_points({"hawkins": "2531"}, heads="2531")
    do(match, "supply hawkins")
    assert supply_of(match, "hawkins") == ["active:hawkins@8"]


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
    assert supply_of(match, "2/8A") == ["active:2/8A@8"]


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


# ── A point's group is its own


def fighting(units: dict[str, Any], **keys: Any) -> Match:
    """Turn 8 from its supply points on; 2630 and 2937 are left to fight for, and a head is in 2531."""
    return at_points(units, **quiet("2630", "2937", **{"heads": "2531"} | keys))


def used_by(match: Match, *attackers: str, on: str = "2630") -> list[str]:
    """Whose markers go after an attack; it clears its hex, and the other hex falls, so that nobody fires after it."""
    while match.state.phase != "actions":
        do(match, "next")
    do(match, f"attack {' '.join(attackers)} --on {on}", [1] * len(attackers) + [6])
    match.state.cleared |= {"2630", "2937"}
    return list(only(do(match, "next"), "markers-used").facts["units"])


def test_every_point_has_a_group_of_its_own_named_after_its_first_unit_and_the_turn() -> None:
    match = at_points({"2/8A": "2531", "2/8B": "2838", "3/8A": "2530"}, heads="2531 2837")
    given = [only(do(match, f"supply {id}"), "supply-given").facts for id in ("2/8A", "2/8B", "3/8A")]
    assert [facts["group"] for facts in given] == ["2/8A@8", "2/8B@8", "3/8A@8"]


def test_a_unit_that_holds_a_marker_keeps_it_and_the_new_point_is_for_the_others() -> None:
    match = at_points({"2/8A": marked("2531", "2/8A@6"), "2/8B": "2530", "2/8E": "2529"}, heads="2531")
    given = only(do(match, "supply 2/8"), "supply-given").facts
    assert (given["units"], given["group"]) == (["2/8B", "2/8E"], "2/8B@8")
    assert supply_of(match, "2/8A", "2/8B", "2/8E") == ["active:2/8A@6", "active:2/8B@8", "active:2/8B@8"]


@pytest.mark.parametrize("older", ["2/8A@6", "2/8A"])
@pytest.mark.parametrize("attacker", ["2/8A", "2/8B"])
def test_an_attack_uses_the_attackers_point_and_not_another_one_of_his_battalion(older: str, attacker: str) -> None:
    """2/8A holds a marker of an earlier turn, written as saves write it now or as older ones do."""
    match = fighting({"2/8A": marked("2530", older), "2/8B": "2530"})
    do(match, "supply 2/8")
    assert used_by(match, attacker) == [attacker]


def test_two_points_of_one_turn_are_two_groups_even_with_a_unit_between_them() -> None:
    """2530, 2836 and 2838 lie in three areas in a row: 2/8A is in reach of both the others."""
    match = fighting({"2/8E": "2530", "2/8A": "2836", "2/8B": "2838"})
    do(match, "supply 2/8E")
    assert supply_of(match, "2/8A", "2/8E", "2/8B") == ["active:2/8A@8", "active:2/8A@8", "general"]
    do(match, "supply 2/8B")
    assert supply_of(match, "2/8A", "2/8E", "2/8B") == ["active:2/8A@8", "active:2/8A@8", "active:2/8B@8"]
    assert used_by(match, "2/8B", on="2937") == ["2/8B"]


def test_a_separated_battalion_uses_one_point_at_a_time() -> None:
    match = fighting({"2/8A": "2530", "2/8B": "2838", "2/8E": "2529"}, heads="2531 2837")
    do(match, "supply 2/8A")
    do(match, "supply 2/8B")
    assert used_by(match, "2/8A") == ["2/8A", "2/8E"]
    assert supply_of(match, "2/8A", "2/8B", "2/8E") == ["general", "active:2/8B@8", "general"]


@pytest.mark.parametrize(
    ("attackers", "used"),
    [(["2/8A"], ["2/8A", "2/8E"]), (["2/8B"], ["2/8B"]), (["2/8A", "2/8B"], ["2/8A", "2/8B", "2/8E"])],
)
def test_units_keep_the_group_of_their_point_wherever_they_walk(attackers: list[str], used: list[str]) -> None:
    """2/8A and 2/8B stand together on points of their own; 2/8E is far off with a marker of 2/8A's point."""
    units = {"2/8A": marked("2530", "2/8A@5"), "2/8B": marked("2530", "2/8B@6"), "2/8E": marked("2838", "2/8A@5")}
    assert used_by(fighting(units), *attackers) == used


def test_points_of_one_unit_in_different_turns_are_different_groups() -> None:
    """2/8A used up its point of turn 5 and holds one of turn 7; 2/8B still has the marker of turn 5."""
    units = {"2/8A": marked("2530", "2/8A@7"), "2/8B": marked("2838", "2/8A@5")}
    assert used_by(fighting(units), "2/8A") == ["2/8A"]


def test_an_old_save_in_which_points_share_a_name_plays_on_as_it_did() -> None:
    units = {"2/8A": marked("2530", "2/8A"), "2/8B": marked("2530", "2/8A")}
    assert used_by(fighting(units), "2/8B") == ["2/8A", "2/8B"]
