"""6.2: artillery and supplies, and the craft that carry them."""

from typing import Any

import pytest

from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.narration.visible import plural
from tests.tarawa.common import refused
from tests.tarawa.playing import CLEARED_PIER, boat, expanded, match
from tests.tarawa.playing_reef import afloat, do, facts, unit

LANDED = {"at": "2531", "landed": 1}


# ── Artillery and supplies in boats


@pytest.mark.parametrize("load", ["embark 1/10 lcvp-1 red3 1426", "embark supply lcvp-1 red3 1426 --for 2/8"])
def test_6_2_artillery_and_supplies_in_a_boat_need_a_way_ashore(load: str) -> None:
    game = match({"2/8A": LANDED}, turn=4, stock=1)
    error = refused(game, load)
    assert error.rule == "6.2"
    assert "could not get ashore from 1426 this turn" in error.message
    assert " lvt-1 red3 " in error.hint
    do(game, "embark none lvt-1 red3 1427")
    do(game, load)
    assert unit(game, "lcvp-1").at == "1426"


def test_6_2_the_empty_amtrac_must_stand_beside_the_boat() -> None:
    game = match({"lvt-1": afloat("1428")}, turn=4)
    assert refused(game, "embark 1/10 lcvp-1 red3 1426").rule == "6.2"
    do(game, "embark 1/10 lcvp-1 red3 1427")


def test_6_2_a_loaded_amtrac_beside_the_boat_is_no_help() -> None:
    game = match({"2/8A": LANDED, **boat("lvt-1", "supply:2/8", "1427")}, turn=4)
    assert refused(game, "embark 1/10 lcvp-1 red3 1426").rule == "6.2"


@pytest.mark.parametrize(
    ("at", "steps", "policy", "able"),
    [("2531", 6, "wait", True), ("2531", 6, "pool", False), ("2530", 3, "wait", True), ("2625", 1, "wait", True),
     ("1628", 1, "wait", True)],
)  # fmt: skip
def test_6_2_an_amtrac_due_back_this_turn_helps_if_it_is_to_wait(at: str, steps: int, policy: str, able: bool) -> None:
    home = afloat(at, homeward=True, steps=steps)
    game = match({"lvt-1": home}, turn=4, policy={"empty-lvt": policy})
    if able:
        do(game, "embark 1/10 lcvp-1 red3 1424")
    else:
        assert refused(game, "embark 1/10 lcvp-1 red3 1424").rule == "6.2"


def test_6_2_an_amtrac_that_cannot_be_back_this_turn_is_no_help() -> None:
    """On its back side it makes 4 hexes an impulse, 12 a turn; from 2744 to the edge there are 13."""
    wait = {"empty-lvt": "wait"}
    game = match({"lvt-1": afloat("2744", "red1", homeward=True, steps=3)}, turn=4, policy=wait)
    assert refused(game, "embark 1/10 lcvp-1 red1 1446").rule == "6.2"
    quick = match({"lvt-1": afloat("2744", "red1", homeward=True)}, turn=4, policy=wait)
    do(quick, "embark 1/10 lcvp-1 red1 1446")


def test_6_2_an_amtrac_due_back_to_another_beach_is_no_help() -> None:
    home = afloat("2838", "red2", homeward=True)
    game = match({"lvt-1": home}, turn=4, policy={"empty-lvt": "wait"})
    assert refused(game, "embark 1/10 lcvp-1 red3 1424").rule == "6.2"
    do(game, "embark 1/10 lcvp-1 red2 1435")


def test_6_2_an_lcm_hands_nothing_over_to_an_amtrac() -> None:
    game = match({"lvt-1": afloat("1427")}, turn=4)
    error = refused(game, "embark 1/10 lcm-1 red3 1426")
    assert (error.rule, error.message.partition(": ")[2]) == ("6.2", "no usable pier next to it")
    assert error.hint == expanded(game, "embark 1/10 lvt-2 red3")


def test_6_2_a_boat_beside_a_cleared_pier_may_bring_artillery_and_supplies() -> None:
    game = match({"2/8A": LANDED}, turn=4, stock=1, **CLEARED_PIER)
    do(game, "embark 1/10 lcm-1 red2 1433")
    assert refused(game, "embark 2/10 lcm-2 red3 1429").rule == "6.2"
    do(game, "embark supply lcvp-1 red3 1430 --for 2/8")
    assert game.state.stock == 0


@pytest.mark.parametrize("keys", [{"pier_walked": True}, {"cleared": "2731"}])
def test_6_2_a_pier_that_is_not_cleared_is_no_help(keys: dict[str, Any]) -> None:
    game = match(turn=4, **keys)
    assert refused(game, "embark 1/10 lcm-1 red2 1433").rule == "6.2"


def test_6_2_with_a_head_at_2731_one_artillery_at_the_pier_is_enough() -> None:
    game = match(turn=4, heads="2731", **CLEARED_PIER)
    do(game, "embark 1/10 lcm-1 red2 1433")
    error = refused(game, "embark 2/10 lcm-2 red3 1430")
    assert (error.rule, error.hint) == ("6.2", expanded(game, "embark 2/10 lvt-1 red3"))
    without = match(turn=4, **CLEARED_PIER)
    do(without, "embark 1/10 lcm-1 red2 1433")
    do(without, "embark 2/10 lcm-2 red3 1430")


@pytest.mark.parametrize(("turn", "able"), [(10, False), (11, True), (12, True), (13, True), (14, False)])
def test_6_2_at_high_water_a_higgins_boat_needs_no_help_and_an_lcm_does(turn: int, able: bool) -> None:
    game = match(turn=turn)
    assert refused(game, "embark 1/10 lcm-1 red3 1425").rule == "6.2"
    if able:
        do(game, "embark 1/10 lcvp-1 red3 1425")
    else:
        assert refused(game, "embark 1/10 lcvp-1 red3 1425").rule == "6.2"


@pytest.mark.parametrize("turn", [11, 12, 13])
@pytest.mark.parametrize(
    ("beach", "hex", "steps", "able"),
    [("red1", "1446", 3, True), ("red1", "1446", 2, False), ("red2", "1434", 1, False), ("red3", "1421", 2, True)],
)
@pytest.mark.parametrize("load", ["1/10", "supply"])
def test_6_2_by_high_water_a_boat_must_be_fast_enough_for_its_beach(
    load: str, beach: str, hex: str, steps: int, able: bool, turn: int
) -> None:
    """On its back side a Higgins boat makes 4 hexes an impulse, 12 a turn; from 1446 to Red 1 there are 13."""
    game = match({"2/8A": LANDED, "lcvp-1": {"at": "pool", "steps": steps}}, turn=turn, stock=1)
    order = f"embark {load} lcvp-1 {beach} {hex}{' --for 2/8' if load == 'supply' else ''}"
    if able:
        do(game, order)
        return
    error = refused(game, order)
    assert (error.rule, error.hint.split()[:4]) == ("6.2", ["embark", load, "lvt-1", beach])
    assert error.message.endswith(f"with {plural(steps, 'step')} it is too slow for {beach}")


def test_6_2_a_boat_off_another_beach_than_its_own_does_not_count_as_coming_in_by_itself() -> None:
    """No front hexes lead from 3558 to Red 3."""
    strayed = boat("lcvp-1", "1/10", "3558", "red3")
    game = match({**strayed, "lvt-1": afloat("1445", "red1"), "lcvp-2": {"at": "pool", "steps": 1}}, turn=11)
    do(game, "embark 2/10 lcvp-2 red1 1446")


def test_6_2_infantry_in_a_slow_boat_wades_the_rest() -> None:
    game = match({"lcvp-1": {"at": "pool", "steps": 1}}, turn=12)
    do(game, "embark 3/2A lcvp-1 red1 1446")


def test_6_2_two_boats_with_guns_need_two_amtracs() -> None:
    game = match({"lvt-1": afloat("1426")}, turn=4)
    do(game, "embark 1/10 lcvp-1 red3 1425")
    error = refused(game, "embark 2/10 lcvp-2 red3 1427")
    assert error.rule == "6.2"
    assert "the amtrac there is for another boat" in error.message
    assert error.hint == expanded(game, "embark 2/10 lvt-2 red3")
    do(game, "embark none lvt-2 red3 1428")
    do(game, "embark 2/10 lcvp-2 red3 1427")


@pytest.mark.parametrize("hex", ["1424", "1428"])
def test_6_2_a_boat_between_two_amtracs_leaves_the_next_boat_the_one_that_it_needs(hex: str) -> None:
    game = match({"lvt-1": afloat("1425"), "lvt-2": afloat("1427"), "2/8A": LANDED}, turn=4, stock=1)
    do(game, "embark 1/10 lcvp-1 red3 1426")
    do(game, f"embark 2/10 lcvp-2 red3 {hex}")
    other = "1428" if hex == "1424" else "1424"
    assert "for another boat" in refused(game, f"embark supply lcvp-3 red3 {other} --for 2/8").message


def test_6_2_infantry_in_a_boat_leaves_the_amtrac_to_the_guns() -> None:
    game = match({"lvt-1": afloat("1426")}, turn=4)
    do(game, "embark 2/8A lcvp-1 red3 1425")
    do(game, "embark 1/10 lcvp-2 red3 1427")


@pytest.mark.parametrize("keys", [{"turn": 11}, {"turn": 4, **CLEARED_PIER}])
def test_6_2_a_boat_that_needs_no_amtrac_leaves_it_to_the_next(keys: dict[str, Any]) -> None:
    game = match({"lvt-1": afloat("1429"), "lcvp-2": {"at": "pool", "steps": 2}}, **keys)
    do(game, "embark 1/10 lcvp-1 red3 1430")
    do(game, "embark 2/10 lcvp-2 red3 1428")


def test_6_2_an_amtrac_due_back_serves_one_boat() -> None:
    game = match({"lvt-1": afloat("2531", homeward=True)}, turn=4, policy={"empty-lvt": "wait"})
    do(game, "embark 1/10 lcvp-1 red3 1424")
    assert refused(game, "embark 2/10 lcvp-2 red3 1428").rule == "6.2"


@pytest.mark.parametrize(("pins", "able"), [(0, True), (1, True), (2, False)])
def test_6_2_pins_that_it_must_sit_out_keep_an_amtrac_from_being_back(pins: int, able: bool) -> None:
    """From 2744 it has 13 hexes to go, 7 an impulse."""
    home = afloat("2744", "red1", homeward=True, pins=pins)
    game = match({"lvt-1": home}, turn=4, policy={"empty-lvt": "wait"})
    if able:
        do(game, "embark 1/10 lcvp-1 red1 1446")
    else:
        assert refused(game, "embark 1/10 lcvp-1 red1 1446").rule == "6.2"


def test_6_2_infantry_and_tanks_in_boats_need_no_help() -> None:
    game = match()
    do(game, "embark 2/8A lcvp-1 red3 1425")
    do(game, "embark sherman-1 lcm-1 red3 1426")
    assert unit(game, "2/8A").craft == "lcvp-1"


# ── Supplies


def test_6_2_supplies_are_sent_for_a_battalion_from_the_stock() -> None:
    game = match({"2/8A": LANDED}, turn=3, stock=2)
    done = do(game, "embark supply lvt-1 red3 1425 --for 2/8")
    assert facts(done, "supply-embarked")[0]["rule"] == "6.2"
    assert (game.state.stock, unit(game, "lvt-1").load, unit(game, "lvt-1").at) == (1, "supply:2/8", "1425")
    do(game, "embark supply lvt-2 red3 1426 --for hawkins")
    error = refused(game, "embark supply lvt-3 red3 1427 --for 2/8")
    assert (error.rule, error.message, error.hint) == (
        "8.3",
        "there are no supply points to send",
        "embark 2/8B lvt-3 red3 1424",
    )


def test_6_2_supplies_must_be_for_somebody() -> None:
    game = match({"2/8A": LANDED}, turn=3, stock=2)
    with pytest.raises(BadOrder, match="name the battalion with --for"):
        session.read_order(game, ["embark", "supply", "lvt-1", "red3"])


def test_13_1_supplies_and_empty_amtracs_use_only_beaches_of_the_scenario() -> None:
    game = match({"2/8A": LANDED}, turn=3, stock=1)
    for order in ("embark supply lvt-1 black1 --for 2/8", "embark none lvt-1 black1"):
        error = refused(game, order)
        assert (error.rule, error.message) == (
            "13.1",
            "black1 is not used in this scenario, only red1 red2 red3 green",
        )
        assert " lvt-1 red1 " in error.hint
