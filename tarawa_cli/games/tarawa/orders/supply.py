"""Orders of the supply phases: `supply`, `head`."""

from typing import NamedTuple, Self

from tarawa_cli.games.tarawa.model import apply, names
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.orders import need_phase
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.games.tarawa.rules.ch08 import supply
from tarawa_cli.games.tarawa.rules.ch12.victory import end_if_reached
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.orders import Words, find_name
from tarawa_cli.kernel.play import Play


@rule("8.2")
class Supply(NamedTuple):
    """A point for a unit's group, or for the largest group of a battalion."""

    name: str

    @classmethod
    def read(cls, state: State, tokens: list[str]) -> Self:
        (word,) = Words("supply", tokens).count(1, 1, "supply BATTALION_OR_UNIT")
        units = [unit.id for unit in state.units.values() if not unit.type.is_craft]
        return cls(find_name(word, dict.fromkeys([*state.charts.battalions, *units]), "battalion or unit"))

    def text(self) -> str:
        return f"supply {self.name}"

    def _group(self, state: State) -> list[Unit]:
        if self.name in state.charts.battalions:
            return supply.largest_group(state, self.name)
        unit = state.units[self.name]
        return supply.group_of(state, unit) if state.is_ashore(unit) else []

    def check(self, state: State) -> None:
        need_phase(state, "supply", "8.2", "supply-points")
        supply.check_supply(state, self.name, self._group(state))

    def resolve(self, play: Play[State]) -> None:
        supply.supply(play, self._group(play.state))


@rule("8.3")
class Head(NamedTuple):
    at: Hex

    @classmethod
    def read(cls, state: State, tokens: list[str]) -> Self:
        (word,) = Words("head", tokens).count(1, 1, "head HEX")
        return cls(names.hex(state, word))

    def text(self) -> str:
        return f"head {self.at}"

    def check(self, state: State) -> None:
        need_phase(state, "head", "8.3", "supply-check")
        supply.check_head(state, self.at)

    def resolve(self, play: Play[State]) -> None:
        apply.head_placed(play, "8.3", hex=self.at)
        supply.relieve(play)
        end_if_reached(play)
