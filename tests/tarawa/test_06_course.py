"""6.4: changes of course, and pins afloat."""

import pytest

from tests.tarawa.common import needs_dice, refused
from tests.tarawa.playing_reef import CALM, NEW_TURN, Units, afloat, carried, do, facts, match_on, rolls, unit
from tests.tarawa.tables import PLAIN

COURSE = 4
"""With Japanese morale at 0 and the target on the reef that makes 5: a change of course and S*."""
CALM_COURSE = COURSE + 1
"""The same in calm fire."""
ALONE = 3
"""With Japanese morale at 0 and the target on the reef that makes 4: by the plain table, a change of course alone."""


def run(units: Units, id: str) -> tuple[list[str], str]:
    """The hexes that a course takes a unit through, by `next`, and the course it has afterwards."""
    match = match_on(units)
    done = do(match, f"advance {id}")
    moved = [fact["route"] for fact in facts(done, "advanced") if fact["unit"] == id]
    assert facts(done, "course-run") == [{"rule": "6.4", "unit": id}]
    return (moved[0] if moved else []), unit(match, id).course


@pytest.mark.parametrize(
    ("die", "side"), [(1, "left"), (2, "left"), (3, "left"), (4, "right"), (5, "right"), (6, "right")]
)
def test_6_4_the_side_is_rolled_at_once(die: int, side: str) -> None:
    match = match_on({"3/8A": afloat("1926", pins=2)})
    done = do(match, "next", COURSE, die)
    (roll,) = rolls(done, "course")
    assert (roll["rule"], roll["dice"], roll["on"]) == ("6.4", [die], "3/8A")
    assert unit(match, "3/8A").course == side


def test_6_4_a_change_of_course_alone_hurts_nobody() -> None:
    match = match_on({"3/8A": afloat("1926", pins=2)}, PLAIN)
    done = do(match, "next", ALONE, 1)
    assert rolls(done, "japanese-fire")[0]["result"] == "course"
    assert (unit(match, "3/8A").course, unit(match, "3/8A").steps, match.state.casualties) == ("left", 8, 0)


def test_6_4_without_a_change_of_course_no_side_is_rolled() -> None:
    match = match_on({"3/8A": afloat("1926", pins=2)})
    assert rolls(do(match, "next", 2), "course") == []
    assert unit(match, "3/8A").course == ""


def test_6_4_a_new_change_of_course_replaces_the_old() -> None:
    match = match_on({"3/8A": afloat("1926", pins=2, course="left")})
    do(match, "next", COURSE, 6)
    assert unit(match, "3/8A").course == "right"


def test_6_4_the_course_is_run_in_the_next_impulse_by_next() -> None:
    match = match_on({"3/8A": afloat("1926")}, **CALM)
    do(match, "advance 3/8A 2026")
    do(match, "next", CALM_COURSE, 1)
    do(match, "next")
    assert (match.state.phase, unit(match, "3/8A").course) == ("impulse-2", "left")
    done = do(match, "next", 1)
    assert facts(done, "advanced")[0]["route"] == ["2125", "2225"]
    assert unit(match, "3/8A").course == ""


def test_6_4_a_course_got_in_the_third_segment_waits_for_the_next_turn() -> None:
    match = match_on({"3/8A": afloat("1926")}, phase="impulse-3")
    do(match, "next", COURSE, 1)
    do(match, "next", *NEW_TURN)
    assert (match.state.turn, match.state.phase, unit(match, "3/8A").course) == (3, "impulse-1", "left")


@pytest.mark.parametrize(
    ("id", "side", "way"),
    [
        ("3/8A", "left", ["2025", "2124"]),
        ("3/8A", "right", ["2026", "2126"]),
        ("sherman-2", "right", ["2026", "2126", "2227", "2327"]),
    ],
)
def test_6_4_the_unit_keeps_to_that_side_until_its_ap_are_spent(id: str, side: str, way: list[str]) -> None:
    assert run({id: afloat("1925", course=side)}, id) == (way, "")


def test_6_4_a_craft_on_course_spends_all_its_ap() -> None:
    way, left = run(carried("3/8A", "lvt-1", "1526", course="right"), "lvt-1")
    assert (way, left) == (["1627", "1727", "1828", "1928", "2029", "2129", "2230"], "")


def test_6_4_the_players_own_way_is_refused_while_the_course_stands() -> None:
    match = match_on({"3/8A": afloat("1926", course="left")})
    error = refused(match, "advance 3/8A 2027")
    assert (error.rule, error.hint) == ("6.4", "advance 3/8A")


@pytest.mark.parametrize("order", ["advance 3/8A", "advance 3/8A 2125", "advance 3/8A 2026 2125", "advance --all"])
def test_6_4_the_player_may_run_the_course_himself(order: str) -> None:
    match = match_on({"3/8A": afloat("1926", course="left")})
    do(match, order)
    assert (unit(match, "3/8A").at, unit(match, "3/8A").course) == ("2125", "")


def test_6_4_after_the_course_nothing_is_left_of_the_impulse() -> None:
    match = match_on({"3/8A": afloat("1926", course="left"), "3/8B": afloat("2125", pins=1)})
    do(match, "advance 3/8A")
    assert unit(match, "3/8A").at == "2026"
    error = refused(match, "advance 3/8A")
    assert (error.rule, error.hint) == ("6.4", "next")


# ── What bars the way


def test_6_4_a_unit_bars_the_way() -> None:
    match = match_on({"3/8A": afloat("1926", course="left"), "3/8B": afloat("2026", pins=1)}, **CALM)
    done = do(match, "next", 1, 1)
    assert facts(done, "advanced") == []
    assert (unit(match, "3/8A").at, unit(match, "3/8A").course) == ("1926", "")


def test_6_4_a_craft_going_home_does_not() -> None:
    units = {"3/8A": afloat("1926", course="left"), "lvt-1": afloat("2026", homeward=True)}
    assert run(units, "3/8A") == (["2026", "2125"], "")


def test_6_4_the_pier_bars_the_way() -> None:
    """Right of 1931 lies 2032, a pier hex; right of 1929 lies 2030, then 2130, beside the pier."""
    assert run({"3/8A": afloat("1931", course="right")}, "3/8A") == ([], "")
    assert run({"3/8A": afloat("1929", course="right")}, "3/8A") == (["2030", "2130"], "")


def test_6_4_shore_that_is_no_landing_hex_bars_the_way() -> None:
    """Left of 2525 lies 2625, a landing hex; right of it 2626, a pillbox."""
    assert run({"3/8A": afloat("2525", course="right")}, "3/8A") == ([], "")
    assert run({"3/8A": afloat("2525", course="left")}, "3/8A") == (["2625"], "")


def test_6_4_the_edge_bars_the_way() -> None:
    """East of 2212 is open sea."""
    assert run({"3/8A": afloat("2212", course="left")}, "3/8A") == ([], "")
    assert run({"3/8A": afloat("2112", course="left")}, "3/8A") == (["2212"], "")


@pytest.mark.parametrize(("id", "way"), [("3/8A", ["2125", "2225"]), ("sherman-2", [])])
def test_6_4_obstacles_bar_craft_and_tanks_only(id: str, way: list[str]) -> None:
    assert run({id: afloat("2026", course="left")}, id) == (way, "")


def test_6_4_obstacles_bar_a_craft() -> None:
    assert run(carried("3/8A", "lvt-1", "1926", course="left"), "lvt-1") == (["2026"], "")


def test_6_4_a_landing_hex_that_is_full_bars_the_way() -> None:
    units = {"3/8A": afloat("2525", course="left"), "2/8A": {"at": "2625", "landed": 1}}
    assert run(units, "3/8A") == ([], "")
    units = {"3/8A": afloat("2525", course="left"), "3/8B": {"at": "2625", "landed": 1}}
    assert run(units, "3/8A") == (["2625"], "")


# ── Landing by course


def test_6_4_a_course_ends_in_a_landing_hex_of_any_beach() -> None:
    """A unit for Red 3 off Red 2 is carried into 2733."""
    match = match_on({"3/8A": afloat("2634", course="left")})
    done = do(match, "advance 3/8A")
    assert facts(done, "landed")[0]["hex"] == "2733"
    assert (unit(match, "3/8A").at, unit(match, "3/8A").course, unit(match, "3/8A").beach) == ("2733", "", "")


def test_6_4_a_craft_on_course_puts_its_unit_ashore_and_goes_home() -> None:
    match = match_on(carried("3/8A", "lvt-1", "2330", course="right"))
    do(match, "advance lvt-1")
    assert unit(match, "3/8A").at == "2531"
    assert (unit(match, "lvt-1").homeward, unit(match, "lvt-1").course) == (True, "")


def test_6_5_a_craft_that_its_course_brings_in_on_its_last_ap_rushes_its_unit() -> None:
    late = match_on(carried("3/8A", "lvt-1", "1827", course="right"))
    do(late, "advance lvt-1")
    assert (unit(late, "3/8A").at, unit(late, "3/8A").rushed) == ("2530", True)
    early = match_on(carried("3/8A", "lvt-1", "1927", course="right"))
    do(early, "advance lvt-1")
    assert (unit(early, "3/8A").at, unit(early, "3/8A").rushed) == ("2530", False)


def test_6_4_off_its_beach_by_a_course_the_unit_comes_in_where_it_can() -> None:
    match = match_on({"3/8A": afloat("2422", course="left", steps=4)}, **CALM)
    do(match, "advance 3/8A")
    assert (unit(match, "3/8A").at, unit(match, "3/8A").course) == ("2521", "")
    do(match, "next", 1)
    do(match, "next")
    do(match, "advance 3/8A")
    assert unit(match, "3/8A").at == "2522"


# ── Who does not change course


@pytest.mark.parametrize(("craft", "load"), [("lcvp-1", "3/8A"), ("lcm-1", "sherman-1")])
def test_6_4_boats_at_the_edge_ignore_a_change_of_course(craft: str, load: str) -> None:
    match = match_on(carried(load, craft, "1426"))
    done = do(match, "next", COURSE)
    assert rolls(done, "japanese-fire")[0]["result"] == "course S*"
    assert rolls(done, "course") == []
    assert unit(match, craft).course == ""


def test_6_4_an_amtrac_at_the_edge_does_not() -> None:
    match = match_on(carried("3/8A", "lvt-1", "1426"))
    do(match, "next", COURSE, 5)
    assert unit(match, "lvt-1").course == "right"


def test_6_4_a_boat_on_the_reef_at_high_water_does_not() -> None:
    match = match_on(carried("1/8A", "lcvp-1", "1726", "red3"), turn=11)
    do(match, "next", COURSE, 5)
    assert unit(match, "lcvp-1").course == "right"


@pytest.mark.parametrize("at", ["1531", "1532", "1631", "2433"])
def test_11_33_units_in_the_water_next_to_the_pier_ignore_it(at: str) -> None:
    match = match_on({"3/8A": afloat(at, pins=2)}, PLAIN, tracks={"japanese": 1})
    (roll,) = rolls(do(match, "next", ALONE), "japanese-fire")
    assert roll["result"] == "course"
    assert unit(match, "3/8A").course == ""


def test_11_33_two_hexes_from_the_pier_they_do_not() -> None:
    match = match_on({"3/8A": afloat("1730", pins=2)}, PLAIN)
    do(match, "next", ALONE, 1)
    assert unit(match, "3/8A").course == "left"


def test_11_33_units_on_the_pier_ignore_it() -> None:
    match = match_on({"3/8A": {"at": "pier:1832", "beach": "red3", "pins": 2}}, PLAIN)
    (roll,) = rolls(do(match, "next", ALONE), "japanese-fire")
    assert (roll["result"], unit(match, "3/8A").course) == ("course", "")


def test_6_6_2_a_passenger_that_wades_on_has_not_its_crafts_course() -> None:
    match = match_on(carried("3/8A", "lvt-1", "1926", steps=1, course="left", pins=2))
    do(match, "next", 4, 6)
    assert (unit(match, "lvt-1").at, unit(match, "3/8A").at, unit(match, "3/8A").course) == ("lost", "1926", "")


# ── Pins afloat


@pytest.mark.parametrize(("before", "after"), [(2, 1), (1, 0)])
def test_6_4_each_impulse_sat_out_takes_off_one_pin(before: int, after: int) -> None:
    match = match_on({"3/8A": afloat("1926", pins=before)}, **CALM)
    error = refused(match, "advance 3/8A")
    assert (error.rule, error.hint) == ("6.4", "next")
    done = do(match, "next", 1)
    assert facts(done, "pin-eased") == [{"rule": "6.4", "unit": "3/8A", "pins": after}]
    assert (unit(match, "3/8A").pins, unit(match, "3/8A").at) == (after, "1926")


def test_6_4_a_pinned_craft_sits_out_with_its_passenger() -> None:
    match = match_on(carried("3/8A", "lvt-1", "1926", pins=1) | {"3/8B": afloat("1924")})
    assert refused(match, "advance 3/8A").rule == "6.4"
    do(match, "advance --all")
    assert (unit(match, "lvt-1").at, unit(match, "3/8B").at == "1924") == ("1926", False)


def test_6_4_a_pinned_unit_keeps_its_course_for_the_impulse_after() -> None:
    match = match_on({"3/8A": afloat("1926", pins=1, course="left")}, **CALM)
    do(match, "next", 1)
    assert (unit(match, "3/8A").at, unit(match, "3/8A").course) == ("1926", "left")
    do(match, "next")
    do(match, "next", 1)
    assert (unit(match, "3/8A").at, unit(match, "3/8A").course) == ("2125", "")


def test_6_4_a_pinned_walker_sits_out_too() -> None:
    match = match_on({"hawkins": {"at": "pier:1532", "pins": 1}, "3/8A": afloat("1926")}, **CALM)
    assert refused(match, "advance hawkins").rule == "6.4"
    do(match, "next", 1, 1)
    assert (unit(match, "hawkins").pins, unit(match, "hawkins").at) == (0, "pier:1532")


@pytest.mark.parametrize("place", [{"at": "pier:2632"}, {"at": "2531", "landed": 1}])
def test_6_4_pins_got_in_the_land_phase_are_not_sat_out_in_impulses(place: dict[str, object]) -> None:
    match = match_on({"hawkins": place | {"pins": 1}, "3/8A": afloat("1926")}, **CALM)
    do(match, "next", 1)
    assert unit(match, "hawkins").pins == 1


def test_6_5_a_pinned_craft_on_its_way_home_sits_out_as_well() -> None:
    match = match_on({"lvt-1": afloat("2026", homeward=True, pins=1), "3/8A": afloat("1926")}, **CALM)
    do(match, "next", 1)
    assert (unit(match, "lvt-1").at, unit(match, "lvt-1").pins) == ("2026", 0)


def test_6_4_a_course_needs_its_own_die() -> None:
    match = match_on({"3/8A": afloat("1926")})
    assert "Course" in needs_dice(match, "next", COURSE).purpose
