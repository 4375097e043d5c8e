"""6.4: over the reef. Which hex a unit may enter next, and what that costs."""

from collections import deque

from tarawa_cli.games.tarawa.model.state import State, Unit, allowance
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.games.tarawa.rules.ch07_actions.ground import may_stack
from tarawa_cli.games.tarawa.rules.pathfinding import ahead_of, costs, front_steps, fronts, links, nearest, water_gait
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.hints import Iterable, Iterator, NamedTuple
from tarawa_cli.kernel.standard import cached_property

SIDES = {"left": 0, "right": 1}


class ReefMove(NamedTuple):
    """The hexes that a unit enters in an impulse, and the AP it has spent by then."""

    route: tuple[Hex, ...]
    spent: float


class Ways:
    """The ways open to one unit or craft afloat in the present position."""

    def __init__(self, state: State, unit: Unit) -> None:
        self.state = state
        self.unit = unit
        self.gait = water_gait(unit.type)
        self.beach = state.board.beaches[unit.beach]
        self.allowance = allowance(state, unit)
        self._there = state.units.stacks()
        self._lander = state.passenger(unit) if unit.type.is_craft else unit
        """Who would land; nobody if it carries a supply point."""
        self.goals = self._free(self.beach.landing)
        """Landing hexes of its own beach where stacking has room for it."""
        self._ahead = front_steps(self.beach.id, self.gait, self.goals)

    @rule("6.4")
    def next(self, at: Hex) -> list[Hex]:
        """The hexes that the unit may choose to enter next, by number."""
        steps = self._front_steps(at) or self._drift_steps(at)
        land = self.state.board.land
        return [hex for hex in steps if hex not in self._there or hex in land or not self.is_taken(hex)]

    @rule("6.4")
    def _front_steps(self, at: Hex) -> list[Hex]:
        """Front hexes from which further front hexes lead to a free landing hex of the unit's beach."""
        return [there for there in fronts(self.beach.id, self.gait, at) if there in self._ahead]

    @rule("6.4")
    def _drift_steps(self, at: Hex) -> list[Hex]:
        """If its own beach has no room: any way to the nearest free landing hex of any beach."""
        here = nearest(self.gait, at, self._any_goals)
        return [there for there in links(self.gait, at) if nearest(self.gait, there, self._any_goals) < here]

    @cached_property
    def _any_goals(self) -> tuple[Hex, ...]:
        return self._free(self.state.board.landing)

    def _free(self, hexes: Iterable[Hex]) -> tuple[Hex, ...]:
        full = [hex for hex in hexes if hex in self._there and not self.can_land(hex)]
        return tuple(hex for hex in hexes if hex not in full) if full else tuple(hexes)

    @rule("6.4", "7.6")
    def can_land(self, at: Hex) -> bool:
        """Whether a landing hex has room for the unit, or for what its craft carries."""
        return self._lander is None or may_stack([*self._there.get(at, ()), self._lander])

    def can_enter(self, here: Hex, there: Hex) -> bool:
        """Whether the unit may enter a reef or landing hex: no obstacles for craft and tanks, never the pier."""
        return there in links(self.gait, here)

    @rule("6.4")
    def is_taken(self, at: Hex) -> bool:
        """Whether a hex is taken: no stacking on the reef, but empty craft going home do not count."""
        others = self._there.get(at, ())
        return any(other is not self.unit and not other.homeward and not other.emptied for other in others)

    @rule("6.4")
    def cost(self, at: Hex) -> float:
        """Craft pay 1, tanks 2, others 3; a landing hex costs units on foot 2, others 1."""
        return costs(self.gait)[self.state.board.terrain[at]]

    @rule("6.4")
    def own(self) -> ReefMove:
        """The shortest way in, as far as the AP allow; among equals the fewer hexes, then the lower numbers."""
        return min(self.moves(), key=self._far, default=ReefMove((), self.unit.spent))

    def moves(self) -> Iterator[ReefMove]:
        """The way to every hex within reach of the AP, nearest first."""
        seen: set[Hex] = set()
        land, terrain, costs_ = self.state.board.land, self.state.board.terrain, costs(self.gait)
        start: tuple[Hex, tuple[Hex, ...], float] = (self.unit.at, (), self.unit.spent)
        moves = deque([start])
        while moves:
            here, route, spent = moves.popleft()
            if here in seen:
                continue
            seen.add(here)
            if route:
                yield ReefMove(route, spent)
            for there in () if here in land else self.next(here):
                paid = None if there in seen else pays(self.allowance, spent, costs_[terrain[there]])
                if paid is not None:
                    moves.append((there, (*route, there), paid))

    def most_stops(self) -> int:
        """An upper bound for the number of moves: those through front hexes if the unit were alone on the reef."""
        if not self._front_steps(self.unit.at):
            return len(list(self.moves()))
        return len(ahead_of(self.beach.id, self.gait, self.unit.at, int(self.allowance - self.unit.spent)))

    def _far(self, move: ReefMove) -> tuple[int, int, tuple[Hex, ...]]:
        return self._way_left(move.route[-1]), len(move.route), move.route

    def _way_left(self, at: Hex) -> int:
        """Steps from a hex to the landing hex that a unit there heads for: on its own beach, otherwise the nearest."""
        return self._ahead[at] if at in self._ahead else nearest(self.gait, at, self._any_goals)

    def _further(self, move: ReefMove, there: Hex) -> ReefMove | None:
        paid = pays(self.allowance, move.spent, self.cost(there))
        return None if paid is None else ReefMove((*move.route, there), paid)

    @rule("6.4")
    def forced(self) -> ReefMove:
        """A change of course: always toward the same side, until something blocks it."""
        move: ReefMove | None = ReefMove((), self.unit.spent)
        last = ReefMove((), self.unit.spent)
        while move:
            last = move
            here = move.route[-1] if move.route else self.unit.at
            there = self._on_course(here)
            move = self._further(move, there) if there else None
        return last

    def _on_course(self, here: Hex) -> Hex | None:
        there = self.beach.front(here)[SIDES[self.unit.course]]
        if there is None or not self.can_enter(here, there):
            return None
        open_ = self.can_land(there) if there in self.state.board.land else not self.is_taken(there)
        return there if open_ else None


def pays(full: float, spent: float, cost: float) -> float | None:
    """The AP spent after one more hex; None if the unit cannot pay.

    A unit that has not moved may always enter one hex by spending its whole allowance.
    """
    if spent + cost <= full:
        return spent + cost
    return full if spent == 0 and full > 0 else None
