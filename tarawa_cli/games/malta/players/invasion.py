"""The computer's orders outside the land war: mornings, planes and first steps, drops, landings, warships."""

from collections import Counter

from tarawa_cli.games.malta.model.board import disc, distance
from tarawa_cli.games.malta.model.scenario import read_series, units_of
from tarawa_cli.games.malta.model.state import DropZone, State, Unit
from tarawa_cli.games.malta.model.unit import WAVES, zone_of
from tarawa_cli.games.malta.orders import Order, passes
from tarawa_cli.games.malta.orders.morning_and_air import (
    Absorb,
    Airland,
    Cancel,
    Dismantle,
    Replace,
    Series,
    Step,
    Strike,
    Zone,
)
from tarawa_cli.games.malta.orders.sea import Approach, Embark, Place, Sail, Shoot
from tarawa_cli.games.malta.players.ground import GroundValue
from tarawa_cli.games.malta.rules.ch09_combat import attack, defence
from tarawa_cli.games.malta.rules.ch09_combat.hits import worth
from tarawa_cli.games.malta.rules.ch16_special_units import dismantlable
from tarawa_cli.games.malta.rules.ch16_special_units.coast_guns import boxes, coast_guns, pairs, target_hex
from tarawa_cli.games.malta.rules.ch16_special_units.planes_and_ships import (
    berths,
    courses,
    landable,
    open_fields,
    unplaced,
)
from tarawa_cli.games.malta.rules.ch17_special_rules import (
    absorbable_pairs,
    can_strike,
    replaceable,
    steps_to_give,
    strike_targets,
)
from tarawa_cli.games.malta.rules.ch18_landings import bound_for, can_embark, divisions, next_lift, points, waiting
from tarawa_cli.games.malta.rules.ch18_landings.beaches import danger
from tarawa_cli.games.malta.rules.ch19_drops import airlift, due, guns_near, jumpers, moved, open_turns, planned_points
from tarawa_cli.games.malta.rules.ch19_drops.steps import steppers
from tarawa_cli.games.malta.rules.ch24_two_players import is_sealed
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.hints import Iterator, Mapping, Sequence

# ── Mornings, planes, and one-hex moves after a landing


Found = tuple[Order, str] | None
FORWARD = 4
"""Strongpoints that are farther from the Axis than this are worth more as engineers."""


def strike(state: State) -> Found:
    """One strike after the other, on the gun that bears on most of the beaches that are wanted.

    Guns that are silenced for the day come last.
    """
    if not can_strike(state):
        return None
    wanted = beaches(state)
    gun = max(strike_targets(state), key=lambda gun: (gun.id not in state.silenced, _bears_on(gun, wanted), gun.at))
    return Strike((gun.id,)), "it covers the most beaches"


def beaches(state: State) -> list[str]:
    """The beaches of the zones before which divisions wait."""
    zones = sorted({zone for unit in state.units.values() if (zone := zone_of(unit.at))})
    return [at for zone in zones or sorted(state.board.beaches) for at in state.board.beaches[zone]]


def _bears_on(gun: Unit, wanted: list[str]) -> float:
    reach = gun.type.range or 6
    return sum(1.0 + 0.5 * (distance(gun.at, at) <= 3) for at in wanted if distance(gun.at, at) <= reach)


def replace(state: State) -> Found:
    """The weakest battalions first."""
    able = sorted(replaceable(state), key=lambda unit: unit.steps)[: steps_to_give(state)]
    return (Replace(tuple(unit.id for unit in able)), "the weakest battalion first") if able else None


def absorb(state: State) -> Found:
    found = absorbable_pairs(state)
    return (
        (Absorb(found[0][0].id, found[0][1].id), "a battalion's step is worth more than a security company")
        if found
        else None
    )


def airland(state: State) -> Found:
    """Land units by plane, strongest first."""
    for at in open_fields(state):
        able = sorted(landable(state, at), key=lambda unit: (not unit.can("hq"), -unit.type.attack, unit.id))
        if able:
            return Airland((able[0].id,), at), "reinforcements by air"
    return None


def step(state: State) -> Found:
    return (Step(), "companies join their battalions") if steppers(state) else None


def dismantle(state: State) -> Found:
    """Two strongpoints far behind, for a company of engineers."""
    axis = [unit.at for unit in state.units.values() if unit.side == "axis" and unit.on_map and unit.can("combat")]
    far = [at for at in dismantlable(state) if axis and min(distance(at, foe) for foe in axis) > FORWARD]
    return (Dismantle(tuple(far[:2])), "the enemy is far away and engineers are needed") if len(far) > 1 else None


# ── Drops: where they go, which units drop together, and who stays if there are too few planes


OFFSETS = ("", "n1", "ne1", "se1", "s1", "sw1", "nw1")
ROUGH = ("woods", "town", "city", "fort")
"""Terrain that adds to drop losses (19.46)."""


def jump(state: State) -> Found:
    """The next order of the airborne segment: cancel, plan if drops are chosen now, or step."""
    return stay_behind(state) or plan_drops(state) or step(state)


def stay_behind(state: State) -> Found:
    """Cancel what the planes of a cloudy day cannot carry, least valuable first."""
    if state.jumped or planned_points(state, state.turn) <= airlift(state, state.turn):
        return None
    carried = [(state.units[id], name) for name, zone in due(state).items() for id in units_of(zone)]
    unit, name = min(((unit, name) for unit, name in carried if points(unit)), key=lambda one: worth(one[0]))
    return Cancel(name, (unit.id,)), "too few planes today"


def plan_drops(state: State, accents: Mapping[Hex, float] | None = None) -> Found:
    """Plan a drop zone for units in no plan, then one series after the other; `accents` weigh single objectives."""
    drops = Drops(state, accents)
    for turn in () if is_sealed(state) else open_turns(state):
        for formation in _formations(state):
            room = airlift(state, turn) - planned_points(state, turn)
            units = _together(state, formation, room)
            if units and any(points(unit) for unit in units):
                return _series(drops, turn, units) or _zone(drops, turn, units[0])
    return None


def _formations(state: State) -> list[str]:
    """Formations with units waiting to drop, strongest first."""
    strength = Counter[str]()
    for unit in jumpers(state):
        strength[unit.formation] += attack(unit)
    return [formation for formation, sum in strength.most_common() if sum]


def _together(state: State, formation: str, room: int) -> list[Unit]:
    """The units of a series: combat units first, up to its limit and the airlift, with headquarters and leader."""
    free = [unit for unit in jumpers(state) if unit.formation == formation]
    found: list[Unit] = []
    left = min(room, state.charts.value("series"))
    for unit in sorted(free, key=lambda unit: (not points(unit), not unit.can("combat"), -attack(unit), unit.id)):
        if points(unit) <= left:
            found.append(unit)
            left -= points(unit)
    return found


def _series(drops: "Drops", turn: int, units: list[Unit]) -> Found:
    """A series for a zone of the units' formation that has room."""
    ids, state = tuple(unit.id for unit in units), drops.state
    for name, zone in state.plan.items():
        order = Series(name, ids)
        if zone.turn == turn and _is_theirs(state, zone, units[0]) and passes(state, order):
            offset = max(OFFSETS, key=lambda way: (drops.merit_from(zone, way), way))
            return order._replace(offset=offset), "the best ground around the marker"
    return None


def _is_theirs(state: State, zone: DropZone, unit: Unit) -> bool:
    return all(state.units[id].formation == unit.formation for id in units_of(zone))


def _zone(drops: "Drops", turn: int, unit: Unit) -> Found:
    state = drops.state
    marker = max(sorted(state.board.land), key=drops.merit_around)
    name = next(name for number in range(1, 99) if (name := f"{unit.formation}-{number}") not in state.plan)
    return Zone(name, marker, state.charts.turn(turn).id), "open ground near an objective, few enemies close by"


class Drops:
    """The value of each hex as a drop target."""

    def __init__(self, state: State, accents: Mapping[Hex, float] | None = None) -> None:
        self.state, self.ground = state, GroundValue(state, "axis", accents=accents)
        self.taken = [at for zone in state.plan.values() for at in _places(zone)]
        self._known: dict[Hex, float] = {}

    def merit_around(self, marker: Hex) -> float:
        """Of a marker: the hexes where its series would be placed."""
        best = sorted((self.merit(_at(marker, way)) for way in OFFSETS), reverse=True)
        return self.merit(marker) + sum(best[:4]) / 4

    def merit_from(self, zone: DropZone, way: str) -> float:
        at = _at(zone.marker, way)
        return self.merit(at) - 2.0 * self.taken.count(at)

    def merit(self, at: Hex) -> float:
        if at not in self._known:
            self._known[at] = self._merit(at)
        return self._known[at]

    def _merit(self, at: Hex) -> float:
        state = self.state
        if at not in state.board.land:
            return -9.0
        around = disc(at, 2)
        sea = sum(near not in state.board.land for near in around) / len(around)
        rough = 0.5 if state.board.terrain[at] in ROUGH else 0.0
        flak = min(2, len(guns_near(state, at)))
        return self.ground.pull(at) - 4.0 * sea - rough - 0.7 * flak - self._foes(at)

    def _foes(self, at: Hex) -> float:
        """Enemies in the hex and next to it."""
        held = [(foe, sum(map(defence, units))) for foe, units in self.ground.foes.items() if distance(foe, at) <= 1]
        return sum((0.5 if foe == at else 0.1) * strength for foe, strength in held)


def _places(zone: DropZone) -> Iterator[Hex]:
    return (_at(zone.marker, read_series(text).offset) for text in zone.series)


def _at(marker: Hex, offset: str) -> Hex:
    """Where a series is placed; nowhere, beyond the edge of the map."""
    return (moved(marker, offset[:-1], int(offset[-1])) or "") if offset else marker


# ── Landings: boxes for divisions, units to embark, berths and targets of warships


REACH = 6
"""How far a coast gun may fire of which nothing is known."""
BEST = 3
"""A zone is as good as this many of its beaches."""
BETTER = 1.0
"""The least gain for which a ship sails."""


# ── Where to land


class Shore:
    """The beaches, as a landing force sees them."""

    def __init__(self, state: State) -> None:
        self.state, self.ground = state, GroundValue(state, "axis")
        self.guns = [gun for gun in coast_guns(state) if gun.id not in state.silenced]
        self._known: dict[Hex, float] = {}

    def merit(self, at: Hex) -> float:
        if at not in self._known:
            self._known[at] = self.ground.pull(at) - self._peril(at)
        return self._known[at]

    def zone(self, name: str) -> float:
        best = sorted(map(self.merit, self.state.board.beaches[name]), reverse=True)[:BEST]
        return sum(best) / len(best)

    def _peril(self, at: Hex) -> float:
        """Losses on the way in (18.5), fire from the shore (16.56, 18.6), and who is to be driven off the beach."""
        around = {at, *self.state.board.adjacent[at]}
        waterline = sum(
            defence(unit) for near in around for unit in self.ground.foes.get(near, ()) if unit.can("combat")
        )
        inside = sum(map(defence, self.ground.foes.get(at, ())))
        way_in = sum(modifier.value for modifier in danger(self.state, at))
        return 1.5 * way_in + 0.1 * waterline + 0.3 * inside + 0.4 * self._fire(at)

    def _fire(self, at: Hex) -> float:
        """The dice of the coast guns that bear on a beach; near ones count double."""
        bearing = [gun for gun in self.guns if distance(gun.at, at) <= (gun.type.range or REACH)]
        return sum((gun.type.factors or 1) * (1 + (distance(gun.at, at) <= 3)) for gun in bearing) / 2


def approach(state: State, zones: Sequence[str] = ()) -> Found:
    """Every division to the zone that is named for it, or serves it best; the second one elsewhere, to spread them."""
    coast, taken = Shore(state), set[str]()
    for number, division in enumerate(divisions(state)):
        free = [zone for zone in state.board.beaches if zone not in taken]
        zone = zones[number] if number < len(zones) else max(free, key=lambda name: (coast.zone(name), name))
        taken.add(zone)
        order = Approach((division,), zone)
        if any(zone_of(unit.at) != zone for unit in order.units(state)) and passes(state, order):
            return order, "these beaches cost least for the objectives behind them"
    return None


def embark(state: State) -> Found:
    """What the plan says; who is left over, or has no plan, goes where it costs the least."""
    if not state.setting.options.own_plan and next(next_lift(state), None) is not None:
        return Embark(), "as planned"
    return embark_freely(state)


def embark_freely(state: State) -> Found:
    """Embark the strongest units for the best beach, with their regiment, and headquarters where most have landed."""
    ferry = Ferry(state)
    choices = [
        (ferry.merit(unit, at, wave), unit.id, at, wave)
        for unit in waiting(state)
        for at in state.board.beaches[zone_of(unit.at)]
        if points(unit) or ferry.friends(unit, at)
        for wave in WAVES
    ]
    for _, id, at, wave in sorted(choices, key=lambda one: (*one[:3], -one[3]), reverse=True):
        if can_embark(state, [state.units[id]], at, wave):
            return Embark((id,), at, wave), "the best open beach"
    return None


class Ferry:
    """What it is worth to take a unit to a beach."""

    def __init__(self, state: State) -> None:
        self.state, self.coast = state, Shore(state)
        self._going: dict[Hex, list[Unit]] = {}

    def merit(self, unit: Unit, at: Hex, wave: int) -> float:
        if not points(unit):
            return 9.0 + self.friends(unit, at) + 0.1 * wave
        fights = 1.0 + 0.2 * unit.type.attack if unit.can("combat") else 0.0
        held = 3.0 if self.state.controller(at) == "axis" else 0.0
        own = unit.type.regiment
        regiment = 0.3 * sum(other.type.regiment == own for other in self.going(at)) if own else 0.0
        return self.coast.merit(at) + held + fights + regiment - 0.1 * wave

    def going(self, at: Hex) -> list[Unit]:
        """Who is on a beach, or on the way to it."""
        if at not in self._going:
            ashore = (unit for unit in self.state.units_at(at) if unit.side == "axis")
            self._going[at] = [*bound_for(self.state, at), *ashore]
        return self._going[at]

    def friends(self, unit: Unit, at: Hex) -> int:
        return sum(other.formation == unit.formation and points(other) > 0 for other in self.going(at))


# ── Warships


def plan_at_sea(state: State, zones: Sequence[str] = ()) -> Found:
    """The computer's own plan: boxes, then ships."""
    return approach(state, zones) or place(state)


def place(state: State) -> Found:
    """Ships that no plan has a place for: in reach of the beaches, and out of reach of the guns."""
    if not state.setting.options.own_plan or not unplaced(state):
        return None
    ship = unplaced(state)[0]
    merit = Berths(state, ship, beaches(state))
    at = max(berths(), key=lambda at: (merit(at), at))
    return Place((ship.id,), at), "the beaches are in range"


def sail(state: State, ship: Unit) -> Found:
    """A ship goes where it can help in the fight."""
    merit = Berths(state, ship, _front(state))
    best = max(courses(ship), key=lambda at: (merit(at), at), default=ship.at)
    return (Sail(ship.id, best), "its guns are needed there") if merit(best) > merit(ship.at) + BETTER else None


def _front(state: State) -> list[Hex]:
    """Enemy hexes next to an Axis unit."""
    ground = GroundValue(state, "axis")
    return [
        at for at in sorted(ground.foes) if any(ground.field.units("axis", near) for near in state.board.adjacent[at])
    ]


class Berths:
    """The value of ocean hexes for a ship: targets in range, and coast guns that reach it."""

    def __init__(self, state: State, ship: Unit, wanted: list[Hex]) -> None:
        self.range, self.wanted = ship.type.range, wanted
        self.feared = [(gun.at, gun.type.range or REACH) for gun in coast_guns(state)]

    def __call__(self, at: Hex) -> float:
        in_reach = sum(distance(at, hex) <= self.range for hex in self.wanted)
        feared = sum(distance(at, gun) <= reach for gun, reach in self.feared)
        return min(in_reach, 4) - 0.7 * feared


def shoot(state: State) -> Found:
    """Fire ships at guns that cover landing beaches, spread evenly.

    The other ships keep their fire for the attacks of this turn (16.79).
    """
    landing = [target_hex(state, box) for box in boxes(state)]
    shots = [(ship, target) for ship, target in pairs(state) if ship.can("ship") and _threatens(state, target, landing)]
    if not shots:
        return None
    aimed = list(state.aims.values())

    def merit(shot: tuple[Unit, str]) -> tuple[int, int, str, str]:
        gun = target_hex_of(state, shot[1])
        return -aimed.count(shot[1]), -min(distance(gun, at) for at in landing), shot[0].id, shot[1]

    ship, target = max(shots, key=merit)
    return Shoot(ship.id, target), "it threatens the landing"


def _threatens(state: State, target: str, landing: list[Hex]) -> bool:
    """Whether a coast gun can reach landing units, as far as is known."""
    unit = state.units.get(target)
    reach = unit.type.range if unit and unit.type.range else REACH
    return any(distance(target_hex_of(state, target), at) <= reach for at in landing)


def target_hex_of(state: State, target: str) -> Hex:
    """Where a coast gun is, by whatever name it has."""
    unit = state.units.get(target)
    return unit.at if unit else target.rpartition("coast-gun-")[2][:4]
