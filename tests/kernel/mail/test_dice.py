"""Hash chains and dice of a sitting, against the formulas written out with hashlib."""

from hashlib import sha256

import pytest

from tarawa_cli.kernel.mail import dice

GAME, END = "0123456789abcdef" * 2, "c0ffee" * 10 + "beef"


def text_hash(text: str) -> str:
    return sha256(text.encode("ascii")).hexdigest()


def test_a_field_a_line_and_none_at_the_end() -> None:
    assert dice.hashed("a", 1, "b") == text_hash("a\n1\nb")


def test_a_link_is_the_hash_of_the_one_after_it() -> None:
    links = {dice.LENGTH: END}
    for index in range(dice.LENGTH - 1, -1, -1):
        links[index] = text_hash(f"tarawa-link/1\n{GAME}\naxis\n2\n{index}\n{links[index + 1]}")
    for index in (0, 1, 2, 2047, dice.LENGTH - 1, dice.LENGTH):
        assert dice.link(GAME, "axis", 2, END, index) == links[index]
    assert len(set(links.values())) == 4097
    assert dice.before(GAME, "axis", 2, 7, links[8]) == links[7]


@pytest.mark.parametrize("other", [("f" * 32, "axis", 2), (GAME, "allied", 2), (GAME, "axis", 3)])
def test_chains_of_other_games_sides_and_numbers_have_other_links(other: tuple[str, str, int]) -> None:
    assert dice.link(*other, END, 4000) != dice.link(GAME, "axis", 2, END, 4000)


def test_the_root_is_made_of_the_anchors_the_sitting_and_two_links() -> None:
    found = dice.root(GAME, ("a" * 64, "b" * 64), 5, "allied", "c" * 64, "d" * 64)
    assert found == text_hash(
        "\n".join(["tarawa-sitting/1", GAME, "a" * 64, "b" * 64, "5", "allied", "c" * 64, "d" * 64])
    )


def test_a_die_is_the_first_byte_below_252() -> None:
    for number in range(1, 400):
        digest = sha256(f"tarawa-die/1\n{END}\n3 axis-combat 1911\n{number}".encode()).digest()
        byte = next(byte for byte in digest if byte < 252)
        assert dice.die(END, "3 axis-combat 1911", number) == byte % 6 + 1


def test_dice_are_fair() -> None:
    thrown = [dice.die(END, "label", number) for number in range(1, 6001)]
    assert all(900 < thrown.count(face) < 1100 for face in range(1, 7))


def test_what_is_a_hash_or_a_game_is_strict() -> None:
    assert dice.is_hash("0" * 64)
    assert dice.is_game("f" * 32)
    for wrong in ("0" * 63, "0" * 65, "A" * 64, "g" * 64, "0" * 63 + "\n", " " + "0" * 63, "\u0660" * 64, ""):
        assert not dice.is_hash(wrong)
    for wrong in ("0" * 31, "0" * 33, "A" * 32, "0" * 31 + "\n", ""):
        assert not dice.is_game(wrong)


def test_games_and_ends_are_new_each_time() -> None:
    assert dice.is_game(dice.new_game())
    assert dice.is_hash(dice.new_end())
    assert len({dice.new_game() for _ in range(9)} | {dice.new_end() for _ in range(9)}) == 18
