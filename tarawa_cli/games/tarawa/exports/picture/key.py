"""The key to the map: a sample of everything that can be on it, and what it means."""

from tarawa_cli.games.tarawa.exports.picture import counters, markers
from tarawa_cli.games.tarawa.exports.picture.style import BEACHES, REGIMENTS, SUPPLY, TERRAIN
from tarawa_cli.games.tarawa.model.charts import Charts
from tarawa_cli.games.tarawa.model.state import Unit
from tarawa_cli.kernel.hints import Iterator
from tarawa_cli.kernel.render.counters import Box
from tarawa_cli.kernel.render.markup import Markup, Value, element, joined
from tarawa_cli.kernel.render.svg import Point, outline, write

_ROW = 57
_SWATCH = 25


def key(charts: Charts, place: Point, wide: float) -> Iterator[Markup]:
    """All samples in two columns, starting at a point."""
    yield write("Key", place.moved(0, 30), class_="left heading")
    samples = [*_ground(charts), *_LINES, *_MARKERS, *_counters(charts)]
    half = (len(samples) + 1) // 2
    for number, (meaning, sample) in enumerate(samples):
        spot = place.moved(28 + number // half * wide * 0.46, 68 + number % half * _ROW)
        yield sample(spot)
        yield write(meaning, spot.moved(40, 6), class_="left said")


def _ground(charts: Charts) -> Iterator[tuple[str, markers.Drawn]]:
    for kind in TERRAIN:
        if kind != "pier":
            yield charts.terrain[kind].name, _terrain(kind)


def _terrain(kind: str) -> markers.Drawn:
    return lambda at: element("path", class_=kind, stroke="#6d6a55", d=outline(at, _SWATCH))


def _on_ground(mark: markers.Drawn) -> markers.Drawn:
    """Something that lies on a hex."""
    return lambda at: joined([_terrain("clear")(at), mark(at)])


def _hatched(at: Point) -> Markup:
    return element("path", class_="held", d=outline(at, _SWATCH))


def _line(*kinds: str, **attributes: Value) -> markers.Drawn:
    """A piece of a line, as wide as on the map."""

    def sample(at: Point) -> Markup:
        data = f"M{at.moved(-24, 6)}L{at.moved(24, -6)}"
        return joined(element("path", class_=kind, d=data, **attributes) for kind in kinds)

    return sample


def _gap(at: Point) -> Markup:
    return element("circle", class_="open", cx=at.x, cy=at.y, r=6)


_LINES: tuple[tuple[str, markers.Drawn], ...] = (
    ("area border", _line("border")),
    ("beach limits", _line("limit", stroke=BEACHES["red1"])),
    ("anti-tank ditch", _line("ditch", "ditch-teeth")),
    ("road", _line("road-bed", "road")),
    ("open hexside", _gap),
    ("pier", _line("pier-bed", "pier-planks")),
    ("the wreck", markers.hulk),
)
_MARKERS: tuple[tuple[str, markers.Drawn], ...] = (
    ("uncleared", _on_ground(_hatched)),
    ("front of the Marines", _line("front-bed", "front")),
    ("cleared", _on_ground(lambda at: markers.cleared(at, 11))),
    ("entered, nothing to clear", _on_ground(lambda at: markers.entered(at, 11))),
    ("pillbox", markers.pillbox),
    ("pillbox destroyed", markers.ruin),
    ("demolition steps", markers.badge("demolition", "D1")),
    ("suppression markers", markers.badge("suppression", "S2")),
    ("improved positions", markers.improved),
    ("supply head", markers.head),
    ("pinned", lambda at: counters.pin(at, 1)),
    ("change of course", lambda at: counters.course(at.moved(-32, 0), 0)),
)


def _counters(charts: Charts) -> Iterator[tuple[str, markers.Drawn]]:
    yield "front: name, arm, steps", _counter(charts, "2/8A", 8)
    yield "back: half its steps or fewer", _counter(charts, "2/8A", 4)
    yield "craft", _counter(charts, "lvt-1", 6)
    yield ", ".join(name for name in REGIMENTS if name) + " Marines", _bands
    yield f"supply: {', '.join(SUPPLY)}", _supplies


def _counter(charts: Charts, id: str, steps: int) -> markers.Drawn:
    unit = Unit(charts.units[id])
    unit.steps = steps
    return lambda at: counters.bare(unit, Box(at, *counters.ALONE))


def _bands(at: Point) -> Markup:
    """The colours of the regiments, in the order in which they are named."""
    return joined(
        element("rect", class_="box", style=f"fill:{colour}", x=at.x - 20 + 10 * place, y=at.y - 12, width=7, height=24)
        for place, (name, colour) in enumerate(REGIMENTS.items())
        if name
    )


def _supplies(at: Point) -> Markup:
    return joined(counters.supply(at.moved(14 * place - 14, 0), status, 5) for place, status in enumerate(SUPPLY))
