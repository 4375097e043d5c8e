"""Chapter 18, sentence by sentence: what no other test of it would notice."""

from typing import Any

import pytest

from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.legal.offers import commands
from tarawa_cli.games.malta.rules.ch05_zones_of_control import HexIndex
from tarawa_cli.games.malta.rules.ch18_landings.beaches import danger
from tarawa_cli.games.malta.rules.ch19_drops.steps import step_hexes
from tarawa_cli.kernel.game import Setup
from tests.malta.common import HELD, asked, may, order, refused, table, told
from tests.malta.test_04_day_in_order import delayed, rolled
from tests.malta.test_18_landings import BOX, landing, sea

FAR: dict[str, Any] = {"2rwk": "0605"}


# ── 18.2, 21.2 The approach


def test_21_2_alone_everybody_attached_goes_with_the_division() -> None:
    """Bafile, the tanks and the corps headquarters are Friuli's by attachment."""
    state = GAME.begin(Setup("herkules", options={"alone": True}))
    order(state, "next", 1, 6, 4, 1, 1, 1)
    friuli = ("i-87", "bafile", "s75", "hq-xxx", "sogno", "carboni")
    assert {state.units[id].at for id in friuli} == {"follow-up:west"}
    assert state.units["grado"].at == "follow-up:south"


def test_21_2_alone_nobody_is_asked_where_the_divisions_land() -> None:
    state = GAME.begin(Setup("herkules", options={"alone": True, "setup": "own"}))
    order(state, "place cg-dummy 1409")
    order(state, "next", 1, 1, 4)
    assert state.phase == "formations"
    assert state.units["i-87"].at == "follow-up:east"


# ── 18.3 Embarking


def test_18_3_a_battery_is_one_point_whatever_its_steps() -> None:
    state = sea({"i-35": BOX, "fri-mort": BOX, "s47": {"at": BOX, "formation": "friuli"}})
    order(state, "embark i-35 fri-mort s47 --to 1416 --wave 2")
    assert state.lifted == 3


def test_18_3_guns_and_wheels_land_in_a_second_wave_on_any_beach() -> None:
    state = sea({"i-35": BOX, "s75": BOX, "moto-1": BOX})
    order(state, "embark i-35 s75 moto-1 --to 1416 --wave 2")
    assert {state.units[id].at for id in ("i-35", "s75", "moto-1")} == {"wave:1416:2"}


def test_18_3_three_points_are_the_most_a_box_holds_however_they_come() -> None:
    state = sea({"i-87": BOX, "i-88": BOX, "fri-gen": BOX})
    order(state, "embark i-87-1 i-87-2 --to 1416")
    assert refused(state, "embark i-88-1 i-88-2 --to 1416").rule == "18.3"
    order(state, "embark fri-gen --to 1416")
    assert refused(state, "embark i-88-1 --to 1416").rule == "18.3"


def test_18_3_who_is_in_a_wave_box_does_not_go_back() -> None:
    state = sea({"i-87": BOX})
    order(state, "embark i-87 --to 1416")
    assert refused(state, "embark i-87-1 --to 1516").rule == "18.3"
    assert list(commands(state)) == ["next"]


def test_7_both_waves_and_those_ashore_count_when_units_embark() -> None:
    ashore = dict.fromkeys(("i-33", "ii-33"), "1416")
    state = sea({**ashore, "i-87": BOX, "i-88": BOX, "fri-gen": BOX}, turn="29jun-am", control={"axis": "1416"})
    order(state, "embark i-87 --to 1416")
    order(state, "embark i-88-1 i-88-2 --to 1416 --wave 2")
    assert may(state, "embark fri-gen --to 1416 --wave 2")
    fuller = sea({**ashore, "nuot": "1416", "i-87": BOX, "i-88": BOX}, control={"axis": "1416"})
    order(fuller, "embark i-87 --to 1416")
    assert refused(fuller, "embark i-88 --to 1416 --wave 2").rule == "7"


def test_18_3_the_sealift_of_each_turn_is_new() -> None:
    state = sea({"i-87": BOX, "i-88": BOX, **FAR}, turn="29jun-noon")
    order(state, "embark i-87 --to 1416")
    while state.box.id == "29jun-noon" or state.phase != "embark":
        order(state, "next")
    assert (state.box.id, state.lifted) == ("29jun-pm", 0)
    assert may(state, "embark i-88 --to 1516")


# ── 4.22 Not at night


def test_4_22_at_night_no_wave_lands_and_no_gun_or_ship_fires() -> None:
    units = {"fri-gen": "wave:1816:1", "oriani": "2020", "cg-benghisa": "2016", "i-87": BOX, "i-33": "1416"}
    state = table({**FAR, **units}, turn="29jun-night", phase="axis-status", control={"axis": "1416"})
    events = order(state, "next")
    assert state.phase == "axis-movement"
    assert state.units["fri-gen"].at == "wave:1816:1"
    assert rolled(events) == []


# ── 22.39 Late waves


def test_22_39_coast_guns_do_not_fire_at_boxes_that_sail_later() -> None:
    units = {"fri-gen": "wave:1816:1", "liv-gen": "wave:2213:1", "cg-benghisa": "2016", **FAR}
    state = delayed(units, phase="coast-fire", delayed=["south"])
    order(state, "next")
    assert asked(state) == "coast"
    assert refused(state, "shoot cg-benghisa 1816:1").rule == "16.56"
    assert may(state, "shoot cg-benghisa 2213:1")


# ── 18.5 Losses


@pytest.mark.parametrize(
    ("at", "allied", "plus"),
    [
        ("1516", "1516", 2),
        ("1516", "1515", 2),
        ("1516", "1514", 1),
        ("1516", "1513", 0),
        ("1608", "1709", 1),
        ("1910", "1810", 1),
    ],
)
def test_18_5_in_the_hex_counts_as_adjacent_and_across_water_does_not(at: str, allied: str, plus: int) -> None:
    """Only water lies between 1608 and 1709, and between 1910 and 1810."""
    assert sum(modifier.value for modifier in danger(sea({"2d": allied}), at)) == plus


# ── 18.6 Waterline combat


def test_18_6_beach_after_beach_by_number() -> None:
    """2d stands between both; all losses come before the first shot."""
    units = {"fri-gen": "wave:1516:1", "fri-cc": "wave:1616:1", "2d": "1615"}
    _, events = landing(units, (1, 1, 1, 1, 1, 1))
    assert [on.split(",")[0] for rule, on in rolled(events) if rule == "18.6"] == [
        "those who land in 1516",
        "1615 from 1516",
        "those who land in 1616",
        "1615 from 1616",
    ]


def test_18_6_whoever_was_thrown_into_disorder_fires_with_less() -> None:
    units = {"fri-gen": {"at": "wave:1516:1", "state": "disorganised"}, "2d": "1615"}
    _, events = landing(units, (1, 1, 1))
    assert rolled(events)[-1] == ("18.6", "1615 from 1516, strength 1")


def test_18_6_only_this_waves_units_fire_and_suffer() -> None:
    """A company of Blackshirts of the first wave is the weakest in the hex, and the second wave's pioneers are hit."""
    units = {"43cn": "pool", "43cn-3": "wave:1516:1", "fri-gen": "wave:1516:2", "2d": "1615"}
    state, events = landing(units, (1, 1, 1, 1, 6))
    assert [event.facts["unit"] for event in events if event.type == "step-lost"] == ["fri-gen"]
    assert state.units["43cn-3"].at == "1516"


def test_18_6_after_the_last_company_is_gone_nobody_answers() -> None:
    state, events = landing({"fri-gen": "wave:1516:1", "2d": "1615"}, (1, 6))
    assert [rule for rule, _ in rolled(events)] == ["18.5", "18.6"]
    assert state.units["fri-gen"].at == "lost"


def test_18_6_leaders_and_coast_guns_lose_no_step_and_headquarters_only_at_last() -> None:
    units = {"i-87": "pool", "i-87-1": "wave:1516:1", "smith": "1515", "cg-ben6": "1515", "12f-1": "1515"}
    ask = HELD | {"allied": HELD["allied"] | {"steps": "ask"}}
    state = sea(units | {"hq-south": "1515"}, policy=ask, silenced=["cg-ben6"])
    order(state, "next", 1, 6)
    assert (asked(state), state.units["12f-1"].steps) == ("", 1)
    staff = dict.fromkeys(("smith", "hq-south", "cg-ben6"), "1515")
    alone = sea({"i-87": "pool", "i-87-1": "wave:1516:1", **staff}, silenced=["cg-ben6"])
    order(alone, "next", 1, 6)
    assert [alone.units[id].at for id in ("hq-south", "cg-ben6")] == ["lost", "1515"]


def test_18_7_a_zone_of_control_is_the_reason_why_a_landed_unit_stays() -> None:
    state = sea({"fri-gen": "wave:1516:1", "gua-30": "wave:1816:1", "2d": "1615"})
    order(state, "next", 1, 1, 1, 1)
    refusal = refused(state, "step fri-gen 1416")
    assert (refusal.rule, "in an enemy zone of control" in refusal.message) == ("18.7", True)


def test_6_5_18_7_a_leader_steps_with_his_stack_over_any_hexside() -> None:
    state = sea({"fri-gen": "wave:1616:1", "carboni": "wave:1616:1"})
    order(state, "next")
    assert refused(state, "step carboni 1516").rule == "6.1", "alone he stays on his wheels"
    order(state, "step carboni fri-gen 1516")
    assert (state.units["carboni"].at, state.units["fri-gen"].at) == ("1516", "1516")


@pytest.mark.parametrize(("steps", "hurt"), [("weakest", "26d-18s"), ("strongest", "2d")])
def test_18_6_the_owner_says_who_suffers_by_his_own_standing_answer(steps: str, hurt: str) -> None:
    units = {"i-87": "pool", "i-87-1": "wave:1516:1", "2d": "1615", "26d-18s": "1615"}
    other = {"weakest": "strongest", "strongest": "weakest"}[steps]
    policy = {"axis": HELD["axis"] | {"steps": other}, "allied": HELD["allied"] | {"steps": steps}}
    state = sea(units, policy=policy)
    order(state, "next", 1, 1, 6)
    assert [id for id in ("2d", "26d-18s") if state.units[id].steps < state.units[id].type.steps] == [hurt]


# ── 18.6 The fight in the beach hex

COMPANIES: dict[str, Any] = {**dict.fromkeys(("i-87-1", "i-87-2", "i-87-3"), "wave:1516:1"), "i-87": "pool"}
WET: dict[str, Any] = {"turn": "30jun-am", "weather": "rain"}


def test_18_6_a_gun_alone_in_the_beach_hex_must_be_fought() -> None:
    state = sea(COMPANIES | {"12f-1": "1516"}, **WET)
    events = order(state, "next", 1, 1, 1, 1, 3, 4)
    assert [rule for rule, _ in rolled(events)][-1] == "9.4"
    assert (state.units["12f-1"].at, "1516" in state.control) == ("lost", True)


def test_18_6_guns_and_staffs_alone_do_not_take_a_beach_from_anybody() -> None:
    held = sea({"fri-mort": "wave:1516:2", "2d": "1516"}, **WET)
    order(held, "next", 1, 1, 1)
    assert (held.units["fri-mort"].at, held.units["2d"].at) == (BOX, "1516")
    staff = sea({"hq-fri": "wave:1516:1", "raf-1": "1516"}, **WET)
    order(staff, "next")
    assert (staff.units["hq-fri"].at, staff.units["raf-1"].steps) == (BOX, 1)


def test_18_7_a_beach_is_taken_only_by_those_who_fight() -> None:
    state, _ = landing({"hq-fri": "wave:1416:1", "carboni": "wave:1416:1", **FAR}, ())
    assert (state.units["hq-fri"].at, state.control) == ("1416", set())


@pytest.mark.parametrize(("at", "helps"), [("2219", True), ("2319", False)])
def test_18_6_only_ships_in_range_help(at: str, helps: bool) -> None:
    """Destroyers reach seven hexes."""
    from tarawa_cli.games.malta.model.board import distance

    assert (distance(at, "1516") <= 7) is helps
    state = sea(COMPANIES | {"2d": "1516", "oriani": at})
    order(state, "next", 1, 1, 1, 1, 1)
    assert asked(state) == "storm"
    assert may(state, "support 1516 --by oriani") is helps


def test_18_6_a_ship_adds_its_support_to_the_fight() -> None:
    """Three companies are 6 and Gorizia 6 more, against 6: 2:1 instead of 1:1."""
    starts = []
    for help_ in ((), ("support 1516 --by gorizia",)):
        state = sea(COMPANIES | {"2d": "1516", "gorizia": "1319"})
        order(state, "next", 1, 1, 1, 1, 1)
        for line in help_:
            order(state, line)
        events = order(state, "decide fight", 3, 4)
        starts += [roll["start"] for roll in told(events, "roll") if roll["table"] == "crt"]
    assert starts == ["5", "6"]


def test_18_6_those_who_are_thrown_back_may_land_again_and_are_not_in_order_before_morning() -> None:
    state = table({**FAR, "fri-gen": {"at": BOX, "state": "disorganised"}}, turn="29jun-am", phase="transition")
    order(state, "next")
    assert (state.box.id, state.phase, state.units["fri-gen"].state) == ("29jun-noon", "embark", "disorganised")
    assert may(state, "embark fri-gen --to 1416")


def test_18_6_the_thrown_back_are_in_the_box_of_their_own_zone_and_have_not_landed() -> None:
    """4 against 12, 1:3: a double one is 1/2, so that one company is left, and so are the defenders."""
    units = {**dict.fromkeys(("i-33-1", "i-33-2"), "wave:2213:1"), "i-33": "pool", "1d": "2213", "8m": "2213"}
    state = sea(units, **WET)
    events = order(state, "next", 1, 1, 1, 1, 1, 1)
    (back,) = told(events, "thrown-back")
    (unit,) = state.named(back["units"])
    assert (unit.at, unit.landed, unit.state, state.free) == ("follow-up:east", False, "disorganised", set())


def test_18_7_the_strongpoint_of_a_beach_that_was_held_before_goes_too() -> None:
    state = sea({"fri-gen": "wave:1516:1", **FAR}, strongpoints="1516", control={"axis": "1516"})
    order(state, "next")
    assert state.strongpoints == set()


# ── 18.7 The one-hex move


def test_7_nobody_steps_onto_a_beach_whose_second_wave_needs_the_room() -> None:
    ashore = dict.fromkeys(("i-33", "ii-33", "iii-33"), "1516")
    coming = {"i-87": "pool", **dict.fromkeys(("i-87-1", "i-87-2", "i-87-3"), "wave:1516:2")}
    units = {**FAR, **ashore, "fri-gen": {"at": "1416", "landed": True}}
    keys: dict[str, Any] = {"turn": "29jun-noon", "phase": "first-wave", "free": ["fri-gen"]}
    held = {"axis": "1416 1516"}
    assert may(sea(units, control=held, **keys), "step fri-gen 1516")
    assert not may(sea(units | coming, control=held, **keys), "step fri-gen 1516")


def test_6_4_those_who_landed_move_again_in_the_next_turn() -> None:
    state, _ = landing({"fri-gen": "wave:1416:1", **FAR}, ())
    while state.box.id == "29jun-am" or state.phase != "axis-movement":
        order(state, "next")
    assert may(state, "move fri-gen 1415")


def test_7_those_who_step_together_need_room_together() -> None:
    ashore = dict.fromkeys(("i-33", "ii-33", "iii-33"), "1516") | {"i-34": "pool", "i-34-1": "1516", "i-34-2": "1516"}
    landed = {"at": "1416", "landed": True}
    units = {**FAR, **ashore, "fri-gen": landed, "fri-cc": landed}
    keys: dict[str, Any] = {"turn": "29jun-noon", "phase": "first-wave", "free": ["fri-gen", "fri-cc"]}
    state = sea(units, control={"axis": "1416 1516"}, **keys)
    assert refused(state, "step fri-gen fri-cc 1516").rule == "7"
    order(state, "step fri-gen 1516")
    assert not may(state, "step fri-cc 1516")
    assert "1516" not in step_hexes(HexIndex(state), state.units["fri-cc"]), "nor is it offered"


def test_18_7_wheels_do_not_step_where_they_could_not_drive() -> None:
    """A stream with elevation lies between 1516 and 1616."""
    units = {**FAR, "moto-1": {"at": "1516", "landed": True}, "fri-gen": {"at": "1516", "landed": True}}
    keys: dict[str, Any] = {"turn": "29jun-noon", "phase": "second-wave", "free": ["moto-1", "fri-gen"]}
    state = sea(units, control={"axis": "1516"}, **keys)
    assert not may(state, "step moto-1 1616")
    assert may(state, "step moto-1 1415")
    assert may(state, "step fri-gen 1616")


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("step fri-cc 1415", "18.7"),
        ("step fri-gen 1414", "18.7"),
        ("step moto-1 1616", "6.1"),
        ("step fri-gen 1515", "5.3"),
        ("step fri-gen 1416", "7"),
    ],
)
def test_18_7_a_refused_step_says_which_paragraph_bars_it(line: str, rule: str) -> None:
    full = dict.fromkeys(("i-33", "ii-33", "iii-33", "42cn"), "1416")
    landed = {"at": "1516", "landed": True}
    units = {**FAR, **full, "fri-gen": landed, "moto-1": landed, "fri-cc": "1516", "12f-1": "1515"}
    keys: dict[str, Any] = {"turn": "29jun-noon", "phase": "second-wave", "free": ["moto-1", "fri-gen"]}
    no = refused(sea(units, control={"axis": "1416 1516"}, **keys), line)
    assert (no.rule, no.hint) == (rule, "step fri-gen 1415")
