"""`wreck`: action against the wreck on the reef."""

from tarawa_cli.games.tarawa.model import apply, names
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.orders import SUPPLIES, need_phase
from tarawa_cli.games.tarawa.orders.fields import Order
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.games.tarawa.rules.ch10_night import events
from tarawa_cli.kernel.engine.grammar import Grammar, Option, Word, Words
from tarawa_cli.kernel.engine.play import Play
from tarawa_cli.kernel.hints import Self

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
class Wreck(Order, of=WRECK):
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
        need_phase(state, "wreck", "10.1.4", "actions")
        if self.unit:
            events.check_party(state, state.units[self.unit])
        else:
            events.check_shore(state)

    def resolve(self, play: Play[State]) -> None:
        if self.unit:
            events.send_party(play, play.state.units[self.unit])
        else:
            apply.wreck_shelled(play, "10.1.4", turns=play.state.wreck_fire + 1)
