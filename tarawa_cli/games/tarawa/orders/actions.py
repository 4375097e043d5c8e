"""Orders of phase `actions`: `move`, `fire`, `attack`, `demolish`, `recover`, `dig`, `wreck`."""

from tarawa_cli.games.tarawa import rule
from tarawa_cli.games.tarawa.model import apply, names
from tarawa_cli.games.tarawa.model.board import is_hex
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.orders import ASHORE, SEVERAL, SUPPLIES, need_phase
from tarawa_cli.games.tarawa.rules.ch07_actions import assault, fire
from tarawa_cli.games.tarawa.rules.ch07_actions.moving_recovery import (
    check_dig,
    check_recover,
    move_on,
    must_pay,
    plan_move,
)
from tarawa_cli.kernel.engine.grammar import Grammar, Number, Option, Word, Words
from tarawa_cli.kernel.engine.order import Order
from tarawa_cli.kernel.engine.order_words import shown
from tarawa_cli.kernel.engine.play import Play, run
from tarawa_cli.kernel.errors import BadOrder, Refused, allows
from tarawa_cli.kernel.hints import Annotated, Self

SUPPORT = Option("--support", "Add a supporter; repeatable.", "UNIT", many=True, several=True)
SHORE = Option("--shore", "Spend a shore point.")
HITS = Option("--hits", "Choose what a hit costs.", "step|morale", answers="hit")
CLEAR = Option("--clear", "Choose which of two hexes is cleared.", "HEX", answers="clear")
GAIN = Option("--gain", "Choose which regiment gains morale.", "2nd|6th|8th|10th|none", answers="gain")
UNITS = Word("UNIT…", f"Name units ashore: {SEVERAL}.", most=None, several=True)
ON = Option("--on", "Name the target, as for an attack.", "HEX")

MOVE = Grammar(
    "move",
    """Move units on land (7.2.1).

Several units move one after the other, e.g. `move 2/8 2627`. With -n, print the path and its cost.""",
    (
        UNITS._replace(most=1),
        Word("HEX…", "Go to this hex by the cheapest path, or name every hex of the path.", most=None),
    ),
    group=ASHORE,
    usage="move UNIT… HEX…",
    phases=("actions",),
)
FIRE = Grammar(
    "fire",
    """Fire at a hex to suppress it (7.2.2).

Several units fire one after the other, e.g. `fire 2/8 2626 --times 3`.""",
    (
        UNITS._replace(most=1),
        Word("HEX", "Name an uncleared hex next to it, here or with --on.", least=0, most=None),
    ),
    (
        ON,
        SUPPORT,
        SHORE,
        Option("--times", "Fire again until it succeeds, N times at most.", "N", number=Number(), default="1"),
    ),
    group=ASHORE,
    usage="fire UNIT… HEX [--support UNIT] [--shore] [--times N]",
    phases=("actions",),
)
ATTACK = Grammar(
    "attack",
    """Attack one or two hexes to clear them (7.2.4).

If you name a battalion, its half-battalions attack and its engineers support: `attack 2/8 2626`.""",
    (UNITS._replace(name="UNIT… HEX", help=f"Name units ashore ({SEVERAL}), then the target or two."),),
    (
        Option("--on", "Name a target, here or last; twice for two.", "HEX", many=True, trailing=is_hex),
        SUPPORT,
        SHORE,
        HITS,
        CLEAR,
        GAIN,
    ),
    group=ASHORE,
    usage="attack UNIT… HEX [HEX] [--support UNIT]… [--shore] [--hits step|morale] [--clear HEX] [--gain …]",
    phases=("actions",),
)
DEMOLISH = Grammar(
    "demolish",
    "Demolish pillboxes with engineers (7.2.5).",
    (UNITS._replace(name="UNIT… HEX", help=f"Name engineers ({SEVERAL}), then the pillbox hex."),),
    (Option("--on", "Name the pillbox hex, here or last.", "HEX", trailing=is_hex), SUPPORT, HITS, GAIN),
    group=ASHORE,
    usage="demolish UNIT… HEX [--support UNIT]…",
    phases=("actions",),
)
RECOVER = Grammar(
    "recover",
    """Rest units to recover a step (7.2.6).

`recover 2/8` rests the whole battalion or none of it. `recover all` rests every unit that can gain by it.""",
    (UNITS,),
    (Option("--pay", "Pay a supply point for each unit that is not supplied near a head."),),
    group=ASHORE,
    phases=("actions",),
)
DIG = Grammar(
    "dig",
    "Dig improved positions (11.1).\n\n`dig all` digs with every unit that can.",
    (UNITS,),
    group=ASHORE,
    phases=("actions",),
)


def check_aimed(given: Words) -> None:
    if not given.values("--on"):
        raise given.wrong("which hex?")


@rule("7.2.1")
class Move(Order[State], of=MOVE):
    unit: names.UnitField
    route: names.HexesField

    def check(self, state: State) -> None:
        need_phase(state, "move", "7.2.1", "actions")
        plan_move(state, state.units[self.unit], self.route)

    def resolve(self, play: Play[State]) -> None:
        unit = play.state.units[self.unit]
        route = plan_move(play.state, unit, self.route)
        play.push(move_on, unit=unit.id, route=list(route))
        run(play)


def _times(state: State, times: str) -> int:
    if not (times.isascii() and times.isdigit() and len(times) <= 2 and int(times)):
        raise BadOrder(f"--times {shown(times)}: must be a number from 1 to 99")
    return int(times)


@rule("7.2.2")
class Fire(Order[State], of=FIRE):
    unit: names.UnitField
    at: names.HexField
    support: names.UnitsField = ()
    shore: bool = False
    times: Annotated[int, _times] = 1

    @classmethod
    def places(cls, given: Words) -> list[list[str]]:
        """The unit that fires, and its target, which comes last or after --on."""
        words = [*given.plain, *filter(None, [given.value("--on")])]
        if len(words) != 2:
            raise given.wrong("one unit, and one hex")
        return [words[:1], words[1:]]

    def check(self, state: State) -> None:
        need_phase(state, "fire", "7.2.2", "actions")
        fire.check_fire(state, state.units[self.unit], self.at, self.support, self.shore)

    def resolve(self, play: Play[State]) -> None:
        """Fire until it succeeds, at most `times` times and while the order stays legal."""
        unit = play.state.units[self.unit]
        for _ in range(self.times):
            if fire.fire(play, unit, self.at, self.support, self.shore) or not allows(self.check, play.state):
                break


@rule("7.2.4")
class Attack(Order[State], of=ATTACK):
    units: names.UnitsField
    on: names.HexesField
    support: names.UnitsField = ()
    shore: bool = False

    @classmethod
    def read(cls, state: State, given: Words) -> Self:
        check_aimed(given)
        return super().read(state, given)

    def check(self, state: State) -> None:
        need_phase(state, "attack", "7.2.4", "actions")
        assault.check_attack(state, self.units, self.on, self.support, self.shore)

    def resolve(self, play: Play[State]) -> None:
        assault.begin(play, assault.attack, self.units, self.on, self.support, self.shore)
        run(play)


@rule("7.2.5")
class Demolish(Order[State], of=DEMOLISH):
    units: names.UnitsField
    on: names.HexField
    support: names.UnitsField = ()

    @classmethod
    def read(cls, state: State, given: Words) -> Self:
        check_aimed(given)
        return super().read(state, given)

    def check(self, state: State) -> None:
        need_phase(state, "demolish", "7.2.5", "actions")
        assault.check_demolition(state, self.units, self.on, self.support)

    def resolve(self, play: Play[State]) -> None:
        assault.begin(play, assault.demolish, self.units, [self.on], self.support, shore=False)
        run(play)


@rule("7.2.6")
class Recover(Order[State], of=RECOVER):
    units: names.UnitsField
    pay: bool = False

    def check(self, state: State) -> None:
        need_phase(state, "recover", "7.2.6", "actions")
        _check_once(self.units, "7.2.6")
        check_recover(state, self.units, self.pay)

    def resolve(self, play: Play[State]) -> None:
        paying = {unit: self.pay and must_pay(play.state, play.state.units[unit]) for unit in self.units}
        for unit, paid in paying.items():
            apply.recovery_begun(play, "7.2.6", unit=unit, paid=paid)


@rule("11.1")
class Dig(Order[State], of=DIG):
    units: names.UnitsField

    def check(self, state: State) -> None:
        need_phase(state, "dig", "11.1", "actions")
        for unit in self.units:
            check_dig(state, state.units[unit])
        _check_once(self.units, "11.1")

    def resolve(self, play: Play[State]) -> None:
        for unit in self.units:
            apply.digging_begun(play, "11.1", unit=unit)


def _check_once(units: tuple[str, ...], rule: str) -> None:
    twice = next((unit for unit in units if units.count(unit) > 1), "")
    if twice:
        raise Refused(rule, f"{twice} is named twice", "name each unit once")


# ── The wreck on the reef


WRECK = Grammar(
    "wreck",
    "Silence the wreck with ships' guns or a boarding party (10.1.4).",
    (Word("UNIT", "Send an infantry unit, which is busy for the whole turn.", least=0, several=True),),
    (Option("--shore", "Spend all shore points of this turn."),),
    group=SUPPLIES,
    usage="wreck UNIT | wreck --shore",
    phases=("actions",),
)


@rule("10.1.4")
class Wreck(Order[State], of=WRECK):
    """All shore points of the turn, or an infantry unit for a whole turn."""

    unit: str = ""

    @classmethod
    def read(cls, state: State, given: Words) -> Self:
        if given.flag("--shore") == bool(given.plain):
            raise given.wrong("a unit, or --shore")
        return cls(names.combat_unit(state, given.plain[0]).id if given.plain else "")

    def in_words(self) -> Words:
        return WRECK.in_words(*filter(None, [self.unit]), shore=not self.unit)

    def check(self, state: State) -> None:
        from tarawa_cli.games.tarawa.rules import ch10_night  # start-up

        need_phase(state, "wreck", "10.1.4", "actions")
        if self.unit:
            ch10_night.check_party(state, state.units[self.unit])
        else:
            ch10_night.check_shore(state)

    def resolve(self, play: Play[State]) -> None:
        from tarawa_cli.games.tarawa.rules import ch10_night  # start-up

        if self.unit:
            ch10_night.send_party(play, play.state.units[self.unit])
        else:
            apply.wreck_shelled(play, "10.1.4", turns=play.state.wreck_fire + 1)
