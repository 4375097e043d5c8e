"""The map as a picture: Betio as a printed wargame shows it, with the position on it, in one SVG file.

Ground, lines, names, markers and counters are drawn in this order. Only hexes and counters react to the mouse: each
shows what `hex` or `unit` says.
"""

from tarawa_cli.games.tarawa.exporting.picture import counters, ground, lines, margin, markers, style
from tarawa_cli.games.tarawa.exporting.picture.sheet import SIZE
from tarawa_cli.games.tarawa.looking.text_map.scene import Scene
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.kernel.render.markup import Markup, ascii_only, element, escaped
from tarawa_cli.kernel.render.svg import picture, titled


def svg(state: State) -> str:
    """The whole file."""
    return ascii_only(Markup(f'<?xml version="1.0" encoding="UTF-8"?>\n{drawing(state)}\n'))


def drawing(state: State) -> Markup:
    """The picture alone, for use inside another page."""
    scene = Scene(state, "units", ascii=False)
    return picture(
        SIZE,
        titled(f"{state.setting.scenario.name}: {margin.headline(state)}"),
        element("desc", escaped(f"{margin.outcome(state)} {margin.standing(state)}".lstrip())),
        style.sheet(),
        style.patterns(),
        element("rect", class_="sea", width=SIZE.x, height=SIZE.y),
        ground.hexes(scene),
        _layer("lines", *lines.lines(scene)),
        _layer("names", *ground.names(scene), *markers.of_areas(scene)),
        _layer("markers", *markers.of_hexes(scene)),
        element("g", *counters.all_counters(scene), id="units"),
        _layer("margin", *margin.margin(scene)),
        class_="betio",
    )


def _layer(name: str, *parts: Markup) -> Markup:
    """A layer that the mouse ignores: the hex below it reacts instead."""
    return element("g", *parts, id=name, pointer_events="none")
