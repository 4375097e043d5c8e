"""7.2.6: trying to recover, as far as it is declared in phase `actions`."""

import pytest

from tests.tarawa.common import all_but
from tests.tarawa.ground import LEAN, ashore, end_turn, free_hexes, give, refuse

SAFE = "2630 2631 2727 2728 2729 2731"
"""Cleared hexes around the head in 2531 and 2530 beside it."""


def test_a_unit_away_from_the_enemy_and_near_a_head_may_try() -> None:
    state = ashore({"hawkins": {"at": "2530", "steps": 1}}, cleared=SAFE, heads="2531", stock=2)
    give(state, "recover hawkins")
    unit = state.units["hawkins"]
    assert unit.recovering
    assert not unit.paid
    assert state.stock == 2


def test_it_does_nothing_else_that_turn() -> None:
    state = ashore({"2/8A": {"at": "2530", "steps": 5}}, cleared=SAFE, heads="2531")
    give(state, "recover 2/8A")
    for command in ("move 2/8A 2529", "dig 2/8A", "recover 2/8A", "recover 2/8A --pay"):
        assert refuse(state, command).rule == "7.2"


def test_who_has_acted_may_not_try() -> None:
    state = ashore({"2/8A": "2529"}, cleared=SAFE, heads="2531")
    give(state, "move 2/8A 2530")
    assert refuse(state, "recover 2/8A").rule == "7.2.6"


def test_two_hexes_from_an_uncleared_hex_is_too_near_three_is_not() -> None:
    state = ashore({"2/8A": {"at": "2530", "steps": 5}, "2/8B": {"at": "2629", "steps": 5}}, cleared=SAFE, heads="2531")
    refusal = refuse(state, "recover 2/8B")
    assert refusal.rule == "7.2.6"
    assert refusal.message == "2/8B is 2 hexes from uncleared 2828, and 3 are needed"
    give(state, "recover 2/8A")


def test_four_hexes_from_a_head_is_near_enough_five_is_not() -> None:
    calm = {"cleared": all_but("4403"), "occupied": free_hexes(), "heads": "2531"}
    near = ashore({"2/8A": {"at": "2628", "steps": 5}}, **calm)
    give(near, "recover 2/8A")
    far = ashore({"2/8A": {"at": "2627", "steps": 5}}, **calm)
    assert refuse(far, "recover 2/8A").rule == "7.2.6"


def test_the_way_to_the_head_leads_through_friendly_hexes() -> None:
    state = ashore({"2/8A": {"at": "2530", "steps": 5}}, cleared="2630 2729 2731 2727 2728", heads="2732")
    assert refuse(state, "recover 2/8A").rule == "7.2.6"


def test_without_a_head_only_who_is_paid_for_may_try() -> None:
    state = ashore({"2/8A": {"at": "2530", "steps": 5}}, cleared=SAFE, stock=1)
    assert refuse(state, "recover 2/8A").hint == "recover 2/8A --pay"
    give(state, "recover 2/8A --pay")
    assert state.units["2/8A"].paid
    assert state.stock == 0


def test_each_unit_costs_a_point() -> None:
    units = {"2/8A": "2530", "2/8B": "2530"}
    poor = ashore(units, cleared=SAFE, stock=1)
    assert refuse(poor, "recover 2/8A 2/8B --pay").rule == "7.2.6"
    rich = ashore(units, cleared=SAFE, stock=3)
    give(rich, "recover 2/8A 2/8B --pay")
    assert rich.stock == 1


def test_paying_needs_a_point() -> None:
    state = ashore({"2/8A": "2530"}, cleared=SAFE, stock=0)
    assert refuse(state, "recover 2/8A --pay").rule == "7.2.6"


def test_the_unsupplied_may_be_paid_for_the_isolated_never() -> None:
    unsupplied = {"at": "2530", "steps": 5, "supply": "none", "unsupplied": 2}
    state = ashore({"2/8A": unsupplied}, cleared=SAFE, heads="2531", stock=1)
    assert refuse(state, "recover 2/8A").rule == "7.2.6"
    give(state, "recover 2/8A --pay")
    isolated = ashore({"2/8A": unsupplied | {"unsupplied": 3}}, cleared=SAFE, heads="2531", stock=1)
    assert refuse(isolated, "recover 2/8A --pay").rule == "8.10"


def test_tanks_never_recover() -> None:
    state = ashore({"sherman-1": {"at": "2530", "steps": 2}}, cleared=SAFE, heads="2531", stock=1)
    assert refuse(state, "recover sherman-1 --pay").rule == "7.2.6"


@pytest.mark.parametrize(("casualties", "legal"), [(3950, True), (4000, False), (4500, False)])
def test_from_four_thousand_casualties_on_nobody_recovers(casualties: int, legal: bool) -> None:
    state = ashore({"2/8A": {"at": "2530", "steps": 3}}, cleared=SAFE, heads="2531", casualties=casualties)
    if legal:
        give(state, "recover 2/8A")
    else:
        assert refuse(state, "recover 2/8A").rule == "7.2.6"


def test_units_without_losses_rest_with_their_whole_battalion_only() -> None:
    units = {"2/8A": "2530", "2/8B": {"at": "2530", "steps": 5}, "2/8E": "2529"}
    state = ashore(units, cleared=SAFE, heads="2531")
    assert refuse(state, "recover 2/8A").hint == "recover 2/8"
    assert refuse(state, "recover 2/8A 2/8B").rule == "7.2.6"
    give(state, "recover 2/8A 2/8B 2/8E")
    assert all(state.units[id].recovering for id in units)


def test_a_unit_is_named_once() -> None:
    state = ashore({"2/8A": "2530"}, cleared=SAFE, heads="2531", stock=2)
    assert refuse(state, "recover 2/8A 2/8A").rule == "7.2.6"


def test_one_who_may_not_keeps_all_from_it() -> None:
    state = ashore({"2/8A": "2530", "2/8B": "2627"}, cleared=SAFE, heads="2531")
    refuse(state, "recover 2/8A 2/8B")
    assert not state.units["2/8A"].recovering


def test_in_another_phase_nobody_declares_it() -> None:
    state = ashore({"2/8A": "2530"}, cleared=SAFE, heads="2531", phase="embark")
    assert refuse(state, "recover 2/8A").rule == "7.2.6"


def test_what_was_declared_is_over_with_the_turn() -> None:
    state = ashore({"2/8A": {"at": "2530", "steps": 5}}, cleared=SAFE, stock=1)
    give(state, "recover 2/8A --pay")
    end_turn(state, stops=True, begins=(1, *LEAN))
    assert (state.turn, state.units["2/8A"].recovering, state.units["2/8A"].paid) == (5, False, False)
