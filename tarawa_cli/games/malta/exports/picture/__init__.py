"""The map as a picture: Malta as a printed wargame shows it, with the position on it, in one SVG file.

Ground, lines, names, markers and counters are drawn in this order. Only hexes and counters react to the mouse: each
shows what `hex` or `unit` says.
"""

from tarawa_cli.games.malta.exports.picture import counters, ground
from tarawa_cli.games.malta.exports.picture.counters import Boxes, CounterPlace
from tarawa_cli.games.malta.exports.picture.ground import (
    BOXES,
    BOXES_HIGH,
    EDGE,
    GRID,
    HEAD,
    MEANINGS,
    NATIONS,
    OVERLAYS,
    PANEL,
    PANEL_WIDE,
    SIZE,
    TERRAIN,
    TRACK,
    TRACK_HIGH,
    ZONES,
    region_names,
)
from tarawa_cli.games.malta.model.charts import Charts
from tarawa_cli.games.malta.model.state import DEMORALISED, DISORGANISED, ENDINGS, State, Unit
from tarawa_cli.games.malta.model.unit import on_track
from tarawa_cli.games.malta.model.unit_types import SIDES
from tarawa_cli.games.malta.narration.sentences import PLAYERS, headline, score
from tarawa_cli.games.malta.views import facts
from tarawa_cli.games.malta.views.map_views import around
from tarawa_cli.games.malta.views.reports import ROWS
from tarawa_cli.games.malta.views.scene import MARKS, Position, counter_of
from tarawa_cli.kernel.engine.order_words import alternatives, find_name, shown
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.exports.counters import Box, Drawn, line_sample
from tarawa_cli.kernel.exports.svg import (
    Cut,
    Markup,
    Point,
    as_file,
    element,
    escaped,
    joined,
    map_layer,
    outline,
    picture,
    titled,
    write,
)
from tarawa_cli.kernel.hints import Iterator
from tarawa_cli.kernel.presentation import CHANGING, STILL, Asked
from tarawa_cli.kernel.scene import Counter

# ── The key: a sample of everything that can be on the map, and what it means


_ROW = 54
_SWATCH = 24
_COUNTER = (58, 49.5)
Sample = tuple[str, Drawn]


def key(charts: Charts, place: Point, wide: float) -> Iterator[Markup]:
    """All samples in two columns, starting at a point."""
    yield write("Key", place.moved(0, 26), class_="left heading")
    samples = [*_ground(charts), *_LINES, *_MARKERS, *_sample_counters(charts), *_states(charts)]
    half = (len(samples) + 1) // 2
    for number, (meaning, sample) in enumerate(samples):
        spot = place.moved(28 + number // half * wide * 0.5, 64 + number % half * _ROW)
        yield sample(spot)
        yield write(meaning, spot.moved(40, 6), class_="left small")


def _ground(charts: Charts) -> Iterator[Sample]:
    for kind in TERRAIN:
        yield charts.terrain[kind].name, _terrain(kind)


def _terrain(kind: str) -> Drawn:
    return lambda at: element("path", class_=kind, stroke="#6d6a55", d=outline(at, _SWATCH, "flat"))


def _on_ground(mark: Drawn) -> Drawn:
    """A sample of a marker on a hex."""
    return lambda at: joined([_terrain("clear")(at), mark(at)])


def _held(at: Point) -> Markup:
    return element("path", class_="held", d=outline(at, _SWATCH, "flat"))


_LINES: tuple[Sample, ...] = (
    ("road", line_sample("road-bed", "road")),
    ("stream", line_sample("stream")),
    ("stream with elevation", line_sample("steep", "steep-teeth")),
    ("all-water hexside", line_sample("water")),
    ("beaches of a zone", line_sample("beach-limit", fill="none", stroke=ZONES["south"], stroke_width=7)),
    ("front line", line_sample("front-bed", "front")),
)
_MARKERS: tuple[Sample, ...] = (
    ("held by the Axis", _on_ground(_held)),
    ("objective and weight", lambda at: ground.objective(at, 2)),
    ("strongpoint", _on_ground(lambda at: counters.strongpoint(at, _SWATCH))),
    ("support assigned", lambda at: counters.support(at, "planes")),
    ("drop zone and turn", lambda at: counters.drop_zone(at.moved(0, -4), "")),
)


def _unit(charts: Charts, kind: str) -> Counter:
    """The first unit of a kind, as a sample."""
    unit = Unit(next(type for type in charts.units.values() if type.kind.id == kind))
    unit.revealed = True
    return counter_of(unit)


def _sample_counters(charts: Charts) -> Iterator[Sample]:
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


def _counter(unit: Counter) -> Drawn:
    return lambda at: counters.bare(unit, Box(at, *_COUNTER))


def _nations(at: Point) -> Markup:
    """The colours of the nations, in the order in which they are named."""
    return joined(
        element("rect", class_="box", style=f"fill:{colour};fill-opacity:1", x=x, y=at.y - 12, width=10, height=24)
        for x, colour in zip(range(int(at.x) - 24, int(at.x) + 24, 12), NATIONS.values(), strict=True)
    )


# ── The margin: title, figures of both sides, turn track, boxes and key


CREDIT = "Coast from OpenStreetMap data, © OpenStreetMap contributors, Open Database Licence"
_ON_TRACK = (34, 26)


def standing(state: State) -> str:
    """The position or the result, in a sentence."""
    over = f"The game is over: {ENDINGS[state.outcome]}. " if state.outcome else ""
    return f"{over}Weather {state.weather} · Axis ammunition {state.stock} · {score(state)}"


def margin(position: Position, shown: str = "") -> Iterator[Markup]:
    """All around the map; `shown` is what a layer lays over it."""
    when = headline(position.state).partition(" (`")[0]
    yield write(f"{position.state.setting.scenario.name} — {when}", Point(EDGE, 58), class_="left title")
    told = f"{shown[:1].upper()}{shown[1:]}" if shown else standing(position.state)
    yield write(told, Point(EDGE, 98), class_="left subtitle")
    yield element("rect", class_="panel", x=PANEL.x, y=PANEL.y, width=PANEL_WIDE, height=TRACK.y - EDGE - HEAD, rx=8)
    yield element("g", *_tally(position.state), id="tally")
    yield element("g", *key(position.state.charts, PANEL.moved(24, 270), PANEL_WIDE - 48), id="key")
    yield element("g", *_track(position.state), id="track")
    yield element("g", *boxes(position.state).frames(), id="boxes")
    yield write(CREDIT, Point(EDGE, SIZE.y - 12), class_="left small")


def _tally(state: State) -> Iterator[Markup]:
    """The figures of both sides, side by side."""
    yield write("The two sides", PANEL.moved(24, 36), class_="left heading")
    for column, side in enumerate(SIDES):
        yield write(PLAYERS[side], PANEL.moved(340 + 120 * column, 36), class_="said")
    for row, (name, words) in enumerate(ROWS.items()):
        yield write(words, PANEL.moved(24, 66 + 26 * row), class_="left said")
        for column, side in enumerate(SIDES):
            count = str(facts.counts(state, side)[name])
            yield write(count, PANEL.moved(340 + 120 * column, 66 + 26 * row), class_="said")


# ── The turn track


def _track(state: State) -> Iterator[Markup]:
    """A box for each turn, the present one filled."""
    for turn in state.charts.turns:
        place = _turn_place(turn.number)
        now = " now" if turn.number == state.turn else " night" if turn.night else ""
        yield element("rect", class_=f"box{now}", x=place.x, y=place.y, width=_cell() - 3, height=TRACK_HIGH - 24)
        yield write(turn.time, place.moved(_cell() / 2, 14), class_="time")
        if turn.time == "am":
            day = turn.label.partition(",")[0]
            yield write(day, place.moved(4, -6), class_="left day")


def _cell() -> float:
    return (SIZE.x - 2 * EDGE) / 48


def _turn_place(number: int) -> Point:
    return TRACK.moved((number - 1) * _cell(), 20)


# ── Off the map


def boxes(state: State) -> Boxes:
    return Boxes(state, BOXES, SIZE.x - 2 * EDGE, BOXES_HIGH)


def off_map(position: Position) -> Iterator[CounterPlace]:
    """Every counter in a box or on the track."""
    state, stacks = position.state, position.scene.stacks()
    yield from boxes(state).counters(position)
    for turn in state.charts.turns:
        for place, unit in enumerate(stacks.get(on_track(turn.id), ())):
            yield CounterPlace(unit, Box(_turn_place(turn.number).moved(_cell() / 2, 34 + 14 * place), *_ON_TRACK))


# ── The picture


LAYERS = ("units", "terrain", "control", *OVERLAYS)
BARE = ("terrain", "control", "regions")
"""Layers without units."""
LAND = "land"


def svg(state: State, asked: Asked | None = None) -> str:
    """The picture as a whole file."""
    return as_file(drawing(state, asked))


def drawing(state: State, asked: Asked | None = None) -> Markup:
    """The picture alone, for use inside another page; of the land unless another part is asked for."""
    asked = asked or Asked()
    layer = _known(asked.layer or LAYERS[0])
    cut = _cut(state, asked)
    return picture(
        cut.size if cut else SIZE,
        titled(f"{state.setting.scenario.name}: {headline(state)}"),
        element("desc", escaped(standing(state))),
        ground.sheet(),
        ground.patterns(),
        *_drawn(Position(state), asked.parts, layer, cut),
        corner=cut.corner if cut else Point(0, 0),
        wide=asked.pixels,
        class_="malta",
    )


def _drawn(position: Position, parts: str, layer: str, cut: Cut | None) -> Iterator[Markup]:
    """The map, and the position on it. If only one of them is drawn, names are below the rest, without numbers."""
    every = sorted(position.board.terrain)
    hexes = cut.hexes(GRID, every) if cut else every
    taken = {*position.scene.stacks()} if layer not in BARE and not parts else set()
    taken |= {at for at, view in position.scene.hexes.items() if view.notes["jumps"]}
    names = region_names(position) if layer == "regions" else ground.names(position, taken, cut)
    if parts != CHANGING:
        yield element("rect", class_="sea", width=SIZE.x, height=SIZE.y)
        yield ground.hexes(position, hexes)
        yield map_layer("lines", *ground.lines(position))
    if parts == STILL:
        yield map_layer("names", *names)
        return
    held, told = layer in ("units", "control"), MEANINGS.get(layer, "")
    yield map_layer("control", *(ground.control(position) if held else ()))
    yield from ([map_layer(layer, *OVERLAYS[layer](position))] if layer in OVERLAYS else [])
    if not parts:
        yield ground.numbers([at for at in hexes if at not in taken])
        yield map_layer("names", *names)
    yield map_layer("markers", *(counters.of_hexes(position) if held else ()))
    caption = _caption(position.state, told)
    yield map_layer("margin", *([cut.caption(caption, CREDIT)] if cut else margin(position, told)))
    yield element("g", *(_counters(position, cut is None) if layer not in BARE else ()), id="units")


def _counters(position: Position, with_boxes: bool) -> Iterator[Markup]:
    yield from counters.all_counters(position)
    if with_boxes:
        yield element("g", *boxes(position.state).labels(position), id="waves")
        for unit, box in off_map(position):
            yield counters.counter(position, unit, box)


def _cut(state: State, asked: Asked) -> Cut | None:
    """The part of the map to draw, the land by default; None is the whole sheet."""
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
        raise BadOrder(f"--layer {shown(word)}: must be {alternatives(LAYERS)}") from None
