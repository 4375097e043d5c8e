"""What an assault is worth before it is made: chances of the tables, from the very modifiers that the rules give."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from tarawa_cli.games.tarawa.charts import Charts
from tarawa_cli.games.tarawa.rules.ashore import defensive_modifiers
from tarawa_cli.games.tarawa.rules.assault import attack_modifiers
from tarawa_cli.games.tarawa.rules.hits import read_effect
from tarawa_cli.games.tarawa.rules.support import support_value
from tarawa_cli.games.tarawa.state import State
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.modifiers import Modifier

DIE = range(1, 7)


class Shot(NamedTuple):
    """What one Japanese fire does on average."""

    pin: float
    steps: float
    casualties: float


@cache
def shot(charts: Charts, modifier: int, column: str = "ashore") -> Shot:
    effects = [read_effect(charts.table("japanese-fire").result(die + modifier, column)) for die in DIE]
    return Shot(
        sum(1 for effect in effects if effect.pins) / 6,
        sum(effect.steps + effect.hits for effect in effects) / 6,
        sum(effect.casualties for effect in effects) / 6,
    )


@cache
def reaches(charts: Charts, table: str, results: tuple[str, ...], modifier: int) -> float:
    """The chance of one of some results."""
    return sum(1 for die in DIE if charts.table(table).result(die + modifier) in results) / 6


@cache
def close_support(charts: Charts, best: int, supporters: int) -> tuple[tuple[int, float], ...]:
    """What support adds, with its chances (7.2.3)."""
    if supporters < 2:
        return ((best if supporters else 0, 1.0),)
    rows = [charts.table("close-support").result(die) for die in DIE]
    values = [max(best, 0 if row == "-" else int(row)) for row in rows]
    return tuple((value, values.count(value) / 6) for value in sorted(set(values)))


class Outlook(NamedTuple):
    """The chance that an assault does what it is for, and what it costs on average."""

    success: float
    """At least one hex cleared, or one step of demolition."""
    whole: float
    """All targets cleared, or two steps."""
    steps: float
    casualties: float


@cache
def _chances(
    charts: Charts,
    table: str,
    results: tuple[str, ...],
    base: int,
    pins: tuple[float, ...],
    support: tuple[int, int],
    most: int,
) -> float:
    """The chance of some results: who is left unpinned decides on the numbers, support may take a die."""
    found = 0.0
    for left, chance in enumerate(_left(pins)):
        if left:
            further = min(most, left - 1)
            found += chance * sum(
                weight * reaches(charts, table, results, base + further + value)
                for value, weight in close_support(charts, *support)
            )
    return found


@cache
def _left(pins: tuple[float, ...]) -> tuple[float, ...]:
    """The chances that none, one, two… are left unpinned."""
    spread = [1.0]
    for pin in pins:
        shifted = [0.0, *spread]
        spread = [pin * (spread[n] if n < len(spread) else 0) + (1 - pin) * shifted[n] for n in range(len(shifted))]
    return tuple(spread)


def total(modifiers: Iterable[Modifier]) -> int:
    return sum(modifier.value for modifier in modifiers)


def attack(state: State, units: Sequence[str], on: Sequence[Hex], support: Sequence[str], shore: bool) -> Outlook:
    """An attack on one hex or two; with one target any success clears all."""
    most = int(state.charts.value("further-attackers"))
    base = total(attack_modifiers(state, units, on, [])) - min(most, len(units) - 1)
    base += state.charts.modifier("shore-point").value if shore else 0
    return _outlook(state, "marine-attack", units, on, support, base, most)


def demolition(state: State, units: Sequence[str], at: Hex, support: Sequence[str]) -> Outlook:
    return _outlook(state, "demolition", units, [at], support, state.suppressed.get(at, 0), len(units) - 1)


_RESULTS = {
    "marine-attack": (("one hex cleared", "all hexes cleared"), ("all hexes cleared",)),
    "demolition": (("D1", "D2"), ("D2",)),
}


def _outlook(
    state: State, table: str, units: Sequence[str], on: Sequence[Hex], support: Sequence[str], base: int, most: int
) -> Outlook:
    charts, demolishing = state.charts, table == "demolition"
    shots = [shot(charts, total(defensive_modifiers(state, state.units[id], on))) for id in units]
    pins = tuple(shot.pin for shot in shots)
    best = max((support_value(state, state.units[id], on, demolishing) for id in support), default=0)
    some, all_ = (
        _chances(charts, table, results, base, pins, (best, len(support)), most) for results in _RESULTS[table]
    )
    return Outlook(some, all_, sum(shot.steps for shot in shots), sum(shot.casualties for shot in shots))
