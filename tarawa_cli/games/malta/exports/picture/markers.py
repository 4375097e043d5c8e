"""Markers on a hex: strongpoints, drop zones, guns and planes assigned to it."""

from tarawa_cli.games.malta.exports.picture.sheet import GRID, WIDTH
from tarawa_cli.games.malta.narration.sentences import listed
from tarawa_cli.games.malta.views.scene import Position
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.hints import Callable, Iterator
from tarawa_cli.kernel.render.markup import Markup, element
from tarawa_cli.kernel.render.svg import Point, outline, write

_ROOM = 12
"""The letters that fit below the counters of a hex."""
Drawn = Callable[[Point], Markup]
"""Something drawn around a point."""


def of_hexes(position: Position) -> Iterator[Markup]:
    for at in sorted(position.scene.hexes):
        if drawn := of_hex(position, at, GRID.centre(at)):
            yield element("g", *drawn, data_hex=at)


def of_hex(position: Position, at: Hex, centre: Point) -> list[Markup]:
    """The markers of a hex, drawn around a point."""
    view = position.scene.hexes[at]
    marks = {mark.name for mark in view.marks}
    found = [strongpoint(centre)] if "strongpoint" in marks else []
    if given := view.notes["given"]:
        told = listed(given)
        found.append(support(centre.moved(0, WIDTH * 0.41), told if len(told) <= _ROOM else f"{len(given)} in support"))
    return [*found, *(drop_zone(centre, told) for told in view.notes["jumps"])]


def drop_zone(centre: Point, text: str) -> Markup:
    """A parachute over the hex, and below it whose it is and when it opens."""
    top = centre.moved(0, -18)
    lines = f"M{top.moved(-16, 0)}L{top.moved(0, 18)}L{top.moved(16, 0)}M{top}v18"
    drawn = element("path", class_="canopy", d=f"M{top.moved(-16, 0)}a16,14 0 0,1 32,0z{lines}")
    words = (write(word, centre.moved(0, 17 + 15 * line)) for line, word in enumerate(text.split(" ")))
    return element("g", drawn, *words, class_="drop-zone")


def strongpoint(centre: Point, radius: float = WIDTH * 0.5) -> Markup:
    """A strongpoint (16.2)."""
    return element("path", class_="strongpoint", d=outline(centre, radius, "flat"))


def support(place: Point, text: str) -> Markup:
    """Guns and planes that fire at a hex (9.2)."""
    wide = 8 * len(text) + 10
    box = element("rect", x=place.x - wide / 2, y=place.y - 8, width=wide, height=16, rx=4)
    return element("g", box, write(text, place.moved(0, 5)), class_="given")
