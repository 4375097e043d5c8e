"""Saves of older and newer formats."""

from pathlib import Path
from typing import Any

import pytest

from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.game import Games
from tarawa_cli.kernel.saves import savefile
from tests.kernel import toy
from tests.kernel.tools import (
    GAMES,
    command,
    edit,
    entries,
    look,
    new_match,
    prove,
    seed_for,
    stamp,
    undo,
)


def old_save(path: Path, monkeypatch: pytest.MonkeyPatch) -> Match[Any]:
    """A save as format 2 might have been, while this is format 4: places were called otherwise, cheers unknown."""
    match = new_match(seed=seed_for(3))
    session.perform(match, ["race", "red"])
    doc = savefile.dissect(match.text(), "it").doc
    doc["places"] = doc.pop("at")
    del doc["cheers"]
    path.write_text(savefile.compose(doc, match.journal), "utf-8")
    monkeypatch.setattr(savefile, "FORMAT", 4)
    monkeypatch.setitem(savefile.UPGRADES, 2, lambda doc: {**doc, "cheers": {}})
    monkeypatch.setitem(savefile.UPGRADES, 3, lambda doc: {"at": doc.pop("places"), **doc})
    return match


def test_an_older_save_takes_every_step_to_the_present_format(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "race.toml"
    match = old_save(path, monkeypatch)
    before = stamp(path)
    assert look(path).state == match.state
    assert not look(path).edited
    assert prove(path).holds
    assert stamp(path) == before, "looking upgrades nothing on disk"
    command(path, "cheer red go")
    assert "format = 4" in path.read_text("utf-8").splitlines()
    assert entries(path) == ["race red # 3", "cheer red go"]
    assert prove(path).holds


def test_an_older_save_edited_by_hand_is_upgraded_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "race.toml"
    old_save(path, monkeypatch)
    edit(path, "places.red = 1", "places.red = 2")
    command(path, "cheer red go")
    assert entries(path)[1] == '* edited {"dice":1,"state":{"at":{"red":2}}}'
    assert prove(path).holds


@pytest.mark.parametrize("seal", [False, True], ids=["by hand", "as written"])
def test_a_newer_save_is_refused_and_left_alone(save: Path, seal: bool) -> None:
    edit(save, "format = 2", "format = 3", seal=seal)
    before = stamp(save)
    for attempt in (look, prove, lambda path: command(path, "race red"), undo):
        with pytest.raises(BadFile, match=r"newer version \(format 3; this one reads up to 2\)") as caught:
            attempt(save)
        assert caught.value.exit_code == 3
    assert stamp(save) == before


@pytest.mark.parametrize("version", ["0", "-1", "true", '"1"', "1.0", "[]"])
def test_a_save_without_a_sound_format_number_is_no_save(save: Path, version: str) -> None:
    edit(save, "format = 2", f"format = {version}", seal=True)
    with pytest.raises(BadFile, match="it has no format number"):
        look(save)


def test_games_are_found_by_name_and_loaded_only_then() -> None:
    missing = Games({"toy": "tests.kernel.toy", "ghost": "tests.kernel.no_such_module"})
    assert missing("toy") is toy.GAME is GAMES("toy")
    with pytest.raises(ModuleNotFoundError):
        missing("ghost")
