"""Where a side masses: which enemies it attacks this turn, with whom, and from which hexes.

Every enemy stack is weighed with all units that can come next to it. The best of these attacks is taken, without those
who add nothing to it; then the best that is left for the others, and so on. The odds are an estimate: what the enemy's
guns and his leaders will add is not known before the attack.
"""

from tarawa_cli.games.malta.model.charts import Charts
from tarawa_cli.games.malta.model.state import ATTACKER, DEMORALISED, State, Unit
from tarawa_cli.games.malta.model.unit import ABSENT
from tarawa_cli.games.malta.model.unit_types import Side
from tarawa_cli.games.malta.players.ground import GroundValue
from tarawa_cli.games.malta.players.moving import Style
from tarawa_cli.games.malta.players.weighing import LAST_COLUMN, WALLED, Force, Scales, expected
from tarawa_cli.games.malta.rules.ch05_zones_of_control import is_fort
from tarawa_cli.games.malta.rules.ch06_movement import can_cross, infiltrations, stops
from tarawa_cli.games.malta.rules.ch09_combat import attack, defence, heads, support
from tarawa_cli.games.malta.rules.ch09_combat.attacking import air_markers, saved_by_fort, why_silent
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.board.tables import read_head
from tarawa_cli.kernel.hints import Iterable, Mapping, NamedTuple
from tarawa_cli.kernel.standard import lru_cache

FULL = 12
"""Thirds of a battalion that a hex holds (7)."""
PAYS = 0.4
"""What an attack must bring, in steps, so that units march for it."""
TRIFLE = 0.03
"""What it may lose for every unit that is left out of it."""
ENVELOPED = 4
PERIL = 0.3
"""What a step counts, times a player's fear, for every time that the enemy outweighs those who stand there."""
SUPPORT = 0.5
"""The share of the enemy's guns in range that will probably fire."""


class Thrust(NamedTuple):
    """An attack that is planned, or a prize that somebody walks into: who goes where for it."""

    on: Hex
    places: Mapping[str, Hex]
    gain: float
    rests_on: frozenset[str] = frozenset()
    """All who could have been in it, and the guns that could have fired."""


class Mass:
    """The attacks of a side in its turn; `places` says where the units that take part go."""

    def __init__(self, ground: GroundValue, units: Iterable[Unit], scales: Scales, style: Style) -> None:
        self.ground, self.scales, self.style = ground, scales, style
        self.state, self.board = ground.state, ground.state.board
        self.units = {unit.id: unit for unit in units if unit.can("combat")}
        self.reach = {unit.id: self._reach(unit) for unit in self.units.values()}
        self.still = {u.id: u for u in ground.own("combat") if u.id not in self.units and not u.attacked}
        """Units that have moved or may not: they fight from where they are."""
        own = ground.field.stacks[ground.side]
        self.room = {at: sum(u.type.thirds for u in own.get(at, ())) for at in sorted(ground.state.board.land)}
        self.guns = [unit for unit in ground.own("gun") if unit.type.offence]
        self.planes = air_markers(self.state)
        """Below 0 as soon as more attacks want one than there are."""
        self.regiments = _regiments(self.state, ground.side)
        self.thrusts: list[Thrust] = []
        self._plan()

    @property
    def places(self) -> dict[str, Hex]:
        return {id: at for thrust in self.thrusts for id, at in thrust.places.items()}

    def _reach(self, unit: Unit) -> set[Hex]:
        field = self.ground.field
        return {unit.at, *stops(field, unit), *infiltrations(field, unit)}

    def _plan(self) -> None:
        """The best first; what becomes impossible on the way is dropped."""
        targets = [at for at in self.ground.survey.front if self.ground.strength[at]]
        prizes = [at for at in self.ground.worth if at not in targets and self._wants_somebody(at)]
        known: dict[Hex, Thrust] = {}
        while targets or prizes:
            for at in targets:
                if at not in known and (thrust := self._thrust(at)):
                    known[at] = thrust
            found = [known[at] for at in targets if at in known]
            found += [one for at in prizes if (one := self._occupied(at))]
            best = max(found, key=lambda one: (one.gain, one.on), default=None)
            if best is None or best.gain < PAYS:
                return
            known = self._commit(best, known)
            live = {one.on for one in found} - {best.on}
            targets, prizes = ([at for at in some if at in live] for some in (targets, prizes))

    def _wants_somebody(self, at: Hex) -> bool:
        """A prize of the enemy that nobody bars, or an own one that he could walk into."""
        ground = self.ground
        if ground.state.controller(at) != ground.side:
            return True
        return ground.wants_guard(at)

    def _occupied(self, at: Hex) -> Thrust | None:
        """Walk into a prize with the weakest unit that can, unless it leaves another prize open."""
        able = [unit for id, unit in self.units.items() if at in self.reach[id] and unit.at != at]
        free = [unit for unit in able if self.room[at] + unit.type.thirds <= FULL]
        if not free:
            return None
        gain = self.scales.zeal * self.ground.worth[at]
        unit = min(free, key=lambda unit: (self.leaves(unit, at), attack(unit), unit.id))
        return Thrust(at, {unit.id: at}, gain - self.leaves(unit, at))

    def _commit(self, thrust: Thrust, known: Mapping[Hex, Thrust]) -> dict[Hex, Thrust]:
        """Take a thrust; returns the others that stay as they are."""
        self.thrusts.append(thrust)
        used, filled = {*thrust.places}, {*thrust.places.values()}
        for id, at in thrust.places.items():
            unit = self.units.pop(id, None) or self.still.pop(id)
            filled.add(unit.at)
            self.room[unit.at] -= unit.type.thirds
            self.room[at] += unit.type.thirds
        if thrust.on in self.ground.foes:
            used.update(gun.id for gun in self.guns)
            self.guns = [gun for gun in self.guns if why_silent(gun, thrust.on)[1]]
            used.difference_update(gun.id for gun in self.guns)
            self.planes -= 1
            if not self.planes:
                return {}
        return {
            at: other
            for at, other in known.items()
            if at != thrust.on and used.isdisjoint(other.rests_on) and filled.isdisjoint(self.board.adjacent[at])
        }

    # ── One attack

    def _thrust(self, on: Hex) -> Thrust | None:
        """The best attack on a hex by whoever is free."""
        target = Target(self, on)
        places = target.placed()
        if not places:
            return None
        rests_on = frozenset(target.able) | target.guns
        best = Thrust(on, places, target.gain(places), rests_on)
        for id in sorted(places, key=lambda id: (target.power[id], id)):
            fewer = {other: at for other, at in best.places.items() if other != id}
            if fewer and (gain := target.gain(fewer)) >= best.gain - TRIFLE:
                best = Thrust(on, fewer, gain, rests_on)
        return best

    def leaves(self, unit: Unit, to: Hex) -> float:
        """What it costs in steps that a prize stands open when a unit has gone."""
        ground, worth = self.ground, self.ground.worth.get(unit.at, 0.0)
        if unit.at == to or not worth or not ground.wants_guard(unit.at, unit):
            return 0.0
        return self.scales.zeal * worth


class Target:
    """An enemy stack, with all that does not depend on who attacks it."""

    def __init__(self, mass: Mass, on: Hex) -> None:
        state, ground = mass.state, mass.ground
        self.mass, self.state, self.ground, self.on = mass, state, ground, on
        self.foes = ground.foes[on]
        self.force = Force.of(self.foes)
        self.heads = _heads(state.charts, heads(state, on))
        self.spared = saved_by_fort(state, on)
        self.morale = _morale(unit for unit in self.foes if unit.strength[1])
        self.armour = any(unit.can("tank") and unit.state != DEMORALISED for unit in self.foes)
        self.walled = state.charts.terrain[state.board.terrain[on]].walled
        self.is_fort = is_fort(state, on)
        self.around = [at for at in state.board.adjacent[on] if at not in ground.foes]
        self.able = self._able()
        self.power = {id: attack(unit) for id, unit in self.able.items()}
        fighters = list(self.able.values())
        firing = [gun for gun in mass.guns if not why_silent(gun, on)[1]]
        self.guns = frozenset(gun.id for gun in firing)
        self.support = sum(support(state, gun, ATTACKER, on, fighters) for gun in firing)
        self.against = SUPPORT * _support(ground, on)

    def _able(self) -> dict[str, Unit]:
        """Who can come to a hex from which he can attack."""
        mass = self.mass
        still = {id: unit for id, unit in mass.still.items() if unit.at in self.around and unit.moved != "strategic"}
        coming = {id: unit for id, unit in mass.units.items() if not mass.reach[id].isdisjoint(self.around)}
        return {
            id: unit
            for id, unit in (still | coming).items()
            if any(can_cross(unit.type.mobility, at, self.on) for at in self._hexes(unit))
        }

    def _hexes(self, unit: Unit) -> list[Hex]:
        reach = self.mass.reach.get(unit.id, {unit.at})
        return [at for at in self.around if at in reach and can_cross(unit.type.mobility, at, self.on)]

    def placed(self) -> dict[str, Hex]:
        """All units that can come, the strongest first, spread around the enemy to cut off its retreat."""
        room, places = dict(self.mass.room), dict[str, Hex]()
        crowd = dict.fromkeys(self.around, 0)
        for unit in sorted(self.able.values(), key=lambda unit: (-self.power[unit.id], unit.id)):
            free = [at for at in self._hexes(unit) if at == unit.at or room[at] + unit.type.thirds <= FULL]
            if free:
                at = min(free, key=lambda at: (self._leaning(unit, at), crowd[at], at))
                places[unit.id] = at
                crowd[at] += 1
                room[unit.at] -= unit.type.thirds
                room[at] += unit.type.thirds
        return places

    def _leaning(self, unit: Unit, at: Hex) -> float:
        """Prefer units on a prize to stay, and tanks to go where infantry is."""
        return self.mass.leaves(unit, at) - 0.1 * self.ground.worth.get(at, 0.0)

    def gain(self, places: Mapping[str, Hex]) -> float:
        """What an attack from these places is likely to bring, in steps."""
        units = [self.able[id] for id in places]
        own = sum(self.power[id] for id in places)
        total = own + min(own, self.support)
        column = self._column(total, self.ground.strength[self.on] + self.against)
        if not column:
            return -9.0
        column = min(max(column + self._shifts(units, places), 1), LAST_COLUMN)
        scales, ground = self.mass.scales, self.ground.worth.get(self.on, 0.0)
        likely = expected(
            self.state.charts,
            column,
            self.spared,
            Force.of(units),
            self.force,
            0.0 if self._has_way_out(places) else 1.0,
            scales.zeal * ground * (WALLED if self.walled else 1.0),
        )
        left = sum(self.mass.leaves(unit, places[unit.id]) for unit in units)
        return likely.foe - scales.caution * likely.own - left - self._peril(units, places)

    def _peril(self, units: list[Unit], places: Mapping[str, Hex]) -> float:
        """What it may cost in steps to stand there when the enemy answers, beyond what it costs where they are."""
        shields = dict.fromkeys(places.values(), 0)
        for unit in units:
            shields[places[unit.id]] += defence(unit)
        ground, more = self.ground, 0.0
        for unit in units:
            at = places[unit.id]
            if at != unit.at:
                here = ground.threat(unit.at) / max(1, ground.held_by(unit.at))
                there = ground.threat(at) / max(1, ground.walls(at) * shields[at] + ground.held_by(at))
                more += unit.steps * (_fraught(there) - _fraught(here))
        return PERIL * self.mass.style.fear * max(0.0, more)

    def _column(self, attack: float, defence: float) -> int:
        """The column of the combat table, 0 if there is none; those who cannot defend themselves are swept away."""
        return sum(attack * right >= left * defence for left, right in self.heads)

    def _shifts(self, units: list[Unit], places: Mapping[str, Hex]) -> int:
        """Those of 9.92 that can be foreseen."""
        shift = 0
        escorted = {places[unit.id] for unit in units if unit.can("escort")}
        if any(unit.can("tank") and unit.state != DEMORALISED and places[unit.id] in escorted for unit in units):
            shift += 2
        shift += 2 * any(whole <= places.keys() for whole in self.mass.regiments)
        shift -= self.armour
        shift += len({*places.values()}) >= ENVELOPED
        formations = {unit.formation for unit in units if unit.formation != "fortress"}
        shift -= len(formations) > 1
        shift += self.mass.planes > 0
        better = _morale(units) - self.morale if self.morale else 0.0
        return shift + min(max(round(better - 0.01 if better > 0 else better + 0.01), -2), 3)

    def _has_way_out(self, places: Mapping[str, Hex]) -> bool:
        """Whether the enemy could retreat a hex without losing a step for it."""
        here, adjacent = {*places.values()}, self.state.board.adjacent
        for at in self.around:
            free = at not in here and not self.ground.is_held(at)
            if free and not any(near in here or self.ground.is_held(near) for near in adjacent[at]):
                return True
        return False


def _fraught(ratio: float) -> float:
    """How badly a stack may fare against enemies that outweigh it by a factor."""
    return max(0.0, min(ratio, 5.0) - 1.0)


def _regiments(state: State, side: Side) -> list[set[str]]:
    """The battalions of each regiment that is whole, so that they are stronger together (9.92, 9.95)."""
    found: dict[str, list[Unit]] = {}
    for unit in state.units.values():
        if unit.side == side and unit.type.type and unit.type.regiment and unit.at != ABSENT:
            found.setdefault(unit.type.regiment, []).append(unit)
    whole = [units for units in found.values() if len(units) > 1 and all(map(_is_sound, units))]
    return [{unit.id for unit in units} for units in whole]


def _is_sound(unit: Unit) -> bool:
    return bool(unit.steps) and unit.on_map and unit.state != DEMORALISED


@lru_cache(maxsize=8)
def _heads(charts: Charts, row: str) -> tuple[tuple[int, int], ...]:
    """The odds at which each column begins."""
    return tuple(ratio for head in charts.table("crt").heads[row] if (ratio := read_head(head)))


def _morale(units: Iterable[Unit]) -> float:
    found = [unit.type.morale - (unit.state == DEMORALISED) for unit in units]
    return sum(found) / len(found) if found else 0.0


def _support(ground: GroundValue, on: Hex) -> float:
    """What the enemy's guns could add to a defence, at most as much as the defenders themselves."""
    guns = (gun for units in ground.foes.values() for gun in units if gun.can("gun") and gun.type.support)
    total = sum(gun.type.support for gun in guns if not why_silent(gun, on)[1])
    return min(total, ground.strength[on])
