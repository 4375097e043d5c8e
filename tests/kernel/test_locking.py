"""More than one process at a time on one save: nobody loses a command."""

import errno
import fcntl
import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.saves import savefile
from tests.kernel.tools import after, command, files, look, new_save, prove, python, seed_for
from tests.kit.waiting import PATIENCE


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """A race with a command behind it, in a folder of its own; the next die is a 4."""
    path = new_save(tmp_path / "folder" / "race.toml", seed=seed_for(4, 4))
    command(path, "cheer blue go")
    return path


PLAYER = """
import sys
from pathlib import Path
from tarawa_cli.kernel.saves import savefile
from tarawa_cli.kernel.engine import session
from tests.kernel.tools import GAMES
from tests.kit.waiting import PATIENCE

savefile.locked.__wrapped__.__defaults__ = (PATIENCE,)  # the others may be slow
print("ready", flush=True)
sys.stdin.readline()
for number in range(int(sys.argv[2])):
    with session.held(GAMES, sys.argv[1]) as match:
        lines = ("race a", "gust", f"cheer b {sys.argv[3]}-{number}")
        line = "decide short" if match.state.stack else lines[number % 3]
        session.perform(match, line.split())
        session.keep(sys.argv[1], match)
"""


def test_of_eight_players_at_once_nobody_loses_a_command(tmp_path: Path) -> None:
    path = new_save(tmp_path / "race.toml", "marathon")
    players = [python(PLAYER, str(path), "25", str(number)) for number in range(8)]
    for player in players:
        assert player.stdout is not None
        assert player.stdout.readline() == "ready\n"
    for player in players:
        assert player.stdin is not None
        player.stdin.write("go\n")
        player.stdin.flush()
    complaints = [player.communicate(timeout=PATIENCE)[1] for player in players]
    assert complaints == [""] * 8
    assert [player.returncode for player in players] == [0] * 8
    entries = look(path).entries
    assert len(entries) == 200
    proof = prove(path)
    assert (proof.holds, proof.entries, proof.since, proof.edits) == (True, 200, 0, [])
    for number in range(8):
        mine = [entry for entry in entries if entry.startswith(f"cheer b {number}-")]
        assert mine == sorted(mine, key=lambda entry: int(entry.rpartition("-")[2])), "everybody's order is kept"
    assert os.listdir(tmp_path) == ["race.toml"]


HOLDER = """
import sys
from tarawa_cli.kernel.saves import savefile

with savefile.locked(sys.argv[1]):
    print("held", flush=True)
    sys.stdin.readline()
"""


def test_a_save_that_another_process_holds_is_locked_until_it_ends(save: Path) -> None:
    before = save.read_bytes()
    holder = python(HOLDER, str(save))
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    with pytest.raises(BadFile, match="is locked by another command") as caught, savefile.locked(str(save), wait=0.05):
        pass
    assert caught.value.exit_code == 3
    assert caught.value.hint == "try again"
    assert look(save).entries == ["cheer blue go"], "looking needs no lock"
    assert save.read_bytes() == before
    assert holder.communicate("done\n", timeout=PATIENCE) == ("", "")
    command(save, "race red")


@pytest.mark.parametrize("ending", ["kill", "terminate"])
def test_a_holder_that_dies_leaves_no_lock(save: Path, ending: str) -> None:
    holder = python(HOLDER, str(save))
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    getattr(holder, ending)()
    holder.communicate(timeout=PATIENCE)
    with savefile.locked(str(save), wait=0):
        pass


def test_a_command_waits_ten_seconds_for_the_lock_and_then_gives_up(
    save: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [1000.0]

    def sleep(seconds: float) -> None:
        clock[0] += seconds

    monkeypatch.setattr(savefile, "time", SimpleNamespace(monotonic=lambda: clock[0], sleep=sleep))
    before = save.read_bytes()
    with savefile.locked(str(save)), pytest.raises(BadFile, match="is locked by another command"):
        command(save, "race red")
    assert 1010 <= clock[0] < 1010.1
    assert save.read_bytes() == before


def test_who_waited_works_on_the_newest_save(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = after(save, "race red")
    descriptor = os.open(save, os.O_RDONLY)
    fcntl.flock(descriptor, fcntl.LOCK_EX)

    def others_turn(_: float) -> None:
        """While one waits, the other writes the save and lets go."""
        savefile.write(str(save), text)
        os.close(descriptor)

    monkeypatch.setattr("tarawa_cli.kernel.saves.savefile.time.sleep", others_turn)
    command(save, "cheer red go")
    assert look(save).entries == ["cheer blue go", "race red # 4", "cheer red go"]
    assert prove(save).holds


def test_a_save_that_is_gone_after_the_wait_is_missing(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    descriptor = os.open(save, os.O_RDONLY)
    fcntl.flock(descriptor, fcntl.LOCK_EX)

    def others_turn(_: float) -> None:
        save.unlink()
        os.close(descriptor)

    monkeypatch.setattr("tarawa_cli.kernel.saves.savefile.time.sleep", others_turn)
    with pytest.raises(BadFile, match="there is no save"):
        command(save, "cheer red go")
    assert files(save) == []


def test_a_file_system_that_cannot_lock_is_a_bad_file(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def flock(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", flock)
    with pytest.raises(BadFile, match="No locks available"):
        command(save, "race red")


@pytest.mark.parametrize("name", ["ENOLCK", "ENOTSUP", "ENOSYS", "EINVAL"])
def test_a_file_system_that_cannot_lock_files_is_named(save: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def flock(*_: int) -> None:
        raise OSError(getattr(errno, name), os.strerror(getattr(errno, name)))

    before = save.read_bytes()
    monkeypatch.setattr(fcntl, "flock", flock)
    with pytest.raises(BadFile, match="cannot be locked: this file system cannot lock files") as caught:
        command(save, "race red")
    assert (caught.value.exit_code, caught.value.hint) == (3, "copy the save to a local disk, and play it there")
    assert look(save).entries == ["cheer blue go"], "it can be looked at"
    assert save.read_bytes() == before
