"""Orders from the sea: `approach`, `embark`, `place`, `sail`, `shoot`, and the macros `land` and `drop`."""

from tarawa_cli.games.malta import rule
from tarawa_cli.games.malta.model import apply, names
from tarawa_cli.games.malta.model.board import is_hex
from tarawa_cli.games.malta.model.state import LANDINGS, DropZone, State, Unit
from tarawa_cli.games.malta.model.unit import LOST, WAVES, box_of, wave_of, zone_of
from tarawa_cli.games.malta.orders import AIRBORNE, SEA, general, need_phase, passes
from tarawa_cli.games.malta.orders.general import Order
from tarawa_cli.games.malta.rules.ch16_special_units.coast_guns import aim, check_shoot
from tarawa_cli.games.malta.rules.ch16_special_units.planes_and_ships import check_place, check_sail, unplaced
from tarawa_cli.games.malta.rules.ch18_landings import (
    approach,
    check_approach,
    check_embark,
    embark,
    in_box,
    next_lift,
    sails,
    waiting,
)
from tarawa_cli.games.malta.rules.ch20_22_victory_scenarios import check_set_up
from tarawa_cli.kernel.engine.fast_forward import find_phases
from tarawa_cli.kernel.engine.grammar import Grammar, Option, Word, Words
from tarawa_cli.kernel.engine.order import Takes
from tarawa_cli.kernel.engine.order_words import find_name, shown
from tarawa_cli.kernel.engine.play import Play, run
from tarawa_cli.kernel.errors import BadOrder, Refused
from tarawa_cli.kernel.hints import Annotated, Self

APPROACH = Grammar(
    "approach",
    "Send divisions, regiments or units to the Follow-up box of a zone.",
    (Word("DIVISION|REGIMENT|UNIT… ZONE", "Name the troops, then the zone: west, north, east or south.", 2, None),),
    group=SEA,
    usage="approach DIVISION|REGIMENT|UNIT… ZONE",
    phases=("approach", "setup-axis"),
)
EMBARK = Grammar(
    "embark",
    "Embark units from a Follow-up box for a beach hex, or the plan's next lift.",
    (Word("UNIT…", "Name units, then the beach hex; battalions embark as companies.", 0, None, several=True),),
    (
        Option("--to", "Name the beach hex, here or last.", "HEX", trailing=is_hex),
        Option("--wave", "Choose the wave.", "1|2"),
        Option("--plan", "Embark the plan's next lift."),
    ),
    group=SEA,
    usage="embark UNIT… HEX [--wave 1|2] | embark --plan",
    phases=("embark",),
)
PLACE = Grammar(
    "place",
    "Place a warship on the first turn, or set up units before the battle.",
    (Word("UNIT… HEX", "Name ships or units, then the hex.", 2, None, several=True),),
    group=SEA,
    usage="place UNIT… HEX",
    phases=("ships", "setup-allied", "setup-axis"),
)
SAIL = Grammar(
    "sail",
    "Move a warship over the ocean.",
    (Word("SHIP…", "Name the ship.", most=None, several=True), Word("HEX", "Name the hex to enter.")),
    group=SEA,
    phases=("axis-movement",),
)
SHOOT = Grammar(
    "shoot",
    "Choose the target of a warship or a coast gun.",
    (
        Word("GUN_OR_SHIP…", "Name warships or coast guns.", most=None, several=True),
        Word("TARGET", "Name a coast gun, a ship, or a wave box: 1516:1 is the first wave to 1516."),
    ),
    group=SEA,
    phases=("coast-fire",),
)


def _group(state: State, word: str) -> str:
    """A division, a regiment or a unit that waits at sea."""
    groups = [name for unit in waiting(state) for name in (unit.formation, unit.type.regiment)]
    named = [name for name in dict.fromkeys(groups) if name not in ("", "none")]
    known = [*named, *(id for id, unit in state.units.items() if not unit.in_battalion)]
    return find_name(word, known, "division, regiment or unit")


def _zone(state: State, word: str) -> str:
    return find_name(word, state.board.beaches, "landing zone")


class Approach(Order, of=APPROACH):
    who: Annotated[tuple[str, ...], Takes(_group, once=True)]
    zone: Annotated[str, _zone]

    @rule("18.2")
    def check(self, state: State) -> None:
        need_phase(state, "approach", "18.2", "approach", "setup-axis")
        check_approach(state, self.units(state), self.zone)

    def units(self, state: State) -> list[Unit]:
        return [unit for unit in state.units.values() if unit.id in self.who or _is_of(unit, self.who)]

    def resolve(self, play: Play[State]) -> None:
        approach(play, self.units(play.state), self.zone)


def _is_of(unit: Unit, groups: tuple[str, ...]) -> bool:
    """Whether a unit that waits at sea is in one of some divisions and regiments."""
    return (unit.formation in groups or unit.type.regiment in groups) and bool(zone_of(unit.at))


def _wave(state: State, word: str) -> int:
    if word not in map(str, WAVES):
        raise BadOrder(f"--wave {shown(word)}: must be 1 or 2")
    return int(word)


class Embark(Order, of=EMBARK):
    units: general.Units = ()
    to: general.Hex = ""
    wave: Annotated[int, _wave] = 1
    """Without units the plan decides."""

    @classmethod
    def read(cls, state: State, given: Words) -> Self:
        if given.flag("--plan"):
            if given.plain or given.value("--to") or given.value("--wave"):
                raise given.wrong("--plan takes no units")
            return cls()
        if not given.plain or not given.value("--to"):
            raise given.wrong("give units and --to HEX, or --plan")
        return super().read(state, given)

    def in_words(self) -> Words:
        return super().in_words() if self.units else EMBARK.in_words(plan=True)

    @rule("18.3")
    def check(self, state: State) -> None:
        need_phase(state, "embark", "18.3", "embark")
        if self.units:
            check_embark(state, state.named(self.units), self.to, self.wave)
            return
        if state.setting.options.own_plan:
            raise Refused("22", "this game has no printed plan: you make your own", "next")
        if next(next_lift(state), None) is None:
            raise Refused("18.3", "the plan has nothing to embark now", "next")

    def resolve(self, play: Play[State]) -> None:
        if self.units:
            embark(play, play.state.named(self.units), self.to, self.wave)
            return
        for units, at, wave in next_lift(play.state):
            embark(play, units, at, wave)


class Place(general.UnitsToHex, of=PLACE):
    @rule("16.7", "22")
    def check(self, state: State) -> None:
        need_phase(state, "place", "16.7", "ships", "setup-allied", "setup-axis")
        if state.phase == "setup-allied":
            check_set_up(state, state.named(self.units), self.to)
            return
        for ship in state.named(self.units):
            check_place(state, ship, self.to)

    def resolve(self, play: Play[State]) -> None:
        for unit in play.state.named(self.units):
            if unit.can("ship"):
                apply.ship_placed(play, "16.7", ship=unit.id, to=self.to)
            else:
                apply.set_up(play, "22", unit=unit.id, to=self.to)


class Sail(Order, of=SAIL):
    ship: general.Unit
    to: general.Hex

    @rule("16.71")
    def check(self, state: State) -> None:
        need_phase(state, "sail", "16.71", "axis-movement")
        check_sail(state, state.units[self.ship], self.to)

    def resolve(self, play: Play[State]) -> None:
        apply.ship_sailed(play, "16.71", ship=self.ship, to=self.to)


def _target(state: State, word: str) -> str:
    return word if box_of(word) else names.known_as(state, names.unit(state, word))


class Shoot(Order, of=SHOOT):
    by: general.Unit
    target: Annotated[str, _target]
    """A wave box, or the name of a unit that both sides know."""

    @rule("16.55", "16.56", "16.79")
    def check(self, state: State) -> None:
        need_phase(state, "shoot", "16.79", "coast-fire")
        target = self.target if box_of(self.target) else names.unit(state, self.target).id
        check_shoot(state, state.units[self.by], target)

    def resolve(self, play: Play[State]) -> None:
        aim(play, play.state.units[self.by], self.target)
        run(play)


# ── The macros `land` and `drop`, which carry out the plan for a turn


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
        if state.phase in _WAVES and _steppers(state) and self._once(state, "step"):
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


def _steppers(state: State) -> list[Unit]:
    from tarawa_cli.games.malta.rules.ch19_drops.steps import steppers  # start-up

    return steppers(state)


def _due(state: State) -> dict[str, DropZone]:
    from tarawa_cli.games.malta.rules.ch19_drops import due  # start-up

    return due(state)


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
    halved = unit.on_map and not unit.in_battalion and unit.steps * 2 <= before
    return f"{unit.steps} of {before} steps left" if halved else ""


class Drop:
    """The macro `drop`: drop as planned, then move companies to their battalions."""

    def __init__(self, state: State, given: Words) -> None:
        self.note = ""
        need_phase(state, "drop", "19", "airborne")
        if not _due(state) and not _steppers(state):
            raise Refused("19.3", "no drop is planned for this turn", "next")
        self._turn, self._stepped = state.turn, False

    def order(self, state: State) -> list[str]:
        if state.phase != "airborne" or state.turn != self._turn:
            return []
        if not _due(state) and _steppers(state) and not self._stepped:
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
