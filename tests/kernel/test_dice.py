"""Dice that anyone can check with a shell."""

import subprocess
from collections import Counter
from fractions import Fraction
from hashlib import sha256
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarawa_cli.kernel.board.dice import AutoDice, GivenDice, auto_die, pick
from tarawa_cli.kernel.errors import NeedDice
from tests.kernel.tools import examples


def die_by_shell(seed: int, number: int) -> int:
    """What the player does: look for the first byte below 252, modulo 6, plus 1."""
    shell = subprocess.run(
        f"printf '{seed}:{number}' | sha256sum", shell=True, capture_output=True, text=True, check=True
    )
    sum_ = shell.stdout.split()[0]
    for place in range(0, 64, 2):
        byte = int(sum_[place : place + 2], 16)
        if byte < 252:
            return byte % 6 + 1
    raise AssertionError("no byte below 252")


@pytest.mark.parametrize(("seed", "number"), [(1943, 1), (1943, 2), (1943, 100), (0, 1), (2**63 - 1, 7)])
def test_a_die_is_what_the_shell_says(seed: int, number: int) -> None:
    assert auto_die(seed, number) == die_by_shell(seed, number)


def test_a_first_byte_of_252_or_more_is_passed_over() -> None:
    numbers = [n for n in range(1, 2000) if sha256(f"1943:{n}".encode()).digest()[0] >= 252]
    assert numbers
    for number in numbers[:3]:
        assert auto_die(1943, number) == die_by_shell(1943, number)


def test_auto_dice_go_on_where_the_game_left_off() -> None:
    whole = AutoDice(1943, 0)
    thrown = [whole.die("") for _ in range(10)]
    later = AutoDice(1943, 6)
    assert [later.die("") for _ in range(4)] == thrown[6:]
    assert later.rolled == thrown[6:]


def test_every_face_comes_up_about_as_often() -> None:
    faces = Counter(auto_die(seed, number) for seed in range(20) for number in range(1, 301))
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    assert all(850 < count < 1150 for count in faces.values())


def test_given_dice_come_in_order_and_run_out() -> None:
    dice = GivenDice([4, 2])
    assert (dice.die("one"), dice.left, dice.die("two"), dice.left) == (4, 1, 2, 0)
    with pytest.raises(NeedDice, match="at least 3 dice are needed, 2 given; die 3 is for the third thing") as caught:
        dice.die("the third thing")
    assert (caught.value.exit_code, caught.value.given, caught.value.purpose) == (4, 2, "the third thing")
    assert dice.rolled == [4, 2]


def test_the_first_missing_die_is_asked_for_in_the_singular() -> None:
    with pytest.raises(NeedDice, match="at least 1 die is needed, 0 given"):
        GivenDice([]).die("anything")


def test_one_thing_is_picked_without_a_die() -> None:
    dice = GivenDice([])
    assert pick(dice, 1, "x") == 0
    assert dice.rolled == []


def dice_for(count: int) -> int:
    """How many dice are read at a time."""
    return 0 if count == 1 else 1 if count <= 6 else 2 if count <= 36 else 3


def every_throw(count: int) -> list[int | None]:
    """What every throw of the dice picks, from all ones to all sixes; None: it is thrown again."""
    throws: list[int | None] = []
    for faces in product(range(1, 7), repeat=dice_for(count)):
        dice = GivenDice(faces)
        try:
            throws.append(pick(dice, count, "x"))
            assert dice.left == 0
        except NeedDice:
            throws.append(None)
    return throws


@pytest.mark.parametrize("count", range(1, 217))
def test_a_pick_counts_the_largest_multiple_round_and_round_and_throws_the_rest_again(count: int) -> None:
    throws = every_throw(count)
    rounds = len(throws) // count
    assert throws == list(range(count)) * rounds + [None] * (len(throws) % count)


@pytest.mark.parametrize("count", range(1, 217))
def test_every_thing_is_picked_equally_often(count: int) -> None:
    picked = Counter(index for index in every_throw(count) if index is not None)
    assert set(picked) == set(range(count))
    assert len(set(picked.values())) == 1


@pytest.mark.parametrize(
    ("count", "dice"),
    [
        (2, Fraction(1)), (3, Fraction(1)), (4, Fraction(6, 4)), (5, Fraction(6, 5)), (6, Fraction(1)),
        (7, 2 * Fraction(36, 35)), (11, 2 * Fraction(36, 33)), (13, 2 * Fraction(36, 26)), (14, 2 * Fraction(36, 28)),
        (19, 2 * Fraction(36, 19)), (36, Fraction(2)), (37, 3 * Fraction(216, 185)), (109, 3 * Fraction(216, 109)),
    ],
)  # fmt: skip
def test_a_pick_takes_so_many_dice_on_average(count: int, dice: Fraction) -> None:
    throws = every_throw(count)
    kept = len(throws) - throws.count(None)
    assert dice_for(count) * Fraction(len(throws), kept) == dice


def test_one_of_eleven_takes_two_dice_thirty_three_times_in_thirty_six() -> None:
    """6 3 is the last throw that counts: 33, the third eleven."""
    assert every_throw(11).count(None) == 3
    for faces, index in {(1, 1): 0, (2, 5): 10, (2, 6): 0, (4, 4): 10, (4, 5): 0, (6, 3): 10}.items():
        assert pick(GivenDice(faces), 11, "x") == index
    for faces in ((6, 4), (6, 5), (6, 6)):
        dice = GivenDice([*faces, *faces, 1, 2])
        assert (pick(dice, 11, "x"), dice.left) == (1, 0)


@pytest.mark.parametrize(("dice", "index"), [((1, 1, 1), 0), ((2, 1, 1), 36), ((2, 1, 2), 0), ((6, 1, 5), 36)])
def test_more_than_thirty_six_things_take_three_dice(dice: tuple[int, ...], index: int) -> None:
    """216 throws, and 185 of them are five times 37."""
    assert pick(GivenDice(dice), 37, "x") == index
    again = GivenDice([6, 1, 6, *dice])
    assert (pick(again, 37, "x"), again.left) == (index, 0)


@given(st.integers(1, 216), st.integers(0, 10**6))
@examples(100)
def test_a_pick_is_always_one_of_the_things(count: int, seed: int) -> None:
    assert 0 <= pick(AutoDice(seed, 0), count, "x") < count


@pytest.mark.parametrize("count", [0, -1, 217])
def test_a_pick_that_dice_cannot_make_is_an_error_and_not_an_endless_loop(count: int) -> None:
    with pytest.raises(ValueError, match="cannot choose"):
        pick(AutoDice(1, 0), count, "x")
