"""12.54, 16.25, 17.4, 17.8: what a morning brings: replacements, ammunition, engineers, stragglers."""

from typing import Any

import pytest

from tarawa_cli.games.malta.game import MALTESE
from tarawa_cli.games.malta.legal.offers import commands
from tests.malta.common import may, order, refused, table, told
from tests.malta.mornings import dawn, morning, straggling

# ── Replacements


def tired(**more: Any) -> dict[str, Any]:
    return {"i-87": {"at": "1716", "steps": 2}, "ii-folgore": {"at": "1516", "steps": 1}} | more


def test_17_4_six_steps_on_3_july_one_a_battalion() -> None:
    state = morning(tired(), "replacements", "3jul-am")
    order(state, "replace i-87 ii-folgore")
    assert (state.units["i-87"].steps, state.units["ii-folgore"].steps) == (3, 2)
    assert "already received one" in refused(state, "replace ii-folgore").message


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
    assert "7 steps ordered, 6 left" in refused(state, f"replace {' '.join(names)}").message
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
    assert "is at full strength" in refused(state, "absorb rn-2 10komr").message


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
    assert "there is no strongpoint in" in refused(state, "dismantle 0908").message
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


# ── Stragglers


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
