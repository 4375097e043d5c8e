"""Chapter 17, 12.54 and 14.43, sentence by sentence: what no other test of them would notice."""

from typing import Any

import pytest

from tarawa_cli.games.malta.model.charts import Charts
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.rules.ch09_combat.attacking import air_markers
from tarawa_cli.games.malta.rules.ch17_special_rules import strikes_left
from tests.malta.common import may, order, refused, table
from tests.malta.mornings import dawn, morning, straggling

BOX = "follow-up:south"


# ── 17.2 Weather and planes


def test_17_2_markers_that_were_flown_are_gone_and_the_next_turn_has_new_ones() -> None:
    units = {"i-33": "1513", "11lf": "1512", "8m": "1511"}
    state = table(units, turn="30jun-am", phase="axis-support")
    order(state, "support 1512 --air")
    assert air_markers(state) == 1
    assert refused(state, "support 1512 --air").rule == "17.2"
    order(state, "support 1511 --air")
    assert air_markers(state) == 0
    order(state, "next")
    while state.phase != "axis-support":
        order(state, "next")
    assert (state.box.id, air_markers(state)) == ("30jun-noon", 2)


def test_17_2_a_marker_given_to_a_landing_is_not_there_for_the_attack() -> None:
    state = table({"i-33": "1513", "11lf": "1512"}, turn="30jun-am", phase="axis-support", flown=1)
    assert air_markers(state) == 1
    order(state, "next")
    while state.phase != "axis-support":
        order(state, "next")
    assert (state.box.id, air_markers(state)) == ("30jun-noon", 2)


# ── 17.4 Replacements


@pytest.mark.parametrize(
    ("unit", "sheet", "others"),
    [
        ("bafile", {"at": "1716", "steps": 2}, {}),
        ("assalto", {"at": "1716", "steps": 2}, {}),
        ("loreto", {"at": "1716", "steps": 1}, {}),
        ("s47", {"at": "1716", "steps": 1}, {}),
        ("i-87-1", {"at": "1716"}, {"i-87": "pool"}),
        ("i-87", {"at": "1716", "steps": 2}, {"haa-7": "1715"}),
        ("i-87", {"at": "1716", "steps": 2}, {"rn-1": "1715"}),
    ],
)
def test_17_4_marines_commandos_companies_and_those_beside_any_enemy_get_none(
    unit: str, sheet: dict[str, Any], others: dict[str, Any]
) -> None:
    assert refused(morning({unit: sheet, **others}, "replacements", "3jul-am"), f"replace {unit}").rule == "17.4"


def test_17_4_blackshirts_are_infantry_and_two_orders_share_the_six_steps() -> None:
    names = ["42cn", "i-87", "ii-87", "iii-87", "i-88", "ii-88", "iii-88"]
    hexes = ["1716", "1716", "1716", "1715", "1715", "1616", "1616"]
    units = {name: {"at": at, "steps": 2} for name, at in zip(names, hexes, strict=True)}
    state = morning(units, "replacements", "3jul-am")
    order(state, f"replace {' '.join(names[:4])}")
    assert refused(state, f"replace {' '.join(names[4:])}").rule == "17.4"
    order(state, f"replace {' '.join(names[4:6])}")
    order(state, "next")
    assert (state.replaced, state.units["42cn"].steps, state.units["iii-88"].steps) == (set(), 3, 2)


def test_17_4_security_companies_go_into_battalions_alone_and_one_at_a_time() -> None:
    units = {"mt-cru": {"at": "1810", "steps": 1}, "1d": {"at": "1810", "steps": 1}, "rn-1": "1810", "rn-2": "1810"}
    state = morning(units, "absorb")
    assert refused(state, "absorb rn-1 mt-cru").rule == "17.4"
    assert refused(state, "absorb rn-1 i-33").message == "i-33 is not an Allied battalion"
    order(state, "absorb rn-1 1d")
    order(state, "absorb rn-2 1d")
    assert (state.units["1d"].steps, state.units["rn-1"].at, state.units["rn-2"].at) == (3, "lost", "lost")


def test_24_2_absorb_always_takes_all_that_can_be_taken() -> None:
    units = {"1d": {"at": "1810", "steps": 1}, "rn-1": "1810", "rn-2": "1810", "raf-1": "1810"}
    state = dawn(units, policy={"allied": {"absorb": "always"}})
    order(state, "next", 1, 1)
    assert [state.units[id].at for id in ("rn-1", "rn-2", "raf-1")] == ["lost", "lost", "1810"]
    assert state.lost_steps == 0


# ── 17.5 Air strikes


def test_17_5_strikes_fly_in_the_order_in_which_they_are_named_and_each_morning_has_its_own() -> None:
    state = morning({"cg-benghisa": "2016", "cg-madliena": "1409"}, "air-strikes")
    order(state, "strike cg-madliena cg-benghisa", 6, 1)
    assert (state.units["cg-madliena"].at, state.units["cg-benghisa"].at) == ("lost", "2016")
    assert strikes_left(state) == 2
    order(state, "next")
    assert state.strikes == 0


def test_17_5_a_silenced_gun_does_not_fire_all_day() -> None:
    state = table({"i-33": "1513", "fri-gen": "wave:1816:1", "cg-benghisa": "2016"}, turn="30jun-noon",
                  phase="coast-fire", silenced=["cg-benghisa"])  # fmt: skip
    order(state, "next", 1)
    assert (state.units["fri-gen"].at, state.silenced) == ("1816", {"cg-benghisa"})


# ── 17.6 The Royal Navy


def navy(die: int, units: dict[str, Any]) -> State:
    state = dawn(units, "1jul-am")
    order(state, "next", 1, 1, die)
    return state


def test_17_6_two_ships_that_are_all_leave_without_a_question_placed_or_not() -> None:
    state = navy(2, {"gorizia": "1320", "oriani": "pool"})
    assert (state.question, state.units["gorizia"].at, state.units["oriani"].at) == (None, "lost", "lost")


def test_17_6_at_6_ships_leave_and_those_in_wave_boxes_are_spared() -> None:
    state = navy(6, {"gorizia": "1320", "oriani": "pool", "fri-gen": "wave:1816:2", "i-88": BOX, "carboni": BOX})
    places = [state.units[id].at for id in ("gorizia", "oriani", "i-88", "carboni", "fri-gen")]
    assert places[:4] == ["lost"] * 4
    assert state.units["fri-gen"].steps == 1
    assert state.lost_steps == 3, "neither ships nor leaders are ground steps"


def test_17_6_at_5_neither_planes_nor_strikes_are_fewer() -> None:
    state = table({"i-33": "1513", "cg-ben6": "2016"}, turn="2jul-am", phase="air-strikes", royal_navy=5)
    assert strikes_left(state) == 4


# ── 17.8 Stragglers


@pytest.mark.parametrize(("unit", "die"), [("fj-heydte-1", 4), ("fj-pio", 4)])
def test_17_8_only_a_company_of_the_same_battalion_helps(unit: str, die: int) -> None:
    state = straggling({unit: "1515", **({"fj-heydte": "pool"} if unit.startswith("fj-heydte") else {})})
    order(state, "next", die)
    assert state.units["fj-kroh-1"].reduced


def test_17_8_the_rest_of_the_battalion_helps_and_a_gun_next_door_does_not_hinder() -> None:
    state = straggling({"fj-kroh": {"at": "1515", "steps": 2, "companies": [2, 3]}, "12f-1": "1614"})
    order(state, "next", 4)
    assert not state.units["fj-kroh-1"].reduced


# ── 14.43 Aides


def test_14_43_aides_come_in_the_morning_only() -> None:
    state = table({"i-33": "1513", "2rwk": "0810", "gort": "lost", "hq-malta": "1810"}, turn="30jun-am",
                  phase="allied-combat")  # fmt: skip
    order(state, "next")
    assert (state.box.id, state.units["gort"].at) == ("30jun-noon", "lost")


def test_8_1_a_second_headquarters_in_a_hex_is_not_offered() -> None:
    state = dawn({"hq-south": "lost", "1d": "1711", "1h": "1712", "hq-malta": "1711"})
    order(state, "next", 1, 1)
    assert state.units["hq-south"].at == "1712"


def test_8_1_an_axis_headquarters_comes_to_its_own_formation_or_not_at_all() -> None:
    state = dawn({"hq-ramcke": "lost"})
    order(state, "next", 1, 1)
    assert (state.units["i-33"].at, state.units["hq-ramcke"].at, state.question) == ("1513", "lost", None)


def test_14_43_with_nothing_but_a_gun_of_his_formation_left_an_aide_waits() -> None:
    state = dawn({"ramcke": "lost", "fj-art": "1515"})
    order(state, "next", 1, 1)
    assert (state.units["ramcke"].at, state.question) == ("lost", None)


# ── Not before noon, not at noon


def test_4_1_no_jumps_are_planned_at_noon() -> None:
    state = table({"i-33": "1513", "2rwk": "0810", "adra": "air"}, turn="30jun-am", phase="allied-combat")
    order(state, "next")
    assert (state.box.id, state.phase) == ("30jun-noon", "axis-movement")
    assert not may(state, "zone north 1414 --turn 2jul-am")


def test_17_6_strikes_are_halved_and_the_half_is_rounded_up() -> None:
    charts = Charts({"values": {"strikes-clear": 3}})
    state = table({"i-33": "1513", "cg-ben6": "2016"}, charts=charts, turn="2jul-am", phase="air-strikes", royal_navy=6)
    assert strikes_left(state) == 2
