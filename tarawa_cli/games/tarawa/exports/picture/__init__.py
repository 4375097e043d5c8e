"""The map as a picture: Betio as a printed wargame shows it, with the position on it, in one SVG file.

Ground, lines, markers, names and counters are drawn in this order. Only hexes and counters react to the mouse: each
shows what `hex` or `unit` says.
"""

from tarawa_cli.games.tarawa.exports.picture import counters, ground, lines, margin, markers, style
from tarawa_cli.games.tarawa.exports.picture.sheet import GRID, SIZE
from tarawa_cli.games.tarawa.exports.picture.stage import Stage
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.views.map_views import around
from tarawa_cli.kernel.engine.order_words import find_name
from tarawa_cli.kernel.engine.views import CHANGING, STILL, Asked
from tarawa_cli.kernel.hints import Iterator
from tarawa_cli.kernel.render.markup import Markup, ascii_only, element, escaped
from tarawa_cli.kernel.render.svg import Cut, Point, picture, titled

LAYERS = ("units", "terrain", "control")
LAND = "land"


def svg(state: State, asked: Asked | None = None) -> str:
    """The whole file."""
    return ascii_only(Markup(f'<?xml version="1.0" encoding="UTF-8"?>\n{drawing(state, asked)}\n'))


def drawing(state: State, asked: Asked | None = None) -> Markup:
    """The picture alone, for use inside another page; of the land unless another part is asked for."""
    asked = asked or Asked()
    layer = find_name(asked.layer or LAYERS[0], LAYERS, "layer")
    cut = _cut(state, asked)
    return picture(
        cut.size if cut else SIZE,
        titled(f"{state.setting.scenario.name}: {margin.headline(state)}"),
        element("desc", escaped(f"{margin.outcome(state)} {margin.standing(state)}".lstrip())),
        style.sheet(),
        style.patterns(),
        *_drawn(Stage(state, bare=layer != "units"), asked.parts, layer, cut),
        corner=cut.corner if cut else Point(0, 0),
        wide=asked.pixels,
        class_="betio",
    )


def _drawn(stage: Stage, parts: str, layer: str, cut: Cut | None) -> Iterator[Markup]:
    """What never changes, and what is on it. Apart from each other the names lie under the rest, without numbers."""
    every = sorted(stage.board.terrain)
    hexes = cut.hexes(GRID, every) if cut else every
    names = ground.beaches(Stage(stage.state, bare=True) if parts else stage, cut)
    if parts != CHANGING:
        yield element("rect", class_="sea", width=SIZE.x, height=SIZE.y)
        yield ground.hexes(stage, hexes)
        yield _layer("lines", *lines.lines(stage))
    if parts == STILL:
        yield _layer("names", *names)
        return
    held = layer != "terrain"
    yield _layer("control", *(ground.control(stage) if held else ()))
    if not parts:
        yield ground.numbers(stage.board, [at for at in hexes if not stage.units(at)])
    yield _layer("markers", *(markers.of_hexes(stage) if held else ()))
    yield _layer("names", *(() if parts else names), *ground.areas(stage), *(markers.of_areas(stage) if held else ()))
    yield element("g", *counters.all_counters(stage), id="units")
    yield _layer("margin", *([cut.caption(_caption(stage.state))] if cut else margin.margin(stage)))


def _cut(state: State, asked: Asked) -> Cut | None:
    """The part that is asked for, or the land; None is the whole sheet."""
    if asked.sea:
        return None
    if asked.word in ("", LAND):
        return GRID.cut(state.board.land, ground.around_beaches(state.board))
    return GRID.cut(around(state, asked).hexes & state.board.terrain.keys())


def _caption(state: State) -> str:
    return f"{state.setting.scenario.name} · {margin.headline(state)}"


def _layer(name: str, *parts: Markup) -> Markup:
    """A layer that the mouse ignores: the hex below it reacts instead."""
    return element("g", *parts, id=name, pointer_events="none")
