"""5: the pre-invasion bombardment."""

import pytest

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.model.own_tables import check_own
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.game import Setup
from tests.tarawa.common import modifiers, refused
from tests.tarawa.playing_reef import afloat, do, facts, match_on, new_match, rolls, shot_at, unit
from tests.tarawa.tables import TABLES
from tests.tarawa.tools import words

AREAS = words("beak green temakin pocket red2 red3 triangle taxiway black1 black2 eastend tail takarongo")


ONE_MORE = {"bombardment": {str(die): str(die + 1) for die in range(1, 9)}}
"""A table of the player's own: one chit more than the die, so that a 1 wins two."""


def few_chits(**values: object) -> Match[State]:
    """The campaign at its start, with bombardments that may win few chits, and values of the player's own."""
    own = {"tables": TABLES["tables"] | ONE_MORE, "values": TABLES["values"] | values}
    check_own(own, "the test")
    return Match(GAME, Setup("campaign", tables=own), None)


def match_with_blanks() -> Match[State]:
    """With a cup that holds five blanks, too."""
    return few_chits(cup={"0": 5, "-1": 6, "-2": 3})


@pytest.mark.parametrize(("die", "chits"), [(1, 4), (2, 5), (3, 5), (4, 5), (5, 6), (6, 6)])
def test_5_1_the_roll_wins_four_to_six_chits(die: int, chits: int) -> None:
    match = new_match()
    do(match, "bombard", die)
    assert (match.state.chits_due, match.state.delay) == (chits, 0)


@pytest.mark.parametrize(("delay", "die", "chits"), [(1, 1, 5), (1, 6, 7), (2, 1, 5), (2, 6, 8)])
def test_5_1_each_impulse_given_up_adds_one(delay: int, die: int, chits: int) -> None:
    match = new_match()
    done = do(match, f"bombard --delay {delay}", die)
    (roll,) = rolls(done, "bombardment")
    assert modifiers(roll) == {"impulse given up" if delay == 1 else "impulse given up ×2": delay}
    assert (roll["rule"], roll["total"]) == ("5.1", die + delay)
    assert (match.state.chits_due, match.state.delay) == (chits, delay)


def test_5_1_a_delay_of_nothing_is_the_same_as_none() -> None:
    match = new_match()
    assert do(match, "bombard --delay 0", 3).command == "bombard"
    assert match.state.delay == 0


@pytest.mark.parametrize("delay", ["3", "-1", "x", ""])
def test_5_1_at_most_two_impulses_can_be_given_up(delay: str) -> None:
    match = new_match()
    if delay:
        with pytest.raises(BadOrder):
            session.perform(match, ["bombard", "--delay", delay], [3])
    else:
        with pytest.raises(BadOrder):
            session.perform(match, ["bombard", "--delay"], [3])
    assert match.state.chits_due == 0


def test_5_1_the_fleet_bombards_once() -> None:
    match = few_chits()
    do(match, "bombard", 1)
    error = refused(match, "bombard")
    assert (error.rule, error.hint) == ("5.1", "chits beak green")
    do(match, error.hint, 1, 1, 1, 2)
    error = refused(match, "bombard")
    assert (error.rule, error.hint) == ("5.1", "next")


def test_5_1_nobody_goes_on_before_the_bombardment_and_its_chits() -> None:
    match = few_chits()
    error = refused(match, "next")
    assert (error.rule, error.hint) == ("5.1", "bombard")
    do(match, "bombard", 2)
    error = refused(match, "next")
    assert (error.rule, error.hint) == ("5.1", "chits beak green temakin")


def test_5_1_chits_come_after_the_bombardment_and_once() -> None:
    match = few_chits()
    error = refused(match, "chits red2")
    assert (error.rule, error.hint) == ("5.1", "bombard")
    do(match, "bombard", 1)
    do(match, "chits red2 red3", 1, 1, 1, 2)
    error = refused(match, "chits beak green")
    assert (error.rule, error.hint) == ("5.1", "next")


@pytest.mark.parametrize("areas", ["red2", "red2 red3 green"])
def test_5_1_as_many_areas_as_chits_are_named(areas: str) -> None:
    match = few_chits()
    do(match, "bombard", 1)
    error = refused(match, f"chits {areas}")
    assert error.rule == "5.1"
    assert error.hint.startswith("chits red2")
    assert len(error.hint.split()) == 3


def test_5_1_an_area_takes_one_chit() -> None:
    match = few_chits()
    do(match, "bombard", 1)
    error = refused(match, "chits red2 red2")
    assert (error.rule, error.hint) == ("5.1", "chits red2 beak")


@pytest.mark.parametrize(
    ("dice", "chit"),
    [
        ((1, 1), -2), ((2, 3), -2), ((2, 4), -1), ((3, 1), -1), ((3, 2), 0),
        ((3, 3), -2), ((4, 5), -2), ((4, 6), -1), ((5, 3), -1), ((5, 4), 0),
    ],
)  # fmt: skip
def test_5_1_the_cup_counts_nine_twos_four_ones_and_a_blank_twice_round(dice: tuple[int, int], chit: int) -> None:
    """Throws 1 to 14 are the chits, 15 to 28 the same chits once more."""
    match = few_chits()
    do(match, "bombard", 1)
    do(match, "chits red2 red3", *dice, 1, 1)
    assert match.state.chits["red2"] == chit


@pytest.mark.parametrize(
    ("dice", "chit"),
    [
        ((1, 1), -2), ((1, 3), -2), ((1, 4), -1), ((2, 3), -1), ((2, 4), 0), ((3, 2), 0),
        ((3, 3), -2), ((3, 5), -2), ((3, 6), -1), ((4, 5), -1), ((4, 6), 0), ((5, 4), 0),
    ],
)  # fmt: skip
def test_5_1_a_cup_of_ones_own_counts_its_blanks_last(dice: tuple[int, int], chit: int) -> None:
    """Three -2s, six -1s and five blanks, twice round."""
    match = match_with_blanks()
    do(match, "bombard", 1)
    do(match, "chits red2 red3", *dice, 1, 1)
    assert match.state.chits["red2"] == chit


def test_5_1_a_draw_above_the_second_round_is_drawn_again() -> None:
    """Of 14 chits two rounds are 28, and 29 is 5 5; of the 13 left two rounds are 26, and 27 is 5 3."""
    match = few_chits()
    do(match, "bombard", 1)
    do(match, "chits red2 red3", 5, 5, 6, 6, 1, 1, 5, 3, 1, 1)
    assert match.state.chits == {"red2": -2, "red3": -2}


def test_5_1_a_chit_that_is_drawn_has_left_the_cup() -> None:
    """After a -2 the ninth place of the cup is a -1, after another the eighth; thirteen, twelve, eleven are left."""
    match = few_chits()
    do(match, "bombard", 3)
    done = do(match, "chits red3 red2 green beak", 2, 3, 2, 3, 2, 2, 2, 2)
    assert match.state.chits == {"red3": -2, "red2": -1, "green": -2, "beak": -1}
    assert [len(pick["among"]) for pick in facts(done, "pick")] == [14, 13, 12, 11]
    assert match.state.chits_due == 0


def test_5_1_the_cup_counts_from_the_strongest_chit_down_however_a_file_of_tables_lists_it() -> None:
    match = match_with_blanks()
    do(match, "bombard", 1)
    do(match, "chits red2 red3", 1, 1, 5, 2)
    assert match.state.chits == {"red2": -2, "red3": 0}


def test_5_1_nine_chits_leave_five_in_the_cup() -> None:
    """The ninth draw is among six, one -2, four -1s and the blank: one die."""
    match = few_chits()
    do(match, "bombard --delay 2", 6)
    done = do(match, f"chits {' '.join(AREAS[:9])}", *[1, 1] * 8, 2)
    assert list(match.state.chits.values()) == [-2, -2, -2, -2, -2, -2, -2, -2, -1]
    assert facts(done, "pick")[-1]["among"] == words("-2 -1 -1 -1 -1 0")


def test_5_1_bombardment_belongs_to_turn_1() -> None:
    match = match_on({"3/8A": afloat("1926")})
    for order in ("bombard", "chits red2"):
        assert refused(match, order).rule == "5.1"


def test_5_1_other_orders_are_referred_to_the_bombardment() -> None:
    match = new_match()
    assert refused(match, "suppress red2").hint == "bombard"


def chit_modifier(chits: dict[str, int], turn: int = 2) -> dict[str, int]:
    return modifiers(shot_at(match_on({"3/8A": afloat("1926")}, chits=chits, turn=turn), 1))


@pytest.mark.parametrize("chit", [-1, -2])
def test_5_2_a_chit_lowers_japanese_fire_from_its_area(chit: int) -> None:
    assert chit_modifier({"red3": chit})["bombardment chit"] == chit


def test_5_2_a_blank_or_another_areas_chit_lowers_nothing() -> None:
    assert "bombardment chit" not in chit_modifier({"red3": 0, "red2": -2})


def test_5_2_chits_do_not_help_the_ships_guns() -> None:
    match = match_on({"3/8A": afloat("1926")}, chits={"red3": -2}, phase="suppression-1")
    (roll,) = rolls(do(match, "suppress red3", 3), "marine-fire")
    assert modifiers(roll) == {"ships' guns by day": 2}


def to_next_turn(turn: int, chits: dict[str, int], *dice: int) -> dict[str, int]:
    """The chits that are left; the dice are for shore support and, from turn 3 on, supply points."""
    match = match_on({"3/8A": afloat("1926")}, chits=chits, turn=turn, phase="suppression-3")
    do(match, "next", *dice)
    assert (match.state.turn, match.state.phase) == (turn + 1, "impulse-1")
    return match.state.chits


def test_5_2_in_turn_2_twos_become_ones_and_the_rest_go() -> None:
    assert to_next_turn(1, {"red3": -2, "red2": -1, "green": 0, "beak": -2}, 3) == {"red3": -1, "beak": -1}


def test_5_2_in_turn_3_all_chits_go() -> None:
    assert to_next_turn(2, {"red3": -1, "beak": -1}, 3, 1) == {}


def test_5_2_chits_stay_all_through_turn_1() -> None:
    match = match_on({"3/8A": afloat("1926", pins=2)}, chits={"red3": -2, "red2": 0}, turn=1, phase="impulse-3")
    do(match, "next", 1)
    assert match.state.phase == "suppression-3"
    assert match.state.chits == {"red3": -2, "red2": 0}
    assert unit(match, "3/8A").at == "1926"


def test_5_1_what_was_won_is_in_the_save() -> None:
    match = match_with_blanks()
    do(match, "bombard --delay 1", 1)
    assert GAME.load(match.setup, GAME.dump(match.state)).chits_due == 3
    do(match, "chits red3 red2 green", 1, 1, 1, 3, 2, 2)
    again = GAME.load(match.setup, GAME.dump(match.state))
    assert (again.chits, again.delay) == ({"green": 0, "red2": -1, "red3": -2}, 1)
