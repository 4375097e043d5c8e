"""Dice that anyone can check, picks made of dice, and seeds that nobody has picked.

Die number n of a game is taken from SHA-256 of the text `SEED:n`: the first byte below 252,
modulo 6, plus 1. `printf '1943:1' | sha256sum` shows the first die of seed 1943.
"""

from tarawa_cli.kernel.errors import NeedDice, Refused
from tarawa_cli.kernel.hints import Any, Mapping, Protocol, Sequence
from tarawa_cli.kernel.standard import sha256

NOBODY = "-"
"""The subject of dice that no order asks for, such as the weather's."""


class Dice(Protocol):
    """A source of dice; `rolled` lists what one command has used so far."""

    rolled: list[int]

    def die(self, purpose: str, subject: str = NOBODY) -> int:
        """The next die. The subject is what it is rolled for, by rule: a hex or a unit; labelled dice depend on it."""


def auto_die(seed: int, number: int) -> int:
    """Die `number` (from 1) of the game with this seed."""
    for byte in sha256(b"%d:%d" % (seed, number)):
        if byte < 252:
            return byte % 6 + 1
    raise AssertionError("32 bytes of a digest, all above 251")


class AutoDice:
    """Dice from the seed, after `used` dice already rolled."""

    def __init__(self, seed: int, used: int) -> None:
        self.seed = seed
        self.used = used
        self.rolled: list[int] = []

    def die(self, purpose: str, subject: str = NOBODY) -> int:
        value = auto_die(self.seed, self.used + len(self.rolled) + 1)
        self.rolled.append(value)
        return value


class WouldRoll(Exception):
    """An order would roll dice that nobody may see."""


class NoDice:
    """For an order that is only tried out: it stops at its first die."""

    def __init__(self) -> None:
        self.rolled: list[int] = []

    def die(self, purpose: str, subject: str = NOBODY) -> int:
        raise WouldRoll(purpose)


class UnmadeDice:
    """For a game whose dice are still to be made: an order that needs none may be given."""

    def __init__(self, waits_for: str) -> None:
        self.waits_for = waits_for
        self.rolled: list[int] = []

    def die(self, purpose: str, subject: str = NOBODY) -> int:
        raise Refused("", f"there are no dice yet: {self.waits_for} must give a phrase", "phrase")


class GivenDice:
    """Dice given by the player or the journal, used in order."""

    def __init__(self, given: Sequence[int]) -> None:
        self.given = list(given)
        self.rolled: list[int] = []

    def die(self, purpose: str, subject: str = NOBODY) -> int:
        if len(self.rolled) == len(self.given):
            raise NeedDice(len(self.given), purpose)
        value = self.given[len(self.rolled)]
        self.rolled.append(value)
        return value

    @property
    def left(self) -> int:
        return len(self.given) - len(self.rolled)


MOST_THINGS = 6**3
"""The most things that a pick can choose among: three dice distinguish no more."""


def pick(dice: Dice, count: int, purpose: str, subject: str = NOBODY) -> int:
    """An index below `count`: no die for one thing, one for up to six, two for up to 36, else three.

    Several dice are read as digits of a number below 6, 36 or 216. If that is below the largest multiple of `count`, it
    is taken modulo `count`; otherwise the dice are thrown again.
    """
    if not 1 <= count <= MOST_THINGS:
        raise ValueError(f"dice cannot choose one of {count}")
    faces = next(6**number for number in range(4) if count <= 6**number)
    while True:
        value = _read(dice, faces, purpose, subject)
        if value < faces - faces % count:
            return value % count


def _read(dice: Dice, faces: int, purpose: str, subject: str) -> int:
    """A value from 0 to below 1, 6, 36 or 216, from as many dice as that needs."""
    value = 0
    while faces > 1:
        value = value * 6 + dice.die(purpose, subject) - 1
        faces //= 6
    return value


# ── A seed that nobody has picked, made from a phrase of each side
#
# The first phrase is sealed: the save holds only the digest of a salt and the phrase. The second is given openly, since
# nobody can fit it to one that he does not know. Then the first is revealed, and the seed is made from all of them.


Phrases = dict[str, dict[str, str]]
"""By side: `text`, and of a phrase that was sealed `sealed` and, once it is revealed, its `salt`."""
SEALED, SALT, TEXT = "sealed", "salt", "text"
LONGEST_PHRASE = 200
_SEED_DIGITS = 12
_HEX = frozenset("0123456789abcdef")


def phrase_digest(salt: str, text: str) -> str:
    """What `printf 'SALT:TEXT' | sha256sum` prints."""
    return sha256(f"{salt}:{text}".encode()).hex()


def seed_of(phrases: Phrases, names: Sequence[str]) -> int:
    """The seed: the first twelve hexadecimal digits of the digest of all phrases, a line each, in the sides' order."""
    return int(sha256("\n".join(phrases[side][TEXT] for side in names).encode()).hex()[:_SEED_DIGITS], 16)


def sides_without_phrase(phrases: Phrases, names: Sequence[str]) -> Sequence[str]:
    """The sides that are to move before there are dice: to give a phrase, and then to reveal it."""
    silent = [side for side in names if not phrases.get(side)]
    return silent or [side for side in names if TEXT not in phrases[side]]


def with_phrase(phrases: Phrases, side: str, text: str, salt: str) -> Phrases:
    """The phrases with one more; the first is sealed."""
    first = not any(phrases.values())
    return phrases | {side: {SEALED: phrase_digest(salt, text)} if first else {TEXT: text}}


def with_revealed(phrases: Phrases, side: str, text: str, salt: str) -> Phrases:
    return phrases | {side: phrases[side] | {SALT: salt, TEXT: text}}


def is_genuine(phrase: Mapping[str, str]) -> bool:
    """Whether a phrase is the one that was sealed.

    The digest is of SALT:TEXT, and a text may hold colons too: only one way to cut that in two counts.
    """
    if SEALED not in phrase:
        return True
    salt, text = phrase.get(SALT, ""), phrase.get(TEXT, "")
    return len(salt) == 32 and _HEX.issuperset(salt) and is_phrase(text) and phrase_digest(salt, text) == phrase[SEALED]


def is_phrase(text: str) -> bool:
    """Whether a text can be a phrase."""
    return 0 < len(text) <= LONGEST_PHRASE and text.isprintable()


def wrong_seed(phrases: Phrases, names: Sequence[str], seed: int | None) -> str:
    """Why a seed was not made from the phrases; nothing if it was."""
    forged = [side for side, phrase in phrases.items() if TEXT in phrase and not is_genuine(phrase)]
    if forged:
        return f"the phrase of {' and '.join(forged)} is not the one that was sealed"
    made = None if sides_without_phrase(phrases, names) else seed_of(phrases, names)
    return "" if seed == made else "the seed is not the one that the phrases give"


def are_phrases(value: Any) -> bool:
    """Whether a save holds phrases as this program writes them."""
    return isinstance(value, dict) and all(
        isinstance(phrase, dict)
        and all(key in (SEALED, SALT, TEXT) and isinstance(text, str) for key, text in phrase.items())
        for phrase in value.values()
    )
