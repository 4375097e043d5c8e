"""6.3: out of the craft at the edge: into the water or into an amtrac; the boat afterwards; high water."""

import pytest

from tests.tarawa.common import refused
from tests.tarawa.playing import boat, on_pier
from tests.tarawa.playing_reef import CALM, LEAST, NEW_TURN, Units, afloat, do, facts, match_on, rolls, unit

EDGE = boat("lcvp-1", "3/8A", "1426")


# ── Into the water


@pytest.mark.parametrize(("craft", "load"), [("lcvp-1", "3/8A"), ("lcvp-1", "3/8E"), ("lcm-1", "stuart-1")])
def test_6_3_a_boat_puts_its_passenger_in_its_own_entry_hex(craft: str, load: str) -> None:
    game = match_on(boat(craft, load, "1426"))
    done = do(game, f"unload {craft}")
    assert facts(done, "unloaded") == [{"rule": "6.3", "craft": craft, "unit": load, "to": "1426"}]
    assert (unit(game, load).at, unit(game, load).beach) == ("1426", "red3")
    assert unit(game, craft).at == "1426"


def test_6_3_unloading_uses_up_the_impulse_of_both() -> None:
    game = match_on(EDGE | {"2/8A": afloat("1926")})
    do(game, "unload lcvp-1")
    error = refused(game, "advance 3/8A")
    assert (error.rule, error.hint) == ("6.4", "advance --all")
    assert refused(game, "unload lcvp-1").message == "lcvp-1 carries nothing"


def test_6_3_who_was_unloaded_wades_on_in_the_next_impulse() -> None:
    game = match_on(EDGE, **CALM)
    do(game, "unload lcvp-1")
    do(game, "next", 1, 1)
    do(game, "next")
    assert game.state.phase == "impulse-2"
    do(game, "advance 3/8A")
    assert unit(game, "3/8A").at[:2] == "16"


@pytest.mark.parametrize("order", ["advance lcvp-1", "advance 3/8A", "advance lcvp-1 1526"])
def test_6_3_a_boat_never_enters_the_reef(order: str) -> None:
    error = refused(match_on(EDGE), order)
    assert (error.rule, error.hint) == ("6.3", "unload lcvp-1")
    error = refused(match_on(boat("lcm-1", "stuart-1", "1426")), "advance lcm-1")
    assert (error.rule, error.hint) == ("6.3", "unload lcm-1")


def test_6_3_an_lcm_never_enters_the_reef_at_high_water_either() -> None:
    game = match_on(boat("lcm-1", "stuart-1", "1426"), turn=12)
    assert refused(game, "advance lcm-1").rule == "6.3"


def test_6_3_amtracs_do_not_unload_into_the_water() -> None:
    error = refused(match_on(boat("lvt-1", "3/8A", "1426")), "unload lvt-1 1426")
    assert (error.rule, error.hint) == ("6.3", "advance lvt-1")
    assert error.message == "amtracs cannot unload into the water: they go ashore"


@pytest.mark.parametrize(("craft", "load"), [("lcvp-1", "1/10"), ("lcm-1", "1/10"), ("lcvp-1", "supply:3/8")])
def test_6_3_artillery_and_supplies_are_never_put_in_the_water(craft: str, load: str) -> None:
    game = match_on(boat(craft, load, "1426") | {"2/8A": afloat("1926")}, turn=4)
    error = refused(game, f"unload {craft}")
    assert (error.rule, error.hint) == ("6.3", "advance --all")
    assert error.message.startswith("artillery never wades" if load == "1/10" else "supplies cannot go into the water")


def test_6_3_a_craft_unloads_only_at_the_edge() -> None:
    error = refused(match_on(boat("lvt-1", "3/8A", "1826")), "unload lvt-1")
    assert (error.rule, error.message) == ("6.3", "lvt-1 unloads only at the edge of the reef: it is in 1826")
    assert error.hint == "advance lvt-1"


def test_6_4_a_pinned_boat_sits_its_impulse_out() -> None:
    game = match_on(boat("lcvp-1", "3/8A", "1426", pins=1) | {"2/8A": afloat("1926")}, **CALM)
    error = refused(game, "unload lcvp-1")
    assert (error.rule, error.hint) == ("6.4", "advance --all")
    do(game, "next", 1, 1)
    do(game, "next")
    do(game, "unload lcvp-1")


def test_6_3_a_craft_unloads_what_it_carries_and_where_it_can() -> None:
    empty = match_on({"lvt-1": afloat("1426"), "2/8A": afloat("1926")})
    error = refused(empty, "unload lvt-1")
    assert (error.rule, error.message, error.hint) == ("6.3", "lvt-1 carries nothing", "advance --all")
    error = refused(match_on(EDGE), "unload lcvp-1 1427")
    assert (error.rule, error.message) == ("6.3", "lcvp-1 in 1426 cannot unload in 1427")
    assert error.hint == "unload lcvp-1 1426"


def test_6_3_unloading_belongs_to_the_impulses() -> None:
    error = refused(match_on(EDGE, phase="suppression-1"), "unload lcvp-1")
    assert (error.rule, error.hint) == ("6.3", "suppress red3")


# ── The boat afterwards


def test_6_3_a_boat_that_unloads_in_impulse_1_is_fired_at_and_then_in_the_pool() -> None:
    game = match_on(EDGE, **CALM)
    do(game, "unload lcvp-1")
    done = do(game, "next", 1, 1)
    assert [roll["on"] for roll in rolls(done, "japanese-fire")] == ["3/8A", "lcvp-1"]
    assert facts(done, "back-in-pool") == [{"rule": "6.3", "craft": "lcvp-1"}]
    assert (unit(game, "lcvp-1").at, unit(game, "lcvp-1").emptied) == ("pool", False)


@pytest.mark.parametrize("impulse", [2, 3])
def test_6_3_a_boat_that_unloads_later_is_no_target(impulse: int) -> None:
    game = match_on(EDGE, phase=f"impulse-{impulse}", **CALM)
    do(game, "unload lcvp-1")
    done = do(game, "next", 1)
    assert [roll["on"] for roll in rolls(done, "japanese-fire")] == ["3/8A"]
    assert unit(game, "lcvp-1").at == "pool"


def test_6_3_a_boat_back_in_the_pool_loads_again_next_turn() -> None:
    game = match_on(EDGE | {"3/8B": {"at": "schedule"}}, phase="impulse-3", **CALM)
    do(game, "unload lcvp-1")
    do(game, "next", LEAST)
    do(game, "next", *NEW_TURN)
    assert (game.state.turn, game.state.phase) == (3, "embark")
    do(game, "embark 3/8B lcvp-1 red3")


def test_6_5_a_boat_whose_passenger_dies_at_the_edge_is_back_in_the_pool_after_the_fire() -> None:
    units = boat("lcvp-1", "3/8A", "1426") | {"2/8A": afloat("1926")}
    units["3/8A"]["steps"] = 1
    game = match_on(units, **CALM)
    done = do(game, "next", 1, 5)
    assert unit(game, "3/8A").at == "lost"
    assert facts(done, "craft-emptied")[0]["rule"] == "6.5"
    assert (unit(game, "lcvp-1").at, unit(game, "lcvp-1").steps) == ("pool", 3)


# ── Into an amtrac


@pytest.mark.parametrize("load", ["3/8A", "3/8E", "1/10", "supply:3/8"])
@pytest.mark.parametrize("homeward", [False, True])
def test_6_3_a_higgins_boat_unloads_into_an_empty_amtrac_beside_it(load: str, homeward: bool) -> None:
    game = match_on(boat("lcvp-1", load, "1426") | {"lvt-1": afloat("1525", homeward=homeward)}, turn=4)
    done = do(game, "unload lcvp-1 lvt-1")
    assert {event.rule for event in done.events} == {"6.3"}
    amtrac = unit(game, "lvt-1")
    assert game.state.is_loaded(amtrac)
    assert not game.state.is_loaded(unit(game, "lcvp-1"))
    assert not amtrac.homeward
    if load.startswith("supply"):
        assert amtrac.load == load
    else:
        assert unit(game, load).at == "in:lvt-1"


def test_6_3_taking_over_uses_up_the_amtracs_impulse_too() -> None:
    game = match_on(EDGE | {"lvt-1": afloat("1525"), "2/8A": afloat("1926")}, **CALM)
    do(game, "unload lcvp-1 lvt-1")
    assert refused(game, "advance lvt-1").rule == "6.4"
    do(game, "next", 1, 1, 1)
    do(game, "next")
    do(game, "advance lvt-1")
    assert unit(game, "lvt-1").at[:2] == "22"


def test_6_3_a_load_changes_craft_and_place_only_once_an_impulse() -> None:
    game = match_on(boat("lcvp-1", "3/8A", "1429") | {"lvt-1": afloat("1430")})
    do(game, "unload lcvp-1 lvt-1")
    error = refused(game, "unload lvt-1 1431")
    assert (error.rule, error.message, error.hint) == ("6.3", "lvt-1 has already used this impulse", "next")


def test_6_3_a_load_that_changes_craft_keeps_its_beach() -> None:
    game = match_on(boat("lcvp-1", "2/2A", "1438", "red2") | {"lvt-1": afloat("1439", "red1")})
    do(game, "unload lcvp-1 lvt-1")
    assert (unit(game, "2/2A").beach, unit(game, "lvt-1").beach) == ("red2", "red2")


@pytest.mark.parametrize(
    ("units", "order", "said"),
    [
        (
            boat("lcm-1", "1/10", "1426") | {"lvt-1": afloat("1427")},
            "unload lcm-1 lvt-1",
            "only a Higgins boat can unload into an amtrac, and lcm-1 is not one",
        ),
        (
            boat("lvt-2", "3/8A", "1426") | {"lvt-1": afloat("1427")},
            "unload lvt-2 lvt-1",
            "only a Higgins boat can unload into an amtrac, and lvt-2 is not one",
        ),
        (EDGE | {"lvt-1": afloat("1428")}, "unload lcvp-1 lvt-1", "lvt-1 is in 1428, not next to 1426"),
        (EDGE | {"lvt-1": {"at": "pool"}}, "unload lcvp-1 lvt-1", "lvt-1 is not an empty amtrac on the water"),
        (
            EDGE | boat("lvt-1", "3/8B", "1427"),
            "unload lcvp-1 lvt-1",
            "lvt-1 is not an empty amtrac on the water",
        ),
        (
            EDGE | boat("lcvp-2", "3/8B", "1427"),
            "unload lcvp-1 lcvp-2",
            "lcvp-2 is not an empty amtrac on the water",
        ),
        (
            EDGE | {"lvt-1": afloat("1427", pins=1)},
            "unload lcvp-1 lvt-1",
            "lvt-1 needs its whole impulse, unpinned, to take over a load",
        ),
        (
            EDGE | {"lvt-1": afloat("1427", moved=True)},
            "unload lcvp-1 lvt-1",
            "lvt-1 needs its whole impulse, unpinned, to take over a load",
        ),
    ],
)
def test_6_3_what_cannot_take_a_load_over(units: Units, order: str, said: str) -> None:
    error = refused(match_on(units | {"2/8A": afloat("1926")}, turn=4), order)
    assert (error.rule, error.message) == ("6.3", said)
    assert error.hint.split()[0] in ("unload", "advance", "next")


def test_6_3_amtracs_take_nobody_up_from_the_reef() -> None:
    game = match_on({"lvt-1": afloat("1426"), "3/8A": afloat("1425"), "2/8A": on_pier("1431"), "lvt-2": afloat("1430")})
    for order in ("advance 3/8A lvt-1", "advance 2/8A lvt-2"):
        error = refused(game, order)
        assert (error.rule, error.hint) == ("6.3", " ".join(order.split()[:2]))


# ── High water


@pytest.mark.parametrize(("turn", "able"), [(10, False), (11, True), (12, True), (13, True), (14, False)])
def test_6_3_at_high_water_a_higgins_boat_crosses_the_reef(turn: int, able: bool) -> None:
    game = match_on(EDGE, turn=turn)
    if able:
        do(game, "advance lcvp-1")
        assert (unit(game, "lcvp-1").at[:2], unit(game, "3/8A").at) == ("21", "in:lcvp-1")
    else:
        assert refused(game, "advance lcvp-1").rule == "6.3"


def test_6_3_at_high_water_a_higgins_boat_may_still_unload_at_the_edge() -> None:
    game = match_on(EDGE, turn=12)
    do(game, "unload lcvp-1")
    assert unit(game, "3/8A").at == "1426"


def test_6_3_a_higgins_boat_lands_its_unit_at_high_water_and_goes_home() -> None:
    game = match_on(boat("lcvp-1", "3/8A", "2426"), turn=12)
    do(game, "advance lcvp-1 2526 2627")
    assert (unit(game, "3/8A").at, unit(game, "lcvp-1").homeward) == ("2627", True)
