"""6.7: direct suppression by ships and aircraft, and the life of its markers."""

from typing import Any

import pytest

from tarawa_cli.games.tarawa.rules.japanese_fire import suppressible
from tests.tarawa.common import modifiers, refused
from tests.tarawa.playing_reef import CALM, NEW_TURN, Units, afloat, carried, do, facts, match_on, rolls, unit
from tests.tarawa.test_06_fire import all_but

WADER = {"3/8A": afloat("1926", pins=2)}


def segment(units: Units | None = None, **keys: Any) -> Any:
    return match_on(units or WADER, **{"phase": "suppression-1"} | keys)


@pytest.mark.parametrize(("die", "marker"), [(1, False), (3, False), (4, True), (6, True)])
def test_6_7_a_modified_6_suppresses_the_area(die: int, marker: bool) -> None:
    match = segment()
    done = do(match, "suppress red3", die)
    (roll,) = rolls(done, "marine-fire")
    assert (roll["rule"], roll["on"], roll["total"]) == ("6.7", "red3", die + 2)
    assert ("red3" in match.state.area_suppression) is marker


def test_6_7_s_with_a_star_does_no_more_than_s() -> None:
    table = segment().state.charts.table("marine-fire")
    assert [table.row(total).result for total in (5, 6, 8, 9)] == ["-", "S", "S", "S*"]


def test_6_7_the_ships_guns_count_by_day_only() -> None:
    by_day = segment()
    (roll,) = rolls(do(by_day, "suppress red3", 5), "marine-fire")
    assert (modifiers(roll), roll["total"]) == ({"ships' guns by day": 2}, 7)
    assert by_day.state.area_suppression == {"red3"}
    at_night = segment(turn=6)
    (roll,) = rolls(do(at_night, "suppress red3", 5), "marine-fire")
    assert (modifiers(roll), roll["total"]) == ({}, 5)
    assert at_night.state.area_suppression == set()


def test_6_7_no_morale_counts() -> None:
    low = segment(tracks={"japanese": 5, "marines": -5, "8th": -5})
    (roll,) = rolls(do(low, "suppress red3", 5), "marine-fire")
    assert modifiers(roll) == {"ships' guns by day": 2}


@pytest.mark.parametrize(
    ("walker", "area", "helps"),
    [
        ({"hawkins": {"at": "pier:1832"}}, "red3", True),
        ({"1/2A": {"at": "pier:1832", "beach": "red2"}}, "red2", True),
        ({"1/2E": {"at": "pier:2632", "beach": "red2"}}, "red3", True),
        ({"1/10": {"at": "pier:1832", "beach": "red3"}}, "red3", False),
        ({"hawkins": {"at": "pier:1832"}}, "beak", False),
        ({"hawkins": afloat("1831")}, "red3", False),
    ],
)
def test_6_7_a_unit_on_the_pier_helps_against_red_2_and_red_3(walker: Units, area: str, helps: bool) -> None:
    match = segment(WADER | {"3/2A": afloat("2147", "red1", pins=2)} | walker)
    (roll,) = rolls(do(match, f"suppress {area}", 1), "marine-fire")
    assert modifiers(roll).get("a unit on the pier", 0) == int(helps)


def test_6_7_artillery_beside_another_unit_on_the_pier_takes_nothing_away() -> None:
    walkers = {"hawkins": {"at": "pier:1832"}, "1/10": {"at": "pier:1732", "beach": "red3"}}
    (roll,) = rolls(do(segment(walkers), "suppress red3", 1), "marine-fire")
    assert modifiers(roll)["a unit on the pier"] == 1


# ── Against whom


@pytest.mark.parametrize(
    ("units", "areas"),
    [
        ({"3/8A": afloat("1926")}, ["red3"]),
        ({"3/2A": afloat("2147", "red1")}, ["beak", "green", "pocket"]),
        ({"1/2A": afloat("2036", "red2")}, ["pocket", "red2"]),
        (carried("3/8A", "lvt-1", "1926"), ["red3"]),
        ({"lvt-1": afloat("1926", load="supply:2/8")}, ["red3"]),
        ({"hawkins": {"at": "pier:1832"}}, ["red3"]),
        ({"1/2A": {"at": "pier:1832", "beach": "red2"}}, ["pocket", "red2"]),
    ],
)
def test_6_7_areas_with_landing_hexes_of_a_beach_in_use(units: Units, areas: list[str]) -> None:
    match = segment(units)
    assert suppressible(match.state) == areas
    other = next(area for area in match.state.board.areas if area not in areas)
    error = refused(match, f"suppress {other}")
    assert (error.rule, error.hint) == ("6.7", f"suppress {areas[0]}")


def test_6_7_the_area_of_the_limits_alone_is_not_enough() -> None:
    """Black 1's limits are all in Temakin and Black 1; its landing hexes too; the Black 2 area is another's."""
    match = segment({"1/6A": afloat("4140", "black1")})
    assert refused(match, "suppress black2").rule == "6.7"
    do(match, "suppress temakin", 1)


@pytest.mark.parametrize(
    "units",
    [
        {"lvt-1": afloat("1926", homeward=True)},
        {"lvt-1": afloat("1426")},
        {"2/8A": {"at": "2531", "landed": 1}},
        {"hawkins": {"at": "pier:2632"}},
    ],
)
def test_6_7_empty_craft_and_those_who_are_in_make_for_nothing(units: Units) -> None:
    match = segment(units)
    error = refused(match, "suppress red3")
    assert (error.rule, error.hint) == ("6.7", "next")


def test_6_7_once_an_area_and_segment_hit_or_miss() -> None:
    match = segment({"1/2A": afloat("2036", "red2")})
    do(match, "suppress red2", 1)
    error = refused(match, "suppress red2")
    assert (error.rule, error.hint) == ("6.7", "suppress pocket")
    do(match, "suppress pocket", 6)
    error = refused(match, "suppress pocket")
    assert (error.rule, error.hint) == ("6.7", "next")


def test_6_7_in_the_next_segment_it_may_be_fired_on_again() -> None:
    match = segment(**CALM)
    do(match, "suppress red3", 1)
    do(match, "next", 1)
    assert match.state.phase == "suppression-2"
    do(match, "suppress red3", 5)
    assert match.state.area_suppression == {"red3"}


def test_6_7_belongs_to_the_suppression_segments() -> None:
    error = refused(match_on(WADER | {"3/8B": afloat("1924")}), "suppress red3")
    assert (error.rule, error.hint) == ("6.7", "advance --all")


def test_6_7_a_secured_area_may_be_fired_on_too() -> None:
    match = match_on(WADER, phase="impulse-1", **all_but("4403"))
    do(match, "next")
    assert (match.state.is_secured("red3"), match.state.phase) == (True, "suppression-1")
    do(match, "suppress red3", 6)
    assert match.state.area_suppression == {"red3"}


# ── Markers


def test_6_7_a_marker_won_tells_in_the_next_fire() -> None:
    match = segment()
    do(match, "suppress red3", 6)
    done = do(match, "next", 1)
    assert match.state.phase == "suppression-2"
    (roll,) = rolls(done, "japanese-fire")
    assert modifiers(roll)["area suppression"] == -1


@pytest.mark.parametrize("number", [1, 2])
def test_6_7_markers_are_taken_off_at_the_start_of_the_next_segment(number: int) -> None:
    match = segment(phase=f"suppression-{number}")
    do(match, "suppress red3", 6)
    unit(match, "3/8A").pins = 2
    done = do(match, "next", 1)
    assert match.state.phase == f"suppression-{number + 1}"
    assert facts(done, "suppression-lifted") == [{"rule": "6.7", "areas": ["red3"]}]
    assert match.state.area_suppression == set()


def test_6_7_next_after_the_last_roll_leaves_the_markers_on() -> None:
    """Nobody is left to fire on: going on must not begin the segment again."""
    match = segment()
    do(match, "suppress red3", 6)
    unit(match, "3/8A").pins = 0
    do(match, "next")
    assert (match.state.phase, match.state.area_suppression) == ("impulse-2", {"red3"})


def test_6_7_those_of_the_third_stay_until_the_first_of_the_next_turn() -> None:
    match = segment({"3/8A": afloat("1926")}, phase="suppression-3")
    do(match, "suppress red3", 6)
    do(match, "next", *NEW_TURN)
    assert (match.state.turn, match.state.phase, match.state.area_suppression) == (3, "impulse-1", {"red3"})
    done = do(match, "next", 1)
    (roll,) = rolls(done, "japanese-fire")
    assert modifiers(roll)["area suppression"] == -1
    assert (match.state.phase, match.state.area_suppression) == ("suppression-1", set())


def test_6_7_old_markers_go_even_if_nobody_is_coming_in() -> None:
    match = match_on(
        {"lvt-1": afloat("2026", homeward=True), "3/8A": {}, "lvt-2": {}}, phase="impulse-1", area_suppression="red3"
    )
    done = do(match, "next", *NEW_TURN)
    assert rolls(done, "japanese-fire") == []
    assert match.state.area_suppression == set()


def test_6_7_one_marker_an_area() -> None:
    match = segment(area_suppression="red3")
    do(match, "suppress red3", 6)
    assert match.state.area_suppression == {"red3"}
    (roll,) = rolls(do(match, "next", 1), "japanese-fire")
    assert modifiers(roll)["area suppression"] == -1


def test_6_7_area_suppression_touches_nobody_ashore_and_no_hex() -> None:
    match = segment()
    do(match, "suppress red3", 6)
    assert match.state.suppressed == {}
