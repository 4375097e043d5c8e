"""What the words of an order mean: the fields that orders declare."""

from tarawa_cli.games.tarawa.model import names
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.kernel.board import hexes
from tarawa_cli.kernel.engine import order
from tarawa_cli.kernel.engine.order_words import find_name
from tarawa_cli.kernel.hints import Annotated

Order = order.Order[State]


def _combat_unit(state: State, word: str) -> str:
    return names.combat_unit(state, word).id


def _craft(state: State, word: str) -> str:
    return names.craft(state, word).id


def _battalion_or_unit(state: State, word: str) -> str:
    units = [unit.id for unit in state.units.values() if not unit.type.is_craft]
    return find_name(word, dict.fromkeys([*state.charts.battalions, *units]), "battalion or unit")


Unit = Annotated[str, _combat_unit]
Units = Annotated[tuple[str, ...], _combat_unit]
Craft = Annotated[str, _craft]
BattalionOrUnit = Annotated[str, _battalion_or_unit]
Areas = Annotated[tuple[str, ...], names.area]
Hex = Annotated[hexes.Hex, names.hex]
Hexes = Annotated[tuple[hexes.Hex, ...], names.hex]
