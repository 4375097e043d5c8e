"""16.5 to 16.79: coast guns and warships."""

from fractions import Fraction
from typing import Any

import pytest

from tarawa_cli.games.malta.game import GAME, MALTESE
from tarawa_cli.games.malta.legal.odds import sea_forecast
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.orders.sea import Embark, Shoot
from tarawa_cli.games.malta.rules.ch16_special_units.planes_and_ships import berths
from tests.malta.common import HELD, asked, may, order, refused, table, told

BOX = "follow-up:south"


def sea(units: dict[str, Any], **keys: Any) -> State:
    return table(units, **{"turn": "29jun-am", "phase": "ships", "policy": HELD} | keys)


def answers(coast: str, **axis: str) -> dict[str, dict[str, str]]:
    return {"axis": HELD["axis"] | axis, "allied": HELD["allied"] | {"coast": coast}}


# ── 16.7 Warships


def test_16_7_ships_are_placed_at_least_two_hexes_from_land() -> None:
    state = sea({"gorizia": "pool", "oriani": "pool", "2rwk": "0810"})
    assert refused(state, "place gorizia 1414").rule == "16.7"
    assert refused(state, "place gorizia 1417").rule == "16.7"
    order(state, "place gorizia 1418")
    assert state.units["gorizia"].at == "1418"
    assert refused(state, "place gorizia 1419").rule == "16.7"


def test_16_7_berths_are_ocean_and_nothing_near_them_is_land() -> None:
    from tarawa_cli.games.malta.model.board import malta, neighbours

    land = malta().land
    assert "1418" in berths()
    assert all(at not in land and not land.intersection(neighbours(at)) for at in berths())


def test_16_71_ships_sail_over_ocean_up_to_their_movement_once_a_turn() -> None:
    state = sea({"gorizia": "1418", "fri-gen": "1416", "2rwk": "0810"}, phase="axis-movement", control={"axis": "1416"})
    assert refused(state, "sail gorizia 1416").rule == "16.71"
    assert refused(state, "sail gorizia 2501").rule == "16.71"
    assert refused(state, "move gorizia 1419").rule == "16.71"
    order(state, "sail gorizia 2218")
    assert state.units["gorizia"].at == "2218"
    assert refused(state, "sail gorizia 1418").rule == "16.71"


# ── 16.79 Ships at coast guns


GUNS = {"gorizia": "1919", "oriani": "1919", "cg-benghisa": "2016", "fri-gen": BOX}


@pytest.mark.parametrize(
    ("ship", "die", "gone"),
    [("gorizia", 4, False), ("gorizia", 5, True), ("gorizia", 6, True), ("oriani", 5, False), ("oriani", 6, True)],
)
def test_16_79_six_destroys_a_gun_and_five_from_heavy_guns(ship: str, die: int, gone: bool) -> None:
    state = sea(GUNS, phase="coast-fire", silenced=["cg-benghisa"])
    order(state, f"shoot {ship} cg-benghisa")
    assert state.units[ship].fired
    order(state, "next", die)
    assert (state.units["cg-benghisa"].steps == 0) is gone


def test_16_79_a_ship_has_one_target_in_range_and_only_a_coast_gun() -> None:
    state = sea(GUNS | {"cg-madliena": "1409", "1h": "1916"}, phase="coast-fire")
    assert refused(state, "shoot oriani cg-madliena").rule == "16.79"
    assert refused(state, "shoot gorizia 1h").rule == "16.79"
    assert refused(state, "shoot 1h gorizia").rule == "16.79"
    order(state, "shoot gorizia cg-benghisa")
    assert refused(state, "shoot gorizia cg-benghisa").rule == "16.79"
    assert "first" in refused(state, "shoot cg-benghisa gorizia").message


def test_16_5_the_axis_name_a_gun_face_down_by_its_hex() -> None:
    state = sea(GUNS, phase="coast-fire", silenced=["cg-benghisa"])
    view = MALTESE.view(state, "axis")
    assert may(view, "shoot gorizia coast-gun-2016")
    order(state, "shoot gorizia coast-gun-2016")
    assert state.aims == {"gorizia": "cg-benghisa"}
    assert MALTESE.view(state, "axis").aims == {"gorizia": "coast-gun-2016"}


# ── 16.55 Coast guns at ships


def test_16_55_a_die_for_each_factor_and_six_removes_the_ship() -> None:
    state = sea({"gorizia": "2020", "cg-benghisa": "2016", "2rwk": "0810"}, phase="coast-fire", policy=answers("ships"))
    events = order(state, "next", 5, 5, 6)
    rolls = [roll for roll in told(events, "roll") if roll["table"] == "coast-guns"]
    assert ([roll["modifiers"] for roll in rolls], state.units["gorizia"].at) == ([[], [], []], "lost")
    assert state.units["cg-benghisa"].revealed


def test_16_55_one_more_within_three_hexes() -> None:
    state = sea({"gorizia": "2019", "cg-benghisa": "2016", "2rwk": "0810"}, phase="coast-fire", policy=answers("ships"))
    order(state, "next", 4, 4, 5)
    assert state.units["gorizia"].at == "lost"


def test_16_55_results_come_together() -> None:
    state = sea(GUNS, phase="coast-fire", policy=answers("ships"))
    order(state, "shoot gorizia cg-benghisa")
    order(state, "next", 6, 6, 1, 1)
    assert (state.units["gorizia"].at, state.units["cg-benghisa"].at) == ("lost", "lost")


def test_16_55_a_silenced_gun_does_not_fire() -> None:
    state = sea(GUNS, phase="coast-fire", policy=answers("ships"), silenced=["cg-benghisa"])
    assert not told(order(state, "next"), "roll")


def test_16_55_the_allies_are_asked_and_may_name_each_target() -> None:
    state = sea(GUNS, phase="coast-fire")
    order(state, "next")
    assert asked(state) == "coast"
    assert MALTESE.to_act(state) == "allied"
    assert refused(state, "next").rule == "24.2"
    assert refused(state, "shoot cg-benghisa 1516:1").rule == "16.55"
    order(state, "shoot cg-benghisa oriani", 1, 1, 6)
    assert (state.units["oriani"].at, state.units["gorizia"].at) == ("lost", "1919")


# ── 16.56 Coast guns at wave boxes


WAVE = {"i-87-1": "wave:1816:1", "i-87-2": "wave:1816:1", "hq-fri": "wave:1816:1", "i-87": "pool"}


def test_16_56_each_hit_eliminates_a_unit_and_headquarters_come_last() -> None:
    state = sea(WAVE | {"cg-benghisa": "2016"}, phase="coast-fire", policy=answers("landing", steps="ask"))
    order(state, "next", 5, 5, 1)
    assert asked(state) == "sunk"
    order(state, "decide i-87-2")
    assert [state.units[id].steps for id in ("i-87-1", "i-87-2", "hq-fri")] == [0, 0, 1]
    assert state.lost_steps == 2


def test_16_56_a_box_far_off_takes_a_six() -> None:
    units = {"fri-gen": "wave:1416:1", "cg-benghisa": "2016"}
    state = sea(units, phase="coast-fire", policy=answers("landing"))
    order(state, "next", 5, 5, 5)
    assert state.units["fri-gen"].steps == 1


def test_16_56_guns_that_fired_at_ships_do_not_fire_at_waves() -> None:
    units = WAVE | {"gorizia": "2020", "cg-benghisa": "2016"}
    events = order(sea(units, phase="coast-fire", policy=answers("ships")), "next", 1, 1, 1, 1, 1)
    assert [fired["at"] for fired in told(events, "gun-fired")] == ["gorizia"]
    events = order(sea(units, phase="coast-fire", policy=answers("landing")), "next", 1, 1, 1, 1, 1)
    assert [fired["at"] for fired in told(events, "gun-fired")] == ["1816:1"]


def test_16_5_a_dummy_has_nothing_to_fire_with() -> None:
    state = sea(WAVE | {"cg-dummy": "2014"}, phase="coast-fire", policy=answers("landing"))
    assert not told(order(state, "next"), "gun-fired")


def chances(state: State, line: str) -> dict[int, Fraction]:
    given = GAME.read(state, line.split())
    assert isinstance(given, Shoot | Embark)
    return sea_forecast(state, given).shares


def test_16_79_chances_of_a_ship_as_exact_numbers() -> None:
    state = sea(GUNS, phase="coast-fire")
    assert chances(state, "shoot gorizia cg-benghisa") == {0: Fraction(2, 3), 1: Fraction(1, 3)}
    assert chances(state, "shoot oriani cg-benghisa") == {0: Fraction(5, 6), 1: Fraction(1, 6)}


def test_16_55_chances_of_a_gun_as_exact_numbers() -> None:
    """Three factors: beyond three hexes 1 - (5/6)^3, within them 1 - (2/3)^3."""
    state = sea({"gorizia": "2020", "oriani": "2019", "cg-benghisa": "2016", "fri-gen": BOX}, phase="coast-fire")
    order(state, "next")
    assert chances(state, "shoot cg-benghisa gorizia")[1] == Fraction(91, 216)
    assert chances(state, "shoot cg-benghisa oriani")[1] == Fraction(19, 27)


def test_16_56_chances_of_a_wave_box_as_exact_numbers() -> None:
    state = sea(WAVE | {"cg-benghisa": "2016"}, phase="coast-fire")
    order(state, "next")
    shares = chances(state, "shoot cg-benghisa 1816:1")
    assert shares == {0: Fraction(8, 27), 1: Fraction(12, 27), 2: Fraction(6, 27), 3: Fraction(1, 27)}


def test_18_5_landing_losses_as_exact_numbers() -> None:
    units = {"i-87": BOX, "2d": "1615"}
    state = sea(units, phase="embark")
    assert list(chances(state, "embark i-87 --to 1816").values()) == [Fraction(n, 216) for n in (125, 75, 15, 1)]
    assert list(chances(state, "embark i-87 --to 1516").values()) == [Fraction(n, 27) for n in (8, 12, 6, 1)]
    state.units.put(state.units["2d"], "0810")
    assert chances(state, "embark i-87 --to 1516") == {0: 1}
