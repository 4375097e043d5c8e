"""Moves on land, rest, and supply."""

from collections import Counter
from heapq import heappop, heappush
from itertools import chain
from math import inf

from tarawa_cli.games.tarawa.legal.assault_odds import shot
from tarawa_cli.games.tarawa.model.board import (
    PIER_BASE,
    betio,
    disc,
    distance,
    friendly_hexes,
    neighbours,
    uncleared_hexes,
    with_foot,
)
from tarawa_cli.games.tarawa.model.charts import Charts
from tarawa_cli.games.tarawa.model.state import State, Unit, allowance, ap_left
from tarawa_cli.games.tarawa.orders import passes
from tarawa_cli.games.tarawa.orders.actions import Dig, Move, Recover
from tarawa_cli.games.tarawa.orders.general import Head, Supply
from tarawa_cli.games.tarawa.players import Choice
from tarawa_cli.games.tarawa.players.drive import TOUGH, drive, is_late
from tarawa_cli.games.tarawa.players.fighting import PlayingStyle, can_act, goal_hexes, is_collapsing
from tarawa_cli.games.tarawa.rules import ch07_actions
from tarawa_cli.games.tarawa.rules.ch07_actions import moving_recovery
from tarawa_cli.games.tarawa.rules.ch07_actions.fire import airstrip_under_fire
from tarawa_cli.games.tarawa.rules.ch07_actions.moving_recovery import may_gain
from tarawa_cli.games.tarawa.rules.ch08_09_supply_morale import (
    LOWEST,
    group_of,
    has_marker,
    head_sites,
    lines_from,
    suppliable,
)
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.hints import Iterable, Iterator, Mapping
from tarawa_cli.kernel.standard import cache, lru_cache

# ── Moves


FAR = 99.0
CLOSE = 2
CROWD = 8.0
"""The cost, in AP, of another unit close to the same uncleared hex; it falls with the number of such hexes."""
BEHIND = 4.0
"""The value, in AP, of being where a unit is needed rather than a step behind."""
DRIVERS = 6
"""The units on foot that drive to the far end of the island, and as many tanks."""
RUNNERS = 3
"""The most units at a time that go for ground that need only be entered."""
LAST_CHANCE, BOLD = 3, 3
"""In so many last turns they count a lost step for so much less."""
MASS = 3
"""Units that mass are not too many close to a hex until there are more of them."""
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

    def __init__(self, ground: DangerMap, wanted: dict[Hex, float], *, safe: bool = False) -> None:
        """`safe`: only ways on which no step draws fire."""
        self.price = prices = dict(wanted)
        open_ = ground.safe if safe else ground.open
        approaches, swept, danger = ch07_actions.approaches, ground.swept, ground.danger
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
    crowd = Counter(chain.from_iterable(disc(unit.hex, CLOSE) for unit in state.ashore() if unit.type.on_foot))
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
    """The cost, in AP, of one unit more close to a hex: units mass before pillboxes first, and go east in time.

    A player who goes for a goal spreads its units instead: there is no time for all pillboxes.
    """
    if temper.foresees and state.setting.scenario.goal:
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


def is_spent(unit: Unit) -> bool:
    """Whether a unit is so weak that it should leave the line: an infantry unit that is lost heartens the Japanese."""
    return unit.type.on_foot and unit.steps * 4 <= unit.type.steps


def rest_field(state: State, ground: DangerMap) -> DistanceField:
    """The safe way to hexes where units can recover; if there are none, to hexes that the Japanese do not reach."""
    lines = lines_from(state, state.heads)
    far, safe = state.charts.value("recovery-head"), state.charts.value("recovery-safe")
    close = {at for at, steps in lines.items() if steps <= far}
    if not close:
        close = set(ground.open)
    quiet = {at: 0.0 for at in sorted(close) if disc(at, safe - 1).isdisjoint(state.uncleared)}
    return DistanceField(ground, quiet, safe=True)


def turns_left(state: State) -> int:
    return state.setting.scenario.length - state.turn


def goal_field(state: State, ground: DangerMap) -> DistanceField:
    """The way to hexes of the scenario's goal that need only be entered."""
    return DistanceField(ground, {at: 0.0 for at in sorted(goal_hexes(state)) if at in ground.open})


def drive_field(state: State, ground: DangerMap) -> DistanceField:
    """The safe way to hexes next to those that open the way to the far end: a column would bleed on the airstrip."""
    wanted: dict[Hex, float] = {}
    for at, detour in drive(state).detours.items():
        for near in neighbours(at):
            if near in ground.safe:
                wanted[near] = min(wanted.get(near, FAR), BEHIND * detour)
    return DistanceField(ground, wanted, safe=True)


def advance(state: State, temper: PlayingStyle) -> Iterator[Choice]:
    """Units not in contact move to the fight, those that can attack first; weak units go back."""
    movers = sorted(_movers(state), key=_precedence)
    if not movers:
        return
    ground = DangerMap(state, temper.blood)
    front = front_field(state, ground, temper)
    demolish = any(unit.type.can("demolishes") for unit in movers)
    boxes = front_field(state, ground, temper, pillboxes=True) if demolish else front
    spent = {unit.id for unit in movers if is_spent(unit)}
    quiet = rest_field(state, ground) if spent else front
    bold = DangerMap(state, temper.blood / BOLD) if turns_left(state) < LAST_CHANCE else ground
    goal = goal_field(state, bold) if temper.foresees and state.setting.scenario.goal else front
    runners = _runners(movers, goal) if goal is not front else ()
    far = drive_field(state, ground)
    drivers = _drivers(state, far)
    for unit in movers:
        if unit.id in drivers and unit.id not in spent:
            route, why = _route(state, unit, ground, far), "toward the far end"
        elif unit.id in runners:
            route, why = _route(state, unit, bold, goal), "toward the goal"
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
    near = [unit for unit in movers if goal[unit.hex] < FAR]
    near.sort(key=lambda unit: (not unit.type.is_tank, goal[unit.hex]))
    return tuple(unit.id for unit in near[:RUNNERS])


def _drivers(state: State, far: DistanceField) -> tuple[str, ...]:
    """The units that drive to the far end: those nearest to the front there, and as many tanks."""
    near = [unit for unit in state.ashore() if far[unit.hex] < FAR and not is_spent(unit)]
    near.sort(key=lambda unit: far[unit.hex])
    feet = [unit.id for unit in near if unit.type.on_foot]
    tanks = [unit.id for unit in near if unit.type.is_tank]
    return (*feet[:DRIVERS], *tanks[:DRIVERS])


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
    here = unit.hex
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
        if any(state.is_uncleared(near) for near in neighbours(unit.hex)) and passes(state, dig):
            yield Choice(dig, "it keeps contact with the enemy", judged=True)


# ── Supply points and heads


NEAR = {1: 1.0, 2: 0.7, 3: 0.6, 4: 0.4, 5: 0.3}
"""By distance from the enemy in hexes: how likely a unit is to fight this turn."""
LEAST, LEAST_LATE, LAST_TURNS = 1.0, 0.1, 3
"""A point is given for this many assaults; for fewer in the last turns, when there is nothing more to save it for."""
AMONG_PILLBOXES = 0.3
"""What an assault on another hex counts once only pillboxes matter."""
REMOTE, MANY = 8, 4
"""A second head is worth it this far from the others, with this many units near it."""


def supply_points(state: State) -> Iterator[Choice]:
    """Points for units that can fight this turn, the strongest group first; in a late drive it counts twice."""
    late = _late_drive(state)
    while state.stock:
        groups = {id: group_of(state, state.units[id]) for id in suppliable(state)}
        wanting = {id: _use(groups[id], state.uncleared) + _use(groups[id], late) for id in groups}
        best = max(wanting, key=lambda id: wanting[id], default="")
        if not best or wanting[best] <= 0:
            return
        yield Choice(Supply(best), f"{state.units[best].type.battalion} can attack")


def thrifty_points(state: State, temper: PlayingStyle) -> Iterator[Choice]:
    """Points for groups that can make several assaults this turn, most first; the others are kept for later turns."""
    boxes = frozenset(at for at in state.board.pillboxes if state.pillboxes_standing(at) > 0)
    mops_up = is_collapsing(state)
    late = _late_drive(state)
    least = LEAST if state.turn <= state.setting.scenario.length - LAST_TURNS else LEAST_LATE
    while state.stock:
        groups = {id: group_of(state, state.units[id]) for id in suppliable(state)}
        needy = {id: [unit for unit in groups[id] if _needs_point(unit, temper)] for id in groups}
        wanting = {id: _assaults(state, needy[id], boxes, late, mops_up) for id in groups}
        best = max(wanting, key=lambda id: wanting[id], default="")
        if not best or wanting[best] <= least:
            return
        yield Choice(Supply(best), f"{state.units[best].type.battalion} can make the most of it")


def _needs_point(unit: Unit, temper: PlayingStyle) -> bool:
    """Whether a unit can fight this turn, but only with a point."""
    if temper.trusts_landing and unit.supply == "active":
        return False
    return not (has_marker(unit) or unit.pins or unit.steps == 1)


def _assaults(state: State, group: list[Unit], boxes: frozenset[Hex], late: frozenset[Hex], mops_up: bool) -> float:
    """About how many assaults units can make; pillboxes, and a drive that is late, count more."""
    total = 0.0
    for unit in group:
        if unit.type.can("attacks"):
            total += _time_at(state, unit, state.uncleared) / 3 * (AMONG_PILLBOXES if mops_up else 1)
            total += _time_at(state, unit, late) / 3
        total += _time_at(state, unit, boxes) / 8
    return total


def _time_at(state: State, unit: Unit, enemy: frozenset[Hex]) -> float:
    """About the AP that a unit has left when it has come to the enemy."""
    way = _way_to(enemy, unit)
    return max(0.0, allowance(state, unit) - 2 * (way - 1)) if way else 0.0


def _late_drive(state: State) -> frozenset[Hex]:
    """The hexes that the drive must take next, if it is late."""
    return frozenset(drive(state).detours if is_late(state) else ())


def _use(group: list[Unit], enemy: frozenset[Hex]) -> float:
    """The value of a point: steps close to the enemy that have no marker yet."""
    fresh = [unit for unit in group if not has_marker(unit) and not unit.pins]
    return sum(unit.steps * NEAR.get(_way_to(enemy, unit), 0) for unit in fresh)


def _way_to(enemy: frozenset[Hex], unit: Unit) -> int:
    """The distance to the nearest hex of the enemy, up to where it no longer matters."""
    return next((far for far in NEAR if not enemy.isdisjoint(disc(unit.hex, far))), 0)


def heads(state: State) -> Iterator[Choice]:
    """Heads: the pier first, then wherever one connects units that have none, or is near many that could rest."""
    while len(state.heads) < int(state.charts.value("heads")):
        best, worth = _best_site(state)
        if worth <= 0:
            return
        yield Choice(Head(best), "supplies come over the pier" if best == PIER_BASE else "units near it have no head")


def _best_site(state: State) -> tuple[Hex, int]:
    covered = lines_from(state, state.heads)
    here = [unit.hex for unit in state.ashore()]
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
    if last_one or any(distance(at, head) <= REMOTE for head in state.heads):
        return 0
    near = sum(1 for place in here if distance(place, at) <= int(state.charts.value("recovery-head")))
    return near if near >= MANY else 0
