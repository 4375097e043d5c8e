"""Movement ashore: into contact where it is wanted, out of it for those who are spent."""

from collections.abc import Iterator
from heapq import heappop, heappush

from tarawa_cli.games.tarawa.orders import passes
from tarawa_cli.games.tarawa.orders.actions import Dig, Move, Recover
from tarawa_cli.games.tarawa.players import Choice
from tarawa_cli.games.tarawa.players.fighting import can_act
from tarawa_cli.games.tarawa.rules import moving
from tarawa_cli.games.tarawa.rules.allowance import ap_left
from tarawa_cli.games.tarawa.rules.ground import standing
from tarawa_cli.games.tarawa.rules.recovery import ceiling
from tarawa_cli.games.tarawa.rules.tracing import lines_from
from tarawa_cli.games.tarawa.state import State, Unit
from tarawa_cli.kernel.hexes import Hex, neighbours, within
from tarawa_cli.kernel.rulebook import rule

FAR = 99.0
CROWD = 2.0
"""AP that a unit already in contact with a front hex counts for in the choice of another."""
BEHIND = 4.0
"""What it is worth, in AP, to be where one is wanted and not a step behind."""


class Field:
    """How far every friendly hex is, in AP on foot, from the places where units are wanted."""

    def __init__(self, state: State, wanted: dict[Hex, float]) -> None:
        self.state = state
        self.price = self._spread(wanted)

    def _spread(self, wanted: dict[Hex, float]) -> dict[Hex, float]:
        state, prices = self.state, dict[Hex, float]()
        queue = [(start, at) for at, start in wanted.items()]
        queue.sort()
        while queue:
            price, here = heappop(queue)
            if here in prices:
                continue
            prices[here] = price
            step = _step(state, here) + (BEHIND if here in wanted else 0)
            for there in neighbours(here):
                if there not in prices and state.is_friendly(there) and there in state.board.land:
                    heappush(queue, (price + step, there))
        return prices

    def __getitem__(self, at: Hex) -> float:
        return self.price.get(at, FAR)


def _step(state: State, at: Hex) -> float:
    """What it costs to enter a hex on foot; the airstrip under fire costs blood."""
    terrain = state.charts.terrain[state.board.terrain[at]]
    danger = max(0, state.level("japanese") + 2) if terrain.id == "airstrip" else 0
    return float(terrain.foot or 0) + danger


@rule("7.2.1")
def front_field(state: State, pillboxes: bool = False) -> Field:
    """The way to hexes next to uncleared ones, less to where many are already; or next to pillboxes only."""
    crowd: dict[Hex, int] = {}
    for unit in state.units.values():
        if unit.at in state.board.land and unit.type.on_foot:
            crowd[unit.at] = crowd.get(unit.at, 0) + 1
    wanted: dict[Hex, float] = {}
    for at in sorted(state.uncleared):
        if pillboxes and state.pillboxes_standing(at) <= 0:
            continue
        around = [near for near in neighbours(at) if near in state.board.land and state.is_friendly(near)]
        there = sum(crowd.get(near, 0) for near in around)
        for near in around:
            start = CROWD * max(0, there - 1)
            wanted[near] = min(wanted.get(near, FAR), start)
    return Field(state, wanted)


def is_spent(state: State, unit: Unit) -> bool:
    """So weak that it should rest, and can hope to get better."""
    return unit.type.on_foot and unit.steps * 4 <= unit.type.steps and unit.steps < ceiling(state, unit)


@rule("7.2.6")
def rest_field(state: State) -> Field:
    """The way to where units can recover."""
    lines = lines_from(state, state.heads)
    far, safe = state.charts.value("recovery-head"), state.charts.value("recovery-safe")
    near = {hex for at in state.uncleared for hex in within(at, safe - 1)}
    return Field(state, {at: 0.0 for at, steps in lines.items() if steps <= far and at not in near})


@rule("7.2.1")
def advance(state: State) -> Iterator[Choice]:
    """Everybody who is not in contact goes where the fight is, those who can attack first; the spent go back."""
    field, boxes, quiet = front_field(state), front_field(state, pillboxes=True), rest_field(state)
    for unit in sorted(_movers(state), key=_precedence):
        if is_spent(state, unit):
            toward, why = quiet, "it must rest"
        else:
            toward = boxes if unit.kind == "engineer" and boxes.price else field
            why = "toward the fight"
        goal = _goal(state, unit, toward)
        if goal:
            order = Move(unit.id, (goal,))
            if passes(state, order):
                yield Choice(order, why)


def _movers(state: State) -> list[Unit]:
    return [
        unit
        for unit in state.units.values()
        if not unit.type.is_craft
        and unit.kind != "artillery"
        and state.is_ashore(unit)
        and can_act(unit)
        and ap_left(state, unit) > 0
    ]


def _precedence(unit: Unit) -> tuple[bool, bool, int]:
    """Those in active supply before others, those on foot before tanks, the strong before the weak."""
    return unit.supply != "active", not unit.type.on_foot, -unit.steps


def _goal(state: State, unit: Unit, field: Field) -> Hex:
    """The hex in reach that is best by the field, if it is better than where the unit is."""
    here = standing(unit)
    if field[here] <= 0:
        return ""
    able = moving.destinations(state, unit)
    if not able:
        return ""
    scores = {at: field[at] + _exposure(state, at) for at in able}
    best = min(scores, key=lambda at: (scores[at], able[at], at))
    stay = field[here] + _exposure(state, here)
    return best if scores[best] < stay - 0.5 else ""


def _exposure(state: State, at: Hex) -> float:
    """Better in cover than in the open."""
    return 0.3 * state.charts.terrain[state.board.terrain.get(at, "pier")].combat


# ── Rest


@rule("7.2.6", "11.1")
def rest(state: State) -> Iterator[Choice]:
    """Whoever has done nothing and has losses recovers, if it may; by night those in contact dig in."""
    for unit in list(state.units.values()):
        if unit.type.is_craft or unit.acted or not can_act(unit) or not state.is_ashore(unit):
            continue
        if unit.steps < ceiling(state, unit):
            recover = Recover((unit.id,))
            if passes(state, recover):
                yield Choice(recover, "it has losses and is out of the fight")
                continue
        dig = Dig((unit.id,))
        if any(state.is_uncleared(near) for near in neighbours(standing(unit))) and passes(state, dig):
            yield Choice(dig, "it stays in contact")
