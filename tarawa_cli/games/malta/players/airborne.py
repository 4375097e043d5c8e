"""The computer's drops: where they go, which units drop together, and who stays if there are too few planes."""

from collections import Counter

from tarawa_cli.games.malta.model.board import disc, distance
from tarawa_cli.games.malta.model.scenario import read_series, units_of
from tarawa_cli.games.malta.model.state import DropZone, State, Unit
from tarawa_cli.games.malta.orders import Order, passes
from tarawa_cli.games.malta.orders.morning_and_air import Cancel, Series, Zone
from tarawa_cli.games.malta.players import mornings
from tarawa_cli.games.malta.players.ground import GroundValue
from tarawa_cli.games.malta.rules.ch09_combat import attack, defence
from tarawa_cli.games.malta.rules.ch09_combat.hits import worth
from tarawa_cli.games.malta.rules.ch18_landings import points
from tarawa_cli.games.malta.rules.ch19_drops import airlift, due, guns_near, jumpers, moved, open_turns, planned_points
from tarawa_cli.games.malta.rules.ch24_two_players import is_sealed
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.hints import Iterator, Mapping

OFFSETS = ("", "n1", "ne1", "se1", "s1", "sw1", "nw1")
ROUGH = ("woods", "town", "city", "fort")
"""Terrain that adds to drop losses (19.46)."""
Found = tuple[Order, str] | None


def jump(state: State) -> Found:
    """The next order of the airborne segment: cancel, plan if drops are chosen now, or step."""
    return stay_behind(state) or plan(state) or mornings.step(state)


def stay_behind(state: State) -> Found:
    """Cancel what the planes of a cloudy day cannot carry, least valuable first."""
    if state.jumped or planned_points(state, state.turn) <= airlift(state, state.turn):
        return None
    carried = [(state.units[id], name) for name, zone in due(state).items() for id in units_of(zone)]
    unit, name = min(((unit, name) for unit, name in carried if points(unit)), key=lambda one: worth(one[0]))
    return Cancel(name, (unit.id,)), "too few planes today"


def plan(state: State, accents: Mapping[Hex, float] | None = None) -> Found:
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
