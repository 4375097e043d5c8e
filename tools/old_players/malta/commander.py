"""A player who fights the land war: moves, gives guns, attacks. What he remembers is of the phase at hand."""

from collections.abc import Callable, Mapping

from old_players.malta import airborne, answering, mornings, moving, seaborne, weighing
from old_players.malta.ground import Ground, prizes
from old_players.malta.moving import Temper
from old_players.malta.weighing import Scales
from tarawa_cli.games.malta.model.state import AIR_MARKER, State
from tarawa_cli.games.malta.orders import Order, passes
from tarawa_cli.games.malta.orders.combat import Attack, Bombard, BreakThrough, Support
from tarawa_cli.games.malta.orders.general import Next
from tarawa_cli.games.malta.orders.morning_and_air import Step
from tarawa_cli.games.malta.orders.movement import Join
from tarawa_cli.games.malta.orders.sea import Embark
from tarawa_cli.games.malta.rules.ch09_combat.attacking import air_markers
from tarawa_cli.games.malta.rules.ch10_11_special_combat_morale import bombardable, thrusts
from tarawa_cli.games.malta.rules.ch16_special_units.planes_and_ships import ships
from tarawa_cli.kernel.players import Choice


class Commander:
    """Chooses order after order; each is shown to the law before it is given."""

    off_the_field: Mapping[str, Callable[[State], tuple[Order, str] | None]] = {
        "setup-axis": lambda state: airborne.plan(state) or seaborne.plan_at_sea(state),
        "air-strikes": mornings.strike,
        "plan-drops": airborne.plan,
        "replacements": mornings.replace,
        "absorb": mornings.absorb,
        "dismantle": mornings.dismantle,
        "embark": seaborne.embark,
        "ships": seaborne.place,
        "coast-fire": seaborne.shoot,
        "airborne": airborne.jump,
        "first-wave": mornings.step,
        "second-wave": mornings.step,
        "axis-movement": mornings.airland,
    }
    """What is done in a phase before the land war, or instead of it."""

    def __init__(self, scales: Scales, temper: dict[str, Temper]) -> None:
        self.scales, self.temper = scales, temper
        self._phase: tuple[int, str] = (0, "")
        self._seen: set[str] = set()
        """Units and hexes that were dealt with in this phase."""

    def choose(self, state: State) -> Choice:
        if state.question:
            return answering.answer(state)
        if (state.turn, state.phase) != self._phase:
            self._phase, self._seen = (state.turn, state.phase), set()
        plan = _PARTS.get(state.phase.rpartition("-")[2])
        found = self._off_the_field(state) or (plan(self, state) if plan else None)
        return found or Choice(Next(), "all is done that is worth doing")

    def _legal(self, state: State, order: Order, why: str) -> Choice | None:
        return Choice(order, why, judged=True) if passes(state, order) else None

    def _off_the_field(self, state: State) -> Choice | None:
        """Mornings, planes and first steps; what was refused once in a phase is not tried again."""
        plan = self.off_the_field.get(state.phase)
        order, why = (plan(state) or (None, "")) if plan else (None, "")
        if order is None or order.text() in self._seen:
            return None
        choice = self._legal(state, order, why)
        if choice is None or isinstance(order, Step | Embark):
            self._seen.add(order.text())
        return choice

    # ── Movement

    def movement(self, state: State) -> Choice | None:
        return self._sail(state) or self._march(state)

    def _sail(self, state: State) -> Choice | None:
        for ship in ships(state) if state.active == "axis" else ():
            if ship.id not in self._seen:
                self._seen.add(ship.id)
                order, why = seaborne.sail(state, ship) or (None, "")
                if order and (choice := self._legal(state, order, why)):
                    return choice
        return None

    def _march(self, state: State) -> Choice | None:
        for unit in moving.movers(state):
            if unit.id in self._seen:
                continue
            self._seen.add(unit.id)
            move = moving.best_move(Ground(state, state.active), unit, self.temper[state.active])
            if move and (choice := self._legal(state, move, f"{unit.id} takes better ground")):
                return choice
        return self._join(state)

    def _join(self, state: State) -> Choice | None:
        """Companies that stand together become a battalion again."""
        for unit in state.units.values():
            if unit.type.type and unit.side == state.active and unit.is_broken and f"join {unit.id}" not in self._seen:
                self._seen.add(f"join {unit.id}")
                if choice := self._legal(state, Join(unit.id), "one battalion is stronger than its companies"):
                    return choice
        return None

    # ── Support and combat

    def support(self, state: State) -> Choice | None:
        worth = prizes(state)
        for assault in weighing.assaults(state, self.scales, worth, supported=True):
            if assault.on in self._seen:
                continue
            self._seen.add(assault.on)
            planes = air_markers(state) > 0
            guns = weighing.wanted_guns(state, self.scales, assault, worth.get(assault.on, 0.0), planes)
            given = Support(assault.on, tuple(gun for gun in guns if gun != AIR_MARKER), AIR_MARKER in guns)
            if guns and (choice := self._legal(state, given, f"for an attack on {assault.on}")):
                return choice
        return None

    def bombardment(self, state: State) -> Choice | None:
        """Ships bombard what was assigned to them; guns and planes are kept for the attack."""
        for at in bombardable(state):
            ships = tuple(id for id in state.assigned[at] if id in state.units and state.units[id].can("ship"))
            order = Bombard(at, ships)
            if ships and at not in self._seen:
                self._seen.add(at)
                if choice := self._legal(state, order, f"ships' guns on {at}"):
                    return choice
        return None

    def breakthrough(self, state: State) -> Choice | None:
        for units, to, on in thrusts(state):
            assault = self.scales.assault(state, units, on, prizes(state).get(on, 0.0))
            order = BreakThrough(tuple(unit.id for unit in units), to, on)
            if assault.gain > 0 and order.text() not in self._seen:
                self._seen.add(order.text())
                if choice := self._legal(state, order, f"column {assault.column}: they are running"):
                    return choice
        return None

    def combat(self, state: State) -> Choice | None:
        for assault in weighing.assaults(state, self.scales, prizes(state), supported=False):
            order = Attack(assault.units, assault.on)
            if choice := self._legal(state, order, f"column {assault.column}: it should cost the enemy more"):
                return choice
        return None


_PARTS = {
    "movement": Commander.movement,
    "support": Commander.support,
    "bombardment": Commander.bombardment,
    "combat": Commander.combat,
    "breakthrough": Commander.breakthrough,
}
