"""4.1: the initial segment of a day; 12.54, 14.43, 16.25, 17: what happens in it, with scripted dice."""

from fractions import Fraction
from typing import Any

import pytest

from tarawa_cli.games.malta.choices import odds_of_strikes
from tarawa_cli.games.malta.choices.legal import commands
from tarawa_cli.games.malta.model.charts import CHARTS
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.orders.morning import Strike
from tarawa_cli.games.malta.rules.ch09.support import air_markers
from tarawa_cli.games.malta.rules.ch17.strikes import strikes_left
from tarawa_cli.games.malta.sides import MALTESE
from tests.malta.common import may, order, refused, table, told

FAR: dict[str, Any] = {"i-33": "1513", "2rwk": "0810"}
"""Two battalions out of each other's way."""
GUNS: dict[str, Any] = {"cg-benghisa": "2016", "cg-ben6": "2016", "cg-dummy": "1509"}


def dawn(units: dict[str, Any], turn: str = "30jun-am", **keys: Any) -> State:
    """The last moment before a morning; nothing is landed, because the Axis control nothing."""
    before = CHARTS.turn(CHARTS.turn_numbers[turn] - 1).id
    return table(FAR | units, turn=before, phase="allied-combat", **keys)


def morning(units: dict[str, Any], phase: str, turn: str = "30jun-am", **keys: Any) -> State:
    return table(FAR | units, turn=turn, phase=phase, **keys)


# ── The order


def test_4_1_everything_comes_in_the_order_of_the_book() -> None:
    units = GUNS | {"hq-south": {"at": "lost"}, "1d": {"at": "1810", "steps": 2}, "rn-2": "1810", "gorizia": "1320"}
    units |= {"i-87": {"at": "1716", "steps": 2}, "hq-malta": "1710"}
    held = {"axis": ["1716"]}
    state = dawn(units, "3jul-am", control=held, strongpoints=["0807"])
    seen = [event.facts["phase"] for event in order(state, "next", 2, 3) if event.type == "phase-begun"]
    while state.phase != "axis-movement":
        dice = {"absorb": (1, 2)}.get(state.phase, ())
        events = order(state, "decide done" if state.question else "next", *dice)
        seen += [event.facts["phase"] for event in events if event.type == "phase-begun"]
    wanted = ["weather", "air-strikes", "aides", "replacements", "absorb", "ammunition", "dismantle"]
    assert [phase for phase in seen if phase in wanted] == wanted


def test_4_1_there_is_no_morning_before_noon() -> None:
    state = table(FAR | GUNS, turn="30jun-am", phase="allied-combat", strongpoints=["0807"])
    order(state, "next")
    assert (state.box.id, state.phase) == ("30jun-noon", "axis-movement")


# ── Weather


@pytest.mark.parametrize(("dice", "weather"), [((4, 4), "clear"), ((4, 5), "cloudy"), ((5, 6), "rain")])
def test_17_2_two_dice_make_the_weather(dice: tuple[int, int], weather: str) -> None:
    state = dawn({})
    order(state, "next", *dice)
    assert state.weather == weather


def test_17_2_the_chances_of_the_weather_exactly() -> None:
    shares = {"clear": Fraction(26, 36), "cloudy": Fraction(7, 36), "rain": Fraction(3, 36)}
    found: dict[str, Fraction] = {}
    for dice in [(one, other) for one in range(1, 7) for other in range(1, 7)]:
        state = dawn({})
        order(state, "next", *dice)
        found[state.weather] = found.get(state.weather, Fraction(0)) + Fraction(1, 36)
    assert found == shares


@pytest.mark.parametrize(
    ("turn", "weather", "navy", "markers"),
    [
        ("29jun-am", "clear", 0, 4),
        ("30jun-am", "clear", 0, 3),
        ("30jun-am", "cloudy", 0, 1),
        ("30jun-am", "rain", 0, 0),
        ("30jun-night", "clear", 0, 0),
        ("2jul-am", "clear", 6, 2),
        ("2jul-am", "cloudy", 6, 0),
        ("2jul-am", "clear", 5, 3),
    ],
)
def test_17_2_17_6_air_markers_by_weather(turn: str, weather: str, navy: int, markers: int) -> None:
    state = table(FAR, turn=turn, weather=weather, royal_navy=navy, phase="axis-support")
    assert air_markers(state) == markers


# ── Air strikes


@pytest.mark.parametrize(("die", "left", "silent"), [(3, True, False), (4, True, True), (5, False, False)])
def test_17_5_a_strike_misses_silences_or_destroys(die: int, left: bool, silent: bool) -> None:
    state = morning(GUNS, "air-strikes")
    order(state, "strike cg-benghisa", die)
    assert (bool(state.units["cg-benghisa"].steps), "cg-benghisa" in state.silenced) == (left, silent)
    assert strikes_left(state) == 3


@pytest.mark.parametrize(
    ("turn", "weather", "navy", "number"),
    [
        ("29jun-am", "clear", 0, 6),
        ("30jun-am", "clear", 0, 4),
        ("30jun-am", "cloudy", 0, 2),
        ("30jun-am", "rain", 0, 0),
        ("2jul-am", "clear", 6, 2),
        ("2jul-am", "cloudy", 6, 1),
    ],
)
def test_17_5_how_many_strikes_a_day_has(turn: str, weather: str, navy: int, number: int) -> None:
    assert strikes_left(morning(GUNS, "air-strikes", turn, weather=weather, royal_navy=navy)) == number


def test_17_5_a_second_strike_is_not_flown_at_a_gun_that_is_out_of_action() -> None:
    state = morning(GUNS, "air-strikes")
    order(state, "strike cg-benghisa cg-benghisa cg-ben6", 6, 1)
    assert strikes_left(state) == 2
    again = morning(GUNS, "air-strikes")
    order(again, "strike cg-benghisa cg-benghisa", 1, 4)
    assert again.silenced == {"cg-benghisa"}


def test_17_5_the_chances_of_strikes_exactly() -> None:
    """One strike: 1/3 destroyed, 1/6 silenced. A second one is flown only if the first has missed: 1/2."""
    state = morning(GUNS, "air-strikes")
    one = odds_of_strikes.forecast(state, Strike(("coast-gun-2016",)))
    assert one.guns["coast-gun-2016"] == {
        "destroyed": Fraction(1, 3), "silenced": Fraction(1, 6), "ready to fire": Fraction(1, 2),
    }  # fmt: skip
    two = odds_of_strikes.forecast(state, Strike(("coast-gun-2016", "coast-gun-2016")))
    assert two.guns["coast-gun-2016"] == {
        "destroyed": Fraction(1, 2), "silenced": Fraction(1, 4), "ready to fire": Fraction(1, 4),
    }  # fmt: skip
    assert two.flown == {1: Fraction(1, 2), 2: Fraction(1, 2)}
    assert "destroyed 50.0 %" in two.text()
    assert two.facts()["guns"]["coast-gun-2016"]["silenced"]["exact"] == "1/4"
    assert state.strikes == 0


def test_17_5_strikes_are_refused_with_a_reason() -> None:
    state = morning(GUNS, "air-strikes", silenced=["cg-ben6"])
    assert refused(state, "strike cg-ben6").message.endswith("silent already, until the next morning")
    assert "not a coast gun" in refused(state, "strike 2rwk").message
    assert "4 air strikes are left" in refused(state, "strike " + "cg-benghisa " * 5).message
    assert "air-strikes" in refused(morning(GUNS, "absorb"), "strike cg-ben6").message


def test_17_5_a_silenced_gun_speaks_again_in_the_morning() -> None:
    state = dawn(GUNS, silenced=["cg-ben6"])
    order(state, "next", 1, 1)
    assert (state.silenced, state.phase) == (set(), "air-strikes")


def test_16_5_a_dummy_that_is_hit_is_gone() -> None:
    state = morning(GUNS, "air-strikes")
    order(state, "strike cg-dummy", 4)
    assert (state.units["cg-dummy"].at, state.units["cg-dummy"].revealed) == ("lost", True)


def test_24_3_the_axis_strike_guns_by_their_hexes_and_learn_no_names() -> None:
    state = morning(GUNS, "air-strikes")
    known = MALTESE.view(state, "axis")
    assert "strike coast-gun-2016-2" in list(commands(known))
    events = order(state, "strike coast-gun-2016-2", 4)
    assert state.silenced == {"cg-ben6"}
    assert "cg-ben6" not in repr([MALTESE.seen_event(event, "axis") for event in events])
    assert MALTESE.view(state, "axis").silenced == {"coast-gun-2016-2"}


# ── Aides and headquarters


def test_14_43_an_aide_is_one_worse_and_comes_to_a_headquarters() -> None:
    state = dawn({"ramcke": {"at": "lost"}, "hq-ramcke": "1514", "fj-kroh": "1515"})
    order(state, "next", 1, 1)
    assert (state.units["ramcke"].at, state.units["ramcke"].rating, state.units["ramcke"].steps) == ("1514", 3, 1)


def test_14_43_no_aide_is_worse_than_1() -> None:
    state = dawn({"ramcke": {"at": "lost", "rating": 1}, "hq-ramcke": "1514"})
    order(state, "next", 1, 1)
    assert state.units["ramcke"].rating == 1


def test_14_43_without_a_headquarters_he_goes_to_his_men_and_without_them_he_waits() -> None:
    state = dawn({"ramcke": {"at": "lost"}, "fj-kroh": "1515"})
    order(state, "next", 1, 1)
    assert state.units["ramcke"].at == "1515"
    nobody = dawn({"ramcke": {"at": "lost"}})
    order(nobody, "next", 1, 1)
    assert nobody.units["ramcke"].at == "lost"


def test_14_43_at_sea_or_in_the_air_with_his_headquarters() -> None:
    for place in ("follow-up:south", "air"):
        leader, headquarters = ("carboni", "hq-fri") if place != "air" else ("ramcke", "hq-ramcke")
        state = dawn({leader: {"at": "lost"}, headquarters: place})
        order(state, "next", 1, 1)
        if state.phase == "plan-drops":
            order(state, "next")
        assert state.units[leader].at == place


def test_14_43_the_owner_chooses_among_several_places() -> None:
    state = dawn({"gort": {"at": "lost"}, "hq-malta": "1810", "hq-north": "1210"})
    order(state, "next", 1, 1)
    assert MALTESE.to_act(state) == "allied"
    assert refused(state, "next").rule == "24.2"
    order(state, "decide 1210")
    assert (state.units["gort"].at, state.phase) == ("1210", "axis-movement")


def test_8_1_a_headquarters_comes_back_with_a_battalion_before_the_aides() -> None:
    state = dawn({"ramcke": {"at": "lost"}, "hq-ramcke": {"at": "lost"}, "fj-kroh": "1515", "fj-pio": "1614"})
    events = order(state, "next", 1, 1)
    assert [event.type for event in events if event.type in ("headquarters-back", "aide-arrived")] == [
        "headquarters-back",
        "aide-arrived",
    ]
    assert state.units["hq-ramcke"].at == state.units["ramcke"].at == "1515"


def test_8_1_an_allied_one_with_its_brigade_else_with_any_battalion() -> None:
    state = dawn({"hq-south": {"at": "lost"}, "1d": "1711"})
    order(state, "next", 1, 1)
    assert state.units["hq-south"].at == "1711"
    other = dawn({"hq-south": {"at": "lost"}})
    order(other, "next", 1, 1)
    assert other.units["hq-south"].at == "0810"


# ── Replacements


def tired(**more: Any) -> dict[str, Any]:
    return {"i-87": {"at": "1716", "steps": 2}, "ii-folgore": {"at": "1516", "steps": 1}} | more


def test_17_4_six_steps_on_3_july_one_a_battalion() -> None:
    state = morning(tired(), "replacements", "3jul-am")
    order(state, "replace i-87 ii-folgore")
    assert (state.units["i-87"].steps, state.units["ii-folgore"].steps) == (3, 2)
    assert "had its step" in refused(state, "replace ii-folgore").message


@pytest.mark.parametrize(
    ("unit", "sheet", "why"),
    [
        ("fj-kroh", {"at": "1716", "steps": 2}, "Italian infantry"),
        ("lspz-1", {"at": "1716", "steps": 2}, "Italian infantry"),
        ("i-87", {"at": "1716"}, "full strength"),
        ("i-87", {"at": "1716", "steps": 2, "supplied": False}, "out of supply"),
        ("i-87", {"at": "0811", "steps": 2}, "enemy is next to it"),
        ("i-87", {"at": "follow-up:south", "steps": 2}, "not a battalion on the map"),
    ],
)
def test_17_4_who_gets_none(unit: str, sheet: dict[str, Any], why: str) -> None:
    assert why in refused(morning({unit: sheet}, "replacements", "3jul-am"), f"replace {unit}").message


def test_17_4_no_seventh_step() -> None:
    names = ["i-87", "ii-87", "iii-87", "i-88", "ii-88", "iii-88", "i-34"]
    hexes = ["1716", "1716", "1715", "1715", "1616", "1616", "1516"]
    units = {name: {"at": at, "steps": 2} for name, at in zip(names, hexes, strict=True)}
    state = morning(units, "replacements", "3jul-am")
    assert "6 steps are left" in refused(state, f"replace {' '.join(names)}").message
    order(state, f"replace {' '.join(names[:6])}")
    assert "replace i-34" not in list(commands(state))


def test_17_4_on_no_other_day() -> None:
    state = dawn(tired(), "4jul-am")
    order(state, "next", 1, 1)
    assert state.phase == "axis-movement"


# ── Security companies


def test_17_4_a_security_company_goes_into_a_battalion() -> None:
    state = morning({"1d": {"at": "1810", "steps": 2}, "rn-2": "1810"}, "absorb")
    assert list(commands(state)) == ["absorb rn-2 1d", "next"]
    order(state, "absorb rn-2 1d")
    assert (state.units["1d"].steps, state.units["rn-2"].at) == (3, "lost")
    assert "not a security company" in refused(state, "absorb rn-2 1d").message


@pytest.mark.parametrize(("answer", "steps"), [("always", 3), ("never", 2)])
def test_24_2_a_standing_answer_absorbs_or_does_not(answer: str, steps: int) -> None:
    policy = {"allied": {"absorb": answer}}
    state = dawn({"1d": {"at": "1810", "steps": 2}, "rn-2": "1810"}, policy=policy)
    order(state, "next", 1, 1)
    assert (state.phase, state.units["1d"].steps) == ("axis-movement", steps)


def test_17_4_only_in_its_own_hex_and_only_after_losses() -> None:
    state = morning({"1d": {"at": "1811", "steps": 2}, "10komr": "1810", "rn-2": "1810"}, "absorb")
    assert "not in 1810" in refused(state, "absorb rn-2 1d").message
    assert "lost nothing" in refused(state, "absorb rn-2 10komr").message


# ── Ammunition


@pytest.mark.parametrize(
    ("sky", "dice", "stock"),
    [((1, 1), (3, 4), 12 + 11), ((4, 5), (3, 4), 12 + 7), ((6, 6), (5,), 12 + 5)],
)
def test_12_54_ammunition_is_landed_by_the_weather(sky: tuple[int, ...], dice: tuple[int, ...], stock: int) -> None:
    state = dawn({}, control={"axis": ["1716"]})
    order(state, "next", *sky, *dice)
    assert state.stock == stock


def test_12_54_at_most_49() -> None:
    state = dawn({}, control={"axis": ["1613"]}, stock=45)
    assert told(order(state, "next", 1, 1, 3, 4), "ammunition-landed") == [{"landed": 4, "stock": 49}]


@pytest.mark.parametrize("held", ["1716", "2015", "1714"])
def test_12_54_over_a_beach_a_port_or_an_airfield(held: str) -> None:
    state = dawn({}, control={"axis": [held]})
    order(state, "next", 1, 1, 1, 1)
    assert state.stock == 18


def test_12_54_nothing_without_one_and_after_the_navys_6_only_by_air() -> None:
    state = dawn({}, control={"axis": ["1513"]})
    order(state, "next", 1, 1)
    assert state.stock == 12
    beach = dawn({}, "2jul-am", control={"axis": ["1716"]}, royal_navy=6)
    order(beach, "next", 1, 1)
    assert beach.stock == 12
    field = dawn({}, "2jul-am", control={"axis": ["1613"]}, royal_navy=6)
    order(field, "next", 1, 1, 5)
    assert field.stock == 17


# ── Strongpoints


def test_16_25_every_second_strongpoint_brings_engineers() -> None:
    units = {"hq-malta": "1810", "hq-north": "1210", "re-24": "pool", "re-173": "pool"}
    state = morning(units, "dismantle", strongpoints=["0710", "0807", "0908"])
    order(state, "dismantle 0807")
    assert (state.dismantled, state.units["re-24"].at) == (1, "pool")
    order(state, "dismantle 0908 --at hq-north")
    assert (state.strongpoints, state.units["re-24"].at) == ({"0710"}, "1210")
    order(state, "dismantle 0710")
    assert state.units["re-173"].at == "pool"


def test_16_25_not_next_to_the_axis_and_only_where_one_stands() -> None:
    state = morning({"i-34": "0708"}, "dismantle", strongpoints=["0807", "2015"])
    assert "next to it" in refused(state, "dismantle 0807").message
    assert "no strongpoint stands" in refused(state, "dismantle 0908").message
    assert not may(state, "dismantle 2015 --at 2rwk")


def test_16_25_engineers_wait_for_a_headquarters() -> None:
    state = morning({"re-24": "pool"}, "dismantle", strongpoints=["0710", "0807"])
    order(state, "dismantle 0710 0807")
    assert state.units["re-24"].at == "pool"


def test_24_2_dismantle_never_passes_the_phase() -> None:
    state = dawn({}, strongpoints=["2015"], policy={"allied": {"dismantle": "never"}})
    order(state, "next", 1, 1)
    assert state.phase == "axis-movement"


def test_16_25_the_allies_are_asked_from_30_june_on() -> None:
    state = dawn({}, strongpoints=["2015"])
    order(state, "next", 1, 1)
    assert (state.phase, MALTESE.to_act(state)) == ("dismantle", "allied")


# ── The Royal Navy

FLEET: dict[str, Any] = {"gorizia": "1320", "garibaldi": "1220", "oriani": "1419"}


def navy(die: int, **more: Any) -> State:
    state = dawn(FLEET | more, "1jul-am")
    order(state, "next", 1, 1, die)
    return state


def test_17_6_a_1_is_nothing() -> None:
    state = navy(1)
    assert all(state.units[ship].steps for ship in FLEET)
    assert state.royal_navy == 1


def test_17_6_at_2_or_3_the_axis_choose_two_ships() -> None:
    state = navy(3)
    assert MALTESE.to_act(state) == "axis"
    order(state, "decide oriani")
    order(state, "decide garibaldi")
    assert [ship for ship in FLEET if state.units[ship].steps] == ["gorizia"]
    assert state.phase == "axis-movement"


@pytest.mark.parametrize("die", [4, 5])
def test_17_6_at_4_or_5_all_ships_leave(die: int) -> None:
    state = navy(die, **{"i-88": "follow-up:south"})
    assert not any(state.units[ship].steps for ship in FLEET)
    assert state.units["i-88"].steps == 3


def test_17_6_at_6_the_transports_are_lost_too() -> None:
    state = navy(6, **{"i-88": "follow-up:south", "hq-xxx": "follow-up:south", "lspz-1": "air"})
    assert (state.units["i-88"].at, state.units["hq-xxx"].at, state.units["lspz-1"].at) == ("lost", "lost", "air")
    assert state.lost_steps == 3, "headquarters are no ground steps"


def test_17_6_only_on_1_july() -> None:
    state = dawn(FLEET, "2jul-am")
    order(state, "next", 1, 1)
    assert state.royal_navy == 0


# ── Stragglers


def straggling(units: dict[str, Any]) -> State:
    fj = {"fj-kroh": {"at": "pool"}, "fj-kroh-1": {"at": "1515", "reduced": True}}
    return table(fj | {"2rwk": "0810"} | units, phase="allied-combat", turn="29jun-am")


@pytest.mark.parametrize(("die", "back"), [(3, True), (4, False)])
def test_17_8_a_reduced_company_gathers_its_men_on_a_3(die: int, back: bool) -> None:
    state = straggling({})
    order(state, "next", die)
    assert state.units["fj-kroh-1"].reduced is not back


@pytest.mark.parametrize(("die", "back"), [(4, True), (5, False)])
def test_17_8_on_a_4_with_another_company_of_its_battalion(die: int, back: bool) -> None:
    state = straggling({"fj-kroh-2": "1515"})
    order(state, "next", die)
    assert state.units["fj-kroh-1"].reduced is not back


def test_17_8_not_next_to_an_enemy_combat_unit() -> None:
    state = straggling({"2d": "1615"})
    order(state, "next")
    assert state.units["fj-kroh-1"].reduced


def test_17_4_a_battalion_whose_company_is_elsewhere_lacks_nothing() -> None:
    state = table(
        {"i-33": {"at": "1616", "steps": 2}, "i-33-3": "1615", "ii-33": {"at": "1515", "steps": 2}},
        turn="3jul-am",
        phase="replacements",
    )
    assert "it is at full strength" in refused(state, "replace i-33").message
    order(state, "replace ii-33")
    assert state.units["ii-33"].steps == 3
