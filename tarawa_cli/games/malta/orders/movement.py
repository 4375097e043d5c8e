"""Orders of movement and organisation: `move`, `infiltrate`, `break`, `join`, `attach`, `detach`."""

from tarawa_cli.games.malta import rule
from tarawa_cli.games.malta.model import apply, names
from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.orders import LAND, SEVERAL, general, need_part
from tarawa_cli.games.malta.orders.general import Order
from tarawa_cli.games.malta.rules.ch05_zones_of_control import HexIndex
from tarawa_cli.games.malta.rules.ch06_movement import (
    check_infiltration,
    check_mover,
    check_strategic,
    find_way,
    guide,
    infiltrate,
    move,
    nearest_move,
)
from tarawa_cli.games.malta.rules.ch07_08_stacking_supply import has_room
from tarawa_cli.games.malta.rules.ch12_15_artillery_to_formations import (
    INDEPENDENT,
    break_up,
    check_break,
    check_change,
    check_join,
    formations,
    join,
)
from tarawa_cli.kernel.board.hexes import Hex, Path
from tarawa_cli.kernel.engine.grammar import Grammar, Option, Word, Words
from tarawa_cli.kernel.engine.order_words import find_name
from tarawa_cli.kernel.engine.play import Play, run
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.hints import Annotated

# ── Orders of the movement phase: `move`, `infiltrate`


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
    units: general.Units
    route: general.Hexes
    strategic: bool = False

    @classmethod
    def places(cls, given: Words) -> list[list[str]]:
        return general.parted(given)

    @rule("6.2", "6.3")
    def check(self, state: State) -> None:
        need_part(state, "move", "6", "movement")
        field, units = HexIndex(state), state.named(self.units)
        for unit in units:
            check_mover(state, unit)
            if self.strategic:
                check_strategic(field, unit)
            self._way(field, unit)
        check_room(field, self.route[-1], units)

    def _way(self, field: HexIndex, unit: Unit) -> Path:
        return find_way(field, guide(unit, field.state.named(self.units)), self.route, self.strategic)

    def resolve(self, play: Play[State]) -> None:
        field = HexIndex(play.state)
        ways = [(unit, self._way(field, unit)) for unit in play.state.named(self.units)]
        for unit, way in ways:
            move(play, unit, way, self.strategic)
        run(play)


class Infiltrate(general.UnitsToHex, of=INFILTRATE):
    @rule("6.4")
    def check(self, state: State) -> None:
        need_part(state, "infiltrate", "6.4", "movement")
        field, units = HexIndex(state), state.named(self.units)
        for unit in units:
            check_mover(state, unit)
            check_infiltration(field, guide(unit, units), self.to)
        check_room(field, self.to, units)

    def resolve(self, play: Play[State]) -> None:
        for unit in play.state.named(self.units):
            infiltrate(play, unit, self.to)
        run(play)


@rule("7")
def check_room(field: HexIndex, at: Hex, units: list[Unit]) -> None:
    if not has_room(field, at, units):
        most = field.state.charts.value("stacking")
        why = f"{at} would hold more than {most} battalion equivalents, or two headquarters"
        raise Refused("7", why, lambda: nearest_move(field, units[0], at))


# ── Orders for battalions and their companies: `break`, `join`


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
    unit: general.Unit

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
        battalion = state.units[self.unit]
        check_join(state, battalion, lambda: _how_to_join(state, battalion))

    def resolve(self, play: Play[State]) -> None:
        battalion = play.state.units[self.unit]
        join(play, battalion, check_join(play.state, battalion))


def _how_to_join(state: State, battalion: Unit) -> str:
    from tarawa_cli.games.malta.rules.ch19_drops.steps import suggest_join  # start-up

    return suggest_join(state, battalion)


# ── Orders of the phase `formations`: `attach`, `detach`


ATTACH = Grammar(
    "attach",
    "Attach independent units to a formation.",
    (Word("UNIT… FORMATION", "Name the units, then the formation.", 2, None, several=True),),
    group=LAND,
    usage="attach UNIT… FORMATION",
    phases=("formations",),
)
DETACH = Grammar(
    "detach",
    "Detach independent units from their formation.",
    (Word("UNIT…", f"Name the units: {SEVERAL}.", most=None, several=True),),
    group=LAND,
    calls_off=True,
    phases=("formations",),
)


def _need_phase(state: State, name: str) -> None:
    if state.phase != "formations":
        raise Refused("15.2", f"`{name}` works only in phase `formations`; this is `{state.phase}`", "next")


def _formation(state: State, word: str) -> str:
    return find_name(word, formations(state), "formation")


class Attach(Order, of=ATTACH):
    units: general.Units
    to: Annotated[str, _formation]

    @rule("15.2")
    def check(self, state: State) -> None:
        _need_phase(state, "attach")
        check_change(state, state.named(self.units), self.to)

    def resolve(self, play: Play[State]) -> None:
        apply.formation_changed(play, "15.2", units=list(self.units), to=self.to)


class Detach(Order, of=DETACH):
    units: general.Units

    @rule("15.2")
    def check(self, state: State) -> None:
        _need_phase(state, "detach")
        check_change(state, state.named(self.units), INDEPENDENT)

    def resolve(self, play: Play[State]) -> None:
        apply.formation_changed(play, "15.2", units=list(self.units), to=INDEPENDENT)
