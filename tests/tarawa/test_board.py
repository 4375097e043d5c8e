"""The map of 2.2: the hexes that the rulebook names, and what must hold of any map of Betio."""

import itertools

import pytest

from tarawa_cli.games.tarawa.data import document
from tarawa_cli.games.tarawa.model.board import (
    LAND,
    PIER_BASE,
    PIER_FOOT,
    PIER_HEAD,
    WATER,
    Beach,
    betio,
    distance,
    neighbours,
    within,
)
from tarawa_cli.games.tarawa.model.charts import Charts
from tarawa_cli.kernel.board.hexes import Hex, hexside, spread
from tests.tarawa.tools import words

BOARD = betio()
AREAS = words("beak green temakin pocket red2 red3 triangle taxiway black1 black2 eastend tail takarongo")
NAMED_LAND = words("2531 2622 2623 2645 2728 2731 2732 2744 2838 2938 3020 3330 3422 3534 3535 3548 3649 4403")
NAMED_WATER = words("1430 1431 1432 1433 1436 1931 1932 2327 2632")
# from and to, as the rulebook gives the shore of each beach
LIMITS = {
    "red1": ("2744", "2938"),
    "red2": ("2838", "2732"),
    "red3": ("2531", "3020"),
    "green": ("2645", "3548"),
    "black1": ("3649", "3535"),
    "black2": ("3534", "3422"),
}
BEACHES = list(BOARD.beaches.values())
by_beach = pytest.mark.parametrize("beach", BEACHES, ids=lambda beach: beach.id)


# ── What the rulebook names


@pytest.mark.parametrize("at", NAMED_LAND)
def test_2_2_a_hex_that_the_rulebook_names_on_the_island_is_land(at: str) -> None:
    assert at in BOARD.land
    assert BOARD.terrain[at] in LAND


@pytest.mark.parametrize("at", NAMED_WATER)
def test_2_2_a_hex_that_the_rulebook_names_off_the_island_is_water_or_pier(at: str) -> None:
    assert at not in BOARD.land
    assert BOARD.is_water(at) != (at in BOARD.pier)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2623", "2622"),  # 7.2.1: the hexside of palms and clear ground
        ("1932", "1931"),  # 11.33: the pier lies between
        ("1431", "1432"),  # 11.33: the head
        ("2632", "2731"),  # 11.33: foot and base
        ("1430", "1431"),  # 6.3: boats unload to the head from here
        ("1433", "1432"),
    ],
)
def test_2_2_hexes_that_the_rulebook_puts_side_by_side_are_neighbours(one: str, other: str) -> None:
    assert other in neighbours(one)
    assert one in neighbours(other)
    assert distance(one, other) == 1


def test_2_2_the_pillboxes_of_2728_and_3020_are_in_one_area() -> None:
    assert BOARD.area_of["2728"] == BOARD.area_of["3020"] == "red3"
    assert BOARD.pillboxes["2728"] == BOARD.pillboxes["3020"] == 1


def test_11_37_two_hexes_hold_two_pillboxes_each() -> None:
    assert {at: number for at, number in BOARD.pillboxes.items() if number != 1} == {"3330": 2, "4403": 2}


def test_2_2_there_are_24_pillbox_hexes_with_26_pillboxes() -> None:
    assert len(BOARD.pillboxes) == 24
    assert sum(BOARD.pillboxes.values()) == 26


def test_7_2_1_the_hexside_between_2623_and_2622_shows_clear_ground_too() -> None:
    assert hexside("2623", "2622") in BOARD.open_sides
    assert BOARD.terrain["2622"] == "palms"


def test_6_6_1_a_unit_in_2327_can_be_on_its_way_to_red_3() -> None:
    beach = BOARD.beaches["red3"]
    assert any("2327" in _way(beach, entry) for entry in beach.entry)
    assert set(beach.landing) & set(_way(beach, "2327"))
    assert BOARD.beach_areas("red3") == ("red3",)


# ── Land and areas


def test_2_2_the_island_has_303_hexes() -> None:
    assert len(BOARD.land) == 303
    assert BOARD.land == {at for at, kind in BOARD.terrain.items() if kind in LAND}


def test_2_2_every_hex_of_the_map_has_a_line_in_the_terrain_chart() -> None:
    kinds = set(BOARD.terrain.values())
    assert kinds == LAND | WATER | {"pier"}
    assert kinds <= set(Charts({}).terrain)


def test_2_2_there_are_13_areas_in_the_order_of_the_map() -> None:
    assert list(BOARD.areas) == AREAS
    assert [area.id for area in BOARD.areas.values()] == AREAS
    assert [area.letter for area in BOARD.areas.values()] == sorted(area.letter for area in BOARD.areas.values())


def test_2_2_every_land_hex_is_in_exactly_one_area() -> None:
    hexes = [at for area in BOARD.areas.values() for at in area.hexes]
    assert len(hexes) == len(set(hexes)) == 303
    assert set(hexes) == BOARD.land
    assert all(at in BOARD.areas[BOARD.area_of[at]].hexes for at in hexes)


def test_2_2_the_hexes_of_an_area_are_in_order_of_number() -> None:
    assert all(list(area.hexes) == sorted(area.hexes) for area in BOARD.areas.values())


@pytest.mark.parametrize("area", AREAS)
def test_2_2_areas_are_contiguous(area: str) -> None:
    hexes = set(BOARD.areas[area].hexes)
    assert set(spread([min(hexes)], lambda at: hexes & set(neighbours(at)))) == hexes


def test_2_2_areas_are_next_to_each_other_both_ways() -> None:
    for one, other in itertools.permutations(AREAS, 2):
        touching = any(set(neighbours(at)) & set(BOARD.areas[other].hexes) for at in BOARD.areas[one].hexes)
        assert (other in BOARD.next_areas(one)) == touching
        assert (other in BOARD.next_areas(one)) == (one in BOARD.next_areas(other))


def test_2_2_the_areas_next_to_one_come_in_the_order_of_the_map() -> None:
    assert BOARD.next_areas("triangle") == ("red2", "red3", "taxiway", "black2", "eastend")
    assert all(list(BOARD.next_areas(area)) == sorted(BOARD.next_areas(area), key=AREAS.index) for area in AREAS)
    assert all(area not in BOARD.next_areas(area) for area in AREAS)


def test_11_2_bairiki_fires_into_the_two_areas_of_the_eastern_end() -> None:
    assert BOARD.next_areas("takarongo") == ("tail",)
    assert BOARD.area_of["4403"] == "takarongo"


def test_2_2_within_three_of_an_area_means_three_steps_to_any_of_its_hexes() -> None:
    for area, radius in (("red2", 3), ("tail", 1), ("beak", 2)):
        near = BOARD.around_area(area, radius)
        assert near == {at for at in BOARD.land if BOARD.distance_to_area(at, area) <= radius}
        assert set(BOARD.areas[area].hexes) < near < BOARD.land


def test_2_2_the_distance_to_an_area_is_that_to_its_nearest_hex() -> None:
    assert BOARD.distance_to_area("2728", "red3") == 0
    assert BOARD.distance_to_area(PIER_FOOT, "red3") == 1
    assert BOARD.distance_to_area("1431", "red2") == min(distance("1431", at) for at in BOARD.areas["red2"].hexes)


def test_2_2_distances_are_the_steps_of_the_shortest_way() -> None:
    for start in ("2731", "2632", "3330", "1433"):
        near = set(within(start, 6))
        assert len(near) == 1 + 6 * sum(range(1, 7))

        def beside(at: Hex, near: set[Hex] = near) -> list[Hex]:
            return [hex for hex in neighbours(at) if hex in near]

        steps = spread([start], beside)
        assert all(distance(start, at) == steps[at] == distance(at, start) for at in near)


def test_2_2_areas_of_hexes_come_once_each_in_the_order_of_the_map() -> None:
    assert BOARD.areas_of(["4403", "2728", "3020", "2744"]) == ("beak", "red3", "takarongo")
    assert BOARD.areas_of([]) == ()


# ── Who holds what


def test_6_1_landing_and_airstrip_hexes_hold_no_japanese() -> None:
    assert {BOARD.terrain[at] for at in BOARD.free} == {"landing", "airstrip"}
    assert {BOARD.terrain[at] for at in BOARD.defended} == LAND - {"landing", "airstrip"}
    assert BOARD.free | BOARD.defended == BOARD.land
    assert not BOARD.free & BOARD.defended


def test_7_2_5_pillboxes_stand_in_defended_hexes() -> None:
    assert set(BOARD.pillboxes) <= BOARD.defended
    assert all(number in (1, 2) for number in BOARD.pillboxes.values())
    assert list(BOARD.pillboxes) == sorted(BOARD.pillboxes)


def test_12_every_defended_hex_can_be_reached_over_land_from_every_beach() -> None:
    for beach in BEACHES:
        reached = spread(beach.landing, lambda at: [n for n in neighbours(at) if n in BOARD.land])
        assert set(reached) == BOARD.land


def test_6_1_landing_hexes_and_shore_border_the_water() -> None:
    for at in BOARD.land:
        if BOARD.terrain[at] in ("landing", "shore"):
            assert any(n not in BOARD.land for n in neighbours(at)), at


# ── Beaches


def _way(beach: Beach, start: Hex, *, wading: bool = False) -> dict[Hex, int]:
    """Every hex that front hexes lead to, over water, short of the pier, up to a landing hex of the beach."""

    def onward(at: Hex) -> list[Hex]:
        if at in beach.landing:
            return []
        return [
            there
            for there in beach.front(at)
            if there is not None
            and (there in beach.landing or BOARD.is_water(there))
            and (wading or BOARD.terrain[there] != "obstacles")
            and hexside(at, there) not in BOARD.pier_sides
        ]

    return spread([start], onward)


def test_6_1_there_are_six_beaches_and_each_faces_its_shore() -> None:
    assert {beach.id: beach.facing for beach in BEACHES} == {
        "red1": "S",
        "red2": "S",
        "red3": "S",
        "green": "ESE",
        "black1": "N",
        "black2": "N",
    }


@by_beach
def test_6_1_a_beach_runs_from_hex_to_hex_as_the_rulebook_says(beach: Beach) -> None:
    assert (beach.limit[0], beach.limit[-1]) == LIMITS[beach.id]
    assert set(beach.limit) <= BOARD.land
    assert len(set(beach.limit)) == len(beach.limit)


@by_beach
def test_6_1_the_shore_of_a_beach_is_one_line_of_neighbours(beach: Beach) -> None:
    assert all(after in neighbours(before) for before, after in itertools.pairwise(beach.limit))
    assert all(any(BOARD.is_water(n) or n in BOARD.pier for n in neighbours(at)) for at in beach.limit)


@by_beach
def test_11_35_landing_hexes_are_the_marked_hexes_of_the_limits(beach: Beach) -> None:
    assert set(beach.landing) == {at for at in beach.limit if BOARD.terrain[at] == "landing"}
    assert list(beach.landing) == sorted(beach.landing)


def test_11_35_every_landing_hex_belongs_to_one_beach() -> None:
    marked = {at for at, kind in BOARD.terrain.items() if kind == "landing"}
    assert set(BOARD.landing) == marked
    assert sum(len(beach.landing) for beach in BEACHES) == len(marked)
    assert all(at in BOARD.beaches[id].landing for at, id in BOARD.landing.items())


@by_beach
def test_6_2_entry_hexes_are_at_the_edge_of_the_reef(beach: Beach) -> None:
    assert beach.entry
    assert {BOARD.terrain[at] for at in beach.entry} == {"entry"}
    assert all(any(n not in BOARD.terrain for n in neighbours(at)) for at in beach.entry)
    assert all(BOARD.entry_beach(at) == beach.id for at in beach.entry)


def test_6_2_every_entry_hex_belongs_to_one_beach() -> None:
    marked = {at for at, kind in BOARD.terrain.items() if kind == "entry"}
    assert sorted(at for beach in BEACHES for at in beach.entry) == sorted(marked)
    assert BOARD.entry_beach("2327") == ""


@by_beach
def test_6_4_front_hexes_lead_craft_from_every_entry_hex_to_a_landing_hex(beach: Beach) -> None:
    for entry in beach.entry:
        way = _way(beach, entry)
        assert set(beach.landing) & set(way), f"{entry} leads to no landing hex of {beach.id}"
        assert not BOARD.pier & set(way)


@by_beach
def test_6_4_craft_can_reach_every_landing_hex_from_some_entry_hex(beach: Beach) -> None:
    reached = {at for entry in beach.entry for at in _way(beach, entry)}
    assert set(beach.landing) <= reached


@by_beach
def test_11_34_obstacles_close_no_way_to_those_who_wade(beach: Beach) -> None:
    for entry in beach.entry:
        assert set(_way(beach, entry)) <= set(_way(beach, entry, wading=True))


def test_11_34_obstacles_bar_craft_from_some_landing_hexes() -> None:
    barred = {
        (entry, at)
        for beach in BEACHES
        for entry in beach.entry
        for at in set(beach.landing) & set(_way(beach, entry, wading=True)) - set(_way(beach, entry))
    }
    assert ("1439", "2744") in barred
    assert ("2958", "3046") in barred


@pytest.mark.parametrize(
    ("beach", "left", "right"),
    [("red1", "SE", "SW"), ("black1", "NW", "NE"), ("green", "E", "SE")],
)
def test_6_4_front_left_and_front_right_follow_the_facing(beach: str, left: str, right: str) -> None:
    around = {"E": "2031", "W": "2033", "NE": "1931", "NW": "1932", "SE": "2131", "SW": "2132"}
    assert BOARD.beaches[beach].front("2032") == (around[left], around[right])


def test_6_6_1_the_areas_of_a_beach_are_those_of_its_limits() -> None:
    assert {beach.id: BOARD.beach_areas(beach.id) for beach in BEACHES} == {
        "red1": ("beak", "green", "pocket"),
        "red2": ("pocket", "red2"),
        "red3": ("red3",),
        "green": ("beak", "green", "temakin"),
        "black1": ("temakin", "black1"),
        "black2": ("black2",),
    }


# ── Hexsides, roads, pier, wreck


@pytest.mark.parametrize("kind", ["ditches", "open_sides", "roads", "pier_sides"])
def test_2_2_every_hexside_lies_between_neighbours_and_is_named_in_order(kind: str) -> None:
    sides = getattr(BOARD, kind)
    assert sides
    assert all(other in neighbours(one) for one, other in sides)
    assert all(hexside(one, other) == (one, other) for one, other in sides)


@pytest.mark.parametrize("kind", ["ditches", "open_sides", "roads"])
def test_2_2_ditches_roads_and_open_ground_are_on_the_island(kind: str) -> None:
    assert {at for side in getattr(BOARD, kind) for at in side} <= BOARD.land


def test_2_2_every_road_runs_from_neighbour_to_neighbour() -> None:
    for road in document("map.toml")["roads"].values():
        assert all(hexside(*step) in BOARD.roads for step in itertools.pairwise(road.split()))


def test_7_2_1_open_ground_helps_only_where_it_makes_a_hex_cheaper() -> None:
    terrain = Charts({}).terrain
    for side in BOARD.open_sides:
        assert any((terrain[BOARD.terrain[at]].foot or 0) > 1 for at in side), side


def test_2_3_a_ditch_always_lies_between_two_hexes_and_roads_cross_some() -> None:
    assert BOARD.ditches & BOARD.roads


def test_11_33_the_pier_runs_from_its_head_to_its_base() -> None:
    route = BOARD.pier_route
    assert (route[0], route[-2], route[-1]) == ("1432", PIER_FOOT, PIER_BASE)
    assert (PIER_FOOT, PIER_BASE) == ("2632", "2731")
    assert all(after in neighbours(before) for before, after in itertools.pairwise(route))
    assert len(set(route)) == len(route)


def test_11_33_pier_hexes_are_those_of_the_terrain() -> None:
    assert {at for at, kind in BOARD.terrain.items() if kind == "pier"} == BOARD.pier
    assert set(PIER_HEAD) <= BOARD.pier
    assert BOARD.pier - {"1431"} <= set(BOARD.pier_route)
    assert not any(BOARD.is_water(at) for at in BOARD.pier)


def test_11_33_where_the_pier_is_no_hex_it_is_the_hexside_of_its_route() -> None:
    along = [at for at in BOARD.pier_route[:-1] if at not in BOARD.pier]
    assert {at for at in along if BOARD.terrain[at] != "reef"} == set()
    assert len(BOARD.pier_sides) == len(along)
    for at in along:
        assert any(at in side for side in BOARD.pier_sides)


def test_11_33_nobody_crosses_the_pier_anywhere_between_head_and_foot() -> None:
    start, goal = "1633", "1630"
    rows = [at for at in BOARD.terrain if "1432" <= at < "2640" and BOARD.is_water(at)]

    def onward(at: Hex) -> list[Hex]:
        return [n for n in neighbours(at) if n in rows and n >= "15" and hexside(at, n) not in BOARD.pier_sides]

    reached = spread([start], onward)
    assert goal not in reached
    assert "2633" in reached


def test_6_3_boats_reach_the_head_from_1430_and_1433() -> None:
    assert set(BOARD.pier_landing_from) == {"1430", "1433"}
    for at in BOARD.pier_landing_from:
        assert BOARD.terrain[at] == "entry"
        assert set(neighbours(at)) & set(PIER_HEAD)


def test_10_1_4_the_wreck_lies_on_the_reef_in_1436() -> None:
    assert BOARD.wreck == "1436"
    assert BOARD.terrain["1436"] == "reef"
