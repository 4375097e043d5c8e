"""Dice that anyone can check, and picks made of dice.

Die number n of a game is taken from SHA-256 of the text `SEED:n`: the first byte below 252,
modulo 6, plus 1. `printf '1943:1' | sha256sum` shows the first die of seed 1943.
"""

from tarawa_cli.kernel.errors import NeedDice, Refused
from tarawa_cli.kernel.hints import Protocol, Sequence
from tarawa_cli.kernel.saves.sha256 import sha256

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
