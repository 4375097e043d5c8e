"""6.1, 6.4, 7.6, 11.34, 11.35: movement over the reef, and coming ashore."""

import pytest

from tarawa_cli.games.tarawa.model.board import betio
from tarawa_cli.games.tarawa.model.state import allowance
from tarawa_cli.games.tarawa.rules.ch05_06_landing.reef import Ways
from tarawa_cli.games.tarawa.rules.ch07_actions import may_stack
from tarawa_cli.kernel.board.units import Roster
from tests.tarawa.common import modifiers, refused
from tests.tarawa.playing_reef import Units, afloat, carried, do, facts, match_on, rolls, unit
from tests.tarawa.tools import new_state

RED3 = ("2529", "2530", "2531", "2624", "2625", "2627", "2628", "2629")


def filled(hexes: tuple[str, ...]) -> Units:
    """Half-battalions of different battalions in landing hexes, so that no other infantry can land there."""
    others = ("1/2A", "2/2A", "3/2A", "1/6A", "2/6A", "3/6A", "1/8A", "2/8A")
    return {id: {"at": hex, "landed": 1} for id, hex in zip(others, hexes, strict=False)}


def route(order: str, units: Units, id: str) -> tuple[str, float]:
    """Where an order takes a unit, and what it has spent."""
    match = match_on(units)
    do(match, order)
    return unit(match, id).at, unit(match, id).spent


# ── Facing and routes


@pytest.mark.parametrize(
    ("at", "beach", "left", "right"),
    [
        ("1926", "red3", "2026", "2027"),
        ("2026", "red3", "2125", "2126"),
        ("4240", "black1", "4140", "4139"),
        ("4130", "black2", "4031", "4030"),
        ("3054", "green", "3053", "3153"),
        ("3154", "green", "3153", "3254"),
    ],
)
def test_6_4_a_unit_enters_only_its_front_hexes(at: str, beach: str, left: str, right: str) -> None:
    assert betio().beaches[beach].front(at) == (left, right)
    for there in (left, right):
        assert route(f"advance 1/6A {there}", {"1/6A": afloat(at, beach)}, "1/6A") == (there, 3)


@pytest.mark.parametrize("there", ["1925", "1927", "1826", "1827", "1926"])
def test_6_4_every_other_hex_is_refused(there: str) -> None:
    match = match_on({"3/8A": afloat("1926")})
    error = refused(match, f"advance 3/8A {there}")
    assert (error.rule, error.hint) == ("6.4", "advance 3/8A")


def test_6_4_a_front_hex_that_leads_to_no_landing_hex_of_the_beach_is_refused() -> None:
    """From 2521 no front hex leads in; from 2522 none but 2523 lies nearer."""
    match = match_on({"3/8A": afloat("2422")})
    error = refused(match, "advance 3/8A 2521")
    assert (error.rule, error.hint) == ("6.4", "advance 3/8A")
    do(match, "advance 3/8A 2522")
    assert unit(match, "3/8A").at == "2522"


def test_11_35_only_landing_hexes_of_a_beach_can_be_landed_on() -> None:
    match = match_on({"3/8A": afloat("2525")})
    error = refused(match, "advance 3/8A 2626")
    assert (error.rule, error.hint) == ("11.35", "advance 3/8A")
    do(match, "advance 3/8A 2625")
    assert unit(match, "3/8A").at == "2625"


def test_6_1_a_landing_needs_no_attack_and_enters_the_hex_for_good() -> None:
    match = match_on({"3/8A": afloat("2430")})
    done = do(match, "advance 3/8A 2529")
    assert done.dice == []
    assert match.state.occupied == {"2529"}
    assert facts(done, "landed")[0]["rule"] == "6.5"


def test_6_4_without_hexes_a_unit_takes_the_shortest_way() -> None:
    assert route("advance 3/8A", {"3/8A": afloat("2327")}, "3/8A") == ("2627", 8)
    assert route("advance 3/8A", {"3/8A": afloat("2429")}, "3/8A") == ("2529", 2)


def test_6_4_the_player_may_name_every_hex_or_the_last_one() -> None:
    assert route("advance lvt-1 2027 2127 2228", carried("3/8A", "lvt-1", "1926"), "lvt-1") == ("2228", 3)
    assert route("advance lvt-1 2228", carried("3/8A", "lvt-1", "1926"), "lvt-1") == ("2228", 3)
    assert route("advance 3/8A 2228", carried("3/8A", "lvt-1", "1926"), "lvt-1") == ("2228", 3)


def test_6_4_a_named_way_with_a_gap_is_refused() -> None:
    match = match_on(carried("3/8A", "lvt-1", "1926"))
    assert refused(match, "advance lvt-1 2027 2228").rule == "6.4"
    assert refused(match, "advance lvt-1 2027 2026").rule == "6.4"


def test_6_4_a_hex_beyond_the_ap_is_refused_and_the_farthest_offered() -> None:
    match = match_on(carried("3/8A", "lvt-1", "1426"))
    error = refused(match, "advance lvt-1 2226")
    assert (error.rule, error.hint) == ("6.4", "advance lvt-1 2126")


def test_6_4_a_player_may_use_some_of_the_ap_and_go_on_later_in_the_impulse() -> None:
    match = match_on(carried("3/8A", "lvt-1", "1426"))
    do(match, "advance lvt-1 1526")
    do(match, "advance lvt-1 1626")
    assert (unit(match, "lvt-1").at, unit(match, "lvt-1").spent) == ("1626", 2)
    do(match, "advance lvt-1")
    assert unit(match, "lvt-1").spent == 7
    error = refused(match, "advance lvt-1")
    assert (error.rule, error.hint) == ("6.4", "next")


# ── Costs


@pytest.mark.parametrize(
    ("id", "start", "end", "spent"),
    [
        ("3/8A", "1926", "2126", 6),
        ("hawkins", "1926", "2126", 6),
        ("3/8E", "1926", "2126", 6),
        ("sherman-1", "1928", "2328", 8),
        ("stuart-1", "1928", "2328", 8),
    ],
)
def test_6_4_on_the_reef_craft_pay_1_tanks_2_others_3(id: str, start: str, end: str, spent: float) -> None:
    assert route(f"advance {id} {end}", {id: afloat(start)}, id) == (end, spent)


def test_6_4_craft_pay_1_a_hex() -> None:
    assert route("advance lvt-1", carried("1/10", "lvt-1", "1426"), "lvt-1")[1] == 7


@pytest.mark.parametrize(("id", "cost"), [("3/8A", 2), ("hawkins", 2), ("sherman-1", 1)])
def test_6_4_the_landing_hex_costs_foot_2_and_others_1(id: str, cost: float) -> None:
    assert route(f"advance {id} 2529", {id: afloat("2430")}, id) == ("2529", cost)


def test_6_4_the_landing_hex_costs_a_craft_1() -> None:
    assert route("advance lvt-1 2529", carried("3/8A", "lvt-1", "2430"), "lvt-1")[1] == 1


def test_6_4_a_unit_that_has_not_moved_may_enter_one_hex_with_its_whole_allowance() -> None:
    """On its back side with the 8th at -3: 5 - 3 = 2 AP, and a reef hex costs 3."""
    match = match_on({"3/8A": afloat("1926", steps=4)}, tracks={"8th": -5, "japanese": 0})
    do(match, "advance 3/8A 2026")
    assert (unit(match, "3/8A").at, unit(match, "3/8A").spent) == ("2026", 2)
    assert refused(match, "advance 3/8A").rule == "6.4"


def test_6_4_one_that_has_moved_may_not() -> None:
    match = match_on({"3/8A": afloat("2026", steps=4)})
    do(match, "advance 3/8A 2126")
    error = refused(match, "advance 3/8A 2226")
    assert (error.rule, error.hint) == ("6.4", "next")


@pytest.mark.parametrize(
    ("box", "steps", "left"), [(0, 8, 8), (-1, 8, 7), (-3, 8, 6), (-5, 8, 5), (5, 8, 8), (-5, 4, 2), (0, 4, 5)]
)
def test_7_2_regiment_morale_cuts_the_allowance_afloat(box: int, steps: int, left: float) -> None:
    match = match_on({"3/8A": afloat("1926", steps=steps)}, tracks={"8th": box})
    assert allowance(match.state, unit(match, "3/8A")) == left


def test_6_4_no_allowance_is_below_1() -> None:
    """Artillery on its back side has 3 AP; the 10th at -3 would leave none."""
    match = match_on({"1/10": {"at": "pier:1532", "beach": "red3", "steps": 2}}, tracks={"10th": -5})
    assert allowance(match.state, unit(match, "1/10")) == 1
    do(match, "advance 1/10")
    assert unit(match, "1/10").at == "pier:1632"


def test_7_2_only_the_operative_level_cuts_the_allowance() -> None:
    match = match_on({"3/8A": afloat("1926")}, tracks={"8th": -5}, operative={"8th": 0})
    do(match, "advance 3/8A")
    assert unit(match, "3/8A").spent == 6


@pytest.mark.parametrize("id", ["sherman-1", "hawkins"])
def test_7_2_units_without_a_regiment_and_craft_keep_their_allowance(id: str) -> None:
    lowest = {"2nd": -5, "6th": -5, "8th": -5, "10th": -5}
    match = match_on({id: afloat("1928"), **carried("3/8A", "lvt-1", "1926")}, tracks=lowest)
    assert allowance(match.state, unit(match, id)) == 8
    assert allowance(match.state, unit(match, "lvt-1")) == 7


# ── Who stands in the way


def test_6_4_no_stacking_on_the_reef() -> None:
    match = match_on({"3/8A": afloat("1926"), "3/8B": afloat("2026")})
    assert refused(match, "advance 3/8A 2026").rule == "6.4"
    do(match, "advance 3/8A 2027")
    assert unit(match, "3/8A").at == "2027"


def test_6_4_with_both_front_hexes_taken_a_unit_waits() -> None:
    match = match_on({"3/8A": afloat("1926"), "3/8B": afloat("2026"), "3/8E": afloat("2027")})
    error = refused(match, "advance 3/8A")
    assert (error.rule, error.hint) == ("6.4", "advance --all")


def test_6_4_empty_craft_going_home_do_not_count() -> None:
    units = {"3/8A": afloat("1926"), "lvt-1": afloat("2026", homeward=True)}
    assert route("advance 3/8A 2026", units, "3/8A")[0] == "2026"


def test_6_4_an_empty_amtrac_that_waits_does_count() -> None:
    match = match_on({"3/8A": afloat("1926"), "lvt-1": afloat("2026")})
    assert refused(match, "advance 3/8A 2026").rule == "6.4"


def test_6_4_everybody_moves_those_in_front_first() -> None:
    match = match_on({"3/8A": afloat("1926"), "3/8B": afloat("2026"), "3/8E": afloat("2027")})
    do(match, "advance --all")
    assert [unit(match, id).at for id in ("3/8A", "3/8B", "3/8E")] == ["2127", "2225", "2228"]
    error = refused(match, "advance --all")
    assert (error.rule, error.hint) == ("6.4", "next")


def test_6_4_everybody_never_unloads_a_boat() -> None:
    match = match_on({**carried("3/8A", "lcvp-1", "1426"), "3/8B": afloat("1924")})
    do(match, "advance --all")
    assert (unit(match, "3/8A").at, unit(match, "lcvp-1").at) == ("in:lcvp-1", "1426")
    assert unit(match, "3/8B").at != "1924"


@pytest.mark.parametrize("craft", ["lcvp-1", "lcm-1"])
def test_6_3_boats_never_enter_the_reef(craft: str) -> None:
    load = "sherman-1" if craft == "lcm-1" else "3/8A"
    match = match_on(carried(load, craft, "1426"))
    error = refused(match, f"advance {load}")
    assert (error.rule, error.hint) == ("6.3", f"unload {craft}")


def test_6_3_a_pinned_boat_is_not_told_to_unload() -> None:
    match = match_on(carried("3/8A", "lcvp-1", "1426", pins=1))
    assert refused(match, "advance lcvp-1").hint == "next"


def test_6_4_nobody_ashore_or_at_home_advances() -> None:
    match = match_on({"3/8A": {"at": "2531", "landed": 1}, "3/8B": {}, "lvt-1": afloat("1926", homeward=True)})
    assert refused(match, "advance 3/8A").rule == "6.4"
    assert refused(match, "advance 3/8B").rule == "6.4"
    assert refused(match, "advance lvt-1").rule == "6.5"


def test_6_3_an_empty_amtrac_that_waits_does_not_go_in() -> None:
    match = match_on({"lvt-1": afloat("1426"), "3/8A": afloat("1926")})
    assert refused(match, "advance lvt-1").rule == "6.3"


# ── Obstacles, pier


@pytest.mark.parametrize(("id", "may"), [("3/8A", True), ("hawkins", True), ("sherman-1", False), ("lvt-1", False)])
def test_11_34_tanks_and_craft_do_not_enter_obstacles(id: str, may: bool) -> None:
    units = carried("3/8A", "lvt-1", "2026") if id == "lvt-1" else {id: afloat("2026")}
    match = match_on(units)
    if may:
        do(match, f"advance {id} 2125")
        assert (unit(match, id).at, unit(match, id).spent) == ("2125", 3)
    else:
        error = refused(match, f"advance {id} 2125")
        assert (error.rule, error.hint) == ("6.4", f"advance {id}")


def test_11_34_a_craft_goes_round_obstacles() -> None:
    (moved,) = facts(do(match_on(carried("3/8A", "lvt-1", "2026")), "advance lvt-1"), "advanced")
    assert moved["route"][0] == "2126"
    match = match_on(carried("3/8A", "lvt-1", "2026"))
    assert refused(match, "advance lvt-1 2225").rule == "6.4"


def test_11_33_nobody_crosses_the_pier_or_enters_it_from_the_water() -> None:
    match = match_on({"1/2A": afloat("1932", "red2"), "1/2B": afloat("1931", "red3")})
    for order in ("advance 1/2A 1931", "advance 1/2B 1932"):
        assert refused(match, order).rule == "6.4"
    assert refused(match, "advance 1/2B 2032").rule == "11.33"


def test_11_33_the_nearest_landing_hex_is_not_sought_across_the_pier() -> None:
    """2531 lies beside 2532, but the pier between them: the way in is by 2633 to Red 2."""
    match = match_on({"3/8A": afloat("2532")})
    assert refused(match, "advance 3/8A 2531").rule == "6.4"
    do(match, "advance 3/8A")
    assert unit(match, "3/8A").at in ("2732", "2733")


# ── Taking a load over where somebody else is


def test_6_4_a_craft_going_home_takes_no_load_over_where_it_is_not_alone() -> None:
    units = {**carried("3/8A", "lcvp-1", "1426"), "lvt-1": afloat("1526", homeward=True), "3/8B": afloat("1526")}
    match = match_on(units)
    assert refused(match, "unload lcvp-1 lvt-1").rule == "6.4"
    do(match, "advance 3/8B")
    do(match, "unload lcvp-1 lvt-1")
    assert (unit(match, "3/8A").at, unit(match, "lvt-1").homeward) == ("in:lvt-1", False)


def test_6_4_nor_takes_it_hawkins_off_the_pier_there() -> None:
    units = {"hawkins": {"at": "pier:1431"}, "lvt-1": afloat("1430", homeward=True), "3/8B": afloat("1430")}
    match = match_on(units)
    assert refused(match, "advance hawkins lvt-1").rule == "6.4"
    do(match, "advance 3/8B")
    do(match, "advance hawkins lvt-1")
    assert unit(match, "hawkins").at == "in:lvt-1"


# ── Full beaches, drifting, waiting


def test_6_4_a_full_landing_hex_is_no_goal() -> None:
    """Both front hexes of 2430 are full: west along the beach, to 2531."""
    match = match_on({"3/8A": afloat("2430"), **filled(("2529", "2530"))})
    assert refused(match, "advance 3/8A 2529").rule == "7.6"
    do(match, "advance 3/8A")
    assert unit(match, "3/8A").at == "2531"


def test_6_4_the_way_leads_to_a_landing_hex_that_is_free() -> None:
    """From 2429: 2529 is full, but 2528 leads to 2628 and 2629."""
    match = match_on({"3/8A": afloat("2429"), **filled(("2529",))})
    assert refused(match, "advance 3/8A 2529").rule == "7.6"
    do(match, "advance 3/8A")
    assert unit(match, "3/8A").at == "2628"


def test_6_4_its_own_half_battalion_leaves_a_landing_hex_free() -> None:
    units = {"3/8B": {"at": "2529", "landed": 1}, "3/8A": afloat("2430")}
    assert route("advance 3/8A 2529", units, "3/8A")[0] == "2529"


def test_6_4_with_its_beach_full_a_unit_makes_for_the_nearest_free_landing_hex_of_any() -> None:
    """All of Red 3 is full; from 2633, west of the pier, the nearest hexes of Red 2 are 2733 and 2732."""
    match = match_on({"3/8A": afloat("2633"), **filled(RED3)})
    do(match, "advance 3/8A")
    assert unit(match, "3/8A").at in ("2732", "2733")


def test_6_4_after_a_change_of_course_any_adjacent_hex_on_a_shortest_way_is_open() -> None:
    """2521 has no front hex of Red 3 that leads in: west along the shore to 2624."""
    match = match_on({"3/8A": afloat("2521")})
    assert refused(match, "advance 3/8A 2520").rule == "6.4"
    do(match, "advance 3/8A")
    assert (unit(match, "3/8A").at, unit(match, "3/8A").spent) == ("2624", 8)


def test_6_4_off_its_own_beach_a_unit_drifts_to_the_nearest_beach_though_its_own_has_room() -> None:
    """A unit for Red 3 west of the pier, off Red 2: no front hex leads to Red 3, and Red 2 is nearer."""
    match = match_on({"3/8A": afloat("2636")})
    do(match, "advance 3/8A")
    landed = unit(match, "3/8A").at
    assert landed in betio().beaches["red2"].landing


def test_6_4_with_no_free_landing_hex_anywhere_a_unit_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    match = match_on({"3/8A": afloat("2430")})
    state = match.state
    beaches = sorted(betio().landing)
    monkeypatch.setattr(Roster, "stacks", lambda _: dict.fromkeys(beaches, (state.units["1/2A"],)))
    ways = Ways(state, unit(match, "3/8A"))
    assert ways.next("2430") == []
    assert ways.own().route == ()


def test_6_4_supplies_find_room_in_any_landing_hex() -> None:
    units = {"lvt-1": afloat("2430", load="supply:2/8"), **filled(RED3)}
    match = match_on(units)
    do(match, "advance lvt-1 2529")
    assert unit(match, "lvt-1").homeward


# ── Stacking on landing (7.6)


@pytest.mark.parametrize(
    ("ids", "may"),
    [
        ("2/8A 2/8B 2/8E", True),
        ("2/8A 2/8B 2/8E sherman-1", True),
        ("2/8A 2/8B 2/8E 3/8E", True),
        ("2/8A 1/10", True),
        ("2/8A sherman-1 1/10", False),
        ("2/8A 3/8E stuart-1", False),
        ("2/8A 3/8A", False),
        ("2/8A hawkins", False),
        ("hawkins 2/8E", True),
        ("hawkins sherman-1 2/8E", False),
        ("2/8E sherman-1", True),
        ("2/8E 1/10", True),
        ("2/8E 3/8E", False),
        ("sherman-1 sherman-2", False),
        ("sherman-1 1/10", False),
        ("2/8E sherman-1 1/10", False),
        ("sherman-1", True),
        ("2/8A lvt-1 lvt-2", True),
    ],
)
def test_7_6_who_may_share_a_land_hex(ids: str, may: bool) -> None:
    state = new_state()
    assert may_stack([state.units[id] for id in ids.split()]) is may


def test_7_6_a_landing_that_would_overstack_is_refused() -> None:
    units = {"2/8A": {"at": "2529", "landed": 1}, "1/10": {"at": "2529", "landed": 1}, "sherman-1": afloat("2430")}
    match = match_on(units)
    error = refused(match, "advance sherman-1 2529")
    assert (error.rule, error.hint) == ("7.6", "advance sherman-1")
    do(match, "advance sherman-1 2530")


def test_6_7_a_roll_names_no_modifier_that_it_does_not_have() -> None:
    match = match_on({"3/8A": afloat("1926")}, turn=6, phase="suppression-1")
    (roll,) = rolls(do(match, "suppress red3", 6), "marine-fire")
    assert modifiers(roll) == {}
