"""Chapters 16 to 22: chances as exact numbers, worked out by hand from the tables and compared with every die."""

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any

import pytest

from tarawa_cli.games.malta.model.board import distance
from tarawa_cli.games.malta.model.charts import CHARTS
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.rules.ch19_drops import drift, marker_modifiers, roll_jump, series_modifiers
from tarawa_cli.kernel.board.dice import GivenDice
from tarawa_cli.kernel.engine.play import Play
from tarawa_cli.kernel.errors import NeedDice
from tests.malta.common import HELD, order, table
from tests.malta.test_04_day_in_order import delayed

FAR: dict[str, Any] = {"2rwk": "0605"}
BOX = "follow-up:south"
Shares = dict[Hashable, Fraction]


def shares(act: Callable[[tuple[int, ...]], Hashable]) -> Shares:
    """What comes of something by chance: it is done with every row of dice that it can take."""
    found: Shares = {}
    ahead: list[tuple[int, ...]] = [()]
    while ahead:
        dice = ahead.pop()
        try:
            end = act(dice)
        except NeedDice:
            ahead += [(*dice, die) for die in range(1, 7)]
        else:
            found[end] = found.get(end, Fraction(0)) + Fraction(1, 6 ** len(dice))
    return found


def counted(whole: int, *numbers: int) -> Shares:
    """The chances of 0, 1, 2… out of so many."""
    return {count: Fraction(number, whole) for count, number in enumerate(numbers) if number}


# ── 19.41 Drift

DRIFTS = {
    -1: counted(216, 90, 101, 11, 11, 1, 1, 1),
    0: counted(216, 60, 113, 17, 17, 3, 3, 3),
    1: counted(1296, 216, 678, 139, 140, 33, 34, 35, 21),
}
"""0 to 6 hexes of drift, and more, by the sum of the modifiers.

At 0, of 36 rolls 10 are on target, 16 one hex, 7 half a die (1, 2 or 3 hexes), 3 a die: one hex is 16/36 + 7/108 +
3/216 = 113/216. At +1 it is 6, 15, 9, 5, and one roll of two dice: 7 to 12 hexes are 21/36 of 1/36.
"""


@pytest.mark.parametrize(
    ("nation", "alone", "plus"), [("german", False, -1), ("italian", False, 0), ("german", True, 1)]
)
def test_19_41_how_far_a_marker_drifts(nation: str, alone: bool, plus: int) -> None:
    state = table(FAR, alone=alone, turn="29jun-am", phase="airborne")

    def hexes(dice: tuple[int, ...]) -> int:
        play = Play(state, GivenDice(dice))
        found = drift(play, "1310", roll_jump(play, marker_modifiers(state, nation), "x", "x"), "x")
        return min(7, distance("1310", found)) if found else 7

    assert shares(hexes) == DRIFTS[plus]


@pytest.mark.parametrize(
    ("units", "guns", "on_target"),
    [
        (["fj-kroh"], [], 15),
        (["fj-kroh", "fj-pio"], ["laa-32"], 10),
        (["ii-folgore"], [], 10),
        (["fj-pio", "folg-gua"], [], 10),
        (["ii-folgore"], ["haa-7"], 6),
        (["fj-kroh"], ["haa-7", "laa-32"], 6),
        (["ii-folgore"], ["haa-7", "laa-32", "haa-4"], 1),
    ],
)
def test_19_41_how_many_rolls_of_36_put_a_series_on_target(units: list[str], guns: list[str], on_target: int) -> None:
    """Guns three hexes off count. At +3 only the 2 is left."""
    state = table(FAR | dict.fromkeys(guns, "1413"), turn="29jun-am", phase="airborne")
    plus = series_modifiers(state, state.named(units), "1410")
    found = shares(lambda dice: roll_jump(Play(state, GivenDice(dice)), plus, "x", "x"))
    assert found["on-target"] == Fraction(on_target, 36)


# ── 19.46 Losses of jumpers


@pytest.mark.parametrize(
    ("at", "units", "sixths"),
    [("1514", {}, 0), ("1314", {}, 1), ("1514", {"laa-32": "1614"}, 1), ("1314", {"laa-32": "1414"}, 2)],
)
def test_19_46_how_often_pioneers_are_lost_where_they_fall(at: str, units: dict[str, Any], sixths: int) -> None:
    """1314 is a town."""
    plan = {"x": {"turn": "29jun-am", "marker": at, "nation": "german", "series": ["fj-pio"]}}

    def lost(dice: tuple[int, ...]) -> bool:
        state = table(FAR | units | {"fj-pio": "air"}, turn="29jun-am", phase="airborne", plan=plan, policy=HELD)
        order(state, "next", 1, 1, 1, 1, *dice)
        return state.units["fj-pio"].at == "lost"

    assert shares(lost).get(True, 0) == Fraction(sixths, 6)


# ── 18.5, 18.6 Landing


def landed(dice: tuple[int, ...], allied: str) -> tuple[bool, int]:
    """Pioneers land in 1516: whether they live, and what is left of the Devons."""
    units = {"fri-gen": "wave:1516:1", "2d": allied}
    state = table(units, turn="29jun-am", phase="coast-fire", policy=HELD)
    order(state, "next", *dice)
    return state.units["fri-gen"].at == "1516", state.units["2d"].steps


def test_18_5_two_hexes_off_the_enemy_one_of_six_drowns() -> None:
    assert shares(lambda dice: landed(dice, "1614")) == {(True, 3): Fraction(5, 6), (False, 3): Fraction(1, 6)}


def test_18_6_next_to_a_battalion_five_of_nine_do_not_get_through() -> None:
    """2/3 are not lost; the battalion's 6 hit on 5 and 6, so 2/3 x 2/3 live; their 2 hit on a 6."""
    assert shares(lambda dice: landed(dice, "1615")) == {
        (False, 3): Fraction(5, 9),
        (True, 3): Fraction(4, 9) * Fraction(5, 6),
        (True, 2): Fraction(4, 9) * Fraction(1, 6),
    }


@pytest.mark.parametrize(
    ("strength", "sixths"), [(0, 0), (1, 1), (3, 1), (4, 2), (7, 2), (8, 3), (12, 3), (13, 4), (40, 4)]
)
def test_18_6_how_many_faces_hit_at_the_waterline(strength: int, sixths: int) -> None:
    chart = CHARTS.table("waterline")
    column = chart.column_for(strength, heads="strength")
    assert sum(chart.result(die, column) == "X" for die in range(1, 7) if column) == sixths


# ── 16.12, 16.55, 16.56, 17.5 Fire


def test_16_12_what_two_dice_cost_a_battalion_that_lands() -> None:
    def steps_lost(dice: tuple[int, ...]) -> int:
        units = {**FAR, "lspz-1": "air", "laa-32": "1611"}
        state = table(units, turn="1jul-am", phase="axis-movement", control={"axis": ["1613"]})
        order(state, "airland lspz-1 1613")
        order(state, "next", *dice)
        return state.lost_steps

    assert shares(steps_lost) == counted(36, 25, 10, 1)


def firing(target: str, units: dict[str, Any], dice: tuple[int, ...]) -> State:
    state = table({**FAR, "cg-ben6": "2016", **units}, turn="29jun-am", phase="coast-fire", policy=HELD)
    order(state, "next")
    order(state, f"shoot cg-ben6 {target}", *dice)
    return state


@pytest.mark.parametrize(("at", "sunk"), [("2020", Fraction(11, 36)), ("2019", Fraction(5, 9))])
def test_16_55_two_factors_at_a_ship(at: str, sunk: Fraction) -> None:
    """1 - (5/6)^2, and 1 - (2/3)^2 within three hexes."""
    found = shares(lambda dice: firing("oriani", {"oriani": at}, dice).units["oriani"].at)
    assert found["lost"] == sunk


@pytest.mark.parametrize(("beach", "out_of_36"), [("1616", (25, 10, 1)), ("1816", (16, 16, 4))])
def test_16_56_two_factors_at_a_wave_box(beach: str, out_of_36: tuple[int, ...]) -> None:
    """1616 is four hexes from Fort Benghisa, 1816 two, so that its gun makes the landing itself dangerous (18.5)."""

    def drowned(dice: tuple[int, ...]) -> int:
        box = f"wave:{beach}:1"
        units = {"i-87": "pool", "i-87-1": box, "i-87-2": box}
        state = table({**FAR, "cg-ben6": "2016", **units}, turn="29jun-am", phase="coast-fire", policy=COAST)
        events = order(state, "next", *dice)
        return sum(event.type == "unit-lost" and event.rule == "16.56" for event in events)

    assert shares(drowned) == counted(36, *out_of_36)


COAST = {"axis": HELD["axis"], "allied": HELD["allied"] | {"coast": "landing"}}


def test_17_5_a_strike() -> None:
    def struck(dice: tuple[int, ...]) -> str:
        state = table(FAR | {"cg-ben6": "2016"}, turn="30jun-am", phase="air-strikes")
        order(state, "strike cg-ben6", *dice)
        return "silenced" if state.silenced else state.units["cg-ben6"].at

    assert shares(struck) == {"2016": Fraction(1, 2), "silenced": Fraction(1, 6), "lost": Fraction(1, 3)}


# ── 17.6, 17.8, 21.2, 22.39: one die


def test_17_6_the_royal_navy() -> None:
    def ships(dice: tuple[int, ...]) -> tuple[int, bool]:
        units = {**FAR, "i-33": "1513", "gorizia": "1320", "oriani": "1419", "ascari": "1520", "i-88": BOX}
        state = table(units, turn="1jul-am", phase="royal-navy", policy=HELD)
        order(state, "next", *dice)
        if state.question:
            order(state, "decide oriani")
            order(state, "decide ascari")
        return sum(bool(state.units[ship].steps) for ship in ("gorizia", "oriani", "ascari")), state.royal_navy == 6

    sixth = Fraction(1, 6)
    assert shares(ships) == {(3, False): sixth, (1, False): 2 * sixth, (0, False): 2 * sixth, (0, True): sixth}


@pytest.mark.parametrize(("mates", "back"), [({}, Fraction(1, 2)), ({"fj-kroh-2": "1515"}, Fraction(2, 3))])
def test_17_8_stragglers(mates: dict[str, Any], back: Fraction) -> None:
    def whole(dice: tuple[int, ...]) -> bool:
        company = {"fj-kroh": "pool", "fj-kroh-1": {"at": "1515", "reduced": True}}
        state = table(FAR | company | mates, turn="29jun-noon", phase="axis-status")
        order(state, "next", *dice)
        return not state.units["fj-kroh-1"].reduced

    assert shares(whole)[True] == back


def test_21_2_where_a_division_lands_alone() -> None:
    def zone(dice: tuple[int, ...]) -> str:
        state = table(FAR | {"i-87": "follow-up:east"}, alone=True, turn="29jun-am", phase="approach")
        order(state, "next", *dice)
        return state.units["i-87"].at.removeprefix("follow-up:")

    assert shares(zone) == {
        "south": Fraction(1, 2), "east": Fraction(1, 3), "north": Fraction(1, 12), "west": Fraction(1, 12),
    }  # fmt: skip


def test_22_39_a_zone_in_three_is_late() -> None:
    def late(dice: tuple[int, ...]) -> bool:
        state = delayed(FAR | {"fri-gen": BOX})
        order(state, "next", *dice)
        return bool(state.delayed)

    assert shares(late) == {True: Fraction(1, 3), False: Fraction(2, 3)}


# ── 20.3


@pytest.mark.parametrize(
    ("steps", "axis", "out_of_36"),
    [(17, "1513", 0), (18, "1513", 1), (24, "1513", 3), (30, "1513", 6), (42, "1513", 15), (30, "1613 1714", 1)],
)
def test_20_3_how_many_rolls_of_36_call_the_invasion_off(steps: int, axis: str, out_of_36: int) -> None:
    """Two dice + P/2 - L/2 of -1 or less, L a third of the steps: 18 steps take 3 off, 30 take 5. P is 4 at the end."""

    def over(dice: tuple[int, ...]) -> str:
        units = {"i-33": "1513", "2rwk": "0605"}
        state = table(
            units, None, turn="5jul-noon", phase="allied-combat", lost_steps=steps, control={"axis": axis.split()}
        )
        order(state, "next", *dice)
        return state.outcome

    assert shares(over).get("called-off", 0) == Fraction(out_of_36, 36)


# ── 14.4, 14.43: what becomes of a leader


def test_14_4_a_third_each_is_killed_wounded_and_away_and_a_wound_takes_one_to_six_turns() -> None:
    def fate(dice: tuple[int, ...]) -> str:
        units = {"i-33": "1513", "smith": "1512", "2rwk": "1410"}
        state = table(units, turn="30jun-noon", phase="axis-movement")
        order(state, "move i-33 1512", *dice)
        return state.units["smith"].at

    third, turns = Fraction(1, 3), ("30jun-pm", "30jun-night", "1jul-am", "1jul-noon", "1jul-pm", "1jul-night")
    assert shares(fate) == {"lost": third, "1410": third} | {f"track:{turn}": third / 6 for turn in turns}
