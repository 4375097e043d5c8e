"""The save on disk: lock, read, and a write that leaves the old file or the new one, never less.

The lock is on the save itself. As every write puts a new file in the old one's place, whoever gets
the lock looks whether the file he locked is still the one of that name, and tries again if not.
"""

import errno
import fcntl
import os
import stat
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from typing import Any, NamedTuple

from tarawa_cli.kernel import files, toml
from tarawa_cli.kernel.digest import short_digest
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.files import reason

FORMAT = 2
LARGEST = 4_000_000
"""Bytes; a whole campaign has 60,000."""
WAIT = 10.0
BANNER = "# A game in progress: change it with commands, or by hand (the journal will say so)."
_NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK)
_JOURNAL = "\njournal = ["

Upgrade = Callable[[dict[str, Any]], dict[str, Any]]
# From each older format to the next one; a save takes every step that it needs.
UPGRADES: dict[int, Upgrade] = {1: lambda doc: {"rules": 1, **doc}}


class Content(NamedTuple):
    """What a save file holds. The journal stays text until somebody asks for its entries."""

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
    """What is written can be read again."""
    if len(text) * 4 > LARGEST and len(text.encode("utf-8")) > LARGEST:
        raise files.too_large("the save with this in it", LARGEST)
    return text


def journal_text(entries: list[str]) -> str:
    if not entries:
        return f"{_JOURNAL}]\n"
    return f"{_JOURNAL}\n" + "".join(f"    {toml.text(entry)},\n" for entry in entries) + "]\n"


def journal_entries(journal: str) -> list[str]:
    entries = toml.parse(journal, "the journal")["journal"]
    if not isinstance(entries, list) or not all(isinstance(entry, str) for entry in entries):
        raise BadFile("the save's journal must be an array of texts")
    return entries


def append_entries(journal: str, entries: Iterable[str]) -> str:
    """The journal's text with some more entries; the lines before them stay as they are."""
    before = journal.removesuffix("]\n")
    lines = "".join(f"    {toml.text(entry)},\n" for entry in entries)
    return before + ("" if before.endswith("\n") else "\n") + f"{lines}]\n"


def dissect(text: str, what: str) -> Content:
    """Take a save's text apart; if its digest holds, the journal need not be parsed."""
    head, mark, rest = text.partition('digest = "')
    written, quote, body = rest.partition('"')
    genuine = head == BANNER + "\n" and bool(mark and quote) and written == short_digest(body)
    if genuine:
        state, mark, journal = body.partition(_JOURNAL)
        if mark:
            return Content(upgraded(toml.parse(state, what), what), mark + journal, False)
    doc = toml.parse(text, what)
    doc.pop("digest", None)
    entries = doc.pop("journal", None)
    if not isinstance(entries, list) or not all(isinstance(entry, str) for entry in entries):
        raise BadFile(f"{what} is not a save: it has no journal")
    return Content(upgraded(doc, what), journal_text(entries), True)


def upgraded(doc: dict[str, Any], what: str) -> dict[str, Any]:
    """The document in the present format, or a refusal."""
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
    """Only what is done to the save itself is blamed on it, not what a command does while it holds it."""
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
            raise BadFile(f"there is no save {path}", hint="start one with: tarawa new") from None
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
    """Whether the file behind the name is the one that was locked."""
    with suppress(FileNotFoundError):
        return os.path.samestat(os.fstat(descriptor), os.stat(path))
    return False


def write(path: str, text: str) -> None:
    """Put a new save in the place of the old one. Call it only while the save is locked."""
    target = os.path.realpath(path)
    folder, name = os.path.split(target)
    _write_beside(os.path.join(folder, f".{name}.new"), target, text, os.replace)


def create(path: str, text: str) -> None:
    """Write a save where there was none; never over one that appeared meanwhile."""
    try:
        target = os.path.realpath(path)
        folder, name = os.path.split(target)
        os.makedirs(folder, exist_ok=True)
    except (OSError, ValueError) as error:
        raise BadFile(f"cannot make the folder of {path}: {reason(error)}") from None
    _write_beside(os.path.join(folder, f".{name}.{os.getpid()}.new"), target, text, _link)


def _link(fresh: str, target: str) -> None:
    """Give the new file its name, unless somebody has it; where there are no hard links, reserve the name first."""
    try:
        try:
            os.link(fresh, target)
        except OSError as error:
            if error.errno not in _NO_LINKS:
                raise
            os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
            os.replace(fresh, target)
    except FileExistsError:
        raise BadFile(f"{target} exists already", hint="add --force to start anew in its place") from None
    _remove(fresh)


def _write_beside(fresh: str, target: str, text: str, put: Callable[[str, str], None]) -> None:
    """New file, flush to disk, put in place, flush the folder."""
    try:
        _write_file(fresh, target, text.encode("utf-8"))
        put(fresh, target)
        _flush_folder(os.path.dirname(target))
    except BadFile:
        _remove(fresh)
        raise
    except OSError as error:
        _remove(fresh)
        raise BadFile(
            f"cannot write {target}: {reason(error)}", hint="the save is as it was before this command"
        ) from None


def _remove(path: str) -> None:
    with suppress(OSError):
        os.unlink(path)


def _write_file(fresh: str, target: str, raw: bytes) -> None:
    # What a killed command left behind may be a second name of the save itself: never write into it.
    _remove(fresh)
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        with suppress(FileNotFoundError):
            os.fchmod(descriptor, stat.S_IMODE(os.stat(target).st_mode))
        while raw:
            raw = raw[os.write(descriptor, raw) :]
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _flush_folder(folder: str) -> None:
    """So that the new name survives a crash; a file system that cannot do it is no reason to fail."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
