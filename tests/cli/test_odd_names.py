"""Names of saves that no text file can hold: a clear error, and nothing of them in our files."""

import os
from pathlib import Path

import pytest

from tests.cli.tools import SEED, Result, tarawa
from tests.malta.shell import called

ODD = os.fsdecode(b"n\xff.toml")


@pytest.fixture
def begun() -> None:
    assert tarawa("new", "--seed", SEED).code == 0


def told(result: Result, codes: tuple[int, ...] = (2,)) -> None:
    assert result.code in codes
    assert result.out == ""
    assert "should not have happened" not in result.err
    result.err.encode("utf-8")


@pytest.mark.usefixtures("begun")
@pytest.mark.parametrize("line", ["status", "bombard", "undo", "saves", "git setup", "new", "new --force", "new -n"])
@pytest.mark.parametrize("name", [ODD, f"saves/{ODD}", os.fsdecode(b"f\xff/game.toml"), "a\0b"])
def test_a_save_with_such_a_name_is_told(line: str, name: str) -> None:
    before = sorted(os.listdir("saves")), os.listdir()
    result = tarawa(*line.split(), "--save", name)
    told(result)
    assert "the name is not UTF-8 text" in result.err or "no file has a NUL in its name" in result.err
    assert (sorted(os.listdir("saves")), os.listdir()) == before


@pytest.mark.usefixtures("begun")
def test_the_environment_may_hold_such_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TARAWA_SAVE", ODD)
    told(tarawa("status"))


@pytest.mark.usefixtures("begun")
@pytest.mark.parametrize("name", [ODD, f"saves/{ODD}"])
def test_a_file_with_such_a_name_does_not_become_the_current_game(name: str) -> None:
    Path(name).write_bytes(Path("saves/campaign.toml").read_bytes())
    before = Path("saves/.current").read_bytes()
    for word in (name, "n"):
        told(tarawa("use", word), codes=(2, 3))
    assert Path("saves/.current").read_bytes() == before
    assert tarawa("saves").code == 0


@pytest.mark.usefixtures("begun")
def test_a_game_in_a_folder_with_such_a_name_is_not_remembered_from_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Path(os.fsdecode(b"d\xff"))
    (folder / "below").mkdir(parents=True)
    (folder / "game.toml").write_bytes(Path("saves/campaign.toml").read_bytes())
    monkeypatch.chdir(folder / "below")
    told(tarawa("use", "../game.toml"))
    monkeypatch.chdir("..")
    assert tarawa("use", "game.toml").code == 0, "below this folder its name is all right"


def test_a_scenario_with_such_a_name_is_told() -> None:
    assert tarawa("new", "--seed", SEED, "--save", "game.toml").code == 0
    assert tarawa("export", "position", ODD, "--save", "game.toml").code == 0
    told(tarawa("new", f"./{ODD}"), codes=(2, 3))
    told(tarawa("new", f"./{ODD}", "--save", "other.toml"), codes=(2, 3))
    assert not Path("other.toml").exists()


@pytest.mark.parametrize("line", ["handover --as axis --save n\udcff.toml", "phrase --as axis --save n\udcff.toml"])
def test_a_game_by_mail_with_such_a_name_is_told(line: str) -> None:
    assert called(["new", "herkules", "--mail"]).code == 0
    before = {path: path.read_bytes() for path in Path("saves").iterdir()}
    told(called(line.split()))
    assert {path: path.read_bytes() for path in Path("saves").iterdir()} == before


@pytest.mark.usefixtures("begun")
@pytest.mark.parametrize("line", ["status", "bombard", "undo", "git setup", "message", "play", "verify"])
def test_a_nul_in_the_name_of_the_current_game_is_told(line: str) -> None:
    Path("saves/.current").write_text('tarawa = "saves/a\\u0000b.toml"\n')
    result = tarawa(*line.split(), stdin=b"status\n" if line == "play" else b"")
    told(result, codes=(3,))
    assert "saves/.current" in result.err
    assert tarawa("saves").code == 0
    result = tarawa("use", "campaign")
    assert (result.code, "remove saves/.current" in result.err) == (3, True)
