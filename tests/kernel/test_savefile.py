"""The save on disk: whatever happens, the old save or the new one is there, and nothing is lost."""

import errno
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.saves import savefile
from tests.kernel.tools import GAMES, after, command, edit, files, look, new_match, new_save, prove, seed_for

Call = Callable[..., Any]
REAL: dict[str, Call] = {
    name: getattr(os, name)
    for name in ("open", "fchmod", "write", "fsync", "close", "replace", "link", "unlink", "makedirs", "fstat", "dup")
}


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """A race with a command behind it, in a folder of its own; the next die is a 4."""
    path = new_save(tmp_path / "folder" / "race.toml", seed=seed_for(4, 4))
    command(path, "cheer blue go")
    return path


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
    written = list[int]()

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
        with pytest.raises(BadFile, match="already exists") as caught:
            savefile.create(str(path), "anything")
        assert "--force" in caught.value.hint
    assert save.read_bytes() == before
    assert files(save) == ["link", "race.toml"]


def test_creating_makes_the_folders_it_needs(tmp_path: Path) -> None:
    path = new_save(tmp_path / "a" / "b" / "race.toml")
    assert look(path).entries == []


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
    with pytest.raises(BadFile, match="must be an array of strings"):
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
    with pytest.raises(BadFile, match="already exists"):
        savefile.create(str(path), "another")
    assert path.read_text() == text
    assert files(path) == ["race.toml"]


def test_the_name_of_every_folder_that_is_made_survives_a_crash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flushed: list[int] = []
    real = os.fsync

    def fsync(descriptor: int) -> None:
        flushed.append(os.fstat(descriptor).st_ino)
        real(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)
    new_save(tmp_path / "one" / "two" / "race.toml")
    for folder in (tmp_path, tmp_path / "one", tmp_path / "one" / "two"):
        assert folder.stat().st_ino in flushed
    flushed.clear()
    new_save(tmp_path / "one" / "two" / "other.toml")
    assert tmp_path.stat().st_ino not in flushed
