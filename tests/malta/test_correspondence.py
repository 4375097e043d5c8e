"""Two players in two folders at random: nothing goes wrong; and whatever breaks the guard or a seal is found."""

from collections.abc import Callable
from pathlib import Path

import fuzz
import pytest

from tarawa_cli.games.malta.rules.ch24 import seals
from tarawa_cli.kernel import sides
from tests.malta.correspondence import STARTS, Task, Wrong, play

Patch = pytest.MonkeyPatch
SEALED = STARTS[0]


@pytest.fixture(autouse=True)
def alone(in_a_folder: None) -> None:
    """Nobody's side, and tracebacks that are failures."""


@pytest.mark.parametrize("number", range(len(STARTS)))
def test_two_players_in_two_folders_have_no_fault(number: int, tmp_path: Path) -> None:
    seen = play(tmp_path, Task(STARTS[number], number, 25))
    assert seen.total() >= 25


def test_a_sealed_game_comes_to_its_reveal_with_the_file_forged_and_lost_before(tmp_path: Path) -> None:
    seen = play(tmp_path, Task(SEALED, 0, 40))
    assert {"seal", "reveal", "forged", "lost"} <= set(seen)


# ── What it finds


def guard_nothing(patch: Patch) -> None:
    patch.setattr(sides, "_check_owner", lambda *given: None)


def take_any_plan(patch: Patch) -> None:
    patch.setattr(seals.seals, "digest", lambda salt, words: "0" * 64)


BROKEN: dict[str, tuple[Callable[[Patch], None], str]] = {
    "no guard": (guard_nothing, "as allied in the copy of allied: 0"),
    "any plan": (take_any_plan, "'reveal' as axis"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_fault_is_found(name: str, monkeypatch: Patch, tmp_path: Path) -> None:
    break_it, said = BROKEN[name]
    break_it(monkeypatch)
    with pytest.raises(Wrong, match=said):
        play(tmp_path, Task(SEALED, 0, 60))


def test_the_command_plays_some_and_says_what_was_done(capsys: pytest.CaptureFixture[str]) -> None:
    assert fuzz.main(["--game", "malta", "--mail", "--games", "2", "--orders", "5"]) == 0
    assert capsys.readouterr().out.startswith("2 games by mail, 10 orders: no fault\n")


def test_the_command_tells_a_fault_and_how_to_play_it_again(
    monkeypatch: Patch, capsys: pytest.CaptureFixture[str]
) -> None:
    guard_nothing(monkeypatch)
    assert fuzz.main(["--game", "malta", "--mail", "--games", "3", "--orders", "40", "--seed", "4"]) == 1
    assert "python tools/fuzz.py --game malta --mail --games 1 --orders 40 --seed 4" in capsys.readouterr().out
