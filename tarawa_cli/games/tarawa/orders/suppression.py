"""Order of the suppression segments: `suppress`."""

from typing import NamedTuple, Self

from tarawa_cli.games.tarawa.model import names
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.orders import need_phase
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.games.tarawa.rules.ch06 import suppression
from tarawa_cli.kernel.orders import Words
from tarawa_cli.kernel.play import Play


@rule("6.7")
class Suppress(NamedTuple):
    area: str

    @classmethod
    def read(cls, state: State, tokens: list[str]) -> Self:
        (word,) = Words("suppress", tokens).count(1, 1, "suppress AREA")
        return cls(names.area(state, word))

    def text(self) -> str:
        return f"suppress {self.area}"

    def check(self, state: State) -> None:
        need_phase(state, "suppress", "6.7", "suppression")
        suppression.check_suppress(state, self.area)

    def resolve(self, play: Play[State]) -> None:
        suppression.suppress(play, self.area)
