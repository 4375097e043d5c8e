"""The meaning of a word: unit, craft, battalion, hex, area, beach. Case is ignored; a unique beginning is enough."""

from tarawa_cli.games.tarawa.model.board import COLUMNS, is_hex
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.order_words import find_name, shown
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.hints import Annotated


def unit(state: State, word: str) -> Unit:
    """Any counter."""
    return state.units[find_name(word, state.units, "unit", "units all")]


def combat_unit(state: State, word: str) -> Unit:
    """A counter that is not a craft."""
    if word in state.units and not state.units[word].type.is_craft:
        return state.units[word]
    return state.units[
        find_name(word, [id for id, u in state.units.items() if not u.type.is_craft], "combat unit", "units all")
    ]


def craft(state: State, word: str) -> Unit:
    if word in state.units and state.units[word].type.is_craft:
        return state.units[word]
    return state.units[
        find_name(word, [id for id, u in state.units.items() if u.type.is_craft], "craft", "units craft")
    ]


def battalion(state: State, word: str) -> str:
    return find_name(word, state.charts.battalions, "battalion")


def area(state: State, word: str) -> str:
    return find_name(word, state.board.areas, "area")


def beach(state: State, word: str) -> str:
    return find_name(word, state.board.beaches, "beach")


BEACH = "beach:"
"""Before the name of a beach, where an area has the same name."""


def is_beach(state: State, word: str) -> bool:
    """Whether a word names a beach: with `beach:` before it, or if no area has the same name."""
    lower = word.lower()
    return lower.startswith(BEACH) or (lower in state.board.beaches and lower not in state.board.areas)


def area_or_beach(state: State, word: str) -> str:
    """An area, or a beach with `beach:` before it."""
    if word.lower().startswith(BEACH):
        return BEACH + beach(state, word[len(BEACH) :])
    name = find_name(word, dict.fromkeys([*state.board.areas, *state.board.beaches]), "area or beach")
    return name if name in state.board.areas else BEACH + name


def hex(state: State, word: str) -> Hex:
    """A hex of the map; the open sea does not count."""
    if not is_hex(word):
        raise BadOrder(f"{shown(word)} is not a hex", hint="a hex is four digits, row and column, e.g. 2731")
    if word not in state.board.terrain:
        raise BadOrder(
            f"hex {word} is not on the map, or open sea", hint="rows run from 14 to 46, columns from 3 to 58"
        )
    return word


def find_hex(state: State, word: str) -> Hex:
    """A hex of the map, or of the open sea within its edges."""
    board = state.board
    if is_hex(word) and int(word[2:]) <= COLUMNS and word[:2] in {at[:2] for at in board.terrain}:
        return word
    return hex(state, word)


# ── The fields of orders: what a word there must name


def _combat_unit_id(state: State, word: str) -> str:
    return combat_unit(state, word).id


def _battalion_or_unit(state: State, word: str) -> str:
    units = [unit.id for unit in state.units.values() if not unit.type.is_craft]
    return find_name(word, dict.fromkeys([*state.charts.battalions, *units]), "battalion or unit")


UnitField = Annotated[str, _combat_unit_id]
UnitsField = Annotated[tuple[str, ...], _combat_unit_id]
CraftField = Annotated[str, lambda state, word: craft(state, word).id]
BattalionOrUnitField = Annotated[str, _battalion_or_unit]
AreaField = Annotated[str, area]
AreasField = Annotated[tuple[str, ...], area]
HexField = Annotated[Hex, hex]
HexesField = Annotated[tuple[Hex, ...], hex]
