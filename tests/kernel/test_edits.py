"""Saves changed by hand: the next command records it, and everything still holds."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.errors import BadFile, Refused
from tarawa_cli.kernel.saves import history, journal, savefile
from tests.kernel.tools import (
    command,
    edit,
    entries,
    examples,
    forgotten,
    look,
    played,
    prove,
    proven,
    sealed,
    stamp,
    undo,
)


def test_a_hand_edit_is_recorded_by_the_next_command_and_then_holds(save: Path) -> None:
    command(save, "race red")
    edit(save, "at.blue = 0", "at.blue = 7")
    assert look(save).edited
    assert not prove(save).holds
    command(save, "cheer red go")
    assert entries(save) == [
        "race red # 3",
        '* edited {"dice":1,"state":{"at":{"blue":7}}}',
        "cheer red go",
    ]
    assert not look(save).edited
    assert prove(save) == proven(3, [2])
    command(save, "race blue")
    assert len(entries(save)) == 4, "an edit is recorded once"
    assert prove(save).holds


def test_an_order_refused_on_an_edited_save_records_nothing(save: Path) -> None:
    edit(save, "at.blue = 0", "at.blue = 7")
    before = stamp(save)
    with pytest.raises(Refused):
        command(save, "decide long")
    assert stamp(save) == before
    assert look(save).edited


def test_an_edit_of_a_comment_only_is_an_edit_of_nothing(save: Path) -> None:
    edit(save, savefile.BANNER, "# mine")
    command(save, "cheer red go")
    assert entries(save) == ['* edited {"dice":0,"state":{}}', "cheer red go"]
    assert prove(save).edits == [1]
    assert save.read_text("utf-8").startswith(savefile.BANNER + "\n")


def test_an_edit_can_take_away_and_put_in_whole_tables(save: Path) -> None:
    command(save, "cheer red go")
    edit(save, 'cheers.red = "go"\npending = {}', 'cheers = {}\npending.fork = "blue"')
    command(save, "decide long")
    assert entries(save)[1] == '* edited {"dice":0,"state":{"cheers":{"red":null},"pending":{"fork":"blue"}}}'
    assert look(save).state.at["blue"] == 2
    assert prove(save).holds


def test_an_edit_of_the_number_of_dice_is_followed(save: Path) -> None:
    command(save, "race red")
    edit(save, "dice = 1", "dice = 2")
    assert command(save, "race red").dice == [6]
    assert prove(save) == proven(3, [2])


def test_a_hand_edit_with_other_line_ends_is_read(save: Path) -> None:
    command(save, "cheer red go")
    save.write_bytes(save.read_bytes().replace(b"\n", b"\r\n"))
    command(save, "cheer blue go")
    assert b"\r" not in save.read_bytes()
    assert prove(save).holds


def test_an_edited_journal_that_still_plays_is_an_edit(save: Path) -> None:
    played(save)
    edit(save, '    "gust # 1",\n', "")
    command(save, "cheer blue go")
    assert entries(save)[4:] == ['* edited {"dice":4,"state":{"at":{"red":2}}}', "cheer blue go"]
    assert prove(save) == proven(6, [5])


def test_undo_goes_back_over_an_edit(save: Path) -> None:
    command(save, "race red")
    before = save.read_bytes()
    edit(save, "at.blue = 0", "at.blue = 7")
    command(save, "cheer red go")
    undo(save)
    assert (look(save).state.at["blue"], len(entries(save))) == (7, 2)
    assert prove(save).holds
    undo(save)
    assert forgotten(save.read_text("utf-8")).encode() == with_edits(before, 1)


def test_undo_right_after_an_edit_takes_back_the_edit(save: Path) -> None:
    command(save, "race red")
    before = save.read_bytes()
    edit(save, "at.blue = 0", "at.blue = 7")
    undo(save)
    assert forgotten(save.read_text("utf-8")).encode() == with_edits(before, 1)


def test_a_hand_edit_of_the_mulligans_is_not_washed_off_by_undo(save: Path) -> None:
    command(save, "race red")
    undo(save)
    edit(save, "mulligans = 1", "mulligans = 0")
    command(save, "cheer red go")
    undo(save, 2)
    match = look(save)
    assert (match.mulligans, match.edits, match.entries) == (0, 1, [])


def with_edits(before: bytes, edits: int) -> bytes:
    """The same save, except that it remembers hand edits."""
    text = before.decode("utf-8").replace("mulligans = 0\n", f"mulligans = 0\nedits = {edits}\n")
    return sealed(text).encode("utf-8")


def test_a_refused_undo_leaves_the_match_in_memory_as_it_was(save: Path) -> None:
    edit(save, "at.blue = 0", "at.blue = 7")
    match = look(save)
    with pytest.raises(Refused):
        history.undo(match, 9)
    session.perform(match, ["cheer", "red", "go"])
    assert [entry.split()[0] for entry in match.entries] == ["*", "cheer"]


@pytest.mark.parametrize(
    "patch",
    [
        "",
        "null",
        "[]",
        "{}",
        '{"state":[]}',
        '{"state":{},"dice":-1}',
        '{"state":{},"dice":1.0}',
        f'{{"state":{{"x":{2**63}}}}}',
        f'{{"state":{{"x":{"9" * 5000}}}}}',
        '{"state":{"x":' + "[" * 100 + "]" * 100 + "}}",
        '{"state":{"x":' + "[" * 100_000,
        '{"state":{"x":"\\ud800"}}',
    ],
)
@pytest.mark.parametrize("kind", ["edited", "snapshot"])
def test_a_record_that_no_save_could_hold_is_a_bad_file(kind: str, patch: str) -> None:
    with pytest.raises(BadFile, match="in a way that cannot be read"):
        journal.read_outside(journal.Entry(f"* {kind} {patch}"))


PLAIN = st.integers(0, 3) | st.text(max_size=2) | st.booleans().map(str) | st.lists(st.integers(0, 2), max_size=2)
TREES = st.dictionaries(
    st.sampled_from("abcd"), PLAIN | st.dictionaries(st.sampled_from("abcd"), PLAIN, max_size=3), max_size=4
)


@given(TREES, TREES)
@examples(200)
def test_a_difference_put_in_makes_one_document_into_the_other(before: dict[str, Any], after: dict[str, Any]) -> None:
    patch = journal.difference(before, after)
    assert journal.merged(before, patch) == after
    assert bool(patch) == (before != after)
    entry = journal.read_entry(journal.edited_entry(before, after, 5))
    assert journal.read_outside(entry) == ("edited", {"dice": 5, "state": patch})


@given(st.text(), st.lists(st.integers(1, 6)))
@examples(100)
def test_an_entry_of_the_journal_reads_back_the_same(word: str, dice: list[int]) -> None:
    entry = journal.Entry(f"cheer red {''.join(word.split())}".rstrip(), tuple(dice))
    assert journal.read_entry(entry.text()) == entry
