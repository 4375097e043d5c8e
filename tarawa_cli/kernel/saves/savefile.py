"""The save on disk: locking, reading, and a write that leaves the old file or the new one, never less.

The lock is on the save itself. As every write replaces the file, a command that gets the lock checks that the locked
file is still the one with that name, and tries again if not.
"""

import errno
import os
import stat
import time

from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.hints import Any, Callable, Iterable, Iterator, Mapping, NamedTuple
from tarawa_cli.kernel.narration.visible import quoted
from tarawa_cli.kernel.saves import files, toml
from tarawa_cli.kernel.saves.files import copy, flush_folder, is_still, link, put_in_place, reason, remove
from tarawa_cli.kernel.standard import contextmanager, short_digest

FORMAT = 2
LARGEST = 4_000_000
"""In bytes; a whole campaign has 60,000."""
WAIT = 10.0
BANNER = "# A game in progress: change it with commands, or by hand (the journal will say so)."
_JOURNAL = "\njournal = ["
_NO_LOCKS = (errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL)

Upgrade = Callable[[dict[str, Any]], dict[str, Any]]
# From each older format to the next; a save takes all the steps it needs.
UPGRADES: dict[int, Upgrade] = {1: lambda doc: {"rules": 1, **doc}}


class Content(NamedTuple):
    """The contents of a save. The journal stays text until its entries are needed."""

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
        raise BadFile("the save's journal must be an array of strings")
    return entries


def entry_count(journal: str) -> int:
    """The number of entries, each on a line of its own between the first and the last."""
    return max(0, journal.count("\n") - 3)


def append_entries(journal: str, entries: Iterable[str]) -> str:
    """The journal's text with some more entries; the lines before them stay as they are."""
    before = journal.removesuffix("]\n")
    lines = "".join(map(journal_line, entries))
    return before + ("" if before.endswith("\n") else "\n") + f"{lines}]\n"


def dissect(text: str, what: str) -> Content:
    """Take a save's text apart; if its digest is right, the journal is not parsed."""
    if files.is_secret(text):
        raise BadFile(f"{what} holds what a side keeps secret, and is not a save")
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
            hint=f"keep one whole: git checkout --ours {quoted(what)}, or: git checkout --theirs {quoted(what)}",
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
    try:
        descriptor = files.open_regular(path)
    except (FileNotFoundError, NotADirectoryError):
        raise BadFile(f"there is no save {path}", hint="start one with `new`; `saves` lists your games") from None
    except (OSError, ValueError) as error:
        raise BadFile(f"cannot open {path}: {reason(error)}") from None
    try:
        yield descriptor
    finally:
        files.close(descriptor)


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
                mine = is_still(descriptor, path)
            if mine:
                yield descriptor
                return


def _lock(descriptor: int, path: str, limit: float) -> None:
    import fcntl  # start-up

    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if time.monotonic() > limit:
                raise BadFile(f"{path} is locked by another command", hint="try again") from None
            time.sleep(0.005)
        except OSError as error:
            if error.errno not in _NO_LOCKS:
                raise
            why = f"{path} cannot be locked: this file system cannot lock files ({reason(error)})"
            raise BadFile(why, hint="copy the save to a local disk, and play it there") from None


def write(path: str, text: str | bytes, *, private: bool = False) -> None:
    """Put a new file in the place of the old one; owner, mode and access list stay. A save must be locked for it.

    A private file is readable by nobody but its owner, even if the old one was.
    """
    target = _followed(path)
    with _writing(target):
        put_in_place(target, text, os.replace, _replaceable(target), 0o600 if private else 0o7777)


def create(path: str, text: str | bytes, *, private: bool = False) -> None:
    """Write a file where there was none; never over one that appeared meanwhile."""
    target = make_folder(path)
    with _writing(target):
        put_in_place(target, text, link, None, 0o600 if private else 0o7777)


def back_up(path: str) -> None:
    """Keep a file with .bak after its name too, in the place of an older save."""
    target = _followed(path)
    _check_spare(f"{target}.bak")
    folder, name = os.path.split(target)
    second = os.path.join(folder, f".{name}.{os.urandom(4).hex()}.new")
    with _writing(target):
        try:
            copy(target, second)
            os.replace(second, f"{target}.bak")
        finally:
            remove(second)


def is_save(path: str) -> bool:
    """Whether a file is a save, or looks like one that is damaged."""
    try:
        text = files.read_regular(path, path, LARGEST, "").decode("utf-8", "replace")
        if files.is_secret(text) or text.startswith(BANNER) or _JOURNAL in text:
            return not files.is_secret(text)
        dissect(text, path)
        return True
    except BadFile:
        return False


def _followed(path: str) -> str:
    """Where a file really is; only through a link to a save, which the player may have made."""
    if os.path.islink(path) and not is_save(path):
        files.check_no_link(path)
    return os.path.realpath(path)


def _check_spare(kept: str) -> None:
    """BadFile, if something else than an older save is where one will be kept."""
    if os.path.lexists(kept) and (os.path.islink(kept) or not is_save(kept)):
        raise BadFile(f"{kept} is not a save, and would be replaced", hint="move it away")


def make_folder(path: str) -> str:
    """Make a file's folder if necessary; returns where the file really is."""
    try:
        target = os.path.realpath(path)
        _make_folders(os.path.dirname(target))
        return target
    except (OSError, ValueError) as error:
        raise BadFile(f"cannot make the folder of {path}: {reason(error)}") from None


def _make_folders(folder: str) -> None:
    """Make a folder and those above it; each name is flushed to disk, as that of a file is."""
    new, above = list[str](), folder
    while not os.path.exists(above):
        new.append(above := os.path.dirname(above))
    os.makedirs(folder, exist_ok=True)
    for parent in new:
        flush_folder(parent)


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
    if not stat.S_ISREG(old.st_mode):
        raise BadFile(f"{target} is not a file")
    if not old.st_mode & 0o222:
        raise BadFile(f"cannot write {target}: it is write-protected", hint=f"chmod u+w {quoted(target)}")
    return old
