"""Supply points and heads."""

from collections.abc import Iterator

from tarawa_cli.games.tarawa.board import PIER_BASE
from tarawa_cli.games.tarawa.orders.supply import Head, Supply
from tarawa_cli.games.tarawa.players import Choice
from tarawa_cli.games.tarawa.rules.ground import standing
from tarawa_cli.games.tarawa.rules.supply import ashore, group_of, has_marker, head_sites, suppliable
from tarawa_cli.games.tarawa.rules.tracing import lines_from
from tarawa_cli.games.tarawa.state import State, Unit
from tarawa_cli.kernel.hexes import Hex, distance, neighbours
from tarawa_cli.kernel.rulebook import rule

NEAR = {1: 1.0, 2: 0.7, 3: 0.6, 4: 0.4, 5: 0.3}
"""How likely a unit so many hexes from the enemy is to fight this turn."""


@rule("8.2")
def supply_points(state: State) -> Iterator[Choice]:
    """To those who can fight this turn, the strongest group first."""
    while state.stock:
        wanting = {id: _use(state, group_of(state, state.units[id])) for id in suppliable(state)}
        best = max(wanting, key=lambda id: wanting[id], default="")
        if not best or wanting[best] <= 0:
            return
        yield Choice(Supply(best), f"{state.units[best].type.battalion} can attack")


def _use(state: State, group: list[Unit]) -> float:
    """Steps close to the enemy that have no marker yet."""
    fresh = [unit for unit in group if not has_marker(unit) and not unit.pins]
    return sum(unit.steps * NEAR.get(_way_to_enemy(state, unit), 0) for unit in fresh)


def _way_to_enemy(state: State, unit: Unit) -> int:
    return min((distance(standing(unit), hex) for hex in state.uncleared), default=99)


@rule("8.3")
def heads(state: State) -> Iterator[Choice]:
    """The pier first; then wherever a head joins units that have none, or is near many who could rest by it."""
    while True:
        sites = head_sites(state)
        scores = {at: _worth(state, at) for at in sites}
        best = max(scores, key=lambda at: scores[at], default="")
        if not best or scores[best] <= 0:
            return
        yield Choice(Head(best), "supplies come over the pier" if best == PIER_BASE else "units near it have no head")


def _worth(state: State, at: Hex) -> int:
    if at == PIER_BASE:
        return 1000
    covered = lines_from(state, state.heads)
    here = lines_from(state, [at])
    joined = sum(1 for unit in ashore(state) if standing(unit) in here and standing(unit) not in covered)
    last_one = len(state.heads) >= int(state.charts.value("heads")) - 1
    if joined:
        return 10 * joined
    far = all(distance(at, head) > 8 for head in state.heads)
    near = sum(1 for unit in ashore(state) if distance(standing(unit), at) <= 4)
    return near if far and near >= 4 and not last_one else 0


def is_beside(state: State, unit: Unit) -> bool:
    """Next to an uncleared hex."""
    return any(state.is_uncleared(hex) for hex in neighbours(standing(unit)))
