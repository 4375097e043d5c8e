"""What an attack is likely to bring, read off the combat table, and which attacks are worth making.

Everything is counted in steps: those that each side loses, what disorder costs whoever is left, and the ground.
"""

from tarawa_cli.games.malta.model.charts import Charts, combat_result
from tarawa_cli.games.malta.model.state import AIR_MARKER, OK, Fight, State, Unit
from tarawa_cli.games.malta.rules.ch05_zones_of_control import HexIndex
from tarawa_cli.games.malta.rules.ch09_combat import Odds, attack, can_attack, combat_odds, planned, targets
from tarawa_cli.games.malta.rules.ch09_combat import attackers as all_attackers
from tarawa_cli.games.malta.rules.ch09_combat.attacking import offensive, saved_by_fort
from tarawa_cli.games.malta.rules.ch09_combat.hits import cost_of_retreat
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.hints import Iterable, NamedTuple
from tarawa_cli.kernel.standard import lru_cache

SHAKEN = {"": 0.0, "D": 0.1, "Z": 0.3}
"""What it costs, for every step of a unit in order, that it is Disorganised or Demoralised."""
ALREADY = 0.5
"""How much less that counts for one that is in disorder already."""
LAST_COLUMN = 11
TRIFLE = 0.02
"""What an attack may lose for every unit that is left out of it."""
WALLED = 0.5
"""What an emptied city or fort counts of its worth: nobody advances into it (9.8), and the enemy may come back."""


class CombatChance(NamedTuple):
    """A result of the combat table and its share of the dice; pairs are attacker's, defender's."""

    share: float
    hits: tuple[int, int]
    marks: tuple[str, str]


@lru_cache(maxsize=64)
def throws(charts: Charts, column: int, spared: int) -> tuple[CombatChance, ...]:
    """Every result of a column; `spared` hits on the defender do not count (a fort)."""
    table, found = charts.table("crt"), []
    for total in range(2, 13):
        ours, theirs = combat_result(table.result(total, str(column)))
        hits = ours.hits, max(0, theirs.hits - spared)
        found.append(CombatChance((6 - abs(7 - total)) / 36, hits, (ours.mark, theirs.mark)))
    return tuple(found)


class Force(NamedTuple):
    """Those of one side in a fight: their steps, and what disorder could still cost them."""

    steps: int
    nerve: float

    @classmethod
    def of(cls, units: Iterable[Unit]) -> "Force":
        counted = [unit for unit in units if not unit.can("lead") and not unit.can("coast-gun")]
        nerve = sum(unit.steps * (1.0 if unit.state == OK else ALREADY) for unit in counted)
        return cls(sum(unit.steps for unit in counted), nerve)

    def shaken(self, mark: str, lost: float) -> float:
        """What a mark costs those who are left."""
        return SHAKEN[mark] * self.nerve * max(0.0, 1 - lost / self.steps) if self.steps else 0.0


class Expected(NamedTuple):
    """What an attack brings on average, in steps."""

    own: float
    foe: float
    emptied: float
    """How likely it is that nobody is left in the hex, or that it pays them to leave."""


@lru_cache(maxsize=16_384)
def expected(charts: Charts, column: int, spared: int, own: Force, foe: Force, price: float, ground: float) -> Expected:
    """The average over two dice; the defender holds or goes back a hex, whichever costs him less (9.42).

    `price` is what a retreat costs him in steps, `ground` what the hex is worth in steps.
    """
    ours = theirs = emptied = 0.0
    for share, hits, marks in throws(charts, column, spared):
        lost = min(hits[0], own.steps)
        ours += share * (lost + own.shaken(marks[0], lost))
        wiped_out = hits[1] >= foe.steps
        held = min(hits[1], foe.steps) + (ground if wiped_out else 0.0)
        left = min(hits[1] - 1 + price, foe.steps) + ground if hits[1] else held
        cost = min(held, left)
        theirs += share * (cost + foe.shaken(marks[1], min(cost, foe.steps)))
        emptied += share * (wiped_out or left < held)
    return Expected(ours, theirs, emptied)


class Assault(NamedTuple):
    """An attack that could be made, and what it is worth."""

    units: tuple[str, ...]
    on: Hex
    column: int
    gain: float


class Scales(NamedTuple):
    """How a player weighs attacks."""

    caution: float
    """How much a step of one's own counts against one of the enemy's."""
    zeal: float
    """How many steps a point of a prize is worth."""
    spares: bool = False
    """Whether units that add nothing to an attack are left out of it."""


class Search:
    """Looks for the attacks that are worth making; `supported`: with all guns and a plane that could still be given."""

    def __init__(self, state: State, scales: Scales, worth: dict[Hex, float], supported: bool) -> None:
        self.state, self.scales, self.worth, self.supported = state, scales, worth, supported
        self.field = HexIndex(state)
        self.able = all_attackers(state)
        self.used: set[str] = set()
        """Those who are in an attack already."""
        self._prices: dict[tuple[Hex, tuple[Hex, ...]], int] = {}
        self._guns: dict[Hex, tuple[str, ...]] = {}
        self._tried: dict[tuple[Hex, tuple[str, ...], tuple[str, ...]], Assault] = {}

    def best(self, hexes: list[Hex]) -> Assault | None:
        tried = [one for at in hexes if (one := self._all_on(at))]
        best = max(tried, key=lambda one: (one.gain, one.on), default=None)
        if best and best.gain > 0 and self.scales.spares:
            return self._trimmed(best)
        return best

    def _all_on(self, at: Hex) -> Assault | None:
        units = [unit for unit in self.able if unit.id not in self.used and can_attack(self.state, unit, at)]
        return self.assault(units, at, self.guns(at)) if units else None

    def guns(self, at: Hex) -> tuple[str, ...]:
        if at not in self._guns:
            self._guns[at] = tuple(gun.id for gun in offensive(self.state, at)) if self.supported else ()
        return self._guns[at]

    def assault(self, units: list[Unit], at: Hex, guns: tuple[str, ...] = ()) -> Assault:
        """An attack by some units, with the support that is given and some more."""
        key = at, tuple(unit.id for unit in units), guns
        if key not in self._tried:
            self._tried[key] = self._weighed(units, at, guns)
        return self._tried[key]

    def _weighed(self, units: list[Unit], at: Hex, guns: tuple[str, ...]) -> Assault:
        fight = planned(self.state, units, at)
        odds = combat_odds(self.state, fight._replace(offence=(*fight.offence, *guns)))
        ids = tuple(unit.id for unit in units)
        if not odds.defence.total:
            return Assault(ids, at, LAST_COLUMN, 3.0)
        if odds.start is None:
            return Assault(ids, at, 0, -9.0)
        column = column_of(odds)
        return Assault(ids, at, column, self.gain(fight, column))

    def gain(self, fight: Fight, column: int) -> float:
        """What an attack in a column is worth."""
        state, scales = self.state, self.scales
        likely = expected(
            state.charts,
            column,
            saved_by_fort(state, fight.on),
            Force.of(state.named(fight.attackers)),
            Force.of(state.named(fight.defenders)),
            self._price(fight),
            self.ground(fight.on),
        )
        return likely.foe - likely.own * scales.caution

    def ground(self, at: Hex) -> float:
        """What a hex of the enemy's is worth in steps, once it is empty."""
        walled = self.state.charts.terrain[self.state.board.terrain[at]].walled
        return self.scales.zeal * self.worth.get(at, 0.0) * (WALLED if walled else 1.0)

    def _price(self, fight: Fight) -> int:
        """What it costs the defenders to go back a hex."""
        key = fight.on, fight.origins
        if key not in self._prices:
            self._prices[key] = cost_of_retreat(self.field, self.state.named(fight.defenders), fight.origins, 1)
        return self._prices[key]

    def _trimmed(self, whole: Assault) -> Assault:
        """The same attack without those who add nothing to it: they may be wanted elsewhere."""
        best = whole
        for unit in sorted(self.state.named(whole.units), key=attack):
            fewer = [other for other in self.state.named(best.units) if other is not unit]
            if fewer and (tried := self.assault(fewer, whole.on, self.guns(whole.on))).gain >= best.gain - TRIFLE:
                best = tried
        return best

    def wanted_guns(self, assault: Assault, planes: bool) -> tuple[str, ...]:
        """As few guns as take an attack as far as guns can, and a plane if it helps."""
        state, units = self.state, self.state.named(assault.units)
        ranked = [gun.id for gun in sorted(offensive(state, assault.on), key=lambda gun: -gun.type.offence)]
        air = (AIR_MARKER,) if planes else ()
        best, gain = air, self.assault(units, assault.on, air).gain
        for count in range(1, len(ranked) + 1):
            tried = (*ranked[:count], *air)
            value = self.assault(units, assault.on, tried).gain
            if value > gain + 0.05:
                best, gain = tried, value
        return best


def column_of(odds: Odds) -> int:
    return min(max(int(odds.start or 1) + sum(shift.value for shift in odds.shifts), 1), LAST_COLUMN)


def assaults(state: State, scales: Scales, worth: dict[Hex, float], supported: bool) -> list[Assault]:
    """The attacks that are worth making, the best first; nobody is in two of them."""
    search, found, hexes = Search(state, scales, worth, supported), [], targets(state)
    while hexes and (best := search.best(hexes)) and best.gain > 0:
        found.append(best)
        search.used |= {*best.units}
        hexes = [at for at in hexes if at != best.on]
    return found
