"""How a player plans his jumps: where they go, who jumps together, and who stays if there are too few planes."""

from collections import Counter
from collections.abc import Iterator

from old_players.malta import mornings
from old_players.malta.ground import Ground
from tarawa_cli.games.malta.model.board import disc, distance
from tarawa_cli.games.malta.model.scenario import read_series, units_of
from tarawa_cli.games.malta.model.state import DropZone, State, Unit
from tarawa_cli.games.malta.orders import Order, passes
from tarawa_cli.games.malta.orders.morning_and_air import Cancel, Series, Zone
from tarawa_cli.games.malta.rules.ch09_combat import attack, defence
from tarawa_cli.games.malta.rules.ch09_combat.hits import worth
from tarawa_cli.games.malta.rules.ch18_landings import points
from tarawa_cli.games.malta.rules.ch19_drops import airlift, due, guns_near, jumpers, moved, open_turns, planned_points
from tarawa_cli.games.malta.rules.ch24_two_players import is_sealed
from tarawa_cli.kernel.board.hexes import Hex

OFFSETS = ("", "n1", "ne1", "se1", "s1", "sw1", "nw1")
ROUGH = ("woods", "town", "city", "fort")
"""Ground on which jumpers break their legs (19.46)."""
Found = tuple[Order, str] | None


def jump(state: State) -> Found:
    """In the airborne segment: who must stay, who jumps if that is chosen now, and then the first steps."""
    return stay_behind(state) or plan(state) or mornings.step(state)


def stay_behind(state: State) -> Found:
    """Those whom the planes of a cloudy day cannot carry: the least first."""
    if state.jumped or planned_points(state, state.turn) <= airlift(state, state.turn):
        return None
    carried = [(state.units[id], name) for name, zone in due(state).items() for id in units_of(zone)]
    unit, name = min(((unit, name) for unit, name in carried if points(unit)), key=lambda one: worth(one[0]))
    return Cancel(name, (unit.id,)), "there are too few planes today"


def plan(state: State) -> Found:
    """A drop zone for those who are in no plan, then one series after the other over it."""
    for turn in () if is_sealed(state) else open_turns(state):
        for formation in _formations(state):
            room = airlift(state, turn) - planned_points(state, turn)
            units = _together(state, formation, room)
            if units and any(points(unit) for unit in units):
                return _series(state, turn, units) or _zone(state, turn, units[0])
    return None


def _formations(state: State) -> list[str]:
    """Those with somebody who waits, the strongest first."""
    strength = Counter[str]()
    for unit in jumpers(state):
        strength[unit.formation] += attack(unit)
    return [formation for formation, sum in strength.most_common() if sum]


def _together(state: State, formation: str, room: int) -> list[Unit]:
    """A series: fighters first, as many as it and the planes hold; headquarters and leader with them."""
    free = [unit for unit in jumpers(state) if unit.formation == formation]
    found: list[Unit] = []
    left = min(room, state.charts.value("series"))
    for unit in sorted(free, key=lambda unit: (not points(unit), not unit.can("combat"), -attack(unit), unit.id)):
        if points(unit) <= left:
            found.append(unit)
            left -= points(unit)
    return found


def _series(state: State, turn: int, units: list[Unit]) -> Found:
    """Over a zone of their own formation that has room for them."""
    ids, drops = tuple(unit.id for unit in units), Drops(state)
    for name, zone in state.plan.items():
        order = Series(name, ids)
        if zone.turn == turn and _is_theirs(state, zone, units[0]) and passes(state, order):
            offset = max(OFFSETS, key=lambda way: (drops.merit_from(zone, way), way))
            return order._replace(offset=offset), "the best ground around the marker"
    return None


def _is_theirs(state: State, zone: DropZone, unit: Unit) -> bool:
    return all(state.units[id].formation == unit.formation for id in units_of(zone))


def _zone(state: State, turn: int, unit: Unit) -> Found:
    drops = Drops(state)
    marker = max(sorted(state.board.land), key=drops.merit_around)
    name = next(name for number in range(1, 99) if (name := f"{unit.formation}-{number}") not in state.plan)
    return Zone(name, marker, state.charts.turn(turn).id), "open ground near what is wanted, and few to meet them"


class Drops:
    """What every hex is worth to jumpers."""

    def __init__(self, state: State) -> None:
        self.state, self.ground = state, Ground(state, "axis")
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
        return self.ground.pull.get(at, 0.0) - 4.0 * sea - rough - 0.7 * flak - self._foes(at)

    def _foes(self, at: Hex) -> float:
        """Those who would be in the hex, and next to it."""
        held = [(foe, sum(map(defence, units))) for foe, units in self.ground.foes.items() if distance(foe, at) <= 1]
        return sum((0.5 if foe == at else 0.1) * strength for foe, strength in held)


def _places(zone: DropZone) -> Iterator[Hex]:
    return (_at(zone.marker, read_series(text).offset) for text in zone.series)


def _at(marker: Hex, offset: str) -> Hex:
    """Where a series is placed; nowhere, beyond the edge of the map."""
    return (moved(marker, offset[:-1], int(offset[-1])) or "") if offset else marker
