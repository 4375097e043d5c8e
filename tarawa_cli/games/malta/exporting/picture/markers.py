"""What lies on a hex besides units: strongpoints, guns and planes given to it."""

from collections.abc import Callable, Iterator

from tarawa_cli.games.malta.exporting.picture.sheet import GRID, WIDTH
from tarawa_cli.games.malta.looking.text_map.scene import Scene
from tarawa_cli.games.malta.telling.sentences import listed
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.render.markup import Markup, element
from tarawa_cli.kernel.render.svg import Point, outline, write

Drawn = Callable[[Point], Markup]
"""Something drawn around a point."""


def of_hexes(scene: Scene) -> Iterator[Markup]:
    for at in sorted({*scene.state.strongpoints, *scene.state.given}):
        yield element("g", *of_hex(scene, at, GRID.centre(at)), data_hex=at)


def of_hex(scene: Scene, at: Hex, centre: Point) -> list[Markup]:
    """What lies on a hex, drawn around a point."""
    found = [strongpoint(centre)] if at in scene.state.strongpoints else []
    given = scene.state.given.get(at)
    return [*found, *([support(centre.moved(0, -WIDTH * 0.29), listed(given))] if given else [])]


def strongpoint(centre: Point, radius: float = WIDTH * 0.5) -> Markup:
    """A fort as long as somebody holds it (16.2)."""
    return element("path", class_="strongpoint", d=outline(centre, radius, "flat"))


def support(place: Point, text: str) -> Markup:
    """Guns and planes that fire at a hex (9.2)."""
    wide = 6 * len(text) + 10
    box = element("rect", x=place.x - wide / 2, y=place.y - 8, width=wide, height=13, rx=4)
    return element("g", box, write(text, place.moved(0, 2)), class_="given")
