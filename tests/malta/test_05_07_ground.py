"""Chapters 5, 6 and 7: zones of control, prices, ways, stacking."""

from typing import Any

import pytest

from tarawa_cli.games.malta.rules.ch05_zones_of_control import HexIndex, is_fort
from tarawa_cli.games.malta.rules.ch06_movement import points, price, stops
from tests.malta.common import may, order, refused, table, told

MOVING: dict[str, Any] = {"phase": "axis-movement"}


# ── 5 Zones of control


def test_5_1_a_combat_unit_rules_the_six_hexes_around_it() -> None:
    field = HexIndex(table({"i-33": "1513", "2rwk": "1611"}))
    assert [at for at in field.board.adjacent["1513"] if not field.in_enemy_zone("allied", at)] == []
    assert not field.in_enemy_zone("axis", "1513")


def test_5_1_not_across_water() -> None:
    field = HexIndex(table({"2rwk": "1810"}))
    assert not field.in_enemy_zone("axis", "1811")
    assert not field.in_enemy_zone("axis", "1910")


def test_5_1_not_into_a_city_or_fort_that_an_enemy_holds() -> None:
    field = HexIndex(table({"i-33": "1912", "rn-1": "1911"}))
    assert not field.in_enemy_zone("allied", "1911")
    assert field.in_enemy_zone("allied", "1811"), "nobody holds that city"


@pytest.mark.parametrize("unit", ["hq-liv", "chirieleison", "i-28"])
def test_5_1_who_is_no_combat_unit_has_none(unit: str) -> None:
    assert not HexIndex(table({unit: "1513"})).in_enemy_zone("allied", "1512")


def test_5_1_nor_has_a_demoralised_one() -> None:
    assert not HexIndex(table({"i-33": {"at": "1513", "state": "demoralised"}})).in_enemy_zone("allied", "1512")
    assert HexIndex(table({"i-33": {"at": "1513", "state": "disorganised"}})).in_enemy_zone("allied", "1512")


def test_5_2_a_unit_stops_in_a_zone_and_does_not_go_from_zone_to_zone() -> None:
    state = table({"i-33": "1513", "2rwk": "1511"}, **MOVING)
    assert may(state, "move i-33 1512")
    assert refused(state, "move i-33 1512 1412").rule == "5.2", "it stops in 1512"
    beside = table({"i-33": "1512", "2rwk": "1511"}, **MOVING)
    assert refused(beside, "move i-33 1611 1612").rule == "5.2"
    assert refused(beside, "move i-33 1611 1612").hint == "infiltrate i-33 1611"
    assert may(beside, "move i-33 1612 1611"), "out of the zone first"


def test_5_3_nobody_enters_a_hex_with_enemies_who_can_bar_it() -> None:
    for unit in ("2rwk", "12f-1"):
        assert refused(table({"i-33": "1513", unit: "1512"}, **MOVING), "move i-33 1512").rule == "5.3"


def test_5_3_others_are_overrun_and_9_7_says_what_becomes_of_them() -> None:
    state = table({"i-33": "1513", "hq-central": "1512", "cg-rocco": "1512", "raf-1": "1512", "2rwk": "1510"}, **MOVING)
    order(state, "move i-33 1512")
    assert [state.units[id].at for id in ("hq-central", "cg-rocco", "raf-1")] == ["1510", "lost", "lost"]


def test_9_7_a_headquarters_with_nobody_within_six_hexes_is_lost() -> None:
    state = table({"i-33": "1513", "hq-central": "1512", "2rwk": "0810"}, **MOVING)
    order(state, "move i-33 1512")
    assert state.units["hq-central"].at == "lost"


def test_5_3_a_gun_overruns_nobody() -> None:
    assert not may(table({"i-28": "1513", "hq-central": "1512"}, **MOVING), "move i-28 1512")


# ── 6 Movement


@pytest.mark.parametrize(
    ("mobility", "start", "end", "strategic", "expected"),
    [
        ("foot", "1913", "2012", False, "2"),
        ("motor", "1913", "2012", False, "3"),
        ("foot", "1912", "1911", False, "1"),
        ("motor", "1114", "1214", False, "1"),
        ("motor", "1215", "1214", True, "4"),
        ("mech", "1215", "1214", False, "5"),
        ("foot", "1713", "1714", True, "2/3"),
        ("motor", "1713", "1714", True, "1/3"),
        ("mech", "1713", "1714", True, "1/2"),
        ("mech", "1413", "1514", False, "4"),
        ("foot", "1413", "1514", False, "2"),
        ("foot", "1309", "1408", False, "3"),
        ("motor", "1309", "1408", False, ""),
        ("foot", "1810", "1811", False, ""),
    ],
)
def test_6_1_what_a_step_costs(mobility: str, start: str, end: str, strategic: bool, expected: str) -> None:
    found = price(mobility, start, end, strategic)
    assert ("" if found is None else points(found)) == expected


def test_6_1_a_road_pays_its_own_price_over_a_scarp() -> None:
    assert price("motor", "1112", "1211") == 6, "one point, where nothing else could pass"


def test_6_3_up_to_the_allowance() -> None:
    state = table({"i-33": "1413"}, **MOVING)
    field = HexIndex(state)
    reached = stops(field, state.units["i-33"])
    assert all(way.price <= 36 for way in reached.values())
    assert reached["1412"].price == 6
    far = refused(state, "move i-33 0605")
    assert far.rule == "6.3"
    assert may(state, far.hint)


def test_6_3_a_way_of_ones_own_costs_what_it_costs() -> None:
    state = table({"i-33": "2012"}, **MOVING)
    assert may(state, "move i-33 2113 2013 1914")
    assert refused(state, "move i-33 2113 2213 2113 2213").rule == "6.3"


def test_6_3_a_foot_unit_may_always_move_one_hex() -> None:
    state = table({"i-33": "1513"}, **MOVING)
    state.units["i-33"].type = state.units["i-33"].type._replace(move=1)
    assert stops(HexIndex(state), state.units["i-33"])
    state.units["i-33"].type = state.units["i-33"].type._replace(mobility="motor")
    assert not stops(HexIndex(state), state.units["i-33"])


def test_6_2_strategic_movement_keeps_away_from_the_enemy_and_forbids_attacks() -> None:
    state = table({"i-33": "1716", "2rwk": "1711"}, **MOVING)
    order(state, "move i-33 1714 --strategic")
    assert state.units["i-33"].moved == "strategic"
    for keys in ({"state": "disorganised"}, {"supplied": False}):
        weak = table({"i-33": {"at": "1716", **keys}}, **MOVING)
        assert refused(weak, "move i-33 1714 --strategic").rule == "6.2"
    near = table({"i-33": "1713", "2rwk": "1711", "raf-1": "1712"}, **MOVING)
    assert refused(near, "move i-33 1714 --strategic").rule == "6.2"
    across = table({"2rwk": "1810", "i-33": "1811"}, phase="allied-movement")
    assert refused(across, "move 2rwk 1711 --strategic").rule == "6.2", "within one hex, though water is between"
    attacking = table({"i-33": {"at": "1713", "moved": "strategic"}, "2rwk": "1712"})
    assert refused(attacking, "attack i-33 --on 1712").rule == "6.2"


def test_6_4_infiltration_goes_from_zone_to_zone_on_foot() -> None:
    state = table({"i-33": "1512", "s47": "1611", "2rwk": "1511"}, **MOVING)
    assert refused(state, "infiltrate s47 1512").rule == "6.4"
    assert refused(state, "infiltrate i-33 1513").hint == "move i-33 1513", "1513 is in no zone"
    order(state, "infiltrate i-33 1411")
    assert (state.units["i-33"].at, state.units["i-33"].moved) == ("1411", "infiltration")
    assert refused(table({"i-33": "1513"}, **MOVING), "infiltrate i-33 1512").rule == "6.4"
    shaken = table({"i-33": {"at": "1512", "state": "demoralised"}, "2rwk": "1511"}, **MOVING)
    assert refused(shaken, "infiltrate i-33 1611").rule == "6.4"


@pytest.mark.parametrize(
    ("unit", "keys", "rule"),
    [
        ("haa-7", {}, "4"),
        ("i-28", {"fired": True}, "6.5"),
        ("i-33", {"moved": "tactical"}, "6"),
    ],
)
def test_6_5_who_does_not_move(unit: str, keys: dict[str, bool], rule: str) -> None:
    assert refused(table({unit: {"at": "1712", **keys}}, **MOVING), f"move {unit} 1612").rule == rule


def test_6_5_static_units_never_move() -> None:
    assert refused(table({"haa-7": "1712"}, phase="allied-movement"), "move haa-7 1612").rule == "6.5"


def test_6_5_a_motor_gun_may_fire_after_half_its_allowance() -> None:
    state = table({"i-28": "1913", "i-35": "1813"}, **MOVING)
    order(state, "move i-28 1914")
    order(state, "move i-35 1716")
    assert (state.units["i-28"].moved, state.units["i-35"].moved) == ("half", "tactical")


def test_1_combat_units_take_what_they_move_through_and_others_do_not() -> None:
    state = table({"i-33": "1914", "i-28": "1914"}, **MOVING)
    order(state, "move i-28 1913")
    assert state.control == set()
    order(state, "move i-33 1913 1812")
    assert state.control == {"1913", "1812"}


def test_stacks_go_together() -> None:
    state = table({"i-33": "1914", "ii-33": "1914"}, **MOVING)
    assert [facts["unit"] for facts in told(order(state, "move i-33 ii-33 1913"), "moved")] == ["i-33", "ii-33"]


# ── 7 Stacking


def test_7_four_battalions_and_one_headquarters() -> None:
    full = {"i-33": "1913", "ii-33": "1913", "iii-33": "1913", "i-34": "1913"}
    assert refused(table({**full, "ii-34": "1914"}, **MOVING), "move ii-34 1913").rule == "7"
    assert may(table({**full, "chirieleison": "1914"}, **MOVING), "move chirieleison 1913")
    assert may(table({**full, "hq-liv": "1914"}, **MOVING), "move hq-liv 1913")
    assert refused(table({"hq-fri": "1913", "hq-liv": "1914"}, **MOVING), "move hq-liv 1913").rule == "7"


def test_7_a_full_hex_may_be_passed() -> None:
    full = {"i-33": "1913", "ii-33": "1913", "iii-33": "1913", "i-34": "1913"}
    assert may(table({**full, "ii-34": "1914"}, **MOVING), "move ii-34 1913 1812")


def test_16_2_a_strongpoint_is_a_fort_while_an_allied_unit_holds_it_and_gone_when_the_axis_stay() -> None:
    state = table({"1d": "2212"}, strongpoints="2212", phase="axis-movement")
    assert is_fort(state, "2212")
    state = table({"i-33": "2113"}, strongpoints="2212", phase="axis-movement")
    assert not is_fort(state, "2212")
    order(state, "move i-33 2212")
    assert state.strongpoints == set()
