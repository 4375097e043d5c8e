"""What an attack is likely to come to, read off the combat table, and which attacks are worth making."""

from collections.abc import Iterable
from functools import lru_cache

from tarawa_cli.games.malta.model.charts import Charts
from tarawa_cli.games.malta.model.state import AIR_MARKER, State, Unit
from tarawa_cli.games.malta.rules.ch09.attack import planned, read_result, reckon, saved_by_fort
from tarawa_cli.games.malta.rules.ch09.support import offensive
from tarawa_cli.games.malta.rules.ch09.targets import can_attack, targets
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.hints import NamedTuple

SHAKEN = {"": 0.0, "D": 0.4, "Z": 1.0}
"""What it is worth, in steps, that all units of a side are Disorganised or Demoralised."""
LAST_COLUMN = 11


class Expected(NamedTuple):
    """What a column of the combat table costs each side on average, in steps."""

    own: float
    foe: float


@lru_cache(maxsize=64)
def expected(charts: Charts, column: int, spared: int) -> Expected:
    """The average over two dice; `spared` hits on the defender do not count (a fort)."""
    own = foe = 0.0
    table = charts.table("crt")
    for first in range(1, 7):
        for second in range(1, 7):
            ours, theirs = map(read_result, table.row(first + second, str(column)).result.split("/"))
            own += ours[0] + SHAKEN[ours[1]]
            foe += max(0, theirs[0] - spared) + SHAKEN[theirs[1]]
    return Expected(own / 36, foe / 36)


class Assault(NamedTuple):
    """An attack that could be made, and what it is worth."""

    units: tuple[str, ...]
    on: Hex
    column: int
    gain: float


class Scales:
    """How a player weighs attacks."""

    def __init__(self, caution: float, zeal: float) -> None:
        self.caution = caution
        """How much a step of one's own counts against one of the enemy's."""
        self.zeal = zeal
        """How much more a step counts for every point that the hex is worth."""

    def assault(self, state: State, units: list[Unit], on: Hex, worth: float, guns: tuple[str, ...] = ()) -> Assault:
        """An attack by some units, with the support that is given and some more."""
        fight = planned(state, units, on)
        odds = reckon(state, fight._replace(offence=(*fight.offence, *guns)))
        ids = tuple(unit.id for unit in units)
        if not odds.defence.total:
            return Assault(ids, on, LAST_COLUMN, 3.0)
        if odds.start is None:
            return Assault(ids, on, 0, -9.0)
        column = min(max(int(odds.start) + sum(shift.value for shift in odds.shifts), 1), LAST_COLUMN)
        likely = expected(state.charts, column, saved_by_fort(state, on))
        return Assault(ids, on, column, likely.foe * (1 + self.zeal * worth) - likely.own * self.caution)


def attackers(state: State, on: Hex, used: Iterable[str] = ()) -> list[Unit]:
    """Everybody of the active side who can attack a hex."""
    taken = set(used)
    return [
        unit
        for unit in state.units.values()
        if unit.side == state.active and unit.id not in taken and can_attack(state, unit, on)
    ]


def assaults(state: State, scales: Scales, worth: dict[Hex, float], supported: bool) -> list[Assault]:
    """The attacks that are worth making, the best first; nobody is in two of them.

    `supported`: with all guns and a plane that could still be given to each.
    """
    found: list[Assault] = []
    used: list[str] = []
    open_hexes = targets(state)
    while open_hexes:
        tried = [one for at in open_hexes if (one := _try(state, scales, at, worth, used, supported))]
        best = max(tried, key=lambda one: (one.gain, one.on), default=None)
        if best is None or best.gain <= 0:
            break
        found.append(best)
        used += best.units
        open_hexes = [at for at in open_hexes if at != best.on]
    return found


def _try(
    state: State, scales: Scales, at: Hex, worth: dict[Hex, float], used: list[str], supported: bool
) -> Assault | None:
    units = attackers(state, at, used)
    if not units:
        return None
    guns = tuple(gun.id for gun in offensive(state, at)) if supported else ()
    return scales.assault(state, units, at, worth.get(at, 0.0), guns)


def wanted_guns(state: State, scales: Scales, assault: Assault, worth: float, planes: bool) -> tuple[str, ...]:
    """As few guns as take an attack as far as guns can, and a plane if it helps."""
    units = state.named(assault.units)
    ranked = [gun.id for gun in sorted(offensive(state, assault.on), key=lambda gun: -gun.type.offence)]
    air = (AIR_MARKER,) if planes else ()
    best, gain = air, scales.assault(state, units, assault.on, worth, air).gain
    for count in range(1, len(ranked) + 1):
        tried = (*ranked[:count], *air)
        value = scales.assault(state, units, assault.on, worth, tried).gain
        if value > gain + 0.05:
            best, gain = tried, value
    return best
