"""Orders of the impulses: `advance`, `unload`."""

from tarawa_cli.games.tarawa.geography.grid import is_hex
from tarawa_cli.games.tarawa.model import apply, names
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.orders import LANDING, fields, need_phase
from tarawa_cli.games.tarawa.orders.fields import Order
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.games.tarawa.rules.ch06 import advancing, unloading
from tarawa_cli.games.tarawa.rules.ch11.pier import check_taken_off
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.grammar import Grammar, Option, Word, Words
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.hints import Self
from tarawa_cli.kernel.play import Play

ADVANCE = Grammar(
    "advance",
    "Move units and craft over the reef or along the pier (6.4, 11.33).",
    (Word("UNIT [HEX…]", "Name a unit or craft, and the hexes to enter.", least=0, most=None, several=True),),
    (Option("--all", "Move everyone who can, by the shortest way.", several=True),),
    group=LANDING,
    usage="advance UNIT_OR_CRAFT [HEX…] | advance UNIT,UNIT… | advance --all | advance hawkins LVT",
    phases=("impulse",),
)
UNLOAD = Grammar(
    "unload",
    """Unload craft at the edge (6.3).

A load goes into the water, on the pier head, or into an amtrac. `unload --all` unloads every boat that can, into the
water first.""",
    (
        Word("CRAFT", "Name craft: ids with commas, @HEX, a battalion for its boats, all.", least=0, several=True),
        Word("HEX_OR_CRAFT", "Unload into its own hex, a pier head, or an empty amtrac.", least=0),
    ),
    (Option("--all", "Unload every boat that can.", several=True),),
    group=LANDING,
    usage="unload CRAFT [HEX_OR_CRAFT] | unload CRAFT,CRAFT… | unload --all",
    phases=("impulse",),
)


@rule("6.4")
class Advance(Order, of=ADVANCE):
    """Moves one unit by a route or the shortest way, all units, or Hawkins into an amtrac."""

    unit: str = ""
    route: fields.Hexes = ()
    craft: str = ""

    @classmethod
    def read(cls, state: State, given: Words) -> Self:
        if given.flag("--all"):
            given.count(0, 0)
            return cls()
        first, *rest = given.count(1, None)
        unit = names.unit(state, first)
        if len(rest) == 1 and not rest[0].isdigit():
            return cls(unit.id, (), names.craft(state, rest[0]).id)
        return cls(unit.id, tuple(names.hex(state, word) for word in rest))

    def in_words(self) -> Words:
        return ADVANCE.in_words(*filter(None, (self.unit, *self.route, self.craft)), all=not self.unit)

    def check(self, state: State) -> None:
        need_phase(state, "advance", "6.4", "impulse")
        if not self.unit:
            if not advancing.anybody_moves(state):
                raise Refused("6.4", "no unit can move in this impulse", "next")
        elif self.craft:
            check_taken_off(state, state.units[self.unit], state.units[self.craft])
        else:
            advancing.plan_move(state, advancing.mover_of(state, state.units[self.unit]), self.route)

    def resolve(self, play: Play[State]) -> None:
        if self.craft:
            apply.taken_aboard(play, "14.1", unit=self.unit, craft=self.craft)
        elif self.unit:
            self._one(play, self.unit, self.route)
        else:
            self._everybody(play)

    def _one(self, play: Play[State], id: str, route: tuple[Hex, ...]) -> None:
        mover = advancing.mover_of(play.state, play.state.units[id])
        advancing.advance(play, mover, advancing.plan_move(play.state, mover, route))

    def _everybody(self, play: Play[State]) -> None:
        """All units, nearest the shore first; those held up behind others get another chance."""
        while able := advancing.movers(play.state):
            for unit in able:
                if advancing.has_way(play.state, unit):
                    self._one(play, unit.id, ())


@rule("6.3")
class Unload(Order, of=UNLOAD):
    craft: str
    to: str

    @classmethod
    def read(cls, state: State, given: Words) -> Self:
        if given.flag("--all"):
            raise given.wrong("--all takes no other words")
        first, *rest = given.count(1, 2)
        craft = names.craft(state, first)
        return cls(craft.id, cls._target(state, rest[0]) if rest else unloading.best_unloading(state, craft))

    @classmethod
    def _target(cls, state: State, word: str) -> str:
        return names.hex(state, word) if is_hex(word) else names.craft(state, word).id

    def check(self, state: State) -> None:
        need_phase(state, "unload", "6.3", "impulse")
        unloading.check_unload(state, state.units[self.craft], self.to)

    def resolve(self, play: Play[State]) -> None:
        unloading.unload(play, play.state.units[self.craft], self.to)
