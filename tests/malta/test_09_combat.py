"""Chapter 9: who attacks whom, strengths, shifts, support."""

from fractions import Fraction
from typing import Any

import pytest

from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.rules.ch09_combat import combat_odds, lowered, nearest, planned
from tests.malta.common import HELD, may, order, refused, table, told


def odds(units: dict[str, Any], attackers: str, on: str, **keys: Any) -> Any:
    state = table(units, **keys)
    return combat_odds(state, planned(state, [state.units[id] for id in attackers.split()], on))


def shifts(units: dict[str, Any], attackers: str, on: str, **keys: Any) -> dict[str, int]:
    return {shift.label.partition(" (")[0]: shift.value for shift in odds(units, attackers, on, **keys).shifts}


# ── 9.1 Who attacks whom


@pytest.mark.parametrize(
    ("units", "line", "rule"),
    [
        ({"i-33": "1513", "2rwk": "1511"}, "attack i-33 --on 1511", "9.1"),
        ({"i-33": "1513"}, "attack i-33 --on 1512", "9.1"),
        ({"i-28": "1513", "2rwk": "1512"}, "attack i-28 --on 1512", "9.1"),
        ({"i-33": {"at": "1513", "attacked": True}, "2rwk": "1512"}, "attack i-33 --on 1512", "9.1"),
        ({"2rwk": "1513", "i-33": "1512"}, "attack 2rwk --on 1512", "9.1"),
        ({"i-33": "1811", "2rwk": "1810"}, "attack i-33 --on 1810", "9.1"),
        ({"s47": "1309", "2rwk": "1408"}, "attack s47 --on 1408", "9.1"),
        ({"l3-1": "1513", "2rwk": "1512"}, "attack l3-1 --on 1512", "9.3"),
    ],
)
def test_9_1_who_may_not_attack(units: dict[str, Any], line: str, rule: str) -> None:
    assert refused(table(units), line).rule == rule


def test_9_1_a_hex_is_attacked_once_and_a_unit_attacks_once() -> None:
    state = table({"i-33": "1513", "ii-33": "1513", "2rwk": "1512"}, policy=HELD)
    order(state, "attack i-33 --on 1512", 1, 2)
    assert "has already been attacked" in refused(state, "attack ii-33 --on 1512").message


def test_9_3_a_refusal_of_poor_odds_offers_everybody_who_can_join() -> None:
    state = table({"l3-1": "1513", "i-33": "1513", "2rwk": "1512"})
    hint = refused(state, "attack l3-1 --on 1512").hint
    assert hint == "attack i-33 l3-1 --on 1512"
    assert may(state, hint)


def test_6_and_9_1_orders_keep_to_their_phase() -> None:
    assert refused(table({"i-33": "1513", "2rwk": "1512"}), "move i-33 1514").rule == "6"
    moving = table({"i-33": "1513", "2rwk": "1512"}, phase="axis-movement")
    assert refused(moving, "attack i-33 --on 1512").rule == "9.1"


# ── 9.91 Strengths


@pytest.mark.parametrize(
    ("value", "floor", "expected"), [(3, 1, 2), (1, 1, 1), (0, 1, 0), (3, 2, 2), (2, 2, 2), (1, 2, 1)]
)
def test_a_floor_never_raises_what_was_lower(value: int, floor: int, expected: int) -> None:
    assert lowered(value, floor) == expected


@pytest.mark.parametrize(
    ("keys", "attack"),
    [
        ({}, 6),
        ({"steps": 2}, 4),
        ({"supplied": False}, 5),
        ({"state": "disorganised"}, 5),
        ({"state": "demoralised"}, 3),
        ({"state": "demoralised", "supplied": False}, 3),
        ({"state": "disorganised", "supplied": False, "steps": 1}, 1),
    ],
)
def test_9_91_a_units_strength(keys: dict[str, Any], attack: int) -> None:
    assert odds({"i-33": {"at": "1513", **keys}, "2rwk": "1512"}, "i-33", "1512").attack.total == attack


@pytest.mark.parametrize(("hex", "defence"), [("1512", 6), ("1511", 6), ("1911", 12), ("2112", 12), ("1214", 6)])
def test_9_91_city_and_fort_double_the_defence(hex: str, defence: int) -> None:
    near = {"1512": "1513", "1511": "1512", "1911": "1912", "2112": "2012", "1214": "1215"}[hex]
    assert odds({"i-33": near, "2rwk": hex}, "i-33", hex).defence.total == defence


@pytest.mark.parametrize(
    ("gun", "on", "near", "turn", "expected"),
    [
        ("i-28", "1512", "1513", "6jul-am", 6),
        ("i-28", "1611", "1612", "6jul-am", 3),
        ("i-28", "1512", "1513", "6jul-night", 3),
        ("i-28", "1611", "1612", "6jul-night", 2),
        ("i-35", "1512", "1513", "6jul-am", 3),
    ],
)
def test_9_91_guns_by_formation_night_and_town(gun: str, on: str, near: str, turn: str, expected: int) -> None:
    found = odds(
        {"i-33": near, gun: {"at": "1614", "ammo": False, "fired": True}, "2rwk": on},
        "i-33", on, given={on: [gun]}, turn=turn,
    )  # fmt: skip
    assert [line.value for line in found.attack.support] == [expected]


def test_9_2_supports_count_at_most_as_much_as_the_units_themselves() -> None:
    found = odds(
        {"i-33": {"at": "1513", "steps": 1}, "i-28": {"at": "1614", "fired": True}, "2rwk": "1512"},
        "i-33", "1512", given={"1512": ["i-28"]},
    )  # fmt: skip
    assert (found.attack.own, found.attack.total) == (2, 4)


@pytest.mark.parametrize(
    ("on", "near", "turn", "heads"),
    [
        ("1512", "1513", "6jul-am", "open"),
        ("1611", "1612", "6jul-am", "open"),
        ("1911", "1912", "6jul-am", "rough"),
        ("1214", "1215", "6jul-am", "rough"),
        ("2112", "2012", "6jul-am", "open"),
        ("1512", "1513", "6jul-night", "night"),
        ("1911", "1912", "6jul-night", "night"),
    ],
)
def test_9_4_the_row_of_heads(on: str, near: str, turn: str, heads: str) -> None:
    assert odds({"i-33": near, "2rwk": on}, "i-33", on, turn=turn).heads == heads


def test_9_3_odds_are_rounded_in_the_defenders_favour() -> None:
    units = {"i-33": "1513", "ii-33": "1513", "2rwk": {"at": "1512", "steps": 3}}
    assert odds(units, "i-33 ii-33", "1512").start == "6", "12 to 6"
    units["ii-33"] = {"at": "1513", "state": "disorganised"}
    assert odds(units, "i-33 ii-33", "1512").start == "5", "11 to 6 is 1 to 1"


# ── 9.92 Shifts


def test_9_92_armour_needs_men_beside_it() -> None:
    units = {"s75": "1513", "i-33": "1513", "10komr": "1512"}
    assert shifts(units, "s75 i-33", "1512")["armour attacks"] == 2
    assert shifts(units, "s75", "1512")["armour attacks"] == 2, "in the same hex, though the men do not attack"
    assert "armour attacks" not in shifts(units, "i-33", "1512"), "the tanks do not attack"
    apart = {"s75": "1513", "i-33": "1612", "10komr": "1512"}
    assert "armour attacks" not in shifts(apart, "s75 i-33", "1512")
    shaken = {"s75": {"at": "1513", "state": "demoralised"}, "i-33": "1513", "10komr": "1512"}
    assert "armour attacks" not in shifts(shaken, "s75 i-33", "1512")
    commandos = {"s75": "1513", "assalto": "1513", "10komr": "1512"}
    assert "armour attacks" not in shifts(commandos, "s75 assalto", "1512")


@pytest.mark.parametrize("gun", ["haa-7", "mt-cru"])
def test_9_92_armour_counts_whatever_anti_tank_guns_face_it(gun: str) -> None:
    units = {"s75": "1513", "i-33": "1513", "10komr": "1512", gun: "1512"}
    assert shifts(units, "s75 i-33", "1512")["armour attacks"] == 2


def test_9_92_armour_counts_if_some_tanks_are_in_order_with_men_in_their_own_hex() -> None:
    shaken = {"at": "1513", "state": "demoralised"}
    units = {"s75": shaken, "l3-1": "1513", "i-33": "1513", "10komr": "1512"}
    assert shifts(units, "s75 l3-1", "1512")["armour attacks"] == 2, "one of them is in order"
    units = {"s75": shaken, "l3-1": "1612", "i-33": "1513", "10komr": "1512"}
    assert "armour attacks" not in shifts(units, "s75 l3-1 i-33", "1512"), "the men are with the Demoralised ones"
    guns = {"s75": "1513", "i-28": "1513", "hq-liv": "1513", "10komr": "1512"}
    assert "armour attacks" not in shifts(guns, "s75", "1512"), "guns and headquarters are no escort"
    units = {"s75": "1513", "i-33": {"at": "1513", "state": "demoralised"}, "10komr": "1512"}
    assert shifts(units, "s75", "1512")["armour attacks"] == 2, "only the tanks must not be Demoralised"


def test_9_92_armour_defends() -> None:
    units = {"i-33": "1513", "10komr": "1512", "mt-mat": "1512"}
    assert shifts(units, "i-33", "1512")["armour defends"] == -1
    faced = {"i-33": "1513", "s75": "1513", "10komr": "1512", "mt-cru": "1512"}
    assert shifts(faced, "i-33", "1512")["armour defends"] == -1, "whatever faces it"
    assert "armour defends" not in shifts({"i-33": "1513", "haa-7": "1512", "mt-mat": "1512"}, "i-33", "1512")
    assert "armour defends" not in shifts({"i-33": "1513", "10komr": "1512"}, "i-33", "1512")


def test_9_92_engineers_at_a_fort_from_every_hex() -> None:
    units = {"i-33": "2012", "liv-gen": "2012", "ii-33": "2113", "1d": "2112"}
    assert shifts(units, "i-33 liv-gen", "2112")["engineers at the fort"] == 1
    assert "engineers at the fort" not in shifts(units, "i-33 liv-gen ii-33", "2112")
    city = {"i-33": "1912", "liv-gen": "1912", "2rwk": "1911"}
    assert "engineers at the fort" not in shifts(city, "i-33 liv-gen", "1911")


def test_9_92_envelopment_from_four_hexes() -> None:
    units = {"i-33": "1513", "ii-33": "1511", "iii-33": "1411", "i-34": "1412", "2rwk": "1512"}
    assert shifts(units, "i-33 ii-33 iii-33 i-34", "1512")["envelopment"] == 1
    assert "envelopment" not in shifts(units, "i-33 ii-33 iii-33", "1512")


def test_9_92_integrity_of_a_whole_regiment() -> None:
    units = {"i-33": "1513", "ii-33": "1513", "iii-33": "1612", "2rwk": "1512"}
    assert shifts(units, "i-33 ii-33 iii-33", "1512")["attacker's integrity"] == 2
    assert "attacker's integrity" not in shifts(units, "i-33 ii-33", "1512")
    shaken = units | {"iii-33": {"at": "1612", "state": "demoralised"}}
    assert "attacker's integrity" not in shifts(shaken, "i-33 ii-33 iii-33", "1512")
    del units["iii-33"]
    assert "attacker's integrity" not in shifts(units, "i-33 ii-33", "1512"), "one is not in play"


def test_9_95_a_remnant_need_not_take_part_but_a_lost_battalion_breaks_it() -> None:
    units: dict[str, Any] = {"i-33": "1513", "ii-33": "1513", "iii-33": {"at": "1716", "steps": 1}, "2rwk": "1512"}
    assert shifts(units, "i-33 ii-33", "1512")["attacker's integrity"] == 2
    units["iii-33"] = {"at": "lost"}
    assert "attacker's integrity" not in shifts(units, "i-33 ii-33", "1512")
    two = {"i-33": "1513", "ii-33": {"at": "1716", "steps": 1}, "iii-33": {"at": "1716", "steps": 1}, "2rwk": "1512"}
    assert "attacker's integrity" not in shifts(two, "i-33", "1512"), "two at least"


def test_9_95_one_battalion_alone_never_has_integrity() -> None:
    """The other battalions of its regiment are of the variants, and left out."""
    assert "attacker's integrity" not in shifts({"x-folgore": "1513", "2rwk": "1512"}, "x-folgore", "1512")
    assert "defender's integrity" not in shifts({"x-folgore": "1513", "2rwk": "1512"}, "2rwk", "1513",
                                                phase="allied-combat")  # fmt: skip
    two = {"x-folgore": "1513", "ix-folgore": "1513", "2rwk": "1512"}
    assert shifts(two, "x-folgore ix-folgore", "1512")["attacker's integrity"] == 2


def test_9_92_integrity_of_the_defender_leaves_out_battalions_of_the_variants() -> None:
    units = {"i-33": "1513", "2rwk": "1512", "11lf": "1512", "10komr": "1512"}
    assert shifts(units, "i-33", "1512")["defender's integrity"] == -1


def test_9_92_mixed_formations() -> None:
    assert shifts({"i-33": "1513", "i-87": "1513", "2rwk": "1512"}, "i-33 i-87", "1512")["mixed formations"] == -1
    attached = {"i-33": "1513", "grado": "1513", "2rwk": "1512"}
    assert "mixed formations" not in shifts(attached, "i-33 grado", "1512")
    allied = {"2rwk": "1513", "re-24": "1513", "mt-mat": "1513", "i-33": "1512"}
    assert "mixed formations" not in shifts(allied, "2rwk re-24 mt-mat", "1512", phase="allied-combat")


def test_9_92_fortress_troops_never_make_an_attack_mixed_and_never_mend_one() -> None:
    brigades = {"re-24": "1513", "2rwk": "1513", "1h": "1513", "i-33": "1512"}
    for attackers in ("re-24 2rwk 1h", "2rwk re-24 1h", "2rwk 1h re-24"):
        assert shifts(brigades, attackers, "1512", phase="allied-combat")["mixed formations"] == -1
    fortress = {"re-24": "1513", "re-173": "1513", "i-33": "1512"}
    assert "mixed formations" not in shifts(fortress, "re-24 re-173", "1512", phase="allied-combat")
    assert "mixed formations" not in shifts({"re-24": "1513", "i-33": "1512"}, "re-24", "1512", phase="allied-combat")
    third = {"i-33": "1513", "ii-33": "1513", "i-87": "1513", "2rwk": "1512"}
    assert shifts(third, "i-33 ii-33 i-87", "1512")["mixed formations"] == -1, "the last of three"


@pytest.mark.parametrize(
    ("attacker", "defender", "expected"), [("fj-kroh", "10komr", 3), ("i-33", "2rwk", -1), ("i-33", "11lf", 0)]
)
def test_9_92_morale(attacker: str, defender: str, expected: int) -> None:
    assert shifts({attacker: "1513", defender: "1512"}, attacker, "1512").get("morale", 0) == expected


def morale(units: dict[str, Any], attackers: str, on: str, **keys: Any) -> str:
    """The averages on both sides, as they are told."""
    found = odds(units, attackers, on, **keys)
    return next((shift.label for shift in found.shifts if shift.label.startswith("morale")), "")


def test_9_92_morale_is_the_plain_average_whatever_steps_are_left() -> None:
    units = {"fj-kroh": {"at": "1513", "steps": 1}, "i-33": "1513", "10komr": "1512"}
    assert morale(units, "fj-kroh i-33", "1512") == "morale (5.0 against 3.0)", "6 and 4, not by steps"
    assert morale(units | {"rn-1": "1512", "12f-1": "1512"}, "fj-kroh i-33", "1512").endswith("3.3)"), "guns too"
    assert morale(units | {"hq-central": "1512", "beak": "1512"}, "fj-kroh i-33", "1512").endswith("3.0)")


def test_9_92_what_fights_of_one_battalion_counts_once() -> None:
    companies = dict.fromkeys(("fj-kroh-1", "fj-kroh-2", "fj-kroh-3"), "1513")
    units = {"fj-kroh": "pool", **companies, "i-33": {"at": "1513", "steps": 1}, "10komr": "1512"}
    assert morale(units, "fj-kroh-1 fj-kroh-2 fj-kroh-3 i-33", "1512") == "morale (5.0 against 3.0)"
    shaken = units | {"fj-kroh-3": {"at": "1513", "state": "demoralised"}}
    assert morale(shaken, "fj-kroh-1 fj-kroh-2 fj-kroh-3", "1512") == "morale (5.7 against 3.0)"


def test_9_93_the_demoralised_have_one_less() -> None:
    units = {"i-33": "1513", "11lf": {"at": "1512", "state": "demoralised"}}
    assert shifts(units, "i-33", "1512")["morale"] == 1


@pytest.mark.parametrize(
    ("value", "expected"), [("1/2", 0), ("-1/2", 0), ("3/4", 1), ("3/2", 1), ("-3/2", -1), ("7/4", 2), ("-1", -1)]
)
def test_9_92_to_the_nearest_whole_halves_toward_zero(value: str, expected: int) -> None:
    assert nearest(*Fraction(value).as_integer_ratio()) == expected


def test_9_92_air_support_and_17_2_its_markers() -> None:
    units = {"i-33": "1513", "11lf": "1512"}
    assert shifts(units, "i-33", "1512", given={"1512": ["air"]})["air support"] == 1
    giving = table(units, phase="axis-support")
    order(giving, "support 1512 --air")
    assert refused(giving, "support 1512 --air").rule == "17.2", "one a hex"
    bad_skies: list[dict[str, Any]] = [{"turn": "6jul-night"}, {"weather": "rain"}]
    for keys in bad_skies:
        assert refused(table(units, phase="axis-support", **keys), "support 1512 --air").rule == "17.2"
    allied = table({"i-33": "1512", "11lf": "1513"}, phase="allied-support")
    assert refused(allied, "support 1512 --air").rule == "17.2"


def test_14_2_command_is_rolled_by_the_best_leader_of_each_side() -> None:
    units = {"i-33": "1513", "chirieleison": "1513", "10komr": "1512", "beak": "1512", "gort": "1512"}
    state = table(units, policy=HELD)
    events = order(state, "attack i-33 --on 1512", 3, 4, 4, 5)
    assert [facts["leader"] for facts in told(events, "command-taken")] == ["chirieleison", "beak"]
    (roll,) = told(events, "roll")
    assert [(shift["value"], shift["label"]) for shift in roll["shifts"]][-2:] == [
        (1, "command (chirieleison)"),
        (-1, "command (beak)"),
    ]
    failed = order(table(units, policy=HELD), "attack i-33 --on 1512", 4, 5, 4, 5)
    assert told(failed, "command-taken") == []


def test_14_a_leader_of_another_formation_does_not_help() -> None:
    state = table({"i-33": "1513", "carboni": "1513", "10komr": "1512"}, policy=HELD)
    assert told(order(state, "attack i-33 --on 1512", 4, 5), "throw") == []


def test_14_2_a_leader_counts_in_defence_as_in_attack_only_for_a_formation_that_fights() -> None:
    """Smith leads the Southern Brigade, and the 11th Lancashire Fusiliers are of the Central one."""
    defending = {"i-33": "1513", "11lf": "1512", "smith": "1512", "hq-south": "1512"}
    assert told(order(table(defending, policy=HELD), "attack i-33 --on 1512", 4, 5), "throw") == []
    attacking = {"i-33": "1512", "11lf": "1513", "smith": "1513"}
    state = table(attacking, policy=HELD, phase="allied-combat")
    assert told(order(state, "attack 11lf --on 1512", 4, 5), "throw") == []
    his_own = defending | {"1h": "1512"}
    assert len(told(order(table(his_own, policy=HELD), "attack i-33 --on 1512", 1, 4, 5), "throw")) == 1
    fortress = {"i-33": "1513", "re-24": "1512", "smith": "1512"}
    assert len(told(order(table(fortress, policy=HELD), "attack i-33 --on 1512", 1, 4, 4), "throw")) == 1


def test_14_2_nobody_rolls_for_command_where_no_dice_are_thrown() -> None:
    """Those without any defence are eliminated without a roll (9.42)."""
    units = {"i-33": "1513", "chirieleison": "1513", "hq-central": "1512", "beak": "1512"}
    events = order(table(units, policy=HELD), "attack i-33 --on 1512", 5)
    assert [facts["table"] for facts in told(events, "roll")] == ["leader-loss"]
    assert told(events, "throw") == []
    assert GAME.legal.odds(table(units, policy=HELD), ["attack", "i-33", "--on", "1512"]).text().count("command") == 0


def test_14_2_the_die_is_rolled_though_the_column_cannot_move() -> None:
    units = {"i-33": "1513", "ii-33": "1513", "chirieleison": "1513", "rn-1": "1512"}
    events = order(table(units, policy=HELD), "attack i-33 ii-33 --on 1512", 1, 6, 6)
    assert len(told(events, "command-taken")) == 1
    assert (told(events, "roll")[0]["column"], odds(units, "i-33 ii-33", "1512").start) == ("11", "11")


# ── 9.2 Support


@pytest.mark.parametrize(
    ("keys", "rule"),
    [
        ({"at": "1916", "ammo": True}, "9.2"),
        ({"at": "1614"}, "12.5"),
        ({"at": "1614", "fired": True}, "12.1"),
        ({"at": "1614", "ammo": True, "moved": "tactical"}, "6.5"),
        ({"at": "1614", "ammo": True, "state": "demoralised"}, "9.91"),
    ],
)
def test_9_2_why_a_gun_is_silent(keys: dict[str, Any], rule: str) -> None:
    state = table({"i-33": "1513", "i-28": keys, "11lf": "1512"}, phase="axis-support")
    assert refused(state, "support 1512 --by i-28").rule == rule


def test_9_2_a_gun_that_is_given_has_fired_and_spent_its_marker() -> None:
    state = table({"i-33": "1513", "i-28": {"at": "1614", "ammo": True}, "11lf": "1512"}, phase="axis-support")
    order(state, "support 1512 --by i-28")
    assert (state.units["i-28"].fired, state.units["i-28"].ammo, state.assigned) == (True, False, {"1512": ["i-28"]})


def guns(answer: str) -> State:
    policy = {"axis": HELD["axis"], "allied": {"hits": "hold", "support": answer}}
    return table({"i-33": "1513", "11lf": "1512", "12f-1": "1411", "26d-6": "1411"}, policy=policy)


def test_9_2_the_defender_is_asked_for_his_guns_one_by_one() -> None:
    state = guns("ask")
    order(state, "attack i-33 --on 1512")
    assert refused(state, "next").rule == "24.2"
    order(state, "decide 12f-1")
    assert state.fight is not None
    assert state.fight.support == ("12f-1",)
    order(state, "decide done", 3, 4)
    assert state.units["26d-6"].ammo


@pytest.mark.parametrize(
    ("answer", "fired"), [("never", []), ("always", ["12f-1", "26d-6"]), ("worthwhile", ["12f-1"])]
)
def test_24_2_standing_answers_for_guns(answer: str, fired: list[str]) -> None:
    state = guns(answer)
    order(state, "attack i-33 --on 1512", 3, 4)
    assert [id for id in ("12f-1", "26d-6") if state.units[id].fired] == fired
