"""Dice: those of the seed, which anyone can work out, and those that the player gives."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.tools import SEED, Game, asked_game, die, manual_game, untouched
from tests.kit import terminal
from tests.kit.waiting import PATIENCE


def test_sha256sum_gives_the_dice(game: Game) -> None:
    done = subprocess.run(
        ["sh", "-c", f"printf '{SEED}:1' | sha256sum"], capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    first = next(byte for byte in bytes.fromhex(done.stdout.split()[0]) if byte < 252)
    assert first % 6 + 1 == die(1)
    assert game.json("bombard")["events"][0]["dice"] == [die(1)]


def test_a_game_uses_the_seeds_dice_one_after_another(game: Game) -> None:
    game.to_impulse()
    game.do("advance --all")
    game.do("next")
    rolled = [value for entry in game.json("log")["entries"] for value in entry["dice"]]
    assert len(rolled) > 8
    assert rolled == [die(number) for number in range(1, len(rolled) + 1)]
    assert game.state["dice"] == len(rolled)


def test_an_undone_die_comes_again(game: Game) -> None:
    first = game.json("bombard")["events"]
    game.do("undo")
    assert game.json("bombard")["events"] == first


def test_an_automatic_game_takes_no_dice(game: Game) -> None:
    with untouched(game.path):
        for words in (["bombard", "--dice", "4"], ["bombard", "--dice", "4", "-n"]):
            result = game(*words)
            assert result.code == 2
            assert "rolls its own dice" in result.err


def test_given_dice_are_used_in_order(tmp_path: Path) -> None:
    game = Game(tmp_path / "game.toml", "--dice", "manual")
    assert game.json("bombard", "--dice", "6")["events"][0]["dice"] == [6]
    assert game.json("log")["entries"][0]["dice"] == [6]
    assert b'"bombard # 6",' in game.bytes


def test_too_many_dice_are_bad_usage_and_nothing_happens(tmp_path: Path) -> None:
    game = manual_game(tmp_path / "game.toml")
    with untouched(game.path):
        result = game("next", "--dice", "6,6,6,6,6,6")
    assert result.code == 2
    assert "too many" in result.err
    with untouched(game.path):
        assert game("policy", "hits", "step", "--dice", "1").code == 2


def test_too_few_dice_say_how_many_and_for_what(tmp_path: Path) -> None:
    game = Game(tmp_path / "game.toml", "--dice", "manual")
    result = game("bombard")
    assert result.code == 4
    assert "at least 1 die is needed, 0 given; die 1 is for Pre-invasion Bombardment" in result.err
    game.do("bombard --dice 1")
    with untouched(game.path):
        result = game(*game.legal[0].split(), "--dice", "1,")
    assert result.code == 4
    assert "at least 2 dice are needed, 1 given; die 2 is for the chit for" in result.err


@pytest.mark.parametrize("dice", ["7", "0", "-1", "x", "4,x", "4;2", "１", "4.0", ",", " ", "44", "1" * 5000])
def test_bad_dice(tmp_path: Path, dice: str) -> None:
    game = Game(tmp_path / "game.toml", "--dice", "manual")
    with untouched(game.path):
        result = game("bombard", f"--dice={dice}")
    assert result.code == 2
    assert "numbers from 1 to 6" in result.err


@pytest.mark.parametrize("dice", ["4", "4,", " 4 ", "4 "])
def test_dice_may_be_written_with_spaces(tmp_path: Path, dice: str) -> None:
    game = Game(tmp_path / "game.toml", "--dice", "manual")
    assert game("bombard", "--dice", dice).code == 0


def test_a_dry_run_needs_no_dice(tmp_path: Path) -> None:
    game = Game(tmp_path / "game.toml", "--dice", "manual")
    with untouched(game.path):
        assert game("bombard", "-n").code == 0


def test_a_decision_takes_its_own_dice(tmp_path: Path) -> None:
    game = asked_game(tmp_path / "game.toml")
    with untouched(game.path):
        assert game("decide", "step").code == 4
    answers = (game("decide", "step", "--dice", value) for value in range(1, 7))
    assert next(answer for answer in answers if answer.code == 0)
    assert game.state["pending"] is None
    assert game("verify").code == 0
    assert game.journal[-1].startswith("decide step --dice ")


def test_on_a_terminal_dice_are_asked_for_one_by_one(tmp_path: Path) -> None:
    game = Game(tmp_path / "game.toml", "campaign", "--dice", "manual")
    told = typed(game, ["bombard"], "9\n4\n")
    assert "die 1, Pre-invasion Bombardment (1 to 6; Enter gives up): " in told
    assert "dice are numbers from 1 to 6" in told
    assert "the fleet wins" in told
    assert game.json("log")["entries"][-1]["dice"] == [4]


def test_whoever_gives_up_has_done_nothing(tmp_path: Path) -> None:
    game = Game(tmp_path / "game.toml", "campaign", "--dice", "manual")
    with untouched(game.path):
        told = typed(game, ["bombard"], "\n")
    assert "at least 1 die is needed" in told


def test_elsewhere_nobody_is_asked(tmp_path: Path) -> None:
    game = Game(tmp_path / "game.toml", "campaign", "--dice", "manual")
    with untouched(game.path):
        assert game("bombard", stdin=b"4\n").code == 4


def typed(game: Game, words: list[str], text: str) -> str:
    """What a command prints on a terminal where somebody types a text."""
    return terminal.printed([sys.executable, "-m", "tarawa_cli", *words, "--save", str(game.path)], typed=text)
