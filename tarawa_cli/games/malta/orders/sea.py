"""Orders from the sea: `approach`, `embark`, `place`, `sail`, `shoot`."""

from tarawa_cli.games.malta.geography.grid import is_hex
from tarawa_cli.games.malta.model import apply, names
from tarawa_cli.games.malta.model.places import WAVES, box_of, zone_of
from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.orders import SEA, need_phase
from tarawa_cli.games.malta.orders.movement import to_one_hex, unique
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch16.coast_guns import aim, check_shoot
from tarawa_cli.games.malta.rules.ch16.ships import check_place, check_sail
from tarawa_cli.games.malta.rules.ch18.approach import approach, check_approach
from tarawa_cli.games.malta.rules.ch18.boxes import check_embark, embark, next_lift, waiting
from tarawa_cli.games.malta.rules.ch22.setting_up import check_set_up
from tarawa_cli.kernel.errors import BadOrder, Refused
from tarawa_cli.kernel.grammar import Grammar, Option, Word, Words
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.hints import NamedTuple, Self
from tarawa_cli.kernel.orders import find_name, shown
from tarawa_cli.kernel.play import Play
from tarawa_cli.kernel.unfinished import run

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


class Approach(NamedTuple):
    who: tuple[str, ...]
    zone: str

    @classmethod
    def read(cls, state: State, given: Words) -> Self:
        *words, zone = given.plain
        return cls(unique(_group(state, word) for word in words), find_name(zone, state.board.beaches, "landing zone"))

    def text(self) -> str:
        return APPROACH.text(*self.who, self.zone)

    @rule("18.2")
    def check(self, state: State) -> None:
        need_phase(state, "approach", "18.2", "approach", "setup-axis")
        check_approach(state, self.units(state), self.zone)

    def units(self, state: State) -> list[Unit]:
        return [unit for unit in state.units.values() if unit.id in self.who or _is_of(unit, self.who)]

    def resolve(self, play: Play[State]) -> None:
        approach(play, self.units(play.state), self.zone)


def _group(state: State, word: str) -> str:
    """A division, a regiment or a unit that waits at sea."""
    groups = [name for unit in waiting(state) for name in (unit.formation, unit.type.regiment)]
    named = [name for name in dict.fromkeys(groups) if name not in ("", "none")]
    known = [*named, *(id for id, unit in state.units.items() if not unit.rests)]
    return find_name(word, known, "division, regiment or unit")


def _is_of(unit: Unit, groups: tuple[str, ...]) -> bool:
    """Whether a unit that waits at sea is in one of some divisions and regiments."""
    return (unit.formation in groups or unit.type.regiment in groups) and bool(zone_of(unit.at))


class Embark(NamedTuple):
    units: tuple[str, ...] = ()
    to: Hex = ""
    wave: int = 1
    """Without units: what the plan says."""

    @classmethod
    def read(cls, state: State, given: Words) -> Self:
        if given.flag("--plan"):
            if given.plain or given.value("--to") or given.value("--wave"):
                raise given.wrong("--plan takes no units")
            return cls()
        to, wave = given.value("--to"), given.value("--wave") or "1"
        if not given.plain or not to:
            raise given.wrong("give units and --to HEX, or --plan")
        if wave not in map(str, WAVES):
            raise BadOrder(f"--wave {shown(wave)}: must be 1 or 2")
        return cls(unique(names.unit(state, word).id for word in given.plain), names.hex(state, to), int(wave))

    def text(self) -> str:
        if not self.units:
            return EMBARK.text(plan=True)
        return EMBARK.text(*self.units, to=[self.to], wave=["2"] if self.wave == 2 else [])

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


class Place(NamedTuple):
    units: tuple[str, ...]
    to: Hex

    @classmethod
    def read(cls, state: State, given: Words) -> Self:
        return cls(*to_one_hex(state, given))

    def text(self) -> str:
        return PLACE.text(*self.units, self.to)

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


class Sail(NamedTuple):
    ship: str
    to: Hex

    @classmethod
    def read(cls, state: State, given: Words) -> Self:
        ship, to = given.count(2, 2)
        return cls(names.unit(state, ship).id, names.hex(state, to))

    def text(self) -> str:
        return SAIL.text(self.ship, self.to)

    @rule("16.71")
    def check(self, state: State) -> None:
        need_phase(state, "sail", "16.71", "axis-movement")
        check_sail(state, state.units[self.ship], self.to)

    def resolve(self, play: Play[State]) -> None:
        apply.ship_sailed(play, "16.71", ship=self.ship, to=self.to)


class Shoot(NamedTuple):
    by: str
    target: str
    """A wave box, or what both sides may call a unit."""

    @classmethod
    def read(cls, state: State, given: Words) -> Self:
        by, target = given.count(2, 2)
        if not box_of(target):
            target = names.known_as(state, names.unit(state, target))
        return cls(names.unit(state, by).id, target)

    def text(self) -> str:
        return SHOOT.text(self.by, self.target)

    @rule("16.55", "16.56", "16.79")
    def check(self, state: State) -> None:
        need_phase(state, "shoot", "16.79", "coast-fire")
        target = self.target if box_of(self.target) else names.unit(state, self.target).id
        check_shoot(state, state.units[self.by], target)

    def resolve(self, play: Play[State]) -> None:
        aim(play, play.state.units[self.by], self.target)
        run(play)
