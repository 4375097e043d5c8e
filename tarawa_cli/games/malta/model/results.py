"""What the results of the tables say, as values: the one place that takes their text apart."""

from tarawa_cli.kernel.hints import NamedTuple
from tarawa_cli.kernel.standard import cache

NOTHING = "-"


class Hits(NamedTuple):
    """What a fight does to one side: `2D` is two hits and D (9.4)."""

    hits: int
    mark: str
    """D, Z or nothing."""


class Combat(NamedTuple):
    """A result of the combat results table: `1/2D`."""

    attacker: Hits
    defender: Hits


@cache
def combat(result: str) -> Combat:
    attacker, _, defender = result.partition("/")
    return Combat(_hits(attacker), _hits(defender))


def _hits(part: str) -> Hits:
    mark = part[-1] if part[-1] in "DZ" else ""
    number = part.removesuffix(mark)
    return Hits(0 if number == NOTHING else int(number), mark)


class Barrage(NamedTuple):
    """A result of the bombardment table: `Z1` is Z and a step (10.1)."""

    letter: str = ""
    steps: int = 0


def barrage(result: str) -> Barrage:
    return Barrage() if result == NOTHING else Barrage(result[:1], int(result[1:] or 0))
