"""The map as a picture: Betio as a printed wargame shows it, with the position on it, in one SVG file.

Ground, lines, markers, names and counters are drawn in this order. Only hexes and counters react to the mouse: each
shows what `hex` or `unit` says.
"""

from tarawa_cli.games.tarawa.exporting.picture import counters, ground, lines, margin, markers, style
from tarawa_cli.games.tarawa.exporting.picture.sheet import GRID, SIZE
from tarawa_cli.games.tarawa.exporting.picture.stage import Stage
from tarawa_cli.games.tarawa.looking.map_views import around
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.kernel.look import Asked
from tarawa_cli.kernel.orders import find_name
from tarawa_cli.kernel.render.markup import Markup, ascii_only, element, escaped
from tarawa_cli.kernel.render.svg import Cut, Point, picture, titled

LAYERS = ("units", "terrain", "control")
LAND = "land"


def svg(state: State, asked: Asked | None = None) -> str:
    """The whole file."""
    return ascii_only(Markup(f'<?xml version="1.0" encoding="UTF-8"?>\n{drawing(state, asked)}\n'))


def drawing(state: State, asked: Asked | None = None) -> Markup:
    """The picture alone, for use inside another page; if asked for, only a part, or without what lies on the ground."""
    asked = asked or Asked()
    layer = find_name(asked.layer or LAYERS[0], LAYERS, "layer")
    cut = _cut(state, asked)
    stage = Stage(state, bare=layer != "units")
    return picture(
        cut.size if cut else SIZE,
        titled(f"{state.setting.scenario.name}: {margin.headline(state)}"),
        element("desc", escaped(f"{margin.outcome(state)} {margin.standing(state)}".lstrip())),
        style.sheet(),
        style.patterns(),
        element("rect", class_="sea", width=SIZE.x, height=SIZE.y),
        ground.hexes(stage, held=layer != "terrain"),
        _layer("lines", *lines.lines(stage)),
        _layer("markers", *(markers.of_hexes(stage) if layer != "terrain" else ())),
        _layer("names", *ground.names(stage), *(markers.of_areas(stage) if layer != "terrain" else ())),
        element("g", *counters.all_counters(stage), id="units"),
        _layer("margin", *([cut.caption(_caption(state))] if cut else margin.margin(stage))),
        corner=cut.corner if cut else Point(0, 0),
        class_="betio",
    )


def _cut(state: State, asked: Asked) -> Cut | None:
    """The part that is asked for; None is the whole sheet."""
    if not asked.word:
        return None
    return GRID.cut(state.board.land if asked.word == LAND else around(state, asked).hexes & state.board.terrain.keys())


def _caption(state: State) -> str:
    return f"{state.setting.scenario.name} · {margin.headline(state)}"


def _layer(name: str, *parts: Markup) -> Markup:
    """A layer that the mouse ignores: the hex below it reacts instead."""
    return element("g", *parts, id=name, pointer_events="none")
