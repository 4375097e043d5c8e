"""11.33: the Long Pier. Landing on its head, walking it, clearing it."""

from typing import Any

import pytest

from tarawa_cli.games.tarawa.model.board import betio
from tarawa_cli.games.tarawa.rules.ch05_06_landing import links
from tarawa_cli.games.tarawa.rules.ch05_06_landing.reef import Ways
from tests.tarawa.common import refused
from tests.tarawa.playing import CLEARED_PIER, boat, match, on_pier
from tests.tarawa.playing_reef import NEW_TURN, Units, afloat, do, facts, match_on, unit

HAWKINS = {"at": "pier:1431"}
WADER: Units = {"2/8B": afloat("2023")}


# ── Landing on the head


@pytest.mark.parametrize(
    ("at", "beach", "head"), [("1430", "red3", "1431"), ("1433", "red2", "1432")], ids=["1430", "1433"]
)
@pytest.mark.parametrize("craft", ["lvt-1", "lcvp-1"])
def test_6_3_a_craft_in_1430_or_1433_unloads_on_the_head_beside_it(craft: str, at: str, beach: str, head: str) -> None:
    game = match_on(boat(craft, "3/8A", at, beach))
    do(game, f"unload {craft} {head}")
    walker = unit(game, "3/8A")
    assert (walker.at, walker.beach, walker.walking) == (f"pier:{head}", beach, True)
    assert game.state.pier_landings == 1
    error = refused(game, "advance 3/8A")
    assert (error.rule, error.hint) == ("6.4", "next")


@pytest.mark.parametrize(("at", "beach", "head"), [("1430", "red3", "1432"), ("1433", "red2", "1431")])
def test_6_3_it_cannot_unload_on_the_farther_head(at: str, beach: str, head: str) -> None:
    error = refused(match_on(boat("lcvp-1", "3/8A", at, beach)), f"unload lcvp-1 {head}")
    assert (error.rule, error.message) == ("6.3", f"lcvp-1 in {at} cannot unload in {head}")
    assert error.hint == f"unload lcvp-1 {at}"


@pytest.mark.parametrize(("at", "beach"), [("1429", "red3"), ("1434", "red2")])
def test_6_3_from_no_other_entry_hex_can_anybody_land_on_the_pier(at: str, beach: str) -> None:
    for head in ("1431", "1432"):
        assert refused(match_on(boat("lcvp-1", "3/8A", at, beach)), f"unload lcvp-1 {head}").rule == "6.3"


def test_6_3_an_lcm_may_put_artillery_on_a_cleared_pier_but_no_tank() -> None:
    game = match_on(boat("lcm-1", "1/10", "1433", "red2"), turn=4, **CLEARED_PIER)
    do(game, "unload lcm-1")
    assert unit(game, "1/10").at == "pier:1432"
    error = refused(match_on(boat("lcm-1", "stuart-1", "1433", "red2"), turn=4, **CLEARED_PIER), "unload lcm-1 1432")
    assert (error.rule, error.message, error.hint) == ("11.33", "tanks cannot enter the pier", "unload lcm-1 1433")


def test_11_33_one_unit_a_pier_hex() -> None:
    game = match_on(boat("lcvp-1", "3/8A", "1430") | {"hawkins": HAWKINS})
    error = refused(game, "unload lcvp-1 1431")
    assert (error.rule, error.message) == ("11.33", "a pier hex holds one unit, and 1431 is taken")
    assert error.hint == "unload lcvp-1 1430"


def test_11_33_two_units_a_turn_land_on_it() -> None:
    game = match_on(boat("lcvp-1", "3/8A", "1430") | boat("lcvp-2", "1/2A", "1433", "red2"))
    do(game, "unload lcvp-1 1431")
    do(game, "unload lcvp-2 1432")
    assert game.state.pier_landings == 2
    third = match_on(boat("lcvp-1", "3/8A", "1430"), phase="impulse-3", pier_landings=2)
    error = refused(third, "unload lcvp-1 1431")
    assert (error.rule, error.hint) == ("11.33", "unload lcvp-1 1430")
    assert error.message == "2 units have landed on the pier this turn, which is the limit"
    do(match_on(boat("lcvp-1", "3/8A", "1430"), phase="impulse-3", pier_landings=1), "unload lcvp-1 1431")


def test_11_33_the_count_of_landings_begins_anew_each_turn() -> None:
    game = match_on(boat("lcvp-1", "3/8A", "1430"), phase="suppression-3", pier_landings=2, pier_artillery=1)
    do(game, "next", *NEW_TURN)
    assert (game.state.turn, game.state.pier_landings, game.state.pier_artillery) == (3, 0, 0)


def test_6_2_hawkins_is_not_one_of_the_two_and_walks_from_impulse_1_of_turn_1() -> None:
    game = match()
    do(game, "embark hawkins 1431")
    do(game, "next")
    assert game.state.phase == "impulse-1"
    do(game, "advance hawkins")
    assert unit(game, "hawkins").at == "pier:2132"
    assert (game.state.pier_landings, unit(game, "hawkins").walking) == (0, False)


# ── Artillery and supplies


@pytest.mark.parametrize(
    ("keys", "missing"),
    [
        ({}, "Hawkins or infantry must walk it to 2632 and 2731 must be cleared"),
        ({"pier_walked": True}, "2731 must be cleared"),
        ({"cleared": "2731"}, "Hawkins or infantry must walk it to 2632"),
        ({"cleared": "2731", "heads": "2731"}, "Hawkins or infantry must walk it to 2632"),
    ],
)
@pytest.mark.parametrize("load", ["1/10", "supply:3/8"])
def test_11_33_artillery_and_supplies_land_on_it_only_when_it_is_cleared(
    load: str, keys: dict[str, Any], missing: str
) -> None:
    game = match_on(boat("lcvp-1", load, "1430") | WADER, turn=4, **keys)
    error = refused(game, "unload lcvp-1 1431")
    assert (error.rule, error.hint) == ("11.33", "advance --all")
    assert error.message.endswith(f"only once it is cleared: {missing}")
    able = match_on(boat("lcvp-1", load, "1430") | WADER, turn=4, **CLEARED_PIER)
    do(able, "unload lcvp-1")
    assert not able.state.is_loaded(unit(able, "lcvp-1"))


def test_11_33_artillery_is_one_of_the_two() -> None:
    game = match_on(boat("lcvp-1", "1/10", "1430"), turn=4, pier_landings=1, **CLEARED_PIER)
    do(game, "unload lcvp-1")
    assert (game.state.pier_landings, game.state.pier_artillery) == (2, 1)
    full = match_on(boat("lcvp-1", "1/10", "1430") | WADER, turn=4, pier_landings=2, **CLEARED_PIER)
    assert refused(full, "unload lcvp-1 1431").rule == "11.33"


def test_11_33_without_a_head_two_artillery_a_turn_may_land() -> None:
    units = boat("lcvp-1", "1/10", "1430") | boat("lcm-1", "2/10", "1433", "red2")
    game = match_on(units, turn=4, **CLEARED_PIER)
    do(game, "unload lcvp-1")
    do(game, "unload lcm-1")
    assert game.state.pier_artillery == 2


def test_11_33_with_a_head_at_2731_one_artillery_a_turn_lands() -> None:
    units = boat("lcvp-1", "1/10", "1430") | boat("lcm-1", "2/10", "1433", "red2")
    game = match_on(units, turn=4, heads="2731", **CLEARED_PIER)
    do(game, "unload lcvp-1")
    error = refused(game, "unload lcm-1")
    assert (error.rule, error.hint) == ("6.3", "next")
    error = refused(game, "unload lcm-1 1432")
    assert error.message == "with a supply head at 2731 only one artillery unit can land on the pier per turn"
    assert (error.rule, error.hint) == ("11.33", "next")


@pytest.mark.parametrize("who", ["3/8A", "3/8E", "hawkins"])
def test_11_33_with_a_head_at_2731_no_other_unit_lands(who: str) -> None:
    game = match_on(boat("lvt-1", who, "1430"), turn=4, heads="2731", **CLEARED_PIER)
    error = refused(game, "unload lvt-1 1431")
    assert (error.rule, error.hint) == ("11.33", "advance lvt-1")
    assert error.message == "with a supply head at 2731 only supplies and artillery can land on the pier"


@pytest.mark.parametrize("heads", ["", "2744"])
def test_11_33_a_head_elsewhere_does_not_close_it(heads: str) -> None:
    game = match_on(boat("lvt-1", "3/8A", "1430"), turn=4, heads=heads, **CLEARED_PIER)
    do(game, "unload lvt-1 1431")
    assert unit(game, "3/8A").at == "pier:1431"


def test_11_33_with_a_head_at_2731_those_already_on_it_walk_on() -> None:
    game = match_on({"3/8A": on_pier("2432")}, turn=4, heads="2731", **CLEARED_PIER)
    do(game, "advance 3/8A")
    assert unit(game, "3/8A").at == "2731"


@pytest.mark.parametrize("craft", ["lcvp-1", "lvt-1"])
def test_6_3_supplies_at_the_head_of_a_cleared_pier_count_as_landed_in_2731(craft: str) -> None:
    units: Units = boat(craft, "supply:3/8", "1430") | {"3/8A": {"at": "2731", "landed": 1, "supply": "none"}}
    game = match_on(units | {"hawkins": HAWKINS}, turn=4, **CLEARED_PIER)
    done = do(game, f"unload {craft} 1431")
    assert facts(done, "supply-unloaded-at-pier") == [{"rule": "6.3", "craft": craft, "battalion": "3/8"}]
    (given,) = facts(done, "supplied-directly")
    assert (given["rule"], given["battalion"], given["units"]) == ("8.3", "3/8", ["3/8A"])
    assert (unit(game, "3/8A").supply, game.state.pier_landings) == ("active", 0)


# ── Walking


@pytest.mark.parametrize(
    ("at", "ap", "to"),
    [("1431", 1, "1432"), ("1432", 1, "1532"), ("1431", 8, "2132"), ("1432", 8, "2232"), ("2332", 8, "2632")],
)
def test_11_33_a_walker_spends_1_ap_a_hex(at: str, ap: int, to: str) -> None:
    game = match_on({"3/8A": on_pier(at, ap=ap)})
    done = do(game, "advance 3/8A")
    assert unit(game, "3/8A").at == f"pier:{to}"
    assert facts(done, "walked")[0]["rule"] == "11.33"


def test_11_33_artillery_walks_at_1_ap_a_hex_too() -> None:
    game = match_on({"1/10": on_pier("1432")}, turn=4)
    do(game, "advance 1/10")
    assert unit(game, "1/10").at == "pier:2032"


def test_6_4_regiment_morale_cuts_the_walk_short() -> None:
    game = match_on({"3/8A": on_pier("1432")}, tracks={"japanese": 0, "8th": -5})
    do(game, "advance 3/8A")
    assert unit(game, "3/8A").at == "pier:1932"


def test_11_33_a_walker_may_stop_on_the_way_and_go_on() -> None:
    game = match_on({"3/8A": on_pier("1432")})
    do(game, "advance 3/8A 1632")
    do(game, "advance 3/8A 1732")
    assert (unit(game, "3/8A").at, unit(game, "3/8A").spent) == ("pier:1732", 3)
    error = refused(game, "advance 3/8A 1632")
    assert (error.rule, error.hint) == ("11.33", "advance 3/8A 2232")


@pytest.mark.parametrize("to", ["1433", "1531", "1533", "2531"])
def test_11_33_nobody_leaves_the_pier_but_at_its_end(to: str) -> None:
    error = refused(match_on({"3/8A": on_pier("1432")}), f"advance 3/8A {to}")
    assert error.rule == "11.33"


def test_11_33_walkers_do_not_pass_each_other() -> None:
    game = match_on({"3/8A": on_pier("1432"), "3/8E": on_pier("1632")})
    do(game, "advance 3/8A")
    assert unit(game, "3/8A").at == "pier:1532"
    error = refused(game, "advance 3/8A")
    assert (error.rule, error.hint) == ("6.4", "advance --all")
    do(game, "advance 3/8E")
    do(game, "advance 3/8A")
    assert unit(game, "3/8A").at == "pier:2232"


def test_11_33_1431_leads_to_1432_and_waits_while_that_is_taken() -> None:
    game = match_on({"3/8A": on_pier("1431"), "3/8E": on_pier("1432")})
    error = refused(game, "advance 3/8A")
    assert (error.rule, error.hint) == ("6.4", "advance --all")
    do(game, "advance --all")
    assert (unit(game, "3/8E").at, unit(game, "3/8A").at) == ("pier:2232", "pier:2132")


def test_11_33_a_unit_on_the_pier_is_not_in_the_reef_hex_of_the_same_number() -> None:
    game = match_on({"3/8A": on_pier("1432"), "2/2A": afloat("1532", "red2"), "2/2B": afloat("1732", "red2")})
    do(game, "advance 3/8A 1732")
    assert (unit(game, "3/8A").hex, unit(game, "2/2B").hex) == ("1732", "1732")


@pytest.mark.parametrize("gait", ["foot", "tank", "craft"])
def test_11_33_nobody_crosses_the_pier_or_steps_on_it_from_the_water(gait: str) -> None:
    for one, other in betio().pier_sides:
        assert other not in links(gait, one)
        assert one not in links(gait, other)
    entered = {there for here in betio().terrain for there in links(gait, here)}
    assert not entered & betio().pier


def test_11_33_from_1932_to_1931_is_barred() -> None:
    game = match_on({"2/2A": afloat("1932", "red2")})
    assert "1931" not in Ways(game.state, unit(game, "2/2A")).next("1932")
    assert refused(game, "advance 2/2A 1931").rule == "6.4"


def test_11_33_in_a_turn_of_landing_on_it_a_unit_only_walks() -> None:
    game = match_on(boat("lcvp-1", "3/8A", "1430"), policy={"hits": "step"}, **CLEARED_PIER)
    do(game, "unload lcvp-1 1431")
    for _ in range(2):
        do(game, "next", *([1, 1] if game.state.phase == "impulse-1" else [1]))
        do(game, "next")
        do(game, "advance 3/8A")
    assert (game.state.phase, unit(game, "3/8A").at, unit(game, "3/8A").walking) == ("impulse-3", "2731", True)


# ── 2632 and 2731


def test_11_33_at_2632_the_walk_ends_while_2731_is_not_cleared() -> None:
    game = match_on({"3/8A": on_pier("2632"), **WADER})
    error = refused(game, "advance 3/8A")
    assert (error.rule, error.hint) == ("6.4", "advance --all")
    assert refused(game, "advance 3/8A 2731").rule == "11.33"
    assert refused(game, "advance 3/8A 2732").rule == "11.33"


@pytest.mark.parametrize(("ap", "to"), [(2, "2731"), (1, "pier:2632")])
def test_11_33_once_2731_is_cleared_a_walker_steps_into_it_and_has_landed(ap: int, to: str) -> None:
    game = match_on({"3/8A": on_pier("2632", ap=ap), **WADER}, cleared="2731")
    if ap == 2:
        done = do(game, "advance 3/8A 2731")
        assert facts(done, "landed")[0]["rule"] == "11.33"
    else:
        assert refused(game, "advance 3/8A 2731").rule == "11.33"
    assert unit(game, "3/8A").at == to


def test_7_6_a_walker_steps_into_2731_only_if_there_is_room() -> None:
    there = {"at": "2731", "landed": 1}
    game = match_on({"3/8A": on_pier("2532"), "2/8A": there, **WADER}, cleared="2731")
    do(game, "advance 3/8A")
    assert unit(game, "3/8A").at == "pier:2632"
    own = match_on({"3/8A": on_pier("2532"), "3/8B": there, **WADER}, cleared="2731")
    do(own, "advance 3/8A")
    assert unit(own, "3/8A").at == "2731"


# ── Who clears it


@pytest.mark.parametrize(("who", "proves"), [("hawkins", True), ("3/8A", True), ("3/8E", False), ("1/10", False)])
def test_11_33_hawkins_or_infantry_must_walk_it_to_2632(who: str, proves: bool) -> None:
    game = match_on({who: on_pier("2432")}, turn=4)
    do(game, f"advance {who} 2532")
    assert not game.state.pier_walked
    done = do(game, f"advance {who}")
    assert game.state.pier_walked == proves
    assert facts(done, "pier-walked") == ([{"rule": "11.33", "unit": who}] if proves else [])


def test_11_33_it_is_walked_only_once() -> None:
    game = match_on({"3/8A": on_pier("2532")}, pier_walked=True)
    assert facts(do(game, "advance 3/8A"), "pier-walked") == []


def test_11_33_walking_on_into_2731_proves_it_too() -> None:
    game = match_on({"3/8A": on_pier("2532")}, cleared="2731")
    do(game, "advance 3/8A")
    assert (unit(game, "3/8A").at, game.state.pier_walked) == ("2731", True)
