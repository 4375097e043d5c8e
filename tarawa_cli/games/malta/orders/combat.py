"""Orders of the support and combat phases: `support`, `attack`."""

from typing import NamedTuple, Self

from tarawa_cli.games.malta.model import apply, names
from tarawa_cli.games.malta.model.state import AIR_MARKER, State
from tarawa_cli.games.malta.orders import LAND, need_part
from tarawa_cli.games.malta.orders.movement import unique
from tarawa_cli.games.malta.phases import run
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch09.attack import begin, check_attack
from tarawa_cli.games.malta.rules.ch09.support import check_support
from tarawa_cli.kernel.grammar import Grammar, Option, Word, Words
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.play import Play

SUPPORT = Grammar(
    "support",
    "Give guns and planes to a hex that will be attacked.",
    (Word("HEX", "The hex."),),
    (
        Option("--by", "A gun in range that is ready to fire.", "GUN", many=True),
        Option("--air", "An air support marker."),
    ),
    group=LAND,
)
ATTACK = Grammar(
    "attack",
    "Attack an adjacent hex that the enemy holds.",
    (Word("UNIT…", "Who attacks.", most=None),),
    (Option("--on", "The hex.", "HEX", needed=True),),
    group=LAND,
)


class Support(NamedTuple):
    hex: Hex
    guns: tuple[str, ...]
    air: bool

    @classmethod
    def read(cls, state: State, given: Words) -> Self:
        guns = unique(names.unit(state, word).id for word in given.values("--by"))
        return cls(names.hex(state, given.plain[0]), guns, given.flag("--air"))

    def text(self) -> str:
        return SUPPORT.text(self.hex, by=list(self.guns), air=self.air)

    @rule("9.2")
    def check(self, state: State) -> None:
        need_part(state, "support", "9.2", "support")
        check_support(state, self.hex, state.named(self.guns), self.air)

    def resolve(self, play: Play[State]) -> None:
        by = [*self.guns, *([AIR_MARKER] if self.air else [])]
        apply.support_given(play, "9.2", hex=self.hex, by=by)


class Attack(NamedTuple):
    units: tuple[str, ...]
    on: Hex

    @classmethod
    def read(cls, state: State, given: Words) -> Self:
        target = given.value("--on")
        if not target:
            raise given.wrong("--on HEX is missing")
        return cls(unique(names.unit(state, word).id for word in given.plain), names.hex(state, target))

    def text(self) -> str:
        return ATTACK.text(*self.units, on=[self.on])

    @rule("9.1")
    def check(self, state: State) -> None:
        need_part(state, "attack", "9.1", "combat")
        check_attack(state, state.named(self.units), self.on)

    def resolve(self, play: Play[State]) -> None:
        begin(play, play.state.named(self.units), self.on)
        run(play)
