"""Orders of the movement phase: `move`, `infiltrate`."""

from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.orders import LAND, fields, need_part
from tarawa_cli.games.malta.orders.fields import Order
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch05.zones import Field
from tarawa_cli.games.malta.rules.ch06.moving import (
    check_infiltration,
    check_mover,
    check_strategic,
    find_way,
    guide,
    infiltrate,
    move,
    nearest_move,
)
from tarawa_cli.games.malta.rules.ch07.stacking import has_room
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.grammar import Grammar, Option, Word, Words
from tarawa_cli.kernel.hexes import Hex, Way
from tarawa_cli.kernel.play import Play
from tarawa_cli.kernel.unfinished import run

MOVE = Grammar(
    "move",
    "Move units to a hex by the cheapest path, or hex by hex.\n\nWith -n, print the path and its cost.",
    (
        Word(
            "UNIT… HEX…",
            "Name units that move together, then the target hex, or every hex of the path.",
            2,
            None,
            several=True,
        ),
    ),
    (Option("--strategic", "Use strategic movement: twice the allowance, away from the enemy, no attack this turn."),),
    group=LAND,
    usage="move UNIT… HEX… [--strategic]",
    phases=("movement",),
)
INFILTRATE = Grammar(
    "infiltrate",
    "Move units on foot from one enemy zone of control to an adjacent one.",
    (Word("UNIT… HEX", "Name units that move together, then the hex.", 2, None, several=True),),
    group=LAND,
    usage="infiltrate UNIT… HEX",
    phases=("movement",),
)


class Move(Order, of=MOVE):
    units: fields.Units
    route: fields.Hexes
    strategic: bool = False

    @classmethod
    def places(cls, given: Words) -> list[list[str]]:
        return fields.parted(given)

    @rule("6.2", "6.3")
    def check(self, state: State) -> None:
        need_part(state, "move", "6", "movement")
        field, units = Field(state), state.named(self.units)
        for unit in units:
            check_mover(state, unit)
            if self.strategic:
                check_strategic(field, unit)
            self._way(field, unit)
        check_room(field, self.route[-1], units)

    def _way(self, field: Field, unit: Unit) -> Way:
        return find_way(field, guide(unit, field.state.named(self.units)), self.route, self.strategic)

    def resolve(self, play: Play[State]) -> None:
        field = Field(play.state)
        ways = [(unit, self._way(field, unit)) for unit in play.state.named(self.units)]
        for unit, way in ways:
            move(play, unit, way, self.strategic)
        run(play)


class Infiltrate(fields.UnitsToHex, of=INFILTRATE):
    @rule("6.4")
    def check(self, state: State) -> None:
        need_part(state, "infiltrate", "6.4", "movement")
        field, units = Field(state), state.named(self.units)
        for unit in units:
            check_mover(state, unit)
            check_infiltration(field, guide(unit, units), self.to)
        check_room(field, self.to, units)

    def resolve(self, play: Play[State]) -> None:
        for unit in play.state.named(self.units):
            infiltrate(play, unit, self.to)
        run(play)


@rule("7")
def check_room(field: Field, at: Hex, units: list[Unit]) -> None:
    if not has_room(field, at, units):
        most = field.state.charts.value("stacking")
        why = f"{at} would hold more than {most} battalion equivalents, or two headquarters"
        raise Refused("7", why, lambda: nearest_move(field, units[0], at))
