"""What the results of the tables say, as values: the one place that takes their text apart."""

from itertools import pairwise

from tarawa_cli.kernel.hints import NamedTuple
from tarawa_cli.kernel.standard import cache

NOTHING = "-"


def number(result: str) -> int:
    """A result that is a number."""
    return 0 if result == NOTHING else int(result)


class Fire(NamedTuple):
    """A result of the Japanese Fire table: `S S* H Pin 2 course` (6.6.1, 7.3)."""

    steps: int
    hits: int
    casualties: int
    pins: int
    course: bool


@cache
def fire(result: str) -> Fire:
    words = result.split()
    pins = max((int(number) for word, number in pairwise(words) if word == "Pin"), default=0)
    steps = words.count("S") + words.count("S*")
    return Fire(steps, words.count("H"), words.count("S*"), pins, "course" in words)


class Attack(NamedTuple):
    """A result of the Marine Attack table (7.2.4)."""

    repulsed: bool = False
    clears: bool = False
    clears_all: bool = False


ATTACKS = {
    "repulsed Pin 1": Attack(repulsed=True),
    NOTHING: Attack(),
    "one hex cleared": Attack(clears=True),
    "all hexes cleared": Attack(clears=True, clears_all=True),
}


def demolition(result: str) -> int:
    """The steps of demolition: `D2` is two (7.2.5)."""
    return number(result.removeprefix("D"))


class Raid(NamedTuple):
    """A result of the air raid on Betio: `4 hits Pin 1`, or bombs on the Japanese (10.1.1)."""

    hits: int = 0
    pins: int = 0
    marker: bool = False


def raid(result: str) -> Raid:
    if result == "marker":
        return Raid(marker=True)
    words = result.split()
    return Raid(int(words[0]), int("Pin" in words))


class Banzai(NamedTuple):
    """A result of the Banzai table: `retreat 2 S S` (10.1.6.3)."""

    steps: int
    retreat: int
    """The hexes that the Marines retreat; none, if the banzai is repelled."""


def banzai(result: str) -> Banzai:
    first, *words = result.split()
    return Banzai(words.count("S"), 0 if first == "repelled" else int(words[0]))


class Collapse(NamedTuple):
    """A result of the Japanese Collapse table: `2d6 hexes fall`, or an area (9.2.3)."""

    area: bool = False
    dice: int = 0


def collapse(result: str) -> Collapse:
    if result == "area falls":
        return Collapse(area=True)
    return Collapse(dice=number(result.partition("d6")[0]))
