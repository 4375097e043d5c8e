"""6.5: landing from craft, the landing turn, empty craft on their way home; 6.3: the tide falls; 7.2.6: lost craft."""

from typing import Any

import pytest

from tarawa_cli.games.tarawa.model.board import betio
from tarawa_cli.games.tarawa.model.state import State, ap_left
from tarawa_cli.games.tarawa.phases import landing
from tarawa_cli.kernel.board.dice import GivenDice
from tarawa_cli.kernel.engine.play import Play
from tarawa_cli.kernel.engine.session import Match
from tests.tarawa.common import refused
from tests.tarawa.playing import boat, on_pier
from tests.tarawa.playing_reef import (
    CALM,
    LEAST,
    NEW_TURN,
    NO_SUPPLY,
    Units,
    afloat,
    do,
    facts,
    match_on,
    rolls,
    unit,
)

WAIT = {"empty-lvt": "wait"}
KEEPER: Units = {"2/8B": afloat("2023")}
"""A wader who need not move: the impulses wait for him, and draw one die of fire each."""
STEP = 5
"""In calm fire on a target on the reef: a change of course and S*."""


def to_next_impulse(game: Match[State], *dice: int) -> None:
    """The fire of this impulse, and its suppression."""
    do(game, "next", *dice)
    do(game, "next")


# ── Landing


def test_6_5_a_craft_puts_its_unit_ashore_and_has_no_ap_left() -> None:
    game = match_on(boat("lvt-1", "3/8A", "2426") | KEEPER, **CALM)
    done = do(game, "advance lvt-1 2526 2627")
    assert facts(done, "landed") == [{"rule": "6.5", "unit": "3/8A", "hex": "2627", "craft": "lvt-1", "rushed": False}]
    assert (unit(game, "3/8A").at, unit(game, "3/8A").beach, unit(game, "lvt-1").at) == ("2627", "", "2627")
    assert "2627" in game.state.occupied
    error = refused(game, "advance lvt-1")
    assert (error.rule, error.hint) == ("6.5", "advance --all")
    do(game, "next", 1)
    assert unit(game, "lvt-1").at == "2627"


def test_6_5_a_craft_may_land_its_unit_on_any_beach() -> None:
    """After a change of course to the right, an amtrac bound for Red 2 comes in on Red 1."""
    game = match_on(boat("lvt-1", "1/2A", "2739", "red2", course="right"))
    do(game, "advance lvt-1")
    assert unit(game, "1/2A").at in betio().beaches["red1"].landing
    assert unit(game, "lvt-1").beach == "red2"


def land_ap(units: Units, order: str, who: str) -> float:
    """The AP with which a unit stands ashore when `beach-landing` is over."""
    game = match_on(units, phase="impulse-3")
    do(game, order)
    game.state.phase = "beach-landing"
    landing.beach_landing_enter(Play(game.state, GivenDice(())))
    return ap_left(game.state, unit(game, who))


@pytest.mark.parametrize(
    ("units", "order", "who", "ap"),
    [
        (boat("lvt-1", "3/8A", "2426", ap=2), "advance lvt-1 2526 2627", "3/8A", 5),
        (boat("lvt-1", "3/8A", "2426", ap=3), "advance lvt-1 2526 2627", "3/8A", 8),
        (boat("lvt-1", "1/10", "2426", ap=2), "advance lvt-1 2526 2627", "1/10", 3),
        (boat("lvt-1", "3/8A", "2526", ap=4, steps=3), "advance lvt-1 2627", "3/8A", 8),
        (boat("lvt-1", "3/8A", "2526", ap=1, steps=3), "advance lvt-1 2627", "3/8A", 5),
        ({"3/8A": afloat("2526", ap=2)}, "advance 3/8A 2627", "3/8A", 8),
        ({"stuart-1": afloat("2526", ap=1)}, "advance stuart-1 2627", "stuart-1", 8),
        ({"3/8A": on_pier("2532", ap=1)}, "advance 3/8A 2632", "3/8A", 8),
    ],
)
def test_6_5_land_ap_after_landing(units: Units, order: str, who: str, ap: int) -> None:
    assert land_ap(units, order, who) == ap


def test_6_5_a_unit_with_3_ap_that_was_rushed_has_none_left() -> None:
    units = boat("lvt-1", "1/10", "2426", ap=2)
    units["1/10"]["steps"] = 2
    assert land_ap(units, "advance lvt-1 2526 2627", "1/10") == 0


def test_6_5_who_comes_in_on_the_last_ap_of_its_craft_is_told() -> None:
    game = match_on(boat("lvt-1", "3/8A", "2426", ap=2) | KEEPER, phase="impulse-3", **CALM)
    do(game, "advance lvt-1 2526 2627")
    do(game, "next", 1)
    done = do(game, "next")
    assert game.state.phase == "actions"
    assert facts(done, "land-phase-begun") == [{"rule": "6.5", "rushed": ["3/8A"]}]
    assert facts(done, "landing-turn-set") == [{"rule": "6.5", "unit": "3/8A", "turn": 2}]
    assert not unit(game, "3/8A").rushed


@pytest.mark.parametrize("where", [{"at": "2627"}, on_pier("2632")])
def test_6_5_the_landing_turn_is_the_first_that_ends_its_impulses_ashore_or_in_2632(where: dict[str, Any]) -> None:
    game = match_on({"3/8A": where, **KEEPER}, turn=2, phase="impulse-3", **CALM)
    to_next_impulse(game, LEAST)
    assert game.state.phase == "actions"
    do(game, "next", LEAST, *NEW_TURN)
    assert (game.state.turn, unit(game, "3/8A").landed, unit(game, "3/8A").supply) == (3, 2, "active")
    assert unit(game, "2/8B").landed == 0
    for _ in range(3):
        do(game, "next", LEAST)
        done = do(game, "next")
    assert (game.state.turn, game.state.phase) == (3, "actions")
    assert facts(done, "landing-turn-set") == []
    do(game, "next", LEAST, *NEW_TURN)
    assert (game.state.turn, unit(game, "3/8A").landed) == (4, 2)


def test_6_5_a_unit_short_of_2632_has_not_landed() -> None:
    game = match_on({"3/8A": on_pier("2532")}, turn=2, phase="impulse-3", **CALM)
    do(game, "next", 1)
    do(game, "next", *NEW_TURN)
    assert (game.state.turn, unit(game, "3/8A").landed) == (3, 0)


# ── Going home


def test_6_5_an_emptied_amtrac_goes_back_in_later_impulses_at_1_ap_a_hex() -> None:
    game = match_on(boat("lvt-1", "3/8A", "2526") | KEEPER, **CALM)
    do(game, "advance lvt-1 2627")
    to_next_impulse(game, 1)
    assert unit(game, "lvt-1").at == "2627"
    (home,) = facts(do(game, "next", 1), "went-homeward")
    assert (home["rule"], home["to"][:2], home["spent"]) == ("6.5", "19", 7.0)
    assert unit(game, "lvt-1").at == home["to"]


@pytest.mark.parametrize(("steps", "row"), [(6, "19"), (4, "19"), (3, "22"), (1, "22")])
def test_6_5_the_way_of_an_impulse_is_the_ap_of_the_side_that_a_craft_shows(steps: int, row: str) -> None:
    game = match_on({"lvt-1": afloat("2629", homeward=True, steps=steps), **KEEPER}, **CALM)
    do(game, "next", 1)
    assert unit(game, "lvt-1").at[:2] == row


def test_6_5_the_engine_moves_empty_craft_after_the_players_orders() -> None:
    game = match_on({"lvt-1": afloat("2026", homeward=True), "2/8A": afloat("1926")}, **CALM)
    do(game, "advance 2/8A 2026")
    assert unit(game, "2/8A").at == unit(game, "lvt-1").at == "2026"
    do(game, "next", 1)
    assert unit(game, "lvt-1").at == "pool"


def test_6_5_at_home_a_craft_is_in_the_pool() -> None:
    game = match_on({"lvt-1": afloat("1626", homeward=True), **KEEPER}, **CALM)
    done = do(game, "next", 1)
    assert facts(done, "back-in-pool") == [{"rule": "6.5", "craft": "lvt-1"}]
    assert (unit(game, "lvt-1").at, unit(game, "lvt-1").homeward, unit(game, "lvt-1").beach) == ("pool", False, "")


def test_6_5_with_the_policy_wait_it_waits_there_as_a_unit() -> None:
    game = match_on({"lvt-1": afloat("1626", homeward=True), **KEEPER}, policy=WAIT, **CALM)
    done = do(game, "next", 1)
    assert facts(done, "waits-at-edge") == [{"rule": "6.5", "craft": "lvt-1"}]
    waiting = unit(game, "lvt-1")
    assert (waiting.at, waiting.homeward, waiting.beach) in [("1426", False, "red3"), ("1425", False, "red3")]


def test_6_5_the_policy_is_a_standing_order_for_any_phase() -> None:
    game = match_on({"lvt-1": afloat("1626", homeward=True), **KEEPER}, **CALM)
    assert game.state.empty_lvt == "pool"
    do(game, "policy empty-lvt wait")
    do(game, "next", 1)
    assert unit(game, "lvt-1").at != "pool"


def test_6_5_two_that_wait_do_not_wait_in_one_hex() -> None:
    home = afloat("1626", homeward=True)
    game = match_on({"lvt-1": home, "lvt-2": dict(home), **KEEPER}, policy=WAIT, **CALM)
    do(game, "next", 1)
    places = {unit(game, "lvt-1").at, unit(game, "lvt-2").at}
    assert len(places) == 2
    assert places <= set(betio().beaches["red3"].entry)


def test_6_5_it_makes_for_the_nearest_empty_entry_hex() -> None:
    game = match_on(
        {"lvt-1": afloat("1526", homeward=True), "lvt-2": afloat("1426"), "lvt-3": afloat("1427"),
         **KEEPER}, policy=WAIT, phase="impulse-2", **CALM)  # fmt: skip
    do(game, "next", 1)
    assert unit(game, "lvt-1").at in ("1425", "1428")


def test_6_5_a_full_beach_lets_it_home_to_the_pool() -> None:
    entry = betio().beaches["red2"].entry
    full: Units = {f"lvt-{n}": afloat(hex, "red2") for n, hex in enumerate(entry, 2)}
    game = match_on(full | {"lvt-1": afloat("1634", "red2", homeward=True), **KEEPER},
                    policy=WAIT, phase="impulse-2", **CALM)  # fmt: skip
    do(game, "next", 1)
    assert unit(game, "lvt-1").at == "pool"


def test_6_5_a_pinned_craft_sits_its_impulse_out_before_it_goes_home() -> None:
    game = match_on({"lvt-1": afloat("1626", homeward=True, pins=1), **KEEPER}, **CALM)
    do(game, "next", 1)
    assert (unit(game, "lvt-1").at, unit(game, "lvt-1").pins) == ("1626", 0)
    do(game, "next")
    do(game, "next", 1)
    assert unit(game, "lvt-1").at == "pool"


def test_6_5_an_amtrac_whose_passenger_dies_goes_home() -> None:
    units = boat("lvt-1", "3/8A", "1926")
    units["3/8A"]["steps"] = 1
    game = match_on(units | KEEPER, **CALM)
    do(game, "next", 1, STEP, 1)
    craft = unit(game, "lvt-1")
    assert (unit(game, "3/8A").at, craft.homeward, craft.course, craft.at) == ("lost", True, "", "1926")


def test_6_5_a_higgins_boat_whose_passenger_dies_on_the_reef_goes_home() -> None:
    units = boat("lcvp-1", "3/8A", "1926")
    units["3/8A"]["steps"] = 1
    game = match_on(units | KEEPER, turn=11, **CALM)
    do(game, "next", 1, STEP, 1)
    assert (unit(game, "lcvp-1").homeward, unit(game, "lcvp-1").at) == (True, "1926")
    do(game, "next")
    do(game, "next", 1)
    assert unit(game, "lcvp-1").at == "pool"


def test_6_5_an_emptied_higgins_boat_never_waits() -> None:
    game = match_on({"lcvp-1": afloat("1626", homeward=True), **KEEPER}, turn=11, policy=WAIT, **CALM)
    do(game, "next", 1)
    assert unit(game, "lcvp-1").at == "pool"


def test_3_homeward_craft_alone_are_moved_without_fire_or_suppression() -> None:
    units: Units = {"lvt-1": afloat("2627", homeward=True), "2/8A": {"at": "2627", "landed": 1}}
    game = match_on(units | {"1/10": {"at": "schedule"}}, phase="embark")
    done = do(game, "next")
    assert [fact["to"][:2] for fact in facts(done, "went-homeward")] == ["19", "14"]
    assert (game.state.turn, game.state.phase, unit(game, "lvt-1").at) == (2, "actions", "pool")
    assert rolls(done, "japanese-fire") == []
    do(game, "next", LEAST, *NEW_TURN)
    assert (game.state.turn, game.state.phase, unit(game, "lvt-1").at) == (3, "embark", "pool")


def test_6_5_an_amtrac_that_unloads_on_the_pier_is_home_in_the_next_impulse() -> None:
    game = match_on(boat("lvt-1", "3/8A", "1430"), **CALM)
    do(game, "unload lvt-1 1431")
    do(game, "next", 1, 1)
    assert (unit(game, "lvt-1").at, unit(game, "lvt-1").homeward) == ("1430", True)
    do(game, "next")
    do(game, "next", 1)
    assert unit(game, "lvt-1").at == "pool"


def test_6_5_from_every_landing_hex_there_is_a_way_home() -> None:
    for beach in betio().beaches.values():
        for hex in beach.landing:
            units: Units = {"lvt-1": afloat(hex, beach.id, homeward=True), "1/10": {"at": "schedule"}}
            game = match_on(units, phase="embark")
            do(game, "next", *NEW_TURN)
            assert unit(game, "lvt-1").at == "pool", hex


# ── The tide falls


@pytest.mark.parametrize("load", ["3/8A", "3/8E"])
def test_6_3_as_the_tide_falls_foot_passengers_wade_on_from_their_boat(load: str) -> None:
    game = match_on(boat("lcvp-1", load, "1826"), turn=13, phase="suppression-3")
    done = do(game, "next", *NEW_TURN)
    assert {"rule": "6.3", "unit": load, "hex": "1826", "beach": "red3"} in facts(done, "wades-on")
    assert (game.state.turn, unit(game, load).at, unit(game, load).beach) == (14, "1826", "red3")
    assert unit(game, "lcvp-1").at == "pool"


@pytest.mark.parametrize("load", ["1/10", "supply:3/8"])
def test_6_3_as_the_tide_falls_other_loads_are_lost(load: str) -> None:
    units = boat("lcvp-1", load, "1826") | {"2/8A": afloat("1926")}
    game = match_on(units, turn=13, phase="suppression-3", **NO_SUPPLY)
    done = do(game, "next", *NEW_TURN)
    assert facts(done, "stock-lost") == []
    assert (unit(game, "lcvp-1").at, unit(game, "lcvp-1").load) == ("pool", "")
    if load == "1/10":
        assert unit(game, "1/10").at == "lost"
    assert game.state.stock == 0


@pytest.mark.parametrize("at", ["1826", "2627"])
def test_6_3_as_the_tide_falls_empty_boats_are_in_the_pool(at: str) -> None:
    game = match_on({"lcvp-1": afloat(at, homeward=True), "2/8A": afloat("1926")}, turn=13, phase="suppression-3")
    do(game, "next", *NEW_TURN)
    assert unit(game, "lcvp-1").at == "pool"


@pytest.mark.parametrize(
    ("turn", "craft", "at"), [(12, "lcvp-1", "1826"), (13, "lvt-1", "1826"), (13, "lcvp-1", "1426")]
)
def test_6_3_the_tide_takes_only_higgins_boats_on_the_reef_at_the_end_of_turn_13(
    turn: int, craft: str, at: str
) -> None:
    game = match_on(boat(craft, "3/8A", at), turn=turn, phase="suppression-3")
    do(game, "next", *NEW_TURN)
    assert (game.state.turn, unit(game, "3/8A").at, unit(game, craft).at) == (turn + 1, f"in:{craft}", at)


# ── Lost craft


@pytest.mark.parametrize(("craft", "load", "half"), [("lvt", "3/8A", 3), ("lcvp", "3/8A", 2), ("lcm", "stuart-1", 2)])
def test_7_2_6_of_two_lost_craft_of_a_kind_one_returns_on_its_back_side(craft: str, load: str, half: int) -> None:
    units: Units = boat(f"{craft}-2", load, "1426", steps=1) | {f"{craft}-1": {"at": "lost"}} | KEEPER
    game = match_on(units, craft_lost={craft: 1}, **CALM)
    done = do(game, "next", 1, STEP, *([1] if craft == "lvt" else []))
    assert facts(done, "craft-returned") == [{"rule": "7.2.6", "craft": f"{craft}-1", "steps": half}]
    back = unit(game, f"{craft}-1")
    assert (back.at, back.steps, back.on_back) == ("pool", half, True)
    assert unit(game, f"{craft}-2").at == "lost"
    assert game.state.craft_lost[craft] == 0


def test_7_2_6_one_lost_craft_does_not_return_nor_one_of_each_of_two_kinds() -> None:
    units: Units = boat("lcvp-2", "3/8A", "1426", steps=1) | {"lvt-1": {"at": "lost"}}
    game = match_on(units, craft_lost={"lvt": 1}, **CALM)
    done = do(game, "next", STEP)
    assert facts(done, "craft-returned") == []
    assert game.state.craft_lost == {"lvt": 1, "lcvp": 1}
    assert unit(game, "lcvp-2").at == unit(game, "lvt-1").at == "lost"
