"""Movement ashore: into contact where units are needed, and out of it for weak units."""

from collections import Counter
from heapq import heappop, heappush
from itertools import chain
from math import inf

from tarawa_cli.games.tarawa.legal.assault_odds import shot
from tarawa_cli.games.tarawa.model.board import betio, disc, friendly_hexes, neighbours, uncleared_hexes, with_foot
from tarawa_cli.games.tarawa.model.charts import Charts
from tarawa_cli.games.tarawa.model.state import State, Unit, ap_left
from tarawa_cli.games.tarawa.orders import passes
from tarawa_cli.games.tarawa.orders.actions import Dig, Move, Recover
from tarawa_cli.games.tarawa.players import Choice
from tarawa_cli.games.tarawa.players.fighting import PlayingStyle, can_act, goal_hexes, is_collapsing
from tarawa_cli.games.tarawa.rules import ch07_actions
from tarawa_cli.games.tarawa.rules.ch07_actions import moving_recovery, standing
from tarawa_cli.games.tarawa.rules.ch07_actions.fire import airstrip_under_fire
from tarawa_cli.games.tarawa.rules.ch07_actions.moving_recovery import ceiling, may_gain
from tarawa_cli.games.tarawa.rules.ch08_09_supply_morale import LOWEST, lines_from
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.hints import Iterable, Iterator
from tarawa_cli.kernel.standard import cache, lru_cache

FAR = 99.0
CLOSE = 2
CROWD = 8.0
"""The cost, in AP, of another unit close to the same uncleared hex; it falls with the number of such hexes."""
BEHIND = 4.0
"""The value, in AP, of being where a unit is needed rather than a step behind."""
RUNNERS = 3
"""The most units at a time that go for ground that need only be entered."""
MASS = 3
"""Units that mass are not too many close to a hex until there are more of them."""
TOUGH = -1
"""They mass while the level of Japanese morale is this or above."""
PLAIN = 2.0
"""The cost, in AP, of a fight for a hex without a pillbox while they mass."""
LAST, LATE = ("eastend", "tail", "takarongo"), 4.0
"""The areas farthest from the beaches, and the cost of a fight elsewhere once the Japanese collapse."""
ASIDE = 6.0
"""The cost, in AP, of a fight that is not where the player goes for."""


class DangerMap:
    """The land as a careful player sees it: which hexes are ours, and where a step draws fire."""

    def __init__(self, state: State, blood: float) -> None:
        self.swept = airstrip_under_fire(state)
        self.open = friendly_hexes(state.cleared)
        self.safe = friendly_hexes(state.cleared, self.swept)
        fire = shot(state.charts, state.level("japanese") + state.charts.terrain["airstrip"].combat)
        self.danger = blood * fire.steps + 2 * fire.pin
        """The cost, in AP, of entering each hex under fire."""


class DistanceField:
    """The distance of every friendly hex, in AP on foot, from the places where units are needed."""

    def __init__(self, ground: DangerMap, wanted: dict[Hex, float]) -> None:
        self.price = prices = dict(wanted)
        open_, approaches, swept, danger = ground.open, ch07_actions.approaches, ground.swept, ground.danger
        queue = sorted((start, at) for at, start in wanted.items())
        while queue:
            price, here = heappop(queue)
            if price > prices[here]:
                continue
            onward = price + (danger if here in swept else 0) + (BEHIND if here in wanted else 0)
            for there, step in approaches(here):
                further = onward + step
                if there in open_ and further < prices.get(there, inf):
                    prices[there] = further
                    heappush(queue, (further, there))

    def __getitem__(self, at: Hex) -> float:
        return self.price.get(at, FAR)


def front_field(state: State, ground: DangerMap, temper: PlayingStyle, *, pillboxes: bool = False) -> DistanceField:
    """The way to hexes next to uncleared ones, avoiding places where many units have little to do.

    Rather to hexes of the goal and of the areas that the player goes for. With `pillboxes`, only to hexes next to
    pillboxes.
    """
    aims, areas = goal_hexes(state) if temper.foresees else frozenset(), temper.areas
    crowd = Counter(chain.from_iterable(disc(standing(unit), CLOSE) for unit in state.ashore() if unit.type.on_foot))
    wanted: dict[Hex, float] = {}
    for at, around, left in _contacts(state.cleared):
        if pillboxes and state.pillboxes_standing(at) <= 0:
            continue
        start = _crowding(state, temper, at, crowd[at], left)
        if (aims and at not in aims) or (areas and state.board.area_of[at] not in areas):
            start += ASIDE
        for near in around:
            wanted[near] = min(wanted.get(near, FAR), start)
    return DistanceField(ground, wanted)


def _crowding(state: State, temper: PlayingStyle, at: Hex, units: int, left: int) -> float:
    """The cost, in AP, of one unit more close to a hex; players who mass go for pillboxes first, and east in time."""
    if not temper.masses:
        return CROWD * max(0, units - 1) / left
    plain = state.pillboxes_standing(at) <= 0
    if state.level("japanese") >= TOUGH:
        return CROWD * max(0, units - MASS) / left + (PLAIN if plain else 0)
    cost = CROWD * max(0, units - 1) / left
    if state.tracks["japanese"] <= LOWEST and state.board.area_of[at] not in LAST:
        cost += LATE
    return cost + ASIDE if plain and is_collapsing(state) else cost


@lru_cache(64)
def _contacts(cleared: frozenset[Hex]) -> tuple[tuple[Hex, tuple[Hex, ...], int], ...]:
    """The uncleared hexes that can be reached, each with the friendly hexes next to it and the uncleared ones close."""
    open_, left = friendly_hexes(cleared), uncleared_hexes(cleared)
    around = {at: tuple(near for near in neighbours(at) if near in open_) for at in sorted(left)}
    return tuple((at, near, len(disc(at, CLOSE) & left)) for at, near in around.items() if near)


def is_spent(state: State, unit: Unit, temper: PlayingStyle) -> bool:
    """Whether a unit is so weak that it should leave the line: if it can hope to recover, or would only be lost."""
    weak = unit.type.on_foot and unit.steps * 4 <= unit.type.steps
    return weak and (temper.foresees or unit.steps < ceiling(state, unit))


def rest_field(state: State, ground: DangerMap, temper: PlayingStyle) -> DistanceField:
    """The way to hexes where units can recover; if there are none, to hexes that the Japanese do not reach."""
    lines = lines_from(state, state.heads)
    far, safe = state.charts.value("recovery-head"), state.charts.value("recovery-safe")
    close = {at for at, steps in lines.items() if steps <= far}
    if not close and temper.foresees:
        close = set(ground.open)
    return DistanceField(ground, {at: 0.0 for at in sorted(close) if disc(at, safe - 1).isdisjoint(state.uncleared)})


def goal_field(state: State, ground: DangerMap) -> DistanceField:
    """The way to hexes of the scenario's goal that need only be entered."""
    return DistanceField(ground, {at: 0.0 for at in sorted(goal_hexes(state)) if at in ground.open})


def advance(state: State, temper: PlayingStyle) -> Iterator[Choice]:
    """Units not in contact move to the fight, those that can attack first; weak units go back."""
    movers = sorted(_movers(state), key=_precedence)
    if not movers:
        return
    ground = DangerMap(state, temper.blood)
    front = front_field(state, ground, temper)
    demolish = any(unit.type.can("demolishes") for unit in movers)
    boxes = front_field(state, ground, temper, pillboxes=True) if demolish else front
    spent = {unit.id for unit in movers if is_spent(state, unit, temper)}
    quiet = rest_field(state, ground, temper) if spent else front
    goal = goal_field(state, ground) if temper.foresees and state.setting.scenario.goal else front
    runners = _runners(movers, goal) if goal is not front else ()
    for unit in movers:
        if unit.id in runners:
            route, why = _route(state, unit, ground, goal), "toward the goal"
        elif unit.id in spent:
            route, why = _route(state, unit, ground, quiet), "it must rest"
        else:
            field = boxes if unit.type.can("demolishes") and boxes.price else front
            route, why = _route(state, unit, ground, field), "toward the fight"
        order = Move(unit.id, route)
        if route and passes(state, order):
            yield Choice(order, why, judged=True)


def _runners(movers: list[Unit], goal: DistanceField) -> tuple[str, ...]:
    """The units that go for ground that need only be entered: those nearest to it, tanks first, whom no fire pins."""
    if not goal.price:
        return ()
    near = [unit for unit in movers if goal[standing(unit)] < FAR]
    near.sort(key=lambda unit: (not unit.type.is_tank, goal[standing(unit)]))
    return tuple(unit.id for unit in near[:RUNNERS])


def _movers(state: State) -> list[Unit]:
    return [
        unit
        for unit in state.units.values()
        if not unit.type.is_craft
        and not unit.type.is_gun
        and state.is_ashore(unit)
        and can_act(unit)
        and ap_left(state, unit) > 0
    ]


def _precedence(unit: Unit) -> tuple[bool, bool, int]:
    """A sort key: active supply first, units on foot before tanks, strong units before weak ones."""
    return unit.supply != "active", not unit.type.on_foot, -unit.steps


def _route(state: State, unit: Unit, ground: DangerMap, field: DistanceField) -> tuple[Hex, ...]:
    """The route to the best hex within reach, around the airstrip under fire if possible."""
    here = standing(unit)
    if field[here] <= 0:
        return ()
    able = {at: price for at, price in moving_recovery.destinations(state, unit).items() if at in ground.open}
    if not able:
        return ()
    price = {at: field[at] + _exposure(state.charts, at) for at in able}
    ideal = min(able, key=lambda at: (price[at], able[at], at))
    enough = field[here] + _exposure(state.charts, here) - 0.5
    if price[ideal] >= enough:
        return ()
    routes = _routes(ground, ch07_actions.land_gait(unit.type), here, ap_left(state, unit), ideal, able)
    danger = {at: ground.danger * len(ground.swept.intersection(route)) for at, route in routes.items()}
    best = min(routes, key=lambda at: (price[at] + danger[at], able[at], at))
    return routes[best] if price[best] + danger[best] < enough else ()


def _routes(
    ground: DangerMap, gait: str, here: Hex, ap: float, ideal: Hex, able: Iterable[Hex]
) -> dict[Hex, tuple[Hex, ...]]:
    """The cheapest route to the best hex. If it draws fire, routes to all hexes that avoid fire where possible."""
    bold = ch07_actions.reach(gait, here, ap, with_foot(ground.open))
    if ground.swept.isdisjoint(bold[ideal].hexes):
        return {ideal: bold[ideal].hexes}
    safe = ch07_actions.reach(gait, here, ap, ground.safe)
    return {at: (safe[at] if at in safe else bold[at]).hexes for at in able}


@cache
def _exposure(charts: Charts, at: Hex) -> float:
    """A sort key that prefers cover to open ground."""
    return 0.3 * charts.terrain[betio().terrain.get(at, "pier")].combat


# ── Rest


def rest(state: State) -> Iterator[Choice]:
    """Units that have done nothing and have losses recover, if they may; by night, units in contact dig in."""
    for unit in list(state.units.values()):
        if unit.type.is_craft or unit.acted or not can_act(unit) or not state.is_ashore(unit):
            continue
        if may_gain(state, unit):
            recover = Recover((unit.id,))
            if passes(state, recover):
                yield Choice(recover, "it has losses and is out of the fight", judged=True)
                continue
        dig = Dig((unit.id,))
        if any(state.is_uncleared(near) for near in neighbours(standing(unit))) and passes(state, dig):
            yield Choice(dig, "it keeps contact with the enemy", judged=True)
