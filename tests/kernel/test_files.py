"""The file that takes the old one's place: whose it is, its name meanwhile, and what is left of killed ones."""

import errno
import fcntl
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.saves import files, savefile
from tests.kernel.tools import command, look, new_match, new_save, prove, python, sealed
from tests.kit.waiting import PATIENCE


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """A race in a folder of its own."""
    return new_save(tmp_path / "folder" / "race.toml")


def names_in(path: Path) -> list[str]:
    return sorted(os.listdir(path.parent))


def refused(save: Path, said: str) -> BadFile:
    """What an order says that must not be carried out."""
    before = save.read_bytes(), save.stat().st_ino
    with pytest.raises(BadFile, match=said) as caught:
        command(save, "cheer red go")
    assert (save.read_bytes(), save.stat().st_ino) == before
    assert names_in(save) == ["race.toml"]
    assert caught.value.exit_code == 3
    return caught.value


# ── Protected


@pytest.mark.parametrize("mode", [0o444, 0o400, 0o555])
def test_a_write_protected_save_is_not_replaced_whoever_plays(save: Path, mode: int) -> None:
    save.chmod(mode)
    assert refused(save, "cannot write .*: it is write-protected").hint == f"chmod u+w {save}"
    with pytest.raises(BadFile, match="write-protected"):
        session.begin(str(save), new_match(), force=True)
    assert stat.S_IMODE(save.stat().st_mode) == mode


# ── Owner, group, access list


def owned(monkeypatch: pytest.MonkeyPatch, save: Path, uid: int, gid: int) -> None:
    """Let the save look as if it were somebody else's."""
    real = os.stat

    def seen(path: Any, **options: Any) -> os.stat_result:
        found = real(path, **options)
        return os.stat_result((*found[:4], uid, gid, *found[6:])) if str(path) == str(save) else found

    monkeypatch.setattr(os, "stat", seen)


def test_a_save_of_another_user_stays_his(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[tuple[int, int]] = []
    monkeypatch.setattr(os, "fchown", lambda _, uid, gid: given.append((uid, gid)))
    owned(monkeypatch, save, 4711, 4712)
    command(save, "cheer red go")
    assert given == [(4711, 4712)]
    monkeypatch.undo()
    assert look(save).entries == ["cheer red go"]


def test_a_save_of_ones_own_is_not_given_to_anybody(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fchown", lambda *_: pytest.fail("nobody asked for it"))
    command(save, "cheer red go")


@pytest.mark.parametrize("group_only", [False, True])
def test_a_save_that_cannot_stay_its_owners_is_refused(
    save: Path, monkeypatch: pytest.MonkeyPatch, group_only: bool
) -> None:
    def fchown(*_: int) -> None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(os, "fchown", fchown)
    owned(monkeypatch, save, os.getuid() if group_only else 4711, 4712)
    error = refused(save, "it would lose its owner, group or access list")
    assert error.hint == "play as its owner, or copy the save and play the copy"


class AccessLists:
    """A file system with access lists: a list a file, and what a folder gives to new files."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, default: bytes | None = None) -> None:
        self.lists: dict[int, bytes] = {}
        self.default = default
        self.refuses = False
        for name in ("getxattr", "setxattr", "removexattr"):
            monkeypatch.setattr(os, name, getattr(self, name), raising=False)

    def getxattr(self, file: str | int, name: str) -> bytes:
        assert name == "system.posix_acl_access"
        found = self.lists.get(os.stat(file).st_ino, self.default if isinstance(file, int) else None)
        if found is None:
            raise OSError(errno.ENODATA, os.strerror(errno.ENODATA))
        return found

    def setxattr(self, file: int, name: str, value: bytes) -> None:
        if self.refuses:
            raise OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP))
        self.lists[os.stat(file).st_ino] = value

    def removexattr(self, file: int, name: str) -> None:
        self.lists[os.stat(file).st_ino] = b"removed"


def test_the_access_list_of_the_save_is_kept(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    system = AccessLists(monkeypatch)
    system.lists[save.stat().st_ino] = b"bob may write"
    old = save.stat().st_ino
    command(save, "cheer red go")
    assert save.stat().st_ino != old
    assert system.lists[save.stat().st_ino] == b"bob may write"


def test_a_list_that_the_folder_gives_to_new_files_is_taken_from_the_save(
    save: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = AccessLists(monkeypatch, default=b"all may write")
    command(save, "cheer red go")
    assert system.lists[save.stat().st_ino] == b"removed"


def test_a_save_whose_access_list_cannot_be_kept_is_refused(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    system = AccessLists(monkeypatch)
    system.lists[save.stat().st_ino] = b"bob may write"
    system.refuses = True
    refused(save, "it would lose its owner, group or access list")


def test_a_system_without_access_lists_writes_saves(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "getxattr", raising=False)
    command(save, "cheer red go")
    assert look(save).entries == ["cheer red go"]


def test_nobody_reads_the_new_file_of_a_private_save_before_its_mode_is_set(
    save: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save.chmod(0o600)
    seen: list[int] = []
    real = os.fchmod

    def fchmod(descriptor: int, mode: int) -> None:
        seen.append(stat.S_IMODE(os.fstat(descriptor).st_mode))
        real(descriptor, mode)

    monkeypatch.setattr(os, "fchmod", fchmod)
    command(save, "cheer red go")
    assert [mode & 0o077 for mode in seen] == [0]


# ── Its name, and what is left of it

LEFT = [".race.toml.new", ".race.toml.4711.new", ".race.toml.0badcafe.new"]


@pytest.mark.parametrize("left", LEFT)
def test_what_a_killed_command_left_is_removed_by_the_next(save: Path, left: str) -> None:
    (save.parent / left).write_text("half a sa")
    command(save, "cheer red go")
    assert names_in(save) == ["race.toml"]


@pytest.mark.parametrize("left", LEFT)
def test_what_a_killed_new_left_is_removed_by_the_next_new(tmp_path: Path, left: str) -> None:
    (tmp_path / left).write_text("half a sa")
    assert names_in(new_save(tmp_path / "race.toml")) == ["race.toml"]


DIES = """
import os, sys
from pathlib import Path
from tests.kernel.tools import new_save

setattr(os, sys.argv[1], lambda *_: os._exit(9))
new_save(Path(sys.argv[2]))
"""


@pytest.mark.parametrize("step", ["write", "link", "unlink"])
def test_nothing_is_left_of_a_killed_new_after_the_next_command(tmp_path: Path, step: str) -> None:
    path = tmp_path / "race.toml"
    process = python(DIES, step, str(path))
    process.communicate(timeout=PATIENCE)
    assert process.returncode == 9
    assert len(os.listdir(tmp_path)) == (2 if step == "unlink" else 1)
    if step != "unlink":
        new_save(path)
    command(path, "cheer red go")
    assert names_in(path) == ["race.toml"]


@pytest.mark.parametrize(
    "name", [".race.toml.newer", ".race.toml.mine.new", ".other.toml.4711.new", "race.toml.4711.new", ".race.toml"]
)
def test_files_that_are_not_ours_stay(save: Path, name: str) -> None:
    (save.parent / name).write_text("mine")
    command(save, "cheer red go")
    assert (save.parent / name).read_text() == "mine"


def test_a_new_file_that_somebody_is_writing_stays(save: Path) -> None:
    other = save.parent / ".race.toml.0badcafe.new"
    with other.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        command(save, "cheer red go")
        assert other.exists()
    command(save, "cheer red go")
    assert not other.exists()


def test_the_new_file_is_locked_until_it_has_its_name(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real, tried = os.replace, list[str]()

    def replace(fresh: str, target: str) -> None:
        with open(fresh) as file, pytest.raises(BlockingIOError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        tried.append(fresh)
        real(fresh, target)

    monkeypatch.setattr(os, "replace", replace)
    command(save, "cheer red go")
    assert len(tried) == 1
    with open(save) as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_a_new_file_that_was_swept_before_it_was_locked_is_made_again(
    save: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, swept = files._claim, list[str]()

    def claim(descriptor: int) -> bool:
        """Somebody else was faster."""
        if not swept:
            swept.extend(name for name in names_in(save) if name.endswith(".new"))
            (save.parent / swept[0]).unlink()
        return real(descriptor)

    monkeypatch.setattr(files, "_claim", claim)
    command(save, "cheer red go")
    assert len(swept) == 1
    assert look(save).entries == ["cheer red go"]
    assert names_in(save) == ["race.toml"]


def test_a_foreign_file_that_cannot_be_removed_blocks_nobody(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a folder like /tmp, in which everybody may remove only what is his."""
    foreign = save.parent / ".race.toml.new"
    foreign.write_text("not yours")
    real = os.unlink

    def unlink(path: Any, **options: Any) -> None:
        if str(path) == str(foreign):
            raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))
        real(path, **options)

    monkeypatch.setattr(os, "unlink", unlink)
    command(save, "cheer red go")
    assert look(save).entries == ["cheer red go"]
    assert names_in(save) == [".race.toml.new", "race.toml"]


def test_an_interrupt_leaves_nothing_behind(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    before = save.read_bytes()
    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        command(save, "cheer red go")
    assert save.read_bytes() == before
    assert names_in(save) == ["race.toml"]


def test_without_hard_links_a_new_save_that_fails_at_the_last_step_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: str) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(os, "link", fails)
    monkeypatch.setattr(os, "replace", fails)
    with pytest.raises(BadFile, match="cannot write"):
        new_save(tmp_path / "race.toml")
    assert os.listdir(tmp_path) == []


def test_a_save_that_cannot_be_closed_after_reading_is_read_all_the_same(
    save: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command is carried out by then: to say that it failed would be untrue."""
    real = os.close

    def close(descriptor: int) -> None:
        is_save = os.path.samestat(os.fstat(descriptor), old)
        real(descriptor)
        if is_save:
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    old = save.stat()
    monkeypatch.setattr(os, "close", close)
    command(save, "cheer red go")
    monkeypatch.undo()
    assert look(save).entries == ["cheer red go"]


@pytest.mark.parametrize("name", ["dup", "stat", "fstat"])
def test_a_call_that_fails_before_the_new_file_is_written_leaves_nothing(
    save: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = save.read_text("utf-8")
    real = getattr(os, name)

    def fails(given: Any, *more: Any, **named: Any) -> Any:
        if name != "stat" or str(given).endswith(".new"):
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return real(given, *more, **named)

    with monkeypatch.context() as patch:
        patch.setattr(os, name, fails)
        with pytest.raises(BadFile, match="cannot write"):
            savefile.write(str(save), text)
    assert names_in(save) == ["race.toml"]


# ── The journal's end


def endings() -> Iterator[tuple[str, str]]:
    """Ways to write the same journal that are not ours, with a digest that fits."""
    yield "no newline at the end", '\njournal = [\n    "cheer red go",\n]'
    yield "no comma", '\njournal = [\n    "cheer red go"\n]\n'
    yield "on one line", '\njournal = ["cheer red go"]\n'
    yield "a remark that looks like an end", '\njournal = [\n    "cheer red go" # ",\n]\n'
    yield "a remark after the end", '\njournal = [\n    "cheer red go",\n] # done\n'
    yield "line ends of another system", '\njournal = [\r\n    "cheer red go",\r\n]\r\n'
    yield "other quotation marks", "\njournal = [\n    'cheer red go',\n]\n"


@pytest.mark.parametrize("journal", [text for _, text in endings()], ids=[name for name, _ in endings()])
def test_a_journal_that_does_not_end_as_ours_is_written_anew_and_counts_as_edited(save: Path, journal: str) -> None:
    command(save, "cheer red go")
    text = save.read_text("utf-8")
    save.write_bytes(sealed(text[: text.index("\njournal = [")] + journal).encode())
    assert look(save).edited
    command(save, "cheer blue go")
    entries = look(save).entries
    assert (entries[0], entries[-1]) == ("cheer red go", "cheer blue go")
    assert prove(save).holds
    assert not look(save).edited


@pytest.mark.parametrize(
    "entry", ["cheer red go", 'cheer red "go"', "cheer red go\\", 'cheer red \\"', "cheer red # ,"]
)
def test_a_journal_that_ends_as_ours_is_not_read_whatever_its_last_entry_holds(entry: str) -> None:
    journal = savefile.journal_text(["cheer red go", entry])
    doc = {"format": savefile.FORMAT, "game": "toy"}
    content = savefile.dissect(savefile.compose({"game": "toy"}, journal), "race.toml")
    assert (content.edited, content.journal, {"format": savefile.FORMAT, **content.doc}) == (False, journal, doc)


# ── git

CONFLICT = "<<<<<<< HEAD\ndice = 1\n=======\ndice = 2\n>>>>>>> theirs\n"


def test_a_merge_conflict_is_called_one_and_says_what_to_do(save: Path) -> None:
    text = save.read_text("utf-8")
    save.write_text(text.replace("dice = 0\n", CONFLICT), "utf-8")
    line = text.split("\n").index("dice = 0") + 1
    for attempt in (look, lambda path: command(path, "cheer red go")):
        with pytest.raises(BadFile, match=rf"holds a git merge conflict \(line {line}\)") as caught:
            attempt(save)
        assert caught.value.exit_code == 3
        assert f"git checkout --ours {save}" in caught.value.hint
    assert names_in(save) == ["race.toml"]
