"""Hash chains, and the dice of a sitting that come from them.

A chain is secret: its end is random, every link is the hash of the link after it, and the anchor is link 0. Whoever
knows the anchor can check each link that is shown, and nobody can work out one that is not shown yet. All hashes are
SHA-256 of fields joined by line ends, in hexadecimal digits.
"""

import os
import re
from collections.abc import Sequence

from tarawa_cli.kernel.digest import sha256

LENGTH = 4096
"""The number of links in a chain; the anchor is link 0."""
FEW = 8
"""With fewer links left than this, a side begins a new chain."""
_HEX = re.compile("[0-9a-f]{64}")
_GAME = re.compile("[0-9a-f]{32}")


def hashed(*fields: object) -> str:
    """What `printf 'FIELD\\nFIELD…' | sha256sum` prints."""
    return sha256("\n".join(map(str, fields)).encode()).hex()


def is_hash(text: str) -> bool:
    return bool(_HEX.fullmatch(text))


def is_game(text: str) -> bool:
    return bool(_GAME.fullmatch(text))


def new_game() -> str:
    """A name for a game that no other game has."""
    return os.urandom(16).hex()


def new_end() -> str:
    """The end of a new chain."""
    return os.urandom(32).hex()


def before(game: str, side: str, chain: int, index: int, following: str) -> str:
    """Link `index` of a chain, from the link that follows it."""
    return hashed("tarawa-link/1", game, side, chain, index, following)


def link(game: str, side: str, chain: int, end: str, index: int) -> str:
    """Link `index` of a chain, from its end."""
    found = end
    for place in range(LENGTH - 1, index - 1, -1):
        found = before(game, side, chain, place, found)
    return found


def root(game: str, anchors: Sequence[str], sitting: int, side: str, closing: str, opening: str) -> str:
    """What the dice of a sitting come from: the other side's closing link, and the own opening link."""
    return hashed("tarawa-sitting/1", game, *anchors, sitting, side, closing, opening)


def die(root: str, label: str, number: int) -> int:
    """Die `number` (from 1) of those with the same label in a sitting."""
    digest = bytes.fromhex(hashed("tarawa-die/1", root, label, number))
    return next(byte for byte in digest if byte < 252) % 6 + 1
