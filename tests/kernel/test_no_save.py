"""Things that are no save: a bad file is told, and stays as it is."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.saves import savefile
from tests.kernel.tools import command, files, look, new_match, new_save, prove, python, seed_for
from tests.kit.waiting import PATIENCE

Call = Callable[..., Any]


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """A race with a command behind it, in a folder of its own; the next die is a 4."""
    path = new_save(tmp_path / "folder" / "race.toml", seed=seed_for(4, 4))
    command(path, "cheer blue go")
    return path


def folder(path: Path) -> None:
    path.mkdir()


def fifo(path: Path) -> None:
    os.mkfifo(path)


def empty(path: Path) -> None:
    path.touch()


def huge(path: Path) -> None:
    path.touch()
    os.truncate(path, savefile.LARGEST + 1)


def loop(path: Path) -> None:
    path.symlink_to(path.name)


def text(path: Path) -> None:
    path.write_text("Dear diary")


def other_toml(path: Path) -> None:
    path.write_text("[tool]\nname = 1\n")


def nothing(path: Path) -> None:
    pass


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (folder, "is not a file"),
        (empty, "is not a save: it has no journal"),
        (huge, "is too large"),
        (loop, "cannot open"),
        (text, "is not valid TOML"),
        (other_toml, "is not a save"),
        (nothing, "there is no save"),
    ],
)
def test_what_is_no_save_is_a_bad_file_and_stays_as_it_is(tmp_path: Path, make: Call, said: str) -> None:
    path = tmp_path / "race.toml"
    make(path)
    before = path.lstat() if os.path.lexists(path) else None
    for attempt in (look, prove, lambda path: command(path, "race red")):
        with pytest.raises(BadFile, match=said) as caught:
            attempt(path)
        assert caught.value.exit_code == 3
    assert (path.lstat() if os.path.lexists(path) else None) == before
    assert os.listdir(tmp_path) == (["race.toml"] if before else [])


PIPE = """
import sys
from pathlib import Path
from tarawa_cli.kernel.errors import BadFile
from tests.kernel.tools import command, look

for attempt in (look, lambda path: command(path, "race red")):
    try:
        attempt(Path(sys.argv[1]))
    except BadFile as error:
        print(error.message)
"""


def test_a_pipe_is_no_save_and_nobody_waits_for_it(tmp_path: Path) -> None:
    path = tmp_path / "race.toml"
    fifo(path)
    process = python(PIPE, str(path))
    assert process.communicate(timeout=PATIENCE) == (f"{path} is not a file\n" * 2, "")
    assert os.listdir(tmp_path) == ["race.toml"]


@pytest.mark.parametrize("make", [folder, fifo])
def test_not_even_force_puts_a_save_in_the_place_of_what_is_no_file(tmp_path: Path, make: Call) -> None:
    path = tmp_path / "race.toml"
    make(path)
    before = path.stat()
    for force in (False, True):
        with pytest.raises(BadFile):
            session.begin(str(path), new_match(), force=force)
    assert path.stat().st_ino == before.st_ino
    assert os.listdir(tmp_path) == ["race.toml"]


def test_the_null_device_is_no_save() -> None:
    for attempt in (look, lambda path: command(path, "race red")):
        with pytest.raises(BadFile, match="/dev/null is not a file"):
            attempt(Path("/dev/null"))


@pytest.mark.parametrize("name", ["", "nul\0", "x" * 300, "race.toml/deeper"])
def test_a_name_that_cannot_be_a_save_is_a_bad_file(save: Path, name: str) -> None:
    path = f"{save.parent}/{name}" if name else ""
    for attempt in (savefile.read, lambda path: session.begin(path, new_match(), force=False)):
        with pytest.raises(BadFile):
            attempt(path)
    assert files(save) == ["race.toml"]


def test_a_save_may_have_any_name_that_a_file_may_have(tmp_path: Path) -> None:
    for name in ("mit Leerzeichen.toml", "日本", "-rf", "\udcff", ".hidden", "x" * 230):
        path = new_save(tmp_path / name)
        command(path, "race red")
        assert prove(path).holds
    assert len(os.listdir(tmp_path)) == 6
