"""The way in and out of a changed save: what is told is ready before the save is written, and told after."""

from pathlib import Path
from typing import Any

import pytest

from tarawa_cli.cli.transaction import ComposedOutput, Work, change, outside_note
from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.errors import Refused
from tests.kernel.tools import GAMES, look, new_save


@pytest.fixture
def save(tmp_path: Path) -> Path:
    return new_save(tmp_path / "race.toml")


class Teller:
    """Hears what is told, and what the save held by then."""

    def __init__(self, save: Path) -> None:
        self.save = save
        self.heard: list[Any] = []

    def __call__(self, lines: list[str], done: str) -> None:
        self.heard = [lines, done, look(self.save).entries]


def take(save: Path, work: Work) -> tuple[int, list[Any]]:
    tell = Teller(save)
    code = change(str(save), work, session.held(GAMES, str(save)), show=tell)
    return code, tell.heard


def cheer(match: Match[Any]) -> None:
    session.perform(match, ["cheer", "red", "go"])


def test_the_save_is_written_before_anything_is_told(save: Path) -> None:
    def work(match: Match[Any]) -> ComposedOutput:
        cheer(match)
        return ComposedOutput(["hurrah"], match)

    done = f"the command was carried out, and {save} was written"
    assert take(save, work) == (0, [["hurrah"], done, ["cheer red go"]])


def test_what_is_not_to_be_kept_is_told_and_not_written(save: Path) -> None:
    before = save.read_bytes()

    def work(match: Match[Any]) -> ComposedOutput:
        cheer(match)
        return ComposedOutput(["it would work"], None, 1)

    assert take(save, work) == (1, [["it would work"], "", []])
    assert save.read_bytes() == before


def test_another_match_can_be_kept_in_its_place(save: Path) -> None:
    def work(match: Match[Any]) -> ComposedOutput:
        cheer(match)
        before = look(save)
        session.note_peek(before)
        return ComposedOutput(["refused"], before, 1, "a peek was counted")

    assert take(save, work) == (1, [["refused"], f"a peek was counted, and {save} was written", []])
    assert look(save).peeks == 1


def test_work_that_fails_leaves_the_save_as_it_was(save: Path) -> None:
    before = save.read_bytes()

    def work(match: Match[Any]) -> ComposedOutput:
        cheer(match)
        raise Refused("1.1", "no")

    with pytest.raises(Refused):
        take(save, work)
    assert save.read_bytes() == before


def test_what_a_hand_has_done_is_told(save: Path) -> None:
    assert outside_note(look(save)) == []
    save.write_text(save.read_text("utf-8").replace("dice = 0", "dice = 1"), encoding="utf-8")
    assert outside_note(look(save)) == ["note: this save was edited by hand; the journal now records it"]
