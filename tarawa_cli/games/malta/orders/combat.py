"""Orders of status and combat: `ammo`, `support`, `bombard`, `attack`, `break-through`."""

from tarawa_cli.games.malta import rule
from tarawa_cli.games.malta.model import apply, names
from tarawa_cli.games.malta.model.board import is_hex
from tarawa_cli.games.malta.model.state import AIR_MARKER, State
from tarawa_cli.games.malta.orders import LAND, SEVERAL, general, need_part
from tarawa_cli.games.malta.orders.general import Order
from tarawa_cli.games.malta.rules.ch09_combat.attacking import check_attack, check_support, open_attack
from tarawa_cli.games.malta.rules.ch10_11_special_combat_morale import (
    bombard,
    break_through,
    check_bombard,
    check_breakthrough,
)
from tarawa_cli.games.malta.rules.ch12_15_artillery_to_formations import check_ammo, give, must_share
from tarawa_cli.games.malta.rules.ch18_landings.beaches import check_storm_support, storm_hex
from tarawa_cli.kernel.engine.grammar import Grammar, Option, Word, Words
from tarawa_cli.kernel.engine.order import check_once
from tarawa_cli.kernel.engine.play import Play, run
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.hints import Self

# ── The order of the status phase: `ammo`


AMMO = Grammar(
    "ammo",
    "Give ammunition to guns when the Axis stock is too small for all.",
    (Word("GUN…", f"Name the guns: {SEVERAL}.", most=None, several=True),),
    group=LAND,
    phases=("axis-status",),
)


class Ammo(Order, of=AMMO):
    guns: general.Units

    @rule("12.56")
    def check(self, state: State) -> None:
        if state.phase != "axis-status":
            raise Refused("12.56", f"ammunition is given only in `axis-status`; this is `{state.phase}`", "next")
        check_ammo(state, state.named(self.guns))

    def resolve(self, play: Play[State]) -> None:
        """Issue the markers; the last marker in stock ends the phase."""
        from tarawa_cli.games.malta import phases  # start-up

        give(play, play.state.named(self.guns))
        if not must_share(play.state):
            phases.TURN.leave(play)
            run(play)


# ── Orders of the phases of combat


HITS = Option("--hits", "Decide in advance how hits are taken.", "hold|retreat-1|retreat-2", answers="hits")
ADVANCE = Option(
    "--advance",
    "Decide in advance who advances.",
    "UNIT|all|none",
    many=True,
    several=True,
    answers="follow",
)
SUPPORT = Grammar(
    "support",
    "Assign guns and planes to a hex, to bombard it or support an attack.",
    (Word("[GUN…] HEX", "Name guns, here or with --by, then the hex.", most=None),),
    (
        Option("--by", "Assign a gun in range that is ready to fire.", "GUN", many=True, several=True, leading=True),
        Option("--air", "Assign an air support marker."),
    ),
    group=LAND,
    usage="support GUN… HEX [--air] | support HEX [--by GUN]… [--air]",
    phases=("support",),
)
ATTACK = Grammar(
    "attack",
    "Attack an adjacent enemy hex.",
    (Word("UNIT… HEX", f"Name the attackers ({SEVERAL}), then the hex.", most=None, several=True),),
    (Option("--on", "Name the hex, here or last.", "HEX", trailing=is_hex), HITS, ADVANCE),
    group=LAND,
    usage="attack UNIT… HEX",
    phases=("combat",),
)


BOMBARD = Grammar(
    "bombard",
    """Bombard a hex with guns and planes that were assigned to it.

Without names, all of them bombard. The others support the attack.""",
    (Word("[GUN_OR_SHIP…] HEX", "Name guns or ships, here or with --by, then the hex.", most=None),),
    (
        Option("--by", "Use this gun or ship of those assigned.", "GUN_OR_SHIP", many=True, several=True, leading=True),
        Option("--air", "Use the air support marker."),
    ),
    group=LAND,
    usage="bombard [GUN_OR_SHIP…] HEX [--air]",
    phases=("bombardment",),
)


BREAK_THROUGH = Grammar(
    "break-through",
    """Attack once more with a stack that has advanced.

A leader must roll his rating or less. The stack may move one hex first: `break-through UNIT… HEX HEX` moves, then
attacks.""",
    (
        Word(
            "UNIT… [HEX] HEX",
            "Name the units, the hex to enter first, if any, and the target.",
            most=None,
            several=True,
        ),
    ),
    (Option("--on", "Name the target, here or last.", "HEX", trailing=is_hex), HITS, ADVANCE),
    group=LAND,
    usage="break-through UNIT… [HEX] HEX",
    phases=("breakthrough",),
)


def aimed(state: State, given: Words) -> Words:
    """The words of an attack; if no hex is named, the last of them may be a place: `attack i-33 luqa`."""
    on, (*units, last) = given.values("--on"), given.plain or [""]
    if not on and units and last.lower() in state.board.hexes_by_place and last not in state.units:
        return given.changed(units, {"--on": [last]})
    return given


class Support(Order, of=SUPPORT):
    hex: general.Hex
    guns: general.Guns
    air: bool

    @rule("9.2")
    def check(self, state: State) -> None:
        if storm_hex(state):
            check_storm_support(state, self.hex, state.named(self.guns), self.air)
            return
        need_part(state, "support", "9.2", "support")
        check_support(state, self.hex, state.named(self.guns), self.air)

    def resolve(self, play: Play[State]) -> None:
        by = [*self.guns, *([AIR_MARKER] if self.air else [])]
        apply.support_given(play, "9.2", hex=self.hex, by=by)


class Bombard(Order, of=BOMBARD):
    hex: general.Hex
    guns: general.Guns = ()
    air: bool = False

    def by(self, state: State) -> tuple[str, ...]:
        """The guns named, or all that were assigned to the hex."""
        named = (*self.guns, *((AIR_MARKER,) if self.air else ()))
        return named or tuple(state.assigned.get(self.hex, ()))

    @rule("10.1")
    def check(self, state: State) -> None:
        need_part(state, "bombard", "10.1", "bombardment")
        check_bombard(state, self.hex, self.by(state))

    def resolve(self, play: Play[State]) -> None:
        bombard(play, self.hex, self.by(play.state))
        run(play)


class Attack(Order, of=ATTACK):
    units: general.Units
    on: general.Hex

    @classmethod
    def read(cls, state: State, given: Words) -> Self:
        given = aimed(state, given)
        if not given.value("--on"):
            raise given.wrong("which hex?")
        return super().read(state, given)

    @rule("9.1")
    def check(self, state: State) -> None:
        need_part(state, "attack", "9.1", "combat")
        check_attack(state, state.named(self.units), self.on)

    def resolve(self, play: Play[State]) -> None:
        open_attack(play, play.state.named(self.units), self.on)
        run(play)


class BreakThrough(Order, of=BREAK_THROUGH):
    units: general.Units
    to: general.Hex
    on: general.Hex

    @classmethod
    def read(cls, state: State, given: Words) -> Self:
        given = aimed(state, given)
        target, (*words, last) = given.value("--on"), given.plain
        if not target:
            raise given.wrong("which hex?")
        moves = is_hex(last)
        if moves and not words:
            raise given.wrong("name units first, then a hex")
        units = tuple(names.unit(state, word).id for word in (words if moves else given.plain))
        check_once(units)
        return cls(units, names.hex(state, last) if moves else "", names.hex(state, target))

    def in_words(self) -> Words:
        return BREAK_THROUGH.in_words(*self.units, *filter(None, [self.to]), on=[self.on])

    @rule("10.3")
    def check(self, state: State) -> None:
        need_part(state, "break-through", "10.3", "breakthrough")
        check_breakthrough(state, state.named(self.units), self.to, self.on)

    def resolve(self, play: Play[State]) -> None:
        break_through(play, play.state.named(self.units), self.to, self.on)
        run(play)
