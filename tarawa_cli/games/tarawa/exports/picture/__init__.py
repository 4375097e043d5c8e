"""The map as a picture: Betio as a printed wargame shows it, with the position on it, in one SVG file."""

from textwrap import wrap

from tarawa_cli.games.tarawa.exports.picture import counters, ground
from tarawa_cli.games.tarawa.exports.picture.ground import (
    ALONE,
    BEACHES,
    EDGE,
    GRID,
    HEAD,
    REGIMENTS,
    SIZE,
    SUPPLY,
    TERRAIN,
    Stage,
)
from tarawa_cli.games.tarawa.model.board import SCHEDULE
from tarawa_cli.games.tarawa.model.charts import Charts, signed
from tarawa_cli.games.tarawa.model.state import State, Unit, phase_name
from tarawa_cli.games.tarawa.narration.sentences import TRACK_NAMES
from tarawa_cli.games.tarawa.views import facts
from tarawa_cli.games.tarawa.views.map_views import around
from tarawa_cli.kernel.engine.order_words import find_name
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

# ── The key: a sample of everything that can be on the map, and what it means

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


def _ground(charts: Charts) -> Iterator[tuple[str, Drawn]]:
    for kind in TERRAIN:
        if kind != "pier":
            yield charts.terrain[kind].name, _terrain(kind)


def _terrain(kind: str) -> Drawn:
    return lambda at: element("path", class_=kind, stroke="#6d6a55", d=outline(at, _SWATCH))


def _on_ground(mark: Drawn) -> Drawn:
    """Something drawn in a hex."""
    return lambda at: joined([_terrain("clear")(at), mark(at)])


def _hatched(at: Point) -> Markup:
    return element("path", class_="held", d=outline(at, _SWATCH))


def _gap(at: Point) -> Markup:
    return element("circle", class_="open", cx=at.x, cy=at.y, r=6)


_LINES: tuple[tuple[str, Drawn], ...] = (
    ("area border", line_sample("border")),
    ("beach limits", line_sample("limit", stroke=BEACHES["red1"])),
    ("anti-tank ditch", line_sample("ditch", "ditch-teeth")),
    ("road", line_sample("road-bed", "road")),
    ("open hexside", _gap),
    ("pier", line_sample("pier-bed", "pier-planks")),
    ("the wreck", counters.hulk),
)
_MARKERS: tuple[tuple[str, Drawn], ...] = (
    ("uncleared", _on_ground(_hatched)),
    ("front of the Marines", line_sample("front-bed", "front")),
    ("cleared", _on_ground(lambda at: counters.cleared(at, 11))),
    ("entered, nothing to clear", _on_ground(lambda at: counters.entered(at, 11))),
    ("pillbox", counters.pillbox),
    ("pillbox destroyed", counters.ruin),
    ("demolition steps", counters.badge("demolition", "D1")),
    ("suppression markers", counters.badge("suppression", "S2")),
    ("improved positions", counters.improved),
    ("supply head", counters.head),
    ("pinned", lambda at: counters.pin(at, 1)),
    ("change of course", lambda at: counters.course(at.moved(-32, 0), 0)),
)


def _counters(charts: Charts) -> Iterator[tuple[str, Drawn]]:
    yield "front: name, arm, steps", _counter(charts, "2/8A", 8)
    yield "back: half its steps or fewer", _counter(charts, "2/8A", 4)
    yield "craft", _counter(charts, "lvt-1", 6)
    yield ", ".join(name for name in REGIMENTS if name) + " Marines", _bands
    yield f"supply: {', '.join(SUPPLY)}", _supplies


def _counter(charts: Charts, id: str, steps: int) -> Drawn:
    unit = Unit(charts.units[id])
    unit.steps = steps
    return lambda at: counters.bare(unit, Box(at, *ALONE))


def _bands(at: Point) -> Markup:
    """The colours of the regiments, in the order in which they are named."""
    return joined(
        element("rect", class_="box", style=f"fill:{colour}", x=at.x - 20 + 10 * place, y=at.y - 12, width=7, height=24)
        for place, (name, colour) in enumerate(REGIMENTS.items())
        if name
    )


def _supplies(at: Point) -> Markup:
    return joined(counters.supply(at.moved(14 * place - 14, 0), status, 5) for place, status in enumerate(SUPPLY))


# ── Around the map: title, morale tracks, numbers, units off the map, the key

_LEFT = GRID.centre("1912").x + 70
"""East of the reef there is only sea: room for a panel, from the north edge to the tail of the island."""
_WIDE = SIZE.x - EDGE - _LEFT
_TOP = HEAD + 10
_HIGH = GRID.centre("3612").y - 40 - _TOP
_CELL = 36
_OFF_MAP = {"schedule": "Still to come", "wreck": "At the wreck", "bairiki": "On Bairiki", "lost": "Lost"}


def headline(state: State) -> str:
    """Turn, date, phase."""
    return f"Turn {state.turn} · {state.charts.turn(state.turn).label} · {phase_name(state.phase)}"


def outcome(state: State) -> str:
    """The result as a sentence; nothing while the game continues."""
    text = state.ending
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def standing(state: State) -> str:
    """Losses, points and ground taken."""
    count = facts.counts(state)
    return (
        f"Casualties {state.casualties:,} · shore points {state.shore} · supply points {state.stock} · "
        f"{count['held']} of {count['land']} hexes held, "
        f"{count['cleared']} of {count['cleared'] + count['uncleared']} cleared · "
        f"{count['secured']} of {len(state.board.areas)} areas secured"
    )


def margin(stage: Stage) -> Iterator[Markup]:
    yield from _header(stage.state)
    yield element("rect", class_="panel", x=_LEFT, y=_TOP, width=_WIDE, height=_HIGH, rx=8)
    yield element("g", *_tracks(stage.state), id="tracks")
    yield element("g", *key(stage.state.charts, Point(_LEFT + 24, _TOP + 350), _WIDE - 48), id="key")
    yield element("g", *_off_map(stage.state), id="off-map")
    yield _north(Point(SIZE.x - 110, SIZE.y - 110))


def _header(state: State) -> Iterator[Markup]:
    title = f"{state.setting.scenario.name} — {headline(state)}"
    yield write(title, Point(EDGE, 58), class_="left title")
    yield write(f"{outcome(state)} {standing(state)}".lstrip(), Point(EDGE, 100), class_="left subtitle")


def _tracks(state: State) -> Iterator[Markup]:
    """A row of boxes for each track: the marker in one box, a frame around the operative level."""
    yield write("Morale", Point(_LEFT + 24, _TOP + 40), class_="left heading")
    for number, name in enumerate(state.tracks):
        yield from _track(state, name, Point(_LEFT + 24, _TOP + 60 + 40 * number))
    told = "filled: the marker; framed: the level that counts this turn"
    yield write(told, Point(_LEFT + 24, _TOP + 60 + 40 * len(state.tracks) + 18), class_="left small")


def _track(state: State, name: str, place: Point) -> Iterator[Markup]:
    yield write(TRACK_NAMES[name], place.moved(0, 22), class_="left said")
    half = len(state.charts.boxes) // 2
    start = place.moved(_WIDE - 48 - _CELL * len(state.charts.boxes), 0)
    for box in range(-half, half + 1):
        yield from _box(state, name, box, start.moved(_CELL * (box + half), 0))


def _box(state: State, name: str, box: int, place: Point) -> Iterator[Markup]:
    here = state.tracks[name] == box
    own = "" if name == "japanese" else " own"
    kind = f"marker-box{own}" if here else "box"
    yield element("rect", class_=kind, x=place.x, y=place.y, width=_CELL - 4, height=32)
    yield write(
        signed(state.charts.level(box)), place.moved(_CELL / 2 - 2, 21), class_="on-marker" if here else "level"
    )
    if state.operative[name] == box:
        yield element("rect", class_="operative", x=place.x - 1, y=place.y - 1, width=_CELL - 2, height=34)


def _off_map(state: State) -> Iterator[Markup]:
    """Combat units that are not on the map, in the corner of sea in the north-west."""
    lines = [
        line
        for place, name in _OFF_MAP.items()
        if (gone := [u.id for u in state.units.values() if _panel(u) == place and not u.type.is_craft])
        for line in wrap(f"{name}: {'  '.join(gone)}", 46, subsequent_indent="  ", break_on_hyphens=False)
    ]
    if not lines:
        return
    yield element("rect", class_="panel", x=EDGE, y=_TOP, width=440, height=24 * len(lines) + 20, rx=8)
    for number, line in enumerate(lines):
        indent = 30 if line.startswith(" ") else 16
        yield write(line.strip(), Point(EDGE + indent, _TOP + 28 + 24 * number), class_="left said")


def _panel(unit: Unit) -> str:
    """Where the corner lists a unit; a party at the wreck has not landed."""
    return "wreck" if unit.wrecking and unit.at == SCHEDULE else unit.at


def _north(place: Point) -> Markup:
    needle = element("path", class_="needle", d=f"M{place.moved(0, -40)}l16,70l-16,-14l-16,14z")
    return element("g", needle, write("N", place.moved(0, -48), class_="title", style="font-size:26px"))


# ── The picture

LAYERS = ("units", "terrain", "control")
LAND = "land"


def svg(state: State, asked: Asked | None = None) -> str:
    """The whole file."""
    return as_file(drawing(state, asked))


def drawing(state: State, asked: Asked | None = None) -> Markup:
    """The picture alone, for use inside another page; of the land unless another part is asked for."""
    asked = asked or Asked()
    layer = find_name(asked.layer or LAYERS[0], LAYERS, "layer")
    cut = _cut(state, asked)
    return picture(
        cut.size if cut else SIZE,
        titled(f"{state.setting.scenario.name}: {headline(state)}"),
        element("desc", escaped(f"{outcome(state)} {standing(state)}".lstrip())),
        ground.style_sheet(),
        ground.patterns(),
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
        yield map_layer("lines", *ground.lines(stage))
    if parts == STILL:
        yield map_layer("names", *names)
        return
    held = layer != "terrain"
    yield map_layer("control", *(ground.control(stage) if held else ()))
    if not parts:
        yield ground.numbers(stage.board, [at for at in hexes if not stage.units(at)])
    yield map_layer("markers", *(counters.of_hexes(stage) if held else ()))
    yield map_layer(
        "names", *(() if parts else names), *ground.areas(stage), *(counters.of_areas(stage) if held else ())
    )
    yield element("g", *counters.all_counters(stage), id="units")
    caption = f"{stage.state.setting.scenario.name} · {headline(stage.state)}"
    yield map_layer("margin", *([cut.caption(caption)] if cut else margin(stage)))


def _cut(state: State, asked: Asked) -> Cut | None:
    """The part that is asked for, or the land; None is the whole sheet."""
    if asked.sea:
        return None
    if asked.word in ("", LAND):
        return GRID.cut(state.board.land, ground.around_beaches(state.board))
    return GRID.cut(around(state, asked).hexes & state.board.terrain.keys())
