"""Orders of the morning: `strike`, `replace`, `absorb`, `dismantle`; from the air: `zone`, `series`, `cancel`, `step`,
`airland`; and of sealed games: `sealed`, `revealed` (24.3).
"""

from tarawa_cli.games.malta import rule
from tarawa_cli.games.malta.model import apply, names
from tarawa_cli.games.malta.model.codec import OFFSETS, ZONE_NAMES, is_digest, is_zone_name
from tarawa_cli.games.malta.model.state import DUMMY, State, Unit, hex_of
from tarawa_cli.games.malta.orders import AIRBORNE, MORNING, SEALED_GAMES, SEVERAL, general, need_phase
from tarawa_cli.games.malta.orders.general import Order
from tarawa_cli.games.malta.rules import ch19_drops
from tarawa_cli.games.malta.rules.ch16_special_units import (
    check_dismantle,
    check_sealable,
    dismantle,
    give_up_dummy,
    reveal_dummy,
    seal_dummy,
)
from tarawa_cli.games.malta.rules.ch16_special_units.planes_and_ships import airland, check_airland
from tarawa_cli.games.malta.rules.ch17_special_rules import (
    absorb,
    check_absorb,
    check_replace,
    check_strike,
    replace,
    strike,
)
from tarawa_cli.games.malta.rules.ch19_drops import open_turns
from tarawa_cli.games.malta.rules.ch19_drops.steps import check_step, gather, paragraph, step, steppers
from tarawa_cli.games.malta.rules.ch24_two_players import OPEN, check_open, check_revealed, give_up, reveal
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.grammar import Grammar, Option, Word, Words
from tarawa_cli.kernel.engine.order import Takes
from tarawa_cli.kernel.engine.order_words import find_name, shown
from tarawa_cli.kernel.engine.play import Play, run
from tarawa_cli.kernel.errors import BadOrder, Refused
from tarawa_cli.kernel.hints import Annotated, Self

# ── The morning


STRIKE = Grammar(
    "strike",
    "Strike coast guns from the air; name a gun twice to strike it twice.",
    (Word("GUN…", "Name a coast gun, or coast-gun-HEX.", most=None, several=True),),
    group=MORNING,
    phases=("air-strikes",),
)
REPLACE = Grammar(
    "replace",
    "Give Italian battalions a replacement step each.",
    (Word("UNIT…", f"Name battalions: {SEVERAL}.", most=None, several=True),),
    group=MORNING,
    phases=("replacements",),
)
ABSORB = Grammar(
    "absorb",
    "Absorb a security company into a battalion in its hex.",
    (Word("SECURITY", "Name the company."), Word("BATTALION", "Name the battalion.")),
    group=MORNING,
    phases=("absorb",),
)
DISMANTLE = Grammar(
    "dismantle",
    "Dismantle strongpoints; two of them give a company of engineers.",
    (Word("HEX…", "Name the hexes of the strongpoints.", most=None),),
    (Option("--at", "Name the headquarters where engineers arrive.", "HQ", default=""),),
    group=MORNING,
    phases=("dismantle",),
)


def _gun(state: State, word: str) -> str:
    """What both sides may call a gun."""
    gun = names.unit(state, word)
    return names.known_as(state, gun) if gun.on_map else gun.id


class Strike(Order, of=STRIKE):
    guns: Annotated[tuple[str, ...], _gun]

    def _units(self, state: State) -> list[Unit]:
        return [names.unit(state, gun) for gun in self.guns]

    @rule("17.5")
    def check(self, state: State) -> None:
        need_phase(state, "strike", "17.5", "air-strikes")
        check_strike(state, self._units(state))

    def resolve(self, play: Play[State]) -> None:
        strike(play, self._units(play.state))
        run(play)


class Replace(Order, of=REPLACE):
    units: general.Units

    @rule("17.4")
    def check(self, state: State) -> None:
        need_phase(state, "replace", "17.4", "replacements")
        check_replace(state, state.named(self.units))

    def resolve(self, play: Play[State]) -> None:
        for unit in play.state.named(self.units):
            replace(play, unit)


class Absorb(Order, of=ABSORB):
    security: general.Unit
    battalion: general.Unit

    @rule("17.4")
    def check(self, state: State) -> None:
        need_phase(state, "absorb", "17.4", "absorb")
        check_absorb(state, state.units[self.security], state.units[self.battalion])

    def resolve(self, play: Play[State]) -> None:
        absorb(play, play.state.units[self.security], play.state.units[self.battalion])


class Dismantle(Order, of=DISMANTLE):
    hexes: Annotated[tuple[Hex, ...], Takes(names.hex, once=True)]
    at: general.Unit = ""

    @rule("16.25")
    def check(self, state: State) -> None:
        need_phase(state, "dismantle", "16.25", "dismantle")
        check_dismantle(state, self.hexes, self._home(state))

    def _home(self, state: State) -> Unit | None:
        return state.units[self.at] if self.at else None

    def resolve(self, play: Play[State]) -> None:
        dismantle(play, self.hexes, self._home(play.state))


# ── From the air


ZONE = Grammar(
    "zone",
    "Plan a drop zone: give its name, hex and turn.",
    (Word("NAME", "Choose a name, e.g. north."), Word("HEX", "Choose the hex of its marker.")),
    (Option("--turn", "Drop on this turn, e.g. 1jul-am; with --alone, only the current one.", "TURN", default=""),),
    group=AIRBORNE,
    phases=("plan-drops", "setup-axis", "airborne"),
)
SERIES = Grammar(
    "series",
    "Plan which units drop together: up to three companies or guns; headquarters and leaders do not count.",
    (Word("ZONE", "Name the drop zone."), Word("UNIT…", "Name the units that drop.", most=None, several=True)),
    (Option("--offset", "Drop 1 or 2 hexes from the marker: n, ne, se, s, sw or nw, e.g. ne2.", "OFFSET", default=""),),
    group=AIRBORNE,
    phases=("plan-drops", "setup-axis", "airborne"),
)
CANCEL = Grammar(
    "cancel",
    "Cancel a planned drop, or leave units out of it.",
    (
        Word("ZONE", "Name the drop zone."),
        Word("UNIT…", "Name the units to leave out; without names, all.", least=0, most=None, several=True),
    ),
    group=AIRBORNE,
    calls_off=True,
    phases=("plan-drops", "setup-axis", "airborne"),
)
STEP = Grammar(
    "step",
    "Move units that have just landed or dropped one hex.",
    (Word("UNIT… HEX", "Name units that move together, then the hex.", 0, None, several=True),),
    (Option("--auto", "Move companies to their battalions and join them."),),
    group=AIRBORNE,
    usage="step UNIT… HEX | step --auto",
    phases=("first-wave", "second-wave", "airborne"),
)
AIRLAND = Grammar(
    "airland",
    "Land units by plane on an airfield held by the Axis.",
    (Word("UNIT… HEX", "Name units, then the airfield.", 2, None, several=True),),
    group=AIRBORNE,
    usage="airland UNIT… HEX",
    phases=("axis-movement",),
)
PLANNING = ("plan-drops", "setup-axis", "airborne")
STEPPING = ("first-wave", "second-wave", "airborne")


class Zone(Order, of=ZONE):
    zone: str
    hex: general.Hex
    turn: str

    @classmethod
    def read(cls, state: State, given: Words) -> Self:
        name, at = given.plain
        if not is_zone_name(name.lower()):
            raise BadOrder(f"{shown(name)} is not a name for a drop zone", hint=ZONE_NAMES)
        turn = given.value("--turn") or state.box.id
        return cls(name.lower(), names.hex(state, at), find_name(turn, state.charts.turn_numbers, "turn"))

    @rule("19.2", "19.3")
    def check(self, state: State) -> None:
        need_phase(state, "zone", "19.3", *PLANNING)
        check_open(state, "zone")
        ch19_drops.check_zone(state, self.zone, state.charts.turn_numbers[self.turn])

    def resolve(self, play: Play[State]) -> None:
        apply.zone_planned(play, "19.2", zone=self.zone, marker=self.hex, turn=self.turn)


def _offset(state: State, word: str) -> str:
    offset = word.lower()
    if offset not in OFFSETS:
        raise BadOrder(f"{shown(offset)} is not an offset", hint="n, ne, se, s, sw or nw with 1 or 2, e.g. ne1")
    return offset


class Series(Order, of=SERIES):
    zone: general.DropZone
    units: general.Units
    offset: Annotated[str, _offset] = ""

    @rule("19.2")
    def check(self, state: State) -> None:
        need_phase(state, "series", "19.3", *PLANNING)
        check_open(state, "series")
        ch19_drops.check_series(state, self.zone, state.named(self.units))

    def resolve(self, play: Play[State]) -> None:
        apply.series_planned(play, "19.2", zone=self.zone, units=list(self.units), offset=self.offset)


class Cancel(Order, of=CANCEL):
    zone: general.DropZone
    units: general.Units = ()

    @rule("19.35")
    def check(self, state: State) -> None:
        need_phase(state, "cancel", "19.35", *PLANNING)
        ch19_drops.check_cancel(state, self.zone, state.named(self.units))

    def resolve(self, play: Play[State]) -> None:
        apply.jump_cancelled(play, "19.35", zone=self.zone, units=list(self.units))


class Step(general.UnitsToHex, of=STEP):
    units: general.Units = ()
    to: general.Hex = ""
    """Without units and hex: `step --auto`."""

    @classmethod
    def read(cls, state: State, given: Words) -> Self:
        if given.flag("--auto"):
            if given.plain:
                raise given.wrong("--auto takes no units")
            return cls()
        if len(given.plain) < 2:
            raise given.wrong("give units and a hex, or --auto")
        return super().read(state, given)

    def in_words(self) -> Words:
        return super().in_words() if self.units else STEP.in_words(auto=True)

    @rule("18.7", "19.6")
    def check(self, state: State) -> None:
        need_phase(state, "step", "19.6", *STEPPING)
        if self.units:
            check_step(state, state.named(self.units), self.to)
        elif not steppers(state):
            raise Refused(paragraph(state), "no unit can move a hex now", "next")

    def resolve(self, play: Play[State]) -> None:
        if not self.units:
            gather(play)
        for unit in play.state.named(self.units):
            step(play, unit, self.to)
        run(play)


class Airland(general.UnitsToHex, of=AIRLAND):
    @rule("16.1")
    def check(self, state: State) -> None:
        need_phase(state, "airland", "16.1", "axis-movement")
        check_airland(state, state.named(self.units), self.to)

    def resolve(self, play: Play[State]) -> None:
        airland(play, play.state.named(self.units), self.to)


SALT = "[0-9a-f]{32}"
SEALED = Grammar(
    "sealed",
    "Record the digest of a secret (written by `seal`).",
    (
        Word("TURN|dummy:HEX", "Give its turn, or the hex of the dummy."),
        Word("DIGEST", "Give the SHA-256 of salt and words."),
    ),
    group=SEALED_GAMES,
    hidden=True,
)
REVEALED = Grammar(
    "revealed",
    "Record a revealed secret (written by `reveal`).",
    (
        Word("TURN|dummy:HEX", "Give its turn, or the hex of the dummy."),
        Word("SALT WORD…", "Give the salt, and a word for each drop zone, or the dummy's place in the stack.", 0, None),
    ),
    (Option("--lost", "Declare the secret lost, which counts against its owner."),),
    group=SEALED_GAMES,
    hidden=True,
)


def _key(state: State, word: str) -> str:
    """A turn, or the hex of the dummy."""
    if hex_of(word.lower()):
        return DUMMY + names.hex(state, hex_of(word.lower()))
    return find_name(word, state.charts.turn_numbers, "turn")


def _digest(state: State, word: str) -> str:
    if not is_digest(word):
        raise BadOrder("a digest has 64 hexadecimal digits", hint="`seal FILE` computes it")
    return word


class Sealed(Order, of=SEALED):
    key: Annotated[str, _key]
    digest: Annotated[str, _digest]

    @rule("24.3")
    def check(self, state: State) -> None:
        if not state.setting.options.sealed:
            raise Refused("24.3", "this game is not sealed", OPEN)
        if hex_of(self.key):
            check_sealable(state, hex_of(self.key))
            return
        if state.charts.turn_numbers[self.key] not in open_turns(state):
            raise Refused("19.3", f"the drops of {self.key} cannot be planned now", "next")
        if self.key in state.seals:
            raise Refused("24.3", f"{self.key} is already sealed", "next")

    def resolve(self, play: Play[State]) -> None:
        if hex_of(self.key):
            seal_dummy(play, hex_of(self.key), self.digest)
            run(play)
        else:
            apply.plan_sealed(play, "24.3", key=self.key, digest=self.digest)


class Revealed(Order, of=REVEALED):
    key: str
    salt: str
    """Nothing: the secret is lost."""
    words: tuple[str, ...]

    @classmethod
    def read(cls, state: State, given: Words) -> Self:
        key, *words = given.plain
        lost = given.flag("--lost")
        import re  # start-up

        if lost == bool(words) or (words and not re.fullmatch(SALT, words[0])):
            raise given.wrong("give a salt of 32 hexadecimal digits and the words, or --lost")
        return cls(_key(state, key), "".join(words[:1]), tuple(words[1:]))

    def in_words(self) -> Words:
        plain = [self.key, *([self.salt] if self.salt else []), *self.words]
        return REVEALED.in_words(*plain, lost=not self.salt)

    @rule("24.3")
    def check(self, state: State) -> None:
        check_revealed(state, self.key, self.salt, self.words)

    def resolve(self, play: Play[State]) -> None:
        if hex_of(self.key):
            reveal_dummy(play, self.key, self.words) if self.salt else give_up_dummy(play, self.key)
        elif self.salt:
            reveal(play, self.key, self.words)
        else:
            give_up(play, self.key)
        run(play)
