"""A process that is killed at any moment leaves the old save or the new one."""

import os
from pathlib import Path

import pytest

from tarawa_cli.kernel.errors import BadFile
from tests.kernel.tools import after, command, files, look, new_match, new_save, prove, python, seed_for
from tests.kit.waiting import PATIENCE


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """A race with a command behind it, in a folder of its own; the next die is a 4."""
    path = new_save(tmp_path / "folder" / "race.toml", seed=seed_for(4, 4))
    command(path, "cheer blue go")
    return path


KILLED = """
import os, stat, sys
from pathlib import Path
from tests.kernel.tools import command, new_save

step, when, path = sys.argv[1], sys.argv[2], Path(sys.argv[3])
name, _, about = step.partition(" ")
real = getattr(os, name)

def is_meant(arguments):
    if name == "open":
        return os.path.isdir(arguments[0]) if about == "folder" else arguments[0].endswith(".new")
    if name == "fsync":
        return stat.S_ISDIR(os.fstat(arguments[0]).st_mode) == (about == "folder")
    return True

def dies(*arguments, **options):
    if not is_meant(arguments):
        return real(*arguments, **options)
    if when == "after":
        if about == "half":
            real(arguments[0], arguments[1][: len(arguments[1]) // 2])
        else:
            real(*arguments, **options)
    os._exit(9)

setattr(os, name, dies)
command(path, "race red") if path.exists() else new_save(path)
"""


def killed(step: str, when: str, path: Path) -> None:
    process = python(KILLED, step, when, str(path))
    _, complaint = process.communicate(timeout=PATIENCE)
    assert process.returncode == 9, f"{step} was never reached: {complaint}"


STEPS = ["open", "fchmod", "write", "write half", "fsync", "replace", "open folder", "fsync folder"]


@pytest.mark.sample(5)
@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("step", STEPS)
def test_a_command_killed_at_any_moment_leaves_the_old_or_the_new_save(save: Path, step: str, when: str) -> None:
    old, new = save.read_text("utf-8"), after(save, "race red")
    killed(step, when, save)
    done = step.endswith("folder") or (step, when) == ("replace", "after")
    assert save.read_text("utf-8") == (new if done else old)
    command(save, "cheer red go")
    assert look(save).entries == ["cheer blue go", *(["race red # 4"] if done else []), "cheer red go"]
    assert prove(save).holds
    assert files(save) == ["race.toml"], "the next command clears away what was left"


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("step", ["write", "link", "unlink"])
def test_a_new_game_killed_at_any_moment_is_there_or_not(tmp_path: Path, step: str, when: str) -> None:
    path = tmp_path / "race.toml"
    killed(step, when, path)
    if path.exists():
        assert (step, when) not in (("write", "before"), ("write", "after"), ("link", "before"))
        assert look(path).text() == new_match().text()
    else:
        new_save(path)
    command(path, "cheer red go")
    assert prove(path).holds


def test_what_a_killed_new_game_left_is_never_written_into(tmp_path: Path) -> None:
    path = new_save(tmp_path / "race.toml")
    before = path.read_bytes()
    # killed between link and unlink, the save had two names; then another process got the same number
    os.link(path, tmp_path / f".race.toml.{os.getpid()}.new")
    with pytest.raises(BadFile, match="already exists"):
        new_save(path, "marathon")
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["race.toml"]


def test_a_leftover_that_leads_elsewhere_is_not_followed(save: Path) -> None:
    other = save.parent / "precious"
    other.write_text("mine")
    (save.parent / ".race.toml.new").symlink_to(other)
    command(save, "race red")
    assert other.read_text() == "mine"
    assert files(save) == ["precious", "race.toml"]
    assert not save.is_symlink()
