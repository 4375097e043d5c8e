"""The map as a picture: Malta as a printed wargame shows it, with the position on it, in one SVG file.

Ground, lines, names, markers and counters are drawn in this order. Only hexes and counters react to the mouse: each
shows what `hex` or `unit` says.
"""

from tarawa_cli.games.malta.exports.picture import counters, ground, lines, margin, markers, style
from tarawa_cli.games.malta.exports.picture.overlays import MEANINGS, OVERLAYS, region_names
from tarawa_cli.games.malta.exports.picture.sheet import GRID, SIZE
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.narration.sentences import headline
from tarawa_cli.games.malta.views.map_views import around
from tarawa_cli.games.malta.views.scene import Position
from tarawa_cli.kernel.engine.order_words import find_name, shown
from tarawa_cli.kernel.engine.views import CHANGING, STILL, Asked
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.hints import Iterator
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
    """The picture alone, for use inside another page; of the land unless another part is asked for."""
    asked = asked or Asked()
    layer = _known(asked.layer or LAYERS[0])
    cut = _cut(state, asked)
    return picture(
        cut.size if cut else SIZE,
        titled(f"{state.setting.scenario.name}: {headline(state)}"),
        element("desc", escaped(margin.standing(state))),
        style.sheet(),
        style.patterns(),
        *_drawn(Position(state), asked.parts, layer, cut),
        corner=cut.corner if cut else Point(0, 0),
        wide=asked.pixels,
        class_="malta",
    )


def _drawn(position: Position, parts: str, layer: str, cut: Cut | None) -> Iterator[Markup]:
    """What never changes, and what is on it. Apart from each other the names lie under the rest, without numbers."""
    every = sorted(position.board.terrain)
    hexes = cut.hexes(GRID, every) if cut else every
    taken = {*position.scene.stacks()} if layer not in BARE and not parts else set()
    taken |= {at for at, view in position.scene.hexes.items() if view.notes["jumps"]}
    names = region_names(position) if layer == "regions" else ground.names(position, taken, cut)
    if parts != CHANGING:
        yield element("rect", class_="sea", width=SIZE.x, height=SIZE.y)
        yield ground.hexes(position, hexes)
        yield _layer("lines", *lines.lines(position))
    if parts == STILL:
        yield _layer("names", *names)
        return
    held, told = layer in ("units", "control"), MEANINGS.get(layer, "")
    yield _layer("control", *(ground.control(position) if held else ()))
    yield from ([_layer(layer, *OVERLAYS[layer](position))] if layer in OVERLAYS else [])
    if not parts:
        yield ground.numbers([at for at in hexes if at not in taken])
        yield _layer("names", *names)
    yield _layer("markers", *(markers.of_hexes(position) if held else ()))
    caption = _caption(position.state, told)
    yield _layer("margin", *([cut.caption(caption, margin.CREDIT)] if cut else margin.margin(position, told)))
    yield element("g", *(_counters(position, cut is None) if layer not in BARE else ()), id="units")


def _counters(position: Position, off_map: bool) -> Iterator[Markup]:
    yield from counters.all_counters(position)
    if off_map:
        yield from margin.all_counters(position)


def _cut(state: State, asked: Asked) -> Cut | None:
    """The part that is asked for, or the land; None is the whole sheet."""
    if asked.sea:
        return None
    if asked.word in ("", LAND):
        return GRID.cut(state.board.land, ground.around_zones())
    return GRID.cut(around(state, asked).hexes & state.board.terrain.keys())


def _caption(state: State, told: str) -> str:
    layer = f" · {told}" if told else ""
    return f"{state.setting.scenario.name} · {headline(state).partition(' (`')[0]}{layer}"


def _known(word: str) -> str:
    try:
        return find_name(word, LAYERS, "layer")
    except BadOrder:
        raise BadOrder(f"--layer {shown(word)}: must be {' or '.join(LAYERS)}") from None


def _layer(name: str, *parts: Markup) -> Markup:
    """A layer that the mouse ignores: the hex below it reacts instead."""
    return element("g", *parts, id=name, pointer_events="none")
