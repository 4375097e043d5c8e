"""Chapters 2, 5, 6, 7: cases from the text, and a refusal for each with a hint that the law allows."""

from random import Random
from typing import Any

import pytest

from tarawa_cli.games.malta.legal.offers import commands
from tarawa_cli.games.malta.model.charts import CHARTS
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.orders import ORDERS
from tarawa_cli.games.malta.rules import ch10_11_special_combat_morale
from tarawa_cli.games.malta.rules.ch05_zones_of_control import HexIndex
from tarawa_cli.games.malta.rules.ch06_movement import steps, stops
from tarawa_cli.games.malta.rules.ch09_combat import combat_odds, planned
from tests.malta import starts
from tests.malta.common import may, order, refused, table

MOVING: dict[str, Any] = {"phase": "axis-movement"}


def says(state: State, line: str, rule: str, why: str) -> None:
    """It is refused by that paragraph, for that reason, and offers an order that may be given."""
    no = refused(state, line)
    assert (no.rule, why in no.message) == (rule, True), no.message
    assert no.hint, f"{line}: no hint ({no.message})"
    if no.hint.split()[0] in ORDERS:
        assert may(state, no.hint), no.hint


# ── 2.2 Steps


@pytest.mark.parametrize("type", sorted({unit.type.id for unit in CHARTS.units.values() if unit.type}))
def test_2_2_a_battalion_has_the_strength_of_its_strongest_companies(type: str) -> None:
    unit = next(unit for unit in CHARTS.units.values() if unit.type and unit.type.id == type)
    assert unit.type
    assert unit.strength(unit.steps) == (unit.attack, unit.defence)
    for left in range(1, unit.steps):
        some = sorted(((c.attack, c.defence) for c in unit.type.companies), reverse=True)[:left]
        assert unit.strength(left) == tuple(map(sum, zip(*some, strict=True)))


def test_2_2_others_have_half_of_everything_after_a_loss_rounded_up() -> None:
    units = {"s47": {"at": "1513", "steps": 1}, "2rwk": "1512", "i-28": {"at": "1614", "steps": 1, "fired": True}}
    state = table(units | {"12f-1": {"at": "1411", "steps": 1, "ammo": True}}, given={"1512": ["i-28"]})
    fight = planned(state, [state.units["s47"]], "1512")._replace(support=("12f-1",))
    odds = combat_odds(state, fight)
    assert [line.value for line in odds.attack.units] == [2], "3 halved"
    assert [line.value for line in odds.attack.support] == [3], "6 halved"
    assert [line.value for line in odds.defence.support] == [3], "6 halved"
    assert ch10_11_special_combat_morale.bombardment_odds(state, "1512", ("i-28",)).total == 3
    assert CHARTS.units["haa-7"].weakened(CHARTS.units["haa-7"].anti_air, 1) == -(-CHARTS.units["haa-7"].anti_air // 2)


def test_2_2_a_reduced_company_has_half_its_strength() -> None:
    state = table({"fj-burkhardt": {"at": "pool"}, "fj-burkhardt-1": {"at": "1513", "reduced": True}, "2rwk": "1512"})
    assert state.units["fj-burkhardt-1"].strength == (2, 2)


# ── 5 Zones of control


@pytest.mark.parametrize(("at", "near"), [("1911", "1912"), ("2112", "2012")])
@pytest.mark.parametrize("holder", ["2rwk", "rn-1", "hq-central", "gort", "12f-1"])
def test_5_1_no_zone_reaches_into_a_city_or_fort_that_anybody_holds(at: str, near: str, holder: str) -> None:
    assert not HexIndex(table({"i-33": near, holder: at})).in_enemy_zone("allied", at)
    assert HexIndex(table({"i-33": near})).in_enemy_zone("allied", at)


def test_5_1_a_strongpoint_is_such_a_fort_only_with_a_combat_unit_in_it() -> None:
    held = HexIndex(table({"i-33": "2113", "1d": "2212"}, strongpoints="2212"))
    assert not held.in_enemy_zone("allied", "2212")
    assert HexIndex(table({"i-33": "2113", "rn-1": "2212"}, strongpoints="2212")).in_enemy_zone("allied", "2212")


@pytest.mark.parametrize("unit", ["rn-1", "cg-rocco", "haa-7", "gort", "hq-central"])
def test_5_1_these_have_no_zone(unit: str) -> None:
    assert not HexIndex(table({unit: "1512"})).in_enemy_zone("axis", "1513")


def test_5_2_who_enters_a_zone_stops_there() -> None:
    state = table({"i-33": "1513", "2rwk": "1511"}, **MOVING)
    says(state, "move i-33 1512 1412", "5.2", "stops in 1512")


@pytest.mark.parametrize(
    ("unit", "keys"), [("i-33", {}), ("s47", {}), ("i-33", {"state": "demoralised"}), ("chirieleison", {})]
)
def test_5_2_from_zone_to_zone_goes_only_infiltration(unit: str, keys: dict[str, Any]) -> None:
    says(table({unit: {"at": "1512", **keys}, "2rwk": "1511"}, **MOVING), f"move {unit} 1611 1612", "5.2", "both")


def test_5_2_infiltration_is_not_offered_into_a_full_hex() -> None:
    full = dict.fromkeys(("ii-33", "iii-33", "i-34", "ii-34"), "1611")
    says(table({"i-33": "1512", "2rwk": "1511", **full}, **MOVING), "move i-33 1611 1612", "5.2", "both")


@pytest.mark.parametrize("unit", ["i-28", "chirieleison", "hq-liv"])
@pytest.mark.parametrize("enemy", ["hq-central", "cg-rocco", "raf-1", "gort"])
def test_5_3_only_a_combat_unit_overruns(unit: str, enemy: str) -> None:
    says(table({unit: "1513", enemy: "1512"}, **MOVING), f"move {unit} 1512", "5.3", "1512")


def test_5_3_a_gun_with_a_defence_must_be_attacked() -> None:
    says(table({"i-33": "1513", "haa-7": "1512"}, **MOVING), "move i-33 1512", "5.3", "1512")


# ── 6 Movement


@pytest.mark.parametrize(("mobility", "dry", "wet"), [("foot", 12, 12), ("motor", 18, 24), ("mech", 12, 18)])
def test_17_2_rain_costs_wheels_a_point_a_hex_off_the_road(mobility: str, dry: int, wet: int) -> None:
    assert dict(steps(mobility, False)["1913"])["2012"] == dry
    assert dict(steps(mobility, False, True)["1913"])["2012"] == wet
    assert dict(steps(mobility, False, True)["1713"])["1714"] == 6, "along the road"


def test_6_1_points_are_counted_in_sixths() -> None:
    """A road at 2/3 of a point: 18 hexes for twice 6 points, and not one more."""
    state = table({"i-33": "1716"}, **MOVING)
    field, unit = HexIndex(state), state.units["i-33"]
    assert max(way.price for way in stops(field, unit, strategic=True).values()) <= 72


@pytest.mark.parametrize(
    ("keys", "why"), [({"supplied": False}, "supply"), ({"state": "disorganised"}, "disorganised")]
)
def test_6_2_who_may_not_move_strategically(keys: dict[str, Any], why: str) -> None:
    says(table({"i-33": {"at": "1716", **keys}}, **MOVING), "move i-33 1714 --strategic", "6.2", why)


def test_6_2_nor_next_to_an_enemy_at_the_start_on_the_way_or_at_the_end() -> None:
    says(table({"i-33": "1713", "raf-1": "1712"}, **MOVING), "move i-33 1714 --strategic", "6.2", "next to an enemy")
    state = table({"i-33": "1716", "raf-1": "1712"}, **MOVING)
    says(state, "move i-33 1713 --strategic", "6.2", "1713")
    says(state, "move i-33 1715 1714 1713 --strategic", "6.2", "1713")
    assert may(state, "move i-33 1714 --strategic")


def test_6_2_what_a_strategic_way_costs_is_told_against_twice_the_allowance() -> None:
    state = table({"i-33": "2012"}, **MOVING)
    says(state, "move i-33 2113 2213 2113 2213 2113 2213 2113 --strategic", "6.2", "i-33 has 12")


def test_6_3_a_hex_out_of_reach_and_a_way_that_costs_too_much() -> None:
    says(table({"i-33": "1413"}, **MOVING), "move i-33 0605", "6.3", "6 points")
    says(table({"i-33": "2213"}, **MOVING), "move i-33 0506 --strategic", "6.2", "12 points")
    says(table({"i-33": "2012"}, **MOVING), "move i-33 2113 2213 2113 2213", "6.3", "8 points")


def test_6_1_what_is_prohibited_is_told_as_such() -> None:
    says(table({"i-33": "1811"}, **MOVING), "move i-33 1810 1710", "6.1", "1811 to 1810")
    says(table({"s47": "1309"}, **MOVING), "move s47 1408 1508", "6.1", "1309 to 1408")
    says(table({"i-33": "1413"}, **MOVING), "move i-33 1611 1612", "6.1", "1413 to 1611")


def test_6_1_the_ocean_is_for_warships() -> None:
    says(table({"i-33": "1716"}, **MOVING), "move i-33 1718", "6.1", "1718 is ocean")
    says(table({"i-33": "1716"}, **MOVING), "move i-33 1717 1718", "6.1", "1716 to 1717")


def test_6_a_unit_does_not_move_to_where_it_is() -> None:
    says(table({"i-33": "1413"}, **MOVING), "move i-33 1413", "6", "already")


def test_5_2_zones_of_control_are_the_reason_where_they_bar_every_way() -> None:
    """From 1513 it is two hexes to 1511, within six points, but the 11th hold the ground between."""
    alone = table({"i-33": "1513"}, **MOVING)
    assert may(alone, "move i-33 1511")
    state = table({"i-33": "1513", "11lf": "1412", "10komr": "1611"}, **MOVING)
    says(state, "move i-33 1511", "5.2", "zones of control block every path")
    says(state, "move i-33 0605", "6.3", "6 points")
    guns = table({"i-28": "1515", "raf-1": "1516"}, **MOVING)
    says(guns, "move i-28 1516", "5.3", "only a combat unit")


def test_6_2_enemies_on_every_way_are_the_reason_in_strategic_movement() -> None:
    sentries = {"raf-1": "1714", "raf-2": "1514", "raf-3": "1914", "raf-4": "1314"}
    state = table({"i-33": "1716", **sentries}, **MOVING)
    assert may(table({"i-33": "1716"}, **MOVING), "move i-33 1711 --strategic")
    says(state, "move i-33 1711 --strategic", "6.2", "every path passes next to an enemy")


@pytest.mark.parametrize(
    ("unit", "keys", "rule"),
    [
        ("2rwk", {}, "4"),
        ("i-28", {"fired": True}, "6.5"),
        ("i-33", {"moved": "tactical"}, "6"),
        ("i-33", {"landed": True}, "6.4"),
        ("i-33", {"moved": "joined"}, "13.2"),
    ],
)
@pytest.mark.parametrize("verb", ["move", "infiltrate"])
def test_6_who_does_not_move_at_all(unit: str, keys: dict[str, Any], rule: str, verb: str) -> None:
    state = table({unit: {"at": "1713", **keys}, "ii-33": "1414"}, **MOVING)
    says(state, f"{verb} {unit} 1613", rule, unit)


@pytest.mark.parametrize(("unit", "keys"), [("s47", {}), ("i-33", {"state": "demoralised"}), ("i-28", {})])
def test_6_4_who_does_not_infiltrate(unit: str, keys: dict[str, Any]) -> None:
    says(table({unit: {"at": "1512", **keys}, "2rwk": "1511"}, **MOVING), f"infiltrate {unit} 1611", "6.4", unit)


def test_6_4_infiltration_goes_into_a_zone_next_door() -> None:
    state = table({"i-33": "1512", "2rwk": "1511"}, **MOVING)
    says(state, "infiltrate i-33 1513", "6.4", "1513")
    says(state, "infiltrate i-33 1510", "6.4", "1510")
    says(table({"i-33": "1513", "2rwk": "1511"}, **MOVING), "infiltrate i-33 1512", "6.4", "not in an enemy zone")


@pytest.mark.parametrize(("unit", "to", "how"), [("i-28", "1914", "half"), ("iii-35", "1914", "tactical")])
def test_6_5_wheels_fire_after_half_a_move_and_men_do_not(unit: str, to: str, how: str) -> None:
    state = table({unit: {"at": "1913", "ammo": True}, "2rwk": "1712", "i-33": "1713"}, **MOVING)
    order(state, f"move {unit} {to}")
    assert state.units[unit].moved == how
    state.phase = "axis-support"
    assert may(state, f"support 1712 --by {unit}") == (how == "half")


def test_6_5_a_leader_goes_with_any_unit_where_his_car_could_not() -> None:
    state = table({"i-33": "1309", "chirieleison": "1309"}, **MOVING)
    assert refused(state, "move chirieleison 1408 1508").rule == "6.1"
    order(state, "move i-33 chirieleison 1408 1508")
    assert state.units["chirieleison"].at == "1508"


def test_6_5_a_leader_goes_with_those_who_infiltrate() -> None:
    state = table({"i-33": "1512", "chirieleison": "1512", "2rwk": "1511"}, **MOVING)
    order(state, "infiltrate i-33 chirieleison 1411")
    assert state.units["chirieleison"].at == "1411"
    apart = table({"i-33": "1512", "chirieleison": "1611", "2rwk": "1511"}, **MOVING)
    assert refused(apart, "infiltrate i-33 chirieleison 1611").rule == "6.4"


# ── 7 Stacking


FULL = dict.fromkeys(("i-33", "ii-33", "iii-33", "i-34"), "1913")


@pytest.mark.parametrize(
    ("units", "line"),
    [
        ({**FULL, "ii-34": "1914"}, "move ii-34 1913"),
        ({**FULL, "l3-1": "1914"}, "move l3-1 1913"),
        ({"hq-fri": "1913", "hq-liv": "1914"}, "move hq-liv 1913"),
        (
            dict.fromkeys(("i-33", "ii-33", "iii-33"), "1913") | dict.fromkeys(("i-34", "ii-34"), "1914"),
            "move i-34 ii-34 1913",
        ),
    ],
)
def test_7_a_move_does_not_end_in_a_full_hex(units: dict[str, str], line: str) -> None:
    says(table(units, **MOVING), line, "7", "1913")


def test_7_three_companies_and_three_battalions_are_four() -> None:
    three = dict.fromkeys(("i-33", "ii-33", "iii-33", "l3-1", "l3-2"), "1913")
    assert may(table({**three, "s75": "1914"}, **MOVING), "move s75 1913")
    assert not may(table({**three, "s47": "1913", "s75": "1914"}, **MOVING), "move s75 1913")


def test_7_nor_does_an_infiltration() -> None:
    full = dict.fromkeys(("ii-33", "iii-33", "i-34", "ii-34"), "1611")
    says(table({"i-33": "1512", "2rwk": "1511", **full}, **MOVING), "infiltrate i-33 1611", "7", "1611")


def test_every_legal_move_of_a_crowded_front_passes() -> None:
    units = FULL | {"ii-34": "1914", "chirieleison": "1913", "i-28": "1914", "s47": "1914", "2rwk": "1912"}
    state = table(units, **MOVING)
    assert all(may(state, line) for line in commands(state))


# ── Hints


def nasty(state: State, rng: Random) -> str:
    """An order that somebody might try, legal or not."""
    unit = rng.choice([unit for unit in state.units.values() if unit.on_map])
    to = rng.choice([*state.board.adjacent[unit.at], rng.choice(sorted(state.board.land))])
    onward = rng.choice(state.board.adjacent[to])
    lines = {
        "movement": "move {0} {1}|move {0} {1} {2}|move {0} {1} --strategic|infiltrate {0} {1}|break {0}|join {0}",
        "support": "support {1} --by {0}|support {1} --air",
        "combat": "attack {0} --on {1}",
    }
    return rng.choice(lines[state.phase.partition("-")[2]].split("|")).format(unit.id, to, onward)


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_refused_in_the_land_war_offers_something_legal(seed: int) -> None:
    rng = Random(seed)
    position, _ = starts.battle(rng)
    position["phase"] = f"{rng.choice(['axis', 'allied'])}-{rng.choice(['movement', 'support', 'combat'])}"
    units = position.pop("units")
    state = table(units, **{key: value for key, value in position.items() if key != "default"})
    for line in [nasty(state, rng) for _ in range(40)]:
        if not may(state, line):
            no = refused(state, line)
            assert no.rule, line
            assert no.hint, f"{line}: {no.message}"
            assert may(state, no.hint), f"{line}: {no.hint}"
