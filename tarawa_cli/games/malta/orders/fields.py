"""What the words of an order mean: the fields that orders declare."""

from tarawa_cli.games.malta.model import names
from tarawa_cli.games.malta.model.board import is_hex
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.kernel.board import hexes
from tarawa_cli.kernel.engine import order
from tarawa_cli.kernel.engine.grammar import Words
from tarawa_cli.kernel.engine.order import Takes, check_once
from tarawa_cli.kernel.engine.order_words import find_name
from tarawa_cli.kernel.hints import Annotated, Self

Order = order.Order[State]


def _unit(state: State, word: str) -> str:
    return names.unit(state, word).id


def _zone(state: State, word: str) -> str:
    return find_name(word, state.plan, "drop zone")


Unit = Annotated[str, _unit]
Units = Annotated[tuple[str, ...], Takes(_unit, once=True)]
Guns = Annotated[tuple[str, ...], Takes(_unit, "--by", once=True)]
DropZone = Annotated[str, _zone]
Hex = Annotated[hexes.Hex, names.hex]
Hexes = Annotated[tuple[hexes.Hex, ...], names.hex]


def parted(given: Words) -> list[list[str]]:
    """Units, then hexes, or a place in the last word."""
    place = next((number for number, word in enumerate(given.plain) if is_hex(word)), len(given.plain) - 1)
    if place == 0:
        raise given.wrong("units come first, then hexes")
    return [given.plain[:place], given.plain[place:]]


class UnitsToHex(Order):
    """An order of units that go to one hex together."""

    units: Units
    to: Hex

    @classmethod
    def read(cls, state: State, given: Words) -> Self:
        units, route = parted(given)
        ids, hexes = [_unit(state, word) for word in units], [names.hex(state, word) for word in route]
        check_once(ids)
        if len(hexes) > 1:
            raise given.wrong("only one hex")
        return cls(tuple(ids), hexes[0])
