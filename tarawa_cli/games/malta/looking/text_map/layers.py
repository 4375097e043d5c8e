"""A hex from afar: three characters in each layer."""

from collections.abc import Callable

from tarawa_cli.games.malta.looking.text_map.scene import Scene
from tarawa_cli.games.malta.model.state import Unit
from tarawa_cli.games.malta.model.unit_types import SIDES
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.render.hexmap import Line, Piece

BLANK = Piece(" ")


def cell(scene: Scene, at: Hex) -> Line:
    """The three characters of a hex; what has changed comes before what is there."""
    if at in scene.changed:
        return _changed(scene, at)
    if scene.is_sea(at):
        return _stack(scene, at, scene.ships[at]) if at in scene.ships else [BLANK, scene.ground(at), BLANK]
    return LOOKS[scene.layer](scene, at)


def _changed(scene: Scene, at: Hex) -> Line:
    """Two signs of changes, and the ground."""
    signs = list(dict.fromkeys(one.sign for one in scene.changed[at]))[:2]
    marks = [scene.sign(sign) for sign in signs]
    return [*marks, *[BLANK] * (2 - len(marks)), scene.ground(at)]


def _units(scene: Scene, at: Hex) -> Line:
    units = scene.units(at)
    return _stack(scene, at, units) if units else _terrain(scene, at)


def _stack(scene: Scene, at: Hex, units: list[Unit]) -> Line:
    """Owner, number and ground."""
    scene.used.add("stack")
    if len({unit.side for unit in units}) > 1:
        return [scene.owner(units), scene.sign("both"), scene.ground(at)]
    many = "" if len(units) == 1 else str(len(units)) if len(units) < 10 else "+"
    return [scene.owner(units), Piece(many, scene.style(units)) if many else BLANK, scene.ground(at)]


def _terrain(scene: Scene, at: Hex) -> Line:
    return [BLANK, scene.ground(at), scene.mark(at)]


def _regions(scene: Scene, at: Hex) -> Line:
    return [BLANK, scene.sign("region", scene.board.regions[scene.board.region_of[at]].letter), scene.mark(at)]


def _control(scene: Scene, at: Hex) -> Line:
    return [BLANK, scene.sign(scene.state.controller(at)), scene.mark(at)]


def _zones(scene: Scene, at: Hex) -> Line:
    """Whose zones of control cover a hex, behind the owner of those in it."""
    units = scene.units(at)
    return [scene.owner(units) if units else BLANK, zone(scene, at), BLANK]


def zone(scene: Scene, at: Hex) -> Piece:
    axis, allied = scene.field.in_enemy_zone("allied", at), scene.field.in_enemy_zone("axis", at)
    if axis and allied:
        return scene.sign("both-zones")
    return scene.sign("axis-zone" if axis else "allied-zone" if allied else "no-zone")


def _supply(scene: Scene, at: Hex) -> Line:
    """Lines and sources, behind the owner of those in the hex."""
    units = scene.units(at)
    return [scene.owner(units) if units else BLANK, lifeline(scene, at), BLANK]


def lifeline(scene: Scene, at: Hex) -> Piece:
    """What a hex is to supply, in the colour of the side that it serves."""
    if scene.is_cut(at):
        return scene.sign("cut")
    for key, hexes in (("source", scene.sources), ("line", scene.on_lines)):
        sides = [side for side in SIDES if at in hexes[side]]
        if sides:
            return scene.sign(key, style="both" if len(sides) > 1 else f"{sides[0]} zone")
    return scene.sign("no-line")


LOOKS: dict[str, Callable[[Scene, Hex], Line]] = {
    "units": _units,
    "terrain": _terrain,
    "regions": _regions,
    "control": _control,
    "zoc": _zones,
    "supply": _supply,
}
