"""What ground is worth to a side, how far it is, and what threatens it."""

from collections import deque
from functools import cache, cached_property

from tarawa_cli.games.malta.model.board import distance, malta
from tarawa_cli.games.malta.model.state import State, Unit, other_side
from tarawa_cli.games.malta.model.unit_types import Side
from tarawa_cli.games.malta.rules.ch05_zones_of_control import HexIndex, is_walled
from tarawa_cli.games.malta.rules.ch09_combat import attack, defence, defenders_sum
from tarawa_cli.kernel.board.hexes import Hex

GOAL = 3.0
"""What a hex of a scenario's own goal is worth, beside the weights of 20.3."""
FADES = 0.8
"""What a prize is worth a hex farther off."""
STRIKES = 3
"""How far off an enemy counts as a threat."""


@cache
def steps_from(at: Hex) -> dict[Hex, int]:
    """How many hexes every land hex is away, over land."""
    adjacent, found, queue = malta().adjacent, {at: 0}, deque([at])
    while queue:
        here = queue.popleft()
        for there in adjacent[here]:
            if there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return found


def prizes(state: State) -> dict[Hex, float]:
    """The hexes for which the game is played, by what they are worth."""
    goal = state.setting.scenario.goal
    if goal:
        return dict.fromkeys(goal.hexes, GOAL)
    return {at: float(weight) for at, weight in state.board.objectives.items()}


class Ground:
    """A position as one side weighs it, worked out once and kept while little changes."""

    def __init__(self, state: State, side: Side) -> None:
        self.state, self.side, self.foe = state, side, other_side(side)
        self.field = HexIndex(state)
        self.worth = prizes(state)
        self.foes = self.field.stacks[self.foe]
        self._threats: dict[Hex, int] = {}
        self._walls: dict[Hex, int] = {}
        self._front: list[Hex] = sorted(self.foes)
        self.strength = {at: defenders_sum(state, units, at, ()).total for at, units in self.foes.items()}
        """What the enemies in a hex defend with, walls included."""
        self.pull = self._pull()

    def _pull(self) -> dict[Hex, float]:
        """How much every hex draws the side: the best prize there is to gain or to keep, by its distance."""
        drawn: dict[Hex, float] = {}
        for prize, worth in sorted(self._wanted().items()):
            for at, steps in steps_from(prize).items():
                value = worth * FADES**steps
                if value > drawn.get(at, 0.0):
                    drawn[at] = value
        return drawn

    def _wanted(self) -> dict[Hex, float]:
        """Prizes of the enemy; for the defender also his own, the nearer the enemy the more."""
        if self.side == "axis":
            wanted = {at: worth for at, worth in self.worth.items() if self.state.controller(at) != self.side}
            return wanted or self.worth
        return {at: worth * self._urgency(at) for at, worth in self.worth.items()}

    def _urgency(self, at: Hex) -> float:
        near = min(self.nearest_fighter(at), 9)
        return 1.0 + 2.0 / (1 + near)

    @cached_property
    def _combat_foes(self) -> list[Hex]:
        return [at for at in self._front if any(unit.can("combat") for unit in self.foes[at])]

    def threat(self, at: Hex) -> int:
        """The attack strengths of enemies who may be next to a hex in their next turn."""
        if at not in self._threats:
            near = [units for there, units in self.foes.items() if distance(at, there) <= STRIKES]
            self._threats[at] = sum(attack(unit) for units in near for unit in units if unit.can("combat"))
        return self._threats[at]

    def walls(self, at: Hex) -> int:
        if at not in self._walls:
            self._walls[at] = 2 if is_walled(self.state, at) else 1
        return self._walls[at]

    def held_by(self, at: Hex) -> int:
        """What the side's own units in a hex defend with."""
        return self.walls(at) * sum(defence(unit) for unit in self.field.units(self.side, at))

    def nearest_foe(self, at: Hex) -> int:
        return min((distance(at, foe) for foe in self._front), default=99)

    def nearest_fighter(self, at: Hex) -> int:
        return min((distance(at, foe) for foe in self._combat_foes), default=99)

    def fighters_within(self, at: Hex, reach: int) -> int:
        """How many hexes with enemies who fight are in reach."""
        return sum(distance(at, foe) <= reach for foe in self._combat_foes)

    def own(self, ability: str) -> list[Unit]:
        """The side's units on the map that can do something, in the order of the file."""
        return [u for u in self.state.units.values() if u.side == self.side and u.on_map and u.can(ability)]
