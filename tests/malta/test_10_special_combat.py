"""Chapter 10: bombardment and breakthrough."""

from typing import Any

import pytest

from tarawa_cli.games.malta.model.charts import CHARTS
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.rules.ch10_11_special_combat_morale import BombardmentOdds, bombardment_odds
from tarawa_cli.kernel.errors import BadOrder
from tests.malta.common import HELD, may, order, refused, table, told

GUN = {"at": "1614", "ammo": True}
FRONT = {"i-33": "1513", "11lf": "1512"}


def given(units: dict[str, Any], at: str, by: str, **keys: Any) -> State:
    """A position in which guns were assigned to a hex."""
    fired = {
        id: {"at": it, "fired": True} if isinstance(it, str) else it | {"fired": True}
        for id, it in units.items()
        if id in by.split()
    }
    keys = {"phase": "axis-bombardment", "given": {at: by.split()}} | keys
    return table(units | fired, **keys)


def barrage(units: dict[str, Any], by: str, at: str = "1512", **keys: Any) -> BombardmentOdds:
    return bombardment_odds(given(units, at, by, **keys), at, by.split())


# ── Strength


def test_10_1_the_offensive_supports_of_guns_and_eight_for_planes() -> None:
    assert (
        barrage(FRONT | {"i-28": "1614", "i-35": "1614"}, "i-28 i-35 air").total
        == sum(CHARTS.units[id].offence for id in ("i-28", "i-35")) + 8
    )


def test_10_1_ships_count_their_bombardment() -> None:
    assert barrage(FRONT | {"gorizia": "1320", "oriani": "1420"}, "gorizia oriani").total == 12 + 4


def test_10_1_guns_and_ships_are_halved_at_a_town_and_at_night_each_rounded_up_planes_never() -> None:
    town = next(at for at, kind in table({}).board.terrain.items() if kind == "town")
    units = {"11lf": town, "i-28": "1614", "gorizia": "1320"}
    offence = CHARTS.units["i-28"].offence
    half = -(-offence // 2)
    assert barrage(units, "i-28 gorizia air", town).total == half + 6 + 8
    assert barrage(units, "i-28 gorizia air", town, turn="6jul-night").total == -(-half // 2) + 3 + 8
    assert barrage(FRONT | {"i-28": "1614"}, "i-28", turn="6jul-night").total == half


def test_10_1_a_city_does_not_halve_them_nor_does_anything_else() -> None:
    city = {"11lf": "1811", "i-28": {"at": "1614", "supplied": False, "state": "disorganised"}}
    assert barrage(city, "i-28", "1811").total == CHARTS.units["i-28"].offence


def test_2_2_a_battery_that_has_lost_a_step_has_half() -> None:
    units = {"i-33": "1512", "12f-1": {"at": "1411", "steps": 1}}
    assert barrage(units, "12f-1", phase="allied-bombardment").total == 3


# ── Row and column


@pytest.mark.parametrize(
    ("units", "heads"),
    [
        ({"11lf": "1512"}, "1"),
        ({"mt-lt": "1512"}, "1"),
        ({"gort": "1512"}, "1"),
        ({"11lf": "1512", "mt-lt": "1512"}, "2"),
        ({"11lf": "1512", "2rwk": "1512", "10komr": "1512"}, "3"),
        ({"11lf": "1512", "2rwk": "1512", "10komr": "1512", "hq-central": "1512"}, "3"),
        ({"11lf": "1512", "2rwk": "1512", "10komr": "1512", "1d": "1512"}, "4"),
        ({"11lf": "1512", "2rwk": "1512", "10komr": "1512", "mt-lt": "1512"}, "4"),
        ({"11lf": "1512", "2rwk": "1512", "10komr": "1512", "1d": "1512", "hq-central": "1512"}, "4-hq"),
    ],
)
def test_10_1_the_row_by_what_is_in_the_hex(units: dict[str, Any], heads: str) -> None:
    assert barrage({"i-33": "1513"} | units, "air").heads == heads


def test_10_1_the_highest_column_that_is_not_above_the_strength() -> None:
    units = FRONT | {"gorizia": "1320", "oriani": "1320", "ascari": "1320"}
    assert barrage(units, "oriani").start is None, "4 is below 6"
    assert barrage(units, "oriani ascari").start == "2"
    assert barrage(units, "gorizia").start == "3"
    assert barrage(units, "gorizia oriani ascari air").start == "6"


# ── Shifts


def shifts(units: dict[str, Any], at: str = "1512", **keys: Any) -> dict[str, int]:
    return {shift.label: shift.value for shift in barrage(units, "air", at, **keys).shifts}


def test_10_1_shifts_by_guns_fort_distance_and_tanks() -> None:
    assert shifts(FRONT) == {}
    assert shifts(FRONT | {"12f-1": "1512"}) == {"enemy guns in the hex": 1}
    assert shifts(FRONT | {"laa-32": "1512"}) == {"enemy guns in the hex": 1}
    assert shifts({"11lf": "1512"}) == {"no friend is adjacent": -1}
    assert shifts({"i-33": "1513", "mt-lt": "1512", "mt-cru": "1512", "gort": "1512"}) == {"only tanks": -1}
    assert shifts({"11lf": "1209", "i-33": "1210"}, "1209") == {"fort": -1}


def test_16_2_a_manned_strongpoint_is_a_fort_for_bombardment_too() -> None:
    assert shifts({"i-33": "1513", "11lf": "1516", "i-87": "1515"}, "1516", strongpoints="1516") == {"fort": -1}
    assert shifts({"12f-1": "1516", "i-87": "1515"}, "1516", strongpoints="1516") == {"enemy guns in the hex": 1}


def test_10_1_a_roll_shows_its_column_and_its_shifts() -> None:
    state = given(FRONT | {"gorizia": "1320", "12f-1": "1512"}, "1512", "gorizia")
    (roll,) = told(order(state, "bombard 1512", 3, 4), "roll")
    assert (roll["start"], roll["column"], roll["result"]) == ("4", "5", "-")
    assert [shift["label"] for shift in roll["shifts"]] == ["enemy guns in the hex"]


# ── Results


def bombarded(units: dict[str, Any], dice: tuple[int, int], by: str = "air gorizia garibaldi", **keys: Any) -> State:
    ships = {"gorizia": "1320", "garibaldi": "1320", "aosta": "1320", "eugenio": "1320", "montecuccoli": "1320"}
    state = given({"i-33": "1513"} | ships | units, "1512", by, **keys)
    order(state, "bombard 1512", *dice)
    return state


MIGHTY = "air gorizia garibaldi aosta eugenio montecuccoli"
"""Strength 57: column 9 against a battalion."""


def test_10_1_d_disorganises_everybody_a_second_time_it_demoralises() -> None:
    state = bombarded({"11lf": "1512", "2rwk": {"at": "1512", "state": "disorganised"}, "gort": "1512"}, (2, 3))
    assert state.units["11lf"].state == "disorganised"
    assert state.units["2rwk"].state == "demoralised"
    assert state.units["gort"].state == "ok"


def test_10_1_z_and_a_step_for_the_owner_to_choose() -> None:
    units = {"11lf": "1512"}
    state = bombarded(units, (6, 5), MIGHTY)
    assert (state.units["11lf"].steps, state.units["11lf"].state) == (2, "demoralised")


def test_10_1_the_owner_is_asked_who_loses_the_step_guns_as_well() -> None:
    units = {"11lf": "1512", "12f-1": "1512", "hq-central": "1512", "gort": "1512"}
    state = bombarded(units, (6, 6), MIGHTY, policy={"allied": {"steps": "ask"}})
    assert state.question
    with pytest.raises(BadOrder):
        may(state, "decide gort")
    order(state, "decide 12f-1")
    order(state, "decide hq-central")
    assert (state.units["11lf"].steps, state.units["12f-1"].steps, state.units["hq-central"].at) == (3, 1, "lost")
    assert state.units["11lf"].state == "demoralised"


def test_10_1_at_most_half_of_the_steps_rounded_down_are_lost() -> None:
    one = bombarded({"mt-lt": "1512"}, (6, 6), MIGHTY)
    assert (one.units["mt-lt"].at, one.units["mt-lt"].state) == ("1512", "demoralised"), "half of one is none"
    again = bombarded({"mt-lt": {"at": "1512", "state": "demoralised"}}, (6, 6), MIGHTY)
    assert again.units["mt-lt"].steps == 1, "neither by steps nor by Z"
    three = bombarded({"11lf": "1512"}, (1, 1), MIGHTY)
    assert three.units["11lf"].steps == 2, "one of three, though the table says two"
    two = bombarded({"mt-cru": "1512"}, (1, 1), MIGHTY)
    assert two.units["mt-cru"].steps == 1, "one of two, though the table says two"


def test_10_1_demoralised_units_lose_a_step_to_z_within_that_half() -> None:
    shaken = {"state": "demoralised", "at": "1512"}
    state = bombarded({"re-24": shaken, "mt-lt": shaken, "mt-mat": shaken}, (4, 5), MIGHTY)
    assert [state.units[id].steps for id in ("mt-mat", "mt-lt", "re-24")] == [0, 1, 1], "one of three"


def test_13_a_battalion_that_is_gone_while_a_company_lives_counts_as_a_step_of_that_half() -> None:
    shaken = {"state": "demoralised", "at": "1512"}
    units = {"11lf": shaken | {"steps": 1}, "11lf-2": "1411", "mt-lt": shaken, "re-24": shaken, "mt-mat": shaken}
    state = bombarded(units, (1, 3), MIGHTY)
    assert (state.units["11lf"].at, state.units["11lf"].steps) == ("pool", 1)
    assert [state.units[id].at for id in ("mt-lt", "re-24", "mt-mat")].count("lost") == 1, "two of four"


def test_10_1_sevens_do_nothing() -> None:
    state = bombarded({"11lf": "1512"}, (3, 4), MIGHTY)
    assert (state.units["11lf"].steps, state.units["11lf"].state) == (3, "ok")


# ── The order


def test_10_1_no_option_means_all_that_was_given_and_the_rest_supports_the_attack() -> None:
    units = FRONT | {"i-28": GUN, "gorizia": "1320"}
    state = table(units, phase="axis-support", policy=HELD)
    order(state, "support 1512 --by i-28 --by gorizia --air")
    order(state, "next")
    order(state, "bombard 1512 --by gorizia", 3, 4)
    assert state.assigned == {"1512": ["i-28", "air"]}
    order(state, "next")
    begun = told(order(state, "attack i-33 --on 1512", 3, 4), "attack-begun")[0]
    assert begun["by"] == ["i-28", "air"]
    everything = given(FRONT | {"gorizia": "1320"}, "1512", "gorizia air")
    order(everything, "bombard 1512", 3, 4)
    assert everything.assigned == {"1512": []}


def test_10_1_one_bombardment_a_hex_a_phase() -> None:
    state = given(FRONT | {"gorizia": "1320", "garibaldi": "1320"}, "1512", "gorizia garibaldi")
    order(state, "bombard 1512 --by gorizia", 3, 4)
    assert "has already been bombarded" in refused(state, "bombard 1512").message


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("bombard 1512 --by i-28", "i-28 was not assigned to 1512"),
        ("bombard 1512 --air", "no planes were assigned"),
        ("bombard 1411", "nothing was assigned to 1411"),
        ("bombard 1512 --by oriani", "a strength of 4 is too low for 1512: 6 is needed"),
    ],
)
def test_10_1_what_is_refused(line: str, why: str) -> None:
    units = FRONT | {"gorizia": "1320", "oriani": "1320", "i-28": "1614"}
    no = refused(given(units, "1512", "gorizia oriani"), line)
    assert (no.rule, no.hint) == ("10.1", "bombard 1512")
    assert why in no.message


def test_10_1_only_in_its_phase() -> None:
    assert refused(table(FRONT), "bombard 1512").rule == "10.1"


def test_4_25_the_phase_waits_only_if_something_strong_enough_was_given() -> None:
    units = FRONT | {"oriani": "1418", "gorizia": "1320"}
    for ship, phase in (("oriani", "axis-combat"), ("gorizia", "axis-bombardment")):
        state = table(units, phase="axis-support")
        order(state, f"support 1512 --by {ship}")
        order(state, "next")
        assert state.phase == phase


# ── Breakthrough


ADVANCED = {"at": "1513", "advanced": True}


def thrust(units: dict[str, Any] | None = None, **keys: Any) -> State:
    known = {"i-33": ADVANCED, "chirieleison": "1513", "11lf": "1512"}
    return table(known | (units or {}), **{"phase": "axis-breakthrough", "policy": HELD} | keys)


def test_10_3_a_leader_who_rolls_his_rating_lets_the_stack_attack_once_more() -> None:
    state = thrust()
    rating = state.units["chirieleison"].rating
    events = order(state, "break-through i-33 --on 1512", rating, 1, 3, 4)
    assert [facts["succeeds"] for facts in told(events, "breakthrough-tried")] == [True]
    assert told(events, "attack-begun")[0]["units"] == ["i-33"]


def test_10_3_if_he_fails_nothing_happens_and_he_may_not_try_again() -> None:
    state = thrust()
    order(state, "break-through i-33 --on 1512", state.units["chirieleison"].rating + 1)
    assert state.fight is None
    assert "no leader" in refused(state, "break-through i-33 --on 1512").message


def test_10_3_another_leader_may_try_after_him() -> None:
    state = thrust({"sogno": "1514"})
    order(state, "break-through i-33 --on 1512", 6)
    assert may(state, "break-through i-33 --on 1512")


def test_10_3_the_stack_may_move_one_hex_first_heedless_of_zones() -> None:
    state = thrust({"2rwk": "1411"})
    events = order(state, "break-through i-33 1412 --on 1411", 1, 3, 4)
    assert told(events, "broken-through") == [{"units": ["i-33"], "to": "1412"}]
    assert state.units["i-33"].at == "1412"
    assert "1412" in state.control


def test_10_3_nobody_gives_support() -> None:
    gun = {"12f-1": "1411", "i-28": GUN}
    state = thrust(gun, policy={"axis": HELD["axis"], "allied": {"hits": "hold", "support": "always"}})
    events = order(state, "break-through i-33 --on 1512", 1, 1, 3, 4)
    assert not told(events, "defence-supported")
    assert told(events, "attack-begun")[0]["by"] == []


def test_10_3_it_may_advance_after_that_and_that_is_all() -> None:
    state = thrust({"11lf": {"at": "1512", "steps": 1}})
    order(state, "break-through i-33 --on 1512", 1, 1, 5, 1)
    if state.question:
        order(state, "decide all")
    assert not state.units["i-33"].advanced


def test_10_3_leaders_next_to_the_stack_count_and_only_those_of_its_formation() -> None:
    assert may(thrust({"chirieleison": "1514"}), "break-through i-33 --on 1512")
    assert not may(thrust({"chirieleison": "1515"}), "break-through i-33 --on 1512")
    assert not may(thrust({"chirieleison": "absent", "carboni": "1513"}), "break-through i-33 --on 1512")
    assert may(thrust({"chirieleison": "absent", "sogno": "1513"}), "break-through i-33 --on 1512")


@pytest.mark.parametrize(
    ("units", "line", "why"),
    [
        ({"i-33": "1513"}, "break-through i-33 --on 1512", "has not advanced"),
        ({"i-33": ADVANCED | {"state": "disorganised"}}, "break-through i-33 --on 1512", "disorganised"),
        ({"ii-33": {"at": "1514", "advanced": True}}, "break-through i-33 ii-33 --on 1512", "only one stack"),
        ({}, "break-through i-33 1511 --on 1512", "not a hex next to 1513"),
        ({}, "break-through i-33 1512 --on 1411", "not a hex next to 1513"),
        ({}, "break-through i-33 --on 1411", "cannot attack 1411"),
        ({}, "break-through i-33 --on 1514", "cannot attack 1514: no enemy is there"),
        ({}, "break-through 11lf --on 1512", "other side"),
    ],
)
def test_10_3_what_is_refused(units: dict[str, Any], line: str, why: str) -> None:
    assert why in refused(thrust(units), line).message


def test_10_3_odds_below_the_first_column_are_refused_here_too() -> None:
    weak = {"l3-1": {"at": "1513", "advanced": True}, "carboni": "1513", "2rwk": "1512"}
    assert refused(thrust(weak), "break-through l3-1 --on 1512").rule == "9.3"


def test_4_34_the_allies_break_through_as_well() -> None:
    units = {"11lf": {"at": "1512", "advanced": True}, "gort": "1512", "i-33": "1513"}
    state = table(units, phase="allied-breakthrough", policy=HELD)
    assert told(order(state, "break-through 11lf --on 1513", 1, 1, 3, 4), "attack-begun")


def test_4_26_the_phase_waits_only_for_a_stack_with_a_leader_and_a_target() -> None:
    state = thrust(phase="axis-combat")
    order(state, "next")
    assert state.phase == "axis-breakthrough"
    order(state, "next")
    assert not any(unit.advanced or unit.tried for unit in state.units.values())
    alone = thrust({"chirieleison": "absent"}, phase="axis-combat")
    order(alone, "next")
    assert alone.phase == "allied-movement"


def test_9_8_an_advance_in_the_combat_phase_opens_the_way() -> None:
    state = table({"i-33": "1513", "chirieleison": "1513", "11lf": {"at": "1512", "steps": 1}}, policy=HELD)
    order(state, "attack i-33 --on 1512", 6, 5, 4)
    while state.question:
        order(state, "decide all")
    assert state.units["i-33"].at == "1512"
    assert state.units["i-33"].advanced
    assert state.units["chirieleison"].at == "1512", "leaders go with units (6.5)"
    assert not state.units["chirieleison"].advanced


def test_6_5_a_leader_who_would_stay_behind_alone_retreats_with_the_attackers() -> None:
    policy = {"axis": {"hits": "retreat", "support": "never"}, "allied": HELD["allied"]}
    state = table({"i-33": "1513", "chirieleison": "1513", "11lf": "1512"}, policy=policy)
    order(state, "attack i-33 --on 1512", 6, 1, 1)
    assert state.units["i-33"].at != "1513"
    assert state.units["chirieleison"].at == state.units["i-33"].at
