"""Secrets that are sealed: the journal holds a digest, and their owner the secret in a file of his own.

What a secret says is for the game to word, in a few words without spaces.
"""

import re
from collections.abc import Sequence

from tarawa_cli.kernel import secretfile
from tarawa_cli.kernel.digest import sha256
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.hints import Any

SEALS = "seals"
_SALT, _WORD = "[0-9a-f]{32}", r"[^\s-]\S*"


def digest(salt: str, words: Sequence[str]) -> str:
    """What `printf 'SALT WORD WORD…' | sha256sum` prints."""
    return sha256(" ".join([salt, *words]).encode()).hex()


def keep(save: str, side: str, key: str, salt: str, words: Sequence[str]) -> None:
    """Put a secret into its owner's file, beside those that are there."""
    held = secretfile.held(save, side)
    sealed = held.get(SEALS)
    sealed = dict(sealed) if isinstance(sealed, dict) else {}
    secretfile.write(save, side, held | {SEALS: sealed | {key: [salt, *words]}})


def find(save: str, side: str, key: str) -> tuple[str, list[str]]:
    """Salt and words of a secret; BadFile, if its owner's file does not hold it."""
    sealed: Any = secretfile.read(save, side).get(SEALS)
    found = sealed.get(key) if isinstance(sealed, dict) else None
    if not isinstance(found, list) or not _is_whole(found):
        raise BadFile(f"{secretfile.path_of(save, side)} does not hold what was sealed for {key}")
    return found[0], found[1:]


def _is_whole(found: list[Any]) -> bool:
    """Whether it is a salt and some words, as `keep` writes them."""
    words = [word for word in found if isinstance(word, str) and re.fullmatch(_WORD, word)]
    return words == found != [] and bool(re.fullmatch(_SALT, words[0]))
