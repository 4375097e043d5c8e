"""Commands taken back and redone: the same save, mulligans aside, until the next order."""

from pathlib import Path

import pytest

from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.errors import BadFile, Refused
from tarawa_cli.kernel.saves import history, journal
from tests.kernel.tools import GAMES, command, edit, entries, look, new_save, prove, sealed, seed_for, stamp, undo

LINES = ["cheer red go", "race red", "race blue", "cheer blue go"]


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """A race with four commands, two of which have rolled."""
    path = new_save(tmp_path / "race.toml", seed=seed_for(3, 2, 1))
    for line in LINES:
        command(path, line)
    return path


def redo(path: Path, count: int = 1) -> list[session.Done]:
    with session.held(GAMES, str(path)) as match:
        done = history.redo(match, count)
        session.keep(str(path), match)
    return done


def with_mulligans(text: str, number: int) -> str:
    return sealed(text.replace("mulligans = 0\n", f"mulligans = {number}\n"))


def test_redo_gives_the_same_save_but_the_mulligans_stay(save: Path) -> None:
    before = save.read_text("utf-8")
    undo(save, 3)
    done = redo(save, 3)
    assert [each.command for each in done] == LINES[1:]
    assert [each.dice for each in done] == [[3], [2], []]
    assert save.read_text("utf-8") == with_mulligans(before, 2)
    assert prove(save).holds


def test_what_was_taken_back_step_by_step_comes_back_step_by_step(save: Path) -> None:
    before = save.read_text("utf-8")
    for _ in LINES:
        undo(save)
    assert look(save).taken_back == ["cheer red go", "race red # 3", "race blue # 2", "cheer blue go"]
    for line in LINES:
        assert [each.command for each in redo(save)] == [line]
        assert prove(save).holds
    assert save.read_text("utf-8") == with_mulligans(before, 2)


def test_events_are_those_of_the_first_time(save: Path) -> None:
    path = save.with_name("other.toml")
    new_save(path, seed=seed_for(3, 2, 1))
    first = command(path, "race red")
    undo(path)
    assert redo(path) == [first]


def test_the_next_order_forgets_what_was_taken_back(save: Path) -> None:
    undo(save, 2)
    command(save, "cheer red go")
    assert b"taken_back" not in save.read_bytes()
    with pytest.raises(Refused, match="nothing can be redone"):
        redo(save)


def test_a_refused_order_forgets_nothing(save: Path) -> None:
    undo(save, 2)
    before = stamp(save)
    with pytest.raises(Refused):
        command(save, "decide long")
    assert stamp(save) == before
    redo(save, 2)


def test_no_more_than_was_taken_back(save: Path) -> None:
    with pytest.raises(Refused, match="nothing was undone"):
        redo(save)
    undo(save, 2)
    before = stamp(save)
    with pytest.raises(Refused, match="only 2 commands can be redone") as caught:
        redo(save, 3)
    assert caught.value.hint == "redo 2"
    assert stamp(save) == before


def test_a_save_without_an_undo_says_nothing_of_it(save: Path) -> None:
    assert b"taken_back" not in save.read_bytes()
    undo(save, 2)
    redo(save, 2)
    assert b"taken_back" not in save.read_bytes()


def test_the_players_own_dice_come_again(tmp_path: Path) -> None:
    path = new_save(tmp_path / "race.toml", seed=None)
    command(path, "gust", [5])
    undo(path)
    assert [each.dice for each in redo(path)] == [[5]]
    assert prove(path).holds


def test_a_hand_edit_that_was_taken_back_can_be_done_again(save: Path) -> None:
    edit(save, "at.blue = 0", "at.blue = 5")
    undo(save)
    assert look(save).state.at["blue"] == 0
    redo(save)
    assert (look(save).state.at["blue"], look(save).edits) == (5, 1)
    assert prove(save).holds


def test_nothing_is_done_again_after_a_hand_edit(save: Path) -> None:
    undo(save)
    edit(save, "at.blue = 0", "at.blue = 5")
    before = stamp(save)
    with pytest.raises(Refused, match="the save was edited by hand since it was undone"):
        redo(save)
    assert stamp(save) == before
    command(save, "cheer red go")
    assert b"taken_back" not in save.read_bytes()


def test_nothing_is_done_again_under_other_rules(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    undo(save)
    monkeypatch.setattr(type(look(save).game), "rules", look(save).game.rules + 1)
    with pytest.raises(Refused, match="the rules have changed since it was undone"):
        redo(save)
    command(save, "cheer red go")
    assert entries(save)[-2].startswith("* snapshot ")
    assert b"taken_back" not in save.read_bytes()


def test_a_forged_snapshot_is_not_crossed(save: Path) -> None:
    undo(save)
    match = look(save)
    match.taken_back = [journal.snapshot_entry("rules", 1, "", 0, match.game.dump(match.truth))]
    save.write_text(match.text(), "utf-8")
    with pytest.raises(BadFile, match="forged"):
        redo(save)


def test_a_forged_command_breaks(save: Path) -> None:
    undo(save, 2)
    edit(save, "race blue # 2", "race blue # 6", seal=True)
    before = stamp(save)
    with pytest.raises(BadFile, match="the journal breaks at entry 3"):
        redo(save)
    assert stamp(save) == before


@pytest.mark.parametrize("value", ["3", '"race red"', "[1]", "{ a = 1 }"])
def test_what_was_taken_back_must_be_texts(save: Path, value: str) -> None:
    edit(save, "mulligans = 0\n", f"mulligans = 0\ntaken_back = {value}\n")
    with pytest.raises(BadFile, match="taken_back: must be an array of strings"):
        look(save)


def test_orders_given_in_one_go_come_back_in_one_go(save: Path) -> None:
    text = save.read_text("utf-8").replace('"cheer blue go"', '"cheer blue go #+"')
    save.write_text(sealed(text), encoding="utf-8")
    undo(save)
    assert look(save).taken_back == ["race blue # 2", "cheer blue go #+"]
    assert [each.command for each in redo(save)] == ["race blue", "cheer blue go"]
    assert save.read_text("utf-8") == with_mulligans(text, 1)
