"""The save on disk: locking, reading, and a write that leaves the old file or the new one, never less.

The lock is on the save itself. As every write replaces the file, whoever gets the lock checks that the locked file is
still the one with that name, and tries again if not.
"""

import errno
import fcntl
import os
import stat
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress

from tarawa_cli.kernel import files, toml
from tarawa_cli.kernel.digest import short_digest
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.files import reason
from tarawa_cli.kernel.hints import Any, NamedTuple

FORMAT = 2
LARGEST = 4_000_000
"""In bytes; a whole campaign has 60,000."""
WAIT = 10.0
BANNER = "# A game in progress: change it with commands, or by hand (the journal will say so)."
_NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK)
_JOURNAL = "\njournal = ["
_ACCESS = "system.posix_acl_access"

Upgrade = Callable[[dict[str, Any]], dict[str, Any]]
# From each older format to the next; a save takes all the steps it needs.
UPGRADES: dict[int, Upgrade] = {1: lambda doc: {"rules": 1, **doc}}


class Content(NamedTuple):
    """The contents of a save. The journal stays text until somebody asks for its entries."""

    doc: dict[str, Any]
    journal: str
    edited: bool


def compose(doc: Mapping[str, Any], journal: str) -> str:
    """The text of a save: banner, digest of all that follows, document, journal."""
    try:
        toml.bounded(doc)
        body = "\n".join(["", *toml.lines({"format": FORMAT, **doc})]) + journal
        return _of_sane_size(f'{BANNER}\ndigest = "{short_digest(body)}"{body}')
    except UnicodeEncodeError as error:
        raise BadFile(f"a save cannot hold what is not Unicode text: {body[error.start]!r}") from None
    except (ValueError, RecursionError) as error:
        raise BadFile(f"a save cannot hold this: {error}") from None


def _of_sane_size(text: str) -> str:
    """Raises BadFile if a text is too large to be read again."""
    if len(text) * 4 > LARGEST and len(text.encode("utf-8")) > LARGEST:
        raise files.too_large("the save with this in it", LARGEST)
    return text


def journal_text(entries: list[str]) -> str:
    if not entries:
        return f"{_JOURNAL}]\n"
    return f"{_JOURNAL}\n" + "".join(map(journal_line, entries)) + "]\n"


def journal_line(entry: str) -> str:
    return f"    {toml.text(entry)},\n"


def journal_entries(journal: str) -> list[str]:
    entries = toml.parse(journal, "the journal")["journal"]
    if not isinstance(entries, list) or not all(isinstance(entry, str) for entry in entries):
        raise BadFile("the save's journal must be an array of texts")
    return entries


def append_entries(journal: str, entries: Iterable[str]) -> str:
    """The journal's text with some more entries; the lines before them stay as they are."""
    before = journal.removesuffix("]\n")
    lines = "".join(map(journal_line, entries))
    return before + ("" if before.endswith("\n") else "\n") + f"{lines}]\n"


def dissect(text: str, what: str) -> Content:
    """Take a save's text apart; if its digest is right, the journal is not parsed."""
    head, mark, rest = text.partition('digest = "')
    written, quote, body = rest.partition('"')
    genuine = head == BANNER + "\n" and bool(mark and quote) and written == short_digest(body)
    if genuine:
        state, mark, journal = body.partition(_JOURNAL)
        if mark and _can_grow(mark + journal):
            return Content(upgraded(toml.parse(state, what), what), mark + journal, False)
    doc = _parsed(text, what)
    doc.pop("digest", None)
    entries = doc.pop("journal", None)
    if not isinstance(entries, list) or not all(isinstance(entry, str) for entry in entries):
        raise BadFile(f"{what} is not a save: it has no journal")
    return Content(upgraded(doc, what), journal_text(entries), True)


def _can_grow(journal: str) -> bool:
    """Whether the text ends as we write it, so that entries can be appended."""
    if journal == journal_text([]):
        return True
    last = journal.removesuffix("\n]\n").rpartition("\n")[2]
    signs = last.replace("\\\\", "").replace('\\"', "")
    is_entry = signs.startswith('    "') and signs.endswith('",') and signs.count('"') == 2
    return is_entry and journal.endswith(f"\n{last}\n]\n")


def _parsed(text: str, what: str) -> dict[str, Any]:
    """A whole save as TOML; conflict marks that git has left get a message of their own."""
    try:
        return toml.parse(text, what)
    except BadFile:
        marks = [number for number, line in enumerate(text.split("\n"), 1) if line.startswith(("<<<<<<<", ">>>>>>>"))]
        if not marks:
            raise
        raise BadFile(
            f"{what} holds a git merge conflict (line {marks[0]}), and two games cannot be merged into one",
            hint=f"keep one of them whole: git checkout --ours {what}, or: git checkout --theirs {what}",
        ) from None


def upgraded(doc: dict[str, Any], what: str) -> dict[str, Any]:
    """The document in the present format; raises BadFile if that is impossible."""
    version = doc.pop("format", None)
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise BadFile(f"{what} is not a save: it has no format number")
    if version > FORMAT:
        raise BadFile(
            f"{what} was written by a newer version (format {version}; this one reads up to {FORMAT})",
            hint="install a newer tarawa-cli",
        )
    for older in range(version, FORMAT):
        doc = UPGRADES[older](doc)
    return doc


def read(path: str) -> Content:
    """What the save holds. Reading locks nothing and touches nothing."""
    with open_existing(path) as descriptor:
        return _read(descriptor, path)


@contextmanager
def _reading(path: str) -> Iterator[None]:
    """Turns errors of the save's own file into BadFile, but not errors of the command that holds it."""
    try:
        yield
    except OSError as error:
        raise BadFile(f"cannot read {path}: {reason(error)}") from None


def _read(descriptor: int, path: str) -> Content:
    with _reading(path):
        raw = files.contents(descriptor, path, LARGEST)
    return dissect(toml.decode(raw, path), path)


@contextmanager
def open_existing(path: str) -> Iterator[int]:
    with ExitStack() as opened:
        try:
            descriptor = opened.enter_context(files.regular(path))
        except (FileNotFoundError, NotADirectoryError):
            raise BadFile(f"there is no save {path}", hint="start one with `new`; `saves` lists your games") from None
        except (OSError, ValueError) as error:
            raise BadFile(f"cannot open {path}: {reason(error)}") from None
        yield descriptor


@contextmanager
def locked(path: str, wait: float = WAIT) -> Iterator[Content]:
    """Hold the save for one command: nobody else writes it until the block ends."""
    with reserved(path, wait) as descriptor:
        yield _read(descriptor, path)


@contextmanager
def reserved(path: str, wait: float = WAIT) -> Iterator[int]:
    """Hold whatever file is there, without reading it."""
    limit = time.monotonic() + wait
    while True:
        with open_existing(path) as descriptor:
            with _reading(path):
                _lock(descriptor, path, limit)
                mine = _is_still(descriptor, path)
            if mine:
                yield descriptor
                return


def _lock(descriptor: int, path: str, limit: float) -> None:
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if time.monotonic() > limit:
                raise BadFile(f"{path} is locked by another command", hint="try again") from None
            time.sleep(0.005)


def _is_still(descriptor: int, path: str) -> bool:
    """Whether the file with this name is still the one that was locked."""
    with suppress(FileNotFoundError):
        return os.path.samestat(os.fstat(descriptor), os.stat(path))
    return False


def write(path: str, text: str | bytes) -> None:
    """Put a new file in the place of the old one; owner, mode and access list stay. A save must be locked for it."""
    target = os.path.realpath(path)
    with _writing(target):
        _put_in_place(target, text, os.replace, _replaceable(target))


def create(path: str, text: str | bytes) -> None:
    """Write a file where there was none; never over one that appeared meanwhile."""
    target = make_folder(path)
    with _writing(target):
        _put_in_place(target, text, _link, None)


def back_up(path: str) -> None:
    """Keep a file with .bak after its name too, in the place of an older one."""
    target = os.path.realpath(path)
    folder, name = os.path.split(target)
    second = os.path.join(folder, f".{name}.{os.urandom(4).hex()}.new")
    with _writing(target):
        try:
            _copy(target, second)
            os.replace(second, f"{target}.bak")
        finally:
            _remove(second)


def _copy(target: str, second: str) -> None:
    """The same file under a second name; without hard links, a copy of it."""
    try:
        os.link(target, second)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        from shutil import copy2

        copy2(target, second)


def make_folder(path: str) -> str:
    """Make a file's folder if necessary; returns where the file really is."""
    try:
        target = os.path.realpath(path)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        return target
    except (OSError, ValueError) as error:
        raise BadFile(f"cannot make the folder of {path}: {reason(error)}") from None


@contextmanager
def _writing(target: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise BadFile(
            f"cannot write {target}: {reason(error)}", hint="the save is as it was before this command"
        ) from None


def _replaceable(target: str) -> os.stat_result | None:
    """The status of the file there, if any. Renaming ignores the old file's mode, so it is checked here."""
    try:
        old = os.stat(target)
    except FileNotFoundError:
        return None
    if not old.st_mode & 0o222:
        raise BadFile(f"cannot write {target}: it is write-protected", hint=f"chmod u+w {target}")
    return old


def _put_in_place(target: str, text: str | bytes, put: Callable[[str, str], None], old: os.stat_result | None) -> None:
    """New file, flush to disk, put in place, flush the folder."""
    _sweep(target)
    fresh, descriptor = _open_new(target, 0o600 if old else 0o666)
    claim = os.dup(descriptor)  # holds the lock until the file has its name
    try:
        _fill(descriptor, text.encode("utf-8") if isinstance(text, str) else text, target, old)
        put(fresh, target)
    finally:
        _remove(fresh)
        os.closerange(claim, claim + 1)
    _flush_folder(os.path.dirname(target))


def _open_new(target: str, mode: int) -> tuple[str, int]:
    """An empty file beside the target with a name of its own, locked so that nobody takes it for a leftover."""
    folder, name = os.path.split(target)
    while True:
        fresh = os.path.join(folder, f".{name}.{os.urandom(4).hex()}.new")
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        if _claim(descriptor) and _is_still(descriptor, fresh):
            return fresh, descriptor
        os.close(descriptor)


def _claim(descriptor: int) -> bool:
    """Lock it, unless somebody just has; does nothing where files cannot be locked."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        pass
    return True


def _sweep(target: str) -> None:
    """Remove what killed commands have left beside a file."""
    folder, name = os.path.split(target)
    with suppress(OSError):
        for left in os.listdir(folder):
            if left.startswith(f".{name}.") and left.endswith(".new") and _is_number(left[len(name) + 2 : -4]):
                _remove_left(os.path.join(folder, left), target)


def _is_number(middle: str) -> bool:
    """Whether a text can be the number in a new file's name; in older versions it was empty."""
    return not middle.strip("0123456789abcdef")


def _remove_left(left: str, target: str) -> None:
    """Remove a leftover. A locked file is still being written; links and second names of the target are left alone."""
    with suppress(OSError):
        if os.path.islink(left) or (os.path.exists(target) and os.path.samefile(left, target)):
            os.unlink(left)
            return
        descriptor = os.open(left, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.unlink(left)
        finally:
            os.close(descriptor)


def _link(fresh: str, target: str) -> None:
    """Give the new file its name unless that is taken; without hard links, reserve the name first."""
    try:
        try:
            os.link(fresh, target)
        except OSError as error:
            if error.errno not in _NO_LINKS:
                raise
            os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
            _replace_reserved(fresh, target)
    except FileExistsError:
        raise BadFile(f"{target} exists already", hint="add --force to start anew in its place") from None


def _replace_reserved(fresh: str, target: str) -> None:
    try:
        os.replace(fresh, target)
    except OSError:
        _remove(target)
        raise


def _remove(path: str) -> None:
    with suppress(OSError):
        os.unlink(path)


def _fill(descriptor: int, raw: bytes, target: str, old: os.stat_result | None) -> None:
    """Write the new file to disk with its mode and owner, and close it."""
    try:
        if old:
            _keep_owner(descriptor, target, old)
            os.fchmod(descriptor, stat.S_IMODE(old.st_mode))
        while raw:
            raw = raw[os.write(descriptor, raw) :]
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _keep_owner(descriptor: int, target: str, old: os.stat_result) -> None:
    """Give the new file the owner and access rights of the old one, or fail."""
    new = os.fstat(descriptor)
    try:
        if (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
            os.fchown(descriptor, old.st_uid, old.st_gid)
        _keep_access_list(descriptor, _access_list(target))
    except OSError as error:
        raise BadFile(
            f"cannot write {target}: it would lose its owner, group or access list ({reason(error)})",
            hint="play as its owner, or copy the save and play the copy",
        ) from None


def _access_list(file: str | int) -> bytes | None:
    """The access list beyond the mode; not every file or system has one."""
    try:
        return os.getxattr(file, _ACCESS)
    except (OSError, AttributeError):
        return None


def _keep_access_list(descriptor: int, wanted: bytes | None) -> None:
    """Copy the old access list: the folder may have given the new file a different one."""
    if wanted == _access_list(descriptor):
        return
    if wanted:
        os.setxattr(descriptor, _ACCESS, wanted)
    else:
        os.removexattr(descriptor, _ACCESS)


def _flush_folder(folder: str) -> None:
    """Makes the new name survive a crash; a file system that cannot do it is no reason to fail."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
