"""What the tests of the text map share: positions, and what a map shows where."""

import re
from typing import Any

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.model.board import GRID
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.views.ground import PALETTE
from tarawa_cli.games.tarawa.views.map_views import LAYERS as ALL_LAYERS
from tarawa_cli.games.tarawa.views.map_views import picture, scene
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.narration.visible import Screen
from tarawa_cli.kernel.presentation import Asked
from tarawa_cli.kernel.scene.cells import Cells
from tarawa_cli.kernel.scene.page import stack_list
from tarawa_cli.kernel.scene.paint import Canvas, Size, paint
from tests.tarawa.tables import CAMPAIGN

LAYERS = tuple(layer for layer in ALL_LAYERS if layer != "reach")
AFAR, LARGE, CLOSE = Size(2, 1), Size(4, 2), Size(6, 3)
PLAIN, COLOURED = Screen(), Screen(colours=256)
CLEARED = "2728 2727 2726 2626 2731 2631 2630 2832 2833 2835 2933 2934 2935 3032 3034 2844 2944 2943 3044 3045"


def put(state: State, id: str, at: str, **values: Any) -> None:
    unit = state.units[id]
    state.units.put(unit, at)
    for name, value in values.items():
        setattr(unit, name, value)


def battle() -> State:
    """The second morning, more or less: every kind of unit and marker is on the map."""
    new = GAME.begin(CAMPAIGN)
    new.cleared |= set(CLEARED.split()) & new.board.defended
    new.heads |= {"2731", "2745"}
    put(new, "2/8A", "2629", steps=7)
    put(new, "2/8B", "2628", steps=5)
    put(new, "2/8E", "2628", steps=4)
    put(new, "sherman-1", "2728", steps=3)
    for id in ("3/8A", "3/8B", "3/8E", "stuart-1"):
        put(new, id, "2731")
    put(new, "hawkins", "pier:2632")
    put(new, "1/8A", "pier:1832", beach="red3")
    put(new, "1/8B", "pier:1732", beach="red3")
    put(new, "2/2A", "2933", steps=5, pins=2)
    put(new, "2/2B", "3034", steps=4, digging=True)
    put(new, "1/10", "2834")
    put(new, "lvt-1", "2127", beach="red3", steps=5)
    put(new, "1/2B", "in:lvt-1", steps=6)
    put(new, "lvt-3", "1924", beach="red3", homeward=True)
    put(new, "lvt-4", "2340", beach="red1", course="left", load="supply:3/2")
    put(new, "lcvp-10", "1426", beach="red3", emptied=True)
    put(new, "1/6B", "1426", beach="red3")
    put(new, "lcm-1", "1441", beach="red1")
    put(new, "sherman-2", "in:lcm-1")
    new.improved.add("3034")
    new.suppressed |= {"2828": 2, "3038": 1}
    new.demolished |= {"3330": 2, "3038": 1}
    new.chits = {"red2": -1, "pocket": -2}
    new.area_suppression = {"red3"}
    new.raids = {"green": 1}
    return new


def without_colour(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def drawn(state: State, word: str = "", layer: str = "units", screen: Screen = PLAIN, **asked: Any) -> str:
    """What `map` prints."""
    return picture(state, Asked(word, layer=layer, screen=screen, **asked))


def seen(state: State, at: Hex, size: Size = AFAR, screen: Screen = PLAIN, layer: str = "units", **more: Any) -> str:
    """The cells of a hex, line by line, and what is said of it beside the map."""
    shown = scene(state, layer, **more)
    cells, canvas = Cells(shown, screen), Canvas(size.wide, size.high)
    cells.draw_row(canvas, 0, GRID.row(at), {GRID.column(at): 0}, size)
    return paint([*canvas.lines(), *stack_list(shown, cells)], PALETTE, screen)
