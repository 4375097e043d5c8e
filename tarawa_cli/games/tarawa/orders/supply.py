"""Orders of the supply phases: `supply`, `head`."""

from tarawa_cli.games.tarawa.model import apply, names
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.orders import SUPPLIES, need_phase
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.games.tarawa.rules.ch08 import supply
from tarawa_cli.games.tarawa.rules.ch12.victory import end_if_reached
from tarawa_cli.kernel.grammar import Grammar, Word, Words
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.hints import NamedTuple, Self
from tarawa_cli.kernel.orders import find_name
from tarawa_cli.kernel.play import Play

SUPPLY = Grammar(
    "supply",
    """Give supply points to battalions or to units' groups (8.2).

Each gets one point: `supply 2/8 3/8`, or `supply all`.""",
    (Word("BATTALION_OR_UNIT…", "Name a battalion, or a unit for its group; all.", most=None, several=True),),
    group=SUPPLIES,
    phases=("supply-points",),
)
HEAD = Grammar(
    "head",
    "Set up a supply head (8.3).",
    (Word("HEX", "Name a friendly shore hex."),),
    group=SUPPLIES,
    phases=("supply-check",),
)


@rule("8.2")
class Supply(NamedTuple):
    """A supply point for a unit's group, or for the largest group of a battalion."""

    name: str

    @classmethod
    def read(cls, state: State, given: Words) -> Self:
        units = [unit.id for unit in state.units.values() if not unit.type.is_craft]
        return cls(
            find_name(given.count(1, 1)[0], dict.fromkeys([*state.charts.battalions, *units]), "battalion or unit")
        )

    def text(self) -> str:
        return SUPPLY.text(self.name)

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
    def read(cls, state: State, given: Words) -> Self:
        return cls(names.hex(state, given.plain[0]))

    def text(self) -> str:
        return HEAD.text(self.at)

    def check(self, state: State) -> None:
        need_phase(state, "head", "8.3", "supply-check")
        supply.check_head(state, self.at)

    def resolve(self, play: Play[State]) -> None:
        apply.head_placed(play, "8.3", hex=self.at)
        supply.relieve(play)
        end_if_reached(play)
