"""Orders for battalions and their companies: `break`, `join`."""

from tarawa_cli.games.malta.model import names
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.orders import LAND, SEVERAL, fields, need_part
from tarawa_cli.games.malta.orders.fields import Order
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch13.companies import break_up, check_break, check_join, join
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.grammar import Grammar, Word
from tarawa_cli.kernel.hints import Annotated
from tarawa_cli.kernel.play import Play

BREAK = Grammar(
    "break",
    "Break battalions into their companies.",
    (Word("UNIT…", f"Name battalions: {SEVERAL}.", most=None, several=True),),
    group=LAND,
    phases=("movement",),
)
JOIN = Grammar(
    "join",
    "Join companies in one hex into their battalion, which ends its move this turn.",
    (Word("BATTALION…", f"Name battalions, or one company of each: {SEVERAL}.", most=None, several=True),),
    group=LAND,
    phases=("movement", "first-wave", "second-wave", "airborne"),
)
JOINING = ("first-wave", "second-wave", "airborne")
"""Phases other than movement in which companies join."""


class Break(Order, of=BREAK):
    unit: fields.Unit

    @rule("13.1")
    def check(self, state: State) -> None:
        need_part(state, "break", "13.1", "movement")
        check_break(state, state.units[self.unit])

    def resolve(self, play: Play[State]) -> None:
        break_up(play, play.state.units[self.unit])


def _battalion(state: State, word: str) -> str:
    """A battalion, or that of a company."""
    unit = names.unit(state, word)
    return unit.type.of or unit.id


class Join(Order, of=JOIN):
    unit: Annotated[str, _battalion]

    @rule("13.2")
    def check(self, state: State) -> None:
        if state.phase not in JOINING and not state.phase.endswith("-movement"):
            why = f"companies join only in a movement phase or after landing; this is `{state.phase}`"
            raise Refused("13.2", why, "next")
        check_join(state, state.units[self.unit])

    def resolve(self, play: Play[State]) -> None:
        battalion = play.state.units[self.unit]
        join(play, battalion, check_join(play.state, battalion))
