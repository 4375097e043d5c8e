"""Two players in two folders at random: nothing goes wrong; and whatever breaks the guard or a seal is found."""

from collections.abc import Callable
from pathlib import Path

import fuzz
import pytest

from tarawa_cli.kernel.engine import sides
from tarawa_cli.kernel.mail import desk, secret_files
from tarawa_cli.kernel.mail.sittings import Sittings
from tests.malta.correspondence import STARTS, Task, Wrong, play

Patch = pytest.MonkeyPatch
SEALED, OPEN = STARTS[0], STARTS[3]
CHAINED = STARTS[7]


@pytest.fixture(autouse=True)
def alone(in_a_folder: None) -> None:
    """Nobody's side, and tracebacks that are failures."""


@pytest.mark.sample(5)
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


class Anything(str):
    """A digest that is like any other digest."""

    __slots__ = ()
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        return isinstance(other, str) and len(other) == len(self)

    def __ne__(self, other: object) -> bool:
        return not self == other


def take_any_plan(patch: Patch) -> None:
    real = secret_files.digest
    patch.setattr(secret_files, "digest", lambda salt, words: Anything(real(salt, words)))


def take_any_link(patch: Patch) -> None:
    def follow(sittings: Sittings, side: str, link: str) -> None:
        known = sittings.chains[side]
        sittings.chains[side] = known._replace(last=link, place=known.place + 1)

    patch.setattr(Sittings, "_follow", follow)
    patch.setattr(Sittings, "head", lambda sittings, *given, **more: Anything("0" * 64))


def take_any_digest(patch: Patch) -> None:
    patch.setattr(Sittings, "head", lambda sittings, *given, **more: Anything("0" * 64))


def forget_what_was_sent(patch: Patch) -> None:
    patch.setattr(desk, "wrong_pins", lambda *given, **more: iter(()))
    patch.setattr(desk, "_pin", lambda *given: None)


BROKEN: dict[str, tuple[str, Callable[[Patch], None], str]] = {
    "no guard": (OPEN, guard_nothing, "as allied in the copy of allied: 0"),
    "any plan": (SEALED, take_any_plan, "'reveal' as axis"),
    "any link": (CHAINED, take_any_link, "in the copy of (axis|allied): 0"),
    "any digest": (CHAINED, take_any_digest, "in the copy of (axis|allied): 0"),
    "no pins": (CHAINED, forget_what_was_sent, "in the copy of (axis|allied): 0"),
}


@pytest.mark.sample(5)
@pytest.mark.parametrize("name", BROKEN)
def test_a_fault_is_found(name: str, monkeypatch: Patch, tmp_path: Path) -> None:
    start, break_it, said = BROKEN[name]
    break_it(monkeypatch)
    with pytest.raises(Wrong, match=said):
        play(tmp_path, Task(start, 0, 60))


def test_the_command_plays_some_and_says_what_was_done(capsys: pytest.CaptureFixture[str]) -> None:
    assert fuzz.main(["--game", "malta", "--mail", "--games", "2", "--orders", "5"]) == 0
    assert capsys.readouterr().out.startswith("2 games by mail, 10 orders: no fault\n")


def test_the_command_tells_a_fault_and_how_to_play_it_again(
    monkeypatch: Patch, capsys: pytest.CaptureFixture[str]
) -> None:
    guard_nothing(monkeypatch)
    assert fuzz.main(["--game", "malta", "--mail", "--games", "3", "--orders", "40", "--seed", "5"]) == 1
    assert "python tools/fuzz.py --game malta --mail --games 1 --orders 40 --seed 5" in capsys.readouterr().out
