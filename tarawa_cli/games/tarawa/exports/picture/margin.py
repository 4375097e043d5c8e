"""What stands around the map: title, morale tracks, numbers, who is off the map, and the key."""

from textwrap import wrap

from tarawa_cli.games.tarawa.exports.picture import key
from tarawa_cli.games.tarawa.exports.picture.sheet import EDGE, GRID, HEAD, SIZE
from tarawa_cli.games.tarawa.exports.picture.stage import Stage
from tarawa_cli.games.tarawa.model.board import SCHEDULE
from tarawa_cli.games.tarawa.model.charts import signed
from tarawa_cli.games.tarawa.model.state import State, Unit, phase_name
from tarawa_cli.games.tarawa.narration.sentences import TRACK_NAMES
from tarawa_cli.games.tarawa.views import facts
from tarawa_cli.kernel.hints import Iterator
from tarawa_cli.kernel.render.markup import Markup, element
from tarawa_cli.kernel.render.svg import Point, write

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
    """How it ended, as a sentence; nothing while it goes on."""
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
    yield element("g", *key.key(stage.state.charts, Point(_LEFT + 24, _TOP + 350), _WIDE - 48), id="key")
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
