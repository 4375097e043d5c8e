"""What git must not get: `.gitignore` names it, and the player is told if git has it or would take it all the same."""

import os
import re

from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.hints import Iterator, Sequence
from tarawa_cli.kernel.saves import files, git, savefile
from tarawa_cli.kernel.saves.atomic_write import sweep

_LARGEST = 1_000_000
_warnings: list[str] = []


def take_warnings() -> list[str]:
    """What to tell the player, once."""
    told = list(_warnings)
    _warnings.clear()
    return told


def guard(path: str) -> None:
    """Keep a secret that is about to be written out of git; nothing that fails here is a reason not to write it."""
    try:
        _ignore(path)
    except BadFile as error:
        _warnings.append(f"cannot make git ignore {path}, which is secret: {error.message}")
    check(path)


def check(path: str) -> None:
    """Warn, if git has a secret file or would take it."""
    _warnings.extend(_exposed(path))


def add_lines(path: str, lines: Sequence[bytes]) -> None:
    """Put lines that are missing at the end of a file; the rest stays byte for byte, and no link is followed."""
    files.check_no_link(path)
    sweep(os.path.abspath(path))
    if not os.path.lexists(path):
        savefile.create(path, _joined(b"", lines))
        return
    with savefile.reserved(path):
        old = files.read_regular(path, path, _LARGEST, "")
        new = _joined(old, [line for line in lines if line not in _lines(old)])
        if new != old:
            savefile.write(path, new)


def _joined(old: bytes, lines: Sequence[bytes]) -> bytes:
    end = b"\n" if old and lines and not old.endswith(b"\n") else b""
    return old + end + b"".join(line + b"\n" for line in lines)


def _lines(raw: bytes) -> list[bytes]:
    return [line.rstrip(b"\r") for line in raw.split(b"\n")]


def _ignore(path: str) -> None:
    """Have the `.gitignore` beside a file name it, and what a killed command leaves of it."""
    folder, name = os.path.split(os.path.abspath(path))
    ignoring, own = os.path.join(folder, ".gitignore"), _pattern(name)
    files.check_no_link(ignoring)
    old = files.read_regular(ignoring, ignoring, _LARGEST, "") if os.path.lexists(ignoring) else b""
    wanted = {b"/" + own: (own, b"*.*.toml"), b"/." + own + b".*.new": (b".*.new",)}
    known = set(_lines(old))
    add_lines(ignoring, [line for line, others in wanted.items() if not known & {line, *others}])


def _pattern(name: str) -> bytes:
    """A name as `.gitignore` has it, where no line can hold a line break."""
    return re.sub(rb"([\\*?\[\] ])", rb"\\\1", os.fsencode(name)).replace(b"\n", b"?")


def _exposed(path: str) -> Iterator[str]:
    """Why others may get a secret file by git; nothing, if they do not."""
    folder, name = os.path.split(os.path.abspath(path))
    if not _is_in_work_tree(folder):
        return
    tracked = _git(folder, "--literal-pathspecs", "ls-files", "--error-unmatch", "--", name)
    ignored = _git(folder, "check-ignore", "--quiet", "--", f"./{name}") if tracked == 1 else None
    if tracked == 0:
        yield f"git tracks {path}: anyone with the repository can read it; `git rm --cached` stops that"
    elif ignored == 1:
        yield f"git does not ignore {path}: `git add` would add it, and others could read it"
    elif ignored != 0:
        yield f"git does not report whether it ignores {path}: make sure that it is never committed"


def _is_in_work_tree(folder: str) -> bool:
    """Whether there is a `.git` in a folder or above it."""
    here = os.path.realpath(folder)
    while not os.path.lexists(os.path.join(here, ".git")):
        if here == (here := os.path.dirname(here)):
            return False
    return True


def _git(folder: str, *words: str) -> int | None:
    """The exit code of git; None, if it does not answer, or the repository is not an ordinary one."""
    try:
        git.repository(os.path.join(folder, ".gitignore"))
        return git.ask(folder, *words).code
    except BadFile:
        return None
