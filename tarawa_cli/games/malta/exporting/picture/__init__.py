"""The map as a picture: Malta as a printed wargame shows it, with the position on it, in one SVG file.

Ground, lines, names, markers and counters are drawn in this order. Only hexes and counters react to the mouse: each
shows what `hex` or `unit` says.
"""

from collections.abc import Iterator

from tarawa_cli.games.malta.exporting.picture import counters, ground, lines, margin, markers, style
from tarawa_cli.games.malta.exporting.picture.overlays import MEANINGS, OVERLAYS, region_names
from tarawa_cli.games.malta.exporting.picture.sheet import GRID, SIZE
from tarawa_cli.games.malta.looking.map_views import around
from tarawa_cli.games.malta.looking.scene import Position
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.telling.sentences import headline
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.look import Asked
from tarawa_cli.kernel.orders import find_name, shown
from tarawa_cli.kernel.render.markup import Markup, ascii_only, element, escaped
from tarawa_cli.kernel.render.svg import Cut, Point, picture, titled

LAYERS = ("units", "terrain", "control", *OVERLAYS)
BARE = ("terrain", "control", "regions")
"""Layers without units."""
LAND = "land"


def svg(state: State, asked: Asked | None = None) -> str:
    """The whole file."""
    return ascii_only(Markup(f'<?xml version="1.0" encoding="UTF-8"?>\n{drawing(state, asked)}\n'))


def drawing(state: State, asked: Asked | None = None) -> Markup:
    """The picture alone, for use inside another page; if asked for, only a part, or without what lies on the ground."""
    asked = asked or Asked()
    layer = _known(asked.layer or LAYERS[0])
    cut, told = _cut(state, asked), MEANINGS.get(layer, "")
    position = Position(state)
    beside = [cut.caption(_caption(state, told))] if cut else margin.margin(position, told)
    return picture(
        cut.size if cut else SIZE,
        titled(f"{state.setting.scenario.name}: {headline(state)}"),
        element("desc", escaped(margin.standing(state))),
        style.sheet(),
        style.patterns(),
        element("rect", class_="sea", width=SIZE.x, height=SIZE.y),
        ground.hexes(position, shaded=layer in ("units", "control")),
        _layer("lines", *lines.lines(position)),
        *([_layer(layer, *OVERLAYS[layer](position))] if layer in OVERLAYS else []),
        _layer("names", *(region_names(position) if layer == "regions" else ground.names(position))),
        _layer("markers", *(markers.of_hexes(position) if layer in ("units", "control") else ())),
        _layer("margin", *beside),
        element("g", *(_counters(position) if layer not in BARE else ()), id="units"),
        corner=cut.corner if cut else Point(0, 0),
        class_="malta",
    )


def _counters(position: Position) -> Iterator[Markup]:
    yield from counters.all_counters(position)
    yield from margin.all_counters(position)


def _cut(state: State, asked: Asked) -> Cut | None:
    """The part that is asked for; None is the whole sheet."""
    if not asked.word:
        return None
    return GRID.cut(state.board.land if asked.word == LAND else around(state, asked).hexes & state.board.terrain.keys())


def _caption(state: State, told: str) -> str:
    layer = f" · {told.partition(':')[0]}" if told else ""
    return f"{state.setting.scenario.name} · {headline(state).partition(' (`')[0]}{layer}"


def _known(word: str) -> str:
    try:
        return find_name(word, LAYERS, "layer")
    except BadOrder:
        raise BadOrder(f"--layer {shown(word)}: must be {' or '.join(LAYERS)}") from None


def _layer(name: str, *parts: Markup) -> Markup:
    """A layer that the mouse ignores: the hex below it reacts instead."""
    return element("g", *parts, id=name, pointer_events="none")
