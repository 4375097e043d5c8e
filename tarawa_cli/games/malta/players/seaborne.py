"""The computer's landings: boxes for divisions, units to embark, berths and targets of warships."""

from tarawa_cli.games.malta.model.board import distance
from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.model.unit import WAVES, zone_of
from tarawa_cli.games.malta.orders import Order, passes
from tarawa_cli.games.malta.orders.sea import Approach, Embark, Place, Sail, Shoot
from tarawa_cli.games.malta.players import mornings
from tarawa_cli.games.malta.players.ground import GroundValue
from tarawa_cli.games.malta.rules.ch09_combat import defence
from tarawa_cli.games.malta.rules.ch16_special_units.coast_guns import boxes, coast_guns, pairs, target_hex
from tarawa_cli.games.malta.rules.ch16_special_units.planes_and_ships import berths, courses, unplaced
from tarawa_cli.games.malta.rules.ch18_landings import bound_for, can_embark, divisions, next_lift, points, waiting
from tarawa_cli.games.malta.rules.ch18_landings.beaches import danger
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.hints import Sequence

Found = tuple[Order, str] | None
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
    merit = Berths(state, ship, mornings.beaches(state))
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
    """Whether a coast gun can reach somebody who lands, as far as is known."""
    unit = state.units.get(target)
    reach = unit.type.range if unit and unit.type.range else REACH
    return any(distance(target_hex_of(state, target), at) <= reach for at in landing)


def target_hex_of(state: State, target: str) -> Hex:
    """Where a coast gun is, by whatever name it has."""
    unit = state.units.get(target)
    return unit.at if unit else target.rpartition("coast-gun-")[2][:4]
