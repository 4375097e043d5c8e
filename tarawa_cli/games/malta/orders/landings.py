"""The macros `land` and `drop`, which carry out the plan for a turn."""

from tarawa_cli.games.malta.model.places import LOST, WAVES, wave_of, zone_of
from tarawa_cli.games.malta.model.sequence import LANDINGS
from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.orders import AIRBORNE, SEA, need_phase, passes
from tarawa_cli.games.malta.orders.sea import Embark
from tarawa_cli.games.malta.rules.ch16_special_units.ships import unplaced
from tarawa_cli.games.malta.rules.ch18_landings.boxes import in_box, sails
from tarawa_cli.games.malta.rules.ch19_drops.plan import due
from tarawa_cli.games.malta.rules.ch19_drops.steps import steppers
from tarawa_cli.kernel.engine.fast_forward import find_phases
from tarawa_cli.kernel.engine.grammar import Grammar, Option, Words
from tarawa_cli.kernel.errors import Refused

AT_SEA = LANDINGS[:-1]
"""The phases that `land` plays through."""
_WAVES = ("first-wave", "second-wave")


class Landing:
    """The macro `land`: embark the plan's lift, place the ships, land the waves and join companies."""

    def __init__(self, state: State, given: Words) -> None:
        self.note = ""
        self._until = find_phases(given.value("--until"), AT_SEA) if given.value("--until") else ()
        need_phase(state, "land", "18", *AT_SEA)
        if state.phase == "embark" and not _plan_embarks(state) and not _afloat(state):
            raise Refused("18.3", "the wave boxes are empty, and the plan has nothing to embark now", "next")
        self._start = (state.turn, state.phase)
        self._done: set[str] = set()
        """Orders given once per phase."""
        self._steps: dict[str, int] = {}
        """The steps of each unit in the waves before it landed."""

    def order(self, state: State) -> list[str]:
        here = (state.turn, state.phase)
        if state.turn != self._start[0] or state.phase not in AT_SEA or self._is_reached(state):
            return []
        self._steps |= {unit.id: unit.steps for unit in _afloat(state) if unit.id not in self._steps}
        self.note = self._misfortune(state) or self._choice(state, begun=here != self._start)
        return [] if self.note else self._next(state)

    def _is_reached(self, state: State) -> bool:
        return state.phase in self._until and state.phase != self._start[1]

    def _next(self, state: State) -> list[str]:
        if state.phase == "embark" and _plan_embarks(state) and self._once(state, "embark"):
            return ["embark", "--plan"]
        if state.phase in _WAVES and steppers(state) and self._once(state, "step"):
            return ["step", "--auto"]
        return ["next"]

    def _once(self, state: State, name: str) -> bool:
        key, before = f"{state.phase} {name}", len(self._done)
        self._done.add(key)
        return len(self._done) > before

    def _choice(self, state: State, *, begun: bool) -> str:
        """Why the macro stops for a choice of the player: ships to place, or coast guns to fire at."""
        if state.phase == "ships" and state.setting.options.own_plan and (away := unplaced(state)):
            names = ", ".join(ship.id for ship in away)
            told = f"{names}: not placed yet; `place` them, or `next` leaves them out of the game"
            if not begun:
                raise Refused("16.7", f"`land` cannot place the ships: {told}", f"place {away[0].id} HEX")
            return f"`land` stopped: {told}"
        if state.phase == "coast-fire" and begun:
            return "`land` stopped: ships can fire at coast guns (`shoot`); `land` continues"
        return ""

    def _misfortune(self, state: State) -> str:
        """Why the macro stops after a loss: units of the waves lost, halved, thrown back or left without room."""
        told: dict[str, list[str]] = {}
        for id, steps in [*self._steps.items()]:
            if why := _loss(state, state.units[id], steps):
                told.setdefault(why, []).append(id)
                del self._steps[id]
        losses = "; ".join(f"{why}: {', '.join(units)}" for why, units in told.items())
        return f"`land` stopped: {losses}; `land` continues" if told else ""


def _plan_embarks(state: State) -> bool:
    return passes(state, Embark())


def _afloat(state: State) -> list[Unit]:
    return [unit for at in sorted(state.board.zone_of) for wave in WAVES for unit in in_box(state, at, wave)]


def _loss(state: State, unit: Unit, before: int) -> str:
    if unit.at == LOST:
        return "lost"
    if zone_of(unit.at):
        return "back at sea"
    if (box := wave_of(unit.at)) and state.phase == _WAVES[box[1] - 1] and sails(state, box[0]):
        return f"no room in {box[0]}"
    halved = unit.on_map and not unit.rests and unit.steps * 2 <= before
    return f"{unit.steps} of {before} steps left" if halved else ""


class Drop:
    """The macro `drop`: drop as planned, then move companies to their battalions."""

    def __init__(self, state: State, given: Words) -> None:
        self.note = ""
        need_phase(state, "drop", "19", "airborne")
        if not due(state) and not steppers(state):
            raise Refused("19.3", "no drop is planned for this turn", "next")
        self._turn, self._stepped = state.turn, False

    def order(self, state: State) -> list[str]:
        if state.phase != "airborne" or state.turn != self._turn:
            return []
        if not due(state) and steppers(state) and not self._stepped:
            self._stepped = True
            return ["step", "--auto"]
        return ["next"]


LAND = Grammar(
    "land",
    """Land the plan's next lift: embark it, place the ships and bring both waves ashore.

Units already in wave boxes land too. It stops at a question, before the ships fire at coast guns, and when a unit is
lost, halved, thrown back or finds no room. Companies go to their battalions, as with `step --auto`.""",
    (),
    (Option("--until", "Stop at this phase: coast-fire, second-wave, …", "PHASE", default=""),),
    group=SEA,
    macro=Landing,
    phases=AT_SEA,
)
DROP = Grammar(
    "drop",
    """Drop as planned and continue to movement.

Companies go to their battalions, as with `step --auto`. To step by hand, use `next` instead.""",
    group=AIRBORNE,
    macro=Drop,
    phases=("airborne",),
)
