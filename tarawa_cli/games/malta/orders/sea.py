"""Orders from the sea: `approach`, `embark`, `place`, `sail`, `shoot`."""

from tarawa_cli.games.malta.model import apply, names
from tarawa_cli.games.malta.model.board import is_hex
from tarawa_cli.games.malta.model.places import WAVES, box_of, zone_of
from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.orders import SEA, fields, need_phase
from tarawa_cli.games.malta.orders.fields import Order
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch16_special_units.coast_guns import aim, check_shoot
from tarawa_cli.games.malta.rules.ch16_special_units.ships import check_place, check_sail
from tarawa_cli.games.malta.rules.ch18_landings.boxes import (
    approach,
    check_approach,
    check_embark,
    embark,
    next_lift,
    waiting,
)
from tarawa_cli.games.malta.rules.ch22_scenarios import check_set_up
from tarawa_cli.kernel.engine.grammar import Grammar, Option, Word, Words
from tarawa_cli.kernel.engine.order import Takes
from tarawa_cli.kernel.engine.order_words import find_name, shown
from tarawa_cli.kernel.engine.play import Play
from tarawa_cli.kernel.engine.work_stack import run
from tarawa_cli.kernel.errors import BadOrder, Refused
from tarawa_cli.kernel.hints import Annotated, Self

APPROACH = Grammar(
    "approach",
    "Send divisions, regiments or units to the Follow-up box of a zone.",
    (Word("DIVISION|REGIMENT|UNIT… ZONE", "Name them, then the zone: west, north, east or south.", 2, None),),
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
    (Word("UNIT… HEX", "Name them, then the hex.", 2, None, several=True),),
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
    known = [*named, *(id for id, unit in state.units.items() if not unit.rests)]
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
    units: fields.Units = ()
    to: fields.Hex = ""
    wave: Annotated[int, _wave] = 1
    """Without units: what the plan says."""

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


class Place(fields.UnitsToHex, of=PLACE):
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
    ship: fields.Unit
    to: fields.Hex

    @rule("16.71")
    def check(self, state: State) -> None:
        need_phase(state, "sail", "16.71", "axis-movement")
        check_sail(state, state.units[self.ship], self.to)

    def resolve(self, play: Play[State]) -> None:
        apply.ship_sailed(play, "16.71", ship=self.ship, to=self.to)


def _target(state: State, word: str) -> str:
    return word if box_of(word) else names.known_as(state, names.unit(state, word))


class Shoot(Order, of=SHOOT):
    by: fields.Unit
    target: Annotated[str, _target]
    """A wave box, or what both sides may call a unit."""

    @rule("16.55", "16.56", "16.79")
    def check(self, state: State) -> None:
        need_phase(state, "shoot", "16.79", "coast-fire")
        target = self.target if box_of(self.target) else names.unit(state, self.target).id
        check_shoot(state, state.units[self.by], target)

    def resolve(self, play: Play[State]) -> None:
        aim(play, play.state.units[self.by], self.target)
        run(play)
