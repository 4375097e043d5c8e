"""Order of the suppression segments: `suppress`."""

from typing import NamedTuple, Self

from tarawa_cli.games.tarawa.model import names
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.orders import LANDING, need_phase
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.games.tarawa.rules.ch06 import suppression
from tarawa_cli.kernel.grammar import Grammar, Word, Words
from tarawa_cli.kernel.play import Play

SUPPRESS = Grammar(
    "suppress",
    "Fire of ships and aircraft on an area (6.7).",
    (Word("AREA", "An area with landing hexes of a beach in use."),),
    group=LANDING,
)


@rule("6.7")
class Suppress(NamedTuple):
    area: str

    @classmethod
    def read(cls, state: State, given: Words) -> Self:
        return cls(names.area(state, given.plain[0]))

    def text(self) -> str:
        return SUPPRESS.text(self.area)

    def check(self, state: State) -> None:
        need_phase(state, "suppress", "6.7", "suppression")
        suppression.check_suppress(state, self.area)

    def resolve(self, play: Play[State]) -> None:
        suppression.suppress(play, self.area)
