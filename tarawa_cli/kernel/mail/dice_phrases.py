"""Dice that nobody has picked: a seed made from a phrase of each side.

The first phrase is sealed: the save holds only the digest of a salt and the phrase. The second is given openly, since
nobody can fit it to one that he does not know. Then the first is revealed, and the seed is made from all of them.
"""

from tarawa_cli.kernel.hints import Any, Mapping, Sequence
from tarawa_cli.kernel.saves.sha256 import sha256

Phrases = dict[str, dict[str, str]]
"""By side: `text`, and of a phrase that was sealed `sealed` and, once it is revealed, its `salt`."""
SEALED, SALT, TEXT = "sealed", "salt", "text"
LONGEST = 200
_SEED_DIGITS = 12
_HEX = frozenset("0123456789abcdef")


def digest(salt: str, text: str) -> str:
    """What `printf 'SALT:TEXT' | sha256sum` prints."""
    return sha256(f"{salt}:{text}".encode()).hex()


def seed_of(phrases: Phrases, names: Sequence[str]) -> int:
    """The seed: the first twelve hexadecimal digits of the digest of all phrases, a line each, in the sides' order."""
    return int(sha256("\n".join(phrases[side][TEXT] for side in names).encode()).hex()[:_SEED_DIGITS], 16)


def waits_for(phrases: Phrases, names: Sequence[str]) -> Sequence[str]:
    """The sides that are to move before there are dice: to give a phrase, and then to reveal it."""
    silent = [side for side in names if not phrases.get(side)]
    return silent or [side for side in names if TEXT not in phrases[side]]


def given(phrases: Phrases, side: str, text: str, salt: str) -> Phrases:
    """The phrases with one more; the first is sealed."""
    first = not any(phrases.values())
    return phrases | {side: {SEALED: digest(salt, text)} if first else {TEXT: text}}


def revealed(phrases: Phrases, side: str, text: str, salt: str) -> Phrases:
    return phrases | {side: phrases[side] | {SALT: salt, TEXT: text}}


def is_genuine(phrase: Mapping[str, str]) -> bool:
    """Whether a phrase is the one that was sealed.

    The digest is of SALT:TEXT, and a text may hold colons too: only one way to cut that in two counts.
    """
    if SEALED not in phrase:
        return True
    salt, text = phrase.get(SALT, ""), phrase.get(TEXT, "")
    return len(salt) == 32 and _HEX.issuperset(salt) and is_text(text) and digest(salt, text) == phrase[SEALED]


def is_text(text: str) -> bool:
    """Whether a text can be a phrase."""
    return 0 < len(text) <= LONGEST and text.isprintable()


def wrong(phrases: Phrases, names: Sequence[str], seed: int | None) -> str:
    """Why a seed was not made from the phrases; nothing if it was."""
    forged = [side for side, phrase in phrases.items() if TEXT in phrase and not is_genuine(phrase)]
    if forged:
        return f"the phrase of {' and '.join(forged)} is not the one that was sealed"
    made = None if waits_for(phrases, names) else seed_of(phrases, names)
    return "" if seed == made else "the seed is not the one that the phrases give"


def are_phrases(value: Any) -> bool:
    """Whether a save holds phrases as this program writes them."""
    return isinstance(value, dict) and all(
        isinstance(phrase, dict)
        and all(key in (SEALED, SALT, TEXT) and isinstance(text, str) for key, text in phrase.items())
        for phrase in value.values()
    )
