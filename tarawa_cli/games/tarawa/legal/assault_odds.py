"""The value of an assault before it is made: chances from the tables, with the same modifiers that the rules use."""

from tarawa_cli.games.tarawa.model.charts import Charts, fire_result, result_number
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.rules.ch07_actions.assault import attack_modifiers
from tarawa_cli.games.tarawa.rules.ch07_actions.fire import defensive_modifiers, support_value
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.board.tables import modifier_sum
from tarawa_cli.kernel.hints import NamedTuple, Sequence
from tarawa_cli.kernel.standard import cache

DIE = range(1, 7)


class FireEffect(NamedTuple):
    """The average effect of one Japanese fire."""

    pin: float
    steps: float
    casualties: float


@cache
def shot(charts: Charts, modifier: int, column: str = "ashore") -> FireEffect:
    effects = [fire_result(charts.table("japanese-fire").result(die + modifier, column)) for die in DIE]
    return FireEffect(
        sum(1 for effect in effects if effect.pins) / 6,
        sum(effect.steps + effect.hits for effect in effects) / 6,
        sum(effect.casualties for effect in effects) / 6,
    )


@cache
def reaches(charts: Charts, table: str, results: tuple[str, ...], modifier: int) -> float:
    """The chance that a roll gives one of some results."""
    return sum(1 for die in DIE if charts.table(table).result(die + modifier) in results) / 6


@cache
def close_support(charts: Charts, best: int, supporters: int) -> tuple[tuple[int, float], ...]:
    """What support adds to the roll, with its chances (7.2.3)."""
    if supporters < 2:
        return ((best if supporters else 0, 1.0),)
    rows = [charts.table("close-support").result(die) for die in DIE]
    values = [max(best, result_number(row)) for row in rows]
    return tuple((value, values.count(value) / 6) for value in sorted(set(values)))


class Outlook(NamedTuple):
    """The chance that an assault succeeds, and its average cost."""

    success: float
    """The chance to clear at least one hex, or to do one step of demolition."""
    whole: float
    """The chance to clear all targets, or to do two steps."""
    steps: float
    casualties: float


@cache
def _chances(
    charts: Charts, table: str, base: int, pins: tuple[float, ...], support: tuple[int, int], most: int
) -> tuple[float, float]:
    """The chances of success and of full success, for all numbers of unpinned attackers and all values of support."""
    some = whole = 0.0
    for left, chance in enumerate(_left(pins)):
        for value, weight in close_support(charts, *support) if left else ():
            modifier = base + min(most, left - 1) + value
            some += chance * weight * reaches(charts, table, _SUCCESS[table], modifier)
            whole += chance * weight * reaches(charts, table, _SUCCESS[table][-1:], modifier)
    return some, whole


@cache
def _left(pins: tuple[float, ...]) -> tuple[float, ...]:
    """The chances that 0, 1, 2… attackers are left unpinned."""
    spread = [1.0]
    for pin in pins:
        shifted = [0.0, *spread]
        spread = [pin * (spread[n] if n < len(spread) else 0) + (1 - pin) * shifted[n] for n in range(len(shifted))]
    return tuple(spread)


class Prospect(NamedTuple):
    """An assault without its support: the modifiers of its roll, and the effect of the fire before it."""

    charts: Charts
    table: str
    base: int
    """The sum of all modifiers except those for numbers and support."""
    most: int
    """The most attackers beyond the first that count."""
    pins: tuple[float, ...]
    """The chance of each attacker to be pinned."""
    steps: float
    casualties: float

    def outlook(self, best: int = 0, supporters: int = 0, extra: int = 0) -> Outlook:
        """The outlook with a number of supporters, the value of the best one, and another modifier."""
        some, whole = _chances(self.charts, self.table, self.base + extra, self.pins, (best, supporters), self.most)
        return Outlook(some, whole, self.steps, self.casualties)


def attack_prospect(state: State, units: Sequence[str], on: Sequence[Hex], more: int = 0) -> Prospect:
    """An attack on one or two hexes; `more` adds that number of markers to its only target."""
    most = int(state.charts.value("further-attackers"))
    base = modifier_sum(attack_modifiers(state, units, on, [])) - min(most, len(units) - 1) + more
    return _prospect(state, "marine-attack", units, on, base, most, more)


def demolition_prospect(state: State, units: Sequence[str], at: Hex, more: int = 0) -> Prospect:
    markers = state.suppressed.get(at, 0) + more
    return _prospect(state, "demolition", units, [at], markers, len(units) - 1, more)


def attack(
    state: State, units: Sequence[str], on: Sequence[Hex], support: Sequence[str], shore: bool, more: int = 0
) -> Outlook:
    extra = state.charts.modifier("shore-point").value if shore else 0
    return attack_prospect(state, units, on, more).outlook(best_of(state, support, on), len(support), extra)


def demolition(state: State, units: Sequence[str], at: Hex, support: Sequence[str], more: int = 0) -> Outlook:
    best = best_of(state, support, [at], demolition=True)
    return demolition_prospect(state, units, at, more).outlook(best, len(support))


def best_of(state: State, support: Sequence[str], on: Sequence[Hex], *, demolition: bool = False) -> int:
    """The value of the best of some supporters."""
    return max((support_value(state, state.units[id], on, demolition) for id in support), default=0)


def suppression(state: State, supporter: int = 0) -> float:
    """The chance that a fire leaves a suppression marker."""
    return reaches(state.charts, "marine-fire", ("S", "S*"), state.level("marines") + supporter)


_SUCCESS = {"marine-attack": ("one hex cleared", "all hexes cleared"), "demolition": ("D1", "D2")}
"""The results that count as success, full success last."""


def _prospect(
    state: State, table: str, units: Sequence[str], on: Sequence[Hex], base: int, most: int, more: int
) -> Prospect:
    shots = [shot(state.charts, modifier_sum(defensive_modifiers(state, state.units[id], on)) - more) for id in units]
    pins = tuple(shot.pin for shot in shots)
    steps, casualties = sum(shot.steps for shot in shots), sum(shot.casualties for shot in shots)
    return Prospect(state.charts, table, base, most, pins, steps, casualties)
