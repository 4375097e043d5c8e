"""A save outlives a change of rules or tables: what was played before it is kept, and never played again."""

import json
from pathlib import Path

import pytest

from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.errors import BadFile, Refused
from tarawa_cli.kernel.game import Games, Setup
from tarawa_cli.kernel.saves.journal import RulesVersion
from tests.kernel import toy
from tests.kernel.tools import command, edit, look, prove, undo


def played(save: Path) -> None:
    for line in ("cheer red go", "race red", "race blue", "decide short", "gust"):
        command(save, line)


def entries(path: Path) -> list[str]:
    return look(path).entries


def snapshot(why: str, dice: int, data: str = "", **at: int) -> str:
    """The entry that records a whole race."""
    places = json.dumps({"red": 0, "blue": 0} | at, separators=(",", ":"))
    before = f'{{"rules":1,"data":"{data or toy.GAME.digest(Setup("sprint"))}"}}'
    state = f'{{"at":{places},"cheers":{{}},"pending":{{}}}}'
    return f'* snapshot {{"why":"{why}","before":{before},"dice":{dice},"state":{state}}}'


@pytest.mark.parametrize("new", ["race red # 4", "nonsense", "* edited nonsense"])
def test_a_journal_spoilt_by_hand_gets_a_snapshot_and_the_proof_starts_there(save: Path, new: str) -> None:
    played(save)
    edit(save, "race red # 3", new)
    command(save, "cheer blue go")
    assert entries(save)[5:] == [snapshot("journal", 4, red=2, blue=4), "cheer blue go"]
    proof = prove(save)
    assert (proof.holds, proof.since) == (True, 6)
    assert look(save).edits == 1
    command(save, "race blue")
    assert prove(save).holds


def test_changed_data_get_a_snapshot_and_the_proof_starts_there(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command(save, "race red")
    before = look(save).data
    monkeypatch.setitem(toy.SCENARIOS, "sprint", {"length": 12, "runners": ["red", "blue"]})
    assert (look(save).outdated, look(save).edited) == ("data", False)
    proof = prove(save)
    assert (proof.holds, proof.outdated, proof.eras) == (True, "data", [RulesVersion(1, 1, 1, before)])
    command(save, "cheer red go")
    assert entries(save)[1] == snapshot("data", 1, data=before, red=1)
    assert not look(save).outdated
    proof = prove(save)
    assert (proof.holds, proof.since, proof.edits) == (True, 2, [])
    assert proof.eras == [RulesVersion(1, 1, 1, before), RulesVersion(2, 3, 1, look(save).data)]


def test_changed_data_are_recorded_even_where_the_journal_would_still_hold(
    save: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command(save, "cheer red go")
    monkeypatch.setattr(toy, "GROUND", toy.GROUND._replace(name="the mud"))
    command(save, "cheer blue go")
    assert entries(save)[1].startswith("* snapshot ")
    assert prove(save).since == 2


def test_a_save_played_under_older_rules_holds_but_nothing_of_it_is_proven(
    save: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command(save, "race red")
    monkeypatch.setattr(toy.Toy, "rules", 2)
    data = look(save).data
    proof = prove(save)
    assert (proof.holds, proof.outdated, proof.eras) == (True, "rules", [RulesVersion(1, 1, 1, data)])
    command(save, "race red")
    assert entries(save)[1] == snapshot("rules", 1, red=1)
    assert prove(save).eras == [RulesVersion(1, 1, 1, data), RulesVersion(2, 3, 2, data)]
    assert "rules = 2" in save.read_text("utf-8").splitlines()


def test_a_change_of_rules_never_rewrites_what_was_played_before_it(
    save: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An undo on an old save used to replay all of it under the new rules, and `verify` called that proven."""
    command(save, "race red")
    command(save, "cheer blue go")
    monkeypatch.setattr(toy.Toy, "rules", 2)
    monkeypatch.setattr(toy, "race", lambda play, runner: toy.moved(play, "1.1", runner=runner, fields=5))
    before = save.read_bytes()
    with pytest.raises(Refused, match="nothing can be undone: the rules have changed"):
        undo(save)
    assert save.read_bytes() == before
    command(save, "cheer red go")
    undo(save)
    assert look(save).state.at["red"] == 1
    with pytest.raises(Refused, match="nothing can be undone: the rules have changed"):
        undo(save)


def test_undo_stops_at_a_snapshot_and_says_how_far_it_can_go(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played(save)
    monkeypatch.setattr(toy.Toy, "rules", 2)
    command(save, "cheer blue go")
    with pytest.raises(Refused, match="only 1 command can be undone: the rules have changed") as refused:
        undo(save, 2)
    assert refused.value.hint == "undo 1"


def test_a_save_under_older_rules_that_a_hand_has_changed_does_not_hold(
    save: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command(save, "race red")
    edit(save, "at.blue = 0", "at.blue = 7")
    monkeypatch.setattr(toy.Toy, "rules", 2)
    proof = prove(save)
    assert (proof.holds, proof.reason) == (False, "the save was changed by hand since the last order")
    command(save, "cheer red go")
    assert look(save).edits == 1


def test_a_save_under_newer_rules_is_refused_and_left_alone(save: Path) -> None:
    edit(save, "rules = 1", "rules = 2", seal=True)
    before = save.read_bytes()
    for attempt in (look, prove, lambda path: command(path, "race red"), undo):
        with pytest.raises(BadFile, match=r"newer rules \(version 2; this program has 1\)"):
            attempt(save)
    assert save.read_bytes() == before


@pytest.mark.parametrize("record", ["{}", '{"why":"rules","before":{"rules":1},"dice":0,"state":{}}'])
def test_a_snapshot_that_cannot_be_read_breaks_the_journal_there(save: Path, record: str) -> None:
    played(save)
    edit(save, "cheer red go", f"* snapshot {record}".replace('"', '\\"'), seal=True)
    assert (prove(save).holds, prove(save).broken_at) == (False, 1)


def test_a_script_refused_after_a_roll_leaves_a_peek_in_the_save(save: Path) -> None:
    command(save, "race red")
    with session.held(Games({"toy": "tests.kernel.toy"}), str(save)) as match:
        session.note_peek(match)
        session.keep(str(save), match)
    assert "peeks = 1" in save.read_text("utf-8").splitlines()
    assert (look(save).peeks, entries(save), prove(save).holds) == (1, ["race red # 3"], True)


def test_undo_goes_back_only_on_a_journal_that_gives_the_save(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule that changes without a new version would otherwise rewrite the game, and `verify` would call it proven."""
    command(save, "race red")
    command(save, "cheer blue go")
    monkeypatch.setattr(
        toy, "race", lambda play, runner: toy.moved(play, "1.1", runner=runner, fields=play.dice.die("x"))
    )
    before = save.read_bytes()
    with pytest.raises(BadFile, match="cannot go back: the position is not the one the journal gives"):
        undo(save)
    assert save.read_bytes() == before
