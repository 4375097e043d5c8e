"""A computer player for the land war, which remembers only the current phase; `strong`, `historical` and `random`."""

from tarawa_cli.games.malta.legal.offers import pick
from tarawa_cli.games.malta.model.state import AIR_MARKER, State, Unit
from tarawa_cli.games.malta.model.unit_types import SIDES
from tarawa_cli.games.malta.orders import Order, passes
from tarawa_cli.games.malta.orders.combat import Attack, Bombard, BreakThrough, Support
from tarawa_cli.games.malta.orders.general import Next
from tarawa_cli.games.malta.orders.morning_and_air import Step
from tarawa_cli.games.malta.orders.movement import Infiltrate, Join, Move
from tarawa_cli.games.malta.orders.sea import Embark
from tarawa_cli.games.malta.players import answering, invasion, moving, weighing
from tarawa_cli.games.malta.players.ground import GroundValue, Survey, foes_share, is_last_turn, prizes
from tarawa_cli.games.malta.players.massing import Mass
from tarawa_cli.games.malta.players.moving import Style
from tarawa_cli.games.malta.players.weighing import Scales, Search
from tarawa_cli.games.malta.rules.ch09_combat.attacking import air_markers
from tarawa_cli.games.malta.rules.ch10_11_special_combat_morale import bombardable, thrusts
from tarawa_cli.games.malta.rules.ch16_special_units.planes_and_ships import ships
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.hints import Callable, Mapping
from tarawa_cli.kernel.players import Chance, Choice

LAST = 10.0
"""How much more ground counts in the last turn of a short scenario."""
BOLD = 0.4
"""How little losses count at least, to a side that outweighs the other by far."""


class Commander:
    """Chooses order after order; each is shown to the law before it is given."""

    off_the_field: Mapping[str, Callable[[State], tuple[Order, str] | None]] = {
        "setup-axis": lambda state: invasion.plan_drops(state) or invasion.plan_at_sea(state),
        "air-strikes": invasion.strike,
        "plan-drops": invasion.plan_drops,
        "replacements": invasion.replace,
        "absorb": invasion.absorb,
        "dismantle": invasion.dismantle,
        "embark": invasion.embark,
        "ships": invasion.place,
        "coast-fire": invasion.shoot,
        "airborne": invasion.jump,
        "first-wave": invasion.step,
        "second-wave": invasion.step,
        "axis-movement": invasion.airland,
    }
    """Orders for phases outside the land war."""

    def __init__(self, scales: Mapping[str, Scales], styles: Mapping[str, Style]) -> None:
        self.scales, self.styles = scales, styles
        self.accents: Mapping[Hex, float] = {}
        """How much more or less than usual single prizes count."""
        self._survey: Survey | None = None
        self._places: dict[str, Hex] | None = None
        """Where units go for the attacks of this turn."""
        self._phase: tuple[int, str] = (0, "")
        self._seen: set[str] = set()
        """Units and hexes that were dealt with in this phase."""

    def choose(self, state: State) -> Choice:
        if state.question:
            return answering.answer(state, self.scales)
        if (state.turn, state.phase) != self._phase:
            self._phase, self._seen, self._places = (state.turn, state.phase), set(), None
        plan = _PARTS.get(state.phase.rpartition("-")[2])
        found = self._off_the_field(state) or (plan(self, state) if plan else None)
        return found or Choice(Next(), "nothing else is worth doing")

    def _legal(self, state: State, order: Order, why: str) -> Choice | None:
        return Choice(order, why, judged=True) if passes(state, order) else None

    def _off_the_field(self, state: State) -> Choice | None:
        """Orders for mornings, planes and first steps; one that was refused is not tried again in the phase."""
        plan = self.off_the_field.get(state.phase)
        order, why = (plan(state) or (None, "")) if plan else (None, "")
        if order is None or order.text() in self._seen:
            return None
        choice = self._legal(state, order, why)
        if choice is None or isinstance(order, Step | Embark):
            self._seen.add(order.text())
        return choice

    def _weights(self, state: State) -> Scales:
        """How attacks are weighed; in the last turn of a short scenario nothing counts but its goal.

        In the whole battle a side that is far stronger can afford losses: they cost it less than time does.
        """
        usual = self.scales[state.active]
        if not state.setting.scenario.goal:
            return usual._replace(caution=usual.caution * max(BOLD, min(1.0, 2 * foes_share(state))))
        return usual._replace(zeal=LAST * usual.zeal) if is_last_turn(state) else usual

    # ── Movement

    def movement(self, state: State) -> Choice | None:
        return self._sail(state) or self._march(state)

    def _sail(self, state: State) -> Choice | None:
        for ship in ships(state) if state.active == "axis" else ():
            if ship.id not in self._seen:
                self._seen.add(ship.id)
                order, why = invasion.sail(state, ship) or (None, "")
                if order and (choice := self._legal(state, order, why)):
                    return choice
        return None

    def _march(self, state: State) -> Choice | None:
        style = self.styles[state.active]
        free = [unit for unit in moving.in_order(state) if unit.id not in self._seen]
        if not free:
            return self._join(state)
        ground = GroundValue(state, state.active, style.hunt, self.accents, self._survey)
        self._survey = ground.survey
        places = self._places
        if places is None:
            places = self._places = Mass(ground, free, self._weights(state), style).places
        for unit in sorted(free, key=lambda unit: unit.id not in places):
            self._seen.add(unit.id)
            if choice := self._to_its_place(state, unit, ground):
                return choice
        return self._join(state)

    def _to_its_place(self, state: State, unit: Unit, ground: GroundValue) -> Choice | None:
        """Move units to where this turn's attacks need them, and the others to their best hexes."""
        to = self._places.get(unit.id) if self._places else None
        if to == unit.at:
            return None
        if to:
            why = f"{unit.id} {'takes' if to in ground.worth else 'moves up to attack from'} {to}"
            for order in (Move((unit.id,), (to,)), Infiltrate((unit.id,), to)):
                if choice := self._legal(state, order, why):
                    return choice
        move = moving.best_move(ground, unit, self.styles[state.active])
        return self._legal(state, move, f"{unit.id} moves to a better hex") if move else None

    def _join(self, state: State) -> Choice | None:
        """Join companies in one hex into their battalion."""
        for unit in state.units.values():
            if unit.type.type and unit.side == state.active and unit.is_broken and f"join {unit.id}" not in self._seen:
                self._seen.add(f"join {unit.id}")
                if choice := self._legal(state, Join(unit.id), "one battalion is stronger than its companies"):
                    return choice
        return None

    # ── Support and combat

    def support(self, state: State) -> Choice | None:
        search = Search(state, self._weights(state), prizes(state), supported=False)
        for assault in weighing.assaults(state, self._weights(state), prizes(state), supported=True):
            if assault.on in self._seen:
                continue
            self._seen.add(assault.on)
            guns = search.wanted_guns(assault, air_markers(state) > 0)
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
                if choice := self._legal(state, order, f"the ships bombard {at}"):
                    return choice
        return None

    def breakthrough(self, state: State) -> Choice | None:
        search = Search(state, self._weights(state), prizes(state), supported=False)
        for units, to, on in thrusts(state):
            assault = search.assault(units, on)
            order = BreakThrough(tuple(unit.id for unit in units), to, on)
            if assault.gain > 0 and order.text() not in self._seen:
                self._seen.add(order.text())
                if choice := self._legal(state, order, f"column {assault.column}: the enemy is weak"):
                    return choice
        return None

    def combat(self, state: State) -> Choice | None:
        for assault in weighing.assaults(state, self._weights(state), prizes(state), supported=False):
            order = Attack(assault.units, assault.on)
            if choice := self._legal(state, order, f"column {assault.column}: the enemy should lose more"):
                return choice
        return None


_PARTS = {
    "movement": Commander.movement,
    "support": Commander.support,
    "bombardment": Commander.bombardment,
    "combat": Commander.combat,
    "breakthrough": Commander.breakthrough,
}


# ── The players


HISTORICAL_SCALES = Scales(caution=1.1, zeal=0.3)


def historical(seed: str = "") -> Commander:
    """Follows the plan, counter-attacks with care, holds what is worth holding."""
    styles = {"axis": Style(1.0, 0.8, 0.5, 0.1, 0.8, 0.0), "allied": Style(0.8, 0.5, 0.6, 0.5, 1.5, 0.0)}
    return Commander(dict.fromkeys(SIDES, HISTORICAL_SCALES), styles)


class Strong(Commander):
    """Concentrates, weighs every attack, picks its own beaches, and goes for what decides the game."""

    off_the_field = {
        **Commander.off_the_field,
        "embark": invasion.embark_freely,
    }


STYLES = {
    "axis": Style(drive=1.5, bite=1.2, fear=0.3, spread=0.0, guard=3.0, hunt=0.2),
    "allied": Style(drive=1.5, bite=1.0, fear=0.3, spread=0.4, guard=2.0, hunt=0.6),
}
SCALES = {
    "axis": Scales(caution=1.0, zeal=0.8, spares=True),
    "allied": Scales(caution=0.7, zeal=0.8, spares=True),
}


def strong(seed: str = "") -> Commander:
    return Strong(SCALES, STYLES)


def chance(seed: str = "") -> Chance[State]:
    """`random`: any legal command, each as likely as the others, for both sides."""
    return Chance(pick, seed)
