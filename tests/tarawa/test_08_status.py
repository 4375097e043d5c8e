"""8.9, 8.10, 8.11: unsupplied, isolated, relieved; and what each may do."""

from typing import Any

import pytest

from tarawa_cli.games.tarawa.rules.ch10_night.banzai import lose_head
from tests.tarawa.common import refused
from tests.tarawa.playing_supply import Match, do, modifiers, only, play, quiet, rolls, start, supply_of, types, unit


def old(at: str, **keys: Any) -> dict[str, Any]:
    return {"at": at, "landed": 1, **keys}


def checked(units: dict[str, Any], turn: int = 8, **keys: Any) -> Match:
    """A check without heads to place, and on to the actions of the next turn."""
    match = start(units, turn=turn, phase="supply-check", **keys)
    do(match, "next", [1, 1])
    assert match.state.turn == turn + 1
    return match


def test_with_a_line_a_unit_is_in_general_supply() -> None:
    match = checked({"2/8A": old("2530")}, heads="2531")
    assert (supply_of(match, "2/8A"), unit(match, "2/8A").unsupplied) == (["general"], 0)


def test_with_a_line_it_keeps_its_marker() -> None:
    match = checked({"2/8A": old("2530", supply="active", group="2/8A")}, heads="2531")
    assert supply_of(match, "2/8A") == ["active:2/8A"]


def test_without_a_line_and_without_a_marker_it_is_unsupplied() -> None:
    match = checked({"2/8A": old("2530")})
    assert (supply_of(match, "2/8A"), unit(match, "2/8A").unsupplied) == (["none"], 1)


def test_tanks_and_artillery_are_unsupplied_like_others() -> None:
    match = checked({"sherman-1": old("2530"), "1/10": old("2529")})
    assert supply_of(match, "sherman-1", "1/10") == ["none", "none"]


def test_without_a_line_a_marker_is_used_up_as_supply_for_one_turn() -> None:
    match = checked({"2/8A": old("2530", supply="active", group="2/8A")})
    assert (supply_of(match, "2/8A"), unit(match, "2/8A").unsupplied) == (["general"], 0)
    do(match, "next", [1, 1, 1])
    assert (supply_of(match, "2/8A"), unit(match, "2/8A").unsupplied) == (["none"], 1)


def test_a_marker_used_in_an_attack_is_gone_before_the_status_is_set() -> None:
    units = {"2/8A": old("2531", supply="active", group="2/8A", attacked=True)}
    match = start(units, turn=8, phase="offensive-fire")
    do(match, "next", [1, 1, 1])
    assert supply_of(match, "2/8A") == ["none"]


def test_status_lasts_until_the_next_check_even_if_the_head_is_lost() -> None:
    units = {"2/8A": old("2530", supply="active", group="2/8A"), "2/8B": old("2529")}
    match = start(units, turn=8, phase="actions", heads="2531")
    lose_head(play(match), "2531")
    assert supply_of(match, "2/8A", "2/8B") == ["active:2/8A", "general"]
    do(match, "attack 2/8A --on 2630", [1, 1])
    do(match, "next", [1, 1, 1, 1])
    assert supply_of(match, "2/8A", "2/8B") == ["none", "none"]


def test_the_turns_without_supply_are_counted_and_the_third_isolates() -> None:
    match = checked({"2/8A": old("2530")})
    for turns in (2, 3):
        do(match, "move 2/8A 2531" if turns == 2 else "move 2/8A 2530")
        do(match, "next", [1, 1, 1])
        assert unit(match, "2/8A").unsupplied == turns
    assert refused(match, "move 2/8A 2531").rule == "8.10"


# ── What the unsupplied may not do


def in_action(supply: str, turns: int = 1, **keys: Any) -> Match:
    """2/8A and 2/8E beside uncleared hexes, in some state of supply; 3/8A beside them is well supplied."""
    state = {"supply": supply, "unsupplied": turns if supply == "none" else 0}
    units = {
        "2/8A": old("2530", **state),
        "2/8E": old("2627", **state),
        "1/10": old("2628", **state),
        "3/8A": old("2531", supply="active", group="3/8A"),
    }
    return start(units, turn=8, phase="actions", shore=1, **keys)


@pytest.mark.parametrize("supply", ["general", "none"])
def test_only_who_is_active_attacks(supply: str) -> None:
    assert refused(in_action(supply), "attack 2/8A --on 2630").rule == "7.2.4"
    match = in_action("active")
    do(match, "attack 2/8A --on 2630", [1, 1])
    assert unit(match, "2/8A").attacked


@pytest.mark.parametrize("supply", ["general", "none"])
def test_only_who_is_active_demolishes(supply: str) -> None:
    assert refused(in_action(supply), "demolish 2/8E --on 2626").rule == "7.2.5"
    match = in_action("active")
    do(match, "demolish 2/8E --on 2626", [1, 1])
    assert unit(match, "2/8E").attacked


@pytest.mark.parametrize("helper", ["2/8A", "1/10"])
def test_the_unsupplied_do_not_support(helper: str) -> None:
    order = f"fire 3/8A 2631 --support {helper}"
    assert refused(in_action("none"), order).rule == "8.9"
    match = in_action("general")
    assert len(rolls(do(match, order, [1]), "marine-fire")) == 1


def test_bairiki_supports_whatever_its_counter_says() -> None:
    units = {"3/8A": old("3812", supply="active"), "2/10": {"at": "bairiki", "supply": "none"}}
    match = start(units, turn=8, phase="actions", **quiet("3912"))
    assert match.state.board.area_of["3912"] == "tail"
    do(match, "fire 3/8A 3912 --support 2/10", [1])
    assert unit(match, "2/10").spent == 1


@pytest.mark.parametrize(("supply", "less"), [("none", -1), ("general", None), ("active", None)])
def test_the_unsupplied_fire_with_one_less(supply: str, less: int | None) -> None:
    events = do(in_action(supply), "fire 2/8A 2630", [1])
    assert modifiers(rolls(events, "marine-fire")[0]).get("unsupplied") == less


def test_the_unsupplied_may_move_and_dig() -> None:
    match = in_action("none", 2)
    do(match, "move 2/8A 2529")
    do(match, "dig 2/8E")
    assert (unit(match, "2/8A").at, unit(match, "2/8E").digging) == ("2529", True)


# ── Isolated


@pytest.mark.parametrize("turns", [1, 2])
def test_up_to_two_turns_without_supply_are_not_isolation(turns: int) -> None:
    match = in_action("none", turns)
    do(match, "move 2/8A 2529")
    assert unit(match, "2/8A").at == "2529"


def test_the_isolated_do_not_move() -> None:
    assert refused(in_action("none", 3), "move 2/8A 2529").rule == "8.10"


@pytest.mark.parametrize("pay", ["", " --pay"])
def test_the_isolated_do_not_recover(pay: str) -> None:
    match = start(
        {"2/8A": old("2531", steps=5, supply="none", unsupplied=3)}, turn=8, phase="actions", stock=2, **quiet()
    )
    assert refused(match, f"recover 2/8A{pay}").rule == "8.10"


def test_the_isolated_dig_and_fire_with_one_less() -> None:
    match = in_action("none", 3)
    events = do(match, "fire 2/8A 2630", [1])
    assert modifiers(rolls(events, "marine-fire")[0])["unsupplied"] == -1
    do(match, "dig 2/8E")
    assert unit(match, "2/8E").digging


# ── 8.11


def test_a_way_opened_to_a_head_relieves_at_once() -> None:
    units = {
        "2/8A": old("2625", supply="none", unsupplied=3),
        "2/8B": old("2627", supply="active", group="2/8B"),
        "3/8A": old("2838", supply="none", unsupplied=3),
    }
    match = start(units, turn=8, phase="actions", heads="2531", demolished={"2626": 1})
    events = do(match, "attack 2/8B --on 2626", [1, 6])
    assert "2626" not in match.state.cleared
    assert supply_of(match, "2/8A") == ["none"]
    match = start(units, turn=8, phase="actions", heads="2531", demolished={"2626": 2})
    events = do(match, "attack 2/8B --on 2626", [1, 6])
    relieved = only(events, "supply-status")
    assert (relieved.rule, relieved.facts["unit"]) == ("8.11", "2/8A")
    assert (supply_of(match, "2/8A"), unit(match, "2/8A").unsupplied) == (["general"], 0)
    assert supply_of(match, "3/8A") == ["none"]
    do(match, "move 2/8A 2624")


def test_a_unit_that_walks_into_a_line_is_relieved_at_once() -> None:
    match = start(
        {"2/8A": old("2731", supply="none", unsupplied=2)}, turn=8, phase="actions", cleared="2731", heads="2834"
    )
    before = supply_of(match, "2/8A")
    events = do(match, "move 2/8A 2732")
    assert before == ["none"]
    assert only(events, "supply-status").rule == "8.11"
    assert supply_of(match, "2/8A") == ["general"]


def test_a_new_head_relieves_at_once() -> None:
    units = {"2/8A": old("2531", supply="none", unsupplied=4), "sherman-1": old("2530", supply="none", unsupplied=1)}
    match = start(units, turn=8, phase="supply-check", **quiet())
    assert types(do(match, "head 2529")) == ["head-placed", "supply-status", "supply-status"]
    assert supply_of(match, "2/8A", "sherman-1") == ["general", "general"]
    assert unit(match, "2/8A").unsupplied == 0


def test_one_who_is_not_unsupplied_keeps_what_he_has_when_a_way_opens() -> None:
    units = {"2/8A": old("2531", supply="active", group="2/8A")}
    match = start(units, turn=8, phase="supply-check", **quiet())
    assert types(do(match, "head 2529")) == ["head-placed"]
    assert supply_of(match, "2/8A") == ["active:2/8A"]


def test_once_relieved_the_count_begins_anew() -> None:
    match = start({"2/8A": old("2531", supply="none", unsupplied=2)}, turn=8, phase="supply-check", heads="2531")
    do(match, "next", [1, 1])
    assert unit(match, "2/8A").unsupplied == 0
    lose_head(play(match), "2531")
    do(match, "next")
    do(match, "next", [1, 1, 1])
    assert unit(match, "2/8A").unsupplied == 1
