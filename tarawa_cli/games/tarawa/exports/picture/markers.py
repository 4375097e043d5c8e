"""What lies on hexes and areas besides units: stars, pillboxes, suppression, demolition, positions, supply heads."""

from tarawa_cli.games.tarawa.exports.picture.ground import area_place
from tarawa_cli.games.tarawa.exports.picture.sheet import GRID
from tarawa_cli.games.tarawa.exports.picture.stage import Stage
from tarawa_cli.games.tarawa.views.ground import MARINES
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.hints import Callable, Iterator
from tarawa_cli.kernel.render.markup import Markup, element
from tarawa_cli.kernel.render.svg import Point, star, write

Drawn = Callable[[Point], Markup]
"""A marker, to be drawn around a point."""
_FOOT, _CLOSER = 28, 21
"""How far below the centre of a hex its small markers lie: if something else may stand there, and if not."""
_SPACE = 15
_ORDER = ("pillbox", "ruin", "demolished", "demolition", "suppression", "head", "improved")
"""The small markers from left to right."""


def of_hexes(stage: Stage) -> Iterator[Markup]:
    for at in sorted(stage.board.terrain):
        if parts := of_hex(stage, at, GRID.centre(at)):
            yield element("g", *parts, data_hex=at)


def of_hex(stage: Stage, at: Hex, centre: Point) -> list[Markup]:
    """What lies on a hex, drawn around a point."""
    return [*_wreck(stage, at, centre), *_standing(stage, at, centre), *_row(stage, at, centre)]


def _star(stage: Stage, at: Hex) -> Callable[[Point, float], Markup] | None:
    """A star: the hex is cleared, or entered if it had no defenders."""
    if stage.view(at).owner != MARINES:
        return None
    return cleared if at in stage.board.defended else entered


def cleared(place: Point, size: float) -> Markup:
    return element("path", class_="star", d=star(place, size))


def entered(place: Point, size: float) -> Markup:
    return element("path", class_="entered", d=star(place, size))


def _standing(stage: Stage, at: Hex, centre: Point) -> Iterator[Markup]:
    standing = next((mark.value for mark in stage.view(at).marks if mark.name == "pillbox"), 0)
    for place in range(standing):
        yield pillbox(centre.moved(30 * (place - (standing - 1) / 2), 0))


def pillbox(place: Point) -> Markup:
    bunker = element("path", class_="pillbox", d=f"M{place.moved(-12, 8)}l3,-15h18l3,15z")
    slit = place.moved(-6, -2)
    return element("g", bunker, element("rect", class_="slit", x=slit.x, y=slit.y, width=12, height=3.5))


def _wreck(stage: Stage, at: Hex, centre: Point) -> Iterator[Markup]:
    """The stranded freighter, with a flag while the Japanese hold it (10.1.4)."""
    if at == stage.board.wreck:
        yield hulk(centre)
        if stage.view(at).owner:
            yield _flag(centre.moved(6, -20))


def hulk(place: Point) -> Markup:
    return element("path", class_="wreck", d=f"M{place.moved(-26, -2)}l5,12h36l9,-10h-16v-8h-10v8h-6v-12h-5v12z")


def _flag(place: Point) -> Markup:
    cloth = element("rect", class_="flag", x=place.x, y=place.y, width=18, height=12)
    return element("g", cloth, element("circle", class_="sun", cx=place.x + 9, cy=place.y + 6, r=3.6), class_="taken")


def _row(stage: Stage, at: Hex, centre: Point) -> Iterator[Markup]:
    """Small markers side by side at the foot of a hex; a star takes the centre, unless units stand there."""
    marks = list(_marks(stage, at))
    if star := _star(stage, at):
        if stage.units(at):
            marks.insert(0, lambda place: star(place, 7))
        else:
            yield star(centre, 11)
    foot = _CLOSER if at in stage.board.defended and not stage.units(at) else _FOOT
    for number, mark in enumerate(marks):
        yield mark(centre.moved(_SPACE * (number - (len(marks) - 1) / 2), foot))


def _marks(stage: Stage, at: Hex) -> Iterator[Drawn]:
    for mark in sorted(stage.view(at).marks, key=lambda mark: _ORDER.index(mark.name)):
        if mark.name in ("ruin", "demolished"):
            yield from [ruin] * mark.value
        elif mark.name in ("demolition", "suppression"):
            yield badge(mark.name, mark.text.upper())
        elif mark.name != "pillbox":
            yield {"head": head, "improved": improved}[mark.name]


def badge(kind: str, text: str) -> Drawn:
    """A letter and a number on a small field."""

    def drawn(place: Point) -> Markup:
        field = element("rect", x=place.x - 7, y=place.y - 6, width=14, height=12, rx=2)
        return element("g", field, write(text, place.moved(0, 3.5)), class_=kind)

    return drawn


def ruin(place: Point) -> Markup:
    return element("path", class_="ruin", d=f"M{place.moved(-6, 5)}l2,-9h8l2,9zm-1,-11l14,13m0,-13l-14,13")


def head(place: Point) -> Markup:
    """A crate."""
    crate = element("rect", x=place.x - 6, y=place.y - 6, width=12, height=12)
    return element("g", crate, element("path", d=f"M{place.moved(-6, -6)}l12,12m0,-12l-12,12"), class_="head")


def improved(place: Point) -> Markup:
    """A trench, seen from above."""
    return element("path", class_="improved", d=f"M{place.moved(-7, 5)}v-5h4v-5h6v5h4v5")


def of_areas(stage: Stage) -> Iterator[Markup]:
    """Bombardment chits, suppression against landings and air raids, below the name of the area."""
    for id in stage.board.areas:
        if place := area_place(stage, id):
            yield from of_area(stage, id, place)


def of_area(stage: Stage, id: str, place: Point) -> Iterator[Markup]:
    """Chips side by side."""
    marks = [*_area_marks(stage, id)]
    across = -sum(_chip_wide(text) for _, text in marks) / 2
    for kind, text in marks:
        wide = _chip_wide(text)
        yield chip(place.moved(across + wide / 2, 21), kind, text)
        across += wide


def _area_marks(stage: Stage, id: str) -> Iterator[tuple[str, str]]:
    state = stage.state
    if id in state.chits:
        yield "chit", f"chit {state.chits[id] or 'blank'}"
    if id in state.area_suppression:
        yield "suppressed", "suppressed"
    if state.raids.get(id):
        yield "raid", f"air raid {state.raids[id]}"


def chip(place: Point, kind: str, text: str) -> Markup:
    """A word on a strip of its own."""
    wide = _chip_wide(text) - 4
    strip = element("rect", x=place.x - wide / 2, y=place.y - 7.5, width=wide, height=15, rx=4)
    return element("g", strip, write(text, place.moved(0, 4.5)), class_=f"chip {kind}")


def _chip_wide(text: str) -> float:
    return 7.5 * len(text) + 12
