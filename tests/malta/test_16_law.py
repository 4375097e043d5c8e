"""Chapter 16, sentence by sentence: what no other test of it would notice."""

from typing import Any

import pytest

from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.rules.ch16_special_units.coast_guns import is_due
from tarawa_cli.kernel.game import Setup
from tests.malta.common import HELD, asked, may, order, refused, table, told

FAR: dict[str, Any] = {"2rwk": "0605"}
LUQA = "1613"
BOX = "follow-up:south"


# ── 16.1, 16.12 Air-landing


def field(units: dict[str, Any], **keys: Any) -> State:
    given: dict[str, Any] = {"turn": "1jul-am", "phase": "axis-movement", "control": {"axis": [LUQA, "1714"]}}
    return table(FAR | units, **(given | keys))


def test_7_an_airfield_that_is_full_takes_nobody() -> None:
    full = dict.fromkeys(("i-33", "ii-33", "iii-33", "42cn"), LUQA)
    state = field({**full, "lspz-art": "air", "hq-lspz": "air"})
    assert refused(state, f"airland lspz-art {LUQA}").rule == "7"
    assert may(state, f"airland hq-lspz {LUQA}")
    assert refused(field({"hq-liv": LUQA, "hq-lspz": "air"}), f"airland hq-lspz {LUQA}").rule == "7"


def test_16_12_the_hits_of_all_guns_on_an_airfield_add_up_and_disorder_silences_none() -> None:
    units = {"lspz-1": "air", "haa-7": "1610", "laa-32": {"at": "1611", "state": "disorganised"}}
    state = field(units)
    order(state, f"airland lspz-1 {LUQA}")
    order(state, "next", 6, 1, 1, 6, 1)
    assert state.units["lspz-1"].steps == 1


def test_16_12_a_gun_fires_at_one_airfield_only() -> None:
    state = field({"lspz-1": "air", "loreto": "air", "haa-7": "1812"})
    order(state, f"airland lspz-1 {LUQA}")
    order(state, "airland loreto 1714")
    events = order(state, "next", 1, 1, 1)
    assert [facts["at"] for facts in told(events, "fired-at-planes")] == [LUQA]
    assert state.units["haa-7"].fired


def test_16_12_only_those_who_have_just_landed_are_hit_and_no_leader() -> None:
    units = {"lspz-2": LUQA, "lspz-art": "air", "pizzolato": "air", "laa-32": "1611"}
    state = field(units, policy={"axis": {"steps": "ask"}})
    order(state, f"airland lspz-art pizzolato {LUQA}")
    order(state, "next", 6, 6)
    assert (state.units["lspz-art"].at, state.units["lspz-2"].steps, asked(state)) == ("lost", 3, "")


@pytest.mark.parametrize(("answer", "lost"), [("weakest", "lspz-art"), ("strongest", "lspz-cc")])
def test_24_2_a_standing_answer_says_who_is_hit(answer: str, lost: str) -> None:
    units = {"lspz-art": "air", "lspz-cc": "air", "laa-32": "1611"}
    state = field(units, policy={"axis": {"steps": answer}})
    order(state, f"airland lspz-art lspz-cc {LUQA}")
    order(state, "next", 6, 1)
    assert [id for id in units if state.units[id].at == "lost"] == [lost]


def test_16_1_a_new_turn_has_its_own_airlift() -> None:
    state = field({"lspz-1": "air", "lspz-2": "air"})
    order(state, f"airland lspz-1 {LUQA}")
    assert refused(state, f"airland lspz-2 {LUQA}").rule == "16.1"
    while state.box.id == "1jul-am":
        order(state, "next")
    assert may(state, f"airland lspz-2 {LUQA}")


# ── 16.25 Engineers


def dismantling(units: dict[str, Any], **keys: Any) -> State:
    given: dict[str, Any] = {"turn": "1jul-am", "phase": "dismantle", "strongpoints": ["0710", "0807", "0908", "1308"]}
    return table(FAR | {"i-33": "1513"} | units, **(given | keys))


def test_16_25_no_more_engineers_come_than_there_are() -> None:
    state = dismantling({"re-24": "pool", "hq-malta": "1810"})
    order(state, "dismantle 0710 0807 0908 1308")
    assert (state.units["re-24"].at, state.dismantled) == ("1810", 4)


def test_16_25_engineers_who_fell_are_not_sent_twice() -> None:
    state = dismantling({"re-24": "lost", "re-173": "pool", "hq-malta": "1810"}, dismantled=2)
    order(state, "dismantle 0710")
    assert state.units["re-173"].at == "pool"
    order(state, "dismantle 0807")
    assert state.units["re-173"].at == "1810"


def test_16_25_they_come_in_where_there_is_room_and_with_no_enemy_headquarters() -> None:
    full = dict.fromkeys(("8m", "1komr", "11lf", "10komr"), "1810")
    state = dismantling({**full, "re-24": "pool", "hq-malta": "1810", "hq-north": "1210", "hq-liv": "1513"})
    assert refused(state, "dismantle 0710 0807 --at hq-malta").rule == "16.25"
    assert refused(state, "dismantle 0710 0807 --at hq-liv").rule == "16.25"
    order(state, "dismantle 0710 0807")
    assert state.units["re-24"].at == "1210"


@pytest.mark.parametrize("answer", ["never", "ask"])
def test_16_25_engineers_who_waited_for_a_headquarters_come_in_by_themselves(answer: str) -> None:
    units = {"re-24": "pool", "hq-malta": "1810"}
    policy = {"allied": {"dismantle": answer}}
    state = dismantling(units, turn="30jun-night", phase="allied-combat", strongpoints="", dismantled=2, policy=policy)
    order(state, "next", 1, 1, 1)
    assert (state.units["re-24"].at, state.box.id) == ("1810", "1jul-am")


# ── 16.55 to 16.79 Coast guns and ships


def sea(units: dict[str, Any], **keys: Any) -> State:
    return table(FAR | units, **{"turn": "29jun-am", "phase": "coast-fire", "policy": HELD} | keys)


@pytest.mark.parametrize(("at", "reached"), [("1319", True), ("1219", False)])
def test_16_79_a_ship_reaches_a_gun_just_in_its_range(at: str, reached: bool) -> None:
    """Fort Benghisa is in 2016, and the destroyers' range is 7."""
    assert may(sea({"oriani": at, "cg-benghisa": "2016"}), "shoot oriani cg-benghisa") is reached


@pytest.mark.parametrize(("at", "reached"), [("1319", True), ("1219", False)])
def test_16_55_a_gun_reaches_a_ship_just_in_its_range(at: str, reached: bool) -> None:
    state = sea({"oriani": {"at": at, "fired": True}, "cg-ben6": "2016"})
    assert is_due(state) is reached


@pytest.mark.parametrize(("beach", "reached"), [("1516", True), ("1416", False)])
def test_16_56_a_gun_reaches_a_wave_box_just_in_its_range(beach: str, reached: bool) -> None:
    """From Fort St Rocco in 1911, with a range of 7, it is seven hexes to 1516 and eight to 1416."""
    assert is_due(sea({"fri-gen": f"wave:{beach}:1", "cg-rocco": "1911"})) is reached


def test_16_79_a_ship_that_has_fired_names_no_target_any_more() -> None:
    units = {"oriani": {"at": "2020", "fired": True}, "cg-dummy": "2016"}
    state = sea(units)
    assert not is_due(state)
    assert refused(state, "shoot oriani cg-dummy").rule == "16.79"


def test_16_79_once_the_guns_are_asked_no_ship_names_a_target() -> None:
    state = sea({"oriani": "2020", "gorizia": "2020", "cg-benghisa": "2016"})
    order(state, "shoot oriani cg-benghisa")
    order(state, "next")
    assert asked(state) == "coast"
    assert refused(state, "shoot gorizia cg-benghisa").rule == "16.79"


def answers(coast: str, steps: str = "weakest") -> dict[str, dict[str, str]]:
    return {"axis": HELD["axis"] | {"steps": steps}, "allied": HELD["allied"] | {"coast": coast}}


def test_16_56_headquarters_and_leaders_are_lost_when_nobody_else_is_aboard() -> None:
    units = {"fri-gen": "wave:1816:1", "hq-fri": "wave:1816:1", "cg-benghisa": "2016"}
    state = sea(units, policy=answers("landing"))
    order(state, "next", 6, 6, 1)
    assert [state.units[id].at for id in ("fri-gen", "hq-fri")] == ["lost", "lost"]
    assert state.lost_steps == 1


def test_16_56_a_gun_does_not_fire_at_a_box_that_is_empty_by_now() -> None:
    units = {"fri-gen": "wave:1816:1", "cg-benghisa": "2016", "cg-ben6": "2016"}
    state = sea(units, policy=answers("landing"))
    events = order(state, "next", 6, 1, 1)
    assert [facts["unit"] for facts in told(events, "gun-fired")] == ["cg-benghisa"]
    assert not state.units["cg-ben6"].revealed


@pytest.mark.parametrize(("steps", "lost"), [("weakest", "43cn-2"), ("strongest", "43cn-1")])
def test_16_56_a_standing_answer_says_who_drowns(steps: str, lost: str) -> None:
    """Of the Blackshirts' companies the first has 2-2 and the second 1-1."""
    units = {"43cn": "pool", "43cn-1": "wave:1816:1", "43cn-2": "wave:1816:1", "cg-benghisa": "2016"}
    state = sea(units, policy=answers("landing", steps))
    order(state, "next", 6, 1, 1, 1)
    assert [id for id in units if state.units[id].at == "lost"] == [lost]


def test_16_55_each_gun_fires_once_a_turn_and_again_in_the_next() -> None:
    units = {"fri-gen": "wave:1816:1", "cg-benghisa": "2016", "i-87": BOX}
    state = sea(units, policy=answers("landing"))
    order(state, "next", 1, 1, 1, 1)
    while state.phase != "embark":
        order(state, "next")
    order(state, "embark i-87 --to 1716")
    events = order(state, "next", 1, 1, 1)
    assert [facts["at"] for facts in told(events, "gun-fired")] == ["1716:1"]


def test_16_5_the_dummy_falls_to_a_ship_and_is_seen_for_what_it_was() -> None:
    state = sea({"gorizia": "2020", "cg-dummy": "2016"})
    order(state, "shoot gorizia cg-dummy")
    order(state, "next", 5)
    assert (state.units["cg-dummy"].at, state.units["cg-dummy"].revealed) == ("lost", True)


@pytest.mark.parametrize(("to", "reached"), [("1319", True), ("1419", False)])
def test_16_71_a_ship_sails_twelve_hexes_and_no_thirteenth(to: str, reached: bool) -> None:
    state = sea({"gorizia": "0119", "i-33": "1513"}, phase="axis-movement", control={"axis": "1513"})
    assert may(state, f"sail gorizia {to}") is reached


def test_16_7_with_a_plan_of_ones_own_ships_that_nobody_places_stay_away() -> None:
    state = GAME.begin(Setup("herkules", options={"plan": "own"}))
    state.phase = "ships"
    order(state, "place gorizia 1418")
    order(state, "next")
    assert (state.units["gorizia"].at, state.units["oriani"].at) == ("1418", "pool")


def test_16_12_a_headquarters_that_lands_alone_is_fired_at_too() -> None:
    """It takes no airlift, but it is a unit that lands; a leader alone is none."""
    state = field({"hq-lspz": "air", "laa-32": "1611"})
    order(state, f"airland hq-lspz {LUQA}")
    events = order(state, "next", 6, 1)
    assert told(events, "fired-at-planes") == [{"gun": "laa-32", "at": LUQA}]
    assert (state.units["hq-lspz"].at, state.lost_steps) == ("lost", 0)
    leader = field({"pizzolato": "air", "laa-32": "1611"})
    order(leader, f"airland pizzolato {LUQA}")
    assert not told(order(leader, "next"), "fired-at-planes")


# ── 16.2 Strongpoints


def test_16_2_a_strongpoint_falls_to_those_who_stay_not_to_those_who_pass() -> None:
    state = table(FAR | {"i-33": "1416"}, phase="axis-movement", strongpoints="1516", control={"axis": "1416"})
    order(state, "move i-33 1516 1616")
    assert (state.strongpoints, "1516" in state.control) == ({"1516"}, True)
    other = table(FAR | {"i-33": "1416"}, phase="axis-movement", strongpoints="1516", control={"axis": "1416"})
    order(other, "move i-33 1516")
    assert other.strongpoints == set()


def test_16_2_the_allies_do_not_lose_a_strongpoint_by_coming_back() -> None:
    state = table(
        {"i-33": "0605", "2d": "1615"}, phase="allied-movement", strongpoints="1516", control={"axis": "1516"}
    )
    order(state, "move 2d 1516")
    assert (state.strongpoints, state.control) == ({"1516"}, set())
