"""6.2: onto the map. Craft, loads, entry hexes, `withdraw`, empty amtracs; 11.2: Bairiki."""

import pytest

from tarawa_cli.games.tarawa.legal.listing import legal
from tarawa_cli.games.tarawa.model.board import betio
from tarawa_cli.games.tarawa.narration.next_steps import steps
from tarawa_cli.kernel.engine import session
from tests.tarawa.common import refused
from tests.tarawa.playing import CLEARED_PIER, boat, expanded, fill, free_match, match, on_pier
from tests.tarawa.playing_reef import NEW_TURN, NO_SUPPLY, afloat, do, facts, match_on, unit

LANDED = {"at": "2531", "landed": 1}


# ── Units in craft


def test_6_2_a_unit_is_put_in_its_craft_on_an_entry_hex_of_its_beach() -> None:
    game = match()
    done = do(game, "embark 2/8A lvt-1 red3 1425")
    assert facts(done, "embarked") == [
        {"rule": "6.2", "unit": "2/8A", "craft": "lvt-1", "beach": "red3", "hex": "1425"}
    ]
    assert (unit(game, "2/8A").at, unit(game, "2/8A").beach) == ("in:lvt-1", "red3")
    assert (unit(game, "lvt-1").at, unit(game, "lvt-1").beach) == ("1425", "red3")


def test_6_2_a_unit_lands_only_on_the_beach_it_is_assigned_to() -> None:
    game = match()
    error = refused(game, "embark 2/8A lvt-1 red2 1434")
    assert (error.rule, error.message) == ("6.2", "2/8A lands on red3")
    assert error.hint == expanded(game, "embark 2/8A lvt-1 red3")


def test_6_2_the_entry_hex_must_be_one_of_the_beach() -> None:
    game = match()
    error = refused(game, "embark 2/8A lvt-1 red3 1433")
    assert (error.rule, error.message[:33]) == ("6.2", "1433 is not an entry hex of red3;")
    assert error.hint.startswith("embark 2/8A lvt-1 red3 14")
    assert refused(game, "embark 2/8A lvt-1 red3 2531").message.startswith("2531 is not an entry hex of red3;")


def test_6_2_the_entry_hex_must_be_empty() -> None:
    game = match()
    do(game, "embark 2/8A lvt-1 red3 1425")
    error = refused(game, "embark 2/8B lvt-2 red3 1425")
    assert (error.rule, error.message[:14]) == ("6.2", "1425 is taken;")
    assert "1425" not in error.hint
    do(game, error.hint)
    assert unit(game, "2/8B").craft == "lvt-2"


def test_6_2_a_wader_in_an_entry_hex_takes_it() -> None:
    game = match({"2/8B": afloat("1425")}, turn=2)
    assert refused(game, "embark 2/8A lvt-1 red3 1425").message.startswith("1425 is taken;")


def test_6_2_empty_craft_going_home_take_no_entry_hex() -> None:
    game = match({"lvt-8": afloat("1425", homeward=True)}, turn=2)
    do(game, "embark 2/8A lvt-1 red3 1425")
    assert unit(game, "lvt-1").at == unit(game, "lvt-8").at == "1425"


def test_6_2_a_beach_with_no_entry_hex_left_takes_nobody() -> None:
    game = match(turn=2)
    fill(game, "red2")
    error = refused(game, "embark 2/2A lvt-8 red2")
    assert (error.rule, error.message, error.hint) == (
        "6.2",
        "every entry hex of red2 is taken",
        "embark 3/2A lvt-6 red1 1440",
    )


def test_6_3_a_unit_without_a_craft_does_not_come() -> None:
    error = refused(match(), "embark 2/8A 1431")
    assert (error.rule, error.message[:28]) == ("6.3", "2/8A needs a craft and a bea")
    assert error.hint.startswith("embark 2/8A lvt-1 red3 ")
    without = match({f"{kind}-{n}": {"at": "lost"} for kind, most in (("lvt", 8), ("lcvp", 10)) for n in
                     range(1, most + 1)})  # fmt: skip
    error = refused(without, "embark 2/8A lvt-1 red3 1425")
    assert (error.rule, error.message, error.hint) == (
        "6.2",
        "lvt-1 is not in the pool: it is lost",
        "embark sherman-1 lcm-1 red3 1424",
    )


def test_6_2_a_craft_must_be_in_the_pool() -> None:
    game = match()
    do(game, "embark 2/8A lvt-1 red3 1425")
    error = refused(game, "embark 2/8B lvt-1 red3 1426")
    assert (error.rule, error.message) == ("6.2", "lvt-1 is not in the pool: it is in 1425")
    assert error.hint.startswith("embark 2/8B lvt-2 red3 ")


@pytest.mark.parametrize(
    ("order", "said", "hint"),
    [
        ("embark 2/8A lcm-1 red3", "lcm-1 does not carry infantry", "embark 2/8A lvt-1 red3 "),
        ("embark 2/8E lcm-1 red3", "lcm-1 does not carry engineers", "embark 2/8E lvt-1 red3 "),
        ("embark sherman-1 lvt-1 red1", "lvt-1 does not carry tanks", "embark sherman-1 lcm-1 red1 "),
        ("embark sherman-1 lcvp-1 red1", "lcvp-1 does not carry tanks", "embark sherman-1 lcm-1 red1 "),
    ],
)
def test_6_3_each_craft_has_its_loads(order: str, said: str, hint: str) -> None:
    error = refused(match(), order)
    assert (error.rule, error.message) == ("6.3", said)
    assert error.hint.startswith(hint)


def test_6_3_lcm_carry_no_supplies() -> None:
    error = refused(match(turn=3, stock=2, units={"2/8A": LANDED}), "embark supply lcm-1 red3 --for 2/8")
    assert (error.rule, error.message) == ("6.3", "lcm-1 does not carry supplies")
    assert error.hint.startswith("embark supply lvt-1 red3 ")


def test_6_2_a_unit_embarks_once() -> None:
    game = match()
    do(game, "embark 2/8A lvt-1 red3")
    error = refused(game, "embark 2/8A lvt-2 red3")
    assert (error.rule, error.message) == ("6.2", "2/8A is not waiting to embark: it is in lvt-1")


def test_6_2_embarking_belongs_to_its_phase() -> None:
    game = match_on({"3/8A": afloat("1926"), "2/8A": {"at": "schedule"}, "lvt-1": {"at": "pool"}})
    error = refused(game, "embark 2/8A lvt-1 red3")
    assert (error.rule, error.hint) == ("6.2", "advance --all")
    assert refused(game, "withdraw lvt-1").rule == "6.2"


def test_9_2_3_nobody_embarks_while_the_invasion_falters() -> None:
    game = match({"lvt-8": afloat("1425")}, turn=3, stock=1, no_embarking=True)
    orders = ["2/8A lvt-1 red3", "none lvt-1 red3", "1/10 --bairiki", "hawkins 1431", "supply lvt-1 red3 --for 2/8"]
    for order in orders:
        error = refused(game, f"embark {order}")
        assert (error.rule, error.hint) == ("9.2.3", "next")
    do(game, "withdraw lvt-8")
    assert legal(game.state) == ["next"]


# ── The entry hex that is taken if the player names none


@pytest.mark.parametrize("beach", ["red1", "red2", "red3", "green", "black1", "black2"])
def test_6_2_without_a_hex_the_craft_takes_the_free_entry_hex_nearest_its_beach(beach: str) -> None:
    from tarawa_cli.games.tarawa.rules.ch05_06_landing import nearest

    game = free_match()
    do(game, f"embark sherman-1 lcm-1 {beach}")
    landing = betio().beaches[beach].landing
    ways = {hex: nearest("craft", hex, landing) for hex in betio().beaches[beach].entry}
    first = unit(game, "lcm-1").at
    assert ways[first] == min(ways.values())
    do(game, f"embark sherman-2 lcm-2 {beach}")
    second = unit(game, "lcm-2").at
    del ways[first]
    assert ways[second] == min(ways.values())


def test_6_2_without_a_hex_artillery_in_a_boat_goes_where_it_can_get_ashore() -> None:
    game = match(turn=4, **CLEARED_PIER)
    assert expanded(game, "embark 1/10 lcm-1 red2") == "embark 1/10 lcm-1 red2 1433"
    assert expanded(game, "embark 1/10 lcvp-1 red3") == "embark 1/10 lcvp-1 red3 1430"
    beside = match({"lvt-1": afloat("1426")}, turn=4)
    assert expanded(beside, "embark 1/10 lcvp-1 red3") == "embark 1/10 lcvp-1 red3 1425"


# ── Empty amtracs


def test_6_2_an_empty_amtrac_is_put_out_and_waits() -> None:
    game = match()
    do(game, "embark none lvt-3 red2 1434")
    amtrac = unit(game, "lvt-3")
    assert (amtrac.at, amtrac.beach, amtrac.homeward) == ("1434", "red2", False)
    error = refused(game, "embark none lvt-3 red2 1435")
    assert (error.rule, error.message) == ("6.2", "lvt-3 is not in the pool: it is in 1434")
    assert error.hint.startswith("embark none lvt-1 red2 ")


@pytest.mark.parametrize("craft", ["lcvp-1", "lcm-1"])
def test_6_2_only_amtracs_are_put_out_empty(craft: str) -> None:
    error = refused(match(), f"embark none {craft} red2 1434")
    assert (error.rule, error.message) == ("6.2", f"only amtracs can embark empty, and {craft} is not one")
    assert error.hint.startswith("embark none lvt-1 red2 ")


# ── Hawkins


@pytest.mark.parametrize("head", ["1431", "1432"])
def test_6_2_hawkins_starts_on_the_head_of_the_pier_without_a_craft(head: str) -> None:
    game = match()
    do(game, f"embark hawkins {head}")
    assert unit(game, "hawkins").at == f"pier:{head}"
    assert game.state.pier_landings == 0


def test_6_2_hawkins_starts_nowhere_else_and_in_no_craft() -> None:
    game = match()
    error = refused(game, "embark hawkins 1532")
    assert (error.rule, error.hint) == ("6.2", "embark hawkins 1431")
    error = refused(game, "embark hawkins lvt-1 red3")
    assert (error.rule, error.hint) == ("6.2", "embark hawkins 1431")


def test_11_33_hawkins_needs_a_head_of_the_pier_that_is_free() -> None:
    game = match({"2/8A": on_pier("1431")}, turn=2)
    error = refused(game, "embark hawkins 1431")
    assert (error.rule, error.hint) == ("11.33", "embark hawkins 1432")
    full = match({"2/8A": on_pier("1431"), "2/8B": on_pier("1432")}, turn=2)
    assert refused(full, "embark hawkins 1432").hint == "embark 1/2A lvt-1 red2 1433"


def test_11_33_with_a_head_at_2731_hawkins_does_not_land_on_the_pier_either() -> None:
    game = match(turn=4, heads="2731", **CLEARED_PIER)
    error = refused(game, "embark hawkins 1431")
    assert (error.rule, error.hint) == ("11.33", "embark 1/2A lvt-1 red2 1433")
    assert error.message == "with a supply head at 2731 Hawkins cannot start on the pier"
    assert not [command for command in legal(game.state) if "hawkins" in command]
    assert not any("hawkins" in line for line in steps(game.state))


def test_3_hawkins_who_cannot_come_does_not_hold_up_embarking() -> None:
    units = {"3/8A": afloat("1926"), "hawkins": {"at": "schedule"}}
    keys = {"turn": 4, "phase": "suppression-3", "heads": "2731", **CLEARED_PIER, **NO_SUPPLY}
    done = do(match_on(units, **keys), "next", *NEW_TURN)
    assert {"rule": "3", "phase": "embark"} in facts(done, "phase-passed")


# ── withdraw


def test_6_2_a_boat_at_the_edge_is_withdrawn_with_its_load() -> None:
    game = match(boat("lcvp-1", "2/8A", "1425", pins=1), turn=2)
    done = do(game, "withdraw lcvp-1")
    assert facts(done, "withdrawn") == [{"rule": "6.2", "craft": "lcvp-1", "load": "2/8A"}]
    assert (unit(game, "lcvp-1").at, unit(game, "lcvp-1").pins, unit(game, "lcvp-1").beach) == ("pool", 0, "")
    assert (unit(game, "2/8A").at, unit(game, "2/8A").beach) == ("schedule", "")
    do(game, "embark 2/8A lcvp-1 red3 1426")


def test_6_2_supplies_withdrawn_are_in_stock_again() -> None:
    game = match({"2/8A": LANDED, "lvt-1": afloat("1427")}, turn=3, stock=1)
    do(game, "embark supply lcvp-1 red3 1426 --for 2/8")
    do(game, "withdraw lcvp-1")
    assert (game.state.stock, unit(game, "lcvp-1").load) == (1, "")


@pytest.mark.parametrize("homeward", [False, True])
def test_6_2_an_empty_amtrac_at_the_edge_is_withdrawn_and_usable_at_once(homeward: bool) -> None:
    game = match({"lvt-1": afloat("1430", homeward=homeward)}, turn=2)
    do(game, "withdraw lvt-1")
    assert (unit(game, "lvt-1").at, unit(game, "lvt-1").homeward) == ("pool", False)
    do(game, "embark 2/8A lvt-1 red3 1430")


def test_6_2_a_loaded_amtrac_is_not_withdrawn() -> None:
    error = refused(match(boat("lvt-1", "2/8A", "1425"), turn=2), "withdraw lvt-1")
    assert (error.rule, error.message, error.hint) == (
        "6.2",
        "a loaded amtrac cannot be withdrawn: it goes ashore",
        "embark 1/2A lvt-2 red2 1433",
    )


@pytest.mark.parametrize("craft", ["lvt-1", "lvt-2", "lvt-3"])
def test_6_2_only_craft_at_the_edge_are_withdrawn(craft: str) -> None:
    game = match({"lvt-1": afloat("1626", homeward=True), "lvt-3": afloat("2531", homeward=True)}, turn=2)
    error = refused(game, f"withdraw {craft}")
    assert (error.rule, error.hint) == ("6.2", "units craft")
    assert error.message.endswith(f"it is {unit(game, craft).where}")


# ── The phase


def test_3_embarking_is_passed_over_when_nobody_can_come_or_be_withdrawn() -> None:
    game = match_on({"3/8A": afloat("1425"), "lvt-1": {"at": "pool"}}, turn=2, phase="suppression-3", **NO_SUPPLY)
    done = do(game, "next", *NEW_TURN)
    assert {"rule": "3", "phase": "embark"} in facts(done, "phase-passed")
    assert (game.state.turn, game.state.phase) == (3, "impulse-1")


@pytest.mark.parametrize(
    "units",
    [
        {"2/8B": {"at": "schedule"}, "lvt-1": {"at": "pool"}},
        {"lvt-1": afloat("1425")},
        {"1/10": {"at": "schedule"}},
        {"hawkins": {"at": "schedule"}},
        boat("lcvp-1", "2/8B", "1425", pins=2),
    ],
)
def test_3_embarking_waits_for_whoever_can_come_or_be_withdrawn(units: dict[str, dict[str, object]]) -> None:
    game = match_on({"3/8A": afloat("1926"), **units}, turn=2, phase="suppression-3", **NO_SUPPLY)
    do(game, "next", *NEW_TURN)
    assert (game.state.turn, game.state.phase) == (3, "embark")
    assert len(legal(game.state)) > 1


# ── 11.2


def test_11_2_artillery_that_is_due_goes_to_bairiki_without_a_craft() -> None:
    game = match(turn=2)
    done = do(game, "embark 1/10 --bairiki")
    assert facts(done, "sent-to-bairiki") == [{"rule": "11.2", "unit": "1/10"}]
    gun = unit(game, "1/10")
    assert (gun.at, gun.landed) == ("bairiki", 2)
    assert gun.supply != "none"
    assert refused(game, "embark 1/10 lvt-1 red3").message == "1/10 is not waiting to embark: it is on Bairiki"


def test_11_2_artillery_that_is_not_due_does_not_go_there() -> None:
    error = refused(match(turn=2), "embark 2/10 --bairiki")
    assert (error.rule, error.hint) == ("13.1", "units due")


@pytest.mark.parametrize("who", ["2/8A", "2/8E", "sherman-1", "hawkins"])
def test_11_2_only_artillery_goes_there(who: str) -> None:
    error = refused(match(), f"embark {who} --bairiki")
    assert error.rule == "11.2"
    assert error.hint.startswith(f"embark {who} ")


def test_6_2_all_that_is_listed_in_embarking_is_legal_and_readable() -> None:
    game = match({"2/8A": LANDED, "lvt-1": afloat("1427")}, turn=4, stock=1, **CLEARED_PIER)
    listed = legal(game.state)
    for command in listed:
        assert session.read_order(game, command.split()).text() == command
    assert {"embark 1/10 --bairiki", "embark hawkins 1431", "withdraw lvt-1", "next"} <= set(listed)
