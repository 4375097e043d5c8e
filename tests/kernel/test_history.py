"""A game as it stood at another moment."""

from pathlib import Path

import pytest

from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.errors import BadFile, BadOrder, Refused
from tarawa_cli.kernel.saves import history
from tests.kernel import toy
from tests.kernel.tools import command, edit, look, played
from tests.kernel.toy import Race

ORDERS = ("cheer red go", "race red", "race blue", "decide short", "gust")


def at(save: Path, word: str) -> Match[Race]:
    return history.at_moment(look(save), word)


def test_every_moment_is_the_position_that_was_saved_then(save: Path) -> None:
    saved = [look(save).text()]
    for line in ORDERS:
        command(save, line)
        saved.append(look(save).text())
    for number, text in enumerate(saved):
        assert at(save, str(number)).text() == text
        assert at(save, f"-{len(ORDERS) - number}").text() == text


def test_a_moment_says_when_it_is(save: Path) -> None:
    played(save)
    assert [at(save, word).moment for word in ("0", "2", "-1")] == [
        "at the start",
        "after entry 2 of 5",
        "after entry 4 of 5",
    ]
    assert look(save).moment == ""


@pytest.mark.parametrize("word", ["6", "-6", "999999999"])
def test_a_moment_that_has_not_been_is_unknown(save: Path, word: str) -> None:
    played(save)
    with pytest.raises(BadOrder, match="the journal has only 5 entries"):
        at(save, word)


def test_a_game_without_turns_has_no_end_of_a_turn(save: Path) -> None:
    with pytest.raises(BadOrder, match="no turns"):
        at(save, "t1")


def test_nothing_is_shown_from_before_a_snapshot(save: Path) -> None:
    played(save)
    edit(save, "race red # 3", "race red # 4")
    command(save, "cheer blue go")
    assert at(save, "6").moment == "after entry 6 of 7"
    with pytest.raises(Refused, match="the journal was changed by hand at entry 6") as refused:
        at(save, "5")
    assert refused.value.hint == "--at 6"


def test_after_a_change_of_rules_nothing_can_be_replayed(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played(save)
    monkeypatch.setattr(toy.GAME, "rules", toy.GAME.rules + 1)
    with pytest.raises(Refused, match="the rules have changed since this save was written"):
        at(save, "1")


def test_a_journal_that_breaks_before_the_moment_is_named(save: Path) -> None:
    played(save)
    edit(save, "race red # 3", "race red # 4", seal=True)
    assert at(save, "1").moment
    with pytest.raises(BadFile, match="breaks at entry 2"):
        at(save, "3")


def test_a_hand_edit_is_the_present_and_not_the_last_moment(save: Path) -> None:
    played(save)
    edit(save, "blue = 4", "blue = 5")
    assert (look(save).edited, look(save).state.at["blue"]) == (True, 5)
    assert (at(save, "5").edited, at(save, "5").state.at["blue"]) == (False, 4)


@pytest.mark.parametrize(("word", "known"), [("0", True), ("-3", True), ("t12", True), ("HEAD~2", False), ("t", False)])
def test_what_is_no_moment_of_the_journal_is_a_revision(word: str, known: bool) -> None:
    assert history.is_in_journal(word) is known


@pytest.mark.parametrize("word", ["", "-x", "--output=x"])
def test_no_word_is_taken_for_an_option_of_git(save: Path, word: str) -> None:
    with pytest.raises(BadOrder, match="neither a moment"):
        history.at_revision(str(save), word)
