"""What words mean: any case, unique beginnings, and what absurd ones get."""

import pytest

from tests.cli.tools import Game, untouched

LONG = "1" * 10_000
ABSURD = [
    "9999",
    "0000",
    "2700",
    "0031",
    "27310",
    "273",
    "２７３１",
    "27 31",
    "",
    " ",
    LONG,
    "x" * 10_000,
    "2731\n",
    "٢٧٣١",
]
COMMANDS = [
    ["hex"],
    ["unit"],
    ["area"],
    ["legal"],
    ["units"],
    ["map"],
    ["table"],
    ["rule"],
    ["scenarios"],
    ["chits"],
    ["suppress"],
    ["withdraw"],
    ["advance"],
    ["advance", "lvt-1"],
    ["embark", "2/8A", "lvt-1", "red3"],
    ["unload"],
    ["unload", "lvt-1"],
    ["policy"],
    ["export"],
]


@pytest.mark.parametrize("word", ABSURD)
def test_absurd_words_are_bad_usage(game: Game, word: str) -> None:
    empty_is_all = {"legal", "units", "map", "table", "rule", "scenarios", "policy", "advance", "unload"}
    with untouched(game.path):
        for command in COMMANDS:
            if not word.strip() and command[0] in empty_is_all:
                continue
            result = game(*command, word)
            assert result.code == 2, (command, word, result)
            assert "should not have happened" not in result.err
            assert len(result.err) < 700, "a long word is cut"


def test_what_looks_like_an_option_is_bad_usage(game: Game) -> None:
    for command in COMMANDS:
        assert game(*command, "-1").code == 2


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["unit", "2/8a"], "2/8A"),
        (["unit", "HAW"], "hawkins"),
        (["unit", "LVT-1"], "lvt-1"),
        (["unit", "lcvp-10"], "lcvp-10"),
        (["area", "TEM"], "temakin"),
        (["area", "Red2"], "red2"),
    ],
)
def test_case_does_not_matter_and_beginnings_do(game: Game, words: list[str], meant: str) -> None:
    assert game.json(*words)[words[0]]["id"] == meant


def test_orders_are_kept_in_full(game: Game) -> None:
    game.do("policy HITS Mor")
    game.to_embark()
    game.do("embark 2/8a LVT-3 RED3")
    assert game.journal[0] == "policy hits morale"
    assert game.journal[-1].startswith("embark 2/8A lvt-3 red3 14")


def test_a_whole_name_is_never_ambiguous(game: Game) -> None:
    assert game("unit", "lcvp-1").code == 0
    assert game("unit", "stuart").code == 2


def test_unknown_units_hexes_and_areas_in_orders(game: Game) -> None:
    game.to_embark()
    with untouched(game.path):
        for order in (
            "embark 9/9A lvt-1 red3",
            "embark 2/8A 2/8B red3",
            "embark lvt-1 lvt-2 red3",
            "embark 2/8A lvt-1 nosuch",
            "embark 2/8A lvt-1 red3 9999",
            "embark supply lvt-1 red3",
            "embark supply lvt-1 red3 --for 9/9",
            "embark 2/8A lvt-1",
            "embark",
        ):
            result = game(*order.split())
            assert result.code == 2, order
            assert result.err


def test_click_takes_no_shortened_options(game: Game) -> None:
    assert game("status", "--js").code == 2
    assert game("bombard", "--dry").code == 2
