"""The whole map: the island from afar, one to three characters per hex, with the pier between its hexes."""

from tarawa_cli.games.tarawa.geography.grid import GRID
from tarawa_cli.games.tarawa.looking.text_map.layers import LOOKS, Look
from tarawa_cli.games.tarawa.looking.text_map.legend import page
from tarawa_cli.games.tarawa.looking.text_map.scene import BLANK, Mark, Scene
from tarawa_cli.games.tarawa.model.places import on_pier
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.render.hexmap import Line, overview, overview_width

ROWS = range(14, 47)
COLUMNS = range(3, 59)


def whole_map(
    state: State,
    *,
    layer: str = "units",
    width: int = 130,
    colour: bool = False,
    ascii: bool = False,
    before: State | None = None,
) -> str:
    """The island from the northern to the southern edge of the reef, with a legend."""
    wide = next((wide for wide in (3, 2) if overview_width(len(COLUMNS), wide) <= width), 1)
    columns = COLUMNS[-max(1, width - overview_width(0, 1)) :]
    scene = Scene(state, layer, ascii=ascii, width=wide, before=before)
    lines = overview(GRID, ROWS, columns, lambda at: _cell(scene, at), wide)
    return page(scene, lines, state.board.areas.values(), width, colour)


def _cell(scene: Scene, at: Hex) -> Line:
    if at in scene.open_reef:
        return scene.reef
    if at not in scene.board.terrain:
        return scene.sea
    marks = _marks(scene, at)
    if at in scene.pier:
        marks = _beside_pier(scene, at, marks)
    return [scene.piece(mark) for mark in marks]


def _marks(scene: Scene, at: Hex) -> tuple[Mark, ...]:
    """The signs of a hex, as many as fit."""
    look = LOOKS[scene.layer](scene, at)
    if at in scene.changed:
        return _changed(scene, at, look)
    if scene.width == 1:
        return (look.short,)
    if look.full[0].key == "pier":
        return (BLANK,) * (scene.width - 2) + look.full * 2
    return (*look.full, BLANK, BLANK)[: scene.width]


def _changed(scene: Scene, at: Hex, look: Look) -> tuple[Mark, ...]:
    """The signs of what has changed, two if there is room, before those of the hex."""
    signs = tuple(scene.marks[key] for key in dict.fromkeys(one.sign for one in scene.changed[at]))
    return (*signs[: max(1, scene.width - 1)], *look.full, BLANK, BLANK)[: scene.width]


def _beside_pier(scene: Scene, at: Hex, marks: tuple[Mark, ...]) -> tuple[Mark, ...]:
    """A hex beside the pier gives its blank to the pier; the two hexes on either side complete it."""
    place, beyond = scene.pier[at]
    planks = _planks(scene, place)
    if scene.width == 1:
        return _narrow_pier(scene, at, planks[0]) if at == place else marks
    blank, blank_beyond = marks[-1] is BLANK, _marks(scene, beyond)[-1] is BLANK
    if at == place:
        squeezed = planks[0].key != "pier" and not (blank_beyond and scene.board.is_water(beyond))
        return (*marks[:-1], planks[0]) if blank or squeezed else marks
    if not blank or not scene.board.is_water(at):
        return marks
    return (planks[blank_beyond], *((BLANK,) * 2 if marks[0].key == "reef" else marks))[: scene.width]


def _planks(scene: Scene, place: Hex) -> tuple[Mark, Mark]:
    """The pier between two hexes, or the unit that stands on it there."""
    stack = scene.places.get(on_pier(place)) if scene.layer == "units" else None
    if stack:
        return scene.letter(stack[0]), scene.steps(stack[0])
    return scene.marks["pier"], scene.marks["pier"]


def _narrow_pier(scene: Scene, at: Hex, plank: Mark) -> tuple[Mark, ...]:
    """At one character per hex, the pier is drawn in the hexes it is named after, unless a unit is there."""
    stack = scene.units(at) if scene.layer == "units" else []
    if not stack:
        return (plank,)
    return (scene.letter(stack[0]) if plank.key == "pier" else scene.marks["stack"],)
