"""The margin of the map: title, figures of both sides, turn track, boxes and key."""

from tarawa_cli.games.malta.exports.picture import counters, key
from tarawa_cli.games.malta.exports.picture.boxes import Boxes
from tarawa_cli.games.malta.exports.picture.counters import Placed
from tarawa_cli.games.malta.exports.picture.sheet import (
    BOXES,
    BOXES_HIGH,
    EDGE,
    HEAD,
    PANEL,
    PANEL_WIDE,
    SIZE,
    TRACK,
    TRACK_HIGH,
)
from tarawa_cli.games.malta.model.places import on_track
from tarawa_cli.games.malta.model.state import ENDINGS, State
from tarawa_cli.games.malta.model.unit_types import SIDES
from tarawa_cli.games.malta.narration.sentences import PLAYERS, headline, score
from tarawa_cli.games.malta.views import facts
from tarawa_cli.games.malta.views.reports import ROWS
from tarawa_cli.games.malta.views.scene import Position
from tarawa_cli.kernel.hints import Iterator
from tarawa_cli.kernel.render.counters import Box
from tarawa_cli.kernel.render.markup import Markup, element
from tarawa_cli.kernel.render.svg import Point, write

CREDIT = "Coast after data of OpenStreetMap, © OpenStreetMap contributors, Open Database Licence"
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
    yield element("g", *key.key(position.state.charts, PANEL.moved(24, 270), PANEL_WIDE - 48), id="key")
    yield element("g", *_track(position.state), id="track")
    yield element("g", *boxes(position.state).frames(), id="boxes")
    yield _credit()


def _credit() -> Markup:
    return write(CREDIT, Point(EDGE, SIZE.y - 12), class_="left small")


def _tally(state: State) -> Iterator[Markup]:
    """Both sides, side by side."""
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


def off_map(position: Position) -> Iterator[Placed]:
    """Every counter in a box or on the track."""
    state, stacks = position.state, position.scene.stacks()
    yield from boxes(state).counters(position)
    for turn in state.charts.turns:
        for place, unit in enumerate(stacks.get(on_track(turn.id), ())):
            yield Placed(unit, Box(_turn_place(turn.number).moved(_cell() / 2, 34 + 14 * place), *_ON_TRACK))


def all_counters(position: Position) -> Iterator[Markup]:
    yield element("g", *boxes(position.state).labels(position), id="waves")
    for unit, box in off_map(position):
        yield counters.counter(position, unit, box)
