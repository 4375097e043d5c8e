"""The map as a picture: Malta as a printed wargame shows it, with the position on it, in one SVG file.

Ground, lines, names, markers and counters are drawn in this order. Only hexes and counters react to the mouse: each
shows what `hex` or `unit` says.
"""

from tarawa_cli.games.malta.exporting.picture import counters, ground, lines, margin, markers, style
from tarawa_cli.games.malta.exporting.picture.sheet import SIZE
from tarawa_cli.games.malta.looking.text_map.scene import Scene
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.telling.sentences import headline
from tarawa_cli.kernel.render.markup import Markup, ascii_only, element, escaped
from tarawa_cli.kernel.render.svg import picture, titled


def svg(state: State) -> str:
    """The whole file."""
    return ascii_only(Markup(f'<?xml version="1.0" encoding="UTF-8"?>\n{drawing(state)}\n'))


def drawing(state: State) -> Markup:
    """The picture alone, for use inside another page."""
    scene = Scene(state, "units")
    return picture(
        SIZE,
        titled(f"{state.setting.scenario.name}: {headline(state)}"),
        element("desc", escaped(margin.standing(state))),
        style.sheet(),
        style.patterns(),
        element("rect", class_="sea", width=SIZE.x, height=SIZE.y),
        ground.hexes(scene),
        _layer("lines", *lines.lines(scene)),
        _layer("names", *ground.names(scene)),
        _layer("markers", *markers.of_hexes(scene)),
        _layer("margin", *margin.margin(scene)),
        element("g", *counters.all_counters(scene), *margin.all_counters(scene), id="units"),
        class_="malta",
    )


def _layer(name: str, *parts: Markup) -> Markup:
    """A layer that the mouse ignores: the hex below it reacts instead."""
    return element("g", *parts, id=name, pointer_events="none")
