"""Orders of the supply phases: `supply`, `head`."""

from tarawa_cli.games.tarawa.model import apply, names
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.orders import SUPPLIES, need_phase
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.games.tarawa.rules.ch08_09_supply_morale import (
    check_head,
    check_supply,
    group_of,
    largest_group,
    relieve,
    supply,
)
from tarawa_cli.games.tarawa.rules.ch12_victory import end_if_reached
from tarawa_cli.kernel.engine.grammar import Grammar, Word
from tarawa_cli.kernel.engine.order import Order
from tarawa_cli.kernel.engine.play import Play

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
class Supply(Order[State], of=SUPPLY):
    """A supply point for a unit's group, or for the largest group of a battalion."""

    whom: names.BattalionOrUnitField

    def _group(self, state: State) -> list[Unit]:
        if self.whom in state.charts.battalions:
            return largest_group(state, self.whom)
        unit = state.units[self.whom]
        return group_of(state, unit) if state.is_ashore(unit) else []

    def check(self, state: State) -> None:
        need_phase(state, "supply", "8.2", "supply-points")
        check_supply(state, self.whom, self._group(state))

    def resolve(self, play: Play[State]) -> None:
        supply(play, self._group(play.state))


@rule("8.3")
class Head(Order[State], of=HEAD):
    at: names.HexField

    def check(self, state: State) -> None:
        need_phase(state, "head", "8.3", "supply-check")
        check_head(state, self.at)

    def resolve(self, play: Play[State]) -> None:
        apply.head_placed(play, "8.3", hex=self.at)
        relieve(play)
        end_if_reached(play)
