"""The map as a picture: every hex and every unit once and in its place, markers where they lie and nowhere else."""

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from tarawa_cli.games.tarawa.exporting.picture import svg
from tarawa_cli.games.tarawa.exporting.picture.counters import boxes
from tarawa_cli.games.tarawa.exporting.picture.sheet import GRID, SIZE
from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.kernel.render.svg import NAMESPACE, Point
from tests.tarawa.tools import CAMPAIGN, new_state, position, random_state

Element = ElementTree.Element
SEEDS = range(5)


class Picture:
    """A picture taken apart."""

    def __init__(self, state: State) -> None:
        self.text = svg(state)
        root = ElementTree.fromstring(self.text)
        for part in root.iter():
            part.tag = part.tag.removeprefix(f"{{{NAMESPACE}}}")
        self.root = root

    def layer(self, id: str) -> Element:
        (found,) = [part for part in self.root.iter() if part.get("id") == id]
        return found

    def of_class(self, layer: str, *names: str) -> list[Element]:
        """The elements of a layer that are all of these."""
        return [part for part in self.layer(layer).iter() if set(names) <= set(part.get("class", "").split())]

    def unit(self, id: str) -> Element:
        (found,) = [part for part in self.layer("units").iter() if part.get("data-unit") == id]
        return found

    def hex(self, at: str) -> Element:
        return self.layer(f"hex-{at}")

    def marks(self, at: str) -> Element:
        """What lies on a hex; an empty group if nothing does."""
        found = [part for part in self.layer("markers") if part.get("data-hex") == at]
        assert len(found) <= 1
        return found[0] if found else Element("g")


@cache
def random_picture(seed: int) -> tuple[State, Picture]:
    """Some sound position, and the picture of it."""
    state = random_state(seed)
    before = GAME.dump(state)
    picture = Picture(state)
    assert GAME.dump(state) == before
    return state, picture


@cache
def bare() -> Picture:
    """The map as a campaign begins."""
    return Picture(new_state())


def classes(part: Element) -> set[str]:
    return {name for inner in part.iter() for name in inner.get("class", "").split()}


def words(part: Element) -> list[str]:
    return [inner.text or "" for inner in part.iter() if inner.tag == "text"]


def title(part: Element) -> str:
    found = part.find("title")
    assert found is not None
    return found.text or ""


def card(part: Element) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a counter."""
    (found,) = [inner for inner in part if inner.get("class") == "card"]
    x, y, wide, high = (float(found.get(name, "")) for name in ("x", "y", "width", "height"))
    return x, y, x + wide, y + high


def put(state: State, id: str, at: str, **values: Any) -> State:
    unit = state.units[id]
    unit.at = at
    for name, value in values.items():
        setattr(unit, name, value)
    return state


@pytest.fixture
def new() -> State:
    return new_state()


# ── The file


@pytest.mark.parametrize("seed", SEEDS)
def test_any_position_is_drawn_as_xml_of_modest_size_the_same_every_time(seed: int) -> None:
    state, picture = random_picture(seed)
    assert len(picture.text) < 500_000
    assert picture.text.isascii()
    assert picture.text == svg(GAME.load(CAMPAIGN, GAME.dump(state)))


def test_it_needs_nothing_from_outside() -> None:
    text = bare().text
    assert text.replace(f'xmlns="{NAMESPACE}"', "").count("://") == 0
    assert not re.search(r"<script|href|@import|@font-face|\son\w+=", text)
    assert set(re.findall(r"url\((.)", text)) == {"#"}


def test_every_pattern_that_is_used_is_there() -> None:
    ids = {part.get("id") for part in bare().root.iter()}
    assert set(re.findall(r"url\(#([\w-]+)\)", bare().text)) <= ids


def test_its_rules_hold_only_inside_the_picture() -> None:
    picture = bare()
    assert picture.root.get("class") == "betio"
    rules = (picture.root.findtext("style") or "").strip().splitlines()
    selectors = [selector for rule in rules for selector in rule.partition("{")[0].split(",")]
    assert len(selectors) > 50
    assert all(selector.strip().startswith(".betio ") for selector in selectors)


def test_names_are_text_whatever_is_in_them(new: State) -> None:
    name = 'Red & <script>alert("1")</script> → \x01end'
    new.setting.scenario = new.setting.scenario._replace(name=name)
    picture = Picture(new)
    shown = name.replace("\x01", "\ufffd")
    assert any(shown in text for text in words(picture.layer("margin")))
    assert shown in title(picture.root)
    assert not list(picture.root.iter("script"))


def test_the_header_tells_turn_phase_losses_and_points() -> None:
    state = position(turn=9, phase="actions", casualties=2350, shore=1, stock=7)
    text = " ".join(words(Picture(state).layer("margin")))
    for said in ("Turn 9 · 21 November, 07:00 · Marine actions", "Casualties 2,350", "shore points 1"):
        assert said in text
    assert "supply points 7" in text
    assert "defeat" not in text
    state.outcome = "time"
    assert "Betio is not cleared in time: defeat." in " ".join(words(Picture(state).layer("margin")))


def test_a_marker_stands_in_its_box_of_the_track_and_the_operative_box_is_framed(new: State) -> None:
    def places(picture: Picture, name: str) -> list[float]:
        return [float(part.get("x", "")) for part in picture.of_class("tracks", name)]

    assert len(places(bare(), "box")) + len(places(bare(), "marker-box")) == 6 * 11
    new.tracks["8th"] -= 2
    picture = Picture(new)
    markers, frames = places(picture, "marker-box"), places(picture, "operative")
    (moved,) = {round(old - now) for old, now in zip(places(bare(), "marker-box"), markers, strict=True)} - {0}
    assert moved > 0
    assert round(frames[4] - markers[4]) + 1 == moved


def test_units_that_are_not_on_the_map_are_listed(new: State) -> None:
    put(new, "3/8B", "lost", steps=0)
    put(new, "2/10", "bairiki")
    text = " ".join(words(Picture(new).layer("off-map")))
    assert re.search(r"Still to come: .*2/8A.*On Bairiki: 2/10.*Lost: 3/8B", text)


def test_no_panel_hides_a_hex(new: State) -> None:
    panels = bare().of_class("margin", "panel")
    assert len(panels) == 2
    for panel in panels:
        x, y, wide, high = (float(panel.get(name, "")) for name in ("x", "y", "width", "height"))
        hidden = [
            at for at in new.board.terrain for c in [GRID.centre(at)] if x < c.x < x + wide and y < c.y < y + high
        ]
        assert not hidden


def test_the_key_explains_every_kind_of_terrain_line_and_marker(new: State) -> None:
    picture = bare()
    key = classes(picture.layer("key"))
    drawn = {part.get("class", "").split()[0] for part in picture.layer("ground")} - {"pier"}
    assert drawn <= key
    lines = {part.get("class", "") for part in picture.layer("lines")} - {"coast"}
    assert lines <= key
    markers = {"star", "entered", "pillbox", "ruin", "demolition", "suppression", "improved", "head", "wreck", "held"}
    assert markers | {"pin", "course", "supply", "back", "craft"} <= key


# ── Ground


def test_every_hex_is_there_once_with_its_terrain_and_number(new: State) -> None:
    picture = bare()
    hexes = picture.layer("ground")
    assert [part.get("id") for part in hexes] == [f"hex-{at}" for at in sorted(new.board.terrain)]
    assert [part.get("class", "").split()[0] for part in hexes] == [
        kind for _, kind in sorted(new.board.terrain.items())
    ]
    assert words(picture.layer("numbers")) == sorted(new.board.terrain)


def test_hexes_lie_as_on_the_text_map(new: State) -> None:
    """West is left: the green beach lies to the left of the pier, the tail to the right, the black beaches below."""

    picture = bare()

    def start(at: str) -> tuple[float, ...]:
        return tuple(map(float, re.findall(r"[\d.]+", picture.hex(at).get("d", ""))[:2]))

    assert start("3146")[0] < start("2632")[0] < start("4403")[0]
    assert start("2632")[1] < start("3430")[1]
    assert start("2531")[0] == start("2731")[0]
    assert start("2631")[0] > start("2531")[0], "even rows stand half a hex to the east"


def test_all_of_it_lies_on_the_sheet(new: State) -> None:
    corners = [corner for at in new.board.terrain for corner in GRID.corners(at)]
    assert all(0 < corner.x < SIZE.x and 0 < corner.y < SIZE.y for corner in corners)


def test_a_hex_tells_what_is_there(new: State) -> None:
    new.suppressed["3330"] = 2
    put(new, "2/8A", "2629")
    put(new, "hawkins", "pier:1832", beach="red3")
    picture = Picture(new)
    assert title(picture.hex("1520")) == "1520 — reef\n  combat number +1"
    told = title(picture.hex("3330"))
    assert told.startswith("3330 — clear, uncleared, Black Beach 2\n")
    assert "pillboxes: 2 of 2 standing" in told
    assert "2 suppression markers" in told
    assert "here: 2/8A" in title(picture.hex("2629"))
    assert "here: hawkins on the pier" in title(picture.hex("1832"))


def test_cleared_and_uncleared_hexes_are_told_apart(new: State) -> None:
    def hatched(picture: Picture) -> int:
        held = [part for part in picture.root.iter() if part.get("class") == "held"]
        (path,) = [part for part in held if part.get("pointer-events")]
        return path.get("d", "").count("M")

    assert hatched(bare()) == len(new.board.defended)
    assert not bare().of_class("markers", "star")
    new.cleared |= {"2729"}
    picture = Picture(new)
    assert hatched(picture) == len(new.board.defended) - 1
    assert "cleared" in classes(picture.hex("2729"))
    assert "uncleared" in classes(picture.hex("2728"))
    assert len(picture.of_class("markers", "star")) == 1
    assert classes(picture.marks("2729")) == {"star"}


def test_lines_run_along_every_side_and_step_that_the_map_has(new: State) -> None:
    picture, board = bare(), new.board
    counts = {
        part.get("class", ""): part.get("d", "").count("M")
        for part in picture.layer("lines")
        if part.get("class") in ("ditch", "road", "border", "pier-bed")
    }
    between = {
        frozenset((at, other))
        for at in board.land
        for other in board.land
        if board.area_of[at] != board.area_of[other] and at != other and _touch(at, other)
    }
    assert counts == {"ditch": len(board.ditches), "road": len(board.roads), "border": len(between), "pier-bed": 2}
    assert len(picture.of_class("lines", "open")) == len(board.open_sides)
    assert len(picture.of_class("lines", "limit")) == len(board.beaches)


def _touch(one: str, other: str) -> bool:
    here, there = GRID.centre(one), GRID.centre(other)
    return (here.x - there.x) ** 2 + (here.y - there.y) ** 2 < (GRID.width * 1.1) ** 2


def test_areas_and_beaches_are_named_once_and_count_what_is_left(new: State) -> None:
    def named(picture: Picture, kind: str) -> list[str]:
        return [part.text or "" for part in picture.of_class("names", kind) if part.get("aria-hidden") is None]

    assert named(bare(), "area") == [area.name for area in new.board.areas.values()]
    assert named(bare(), "beach") == [beach.name.upper() for beach in new.board.beaches.values()]
    assert "32 of 32 to clear" in named(bare(), "count")
    assert "secured" not in named(bare(), "count")
    new.cleared |= new.board.defended
    new.occupied |= new.board.free
    assert set(named(Picture(new), "count")) == {"secured"}


def test_landing_and_entry_hexes_are_named_after_their_beach_unless_a_unit_hides_it(new: State) -> None:
    def codes(picture: Picture) -> int:
        return sum(part.text == "Red 3" for part in picture.of_class("names", "code")) // 2

    beach = new.board.beaches["red3"]
    assert codes(bare()) == len(beach.landing) + len(beach.entry)
    put(new, "2/8A", beach.landing[0])
    assert codes(Picture(new)) == len(beach.landing) + len(beach.entry) - 1


# ── Markers

MARKERS: dict[str, tuple[str, str, Callable[[State], object]]] = {
    "cleared": ("2828", "star", lambda state: setattr(state, "cleared", frozenset({"2828"}))),
    "entered": ("2530", "entered", lambda state: setattr(state, "occupied", frozenset({"2530"}))),
    "suppression": ("2828", "suppression", lambda state: state.suppressed.update({"2828": 1})),
    "demolition": ("3330", "demolition", lambda state: state.demolished.update({"3330": 1})),
    "head": ("2530", "head", lambda state: setattr(state, "heads", frozenset({"2530"}))),
    "improved": ("2530", "improved", lambda state: setattr(state, "improved", frozenset({"2530"}))),
    "wreck": ("1436", "taken", lambda state: setattr(state, "wreck", "occupied")),
    "ruin": ("3330", "ruin", lambda state: state.demolished.update({"3330": 2})),
}


@pytest.mark.parametrize("name", MARKERS)
def test_a_marker_is_on_its_hex_when_it_is_set_and_nowhere_else(new: State, name: str) -> None:
    at, kind, set_it = MARKERS[name]
    assert not bare().of_class("markers", kind)
    set_it(new)
    picture = Picture(new)
    assert len(picture.of_class("markers", kind)) == 1
    assert kind in classes(picture.marks(at))


def test_markers_show_how_many_they_are(new: State) -> None:
    new.suppressed["3330"], new.demolished["3330"] = 3, 1
    assert words(Picture(new).marks("3330")) == ["D1", "S3"]


def test_pillboxes_stand_until_they_are_demolished_or_their_hex_is_cleared(new: State) -> None:
    def boxes_of(picture: Picture) -> tuple[int, ...]:
        marks = [part.get("class") for part in picture.marks("3330").iter()]
        return marks.count("pillbox"), marks.count("ruin")

    assert len(bare().of_class("markers", "pillbox")) == sum(new.board.pillboxes.values())
    assert boxes_of(bare()) == (2, 0)
    new.demolished["3330"] = 2
    assert boxes_of(Picture(new)) == (1, 1)
    new.demolished["3330"] = 4
    new.cleared |= {"3330"}
    cleared = Picture(new)
    assert boxes_of(cleared) == (0, 2)
    assert "demolition" not in classes(cleared.marks("3330"))


def test_the_wreck_is_always_there() -> None:
    assert classes(bare().marks("1436")) == {"wreck"}


def test_markers_of_areas(new: State) -> None:
    assert not bare().of_class("names", "chip")
    new.chits = {"red2": -1, "pocket": 0}
    new.area_suppression = {"red3"}
    new.raids = {"green": 2}
    assert [words(chip) for chip in Picture(new).of_class("names", "chip")] == [
        ["air raid 2"],
        ["chit blank"],
        ["chit -1"],
        ["suppressed"],
    ]


# ── Units


@pytest.mark.parametrize("seed", SEEDS)
def test_every_unit_on_the_map_is_there_once_and_tells_about_itself(seed: int) -> None:
    state, picture = random_picture(seed)
    drawn = [part.get("data-unit", "") for part in picture.layer("units").iter() if part.get("data-unit")]
    assert sorted(drawn) == sorted(unit.id for unit in state.units.values() if unit.on_map)
    for id in drawn:
        unit = state.units[id]
        told = title(picture.unit(id))
        assert told.startswith(f"{id} — {unit.type.name}")
        assert f"steps {unit.steps} of {unit.type.steps}" in told
        assert words(picture.unit(id))[1] == str(unit.steps)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_counter_lies_in_its_hex(seed: int) -> None:
    state, picture = random_picture(seed)
    for unit in state.units.values():
        at = state.hex_of(unit)
        if at and not unit.on_pier:
            left, top, right, bottom = card(picture.unit(unit.id))
            centre = GRID.centre(at)
            assert abs((left + right) / 2 - centre.x) < GRID.width / 2, unit.id
            assert abs((top + bottom) / 2 - centre.y) < GRID.radius, unit.id


@pytest.mark.parametrize("count", range(1, 13))
def test_counters_of_a_stack_do_not_hide_each_other(count: int) -> None:
    stack = boxes(Point(0, 0), count)
    assert len(stack) == count
    for one, other in combinations(stack, 2):
        apart = abs(one.middle.x - other.middle.x) >= (one.wide + other.wide) / 2
        assert apart or abs(one.middle.y - other.middle.y) >= (one.high + other.high) / 2
    for box in stack:
        assert abs(box.middle.x) + box.wide / 2 <= GRID.width / 2
        assert abs(box.middle.y) + box.high / 2 < GRID.radius


def test_a_unit_on_the_pier_lies_on_it_and_not_in_the_water_beside_it(new: State) -> None:
    put(new, "hawkins", "pier:1732", beach="red3")
    put(new, "1/8A", "1732", beach="red2")
    picture = Picture(new)
    left, _, right, _ = card(picture.unit("hawkins"))
    assert abs((left + right) / 2 - GRID.centre("1632").x) < 1
    left, _, right, _ = card(picture.unit("1/8A"))
    assert abs((left + right) / 2 - GRID.centre("1732").x) < 1


def test_a_passenger_lies_on_its_craft(new: State) -> None:
    put(new, "lvt-1", "2127", beach="red3", steps=5)
    put(new, "2/8A", "in:lvt-1", steps=7)
    picture = Picture(new)
    (loaded,) = picture.of_class("units", "loaded")
    assert [part.get("data-unit") for part in loaded] == ["lvt-1", "2/8A"]
    craft, unit = card(picture.unit("lvt-1")), card(picture.unit("2/8A"))
    assert craft[0] < unit[0] < unit[2] < craft[2]
    assert craft[1] < unit[1] < unit[3] < craft[3]
    assert words(loaded) == ["lvt-1", "5", "2/8A", "7"]


def test_supplies_on_a_craft_say_for_whom(new: State) -> None:
    put(new, "lvt-1", "2127", beach="red3", load="supply:2/8")
    (crate,) = Picture(new).of_class("units", "load")
    assert words(crate) == ["supply 2/8"]


def test_a_unit_with_half_its_steps_or_fewer_shows_its_back(new: State) -> None:
    put(new, "2/8A", "2629", steps=5)
    put(new, "2/8B", "2628", steps=4)
    picture = Picture(new)
    assert "back" not in classes(picture.unit("2/8A"))
    assert "back" in classes(picture.unit("2/8B"))


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ({"pins": 1}, "pin"),
        ({"course": "left"}, "course"),
        ({"digging": True}, "doing"),
        ({"recovering": True}, "doing"),
    ],
)
def test_what_has_befallen_a_unit_is_on_its_counter(new: State, values: dict[str, Any], kind: str) -> None:
    put(new, "2/8A", "2127", beach="red3", **values)
    put(new, "2/8B", "2128", beach="red3")
    picture = Picture(new)
    assert kind in classes(picture.unit("2/8A"))
    assert kind not in classes(picture.unit("2/8B"))


def test_a_change_of_course_points_the_way_it_will_go(new: State) -> None:
    def tip() -> Point:
        (arrow,) = Picture(new).of_class("units", "course")
        x, y = re.findall(r"[\d.]+", arrow.get("d", ""))[:2]
        return Point(float(x), float(y))

    put(new, "2/8A", "2127", beach="red3", course="left")
    here = GRID.centre("2127")
    assert tip().x > here.x, "to the left of somebody who goes south lies the east"
    assert tip().y > here.y
    put(new, "2/8A", "2127", course="right")
    assert tip().x < here.x


@pytest.mark.parametrize("supply", ["active", "general", "none"])
def test_supply_is_shown_ashore_and_not_afloat(new: State, supply: str) -> None:
    put(new, "2/8A", "2629", supply=supply)
    put(new, "2/8B", "2127", supply=supply, beach="red3")
    picture = Picture(new)
    assert {"supply", supply} <= classes(picture.unit("2/8A"))
    assert "supply" not in classes(picture.unit("2/8B"))


def test_craft_on_their_way_home_are_pale(new: State) -> None:
    put(new, "lvt-1", "2127", beach="red3")
    put(new, "lvt-2", "2128", beach="red3", homeward=True)
    picture = Picture(new)
    assert "home" not in classes(picture.unit("lvt-1"))
    assert "home" in classes(picture.unit("lvt-2"))


def test_a_name_is_shortened_only_where_there_is_no_room(new: State) -> None:
    put(new, "sherman-1", "2629")
    for id in ("2/8A", "2/8B", "2/8E", "sherman-2"):
        put(new, id, "2628")
    picture = Picture(new)
    assert words(picture.unit("sherman-1"))[0] == "sherman-1"
    assert words(picture.unit("sherman-2"))[0] == "shm-2"
    assert title(picture.unit("sherman-2")).startswith("sherman-2 — ")
