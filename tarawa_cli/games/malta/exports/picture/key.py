"""The key to the map: a sample of everything that can be on it, and what it means."""

from tarawa_cli.games.malta.exports.picture import counters, ground, markers
from tarawa_cli.games.malta.exports.picture.style import NATIONS, TERRAIN, ZONES
from tarawa_cli.games.malta.model.charts import Charts
from tarawa_cli.games.malta.model.state import DEMORALISED, DISORGANISED, Unit
from tarawa_cli.games.malta.views.scene import MARKS, counter_of
from tarawa_cli.kernel.hints import Iterator
from tarawa_cli.kernel.render.counters import Box
from tarawa_cli.kernel.render.markup import Markup, Value, element, joined
from tarawa_cli.kernel.render.svg import Point, outline, write
from tarawa_cli.kernel.scene.model import Counter

_ROW = 54
_SWATCH = 24
_COUNTER = (58, 49.5)
Sample = tuple[str, markers.Drawn]


def key(charts: Charts, place: Point, wide: float) -> Iterator[Markup]:
    """All samples in two columns, starting at a point."""
    yield write("Key", place.moved(0, 26), class_="left heading")
    samples = [*_ground(charts), *_LINES, *_MARKERS, *_counters(charts), *_states(charts)]
    half = (len(samples) + 1) // 2
    for number, (meaning, sample) in enumerate(samples):
        spot = place.moved(28 + number // half * wide * 0.5, 64 + number % half * _ROW)
        yield sample(spot)
        yield write(meaning, spot.moved(40, 6), class_="left small")


def _ground(charts: Charts) -> Iterator[Sample]:
    for kind in TERRAIN:
        yield charts.terrain[kind].name, _terrain(kind)


def _terrain(kind: str) -> markers.Drawn:
    return lambda at: element("path", class_=kind, stroke="#6d6a55", d=outline(at, _SWATCH, "flat"))


def _on_ground(mark: markers.Drawn) -> markers.Drawn:
    """A sample of a marker on a hex."""
    return lambda at: joined([_terrain("clear")(at), mark(at)])


def _line(*kinds: str, **attributes: Value) -> markers.Drawn:
    """A piece of a line, as wide as on the map."""

    def sample(at: Point) -> Markup:
        data = f"M{at.moved(-24, 6)}L{at.moved(24, -6)}"
        return joined(element("path", class_=kind, d=data, **attributes) for kind in kinds)

    return sample


def _held(at: Point) -> Markup:
    return element("path", class_="held", d=outline(at, _SWATCH, "flat"))


_LINES: tuple[Sample, ...] = (
    ("road", _line("road-bed", "road")),
    ("stream", _line("stream")),
    ("stream with elevation", _line("steep", "steep-teeth")),
    ("all-water hexside", _line("water")),
    ("beaches of a zone", _line("beach-limit", fill="none", stroke=ZONES["south"], stroke_width=7)),
    ("front line", _line("front-bed", "front")),
)
_MARKERS: tuple[Sample, ...] = (
    ("held by the Axis", _on_ground(_held)),
    ("objective and weight", lambda at: ground.objective(at, 2)),
    ("strongpoint", _on_ground(lambda at: markers.strongpoint(at, _SWATCH))),
    ("support assigned", lambda at: markers.support(at, "planes")),
    ("drop zone and turn", lambda at: markers.drop_zone(at.moved(0, -4), "")),
)


def _unit(charts: Charts, kind: str) -> Counter:
    """The first unit of a kind, as a sample."""
    unit = Unit(next(type for type in charts.units.values() if type.kind.id == kind))
    unit.revealed = True
    return counter_of(unit)


def _counters(charts: Charts) -> Iterator[Sample]:
    kinds = {type.kind.id: type.kind.name for type in charts.units.values()}
    for kind, name in kinds.items():
        yield name, _counter(_unit(charts, kind))
    yield ", ".join(name.capitalize() for name in NATIONS), _nations


def _states(charts: Charts) -> Iterator[Sample]:
    for state, words in ((DISORGANISED, "Disorganised"), (DEMORALISED, "Demoralised, a step lost")):
        unit = _unit(charts, "infantry")
        yield words, _counter(unit._replace(marks=[MARKS[state]], steps=unit.steps - (state == DEMORALISED)))
    yield "out of supply", lambda at: counters.unsupplied(at)
    yield (
        "ammunition, none",
        lambda at: joined([counters.ammunition(at.moved(-6, 0), True), counters.ammunition(at.moved(6, 0), False)]),
    )


def _counter(unit: Counter) -> markers.Drawn:
    return lambda at: counters.bare(unit, Box(at, *_COUNTER))


def _nations(at: Point) -> Markup:
    """The colours of the nations, in the order in which they are named."""
    return joined(
        element("rect", class_="box", style=f"fill:{colour};fill-opacity:1", x=x, y=at.y - 12, width=10, height=24)
        for x, colour in zip(range(int(at.x) - 24, int(at.x) + 24, 12), NATIONS.values(), strict=True)
    )
