"""Markers and units in the picture: each where it lies and nowhere else."""

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from tarawa_cli.games.tarawa.exports.picture.counters import stacks
from tarawa_cli.games.tarawa.exports.picture.ground import GRID, Stage
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.kernel.exports.svg import Point
from tests.tarawa.pictures import SEEDS, Picture, bare, card, classes, put, random_picture, title, words
from tests.tarawa.tools import new_state


@pytest.fixture
def new() -> State:
    return new_state()


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
    for stack in stacks(Stage(state)):
        top, *below = (placed.unit for placed in stack.counters)
        assert words(picture.unit(top.id))[1] == str(top.steps)
        assert not [word for unit in below for word in words(picture.unit(unit.id))], "only the top one can be read"


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


def test_a_stack_shows_its_top_counter_those_below_it_and_how_many_they_are(new: State) -> None:
    ids = ["2/8A", "2/8B", "2/8E", "3/8A", "3/8B"]
    for count, id in enumerate(ids, 1):
        put(new, id, "2629")
        picture, (stack,) = Picture(new), stacks(Stage(new))
        tops = [words(picture.unit(placed.unit.id)) for placed in stack.counters]
        assert [bool(told) for told in tops] == [True] + [False] * (count - 1)
        assert [words(part) for part in picture.of_class("units", "tally")] == ([[str(count)]] if count > 1 else [])
        drawn = [part.get("data-unit") for part in picture.layer("units").iter() if part.get("data-unit")]
        assert drawn == [placed.unit.id for placed in reversed(stack.counters)], "the top one comes last"
        places = [placed.box.middle for placed in stack.counters]
        assert all(one.x < other.x and one.y > other.y for one, other in pairwise(places[:3]))
        centre = GRID.centre("2629")
        for _, box in stack.counters:
            assert abs(box.middle.x - centre.x) + box.wide / 2 <= GRID.width * 0.55
            assert abs(box.middle.y - centre.y) + box.high / 2 <= GRID.radius + 1


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
    assert words(crate) == ["supply", "2/8"]


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
    put(new, "hawkins", "2628")
    picture = Picture(new)
    assert words(picture.unit("hawkins"))[0] == "hawkins"
    assert words(picture.unit("sherman-1"))[0] == "shm-1"
    assert title(picture.unit("sherman-1")).startswith("sherman-1 — ")
