"""Chapters 9, 11 and 14: cases from the text, at their boundaries."""

from itertools import pairwise
from typing import Any

import pytest

from tarawa_cli.games.malta.invariants import invariants
from tarawa_cli.games.malta.model.board import distance, malta
from tarawa_cli.games.malta.model.charts import CHARTS, Charts
from tarawa_cli.games.malta.model.state import ATTACKER, DEFENDER
from tarawa_cli.games.malta.rules.ch09_combat import combat_odds, planned
from tarawa_cli.games.malta.rules.ch09_combat.attacking import first_to_answer
from tarawa_cli.games.malta.rules.ch09_combat.hits import answers
from tarawa_cli.kernel.engine.play import question
from tests.malta.common import FAR, HELD, asked, may, order, table, told
from tests.malta.test_09_combat import odds, shifts
from tests.malta.test_land_law import says

RETREATS = {"axis": HELD["axis"], "allied": {"hits": "retreat", "support": "never"}}


# ── 9.1 Who attacks what


@pytest.mark.parametrize(
    ("units", "line", "rule"),
    [
        ({"i-33": "1513", "2rwk": "1511"}, "attack i-33 --on 1511", "9.1"),
        ({"i-33": "1513"}, "attack i-33 --on 1512", "9.1"),
        ({"i-28": "1513", "2rwk": "1512"}, "attack i-28 --on 1512", "9.1"),
        ({"hq-liv": "1513", "2rwk": "1512"}, "attack hq-liv --on 1512", "9.1"),
        ({"chirieleison": "1513", "2rwk": "1512"}, "attack chirieleison --on 1512", "9.1"),
        ({"i-33": {"at": "1513", "attacked": True}, "2rwk": "1512"}, "attack i-33 --on 1512", "9.1"),
        ({"i-33": {"at": "1513", "moved": "strategic"}, "2rwk": "1512"}, "attack i-33 --on 1512", "6.2"),
        ({"2rwk": "1513", "i-33": "1512"}, "attack 2rwk --on 1512", "9.1"),
        ({"i-33": "1811", "2rwk": "1810"}, "attack i-33 --on 1810", "9.1"),
        ({"s47": "1309", "2rwk": "1408"}, "attack s47 --on 1408", "9.1"),
        ({"l3-1": "1513", "2rwk": "1512", "11lf": "1512"}, "attack l3-1 --on 1512", "9.3"),
    ],
)
def test_9_1_a_refused_attack_offers_one_that_is_legal(units: dict[str, Any], line: str, rule: str) -> None:
    says(table(units | {"ii-33": "1714", "10komr": "1713"}), line, rule, "")


def test_9_1_security_companies_never_attack_and_defend() -> None:
    says(table({"rn-1": "1513", "i-33": "1512"}, phase="allied-combat"), "attack rn-1 --on 1512", "9.1", "rn-1")
    assert odds({"i-33": "1513", "rn-1": "1512"}, "i-33", "1512").defence.total == 1


def test_9_1_a_unit_that_landed_may_attack_and_so_may_a_demoralised_one() -> None:
    for keys in ({"landed": True}, {"state": "demoralised"}, {"moved": "infiltration"}, {"moved": "tactical"}):
        assert may(table({"i-33": {"at": "1513", **keys}, "11lf": "1512"}), "attack i-33 --on 1512")


# ── 9.2 Support


def test_9_2_a_ship_fires_once_a_game_turn_in_either_player_turn() -> None:
    units = {"gorizia": "1818", "i-33": "1715", "11lf": "1714", "10komr": "1615"}
    state = table(units, phase="axis-support", policy=HELD)
    order(state, "support 1714 --by gorizia")
    says(state, "support 1615 --by gorizia", "12.1", "gorizia")
    state.phase, state.policies["axis"]["support"] = "allied-combat", "ask"
    order(state, "attack 11lf --on 1715", 3, 4)
    assert asked(state) != "guns", "it has fired"
    fresh = table(units, phase="allied-combat", policy={"axis": {"hits": "hold"}, "allied": HELD["allied"]})
    order(fresh, "attack 11lf --on 1715")
    assert question(fresh).options == ["done", "all", "gorizia"]


def test_9_2_both_sides_supports_are_capped_by_their_own_strength_before_walls() -> None:
    units = {"i-33": {"at": "1912", "steps": 1}, "i-28": {"at": "1913", "fired": True}, "rn-1": "1911", "12f-1": "1811"}
    state = table(units, given={"1911": ["i-28"]})
    found = combat_odds(state, planned(state, [state.units["i-33"]], "1911")._replace(support=("12f-1",)))
    assert (found.attack.own, found.attack.total) == (2, 4), "3 at the city, but not more than 2"
    assert (found.defence.own, found.defence.total) == (1, 3), "doubled, and 1 of 6"


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("support 1510 --by i-28", "9.2"),
        ("support 1512", "9.2"),
        ("support 1512 --by 12f-1", "9.2"),
        ("support 1512 --by i-33", "9.2"),
        ("support 1512 --by ii-28", "12.5"),
    ],
)
def test_9_2_a_refused_support_offers_one_that_is_legal(line: str, rule: str) -> None:
    units = {"i-33": "1513", "11lf": "1512", "i-28": {"at": "1614", "ammo": True}, "ii-28": "1614", "12f-1": "1411"}
    says(table(units, phase="axis-support"), line, rule, "")


# ── 9.3 Odds


@pytest.mark.parametrize(
    ("heads", "table_"),
    [
        ("night", [(1, 3, 1), (1, 2, 2), (1, 1, 3), (12, 1, 11)]),
        ("rough", [(1, 4, 1), (1, 1, 4), (12, 1, 11)]),
        ("open", [(1, 5, 1), (1, 1, 5), (10, 1, 11), (100, 1, 11)]),
    ],
)
def test_9_3_heads_and_the_defenders_favour(heads: str, table_: list[tuple[int, int, int]]) -> None:
    crt = CHARTS.table("crt")
    for attack, defence, column in table_:
        assert crt.column_for(attack, defence, heads) == str(column)
        less = crt.column_for(attack * 100 - 1, defence * 100, heads) if attack < 100 else None
        assert attack == 100 or less == (str(column - 1) if column > 1 else None)


def test_9_3_shifts_end_at_the_end_columns() -> None:
    crt = CHARTS.table("crt")
    assert (crt.shifted("10", 5), crt.shifted("2", -4), crt.shifted("5", 2)) == ("11", "1", "7")


def test_9_3_too_weak_before_shifts_is_no_attack_whatever_the_shifts() -> None:
    """1 against 6 in the open, though planes, command and armour would lift it."""
    units = {"l3-1": "1513", "liv-cc": "1714", "10komr": "1512"}
    says(table(units, given={"1512": ["air"]}), "attack l3-1 --on 1512", "9.3", "less than 1:5")


# ── 9.42 Hits


@pytest.mark.parametrize(
    ("charts", "longest"), [(CHARTS, {1: 1, 2: 1, 5: 1}), (FAR, {1: 1, 3: 3, 5: 3})], ids=["one hex", "three"]
)
def test_9_42_at_most_one_hex_or_the_players_own_number_and_no_more_than_the_hits(
    charts: Charts, longest: dict[int, int]
) -> None:
    state = table({"i-33": "1513", "11lf": "1512"}, charts=charts)
    order(state, "attack i-33 --on 1512", 4, 6)
    fight = state.fight
    assert fight is not None
    for hits, most in longest.items():
        state.fight = fight._replace(hits=(hits, hits))
        assert list(answers(state, DEFENDER)) == ["hold", *(f"retreat-{hexes}" for hexes in range(1, most + 1))]
    state.fight = fight._replace(hits=(0, 0))
    assert list(answers(state, DEFENDER)) == ["hold"]


@pytest.mark.parametrize(
    ("hits", "first"),
    [
        ((3, 3), DEFENDER),
        ((4, 3), ATTACKER),
        ((3, 4), DEFENDER),
        ((4, 4), DEFENDER),
        ((9, 4), DEFENDER),
    ],
)
def test_9_42_the_defender_answers_first_unless_the_attacker_alone_has_more_hits_than_steps(
    hits: tuple[int, int], first: int
) -> None:
    """Three steps each; leaders have none that could be lost."""
    state = table({"i-33": "1513", "chirieleison": "1513", "11lf": "1512", "beak": "1512"})
    assert first_to_answer(state, planned(state, [state.units["i-33"]], "1512")._replace(hits=hits)) == first


def test_9_6_what_a_retreat_costs_is_told_by_its_own_paragraph() -> None:
    """Hits as 9.42, then a step for the hex in an enemy zone."""
    ring = {"i-33": "1513", "ii-33": "1510", "iii-33": "1410", "i-34": "1711", "11lf": "1512"}
    events = order(table(ring, policy=RETREATS), "attack i-33 --on 1512", 4, 6)
    lost = [(event.rule, event.facts["unit"]) for event in events if event.type == "step-lost"]
    assert lost == [("9.42", "11lf"), ("9.42", "i-33"), ("9.6", "11lf")]


def test_9_42_a_retreat_of_a_hex_takes_one_hit_and_the_rest_are_steps() -> None:
    """Column 6 (12 to 6), total 11: -/3D."""
    state = table({"i-33": "1513", "ii-33": "1411", "11lf": "1512"}, policy=RETREATS)
    events = order(state, "attack i-33 ii-33 --on 1512", 5, 6)
    assert len(told(events, "retreated")) == 1
    assert (distance("1512", state.units["11lf"].at), state.units["11lf"].steps) == (1, 1)


@pytest.mark.parametrize(("charts", "steps", "away"), [(CHARTS, 5, 2), (FAR, 6, 3)], ids=["one hex", "three"])
def test_9_42_every_stack_of_the_attackers_retreats_for_itself(charts: Charts, steps: int, away: int) -> None:
    """Column 5, total 7: 2D/1."""
    policy = {"axis": {"hits": "retreat"}, "allied": HELD["allied"]}
    units = {"i-33": "1513", "ii-33": "1612", "11lf": "1512", "10komr": "1512", "hq-liv": "1815"}
    state = table(units, charts=charts, policy=policy)
    order(state, "attack i-33 ii-33 --on 1512", 3, 4)
    assert state.units["i-33"].steps + state.units["ii-33"].steps == steps
    assert [distance("1512", state.units[id].at) for id in ("i-33", "ii-33")] == [away, away]


@pytest.mark.parametrize(("dice", "lost"), [((3, 4), 1), ((4, 4), 1)])
def test_9_92_engineers_take_half_rounded_up_and_no_more_than_they_have(dice: tuple[int, int], lost: int) -> None:
    policy = {"axis": HELD["axis"] | {"steps": "strongest"}, "allied": HELD["allied"]}
    state = table({"i-33": "2012", "liv-gen": "2012", "1d": "2112"}, policy=policy)
    order(state, "attack i-33 liv-gen --on 2112", *dice)
    assert 1 - state.units["liv-gen"].steps == lost


def test_9_42_headquarters_and_coast_guns_lose_steps_last() -> None:
    """Column 10, total 8: -/3D."""
    policy = {"axis": HELD["axis"], "allied": {"hits": "hold", "support": "never", "steps": "ask"}}
    units = {"i-33": "1513", "ii-33": "1513", "iii-33": "1612", "re-24": "1512", "hq-central": "1512", "12f-1": "1512"}
    state = table(units | {"cg-rocco": "1512"}, policy=policy)
    order(state, "attack i-33 ii-33 iii-33 --on 1512", 4, 4)
    assert state.units["re-24"].at == "lost"
    assert set(question(state).options) == {"hq-central", "12f-1", "cg-rocco"}


def test_9_42_d_and_z_spare_the_dead_and_reach_headquarters_and_guns() -> None:
    """Column 9 (24 to 7, and integrity), total 5: -/3D."""
    units = {"i-33": "1513", "ii-33": "1513", "iii-33": "1513", "i-34": "1612", "11lf": "1512"}
    state = table(units | {"hq-central": "1512", "12f-1": "1512"}, policy=HELD)
    events = order(state, "attack i-33 ii-33 iii-33 i-34 --on 1512", 2, 3)
    assert told(events, "roll")[0]["result"] == "-/3D"
    assert [facts["unit"] for facts in told(events, "state-changed")] == ["12f-1", "hq-central"]
    assert state.units["11lf"].at == "lost"


# ── 9.6 Retreat


def test_9_6_not_toward_any_hex_of_the_fight() -> None:
    """Column 6 (12 to 6), total 11: -/3D."""
    foes = ("1513", "1411")
    state = table({"i-33": "1513", "ii-33": "1411", "11lf": "1512"}, charts=FAR, policy=RETREATS)
    way = ["1512", *(facts["to"] for facts in told(order(state, "attack i-33 ii-33 --on 1512", 5, 6), "retreated"))]
    assert len(way) == 4
    assert all(distance(there, foe) >= distance(here, foe) for here, there in pairwise(way) for foe in foes)


def test_9_6_a_retreat_ends_where_there_is_room() -> None:
    """Column 5, total 4: 2D/1. 1611 is the nearest to the headquarters, and full."""
    full = dict.fromkeys(("1h", "1d", "2d", "3komr"), "1611")
    state = table({"i-33": "1513", "11lf": "1512", "hq-central": "1711", **full}, policy=RETREATS)
    order(state, "attack i-33 --on 1512", 2, 2)
    assert state.units["11lf"].at == "1511"


def test_9_6_zones_weigh_more_than_headquarters() -> None:
    """1611 has the headquarters, and is in a zone."""
    state = table({"i-33": "1513", "ii-33": "1711", "11lf": "1512", "hq-central": "1611"}, policy=RETREATS)
    order(state, "attack i-33 --on 1512", 2, 2)
    assert state.units["11lf"].at == "1511"


# ── 9.7 and 9.8


def test_9_7_a_headquarters_goes_to_the_nearest_friend_who_has_none() -> None:
    units = {"i-33": "1513", "hq-central": "1512", "2rwk": "1511", "hq-malta": "1511", "11lf": "1509"}
    state = table(units, phase="axis-movement")
    order(state, "move i-33 1512")
    assert state.units["hq-central"].at == "1509"


@pytest.mark.parametrize(("hexes", "lost"), [(6, False), (7, True)])
def test_9_7_within_six_hexes(hexes: int, lost: bool) -> None:
    far = next(at for at in sorted(malta().land) if distance(at, "1512") == hexes)
    state = table({"i-33": "1513", "hq-central": "1512", "2rwk": far}, phase="axis-movement")
    order(state, "move i-33 1512")
    assert state.units["hq-central"].at == ("lost" if lost else far)


def test_9_8_guns_headquarters_and_shaken_units_do_not_advance() -> None:
    units = {"i-33": "1513", "ii-33": {"at": "1513", "state": "disorganised"}, "i-28": "1513", "hq-liv": "1513"}
    state = table(units | {"11lf": "1512"}, policy=RETREATS)
    order(state, "attack i-33 ii-33 --on 1512", 6, 5)
    assert question(state).options == ["all", "none", "i-33"]


def test_9_8_not_while_an_enemy_of_any_kind_is_left() -> None:
    """Column 11 (18 to 2, and integrity), total 9: -/2, for a company of engineers and a headquarters behind it."""
    units = dict.fromkeys(("i-33", "ii-33", "iii-33"), "1513")
    state = table(units | {"re-24": "1512", "raf-1": "1512", "hq-central": "1512"}, policy=HELD)
    order(state, "attack i-33 ii-33 iii-33 --on 1512", 4, 5)
    assert [state.units[id].at for id in ("re-24", "raf-1", "hq-central")] == ["lost", "lost", "1512"]
    assert asked(state) == ""


# ── 9.91 and 9.92


@pytest.mark.parametrize(
    ("keys", "value"),
    [
        ({}, 6),
        ({"supplied": False}, 5),
        ({"state": "disorganised"}, 5),
        ({"supplied": False, "state": "disorganised"}, 4),
        ({"steps": 1}, 3),
        ({"steps": 1, "supplied": False, "state": "disorganised"}, 2),
    ],
)
def test_9_91_a_guns_support_is_never_below_two_for_disorder(keys: dict[str, Any], value: int) -> None:
    units = {"i-33": "1513", "i-28": {"at": "1614", "fired": True, **keys}, "2rwk": "1512"}
    assert [line.value for line in odds(units, "i-33", "1512", given={"1512": ["i-28"]}).attack.support] == [value]


def test_9_91_ships_are_halved_at_night_and_at_towns_but_not_for_formations() -> None:
    for on, near, turn, value in (
        ("1714", "1715", "6jul-am", 6),
        ("1714", "1715", "6jul-night", 3),
        ("1611", "1612", "6jul-am", 3),
        ("1611", "1612", "6jul-night", 2),
    ):
        units = {"i-33": near, "gorizia": {"at": "1818", "fired": True}, "2rwk": on}
        found = odds(units, "i-33", on, given={on: ["gorizia"]}, turn=turn)
        assert [line.value for line in found.attack.support] == [value], (on, turn)


def test_9_91_a_gun_defends_in_full_at_a_town_and_half_at_night() -> None:
    for turn, value in (("6jul-am", 6), ("6jul-night", 3)):
        state = table({"i-33": "1612", "11lf": "1611", "12f-1": "1511"}, turn=turn)
        found = combat_odds(state, planned(state, [state.units["i-33"]], "1611")._replace(support=("12f-1",)))
        assert [line.value for line in found.defence.support] == [value]


def test_9_91_an_axis_gun_of_another_formation_defends_at_half() -> None:
    state = table({"11lf": "1513", "i-33": "1512", "i-35": "1511", "i-28": "1511"}, phase="allied-combat")
    found = combat_odds(state, planned(state, [state.units["11lf"]], "1512")._replace(support=("i-28", "i-35")))
    assert [line.value for line in found.defence.support] == [5, 3]


def test_9_92_morale_is_capped() -> None:
    weak = {"fj-kroh": "1513", "10komr": {"at": "1512", "state": "demoralised"}, "rn-1": "1512"}
    assert shifts(weak, "fj-kroh", "1512")["morale"] == 3
    strong = {"10komr": {"at": "1513", "state": "demoralised"}, "fj-kroh": "1512"}
    assert shifts(strong, "10komr", "1512", phase="allied-combat")["morale"] == -2


def test_9_92_morale_counts_steps_and_only_units_with_a_defence() -> None:
    """Attackers 4; defenders 5 by three steps and 3 by one is 4.5: half a point, toward zero."""
    units = {"i-33": "1513", "2rwk": "1512", "10komr": {"at": "1512", "steps": 1}, "hq-malta": "1512"}
    assert "morale" not in shifts(units, "i-33", "1512")


def test_9_92_integrity_counts_once_for_two_regiments() -> None:
    units = dict.fromkeys(("i-33", "ii-33", "iii-33", "i-34"), "1513") | dict.fromkeys(("ii-34", "iii-34"), "1612")
    found = odds(units | {"2rwk": "1512"}, "i-33 ii-33 iii-33 i-34 ii-34 iii-34", "1512").shifts
    assert [shift.value for shift in found if shift.label.startswith("attacker's integrity")] == [2]


def test_9_95_companies_count_as_their_battalion_if_all_that_live_attack() -> None:
    units: dict[str, Any] = {"ii-33": "1513", "iii-33": "1513", "i-33": {"at": "pool"}, "2rwk": "1512"}
    units |= {"i-33-1": "1612", "i-33-2": "1612"}
    every = "ii-33 iii-33 i-33-1 i-33-2"
    assert shifts(units, every, "1512")["attacker's integrity"] == 2
    assert "attacker's integrity" not in shifts(units, "ii-33 iii-33 i-33-1", "1512")


def test_9_92_a_battalion_at_sea_breaks_integrity() -> None:
    units = {"i-33": "1513", "ii-33": "1513", "iii-33": {"at": "follow-up:south"}, "2rwk": "1512"}
    assert "attacker's integrity" not in shifts(units, "i-33 ii-33", "1512")


# ── 14 Leaders


def test_14_2_sogno_leads_those_from_the_sea_and_student_those_from_the_air() -> None:
    for leader, unit, rolls in (
        ("sogno", "i-33", 1), ("sogno", "fj-kroh", 0), ("student", "fj-kroh", 1), ("student", "i-33", 0),
    ):  # fmt: skip
        state = table({unit: "1513", leader: "1513", "10komr": "1512"}, policy=HELD)
        dice = (6, 3, 4) if rolls else (3, 4)
        assert len(told(order(state, f"attack {unit} --on 1512", *dice), "throw")) == rolls, (leader, unit)


def test_14_2_the_best_leader_in_the_hexes_of_the_fight_and_no_other() -> None:
    units = {"i-33": "1513", "chirieleison": "1612", "10komr": "1512"}
    assert told(order(table(units, policy=HELD), "attack i-33 --on 1512", 3, 4), "throw") == []


@pytest.mark.parametrize("home", ["follow-up:south", "air"])
def test_14_43_a_wounded_leader_comes_back_where_his_headquarters_waits(home: str) -> None:
    leader, hq = ("chirieleison", "hq-liv") if home != "air" else ("ramcke", "hq-ramcke")
    state = table({leader: "track:6jul-noon", hq: {"at": home}, "11lf": "1512"}, phase="allied-combat")
    order(state, "next")
    assert state.units[leader].at == home


def test_14_43_an_axis_leader_without_a_headquarters_comes_to_a_battalion_of_his_or_waits() -> None:
    state = table({"chirieleison": "track:6jul-noon", "i-33": "1714", "i-87": "1615"}, phase="allied-combat")
    order(state, "next")
    assert state.units["chirieleison"].at == "1714"
    state = table({"chirieleison": "track:6jul-noon", "i-87": "1615"}, phase="allied-combat")
    order(state, "next")
    assert state.units["chirieleison"].at == "track:6jul-noon"


def test_14_43_an_allied_leader_comes_to_any_headquarters_else_to_any_infantry() -> None:
    state = table({"delabere": "track:6jul-am", "hq-west": "1112", "11lf": "1509", "i-33": "1716"})
    order(state, "next")
    assert state.units["delabere"].at == "1112"
    company = {"11lf": {"at": "pool"}, "11lf-2": "1509", "mt-mat": "1410"}
    state = table({"delabere": "track:6jul-am", **company, "i-33": "1716"})
    order(state, "next")
    assert state.units["delabere"].at == "1509"


def test_14_43_who_is_wounded_beyond_the_last_turn_has_no_aide() -> None:
    units: dict[str, Any] = {"i-33": "1513", "delabere": {"at": "1512", "moved": "tactical"}, "2rwk": "1510"}
    state = table(units | {"hq-central": "1510"}, phase="axis-movement", turn="9jul-night")
    order(state, "move i-33 1512", 3, 6)
    assert (state.units["delabere"].at, invariants(state)) == ("absent", [])
    state.turn, state.phase = 45, "plan-drops"
    while state.phase != "axis-movement":
        order(state, "next")
    assert (state.units["delabere"].at, state.units["delabere"].rating) == ("absent", 3)


# ── 11.5 Recovery


def test_11_5_any_allied_leader_helps_an_allied_unit_and_no_axis_leader_another_formation() -> None:
    state = table(
        {"11lf": {"at": "1512", "state": "disorganised"}, "oxley": "1512", "i-33": "1716"}, phase="allied-combat"
    )
    order(state, "next", 5)
    assert state.units["11lf"].state == "ok", "5 less 1 is 4"
    state = table({"i-33": {"at": "1512", "state": "disorganised"}, "carboni": "1512", "11lf": "1509"})
    order(state, "next", 5)
    assert state.units["i-33"].state == "disorganised"


def test_11_5_guns_and_headquarters_recover_too_and_only_of_the_active_side() -> None:
    units: dict[str, Any] = {id: {"at": "1716", "state": "disorganised"} for id in ("i-28", "hq-liv")}
    state = table(units | {"11lf": {"at": "1509", "state": "disorganised"}})
    order(state, "next", 1, 1)
    assert [state.units[id].state for id in ("i-28", "hq-liv", "11lf")] == ["ok", "ok", "disorganised"]
