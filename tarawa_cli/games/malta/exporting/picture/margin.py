"""What stands around the map: title, the numbers of both sides, the turn track, the boxes, and the key."""

from collections.abc import Iterator

from tarawa_cli.games.malta.exporting.picture import counters, key
from tarawa_cli.games.malta.exporting.picture.counters import Box, Placed
from tarawa_cli.games.malta.exporting.picture.sheet import (
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
from tarawa_cli.games.malta.looking import facts
from tarawa_cli.games.malta.looking.reports import ROWS
from tarawa_cli.games.malta.looking.text_map.scene import Scene
from tarawa_cli.games.malta.model.places import AIR, on_track
from tarawa_cli.games.malta.model.state import OUTCOMES, State, Unit
from tarawa_cli.games.malta.model.unit_types import SIDES
from tarawa_cli.games.malta.telling.sentences import PLAYERS, headline, score
from tarawa_cli.kernel.render.markup import Markup, element
from tarawa_cli.kernel.render.svg import Point, write

_PLACE = (46.0, 38.0)
"""A counter in a box, where there is room."""
_ON_TRACK = (34, 26)


def standing(state: State) -> str:
    """How it stands or ended, in a sentence."""
    over = f"The game is over: {OUTCOMES[state.outcome]}. " if state.outcome else ""
    return f"{over}Weather {state.weather} · Axis ammunition {state.stock} · {score(state)}"


def margin(scene: Scene) -> Iterator[Markup]:
    when = headline(scene.state).partition(" (`")[0]
    yield write(f"{scene.state.setting.scenario.name} — {when}", Point(EDGE, 58), class_="left title")
    yield write(standing(scene.state), Point(EDGE, 98), class_="left subtitle")
    yield element("rect", class_="panel", x=PANEL.x, y=PANEL.y, width=PANEL_WIDE, height=TRACK.y - EDGE - HEAD, rx=8)
    yield element("g", *_tally(scene.state), id="tally")
    yield element("g", *key.key(scene.state.charts, PANEL.moved(24, 270), PANEL_WIDE - 48), id="key")
    yield element("g", *_track(scene.state), id="track")
    yield element("g", *_frames(scene.state), id="boxes")
    yield _credit()


def _credit() -> Markup:
    told = "Coast after data of OpenStreetMap, © OpenStreetMap contributors, Open Database Licence"
    return write(told, Point(EDGE, SIZE.y - 12), class_="left small")


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


# ── The boxes


def _frames(state: State) -> Iterator[Markup]:
    """An empty frame for each zone's ships, and for those who come by air."""
    for number, name in enumerate(_columns(state)):
        place = _frame_place(state, number)
        wide = _frame_wide(state)
        yield element("rect", class_="panel", x=place.x, y=place.y, width=wide, height=BOXES_HIGH, rx=8)
        yield write(name, place.moved(14, 26), class_="left heading")


def _columns(state: State) -> dict[str, list[str]]:
    """The frames by their titles, and which places they hold."""
    places = facts.boxes(state)
    zones = {
        f"Off the {zone}": [f"follow-up:{zone}", *(box for box in places if _beach(box) in state.board.beaches[zone])]
        for zone in state.board.beaches
    }
    return zones | {"In the air": [AIR]}


def _beach(box: str) -> str:
    """The beach hex of a wave box."""
    return box.split(":")[1] if box.startswith("wave:") else ""


def _frame_wide(state: State) -> float:
    return (SIZE.x - 2 * EDGE) / len(_columns(state)) - 12


def _frame_place(state: State, number: int) -> Point:
    return BOXES.moved(number * (_frame_wide(state) + 12), 0)


def off_map(scene: Scene) -> Iterator[Placed]:
    """Every counter in a box or on the track."""
    state, boxes = scene.state, facts.boxes(scene.state)
    for number, places in enumerate(_columns(state).values()):
        units = [state.units[id] for place in places for id in boxes.get(place, ())]
        yield from _in_frame(units, _frame_place(state, number).moved(0, 36), _frame_wide(state) - 16)
    for turn in state.charts.turns:
        leaders = [state.units[id] for id in boxes.get(on_track(turn.id), ())]
        for place, unit in enumerate(leaders):
            yield Placed(unit, Box(_turn_place(turn.number).moved(_cell() / 2, 34 + 14 * place), *_ON_TRACK))


def _in_frame(units: list[Unit], corner: Point, room: float) -> Iterator[Placed]:
    """Rows of counters, smaller ones if they are many."""
    wide, high = _PLACE
    while units and len(units) > (room // (wide + 4)) * ((BOXES_HIGH - 44) // (high + 4)):
        wide, high = wide * 0.9, high * 0.9
    per_row = int(room // (wide + 4))
    for place, unit in enumerate(units):
        across, down = place % per_row * (wide + 4) + wide / 2 + 8, place // per_row * (high + 4) + high / 2 + 2
        yield Placed(unit, Box(corner.moved(across, down), wide, high))


def all_counters(scene: Scene) -> Iterator[Markup]:
    for unit, box in off_map(scene):
        yield counters.counter(scene, unit, box)
