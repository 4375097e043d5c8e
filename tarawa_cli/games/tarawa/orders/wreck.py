"""`wreck`: against the wreck on the reef."""

from typing import NamedTuple, Self

from tarawa_cli.games.tarawa.model import apply, names
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.orders import need_phase
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.games.tarawa.rules.ch10 import wreck
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.orders import Words
from tarawa_cli.kernel.play import Play


@rule("10.1.4")
class Wreck(NamedTuple):
    """All shore points of the turn, or an infantry unit for a whole turn."""

    unit: str = ""

    @classmethod
    def read(cls, state: State, tokens: list[str]) -> Self:
        words = Words("wreck", tokens, flags=["--shore"])
        plain = words.count(0, 1, "wreck UNIT | wreck --shore")
        if words.flag("--shore") == bool(plain):
            raise BadOrder("wreck: a unit, or --shore", hint="use it as: wreck UNIT | wreck --shore")
        return cls(names.combat_unit(state, plain[0]).id if plain else "")

    def text(self) -> str:
        return f"wreck {self.unit or '--shore'}"

    def check(self, state: State) -> None:
        need_phase(state, "wreck", "10.1.4", "actions")
        if self.unit:
            wreck.check_party(state, state.units[self.unit])
        else:
            wreck.check_shore(state)

    def resolve(self, play: Play[State]) -> None:
        if self.unit:
            apply.wreck_party_sent(play, "10.1.4", unit=self.unit)
        else:
            apply.wreck_shelled(play, "10.1.4", turns=play.state.wreck_fire + 1)
