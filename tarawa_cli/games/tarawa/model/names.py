"""The meaning of a word: unit, craft, battalion, hex, area, beach. Case is ignored; a unique beginning is enough."""

from tarawa_cli.games.tarawa.model.board import ABSENT, COLUMNS, LOST, SCHEDULE, is_hex
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.order_words import ALL, Named, find_name, pieces, shown
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.hints import Annotated, Callable, NamedTuple


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


# ── The words of an order: units, craft, a battalion, all units in a hex, or all


class WordKind(NamedTuple):
    """What a position in an order takes, and how a word there is read."""

    one: Callable[[State, str], str]
    """The name that a word means; BadOrder if it means none."""
    fits: Callable[[Unit], bool] = lambda _: True
    """Which units can be meant by a battalion, a hex or all."""
    everybody: Callable[[State], list[Unit]] = lambda _: []
    """The units that `all` means; if there are none, all units in the game."""

    def all(self, state: State) -> list[str]:
        playing = (unit for unit in state.units.values() if unit.at not in (ABSENT, LOST))
        return [unit.id for unit in self.everybody(state) or playing]


UNITS = WordKind(lambda state, word: combat_unit(state, word).id, lambda unit: not unit.type.is_craft)
ASHORE = UNITS._replace(everybody=State.ashore)
WAITING = UNITS._replace(everybody=lambda state: [unit for unit in state.units.values() if unit.at == SCHEDULE])
CRAFT = WordKind(lambda state, word: craft(state, word).id, lambda unit: unit.type.is_craft)
MOVERS = WordKind(lambda state, word: unit(state, word).id, lambda unit: not unit.craft)


def named(state: State, words: list[str], kind: WordKind) -> list[Named]:
    """Everything that some words name, each once."""
    found: dict[str, Named] = {}
    for piece in pieces(words):
        for each in _named(state, piece, kind):
            found.setdefault(each.id, each)
    return list(found.values())


def _named(state: State, word: str, kind: WordKind) -> list[Named]:
    """An exact id wins; then come the groups; then the beginning of a name."""
    found = kind.all(state) if word.lower() == ALL else group(state, word) if is_group(state, word) else None
    if found is None:
        return [Named(kind.one(state, word), alone=True)]
    return [Named(id, alone=False) for id in dict.fromkeys(found) if kind.fits(state.units[id])]


def group(state: State, word: str) -> list[str] | None:
    """The units and their craft that a group word means; None if it is no such word."""
    if word.lower() == ALL:
        return list(state.units)
    if word.startswith("@"):
        at = hex(state, word[1:])
        return [unit.id for unit in state.units.values() if state.hex_of(unit) == at]
    if word not in state.charts.battalions:
        return None
    belonging = [unit for unit in state.units.values() if word in (unit.type.battalion, unit.supplies)]
    return [id for unit in belonging for id in (unit.id, unit.craft) if id]


def is_one(state: State, words: list[str]) -> bool:
    """Whether the words are one name, and that of one unit."""
    return len(words) == 1 and "," not in words[0] and not is_group(state, words[0])


def is_group(state: State, word: str) -> bool:
    """Whether a word means several units; an exact id never does."""
    return word not in state.units and group(state, word) is not None
