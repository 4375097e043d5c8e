"""Order of the suppression segments: `suppress`."""

from tarawa_cli.games.tarawa.model import names
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.orders import LANDING, need_phase
from tarawa_cli.games.tarawa.orders.fields import Order
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.games.tarawa.rules.ch06 import suppression
from tarawa_cli.kernel.grammar import Grammar, Option, Word, Words
from tarawa_cli.kernel.hints import Annotated, Self
from tarawa_cli.kernel.play import Play

SUPPRESS = Grammar(
    "suppress",
    """Suppress areas with ships and aircraft (6.7).

Each area can be fired on once in a segment.""",
    (
        Word(
            "AREA…",
            "Name areas with landing hexes of a beach in use, or a beach for its areas.",
            least=0,
            most=None,
            several=True,
        ),
    ),
    (Option("--all", "Fire on every area that you can.", several=True),),
    group=LANDING,
    phases=("suppression",),
)


@rule("6.7")
class Suppress(Order, of=SUPPRESS):
    area: Annotated[str, names.area]

    @classmethod
    def read(cls, state: State, given: Words) -> Self:
        if given.flag("--all"):
            raise given.wrong("--all takes no other words")
        return super().read(state, given)

    def check(self, state: State) -> None:
        need_phase(state, "suppress", "6.7", "suppression")
        suppression.check_suppress(state, self.area)

    def resolve(self, play: Play[State]) -> None:
        suppression.suppress(play, self.area)
