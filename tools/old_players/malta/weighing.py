"""What an attack is likely to come to, read off the combat table, and which attacks are worth making."""

from collections.abc import Iterable
from functools import lru_cache

from tarawa_cli.games.malta.model.charts import Charts, combat_result
from tarawa_cli.games.malta.model.state import AIR_MARKER, Fight, State, Unit
from tarawa_cli.games.malta.rules.ch05_zones_of_control import HexIndex
from tarawa_cli.games.malta.rules.ch09_combat import attack, can_attack, combat_odds, planned, targets
from tarawa_cli.games.malta.rules.ch09_combat.attacking import offensive, saved_by_fort
from tarawa_cli.games.malta.rules.ch09_combat.hits import cost_of_retreat
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.hints import NamedTuple

SHAKEN = {"": 0.0, "D": 0.4, "Z": 1.0}
"""What it is worth, in steps, that all units of a side are Disorganised or Demoralised."""
LAST_COLUMN = 11
HITS = 3
"""By which it is measured how well a defender can get away."""
TRIFLE = 0.02
"""What an attack may lose for every unit that is left out of it."""


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
            ours, theirs = combat_result(table.result(first + second, str(column)))
            own += ours.hits + SHAKEN[ours.mark]
            foe += max(0, theirs.hits - spared) + SHAKEN[theirs.mark]
    return Expected(own / 36, foe / 36)


class Assault(NamedTuple):
    """An attack that could be made, and what it is worth."""

    units: tuple[str, ...]
    on: Hex
    column: int
    gain: float


class Scales:
    """How a player weighs attacks."""

    def __init__(self, caution: float, zeal: float, craft: float = 0.0) -> None:
        self.caution = caution
        """How much a step of one's own counts against one of the enemy's."""
        self.zeal = zeal
        """How much more a step counts for every point that the hex is worth."""
        self.craft = craft
        """How much less a hit counts on enemies who can simply walk away (9.42)."""

    def assault(
        self,
        state: State,
        units: list[Unit],
        on: Hex,
        worth: float,
        guns: tuple[str, ...] = (),
        pinned: "Pinned | None" = None,
    ) -> Assault:
        """An attack by some units, with the support that is given and some more."""
        fight = planned(state, units, on)
        odds = combat_odds(state, fight._replace(offence=(*fight.offence, *guns)))
        ids = tuple(unit.id for unit in units)
        if not odds.defence.total:
            return Assault(ids, on, LAST_COLUMN, 3.0)
        if odds.start is None:
            return Assault(ids, on, 0, -9.0)
        column = min(max(int(odds.start) + sum(shift.value for shift in odds.shifts), 1), LAST_COLUMN)
        likely = expected(state.charts, column, saved_by_fort(state, on))
        telling = 1 - self.craft * (1 - pinned(fight)) if pinned else 1.0
        return Assault(ids, on, column, telling * likely.foe * (1 + self.zeal * worth) - likely.own * self.caution)


class Pinned:
    """How well defenders can get away: the share of three hits that cost them steps, even if they retreat."""

    def __init__(self, state: State) -> None:
        self.state, self.field = state, HexIndex(state)
        self._known: dict[tuple[Hex, tuple[Hex, ...]], float] = {}

    def __call__(self, fight: Fight) -> float:
        key = fight.on, fight.origins
        if key not in self._known:
            cost = cost_of_retreat(self.field, self.state.named(fight.defenders), fight.origins, HITS)
            self._known[key] = min(HITS, cost) / HITS
        return self._known[key]


def attackers(state: State, on: Hex, used: Iterable[str] = ()) -> list[Unit]:
    """Everybody of the active side who can attack a hex."""
    taken = set(used)
    return [
        unit
        for unit in state.units.values()
        if unit.side == state.active and unit.id not in taken and can_attack(state, unit, on)
    ]


class Search:
    """Looks for the attacks that are worth making; `supported`: with all guns and a plane that could still be given."""

    def __init__(self, state: State, scales: Scales, worth: dict[Hex, float], supported: bool) -> None:
        self.state, self.scales, self.worth, self.supported = state, scales, worth, supported
        self.pinned = Pinned(state) if scales.craft else None
        self.used: list[str] = []
        """Those who are in an attack already."""

    def best(self, hexes: list[Hex]) -> Assault | None:
        tried = [one for at in hexes if (one := self._all_on(at))]
        best = max(tried, key=lambda one: (one.gain, one.on), default=None)
        if best and self.scales.craft and len(hexes) > 1:
            return self._trimmed(best)
        return best

    def _all_on(self, at: Hex) -> Assault | None:
        units = attackers(self.state, at, self.used)
        return self._assault(units, at) if units else None

    def _assault(self, units: list[Unit], at: Hex) -> Assault:
        guns = tuple(gun.id for gun in offensive(self.state, at)) if self.supported else ()
        return self.scales.assault(self.state, units, at, self.worth.get(at, 0.0), guns, self.pinned)

    def _trimmed(self, whole: Assault) -> Assault:
        """The same attack without those who add nothing to it: they may be wanted elsewhere."""
        best = whole
        for unit in sorted(self.state.named(whole.units), key=attack):
            fewer = [other for other in self.state.named(best.units) if other is not unit]
            if fewer and (tried := self._assault(fewer, whole.on)).gain >= best.gain - TRIFLE:
                best = tried
        return best


def assaults(state: State, scales: Scales, worth: dict[Hex, float], supported: bool) -> list[Assault]:
    """The attacks that are worth making, the best first; nobody is in two of them."""
    search, found, hexes = Search(state, scales, worth, supported), [], targets(state)
    while hexes and (best := search.best(hexes)) and best.gain > 0:
        found.append(best)
        search.used += best.units
        hexes = [at for at in hexes if at != best.on]
    return found


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
