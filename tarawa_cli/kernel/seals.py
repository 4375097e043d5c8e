"""Secrets that are sealed: the journal holds a digest, and their owner the secret in a file of his own.

What a secret says is for the game to word, in a few words without spaces. The owner's file has each under its digest;
version 0.2 had them under what they were sealed for, so whatever the key, the digest is worked out again.
"""

import os
import re
from collections.abc import Mapping, Sequence

from tarawa_cli.kernel import secretfile
from tarawa_cli.kernel.digest import sha256
from tarawa_cli.kernel.errors import BadFile

SEALS, SEALED_FOR = "seals", "sealed_for"
_SALT, _WORD = "[0-9a-f]{32}", r"[^\s-]\S*"


def digest(salt: str, words: Sequence[str]) -> str:
    """What `printf 'SALT WORD WORD…' | sha256sum` prints."""
    return sha256(" ".join([salt, *words]).encode()).hex()


def draw(things: Sequence[str]) -> str:
    """One of the things, by chance: what a side hides without choosing."""
    return things[int.from_bytes(os.urandom(8), "big") % len(things)]


def keep(save: str, side: str, secrets: Mapping[str, tuple[str, Sequence[str]]]) -> None:
    """Put salt and words of secrets, by what they are sealed for, into their owner's file, beside those in it."""
    digests = {key: digest(*secret) for key, secret in secrets.items()}
    sealed = {digests[key]: [salt, *words] for key, (salt, words) in secrets.items()}
    secretfile.add(save, side, {SEALS: sealed, SEALED_FOR: {digests[key]: [key] for key in secrets}})


def find(save: str, side: str, wanted: str, key: str = "") -> tuple[str, list[str]]:
    """Salt and words of the secret with this digest; BadFile, if its owner's file does not hold it.

    With a key: BadFile too, if it was sealed for something else. The save comes from the other side, who may have put
    one digest in the place of another so that a secret is revealed before its time.
    """
    path = secretfile.path_of(save, side)
    secretfile.read(save, side)  # it must be there
    sealed_for = secretfile.section(save, side, SEALED_FOR)
    for name, held in secretfile.section(save, side, SEALS).items():
        if _is_whole(held) and digest(held[0], held[1:]) == wanted:
            meant = sealed_for.get(wanted, [] if name == wanted else [name])
            if key and key not in (meant or [key]):
                raise BadFile(f"{path} holds it for {meant[0]}, not for {key}: the save has been tampered with")
            return held[0], held[1:]
    why = f"{path} does not hold what was sealed{f' for {key}' if key else ''}"
    raise BadFile(why, hint="look for a copy of that file; `reveal --lost` continues without it")


def _is_whole(held: list[str]) -> bool:
    """Whether it is a salt and some words, as `keep` writes them."""
    return bool(held) and bool(re.fullmatch(_SALT, held[0])) and all(re.fullmatch(_WORD, word) for word in held)
