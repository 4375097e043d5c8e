"""Commands undone: the earlier save to the byte, and every one that had rolled dice is counted."""

from pathlib import Path

import pytest

from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.errors import BadFile, BadOrder, Refused
from tarawa_cli.kernel.saves import history, journal
from tests.kernel.tools import (
    changed,
    command,
    edit,
    forgotten,
    look,
    new_match,
    new_save,
    prove,
    seed_for,
    stamp,
    undo,
)


def test_undo_of_a_command_without_dice_gives_back_the_same_bytes(save: Path) -> None:
    command(save, "race blue")
    before = save.read_bytes()
    command(save, "cheer red go")
    undo(save)
    assert look(save).taken_back == ["cheer red go"]
    assert forgotten(save.read_text("utf-8")).encode() == before


def test_undo_of_a_command_with_dice_is_counted_and_changes_nothing_else(save: Path) -> None:
    command(save, "cheer red go")
    before = save.read_text("utf-8")
    command(save, "race red")
    undo(save)
    gone, come = changed(before, forgotten(save.read_text("utf-8")))
    assert {line.split(" = ")[0] for line in gone} == {line.split(" = ")[0] for line in come} == {"digest", "mulligans"}
    assert "mulligans = 1" in come
    assert prove(save).holds
    assert command(save, "race red").dice == [3], "the same die comes again"


def test_undo_of_an_answer_gives_back_the_question(save: Path) -> None:
    for line in ("race red", "race red", "decide short"):
        command(save, line)
    undo(save)
    assert look(save).state.stack[0].kind == "fork"
    assert look(save).mulligans == 1
    assert command(save, "decide long").dice == []
    assert prove(save).holds


def test_undo_of_many_commands_counts_those_with_dice(save: Path) -> None:
    first = save.read_text("utf-8")
    for line in ("cheer red go", "race red", "cheer blue go", "race blue"):
        command(save, line)
    undo(save, 4)
    assert look(save).mulligans == 2
    gone, _ = changed(first, save.read_text("utf-8"))
    assert {line.split(" = ")[0] for line in gone} == {"digest", "mulligans"}


def test_undo_tells_what_it_took_back() -> None:
    match = new_match(seed=seed_for(3))
    session.perform(match, ["cheer", "blue", "go"])
    session.perform(match, ["race", "red"])
    assert history.undo(match, 2) == [journal.Entry("cheer blue go"), journal.Entry("race red", (3,))]


@pytest.mark.parametrize("count", [1, 5])
def test_no_more_can_be_taken_back_than_was_done(tmp_path: Path, count: int) -> None:
    path = new_save(tmp_path / "race.toml")
    with pytest.raises(Refused, match="nothing can be undone"):
        undo(path, count)
    command(path, "cheer red go")
    before = stamp(path)
    with pytest.raises(Refused, match="only 1 command can be undone"):
        undo(path, count + 1)
    assert stamp(path) == before


@pytest.mark.parametrize("count", [0, -1])
def test_undo_takes_back_at_least_one_command(save: Path, count: int) -> None:
    command(save, "race red")
    before = stamp(save)
    with pytest.raises(BadOrder):
        undo(save, count)
    assert stamp(save) == before


def test_undo_of_a_game_with_the_players_dice(by_hand: Path) -> None:
    command(by_hand, "cheer red go")
    before = by_hand.read_text("utf-8")
    command(by_hand, "gust", [5])
    undo(by_hand)
    assert forgotten(by_hand.read_text("utf-8")).splitlines()[2:] == [
        line.replace("mulligans = 0", "mulligans = 1") for line in before.splitlines()[2:]
    ]


def test_undo_on_a_journal_that_does_not_hold_is_a_bad_file(save: Path) -> None:
    command(save, "race red")
    command(save, "cheer red go")
    edit(save, "race red # 3", "race red # 4", seal=True)
    before = stamp(save)
    with pytest.raises(BadFile, match="the journal breaks at entry 1"):
        undo(save)
    assert stamp(save) == before
