"""The grid, checked against plain geometry and against brute force."""

from collections import deque
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarawa_cli.kernel.board import hexes
from tarawa_cli.kernel.board.hexes import Grid
from tests.kernel.tools import examples

GRID = Grid("pointy", "RRCC", "westward", "odd")
HEXES = st.builds(lambda row, column: f"{row:02d}{column:02d}", st.integers(1, 99), st.integers(1, 99))


def centre(at: str) -> tuple[int, int]:
    """Where a hex lies: half-hexes eastward, rows southward. Columns count westward, odd rows lie half a hex west."""
    row, column = int(at[:2]), int(at[2:])
    return -(2 * column + row % 2), row


def touching(one: str, other: str) -> bool:
    (x1, y1), (x2, y2) = centre(one), centre(other)
    return (abs(x1 - x2), abs(y1 - y2)) in ((2, 0), (1, 1))


def around(at: str) -> list[str]:
    row, column = int(at[:2]), int(at[2:])
    square = product(range(max(1, row - 1), min(99, row + 1) + 1), range(max(1, column - 1), min(99, column + 1) + 1))
    return [f"{r:02d}{c:02d}" for r, c in square if touching(at, f"{r:02d}{c:02d}")]


def steps_by_brute_force(start: str) -> dict[str, int]:
    steps, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for there in around(here):
            if there not in steps:
                steps[there] = steps[here] + 1
                queue.append(there)
    return steps


@pytest.mark.parametrize(
    ("text", "good"),
    [
        *((text, True) for text in ("2531", "0101", "9999")),
        *((text, False) for text in ("0025", "2500", "253", "25311", "25x1", "", "٢٥٣١", "²531", " 531")),
    ],
)
def test_a_hex_is_four_digits_with_row_and_column_from_1(text: str, good: bool) -> None:
    assert GRID.is_hex(text) is good


@given(HEXES)
@examples(200)
def test_the_neighbours_are_the_hexes_that_touch_by_number(at: str) -> None:
    assert list(GRID.neighbours(at)) == sorted(around(at))


@given(HEXES, st.data())
@examples(200)
def test_adjacency_is_symmetric_and_directions_are_opposite(at: str, data: st.DataObject) -> None:
    other = data.draw(st.sampled_from(GRID.neighbours(at)))
    opposite = {"E": "W", "SE": "NW", "SW": "NE", "W": "E", "NW": "SE", "NE": "SW"}
    assert at in GRID.neighbours(other)
    there, back = GRID.direction(at, other), GRID.direction(other, at)
    assert there is not None
    assert back == opposite[there]
    assert GRID.neighbour(at, there) == other


@given(HEXES)
@examples(100)
def test_directions_point_where_their_names_say(at: str) -> None:
    offsets = {"E": (2, 0), "W": (-2, 0), "SE": (1, 1), "SW": (-1, 1), "NE": (1, -1), "NW": (-1, -1)}
    x, y = centre(at)
    for name, (east, south) in offsets.items():
        there = GRID.neighbour(at, name)
        if there is not None:
            assert centre(there) == (x + east, y + south)


def test_hexes_that_do_not_touch_have_no_direction() -> None:
    assert GRID.direction("2531", "2533") is None
    assert GRID.direction("2531", "2531") is None


def test_the_corners_of_the_grid_have_fewer_neighbours() -> None:
    assert GRID.neighbours("0101") == ("0102", "0201", "0202")
    assert GRID.neighbours("9999") == ("9899", "9998")
    assert GRID.hex_at(0, 5) is None
    assert GRID.hex_at(5, 100) is None
    assert GRID.hex_at(5, 99) == "0599"


@pytest.mark.parametrize(("one", "other"), [("2623", "2622"), ("1932", "1931")])
def test_the_neighbours_that_the_rulebook_names(one: str, other: str) -> None:
    assert other in GRID.neighbours(one)
    assert one in GRID.neighbours(other)
    assert GRID.distance(one, other) == 1


@pytest.mark.sample(7)
@pytest.mark.parametrize("start", ["0101", "9999", "0199", "9901", "2531", "2630"])
def test_distance_over_the_whole_grid_is_what_walking_finds(start: str) -> None:
    steps = steps_by_brute_force(start)
    assert len(steps) == 99 * 99
    assert {at: GRID.distance(start, at) for at in steps} == steps


@given(HEXES, HEXES, HEXES)
@examples(200)
def test_distance_is_symmetric_and_no_detour_is_shorter(one: str, two: str, three: str) -> None:
    assert GRID.distance(one, two) == GRID.distance(two, one)
    assert (GRID.distance(one, two) == 0) == (one == two)
    assert GRID.distance(one, three) <= GRID.distance(one, two) + GRID.distance(two, three)


@given(HEXES, st.integers(0, 4))
@examples(50)
def test_within_holds_every_hex_so_near_by_number(at: str, radius: int) -> None:
    row, column = int(at[:2]), int(at[2:])
    square = product(range(row - 5, row + 6), range(column - 5, column + 6))
    near = [hex for hex in (GRID.hex_at(r, c) for r, c in square) if hex and GRID.distance(at, hex) <= radius]
    assert GRID.within(at, radius) == sorted(near)


def test_a_hexside_is_the_same_from_both_sides() -> None:
    assert hexes.hexside("2531", "2530") == hexes.hexside("2530", "2531") == ("2530", "2531")


# Ways: seven hexes around 2531, every way tried.

PATCH = GRID.within("2531", 1)
SIDES = sorted({hexes.hexside(a, b) for a in PATCH for b in PATCH if touching(a, b)})
GROUND = st.fixed_dictionaries({at: st.sampled_from([0.5, 1, 2]) for at in PATCH})
BARRED = st.sets(st.sampled_from(SIDES))


def steps_of(ground: dict[str, float], barred: set[hexes.Side]) -> hexes.Onward:
    def onward(here: str) -> list[tuple[str, float]]:
        around = [there for there in GRID.neighbours(here) if hexes.hexside(here, there) not in barred]
        return [(there, ground[there]) for there in around if there in ground]

    return onward


def every_way(start: str, goal: str, onward: hexes.Onward) -> list[tuple[float, int, tuple[str, ...]]]:
    found: list[tuple[float, int, tuple[str, ...]]] = []

    def walk(here: str, price: float, way: tuple[str, ...]) -> None:
        if here == goal:
            found.append((price, len(way), way))
            return
        for there, step in onward(here):
            if there != start and there not in way:
                walk(there, price + step, (*way, there))

    walk(start, 0, ())
    return found


def way_to(start: str, goal: str, onward: hexes.Onward) -> hexes.Path | None:
    return next((way for way in hexes.ways(start, onward) if (start, *way.hexes)[-1] == goal), None)


@given(GROUND, BARRED, st.sampled_from(PATCH), st.sampled_from(PATCH))
@examples(150)
def test_the_cheapest_way_is_the_best_of_all_ways_then_the_shortest_then_the_lowest(
    ground: dict[str, float], barred: set[hexes.Side], start: str, goal: str
) -> None:
    onward = steps_of(ground, barred)
    price, _, way = min(every_way(start, goal, onward), default=(None, 0, ()))
    assert way_to(start, goal, onward) == (None if price is None else (price, way))


@given(GROUND, BARRED, st.sampled_from(PATCH), st.sampled_from([0, 0.5, 1, 2.5, 9]))
@examples(100)
def test_ways_lead_to_every_hex_whose_cheapest_way_is_within_the_budget_the_cheapest_first(
    ground: dict[str, float], barred: set[hexes.Side], start: str, budget: float
) -> None:
    onward = steps_of(ground, barred)
    best = {goal: min(every_way(start, goal, onward), default=(99, 0, ())) for goal in PATCH}
    found = list(hexes.ways(start, onward, budget))
    assert {(start, *way.hexes)[-1]: way for way in found} == {
        at: (price, way) for at, (price, _, way) in best.items() if price <= budget
    }
    assert found == sorted(found, key=lambda way: (way.price, len(way.hexes), way.hexes))


@given(GROUND, st.sets(st.sampled_from(PATCH)), st.sampled_from(PATCH))
@examples(100)
def test_ways_enter_only_the_hexes_that_they_may_lead_through(
    ground: dict[str, float], open_: set[str], start: str
) -> None:
    onward = steps_of(ground, set())
    inside = list(hexes.ways(start, lambda here: [step for step in onward(here) if step[0] in open_]))
    assert list(hexes.ways(start, onward, through=open_)) == inside


@given(BARRED, st.sets(st.sampled_from(PATCH), min_size=1, max_size=3))
@examples(100)
def test_spread_counts_the_steps_from_the_nearest_start(barred: set[hexes.Side], starts: set[str]) -> None:
    steps = steps_of(dict.fromkeys(PATCH, 1), barred)
    lengths = {
        goal: min((len(w) for s in starts for *_, w in every_way(s, goal, steps)), default=None) for goal in PATCH
    }

    def onward(here: str) -> list[str]:
        return [there for there, _ in steps(here)]

    assert hexes.spread(sorted(starts), onward) == {at: n for at, n in lengths.items() if n is not None}


def test_of_equal_prices_the_way_with_fewer_hexes_is_taken() -> None:
    west, centre_, east = "2532", "2531", "2530"
    north = [hex for hex in PATCH if hex < "2500"]
    assert len(north) == 2
    assert max(north) < centre_, "by number alone the way round the north would come first"
    onward = steps_of({west: 1, centre_: 1, east: 1, **dict.fromkeys(north, 0.5)}, set())
    assert way_to(west, east, onward) == (2, (centre_, east))
    dearer = steps_of({west: 1, centre_: 1.5, east: 1, **dict.fromkeys(north, 0.5)}, set())
    assert way_to(west, east, dearer) == (2, (*sorted(north, reverse=True), east))


def test_equal_ways_are_decided_by_the_lower_numbers() -> None:
    # Two rows south there are two shortest ways, over 2631 and over 2632; three columns west only one.
    def onward(here: str) -> list[tuple[str, float]]:
        return [(there, 1) for there in GRID.neighbours(here)]

    assert way_to("2531", "2731", onward) == (2, ("2631", "2731"))
    assert way_to("2731", "2531", onward) == (2, ("2631", "2531"))
    assert way_to("2531", "2534", onward) == (3, ("2532", "2533", "2534"))
    assert way_to("2531", "2531", onward) == (0, ())


@pytest.mark.parametrize(
    ("prices", "way"),
    [
        ({"ab": 0.5, "bc": 0.5, "cg": 2, "ad": 2, "dg": 1}, "dg"),  # found later, and shorter
        ({"ac": 1, "cg": 2, "ab": 2, "bg": 1}, "bg"),  # found later, as long, with lower letters
        ({"ab": 1, "bg": 2, "ac": 2, "cg": 1}, "bg"),  # found first, as long, with lower letters
        ({"ab": 0.5, "bc": 0.5, "cg": 1, "ag": 2}, "g"),  # found first, and shorter
        ({"ab": 1, "bg": 2, "ac": 2, "cg": 0.5}, "cg"),  # found later, and cheaper
    ],
)
def test_of_equal_ways_the_better_one_counts_whenever_it_is_found(prices: dict[str, float], way: str) -> None:
    """Ties: first fewer hexes, then lower numbers; each hex is reached once."""

    def onward(here: str) -> list[tuple[str, float]]:
        return [(step[1], price) for step, price in prices.items() if step[0] == here]

    found = list(hexes.ways("a", onward))
    assert next(one.hexes for one in found if one.hexes[-1:] == ("g",)) == tuple(way)
    ends = [one.hexes[-1] for one in found if one.hexes]
    assert sorted(ends) == sorted(set(ends))
