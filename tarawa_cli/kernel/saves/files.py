"""Files that anyone may have made: only regular ones are opened, and only a sensible amount is read.

A pipe, device or socket with the right name could keep a command waiting, or feed it forever.
"""

import os
import stat

from tarawa_cli.kernel.errors import BadFile
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
    """BadFile, if a file is a link: whoever made the folder may have put it there, to have another file changed."""
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
