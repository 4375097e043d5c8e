"""Chapter 19: what is planned, and what becomes of it: weather, cancelling; 21.1: playing alone."""

from typing import Any

import pytest

from tarawa_cli.games.malta.game import MALTESE
from tarawa_cli.games.malta.legal.offers import commands
from tarawa_cli.games.malta.model import codec
from tarawa_cli.kernel.errors import BadFile
from tests.malta.common import may, order, refused, table
from tests.malta.jumping import FAR, plane, planning, zone

# ── The plan


def test_19_3_jumps_are_planned_two_days_ahead() -> None:
    state = planning({"adra": "air"})
    assert "1jul-am or 1jul-pm" in refused(state, "zone north 1414 --turn 30jun-am").message
    assert not may(state, "zone north 1414 --turn 1jul-noon")
    order(state, "zone north 1414 --turn 1jul-am")
    order(state, "series north adra --offset ne1")
    assert state.plan["north"].series == ("adra ne1",)
    assert codec.dump(state)["plan"]["north"] == zone("adra ne1", turn="1jul-am", nation="italian")


def test_19_2_a_marker_is_german_if_all_its_units_are() -> None:
    state = planning({"adra": "air", "fj-pio": "air"})
    order(state, "zone north 1414 --turn 1jul-am")
    order(state, "series north fj-pio")
    assert state.plan["north"].nation == "german"
    order(state, "series north adra")
    assert state.plan["north"].nation == "italian"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("series north fj-kroh fj-pio", "at most 3 companies or guns"),
        ("series north fj-pio folg-gua", "one formation"),
        ("series north lspz-1", "does not come by parachute"),
        ("series north i-33", "does not come by parachute"),
        ("series north fj-heydte", "is not waiting for a drop"),
    ],
)
def test_19_2_what_no_series_can_be(line: str, why: str) -> None:
    units = {"fj-kroh": "air", "fj-pio": "air", "folg-gua": "air", "lspz-1": "air", "i-33": "1513", "fj-heydte": "1515"}
    state = planning(units, plan={"north": zone(turn="1jul-am")})
    assert why in refused(state, line).message


def test_19_2_headquarters_and_leader_go_free_and_six_series_are_enough() -> None:
    units = dict.fromkeys(
        ["fj-kroh", "hq-ramcke", "ramcke", "fj-pio", "fj-pak", "fj-art", "folg-a1", "folg-gua"], "air"
    )
    before = ["fj-pak", "fj-art", "folg-a1"]
    state = planning(units, plan={"north": zone(*before, turn="1jul-am")})
    assert may(state, "series north hq-ramcke ramcke")
    assert "1 point left, 3 needed" in refused(state, "series north fj-kroh hq-ramcke").message
    for line in ("series north hq-ramcke", "series north ramcke", "series north fj-pio"):
        order(state, line)
    assert "at most 6 series" in refused(state, "series north folg-gua").message


@pytest.mark.parametrize(
    ("turn", "weather", "lift"),
    [
        ("29jun-am", "clear", 15),
        ("29jun-pm", "clear", 12),
        ("30jun-am", "clear", 9),
        ("30jun-pm", "clear", 6),
        ("1jul-am", "clear", 4),
        ("30jun-am", "cloudy", 5),
        ("30jun-pm", "cloudy", 3),
        ("1jul-am", "cloudy", 2),
    ],
)
def test_19_1_the_airlift(turn: str, weather: str, lift: int) -> None:
    from tarawa_cli.games.malta.rules.ch19_drops import airlift

    state = table(FAR, turn=turn, weather=weather, phase="airborne")
    assert airlift(state, state.turn) == lift


def test_19_35_a_cancelled_jump_may_be_planned_anew() -> None:
    state = planning({"adra": "air"}, plan={"north": zone("adra", turn="1jul-am")})
    assert "already planned for a drop" in refused(state, "series north adra").message
    order(state, "cancel north")
    assert state.plan == {}
    order(state, "zone south 1414 --turn 1jul-pm")
    order(state, "series south adra")


def test_24_3_the_allies_do_not_know_the_plan() -> None:
    state = planning({"adra": "air"}, plan={"north": zone("adra", turn="1jul-am")})
    assert MALTESE.view(state, "allied").plan == {}
    assert MALTESE.view(state, "axis").plan
    events = order(state, "cancel north")
    assert [MALTESE.seen_event(event, "allied") for event in events] == [None]


@pytest.mark.parametrize(
    ("plan", "why"),
    [
        ({"a": zone("fj-kroh"), "b": zone("fj-kroh")}, "in it twice"),
        ({"a": zone("fj-heydte")}, "is not waiting to drop"),
        ({"a": zone("fj-kroh", turn="29jun-noon")}, "only in the morning and the afternoon"),
        ({"a": zone("nobody")}, "not a unit"),
        ({"a": zone("fj-kroh", marker="9999")}, "not a hex of the map"),
    ],
)
def test_19_2_what_a_plan_may_not_hold(plan: dict[str, Any], why: str) -> None:
    with pytest.raises(BadFile) as caught:
        planning({"fj-kroh": "air", "fj-heydte": "1515"}, plan=plan)
    assert any(why in what for what in caught.value.problems), caught.value.problems


# ── Weather, cancelling, alone


def test_19_35_rain_cancels() -> None:
    state = table(
        FAR | {"fj-pio": "air"},
        turn="30jun-am",
        weather="rain",
        phase="axis-status",
        plan={"kroh": zone("fj-pio", turn="30jun-am")},
    )
    order(state, "next")
    assert (state.plan, state.units["fj-pio"].at, state.phase) == ({}, "air", "allied-movement")


def test_19_35_the_axis_may_cancel_all_or_some() -> None:
    state = plane({}, "fj-kroh", "fj-pio fj-pak")
    assert {"cancel kroh", "cancel kroh fj-pio", "next"} <= set(commands(state))
    order(state, "cancel kroh fj-pio")
    assert state.plan["kroh"].series == ("fj-kroh", "fj-pak")
    order(state, "cancel kroh")
    assert state.plan == {}


def test_19_1_on_a_cloudy_day_somebody_must_stay() -> None:
    state = plane({}, "fj-kroh", "fj-pio fj-pak fj-art", weather="cloudy", turn="30jun-pm")
    state.plan["kroh"] = state.plan["kroh"]._replace(turn=state.turn)
    assert "carries only 3" in refused(state, "next").message
    assert "next" not in list(commands(state))
    order(state, "cancel kroh fj-kroh")
    assert may(state, "next")


def test_19_1_who_goes_free_need_not_stay() -> None:
    state = plane({"hq-ramcke": "air"}, "fj-kroh fj-pio", "fj-pak fj-art", weather="cloudy", turn="30jun-pm")
    whole = state.plan["kroh"]._replace(turn=state.turn)
    state.plan = {"free": whole._replace(series=("hq-ramcke",)), "kroh": whole}
    assert refused(state, "next").hint == "cancel kroh fj-kroh"


def test_19_2_the_example_of_a_series_is_one_that_the_airlift_still_carries() -> None:
    units = dict.fromkeys(["fj-kroh", "fj-pio", "fj-pak", "fj-art", "folg-a1", "folg-gua", "hq-ramcke"], "air")
    state = planning(units, plan={"north": zone("fj-pio", "fj-pak", "fj-art", "folg-a1", turn="1jul-am")})
    assert refused(state, "series north 2rwk").hint == "series north hq-ramcke"
    state.plan["north"] = state.plan["north"]._replace(series=("fj-pio",) * 6)
    assert refused(state, "series north 2rwk").hint == "next"


def test_4_23_nobody_jumps_at_noon() -> None:
    state = table(
        FAR | {"fj-pio": "air"}, turn="29jun-noon", phase="axis-status", plan={"kroh": zone("fj-pio", turn="29jun-pm")}
    )
    order(state, "next")
    assert state.phase == "axis-support"


def test_21_1_alone_jumps_are_chosen_when_they_are_made() -> None:
    state = table(FAR | {"fj-pio": "air"}, alone=True, turn="29jun-am", phase="axis-status")
    order(state, "next")
    assert state.phase == "airborne"
    order(state, "zone here 1414")
    order(state, "series here fj-pio")
    order(state, "next", 1, 1, 1, 1, 1)
    assert state.units["fj-pio"].at == "1414"
    assert not may(state, "zone there 1414"), "one jump a turn"


def test_21_1_nobody_plans_ahead_alone() -> None:
    state = table(FAR | {"adra": "air"}, alone=True, turn="29jun-am", phase="weather")
    order(state, "next")
    assert state.phase == "airborne"
