"""4.1: the initial segment of a day, in its order; 14.43, 17: weather, air strikes, aides, the Royal Navy."""

from fractions import Fraction
from typing import Any

import pytest

from tarawa_cli.games.malta.game import GAME, MALTESE
from tarawa_cli.games.malta.legal import odds
from tarawa_cli.games.malta.legal.offers import commands
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.orders.morning_and_air import Strike
from tarawa_cli.games.malta.players.invasion import strike
from tarawa_cli.games.malta.rules.ch09_combat.attacking import air_markers
from tarawa_cli.games.malta.rules.ch17_special_rules import strikes_left
from tests.malta.common import order, refused, table, told
from tests.malta.mornings import FAR, GUNS, dawn, morning

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
        ("30jun-am", "clear", 0, 2),
        ("30jun-am", "cloudy", 0, 1),
        ("30jun-am", "rain", 0, 0),
        ("30jun-night", "clear", 0, 0),
        ("2jul-am", "clear", 6, 2),
        ("2jul-am", "cloudy", 6, 0),
        ("2jul-am", "clear", 5, 2),
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


def test_17_5_a_second_strike_is_not_flown_at_a_gun_that_is_destroyed() -> None:
    state = morning(GUNS, "air-strikes")
    order(state, "strike cg-benghisa cg-benghisa cg-ben6", 6, 1)
    assert strikes_left(state) == 2


@pytest.mark.parametrize(("die", "left"), [(3, True), (4, True), (5, False)])
def test_17_5_a_second_strike_is_flown_at_a_silenced_gun(die: int, left: bool) -> None:
    state = morning(GUNS, "air-strikes")
    events = order(state, "strike cg-benghisa cg-benghisa", 4, die)
    assert (strikes_left(state), len(told(events, "gun-silenced"))) == (2, 1)
    assert (bool(state.units["cg-benghisa"].steps), "cg-benghisa" in state.silenced) == (left, left)
    later = morning(GUNS, "air-strikes", silenced=["cg-benghisa"])
    assert "strike coast-gun-2016" in GAME.legal.legal(later)
    order(later, "strike cg-benghisa", 5)
    assert later.units["cg-benghisa"].at == "lost"


def test_17_5_the_computer_strikes_guns_that_are_ready_before_silenced_ones() -> None:
    state = morning(GUNS, "air-strikes", silenced=["cg-benghisa", "cg-dummy"])
    found = strike(state)
    assert found is not None
    assert found[0].text() == "strike cg-ben6"


def test_17_5_the_chances_of_strikes_exactly() -> None:
    """One strike: 1/3 destroyed, 1/6 silenced. A second one is flown unless the first has destroyed the gun: 2/3."""
    state = morning(GUNS, "air-strikes")
    one = odds.strike_forecast(state, Strike(("coast-gun-2016",)))
    assert one.guns["coast-gun-2016"] == {
        "destroyed": Fraction(1, 3), "silenced": Fraction(1, 6), "ready to fire": Fraction(1, 2),
    }  # fmt: skip
    two = odds.strike_forecast(state, Strike(("coast-gun-2016", "coast-gun-2016")))
    assert two.guns["coast-gun-2016"] == {
        "destroyed": Fraction(5, 9), "silenced": Fraction(7, 36), "ready to fire": Fraction(1, 4),
    }  # fmt: skip
    assert two.flown == {1: Fraction(1, 3), 2: Fraction(2, 3)}
    assert "destroyed 55.6 %" in two.text()
    assert two.facts()["guns"]["coast-gun-2016"]["silenced"]["exact"] == "7/36"
    assert state.strikes == 0


def test_17_5_strikes_are_refused_with_a_reason() -> None:
    state = morning(GUNS, "air-strikes")
    assert "not a coast gun" in refused(state, "strike 2rwk").message
    assert "5 air strikes ordered, 4 left" in refused(state, "strike " + "cg-benghisa " * 5).message
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
