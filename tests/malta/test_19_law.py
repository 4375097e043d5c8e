"""Chapter 19 and 21.1, sentence by sentence: what no other test of them would notice."""

from typing import Any

import pytest

from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.legal.offers import commands
from tarawa_cli.games.malta.model.charts import CHARTS
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.rules.ch19_drops import airlift, guns_near
from tarawa_cli.kernel.game import Setup
from tests.malta.common import HELD, asked, may, order, refused, table, told
from tests.malta.jumping import FAR, loss, plane, planning, zone
from tests.malta.test_04_day_in_order import rolled

# ── 19.1, 19.3 The plan


def test_19_3_no_jump_is_planned_for_a_night_or_by_a_name_that_is_taken() -> None:
    state = planning({"adra": "air"}, plan={"north": zone(turn="1jul-am")})
    assert refused(state, "zone south 1414 --turn 1jul-night").rule == "19.3"
    assert refused(state, "zone north 1414 --turn 1jul-am").rule == "19.2"


def test_19_3_what_was_planned_earlier_is_fixed() -> None:
    state = planning({"adra": "air", "fj-pio": "air"}, plan={"early": zone("fj-pio", turn="30jun-am")})
    assert refused(state, "series early adra").rule == "19.3"


def test_19_3_jumps_of_the_first_two_days_are_planned_before_the_game_and_no_others() -> None:
    state = GAME.begin(Setup("herkules", options={"plan": "own"}))
    for turn in ("29jun-am", "29jun-pm", "30jun-am", "30jun-pm"):
        assert may(state, f"zone north 1414 --turn {turn}"), turn
    assert refused(state, "zone north 1414 --turn 1jul-am").rule == "19.3"
    assert refused(state, "zone north 1414 --turn 29jun-noon").rule == "19.3"


def test_19_1_clouds_of_today_do_not_halve_the_airlift_of_another_day() -> None:
    state = table(FAR, turn="30jun-am", weather="cloudy", phase="plan-drops")
    turns = CHARTS.turn_numbers
    assert [airlift(state, turns[id]) for id in ("30jun-am", "30jun-pm", "2jul-am")] == [5, 3, 4]


def test_19_1_each_turn_has_an_airlift_of_its_own() -> None:
    units = dict.fromkeys(["fj-kroh", "fj-heydte", "fj-pio"], "air")
    state = planning(units, plan={"am": zone("fj-kroh", turn="1jul-am"), "pm": zone(turn="1jul-pm")})
    assert refused(state, "series am fj-heydte").rule == "19.1"
    order(state, "series pm fj-heydte")
    assert may(state, "series am fj-pio")


def test_19_35_in_the_air_only_the_jumps_of_the_turn_are_cancelled() -> None:
    state = plane({"adra": "air"}, "fj-pio")
    state.plan["later"] = state.plan["kroh"]._replace(turn=state.turn + 2, series=("adra",))
    assert refused(state, "cancel later").rule == "19.35"
    assert may(state, "cancel kroh")


def test_19_35_clouds_cancel_nothing_and_a_cancelled_unit_waits_in_the_air() -> None:
    plan = {"kroh": zone("fj-pio", turn="30jun-am")}
    state = table(FAR | {"fj-pio": "air"}, turn="30jun-am", weather="cloudy", phase="axis-status", plan=plan)
    order(state, "next")
    assert (state.phase, list(state.plan)) == ("airborne", ["kroh"])
    order(state, "cancel kroh")
    assert (state.plan, state.units["fj-pio"].at) == ({}, "air")


def test_21_1_alone_nobody_jumps_at_noon_or_in_the_rain() -> None:
    weathers: list[dict[str, Any]] = [{"turn": "30jun-noon"}, {"turn": "30jun-am", "weather": "rain"}]
    for keys in weathers:
        state = table(FAR | {"fj-pio": "air", "i-33": "1513"}, alone=True, phase="axis-status", **keys)
        order(state, "next")
        assert state.phase == "axis-movement", keys


# ── 19.41 Drift


def test_19_41_only_allied_anti_aircraft_guns_trouble_jumpers() -> None:
    state = table(FAR | {"12f-1": "1414", "haa-7": "1411", "laa-32": "1410"}, turn="29jun-am", phase="airborne")
    assert [gun.id for gun in guns_near(state, "1414")] == ["haa-7"]


def test_19_41_beyond_the_edge_of_the_map_is_the_sea() -> None:
    """A German marker on a 12 drifts a die of hexes; from 1402 six hexes north are far off the map."""
    state = plane({}, "fj-pio")
    state.plan["kroh"] = state.plan["kroh"]._replace(marker="1402")
    events = order(state, "next", 6, 6, 6, 1)
    assert told(events, "marker-down")[0]["sea"]
    assert (state.units["fj-pio"].at, state.lost_steps) == ("air", 0)


def test_19_41_a_marker_may_lie_in_the_sea_and_its_series_over_land() -> None:
    state = plane({}, "fj-pio n2")
    state.plan["kroh"] = state.plan["kroh"]._replace(marker="1417")
    order(state, "next", 1, 1, 1, 1, 1)
    assert state.units["fj-pio"].at == "1415"


def test_19_41_a_leader_who_falls_into_the_sea_is_killed_and_a_headquarters_lost() -> None:
    state = plane({}, "fj-pio hq-ramcke ramcke")
    state.plan["kroh"] = state.plan["kroh"]._replace(marker="1316")
    order(state, "next", 1, 1, 4, 4, 4)
    assert [state.units[id].at for id in ("fj-pio", "hq-ramcke", "ramcke")] == ["lost"] * 3
    assert state.lost_steps == 1


def test_19_41_at_13_two_dice_of_hexes_for_each_unit() -> None:
    """Italians over one gun: 12 + 1."""
    plan = {"x": zone("folg-gua folg-a1", marker="1410", nation="italian")}
    units = {"folg-gua": "air", "folg-a1": "air", "haa-7": "1412"}
    state = table(FAR | units, turn="29jun-am", phase="airborne", plan=plan, policy=HELD)
    order(state, "next", 1, 1, 6, 6, 1, 1, 3, 1, 2, 4, 1, 1)
    assert [state.units[id].at for id in ("folg-a1", "folg-gua")] == ["1611", "1413"]


# ── 19.46 Losses


@pytest.mark.parametrize(("at", "plus"), [("1114", 1), ("1209", 1), ("1810", 1), ("1515", 1), ("1416", 0), ("1613", 0)])
def test_19_46_rough_ground_is_woods_town_city_and_fort(at: str, plus: int) -> None:
    assert loss({}, at) == plus


def test_19_46_a_strongpoint_is_a_fort_only_with_a_combat_unit_in_it() -> None:
    from tarawa_cli.games.malta.rules.ch19_drops import loss_modifiers

    for units, plus in (({"2d": "1516"}, 2), ({"12f-1": "1516"}, 1), ({}, 0)):
        state = table(FAR | units, turn="29jun-am", phase="airborne", strongpoints="1516")
        assert sum(modifier.value for modifier in loss_modifiers(state, "1516")) == plus


def test_19_46_losses_go_by_the_order_of_the_units_not_of_the_series() -> None:
    state = plane({}, "fj-pio", "fj-kroh")
    events = order(state, "next", 1, 1, 1, 1, 1, 1, *[1] * 4)
    assert [on for rule, on in rolled(events) if rule == "19.46"] == ["fj-kroh-1", "fj-kroh-2", "fj-kroh-3", "fj-pio"]


# ── 19.5 The fight in the hex


def test_19_5_hex_by_hex_by_number() -> None:
    units = {"2d": {"at": "1414", "steps": 1}, "1h": {"at": "1412", "steps": 1}}
    state = plane(units, "fj-kroh", "fj-heydte n2")
    events = order(state, "next", 1, 1, 1, 1, 1, 1, *[1] * 6, 3, 4, 3, 4)
    assert [on for rule, on in rolled(events) if rule == "9.4"] == ["1412", "1414"]


def test_19_5_a_gun_with_a_defence_is_fought_and_not_overrun() -> None:
    state = plane({"12f-1": "1414"}, "fj-kroh")
    events = order(state, "next", 1, 1, 1, 1, *[1] * 3, 3, 4)
    assert [rule for rule, _ in rolled(events)][-1] == "9.4"


def test_19_5_jumpers_never_take_hits_as_a_retreat() -> None:
    """1:1 with morale +1 is column 6, where a 3 is 1D/1."""
    state = plane({"2d": "1414"}, "fj-kroh", policy={"axis": {"hits": "retreat"}, "allied": HELD["allied"]})
    events = order(state, "next", 1, 1, 1, 1, *[1] * 3, 1, 2)
    assert [facts["hexes"] for facts in told(events, "hits-taken")] == [0, 0]
    assert state.lost_steps >= 1


def test_19_5_no_integrity_of_a_whole_brigade_in_the_hex_either() -> None:
    brigade = dict.fromkeys(("1h", "1d", "2d", "3komr"), "1414")
    state = plane(brigade, "fj-kroh", "fj-heydte")
    events = order(state, "next", 1, 1, 1, 1, 1, 1, *[1] * 6, 6, 6)
    crt = next(facts for facts in told(events, "roll") if facts["table"] == "crt")
    assert not [shift for shift in crt["shifts"] if "integrity" in shift["label"]]


def test_19_5_jumpers_who_find_no_hex_to_go_to_are_eliminated_and_leaders_take_their_chance() -> None:
    """Guns in every hex around hem them in. Ramcke does not command (6); column 5, a 5 is 1D/2; he is killed (1)."""
    around = dict(zip(("12f-1", "12f-2", "12f-3", "26d-6", "26d-37", "26d-18n"), NEXT_TO_1414, strict=True))
    state = plane({"2d": "1414", **around}, "fj-pio fj-pak fj-art hq-ramcke ramcke", policy=HELD)
    order(state, "next", 1, 1, 1, 1, *[1] * 3, 6, 2, 3, 1)
    assert {state.units[id].at for id in ("fj-pio", "fj-pak", "fj-art", "ramcke")} == {"lost"}


NEXT_TO_1414 = ("1413", "1514", "1515", "1415", "1315", "1314")


def test_19_5_guns_and_staff_flee_when_all_who_fought_are_dead() -> None:
    """Ramcke does not command (6); 1:3 and morale are column 4, a 5 is 3Z/-; he is unhurt (6) and follows the staff."""
    state = plane({"2d": "1414", "1h": "0810"}, "fj-pio hq-ramcke ramcke", "fj-kroh n2")
    order(state, "next", 1, 1, 1, 1, 1, 1, *[1] * 4, 6, 2, 3, 6)
    assert (state.units["fj-pio"].at, state.units["hq-ramcke"].at, state.units["ramcke"].at) == ("lost", "1412", "1412")


def test_19_5_a_gun_without_a_way_back_is_lost() -> None:
    around = dict(zip(("12f-1", "12f-2", "12f-3", "26d-6", "26d-37", "26d-18n"), NEXT_TO_1414, strict=True))
    state = plane({"26d-18s": "1414", **around}, "fj-art", policy=HELD)
    order(state, "next", 1, 1, 1, 1, 1)
    assert (state.units["fj-art"].at, state.lost_steps) == ("lost", 1)


def test_19_5_the_retreat_is_one_hex() -> None:
    state = plane({"2d": "1414"}, "fj-kroh", "fj-heydte")
    order(state, "next", 1, 1, 1, 1, 1, 1, *[1] * 6, 1, 2)
    here = {unit.at for unit in state.units.values() if unit.side == "axis" and unit.on_map}
    assert len(here) == 1
    assert here <= set(NEXT_TO_1414)


# ── 19.6 The step, and the crowd


def down(units: dict[str, Any], *series: str, dice: int, **keys: Any) -> State:
    state = plane(units, *series, **keys)
    order(state, "next", *[1] * dice)
    return state


def test_19_6_who_falls_on_a_staff_may_not_step_though_it_has_no_zone() -> None:
    state = down({"hq-south": "1414", "1h": "1612"}, "fj-pio", "fj-pak n2", dice=8)
    assert state.free == {"fj-pak"}


def test_19_6_a_step_overruns_the_weak_and_does_not_enter_a_battery() -> None:
    state = down({"raf-1": "1413", "12f-1": "1514"}, "fj-pio hq-ramcke", dice=5)
    assert not may(state, "step fj-pio 1514")
    assert not may(state, "step hq-ramcke 1413")
    order(state, "step fj-pio 1413")
    assert (state.units["raf-1"].at, "1413" in state.control) == ("lost", True)


def test_19_6_staffs_and_guns_take_no_hex_where_they_fall_or_step() -> None:
    state = down({}, "fj-art hq-ramcke", dice=5)
    assert "1414" not in state.control
    order(state, "step hq-ramcke 1413")
    order(state, "step fj-art 1415")
    assert state.control == set()


def test_7_jumpers_may_step_into_a_full_hex_and_newcomers_are_lost_until_it_is_not() -> None:
    """Four battalions are in 1413, and two companies step to them: both are above the limit."""
    full = dict.fromkeys(("i-33", "ii-33", "iii-33", "42cn"), "1413")
    policy = {"axis": {"steps": "ask"}}
    state = down(full, "fj-pio fj-pak", dice=6, policy=policy, control={"axis": "1413"})
    order(state, "step fj-pio fj-pak 1413")
    order(state, "next")
    assert asked(state) == "crowd-loss"
    assert {line for line in commands(state) if line.startswith("decide")} == {"decide fj-pio", "decide fj-pak"}
    order(state, "decide fj-pio")
    assert [state.units[id].at for id in ("fj-pio", "fj-pak", "i-33")] == ["lost", "lost", "1413"]
    assert state.lost_steps == 2


def test_7_of_two_headquarters_the_one_that_jumped_is_lost() -> None:
    state = down({"hq-liv": "1414", "i-33": "1414"}, "fj-pio hq-ramcke", dice=5, control={"axis": "1414"})
    order(state, "next")
    assert [state.units[id].at for id in ("hq-ramcke", "hq-liv", "fj-pio")] == ["lost", "1414", "1414"]


def test_19_1_not_even_one_point_more_than_the_airlift_carries() -> None:
    plan = {"kroh": zone("fj-kroh", "fj-pio", turn="30jun-pm")}
    units = {"fj-kroh": "air", "fj-pio": "air"}
    state = table(FAR | units, turn="30jun-pm", weather="cloudy", phase="airborne", plan=plan)
    assert refused(state, "next").rule == "19.1"
    order(state, "cancel kroh fj-pio")
    assert may(state, "next")


def test_19_46_companies_without_a_reduced_side_are_eliminated() -> None:
    """The arditi are commandos: their companies have one side."""
    plan = {"x": zone("adra", nation="italian")}
    state = table(FAR | {"adra": "air", "laa-32": "1614"}, turn="29jun-am", phase="airborne", plan=plan, policy=HELD)
    order(state, "next", 1, 1, 1, 1, 6, 5)
    assert (state.units["adra-1"].at, state.units["adra-2"].at, state.units["adra-2"].reduced) == (
        "lost",
        "1414",
        False,
    )


def test_19_35_who_was_over_the_sea_may_be_planned_anew() -> None:
    state = plane({}, "fj-pio s2")
    state.plan["kroh"] = state.plan["kroh"]._replace(marker="1416")
    order(state, "next", 1, 1)
    later = planning({id: unit.at for id, unit in state.units.items() if id == "fj-pio"})
    order(later, "zone again 1414 --turn 1jul-am")
    order(later, "series again fj-pio")
    assert later.plan["again"].series == ("fj-pio",)


def test_13_2_after_a_jump_companies_join_next_to_the_enemy_too() -> None:
    state = plane({"2d": "1415"}, "fj-kroh", "fj-pio n2")
    order(state, "next", *[1] * 10)
    order(state, "join fj-kroh")
    assert state.units["fj-kroh"].at == "1414"
