"""Files that anyone may have made, and files put whole in the place of others.

Only regular files are opened, and only a sensible amount is read: a pipe, device or socket with the right name could
keep a command waiting, or feed it forever.

A new file is written beside the one that it replaces, flushed to disk, and put there whole. A process that is killed
meanwhile leaves its new file beside the target; the next one that writes there removes it.
"""

import errno
import os
import stat

from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.hints import Callable
from tarawa_cli.kernel.standard import suppress

_CHUNK = 1 << 18
_SECRET = ("# What ", " keeps secret in ")
"""What the first line of a side's secrets begins with, and what stands in it."""


def open_regular(path: str) -> int:
    """A regular file, opened for reading. BadFile if it is something else, OSError or ValueError if there is none."""
    _check(os.stat(path), path)  # merely opening a device can have an effect
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY)
    try:
        _check(os.fstat(descriptor), path)
    except BaseException:
        close(descriptor)
        raise
    return descriptor


def close(descriptor: int) -> None:
    with suppress(OSError):  # it was only read
        os.close(descriptor)


def _check(found: os.stat_result, path: str) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise BadFile(f"{path} is not a file")


def contents(descriptor: int, path: str, limit: int) -> bytes:
    """The contents of an open file, up to `limit` bytes."""
    parts: list[bytes] = []
    room = limit + 1
    while room and (part := os.read(descriptor, min(room, _CHUNK))):
        parts.append(part)
        room -= len(part)
    if not room:
        raise too_large(path, limit)
    return b"".join(parts)


def too_large(path: str, limit: int) -> BadFile:
    return BadFile(f"{path} is too large: more than {limit // 1_000_000} MB")


def read_regular(path: str, what: str, limit: int, hint: str) -> bytes:
    """The contents of a regular file of sane size; `what` names it in errors, `hint` says what would work."""
    try:
        descriptor = open_regular(path)
        try:
            return contents(descriptor, path, limit)
        finally:
            close(descriptor)
    except BadFile as error:
        message = error.message
    except (OSError, ValueError) as error:
        message = f"cannot read {what}: {reason(error)}"
    raise BadFile(message, hint=hint)


def check_no_link(path: str) -> None:
    """BadFile, if a file is a link: the maker of the folder may have put it there so that another file is changed."""
    if os.path.islink(path):
        raise BadFile(
            f"{path} is a link to {os.readlink(path)}, and is not followed",
            hint="remove the link, or name the file it points to",
        )


def secret_head(side: str, save: str) -> str:
    """The first line of a side's secrets."""
    return f"{_SECRET[0]}{side}{_SECRET[1]}{save}. Do not give it to anybody, and do not lose it."


def is_secret(text: str) -> bool:
    """Whether a text begins as a side's secrets do."""
    return text.startswith(_SECRET[0]) and _SECRET[1] in text.partition("\n")[0]


def reason(error: Exception) -> str:
    """Why a file cannot be used, in the system's words."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


_NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK)
_ACCESS = "system.posix_acl_access"


def put_in_place(
    target: str, text: str | bytes, put: Callable[[str, str], None], old: os.stat_result | None, widest: int
) -> None:
    """New file, flush to disk, put in place, flush the folder; its mode is never wider than `widest`."""
    sweep(target)
    fresh, descriptor = _open_new(target, 0o600 if old else 0o666 & widest)
    claim = -1
    try:
        claim = os.dup(descriptor)  # holds the lock until the file has its name
        _fill(descriptor, text.encode("utf-8") if isinstance(text, str) else text, target, old, widest)
        put(fresh, target)
    finally:
        remove(fresh)
        if claim >= 0:
            os.closerange(claim, claim + 1)
    flush_folder(os.path.dirname(target))


def _open_new(target: str, mode: int) -> tuple[str, int]:
    """An empty file beside the target with a name of its own, locked so that nobody takes it for a leftover."""
    folder, name = os.path.split(target)
    while True:
        fresh = os.path.join(folder, f".{name}.{os.urandom(4).hex()}.new")
        try:
            descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
            if _claim(descriptor) and is_still(descriptor, fresh):
                return fresh, descriptor
        except FileExistsError:  # not ours
            raise
        except BaseException:  # Ctrl-C, too, in the moment that it is made
            remove(fresh)
            raise
        os.close(descriptor)


def is_still(descriptor: int, path: str) -> bool:
    """Whether the file with this name is still the one that was locked."""
    with suppress(FileNotFoundError):
        return os.path.samestat(os.fstat(descriptor), os.stat(path))
    return False


def _claim(descriptor: int) -> bool:
    """Lock it, unless somebody just has; does nothing where files cannot be locked."""
    import fcntl  # start-up

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        pass
    return True


def sweep(target: str) -> None:
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
    import fcntl  # start-up

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


def link(fresh: str, target: str) -> None:
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
        raise BadFile(f"{target} already exists", hint="add --force to replace it") from None


def copy(target: str, second: str) -> None:
    """The same file under a second name; without hard links, a copy of it."""
    try:
        os.link(target, second)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        from shutil import copy2  # start-up

        copy2(target, second)


def _replace_reserved(fresh: str, target: str) -> None:
    try:
        os.replace(fresh, target)
    except OSError:
        remove(target)
        raise


def remove(path: str) -> None:
    with suppress(OSError):
        os.unlink(path)


def _fill(descriptor: int, raw: bytes, target: str, old: os.stat_result | None, widest: int) -> None:
    """Write the new file to disk with its mode and owner, and close it."""
    try:
        if old:
            _keep_owner(descriptor, target, old)
            os.fchmod(descriptor, stat.S_IMODE(old.st_mode) & widest)
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


def flush_folder(folder: str) -> None:
    """Makes the new name survive a crash; a file system that cannot do it is no reason to fail."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
