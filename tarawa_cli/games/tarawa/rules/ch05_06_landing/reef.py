"""6.3, 6.4, 6.5, 8.3: over the reef, and unloading at the edge, on the pier or ashore."""

from tarawa_cli.games.tarawa import rule
from tarawa_cli.games.tarawa.model import apply
from tarawa_cli.games.tarawa.model.board import PIER_BASE, aboard, neighbours, on_pier
from tarawa_cli.games.tarawa.model.state import State, Unit, allowance
from tarawa_cli.games.tarawa.rules.ch05_06_landing import (
    ReefMove,
    ahead_of,
    costs,
    front_steps,
    fronts,
    links,
    nearest,
    pays,
    water_gait,
)
from tarawa_cli.games.tarawa.rules.ch07_actions import is_pier_free, may_stack, shares_water
from tarawa_cli.games.tarawa.rules.ch08_09_supply_morale import lines_from, point_group, takers
from tarawa_cli.games.tarawa.rules.ch11_pier import check_landing_on_pier, check_supplies_on_pier, head_beside
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.play import Play
from tarawa_cli.kernel.errors import Refused, allows
from tarawa_cli.kernel.hints import Iterable, Iterator
from tarawa_cli.kernel.standard import cached_property, deque

# ── 6.4: which hex a unit may enter next, and what that costs


SIDES = {"left": 0, "right": 1}


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
        """The unit that would land; None if it carries a supply point."""
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
        """The shortest way in, as far as the AP allow; ties go to fewer hexes, then to lower numbers."""

        def far(move: ReefMove) -> tuple[int, int, tuple[Hex, ...]]:
            at = move.route[-1]
            left = self._ahead[at] if at in self._ahead else nearest(self.gait, at, self._any_goals)
            return left, len(move.route), move.route

        return min(self.moves(), key=far, default=ReefMove((), self.unit.spent))

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

    @rule("6.4")
    def forced(self) -> ReefMove:
        """A change of course: always toward the same side, until something blocks it."""
        here, route, spent = self.unit.hex, list[Hex](), self.unit.spent
        while there := self._on_course(here):
            paid = pays(self.allowance, spent, self.cost(there))
            if paid is None:
                break
            here, spent = there, paid
            route.append(there)
        return ReefMove(tuple(route), spent)

    def _on_course(self, here: Hex) -> Hex | None:
        there = self.beach.front(here)[SIDES[self.unit.course]]
        if there is None or not self.can_enter(here, there):
            return None
        open_ = self.can_land(there) if there in self.state.board.land else not self.is_taken(there)
        return there if open_ else None


# ── 6.3, 6.5, 8.3: unloading at the edge, on the pier, or ashore


@rule("6.3")
def check_unload(state: State, craft: Unit, to: str) -> None:
    """`to` is the craft's own hex, a pier head beside it, or an empty amtrac beside it."""
    if not state.is_loaded(craft):
        raise Refused("6.3", f"{craft.id} carries nothing")
    if state.board.terrain.get(craft.at) != "entry":
        raise Refused("6.3", f"{craft.id} unloads only at the edge of the reef: it is {craft.where}")
    if craft.pins:
        raise Refused("6.4", f"{craft.id} is pinned: it sits out this impulse")
    if craft.moved:
        raise Refused("6.3", f"{craft.id} has already used this impulse")
    passenger = state.passenger(craft)
    if to == craft.at:
        _check_into_water(craft, passenger)
    elif to in state.units:
        _check_into_amtrac(state, craft, state.units[to])
    else:
        _check_onto_pier(state, craft, passenger, to)


@rule("6.3")
def _check_into_water(craft: Unit, passenger: Unit | None) -> None:
    if craft.type.crosses == "always":
        raise Refused("6.3", "amtracs cannot unload into the water: they go ashore")
    if passenger is None:
        raise Refused("6.3", "supplies cannot go into the water: an amtrac next to it or a cleared pier takes them")
    if not passenger.type.nature.wades:
        raise Refused("6.3", "artillery never wades: an amtrac next to a Higgins boat or a cleared pier takes it")


@rule("6.3")
def _check_into_amtrac(state: State, craft: Unit, amtrac: Unit) -> None:
    if not craft.type.can("hands-loads-over"):
        raise Refused("6.3", f"only a Higgins boat can unload into an amtrac, and {craft.id} is not one")
    if not amtrac.type.can("takes-loads-over") or not state.board.is_water(amtrac.at) or state.is_loaded(amtrac):
        raise Refused("6.3", f"{amtrac.id} is not an empty amtrac on the water")
    if amtrac.at not in neighbours(craft.at):
        raise Refused("6.3", f"{amtrac.id} is in {amtrac.at}, not next to {craft.at}")
    if amtrac.moved or amtrac.pins:
        raise Refused("6.3", f"{amtrac.id} needs its whole impulse, unpinned, to take over a load")
    if shares_water(state, amtrac):
        raise Refused("6.4", f"no stacking on the reef: with a load {amtrac.id} would not be alone in {amtrac.at}")


@rule("6.3", "11.33")
def _check_onto_pier(state: State, craft: Unit, passenger: Unit | None, to: Hex) -> None:
    if to != head_beside(craft.at):
        raise Refused("6.3", f"{craft.id} in {craft.at} cannot unload in {to}")
    if passenger is None:
        check_supplies_on_pier(state)
        return
    check_landing_on_pier(state, passenger)
    if not is_pier_free(state, to):
        raise Refused("11.33", f"a pier hex holds one unit, and {to} is taken")


def best_unloading(state: State, craft: Unit) -> str:
    """The best place to unload: in the water if possible, otherwise on the pier, otherwise into an amtrac."""
    options = unloadings(state, craft)
    return options[0] if options else craft.at


def unloadings(state: State, craft: Unit) -> list[str]:
    """Every place where a craft can unload now."""
    return [to for to in places_beside(state, craft) if allows(check_unload, state, craft, to)]


def places_beside(state: State, craft: Unit) -> list[str]:
    """Where a craft at the edge could unload, legal or not: its hex, the pier, amtracs beside it."""
    if state.board.terrain.get(craft.at) != "entry":
        return []
    beside = neighbours(craft.at)
    amtracs = [id for id in state.charts.who_can("takes-loads-over") if state.units[id].at in beside]
    return [craft.at, *filter(None, [head_beside(craft.at)]), *amtracs]


@rule("6.3")
def unload(play: Play[State], craft: Unit, to: str) -> None:
    state = play.state
    passenger = state.passenger(craft)
    if passenger is None:
        _unload_supply(play, craft, to)
        return
    place = craft.at if to == craft.at else aboard(to) if to in state.units else on_pier(to)
    apply.unloaded(play, "6.3", craft=craft.id, unit=passenger.id, to=place)


@rule("6.3")
def _unload_supply(play: Play[State], craft: Unit, to: str) -> None:
    """Into an amtrac, or over a cleared pier, where it counts as landed in 2731 at once."""
    battalion = craft.supplies
    if to in play.state.units:
        apply.supply_moved_over(play, "6.3", craft=craft.id, to=to)
        return
    apply.supply_unloaded_at_pier(play, "6.3", craft=craft.id, battalion=battalion)
    supply_directly(play, battalion, PIER_BASE)


@rule("6.5")
def land(play: Play[State], unit: Unit, at: Hex, *, last_ap: bool) -> None:
    """A unit that enters a landing hex is ashore; a craft puts ashore what it carries."""
    state = play.state
    if not unit.type.is_craft:
        apply.landed(play, "6.5", unit=unit.id, hex=at, craft="", rushed=False)
        return
    passenger = state.passenger(unit)
    if passenger:
        apply.landed(play, "6.5", unit=passenger.id, hex=at, craft=unit.id, rushed=last_ap)
        return
    battalion = unit.supplies
    apply.supply_brought_in(play, "8.3", craft=unit.id, battalion=battalion, hex=at)
    supply_directly(play, battalion, at)


@rule("8.3", "8.11")
def supply_directly(play: Play[State], battalion: str, at: Hex) -> None:
    """One point for units of a battalion that can trace to the hex but to no head; lost if there are none."""
    state = play.state
    served = direct_receivers(state, battalion, at)
    if battalion in state.direct_supply or not served:
        play.note("supply-wasted", "8.3", battalion=battalion, hex=at)
    else:
        marked, ids = takers(served), [unit.id for unit in served]
        apply.supplied_directly(
            play,
            "8.3",
            battalion=battalion,
            units=ids,
            marked=[unit.id for unit in marked],
            group=point_group(state, marked),
        )


@rule("8.3")
def direct_receivers(state: State, battalion: str, at: Hex) -> list[Unit]:
    """The battalion's units in that area or the next; then tanks, artillery and Hawkins in the same area."""
    board = state.board
    area = board.area_of[at]
    near = {area, *board.next_areas(area)}
    joined, headed = lines_from(state, [at]), lines_from(state, state.heads)
    able = [u for u in state.units.values() if not u.type.is_craft and u.at in joined and u.at not in headed]
    own = [u for u in able if u.type.battalion == battalion and board.area_of.get(u.at) in near]
    if not own:
        return []
    here = [u for u in able if board.area_of.get(u.at) == area]
    return own + [u for u in here if u.type.can("supplied-along") and u not in own]
