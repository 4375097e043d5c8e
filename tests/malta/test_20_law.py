"""20.3, 4.41 and 22, sentence by sentence: what no other test of them would notice."""

from typing import Any

import pytest

from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.rules.ch20_22_victory_scenarios import is_reached, lost_equivalents, pressure
from tarawa_cli.kernel.game import Setup
from tests.malta.common import HELD, order, refused, table
from tests.malta.test_04_day_in_order import delayed, rolled
from tests.malta.test_20_surrender import CITIES, dusk

BOX = "follow-up:south"


# ── P and L


def test_20_3_p_needs_control_and_fears_combat_units_alone() -> None:
    units = {"i-33": "1513", "2rwk": "0605", "haa-7": "1612", "rn-1": "1614"}
    assert pressure(dusk(units, control={"axis": ["1613"]})) == 3, "guns and security companies next door do not matter"
    assert pressure(dusk({"i-33": "1613", "2rwk": "0605"})) == 0, "who stands there without control has nothing"


def test_20_3_steps_lost_at_sea_count_and_ships_and_staffs_do_not() -> None:
    units = {"i-33": "1513", "2rwk": "0605", "gorizia": "1320", "i-88": BOX, "hq-fri": BOX}
    state = table(
        units | {"carboni": BOX}, turn="30jun-night", phase="allied-combat", policy={"allied": {"hits": "hold"}}
    )
    order(state, "next", 1, 1, 6)
    assert (state.units["i-88"].at, state.units["gorizia"].at, state.lost_steps) == ("lost", "lost", 3)


def test_20_3_a_ship_that_is_sunk_and_an_allied_gun_that_is_taken_are_no_axis_steps() -> None:
    coast = {"axis": HELD["axis"], "allied": HELD["allied"] | {"coast": "ships"}}
    state = table(
        {"oriani": "2019", "cg-ben6": "2016", "2rwk": "0605"}, turn="29jun-am", phase="coast-fire", policy=coast
    )
    order(state, "next", 6, 6)
    assert (state.units["oriani"].at, state.lost_steps) == ("lost", 0)
    land = table({"i-33": "1513", "haa-7": {"at": "1512", "steps": 1}, "2rwk": "0605"}, policy=HELD)
    order(land, "attack i-33 --on 1512", 3, 4)
    assert (land.units["haa-7"].steps, land.lost_steps) == (0, 0)


# ── The order of the questions


def test_20_3_every_city_comes_before_everything_else() -> None:
    """Nobody of the Axis is left, and still Malta has surrendered."""
    state = dusk({"2rwk": "0605"}, control={"axis": CITIES})
    order(state, "next")
    assert state.outcome == "surrender"


def test_20_3_four_cities_of_five_are_not_every_city() -> None:
    state = dusk(control={"axis": CITIES[:4]})
    order(state, "next", 3, 4)
    assert state.outcome == ""


def test_20_3_losses_do_not_hold_a_surrender_back() -> None:
    """P 24 and a double six make 24, whatever has been lost."""
    held = [
        "1613",
        "1811",
        "1112",
        "1211",
        "1911",
        "1916",
        "0811",
        "1113",
        "1209",
        "1409",
        "1710",
        "1712",
        "1714",
        "2016",
        "2114",
        "2116",
    ]
    state = dusk(control={"axis": [*held, "1513"]}, lost_steps=60)
    assert pressure(state) == 24
    order(state, "next", 6, 6)
    assert state.outcome == "surrender"


@pytest.mark.parametrize("unit", ["hq-liv", "fj-art", "carboni"])
def test_20_3_whoever_does_not_fight_keeps_nothing_going(unit: str) -> None:
    state = dusk({"2rwk": "0605", unit: "1716"})
    order(state, "next")
    assert state.outcome == "called-off"


def test_20_3_a_company_in_a_wave_box_is_still_to_land() -> None:
    state = dusk({"2rwk": "0605", "fri-gen": "wave:1416:2"})
    order(state, "next", 3, 4)
    assert state.outcome == ""


def test_20_3_with_nobody_ashore_on_29_june_the_game_goes_on() -> None:
    state = dusk({"2rwk": "0605"}, turn="29jun-noon")
    order(state, "next")
    assert state.outcome == ""


def test_20_3_from_the_morning_of_30_june_two_dice_at_the_end_of_every_turn() -> None:
    for turn in ("30jun-am", "30jun-noon", "30jun-pm", "30jun-night"):
        state = dusk(turn=turn)
        dice = (1, 1, 1) if turn == "30jun-night" else ()
        assert rolled(order(state, "next", 3, 4, *dice))[0] == ("20.3", "Malta")


# ── 22: goals and options


def test_22_a_scenario_with_a_goal_ends_on_its_last_turn_and_not_before() -> None:
    state = GAME.begin(Setup("hal-far"))
    state.plan, state.phase, state.turn = {}, "allied-combat", 3
    state.control = {"1916", "1714"}
    order(state, "next")
    assert (state.outcome, state.box.id) == ("", "29jun-night")
    state.phase = "allied-combat"
    order(state, "next")
    assert state.outcome == "axis"


@pytest.mark.parametrize(
    ("axis", "won"),
    [("1916 1714", True), ("1916 1613", True), ("1916 1211", True), ("1916", False), ("1714 1613 1211", False)],
)
def test_22_hal_far_is_hal_far_and_one_more_airfield(axis: str, won: bool) -> None:
    state = GAME.begin(Setup("hal-far"))
    state.control = set(axis.split())
    assert is_reached(state) is won


def test_22_losses_are_counted_by_companies_and_rounded_up() -> None:
    state = GAME.begin(Setup("south-beach"))
    assert lost_equivalents(state) == 0
    state.units["i-87"].steps = 2
    assert lost_equivalents(state) == 1
    state.units["i-88"].steps = 1
    assert lost_equivalents(state) == 1
    state.units.put(state.units["fri-gen"], "lost")
    state.units["fri-gen"].steps = 0
    assert lost_equivalents(state) == 2


def test_22_39_without_the_option_nobody_is_late_and_the_dice_are_for_zones_with_somebody() -> None:
    units: dict[str, Any] = {"fri-gen": BOX, "2rwk": "0605"}
    plain = table(units, turn="29jun-am", phase="axis-status")
    assert rolled(order(plain, "next")) == []
    assert rolled(order(delayed(units), "next", 1)) == [("22.39", "south")]
    assert rolled(order(delayed(units, turn="29jun-noon"), "next")) == []


def test_22_39_a_late_wave_lands_with_the_next_turn_though_its_zone_was_late() -> None:
    state = delayed({"fri-gen": "wave:1416:1", "2rwk": "0605"}, turn="29jun-noon", phase="embark", delayed=["south"])
    order(state, "next")
    assert state.units["fri-gen"].at == "1416"


def test_21_1_alone_no_jump_is_planned_at_the_start() -> None:
    assert GAME.begin(Setup("herkules")).plan
    assert GAME.begin(Setup("herkules", options={"alone": True})).plan == {}


def test_22_variants_bring_their_units_into_the_battle() -> None:
    state = GAME.begin(Setup("herkules", options={"with": "8ko,88cn,v-folgore,39b"}))
    assert [state.units[id].at for id in ("8ko", "88cn", "v-folgore", "39b")][1:] == [BOX, "air", "air"]
    assert state.units["8ko"].on_map
    assert state.units["1ches"].at == "absent"


def test_22_own_set_up_takes_no_stack_above_the_limit_and_no_unit_of_the_enemy() -> None:
    state = GAME.begin(Setup("herkules", options={"setup": "own"}))
    for unit in ("1h", "1d", "2d"):
        order(state, f"place {unit} 1813")
    assert refused(state, "place 3komr 1813").rule == "7"
    assert refused(state, "place gorizia 1418").rule == "22"
    assert refused(state, "place haa-7 1418").rule == "22", "fortress troops go anywhere on land"


def test_18_2_a_scenarios_plan_puts_a_division_with_all_that_is_attached_off_its_zone() -> None:
    text = '[scenario]\nid = "x"\nname = "X"\n[plan.approach]\nfriuli = "north"\n'
    state = GAME.begin(Setup("x.toml", source=text))
    assert {state.units[id].at for id in ("i-87", "bafile", "hq-xxx", "carboni")} == {"follow-up:north"}
    assert state.units["i-33"].at == "follow-up:east"
