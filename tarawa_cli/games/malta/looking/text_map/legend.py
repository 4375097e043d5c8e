"""Below the map: the legend of the signs in the picture, and all that is off the map."""

from collections.abc import Collection, Iterator
from itertools import zip_longest

from tarawa_cli.games.malta.looking.facts import boxes
from tarawa_cli.games.malta.looking.text_map.scene import PALETTE, SIGNS, Scene
from tarawa_cli.games.malta.model.places import wave_name, wave_of
from tarawa_cli.games.malta.telling.sentences import headline, listed
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.render.hexmap import Line, Piece, in_rows, paint, width_of

MOST, ALL = 10, 99
"""Units of a box that are named below the map, and beside it."""
_GAP, _BESIDE = 4, 48
"""Boxes stand beside the map if there are so many columns for them, and so many between."""


def page(
    scene: Scene, lines: list[Line], width: int, colour: bool, whole: bool = False, near: Collection[Hex] = ()
) -> str:
    """A picture with its legend; from afar with the boxes beside the map, close by with the waves of its beaches."""
    notes = [*_since(scene), *_regions(scene), *_given(scene), *_plans(scene)]
    room = width - max(map(width_of, lines), default=0) - _GAP
    if whole and room >= _BESIDE:
        lines = _side_by_side(lines, [line for box in _boxes(scene, ALL) for line in in_rows(box, room)])
    elif whole:
        notes += _boxes(scene, MOST)
    else:
        notes += _waves(scene, near)
    told = [line for note in notes for line in in_rows(note, width)]
    return paint([*lines, [], *in_rows(legend(scene), width), *told], PALETTE if colour else None)


def _side_by_side(lines: list[Line], others: list[Line]) -> list[Line]:
    """Boxes to the right of the map, as on the table."""
    wide = max(map(width_of, lines)) + _GAP
    blank: Line = []
    pairs = zip_longest(lines, others, fillvalue=blank)
    return [[*one, Piece(" " * (wide - width_of(one))), *other] if other else one for one, other in pairs]


def legend(scene: Scene) -> Iterator[Line]:
    """The meaning of each sign in a drawn scene."""
    for key, sign in SIGNS.items():
        if key in scene.used:
            yield [Piece(sign.plain if scene.ascii else sign.text, sign.style), Piece(f" {sign.meaning}")]


def _since(scene: Scene) -> Iterator[list[Line]]:
    """From when to when the picture shows what has changed."""
    if scene.before:
        yield [[Piece("changes:", "label")], [Piece(f"from {headline(scene.before)}")]]
        yield [[Piece(f"         to {headline(scene.state)}")]]


def _regions(scene: Scene) -> Iterator[list[Line]]:
    if scene.layer == "regions":
        regions = scene.board.regions.values()
        yield [
            [Piece(region.letter, "number"), Piece(scene.text(f" {region.name} ({region.id})"))] for region in regions
        ]


def _given(scene: Scene) -> Iterator[list[Line]]:
    """Guns and planes that lie beside a hex (9.2)."""
    if scene.layer == "units" and scene.state.given:
        given = sorted(scene.state.given.items())
        yield [[Piece("given:", "label")], *([Piece(f"{at} {listed(guns)}")] for at, guns in given)]


def _plans(scene: Scene) -> Iterator[list[Line]]:
    """Jumps that are planned, as far as the side that looks knows them (19.3)."""
    if scene.layer == "units" and scene.state.plan:
        turns = scene.state.charts
        zones = (f"{name} over {z.marker}, {turns.turn(z.turn).id}" for name, z in scene.state.plan.items())
        yield [[Piece("jumps:", "label")], *([Piece(zone, "axis")] for zone in zones)]


def _waves(scene: Scene, near: Collection[Hex]) -> Iterator[list[Line]]:
    """Who is on the way to the beaches that are shown (18.3)."""
    for box, units in boxes(scene.state).items():
        wave = wave_of(box)
        if wave and wave[0] in near and scene.layer == "units":
            yield [[Piece(f"{wave_name(*wave)}:", "label")], *([Piece(id, "axis")] for id in units)]


def _boxes(scene: Scene, most: int) -> Iterator[list[Line]]:
    """Everybody who is in play and not on the map, box by box."""
    if scene.layer != "units":
        return
    if scene.ships:
        fleet = sorted((at, unit.id) for at, units in scene.ships.items() for unit in units)
        yield [[Piece("warships:", "label")], *([Piece(f"{id} {at}", "axis")] for at, id in fleet)]
    for box, units in boxes(scene.state).items():
        more = [[Piece(f"and {len(units) - most} more (units {box})")]] if len(units) > most else []
        named = ([Piece(id, scene.state.units[id].side)] for id in units[:most])
        yield [[Piece(f"{box}:", "label")], *named, *more]
