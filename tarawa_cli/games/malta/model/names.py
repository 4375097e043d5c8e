"""Units, hexes and regions by name, in any case or by a unique beginning."""

from tarawa_cli.games.malta import rule
from tarawa_cli.games.malta.model.board import is_hex
from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.order_words import find_name, shown
from tarawa_cli.kernel.errors import BadOrder

FACE_DOWN = "coast-gun"
"""The name of a hidden coast gun, before the number of its hex."""


def unit(state: State, word: str) -> Unit:
    """A unit by its id, or by the beginning of one that is on the table; a coast gun face down by its hex."""
    if word in state.units:
        return state.units[word]
    if word.lower().startswith(FACE_DOWN):
        by_hex = {name: id for id, name in face_down(state).items()}
        return state.units[by_hex[find_name(word, by_hex, "unit")]]
    return state.units[
        find_name(word, [id for id, it in state.units.items() if not it.in_battalion], "unit", "units all")
    ]


@rule("16.5", "24.3")
def face_down(state: State) -> dict[str, str]:
    """The names by which the Axis know guns that they have not seen, by id: their hexes."""
    found: dict[str, str] = {}
    hidden = [unit for unit in state.units.values() if not unit.revealed and unit.on_map]
    for gun in sorted(_in_layers(state, hidden), key=lambda gun: gun.at):
        first = f"{FACE_DOWN}-{gun.at}"
        again = sum(name.startswith(first) for name in found.values())
        found[gun.id] = f"{first}-{again + 1}" if again else first
    return found


def _in_layers(state: State, guns: list[Unit]) -> list[Unit]:
    """Guns in the order of their stacks: as in the unit list, with the dummy on top of its gun."""
    upon = state.laid_upon
    dummies = [gun for gun in guns if gun.type.dummy and upon]
    if not dummies:
        return guns
    others = [gun for gun in guns if gun not in dummies]
    ranks = {id: rank for rank, id in enumerate(state.units)}
    place = next((number for number, gun in enumerate(others) if ranks[gun.id] >= ranks.get(upon, 0)), len(others))
    return [*others[:place], *dummies, *others[place:]]


def known_as(state: State, unit: Unit) -> str:
    """The name of a unit for both sides: one face down is named by its hex, except off the map."""
    return unit.id if unit.revealed else face_down(state).get(unit.id, unit.id)


def area(state: State, word: str) -> str:
    """A region, landing zone or sector by name; a zone also as on the map, `zone:south`."""
    board = state.board
    known = dict.fromkeys([*board.regions, *board.beaches, *board.sectors])
    return find_name(word.lower().removeprefix("zone:"), known, "region, zone or sector")


def hex(state: State, word: str) -> Hex:
    """A hex by its number, or by the name of a place in it."""
    if is_hex(word):
        if word not in state.board.terrain:
            raise BadOrder(f"hex {word} is not on the map", hint="columns run from 1 to 26, rows from 1 to 20")
        return word
    if word.isdigit():
        raise BadOrder(f"{shown(word)} is not a hex", hint="a hex is four digits, column and row, e.g. 1812")
    return state.board.hexes_by_place[find_name(word, state.board.hexes_by_place, "hex or place")]
