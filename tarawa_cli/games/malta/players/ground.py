"""What ground is worth to a side, how far it is, and what threatens it."""

from tarawa_cli.games.malta.model.board import distance, malta
from tarawa_cli.games.malta.model.charts import SIXTHS
from tarawa_cli.games.malta.model.scenario import Goal
from tarawa_cli.games.malta.model.state import State, Unit, other_side
from tarawa_cli.games.malta.model.unit_types import SIDES, Side
from tarawa_cli.games.malta.rules.ch05_zones_of_control import HexIndex, is_walled
from tarawa_cli.games.malta.rules.ch06_movement import steps
from tarawa_cli.games.malta.rules.ch09_combat import attack, defence, defenders_sum
from tarawa_cli.kernel.board.hexes import Hex, ways
from tarawa_cli.kernel.hints import Mapping
from tarawa_cli.kernel.standard import cache, cached_property, deque

GOAL = 3.0
"""What a hex of a scenario's own goal is worth, beside the weights of 20.3."""
SPARE = 0.3
"""What a hex of a goal is worth that cannot decide the game any more."""
CITY, LAST_CITY = 1.0, 16.0
"""What a city is worth besides its weight, and the last one of the Allies: the Axis win at once with all (20.3)."""
FADES = 0.8
"""What a prize is worth a hex farther off."""
STRIKES = 3
"""How far off an enemy counts as a threat."""
STACK = 6
"""Enemies with this attack strength draw as much as a prize of 1."""
SIEGE = 5
"""How near enemies are against whom the redoubt wants a garrison."""
BESIEGERS = 12
"""What enemies so near must be able to attack with for that: two battalions."""
GARRISON = 18
"""What those in a redoubt under siege should defend with: three battalions, against the four that can storm it."""


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


@cache
def marches(at: Hex, mobility: str, move: int) -> frozenset[Hex]:
    """Where a unit could go in one tactical move, if nobody stood in its way."""
    prices = steps(mobility, False)
    return frozenset(way.hexes[-1] for way in ways(at, prices.__getitem__, move * SIXTHS) if way.hexes) | {at}


# ── Prizes


def prizes(state: State) -> dict[Hex, float]:
    """The hexes for which the game is played, by what they are worth."""
    goal = state.setting.scenario.goal
    if goal:
        return _goal(state, goal)
    cities = _cities(state)
    return {at: weight + cities.get(at, 0.0) for at, weight in sorted(state.board.objectives.items())}


def _cities(state: State) -> dict[Hex, float]:
    """What each city is worth besides its weight: the fewer the Allies would have left without it, the more."""
    cities = [at for at, kind in state.board.terrain.items() if kind == "city"]
    left = sum(at not in state.control for at in cities)
    return {at: max(CITY, LAST_CITY / (left + (at in state.control)) ** 2) for at in cities}


@cache
def redoubt() -> Hex:
    """The city that can be attacked from the fewest hexes."""
    board = malta()
    return min(
        (at for at, kind in board.terrain.items() if kind == "city"), key=lambda at: (len(board.adjacent[at]), at)
    )


def _goal(state: State, goal: Goal) -> dict[Hex, float]:
    """Hexes of a goal: the needed ones count double; in the last turn those that decide nothing count little."""
    found = dict.fromkeys(sorted({*goal.hexes, *goal.needed}), GOAL)
    missing = [at for at in goal.needed if at not in state.control]
    enough = goal.least and sum(at in state.control for at in goal.hexes) + len(missing) >= goal.least
    for at in found:
        if at in goal.needed:
            found[at] = 2 * GOAL
        elif enough and is_last_turn(state) and at not in state.control:
            found[at] = SPARE
    return found


def is_last_turn(state: State) -> bool:
    return state.turn >= state.setting.scenario.last


def foes_share(state: State) -> float:
    """How many steps the enemy has ashore who fight, for each one of the side whose turn it is."""
    steps = dict.fromkeys(SIDES, 1)
    for unit in state.units.values():
        if unit.on_map and unit.can("combat"):
            steps[unit.side] += unit.steps
    return steps[other_side(state.active)] / steps[state.active]


# ── The enemy


class Survey:
    """What follows from where the enemy stands and who controls what: the same while a side moves."""

    def __init__(self, field: HexIndex, side: Side, hunt: float, accents: Mapping[Hex, float]) -> None:
        state = field.state
        self.state, self.side, self.hunt = state, side, hunt
        self.foes = field.stacks[other_side(side)]
        self.key = survey_key(field, side)
        worth = prizes(state)
        self.worth = self._accented(worth, accents) if accents else worth
        self.front: list[Hex] = sorted(self.foes)
        self.fighters = [at for at in self.front if any(unit.can("combat") for unit in self.foes[at])]
        self.strength = {at: defenders_sum(state, units, at, ()).total for at, units in self.foes.items()}
        """What the enemies in a hex defend with, walls included."""
        self._pulls: dict[Hex, float] = {}
        self._threats: dict[Hex, int] = {}
        self._open: dict[Hex, bool] = {}

    def _accented(self, worth: Mapping[Hex, float], accents: Mapping[Hex, float]) -> dict[Hex, float]:
        """Prizes with their accents; enemies with one are prizes, too."""
        found = {at: value * accents.get(at, 1.0) for at, value in worth.items()}
        return found | {at: value for at, value in accents.items() if at not in worth and at in self.foes}

    def pull(self, at: Hex) -> float:
        """How much a hex draws the side: the best prize there is to gain or to keep, by its distance."""
        if at not in self._pulls:
            drawn = [worth * FADES ** away[at] for worth, away in self._drawing if at in away]
            self._pulls[at] = max(drawn, default=0.0)
        return self._pulls[at]

    @cached_property
    def _drawing(self) -> list[tuple[float, dict[Hex, int]]]:
        """What draws the side, by its worth, and how far each hex is from it."""
        return [(worth, steps_from(prize)) for prize, worth in self._wanted().items()]

    def _wanted(self) -> dict[Hex, float]:
        """Prizes of the enemy, for the defender also his own; and the enemy himself, the more of him the more."""
        if self.side == "axis":
            wanted = {at: worth for at, worth in self.worth.items() if self.state.controller(at) != self.side}
            wanted = wanted or dict(self.worth)
        else:
            wanted = {at: worth * self._urgency(at) for at, worth in self.worth.items()}
        for at in self.fighters if self.hunt else ():
            drawn = self.hunt * min(self.force(at) / STACK, 2.0)
            wanted[at] = max(drawn, wanted.get(at, 0.0))
        return wanted

    def _urgency(self, at: Hex) -> float:
        """A prize draws its defender the more, the nearer the enemy is."""
        return 1.0 + 2.0 / (1 + min(self.nearest_fighter(at), 9))

    def force(self, at: Hex) -> int:
        """What the enemies in a hex could attack with."""
        return sum(attack(unit) for unit in self.foes[at] if unit.can("combat"))

    def threat(self, at: Hex) -> int:
        """The attack strengths of enemies who may be next to a hex in their next turn."""
        if at not in self._threats:
            self._threats[at] = sum(self.force(there) for there in self.fighters if distance(at, there) <= STRIKES)
        return self._threats[at]

    def is_open(self, at: Hex) -> bool:
        """Whether an enemy who fights could march into a hex in his next turn, if nobody held it."""
        if at not in self._open:
            self._open[at] = any(
                at in marches(there, unit.type.mobility, unit.type.move)
                for there in self.fighters
                for unit in self.foes[there]
                if unit.can("combat")
            )
        return self._open[at]

    def nearest_fighter(self, at: Hex) -> int:
        return min((distance(at, foe) for foe in self.fighters), default=99)


def survey_key(field: HexIndex, side: Side) -> tuple[object, ...]:
    """What a survey rests on, so that it is made anew only when that has changed."""
    foes = field.stacks[other_side(side)]
    return field.state.turn, field.state.phase, len(field.state.control), *((at, len(foes[at])) for at in foes)


class GroundValue:
    """A position as one side weighs it; a survey that was made a moment ago is taken over."""

    def __init__(
        self,
        state: State,
        side: Side,
        hunt: float = 0.0,
        accents: Mapping[Hex, float] | None = None,
        before: Survey | None = None,
    ) -> None:
        self.state, self.side = state, side
        self.field = HexIndex(state)
        fits = before is not None and before.key == survey_key(self.field, side)
        self.survey = before if before and fits else Survey(self.field, side, hunt, accents or {})
        self.worth, self.foes, self.strength = self.survey.worth, self.survey.foes, self.survey.strength
        self._walls: dict[Hex, int] = {}
        self._holding: dict[Hex, int] = {}
        self._shields: dict[Hex, int] = {}

    def pull(self, at: Hex) -> float:
        return self.survey.pull(at)

    def threat(self, at: Hex) -> int:
        return self.survey.threat(at)

    def is_open(self, at: Hex) -> bool:
        return self.survey.is_open(at)

    def nearest_fighter(self, at: Hex) -> int:
        return self.survey.nearest_fighter(at)

    def nearest_foe(self, at: Hex) -> int:
        return min((distance(at, foe) for foe in self.survey.front), default=99)

    def fighters_within(self, at: Hex, reach: int) -> int:
        """How many hexes with enemies who fight are in reach."""
        return sum(distance(at, foe) <= reach for foe in self.survey.fighters)

    def walls(self, at: Hex) -> int:
        if at not in self._walls:
            self._walls[at] = 2 if is_walled(self.state, at) else 1
        return self._walls[at]

    def held_by(self, at: Hex) -> int:
        """What the side's own units in a hex defend with."""
        if at not in self._holding:
            self._holding[at] = self.walls(at) * sum(map(defence, self.field.units(self.side, at)))
        return self._holding[at]

    def shield(self, at: Hex) -> int:
        """What those in a hex who fight defend with, walls aside."""
        if at not in self._shields:
            units = self.field.units(self.side, at)
            self._shields[at] = sum(defence(unit) for unit in units if unit.can("combat"))
        return self._shields[at]

    @cached_property
    def held(self) -> dict[Hex, list[Unit]]:
        """The hexes with combat units of the side, and these units."""
        stacks = self.field.stacks[self.side].items()
        return {at: found for at, units in stacks if (found := [unit for unit in units if unit.can("combat")])}

    def garrison(self, at: Hex) -> int:
        """What those in a prize should defend with at least: anything, but in a redoubt under siege as much as fits."""
        if self.side == "axis" or at != redoubt() or self.state.setting.scenario.goal:
            return 1
        near = sum(self.survey.force(there) for there in self.survey.fighters if distance(at, there) <= SIEGE)
        return min(near, GARRISON) if near >= BESIEGERS else 1

    def wants_guard(self, at: Hex, but: Unit | None = None) -> bool:
        """Whether a prize of the side lacks a garrison that it needs, one unit not counted."""
        least = self.garrison(at)
        if least == 1:
            return not self.is_held(at, but) and self.is_open(at)
        return sum(defence(unit) for unit in self.held.get(at, ()) if unit is not but) < least

    def denied_from(self, at: Hex, unit: Unit) -> int:
        """Weights of the objectives next to a hex that count for the Axis only while no Ally stands there (20.3)."""
        state, adjacent = self.state, self.state.board.adjacent
        return sum(
            state.board.objectives[near]
            for near in adjacent[at]
            if near in state.control and near in state.board.objectives and near not in self.survey.fighters
            if not any(self.is_held(beside, unit) for beside in adjacent[near])
        )

    def is_held(self, at: Hex, but: Unit | None = None) -> bool:
        """Whether a fighting unit of the side is in a hex, one unit not counted."""
        return at in self.held and (but is None or self.held[at] != [but])

    def own(self, ability: str) -> list[Unit]:
        """The side's units on the map that can do something, in the order of the file."""
        return [u for u in self.state.units.values() if u.side == self.side and u.on_map and u.can(ability)]
