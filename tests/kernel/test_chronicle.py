"""The journal as a story: every entry with what it brought about, in any game."""

from typing import Any

import pytest

from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.game import Moment
from tarawa_cli.kernel.narration.chronicle import LogRow, bare_rows, remark, replay
from tarawa_cli.kernel.saves.journal import Entry
from tests.kernel import toy
from tests.kernel.tools import load_text, new_match, seed_for

STEP = 3


def race(*lines: str) -> session.Match[Any]:
    match = new_match(seed=seed_for(STEP, STEP))
    for line in lines:
        session.perform(match, line.split())
    return match


def story(match: session.Match[Any]) -> tuple[list[LogRow], str]:
    rows = bare_rows(match)
    return rows, replay(match, rows)


def test_every_entry_has_its_events() -> None:
    (first, second), broken = story(race("race red", "cheer blue go"))
    assert broken == ""
    assert [event.type for event in first.events] == ["roll", "moved"]
    assert first.as_json() | {"events": []} == {
        "number": 1, "turn": 0, "phase": "", "side": "coach", "command": "race red", "joined": False,
        "dice": [STEP], "events": [],
    }  # fmt: skip
    assert [event.as_json()["word"] for event in second.events] == ["go"]


def test_an_entry_has_the_turn_and_phase_in_which_it_was_given(monkeypatch: pytest.MonkeyPatch) -> None:
    def moment(_: object, state: toy.Race) -> Moment:
        return Moment(1 + sum(state.at.values()), "run" if state.at["red"] else "start")

    monkeypatch.setattr(toy.Toy, "moment", moment)
    rows, _ = story(race("race red", "race red", "cheer blue go"))
    assert [(row.turn, row.phase) for row in rows] == [(1, "start"), (2, "run"), (3, "run")]


def test_beyond_an_entry_that_cannot_be_replayed_the_rows_are_bare() -> None:
    match = race("race red", "cheer blue go")
    match.journal = match.journal.replace("race red", "race pink")
    rows, broken = story(match)
    assert broken.startswith("the journal cannot be replayed beyond entry 0: ")
    assert [row.events for row in rows] == [[], []]


def test_what_stands_above_a_snapshot_is_bare() -> None:
    match = race("race red")
    match.data = "other tables"
    session.perform(match, ["cheer", "blue", "go"])
    rows, told = story(load_text(match.text()))
    assert told.startswith("entry 1 cannot be replayed: snapshot: ")
    assert [[event.type for event in row.events] for row in rows] == [[], [], ["cheered"]]


def test_nothing_is_replayed_under_other_rules_or_tables() -> None:
    match = race("race red", "race red")
    match.data = "other tables"
    rows, told = story(match)
    assert told.startswith("what entries 1 to 2 did cannot be shown: ")
    assert [row.events for row in rows] == [[], []]


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("race red", "race red"),
        ('* edited {"dice":0,"state":{"at":{"red":3}}}', "the save was edited by hand: at (red)"),
        ('* edited {"dice":1,"state":{}}', "the save was edited by hand: nothing in the position"),
        ("* restart {}", "from here the game continued with changed tables or a changed journal"),
    ],
)
def test_a_change_from_outside_is_told_in_a_few_words(command: str, told: str) -> None:
    assert remark(Entry(command)) == told


def test_an_entry_that_a_hand_has_spoilt_is_told_as_it_stands() -> None:
    match = race("race red")
    match.journal = match.journal.replace("race red # 3", "race red # nine")
    (row,) = bare_rows(match)
    assert row.entry.command.startswith("race red")
    assert remark(Entry("* edited nothing")).startswith("* edited nothing (")
