"""Chapter 18: boxes, waves, landing losses, waterline combat, the fight in the beach hex, the one-hex move."""

from typing import Any

import pytest

from tarawa_cli.games.malta.invariants import invariants
from tarawa_cli.games.malta.model.state import State
from tests.malta.common import HELD, asked, may, order, refused, table, told

BOX = "follow-up:south"


def sea(units: dict[str, Any], **keys: Any) -> State:
    """29 June, morning, at the point where waves embark."""
    return table(units, **{"turn": "29jun-am", "phase": "embark", "policy": HELD} | keys)


# ── 18.3 Embarking


def test_18_3_a_battalion_embarks_as_companies_a_point_each() -> None:
    state = sea({"i-87": BOX, "i-88": {"at": BOX, "steps": 2}})
    order(state, "embark i-87 --to 1416")
    order(state, "embark i-88 --to 1416 --wave 2")
    assert [state.units[f"i-87-{n}"].at for n in (1, 2, 3)] == ["wave:1416:1"] * 3
    assert [unit.id for unit in state.units_at("wave:1416:2")] == ["i-88-1", "i-88-2"]
    assert state.lifted == 5


def test_18_3_companies_may_be_split_over_boxes() -> None:
    state = sea({"i-87": BOX})
    order(state, "embark i-87-1 --to 1416")
    order(state, "embark i-87-3 --to 1516 --wave 2")
    places = [state.units[f"i-87-{n}"].at for n in (1, 2, 3)]
    assert places == ["wave:1416:1", BOX, "wave:1516:2"]
    assert state.lifted == 2


@pytest.mark.parametrize(
    ("units", "line", "rule"),
    [
        ({"i-87": BOX}, "embark i-87 --to 1414", "18.1"),
        ({"i-87": BOX}, "embark i-87 --to 2213", "18.2"),
        ({"i-87": "1416"}, "embark i-87 --to 1416", "18.3"),
        ({"i-87": BOX, "fri-gen": BOX}, "embark i-87 fri-gen --to 1416", "18.3"),
        ({"i-87": BOX}, "embark i-87 i-87-1 --to 1416", "18.3"),
        ({"fri-mort": BOX}, "embark fri-mort --to 1416", "18.3"),
        ({"s75": BOX}, "embark s75 --to 1416", "18.3"),
        ({"2rwk": "1713"}, "embark 2rwk --to 1416", "18.3"),
    ],
)
def test_18_3_who_may_not_embark(units: dict[str, Any], line: str, rule: str) -> None:
    assert refused(sea(units), line).rule == rule


def test_18_3_headquarters_and_leaders_are_free_and_land_in_either_wave() -> None:
    state = sea({"i-87": BOX, "hq-xxx": BOX, "carboni": BOX})
    order(state, "embark i-87 hq-xxx carboni --to 1416")
    assert (state.lifted, state.units["hq-xxx"].at) == (3, "wave:1416:1")


def test_18_3_guns_and_wheels_land_in_a_first_wave_on_a_beach_that_is_held() -> None:
    state = sea({"s75": BOX, "i-87": "1416"}, control={"axis": "1416"})
    order(state, "embark s75 --to 1416")
    assert state.units["s75"].at == "wave:1416:1"


def test_18_3_six_points_on_the_first_morning_and_five_later() -> None:
    assert refused(sea({"i-87": BOX}, lifted=4), "embark i-87 --to 1416").rule == "18.3"
    assert may(sea({"i-87": BOX}, lifted=3), "embark i-87 --to 1416")
    assert refused(sea({"i-87": BOX}, lifted=3, turn="29jun-noon"), "embark i-87 --to 1416").rule == "18.3"
    assert may(sea({"i-87": BOX}, lifted=2, turn="29jun-noon"), "embark i-87 --to 1416")


def test_7_a_landing_that_would_overstack_is_refused() -> None:
    full = dict.fromkeys(("i-33", "ii-33", "iii-33", "42cn"), "1416")
    state = sea({**full, "fri-gen": BOX}, turn="30jun-am", control={"axis": "1416"})
    assert refused(state, "embark fri-gen --to 1416").rule == "7"
    two = sea({"hq-liv": "1416", "hq-fri": BOX}, turn="30jun-am")
    assert refused(two, "embark hq-fri --to 1416").rule == "7"


def test_4_22_nobody_embarks_at_night() -> None:
    state = table({"i-87": BOX, "fri-gen": "1416", "2rwk": "0810"}, turn="29jun-pm", phase="allied-combat", policy=HELD)
    passed = [facts.get("phase") for facts in told(order(state, "next"), "phase-begun")]
    assert "embark" not in passed
    assert state.box.id == "29jun-night"


# ── 18.5 Losses


def landing(units: dict[str, Any], dice: tuple[int, ...], **keys: Any) -> tuple[State, list[Any]]:
    """The first wave lands with these dice."""
    state = sea(units, **keys)
    return state, order(state, "next", *dice)


def test_18_5_no_die_where_no_allied_unit_is_within_two_hexes() -> None:
    state, events = landing({"fri-gen": "wave:1416:1", "2rwk": "1713"}, ())
    assert not told(events, "roll")
    assert (state.units["fri-gen"].at, state.phase) == ("1416", "first-wave")
    assert "1416" in state.control


@pytest.mark.parametrize(
    ("allied", "plus"),
    [
        ({"2rwk": "1614"}, 1),
        ({"2rwk": "1515"}, 2),
        ({"12f-1": "1515"}, 2),
        ({"raf-1": "1515"}, 2),
        ({"hq-south": "1515"}, 2),
        ({"smith": "1515"}, 2),
        ({"cg-benghisa": "1515"}, 2),
        ({"cg-benghisa": "1614"}, 1),
        ({"cg-dummy": "1614"}, 1),
        ({"cg-benghisa": "1613"}, 0),
    ],
)
def test_18_5_one_modifier_by_the_nearest_allied_unit(allied: dict[str, Any], plus: int) -> None:
    from tarawa_cli.games.malta.rules.ch18_landings.beaches import danger

    assert sum(modifier.value for modifier in danger(sea(allied), "1516")) == plus


@pytest.mark.parametrize(("die", "allied", "lost"), [(5, "1614", False), (6, "1614", True), (4, "1615", False)])
def test_18_5_seven_or_more_eliminates(die: int, allied: str, lost: bool) -> None:
    waterline = () if allied == "1614" else (1, 1)
    state, _ = landing({"fri-gen": "wave:1516:1", "2rwk": allied}, (die, *(() if lost else waterline)))
    assert (state.units["fri-gen"].steps == 0) is lost


def test_18_5_headquarters_and_leaders_take_no_dice() -> None:
    state, events = landing({"hq-fri": "wave:1516:1", "carboni": "wave:1516:1", "2rwk": "1614"}, ())
    assert not told(events, "roll")
    assert state.units["hq-fri"].at == "1516"


def test_14_4_a_leader_is_alone_when_his_battalion_drowns_though_a_company_of_it_lives_elsewhere() -> None:
    units = {"i-87": {"at": "wave:1516:1", "steps": 2}, "i-87-3": "0810", "carboni": "wave:1516:1", "2rwk": "1614"}
    state, events = landing(units, (6, 1), control={"axis": "0810"})
    assert (state.units["i-87"].at, state.units["i-87"].steps) == ("pool", 1)
    assert [event.rule for event in events if event.type == "roll"] == ["18.5", "14.4"]


# ── 18.6 Waterline combat


def test_18_6_the_allies_fire_first_and_a_loss_counts_before_the_answer() -> None:
    units = {"fri-gen": "wave:1616:1", "2d": "1615"}
    state, events = landing(units, (1, 5))
    (fire,) = [roll for roll in told(events, "roll") if roll["table"] == "waterline"]
    assert (fire["column"], fire["result"]) == ("2", "X")
    assert state.units["fri-gen"].steps == 0
    assert state.units["2d"].steps == 3


def test_18_6_those_who_landed_fire_with_their_attack() -> None:
    units = {"i-87-1": "wave:1616:1", "i-87-2": "wave:1616:1", "i-87": "pool", "2d": "1615"}
    state, events = landing(units, (1, 1, 1, 5))
    fires = [roll for roll in told(events, "roll") if roll["table"] == "waterline"]
    assert [(fire["column"], fire["result"]) for fire in fires] == [("2", "-"), ("2", "X")]
    assert state.units["2d"].steps == 2


def test_18_6_strengths_are_undoubled_but_weakened() -> None:
    units = {"fri-gen": "wave:1516:1", "2d": {"at": "1615", "state": "demoralised"}, "1h": {"at": "1515", "steps": 1}}
    state = sea(units, strongpoints="1615")
    events = order(state, "next", 1, 1)
    fires = [roll for roll in told(events, "roll") if roll["table"] == "waterline"]
    assert fires[0]["on"].endswith("strength 5")


def test_18_6_the_axis_choose_the_hex_and_the_allies_who_loses() -> None:
    units = {"i-87-1": "wave:1516:1", "i-87": "pool", "2d": "1615", "26d-18s": "1615", "1h": "1515"}
    state = sea(units, policy=HELD | {"allied": HELD["allied"] | {"steps": "ask"}})
    order(state, "next", 1, 1)
    assert asked(state) == "mark"
    order(state, "decide 1615", 6)
    assert asked(state) == "sufferer"
    order(state, "decide 26d-18s")
    assert (state.units["26d-18s"].steps, state.units["2d"].steps) == (0, 3)


# ── The fight in the beach hex


HELD_BEACH = {**dict.fromkeys(("i-87-1", "i-87-2", "i-87-3"), "wave:1516:1"), "i-87": "pool", "raf-1": "1516"}


def test_18_6_security_companies_alone_are_overrun() -> None:
    state, _ = landing(HELD_BEACH, (1, 1, 1, 1))
    assert (state.units["raf-1"].steps, "1516" in state.control) == (0, True)


def test_18_6_whoever_remains_throws_the_wave_back() -> None:
    units = HELD_BEACH | {"2d": "1516", "carboni": "wave:1516:1"}
    state, events = landing(units, (1, 1, 1, 1, 1, 5, 2, 2), weather="rain", turn="30jun-am")
    assert told(events, "thrown-back")[0]["to"] == "follow-up:south"
    assert state.units["i-87-3"].at == "follow-up:south"
    assert state.units["i-87-3"].state == "disorganised"
    assert state.units["carboni"].at == "follow-up:south"
    assert "1516" not in state.control


def test_18_6_ships_and_planes_may_help_but_no_guns() -> None:
    units = HELD_BEACH | {"2d": "1516", "gorizia": "1319", "oriani": {"at": "1319", "fired": True}}
    state = sea(units)
    order(state, "next", 1, 1, 1, 1, 1)
    assert asked(state) == "storm"
    assert refused(state, "support 1516 --by oriani").rule == "18.6"
    assert refused(state, "support 1416 --air").rule == "18.6"
    order(state, "support 1516 --by gorizia --air")
    assert refused(state, "support 1516 --air").rule == "17.2"
    events = order(state, "decide fight", 6, 6)
    (roll,) = [roll for roll in told(events, "roll") if roll["table"] == "crt"]
    assert "air support" in [shift["label"] for shift in roll["shifts"]]
    assert (state.flown, state.assigned, state.units["gorizia"].fired) == (1, {}, True)


def test_18_6_ships_are_asked_for_only_while_both_sides_fight_for_the_beach() -> None:
    state = sea(HELD_BEACH | {"2d": "1516", "gorizia": "1319"})
    order(state, "next", 1, 1, 1, 1, 1)
    assert (asked(state), invariants(state)) == ("storm", [])
    for unit in state.side_at("allied", "1516"):
        state.units.put(unit, "0810")
    assert "pending: nobody fights for 1516" in invariants(state)


def test_16_2_a_strongpoint_counts_in_the_fight_for_its_beach() -> None:
    state = sea(HELD_BEACH | {"2d": "1516"}, strongpoints="1516", turn="30jun-am", weather="rain")
    events = order(state, "next", 1, 1, 1, 1, 1, 3, 4)
    (roll,) = [roll for roll in told(events, "roll") if roll["table"] == "crt"]
    assert (roll["start"], roll["result"]) == ("3", "2D/1")
    assert told(events, "fight-decided")[0]["hits"] == [2, 0]
    assert state.strongpoints == {"1516"}


def test_16_2_the_strongpoint_is_gone_when_the_axis_stay() -> None:
    units = {id: at for id, at in HELD_BEACH.items() if id != "raf-1"} | {"2d": {"at": "1516", "steps": 1}}
    state = sea(units, strongpoints="1516", turn="30jun-am", weather="rain")
    order(state, "next", 1, 1, 1, 1, 6)
    assert (state.units["2d"].steps, state.strongpoints, "1516" in state.control) == (0, set(), True)


def test_18_6_those_thrown_back_are_in_order_next_morning() -> None:
    units = {"fri-gen": {"at": BOX, "state": "disorganised"}, "2rwk": "0810"}
    state = table(units, turn="29jun-night", phase="transition", policy=HELD)
    order(state, "next", *[1] * 2)
    while state.phase != "embark":
        order(state, "next")
    assert state.units["fri-gen"].state == "ok"


# ── 18.7 The one-hex move


def test_18_7_those_who_landed_may_move_a_hex_unless_in_an_enemy_zone() -> None:
    state, _ = landing({"fri-gen": "wave:1416:1", "fri-cc": "wave:1516:1", "2d": "1615"}, (1, 1, 1, 1))
    assert may(state, "step fri-gen 1415")
    assert not may(state, "step fri-cc 1515")
    order(state, "step fri-gen 1415")
    assert state.units["fri-gen"].at == "1415"
    assert not may(state, "step fri-gen 1414")
    assert "1415" in state.control


def test_18_7_companies_may_join_where_no_enemy_is_near() -> None:
    units = {"i-87-1": "wave:1416:1", "i-87-2": "wave:1416:1", "i-87": "pool", "2rwk": "0810"}
    state, _ = landing(units, ())
    order(state, "join i-87")
    assert (state.units["i-87"].at, state.units["i-87"].steps, state.units["i-87"].landed) == ("1416", 2, True)


def test_18_7_the_second_wave_comes_after_the_first_has_moved() -> None:
    units = {"fri-gen": "wave:1416:1", "fri-mort": "wave:1416:2", "2rwk": "0810"}
    state, _ = landing(units, ())
    assert (state.phase, state.units["fri-mort"].at) == ("first-wave", "wave:1416:2")
    order(state, "next")
    assert (state.phase, state.units["fri-mort"].at) == ("second-wave", "1416")
    assert not may(state, "step fri-gen 1415")
    assert may(state, "step fri-mort 1415")


def test_6_4_those_who_landed_do_not_move_again_but_may_attack() -> None:
    state, _ = landing({"fri-gen": "wave:1416:1", "i-33": "1716", "2rwk": "0810"}, (), control={"axis": "1716"})
    order(state, "next")
    assert state.phase == "axis-movement"
    assert refused(state, "move fri-gen 1415").rule == "6.4"


def test_18_3_companies_next_to_an_enemy_do_not_join_by_themselves_or_by_order() -> None:
    units = {"i-87-1": "wave:1516:1", "i-87-2": "wave:1516:1", "i-87": "pool", "fri-gen": "wave:1416:1", "2d": "1615"}
    state, _ = landing(units, (1, 1, 1, 1, 1))
    assert refused(state, "join i-87").rule == "18.3"
    order(state, "step --auto")
    assert state.units["i-87"].is_broken


CROWD = dict.fromkeys(("i-33", "ii-33", "i-34-1", "i-34-2"), "1516")
"""Eight thirds of the twelve that a hex holds."""


def test_7_a_company_does_not_become_a_battalion_where_the_second_wave_needs_the_room() -> None:
    landed = {"at": "1516", "landed": True}
    units = {**CROWD, "i-34": "pool", "i-87": "pool", "i-87-1": landed, "i-87-2": "lost", "i-87-3": "lost"}
    alone = sea(units, turn="29jun-noon", phase="first-wave", free=["i-87-1"], control={"axis": "1516"})
    assert may(alone, "join i-87")
    both = {**units, "fri-gen": "wave:1516:2", "liv-gen": "wave:1516:2"}
    state = sea(both, turn="29jun-noon", phase="first-wave", free=["i-87-1"], control={"axis": "1516"})
    assert refused(state, "join i-87").rule == "7"


def test_7_step_auto_makes_no_battalion_where_there_is_no_room_for_one() -> None:
    landed = {"at": "1516", "landed": True}
    units = {**CROWD, "i-34": "pool", "i-87": "pool", "i-87-1": landed, "i-87-2": landed, "i-87-3": "lost"}
    waves = {"fri-gen": "wave:1516:2", "liv-gen": "wave:1516:2"}
    state = sea(
        {**units, **waves}, turn="29jun-noon", phase="first-wave", free=["i-87-1", "i-87-2"], control={"axis": "1516"}
    )
    order(state, "step --auto")
    assert state.units["i-87-1"].at == "1516"
    assert state.units["i-87"].is_broken


def test_7_whoever_finds_no_room_on_a_beach_waits_in_his_box_until_there_is() -> None:
    full = dict.fromkeys(("i-33", "ii-33", "iii-33"), "1516") | {"i-34-1": "1516", "i-34-2": "1516", "i-34": "pool"}
    waves = {"i-87": "pool", "i-87-1": "wave:1516:1", "i-87-2": "wave:1516:1", "i-87-3": "wave:1516:2"}
    units = {**full, **waves, "carboni": "wave:1516:1"}
    state = sea(units, turn="29jun-noon", control={"axis": "1516 1515"})
    events = order(state, "next")
    assert told(events, "landed") == [{"units": ["i-87-1", "carboni"], "at": "1516"}]
    assert [state.units[f"i-87-{n}"].at for n in (2, 3)] == ["wave:1516:1", "wave:1516:2"]
    order(state, "step i-87-1 1515")
    order(state, "next")
    assert state.units["i-87-3"].at == "1516", "the second wave finds what the first has left"
