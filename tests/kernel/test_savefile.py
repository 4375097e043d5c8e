"""The save on disk: whatever happens, the old save or the new one is there, and nothing is lost."""

import errno
import fcntl
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tarawa_cli.kernel import savefile, session
from tarawa_cli.kernel.errors import BadFile
from tests.kernel.tools import GAMES, command, edit, look, new_match, new_save, prove, python, seed_for

Call = Callable[..., Any]


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """A race with a command behind it, in a folder of its own; the next die is a 4."""
    path = new_save(tmp_path / "folder" / "race.toml", seed=seed_for(4, 4))
    command(path, "cheer blue go")
    return path


def after(path: Path, line: str) -> str:
    """The text that a command would write."""
    match = look(path)
    session.perform(match, line.split())
    return match.text()


def files(path: Path) -> list[str]:
    """What lies in the save's folder."""
    return sorted(os.listdir(path.parent))


REAL: dict[str, Call] = {
    name: getattr(os, name)
    for name in ("open", "fchmod", "write", "fsync", "close", "replace", "link", "unlink", "makedirs", "fstat", "dup")
}


def about(name: str, arguments: tuple[Any, ...]) -> str:
    """What a call to open or to flush is about: the `new` file, the `folder`, or the `save` itself."""
    if name == "open":
        return "new" if str(arguments[0]).endswith(".new") else "folder" if os.path.isdir(arguments[0]) else "save"
    return "folder" if name == "fsync" and stat.S_ISDIR(os.fstat(arguments[0]).st_mode) else "new"


@contextmanager
def fault(monkeypatch: pytest.MonkeyPatch, name: str, number: int, of: str = "new") -> Iterator[list[str]]:
    """Let a call of the operating system fail; what failed is noted."""
    failed: list[str] = []

    def fails(*arguments: Any, **options: Any) -> Any:
        if about(name, arguments) != of:
            return REAL[name](*arguments, **options)
        failed.append(name)
        if name == "close":
            REAL[name](*arguments)
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patch:
        patch.setattr(os, name, fails)
        yield failed


# A call that fails


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.EROFS, errno.EACCES], ids=errno.errorcode.get)
@pytest.mark.parametrize("name", ["open", "fchmod", "write", "fsync", "close", "replace"])
def test_a_write_that_fails_leaves_the_old_save_and_nothing_else(
    save: Path, monkeypatch: pytest.MonkeyPatch, name: str, number: int
) -> None:
    before = save.read_bytes()
    text = after(save, "race red")
    with (
        fault(monkeypatch, name, number) as failed,
        pytest.raises(BadFile, match=f"cannot write .*: {os.strerror(number)}") as caught,
    ):
        savefile.write(str(save), text)
    assert failed == [name]
    assert caught.value.exit_code == 3
    assert caught.value.hint == "the save is as it was before this command"
    assert save.read_bytes() == before
    assert files(save) == ["race.toml"]
    command(save, "race red")
    assert save.read_text("utf-8") == text


def test_a_disk_that_fills_in_the_middle_leaves_the_old_save(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = save.read_bytes()
    written = []

    def half(descriptor: int, raw: bytes) -> int:
        if written:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written.append(REAL["write"](descriptor, raw[: len(raw) // 2]))
        return int(written[0])

    text = after(save, "race red")
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", half)
        with pytest.raises(BadFile, match="No space left"):
            savefile.write(str(save), text)
    assert written
    assert save.read_bytes() == before
    assert files(save) == ["race.toml"]


def test_a_whole_command_that_cannot_write_leaves_the_old_save(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = save.read_bytes()
    with fault(monkeypatch, "replace", errno.EROFS), pytest.raises(BadFile, match="Read-only file system"):
        command(save, "race red")
    assert save.read_bytes() == before
    assert files(save) == ["race.toml"]


@pytest.mark.parametrize("name", ["open", "fsync"])
def test_a_folder_that_cannot_be_flushed_is_no_reason_to_fail(
    save: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    text = after(save, "race red")
    with fault(monkeypatch, name, errno.EINVAL, "folder") as failed:
        savefile.write(str(save), text)
    assert failed == [name]
    assert save.read_text("utf-8") == text
    assert files(save) == ["race.toml"]


@pytest.mark.parametrize("size", [1, 7, 100])
def test_short_writes_are_gone_on_with(save: Path, monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    text = after(save, "race red")
    monkeypatch.setattr(os, "write", lambda descriptor, raw: REAL["write"](descriptor, raw[:size]))
    savefile.write(str(save), text)
    assert save.read_text("utf-8") == text


def test_the_new_file_is_on_disk_before_it_takes_the_old_ones_place(
    save: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []

    def watch(name: str) -> Call:
        def call(*arguments: Any, **options: Any) -> Any:
            calls.append(name + (" folder" if about(name, arguments) == "folder" else ""))
            return REAL[name](*arguments, **options)

        return call

    text = after(save, "race red")
    with monkeypatch.context() as patch:
        for name in ("open", "fchmod", "write", "fsync", "close", "replace"):
            patch.setattr(os, name, watch(name))
        savefile.write(str(save), text)
    assert calls == ["open", "fchmod", "write", "fsync", "close", "replace", "open folder", "fsync folder", "close"]


@pytest.mark.parametrize("name", ["open", "write", "fsync", "close", "link", "makedirs"])
def test_a_new_save_that_cannot_be_written_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    path = tmp_path / "race.toml"
    with fault(monkeypatch, name, errno.ENOSPC) as failed, pytest.raises(BadFile, match="No space left"):
        new_save(path)
    assert failed == [name]
    assert os.listdir(tmp_path) == []
    new_save(path)
    assert look(path).entries == []


def test_a_new_save_is_there_even_if_its_second_name_cannot_be_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with fault(monkeypatch, "unlink", errno.EIO) as failed:
        new_save(tmp_path / "race.toml")
    assert "unlink" in failed
    command(tmp_path / "race.toml", "cheer red go")
    assert prove(tmp_path / "race.toml").holds


@pytest.mark.parametrize("name", ["stat", "fstat", "read"])
def test_a_save_that_cannot_be_read_is_a_bad_file(save: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    before = save.read_bytes()
    for attempt in (look, lambda path: command(path, "race red")):
        with fault(monkeypatch, name, errno.EIO), pytest.raises(BadFile, match=r"cannot (open|read) .*: Input"):
            attempt(save)
    assert save.read_bytes() == before


def test_a_save_that_may_not_be_opened_is_a_bad_file(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for attempt in (look, lambda path: command(path, "race red")):
        with (
            fault(monkeypatch, "open", errno.EACCES, "save"),
            pytest.raises(BadFile, match=r"cannot open .*: Permission denied"),
        ):
            attempt(save)


def test_an_error_of_the_command_itself_is_not_blamed_on_the_save(save: Path) -> None:
    def tell() -> None:
        with session.held(GAMES, str(save)):
            raise BrokenPipeError(errno.EPIPE, "nobody listens")

    with pytest.raises(BrokenPipeError, match="nobody listens"):
        tell()
    command(save, "race red")


# A process that is killed

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
    _, complaint = process.communicate(timeout=30)
    assert process.returncode == 9, f"{step} was never reached: {complaint}"


STEPS = ["open", "fchmod", "write", "write half", "fsync", "replace", "open folder", "fsync folder"]


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
    with pytest.raises(BadFile, match="exists already"):
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


# More than one at a time

PLAYER = """
import sys
from pathlib import Path
from tarawa_cli.kernel import session
from tests.kernel.tools import GAMES

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
    complaints = [player.communicate(timeout=60)[1] for player in players]
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
from tarawa_cli.kernel import savefile

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
    assert holder.communicate("done\n", timeout=30) == ("", "")
    command(save, "race red")


@pytest.mark.parametrize("ending", ["kill", "terminate"])
def test_a_holder_that_dies_leaves_no_lock(save: Path, ending: str) -> None:
    holder = python(HOLDER, str(save))
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    getattr(holder, ending)()
    holder.communicate(timeout=30)
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

    monkeypatch.setattr(savefile.time, "sleep", others_turn)
    command(save, "cheer red go")
    assert look(save).entries == ["cheer blue go", "race red # 4", "cheer red go"]
    assert prove(save).holds


def test_a_save_that_is_gone_after_the_wait_is_missing(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    descriptor = os.open(save, os.O_RDONLY)
    fcntl.flock(descriptor, fcntl.LOCK_EX)

    def others_turn(_: float) -> None:
        save.unlink()
        os.close(descriptor)

    monkeypatch.setattr(savefile.time, "sleep", others_turn)
    with pytest.raises(BadFile, match="there is no save"):
        command(save, "cheer red go")
    assert files(save) == []


def test_a_file_system_that_cannot_lock_is_a_bad_file(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def flock(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", flock)
    with pytest.raises(BadFile, match="No locks available"):
        command(save, "race red")


# Links, modes, times


def test_a_link_stays_a_link_and_its_target_is_changed(save: Path, tmp_path: Path) -> None:
    near, far = tmp_path / "near", tmp_path / "far"
    near.symlink_to("folder/race.toml")
    far.symlink_to("near")
    text = after(save, "race red")
    command(far, "race red")
    assert (os.readlink(far), os.readlink(near)) == ("near", "folder/race.toml")
    assert not save.is_symlink()
    assert save.read_text("utf-8") == text
    assert files(save) == ["race.toml"]
    assert sorted(os.listdir(tmp_path)) == ["far", "folder", "near"]


def test_the_lock_is_the_same_by_every_name(save: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(save)
    with (
        savefile.locked(str(link)),
        pytest.raises(BadFile, match="is locked by another command"),
        savefile.locked(str(save), wait=0),
    ):
        pass


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o620])
def test_the_mode_of_the_save_is_kept(save: Path, mode: int) -> None:
    save.chmod(mode)
    command(save, "race red")
    assert stat.S_IMODE(save.stat().st_mode) == mode


def test_a_new_save_has_the_mode_that_new_files_have(tmp_path: Path) -> None:
    old = os.umask(0o027)
    try:
        path = new_save(tmp_path / "race.toml")
    finally:
        os.umask(old)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_looking_leaves_bytes_and_times_alone(save: Path) -> None:
    os.utime(save, ns=(10**18, 10**18))
    before = save.read_bytes(), save.stat().st_mtime_ns, save.parent.stat().st_mtime_ns
    look(save)
    prove(save)
    assert (save.read_bytes(), save.stat().st_mtime_ns, save.parent.stat().st_mtime_ns) == before


def test_creating_never_writes_over_anything(save: Path) -> None:
    before = save.read_bytes()
    link = save.parent / "link"
    link.symlink_to("race.toml")
    for path in (save, link):
        with pytest.raises(BadFile, match="exists already") as caught:
            savefile.create(str(path), "anything")
        assert "--force" in caught.value.hint
    assert save.read_bytes() == before
    assert files(save) == ["link", "race.toml"]


def test_creating_makes_the_folders_it_needs(tmp_path: Path) -> None:
    path = new_save(tmp_path / "a" / "b" / "race.toml")
    assert look(path).entries == []


# Things that are no save


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
    assert process.communicate(timeout=30) == (f"{path} is not a file\n" * 2, "")
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


# The text of a save


def test_the_journal_grows_by_a_line_and_keeps_the_lines_before_it() -> None:
    journal = savefile.journal_text([])
    assert journal == "\njournal = []\n"
    for number, entry in enumerate(("a", 'b "c"', "d"), 1):
        before = journal
        journal = savefile.append_entries(journal, [entry])
        assert journal.count("\n") == number + 3
        assert journal.splitlines()[2 : number + 1] == before.splitlines()[2:-1]
    assert savefile.journal_entries(journal) == ["a", 'b "c"', "d"]
    assert journal == savefile.journal_text(["a", 'b "c"', "d"])


def test_a_digest_that_does_not_fit_means_that_the_save_was_edited(save: Path) -> None:
    assert not savefile.read(str(save)).edited
    original = save.read_text("utf-8")
    edit(save, "at.red = 0", "at.red = 1")
    content = savefile.read(str(save))
    assert content.edited
    assert content.doc["at"] == {"red": 1, "blue": 0}
    save.write_text(original.replace(original.splitlines()[1] + "\n", ""), "utf-8")
    assert savefile.read(str(save)).edited, "a save without a digest counts as edited"
    save.write_text(original, "utf-8")
    assert not savefile.read(str(save)).edited


def test_a_journal_that_is_no_list_of_texts_is_a_bad_file(save: Path) -> None:
    edit(save, '"cheer blue go"', '17,\n    "cheer blue go"', seal=True)
    with pytest.raises(BadFile, match="must be an array of texts"):
        prove(save)
    edit(save, "17", '"x", 17')
    with pytest.raises(BadFile, match="it has no journal"):
        look(save)


def without_links(*_: str) -> None:
    raise OSError(errno.EPERM, "no hard links here")


def test_a_new_save_needs_no_hard_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "link", without_links)
    path = tmp_path / "race.toml"
    text = new_match().text()
    savefile.create(str(path), text)
    assert path.read_text() == text
    with pytest.raises(BadFile, match="exists already"):
        savefile.create(str(path), "another")
    assert path.read_text() == text
    assert files(path) == ["race.toml"]
