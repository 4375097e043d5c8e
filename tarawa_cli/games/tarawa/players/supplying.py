"""Supply points and heads."""

from tarawa_cli.games.tarawa.model.board import PIER_BASE, disc, distance
from tarawa_cli.games.tarawa.model.state import State, Unit, allowance
from tarawa_cli.games.tarawa.orders.general import Head, Supply
from tarawa_cli.games.tarawa.players import Choice
from tarawa_cli.games.tarawa.players.fighting import is_collapsing
from tarawa_cli.games.tarawa.rules.ch07_actions import standing
from tarawa_cli.games.tarawa.rules.ch08_09_supply_morale import group_of, has_marker, head_sites, lines_from, suppliable
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.hints import Iterator, Mapping

NEAR = {1: 1.0, 2: 0.7, 3: 0.6, 4: 0.4, 5: 0.3}
"""By distance from the enemy in hexes: how likely a unit is to fight this turn."""
LEAST, LEAST_LATE = 1.0, 0.1
"""A point is given for this many assaults, or in the last turn."""
AMONG_PILLBOXES = 0.3
"""What an assault on another hex counts once only pillboxes matter."""
FAR, MANY = 8, 4
"""A second head is worth it this far from the others, with this many units near it."""


def supply_points(state: State) -> Iterator[Choice]:
    """Points for units that can fight this turn, the strongest group first."""
    while state.stock:
        wanting = {id: _use(state, group_of(state, state.units[id])) for id in suppliable(state)}
        best = max(wanting, key=lambda id: wanting[id], default="")
        if not best or wanting[best] <= 0:
            return
        yield Choice(Supply(best), f"{state.units[best].type.battalion} can attack")


def thrifty_points(state: State) -> Iterator[Choice]:
    """Points for groups that can make several assaults this turn, most first; the others are kept for later turns."""
    boxes = frozenset(at for at in state.board.pillboxes if state.pillboxes_standing(at) > 0)
    mops_up = is_collapsing(state)
    least = LEAST if state.turn < state.setting.scenario.length else LEAST_LATE
    while state.stock:
        wanting = {id: _assaults(state, group_of(state, state.units[id]), boxes, mops_up) for id in suppliable(state)}
        best = max(wanting, key=lambda id: wanting[id], default="")
        if not best or wanting[best] <= least:
            return
        yield Choice(Supply(best), f"{state.units[best].type.battalion} can make the most of it")


def _assaults(state: State, group: list[Unit], boxes: frozenset[Hex], mops_up: bool) -> float:
    """About how many assaults the units without a marker can make; pillboxes within reach count more."""
    total = 0.0
    for unit in group:
        if has_marker(unit) or unit.pins or unit.steps == 1:
            continue
        if unit.type.can("attacks"):
            total += _time_at(state, unit, state.uncleared) / 3 * (AMONG_PILLBOXES if mops_up else 1)
        total += _time_at(state, unit, boxes) / 8
    return total


def _time_at(state: State, unit: Unit, enemy: frozenset[Hex]) -> float:
    """About the AP that a unit has left when it has come to the enemy."""
    way = _way_to(enemy, unit)
    return max(0.0, allowance(state, unit) - 2 * (way - 1)) if way else 0.0


def _use(state: State, group: list[Unit]) -> float:
    """The value of a point: steps close to the enemy that have no marker yet."""
    fresh = [unit for unit in group if not has_marker(unit) and not unit.pins]
    return sum(unit.steps * NEAR.get(_way_to(state.uncleared, unit), 0) for unit in fresh)


def _way_to(enemy: frozenset[Hex], unit: Unit) -> int:
    """The distance to the nearest hex of the enemy, up to where it no longer matters."""
    return next((far for far in NEAR if not enemy.isdisjoint(disc(standing(unit), far))), 0)


def heads(state: State) -> Iterator[Choice]:
    """Heads: the pier first, then wherever one connects units that have none, or is near many that could rest."""
    while len(state.heads) < int(state.charts.value("heads")):
        best, worth = _best_site(state)
        if worth <= 0:
            return
        yield Choice(Head(best), "supplies come over the pier" if best == PIER_BASE else "units near it have no head")


def _best_site(state: State) -> tuple[Hex, int]:
    covered = lines_from(state, state.heads)
    here = [standing(unit) for unit in state.ashore()]
    cut_off = [lines_from(state, [at]) for at in here if at not in covered]
    scores = {at: _worth(state, at, here, cut_off) for at in head_sites(state)}
    best = max(scores, key=lambda at: scores[at], default="")
    return best, scores.get(best, 0)


def _worth(state: State, at: Hex, here: list[Hex], cut_off: list[Mapping[Hex, int]]) -> int:
    """The value of a head; the last one is kept for units that are cut off."""
    if at == PIER_BASE:
        return 1000
    joined = sum(1 for lines in cut_off if at in lines)
    if joined:
        return 10 * joined
    last_one = len(state.heads) >= int(state.charts.value("heads")) - 1
    if last_one or any(distance(at, head) <= FAR for head in state.heads):
        return 0
    near = sum(1 for place in here if distance(place, at) <= int(state.charts.value("recovery-head")))
    return near if near >= MANY else 0
