"""Chapter 5: zones of control, an index of units by hex, and refuge from an overrun."""

from tarawa_cli.games.malta import rule
from tarawa_cli.games.malta.model.board import disc, distance
from tarawa_cli.games.malta.model.state import DEMORALISED, State, Unit, other_side
from tarawa_cli.games.malta.model.unit import LOST
from tarawa_cli.games.malta.model.unit_types import SIDES, Side
from tarawa_cli.kernel.board.hexes import Hex


class HexIndex:
    """The units of a position, by side and hex."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.board = state.board
        self.stacks: dict[Side, dict[Hex, list[Unit]]]
        """Units on land by side and hex; the same until one moves."""
        derived = state.units.derived
        if "stacks" not in derived:
            derived["stacks"] = {side: {} for side in SIDES}
            for unit in state.units.values():
                if unit.at in state.board.land:
                    derived["stacks"][unit.side].setdefault(unit.at, []).append(unit)
        self.stacks = derived["stacks"]
        self.loads: dict[tuple[Side, Hex], tuple[int, int]] = {}
        """Cached stacking of hexes (`stacking.has_room`)."""
        self._zones: dict[Side, frozenset[Hex]] = {}
        self._near: dict[Side, frozenset[Hex]] = {}
        self._held: dict[tuple[Side, bool], frozenset[Hex]] = {}
        self._closed: dict[tuple[Side, bool, bool], frozenset[Hex]] = {}

    def units(self, side: Side, at: Hex) -> list[Unit]:
        return self.stacks[side].get(at, [])

    @rule("5.1")
    def _zone(self, side: Side) -> frozenset[Hex]:
        """Every hex that combat units of a side that are not Demoralised control around them."""
        if side not in self._zones:
            foes = self.stacks[other_side(side)]
            around = {
                at
                for here, units in self.stacks[side].items()
                if any(unit.state != DEMORALISED and unit.can("combat") for unit in units)
                for at in self.board.adjacent[here]
            }
            controlled = [at for at in around if not (at in foes and is_walled(self.state, at))]
            self._zones[side] = frozenset(controlled)
        return self._zones[side]

    def enemy_zone(self, side: Side) -> frozenset[Hex]:
        """All hexes in zones of control of a side's enemy."""
        return self._zone(other_side(side))

    def in_enemy_zone(self, side: Side, at: Hex) -> bool:
        return at in self._zone(other_side(side))

    @rule("5.3")
    def is_barred(self, side: Side, at: Hex) -> bool:
        """Whether the hex has enemies that cannot be overrun."""
        return any(map(blocks, self.units(other_side(side), at)))

    def is_beside_combat_unit(self, side: Side, at: Hex) -> bool:
        """Whether an enemy combat unit is adjacent, not across water."""
        enemies = self.stacks[other_side(side)]
        return any(unit.can("combat") for other in self.board.adjacent[at] for unit in enemies.get(other, ()))

    def closed_to(self, unit: Unit, strategic: bool) -> frozenset[Hex]:
        """Hexes that a unit cannot enter: those held against it, and next to any enemy in strategic movement."""
        key = unit.side, unit.can("combat"), strategic
        if key not in self._closed:
            held = self.held_against(unit)
            self._closed[key] = held | self.near_enemies(unit.side) if strategic else held
        return self._closed[key]

    def held_against(self, unit: Unit) -> frozenset[Hex]:
        """Hexes with enemies that a unit cannot overrun (5.3)."""
        side, fights = unit.side, unit.can("combat")
        if (side, fights) not in self._held:
            held = self.stacks[other_side(side)]
            self._held[side, fights] = frozenset([at for at in held if not fights or self.is_barred(side, at)])
        return self._held[side, fights]

    def near_enemies(self, side: Side) -> frozenset[Hex]:
        """Every hex at or next to an enemy unit, also across water."""
        if side not in self._near:
            self._near[side] = frozenset().union(*(disc(at, 1) for at in self.stacks[other_side(side)]))
        return self._near[side]


def blocks(unit: Unit) -> bool:
    """Combat units, and guns with a defence of 1 or more (5.3)."""
    return unit.can("combat") or (unit.can("gun") and unit.strength[1] > 0)


@rule("16.2")
def is_fort(state: State, at: Hex) -> bool:
    """A fort, or a strongpoint with an Allied combat unit in it."""
    if state.board.terrain[at] == "fort":
        return True
    return at in state.strongpoints and any(unit.can("combat") for unit in state.side_at("allied", at))


def is_walled(state: State, at: Hex) -> bool:
    """A city or a fort."""
    return state.charts.terrain[state.board.terrain[at]].walled or is_fort(state, at)


def refuge(state: State, unit: Unit) -> str:
    """The nearest friendly unit within six hexes that a headquarters or leader can go to; else it is lost.

    Its hex must have no enemy, as a contested beach has, and for a headquarters no other headquarters.
    """
    others = [
        other
        for other in state.units.values()
        if other.side == unit.side and other.on_map and other.at != unit.at
        if not other.can("lead") and not other.can("ship")
    ]
    near = []
    for other in others:
        far, there = distance(unit.at, other.at), state.units_at(other.at)
        is_free = not any(one.side != unit.side or (unit.can("hq") and one.can("hq")) for one in there)
        if is_free and far <= state.charts.value("follow"):
            near.append((far, other.at))
    return min(near)[1] if near else LOST
