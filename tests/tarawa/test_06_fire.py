"""6.6, 6.6.1: Japanese anti-landing fire: who is a target, who fires, and with which modifiers."""

from pathlib import Path
from typing import Any

import pytest

from tarawa_cli.games import GAMES
from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.model.board import betio
from tarawa_cli.games.tarawa.rules.japanese_fire import firing_area
from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.errors import GameError
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.saves import history
from tests.tarawa.common import modifiers
from tests.tarawa.playing_reef import (
    CALM,
    LEAST,
    NEW_TURN,
    Units,
    afloat,
    carried,
    do,
    facts,
    match_on,
    rolls,
    shot_at,
    unit,
)
from tests.tarawa.tools import EXAMPLE


def test_6_6_1_the_rulebooks_example(tmp_path: Path) -> None:
    """4 + 2 Japanese morale + 1 reef - 1 area suppression - 1 destroyed pillbox = 5: a change of course and S*."""
    (tmp_path / "example.toml").write_text(EXAMPLE, encoding="utf-8")
    save = tmp_path / "game.toml"
    session.begin(str(save), Match(GAME, Setup("example.toml", str(tmp_path)), None), force=False)
    with session.held(GAMES, str(save)) as match:
        done = session.perform(match, ["next"], [4, 2])
        session.keep(str(save), match)
    (roll,) = rolls(done, "japanese-fire")
    assert (roll["dice"], roll["total"], roll["result"]) == ([4], 5, "course S*")
    assert (roll["rule"], roll["column"], roll["on"]) == ("6.6.1", "afloat", "3/8A")
    assert roll["modifiers"] == [
        {"value": 2, "label": "Japanese morale", "rule": "9.4"},
        {"value": 1, "label": "target on the reef", "rule": "2.3"},
        {"value": -1, "label": "area suppression", "rule": "6.7"},
        {"value": -1, "label": "destroyed pillbox", "rule": "6.6.1"},
    ]
    read = session.look(GAMES, str(save))
    hurt = read.state.units["3/8A"]
    assert (hurt.steps, hurt.at, hurt.course, read.state.casualties) == (7, "2327", "left", 50)
    assert read.state.phase == "suppression-2"
    assert history.prove(read).holds


# ── Who is a target

S_STAR = 5
"""In calm fire on a target on the reef: a change of course and S*, as in the rulebook."""


def targets(units: Units, **keys: Any) -> list[str]:
    """Everybody who is rolled for at the end of the impulse; enough ones are at hand, and no one is hurt."""
    match = match_on(units, **{"tracks": {"japanese": -5}} | keys)
    for count in range(9):
        try:
            done = session.perform(match, ["next"], [1] * count)
        except GameError:
            continue
        return [roll["on"] for roll in rolls(done, "japanese-fire")]
    raise AssertionError("more than eight dice")


def test_6_6_loaded_craft_waders_tanks_and_walkers_are_targets_in_the_order_of_2_1() -> None:
    units = {
        **carried("3/8B", "lvt-1", "1926"),
        "lvt-2": afloat("1922", load="supply:2/8"),
        "sherman-2": afloat("1924", pins=2),
        "3/8A": afloat("1928", pins=2),
        "hawkins": {"at": "pier:1832", "pins": 2},
    }
    assert targets(units) == ["3/8A", "hawkins", "sherman-2", "lvt-1 (3/8B)", "lvt-2"]


@pytest.mark.parametrize(("impulse", "fired_on"), [(1, ["3/8A", "lvt-1"]), (2, ["3/8A"]), (3, ["3/8A"])])
def test_6_6_an_empty_amtrac_at_the_edge_is_a_target_in_impulse_1_only(impulse: int, fired_on: list[str]) -> None:
    units = {"lvt-1": afloat("1426"), "3/8A": afloat("1928", pins=2)}
    assert targets(units, phase=f"impulse-{impulse}") == fired_on


@pytest.mark.parametrize("pins", [1, 2])
def test_6_6_a_pin_sat_out_does_not_hide_it(pins: int) -> None:
    assert targets({"lvt-1": afloat("1426", pins=pins), "3/8A": afloat("1928", pins=2)}) == ["3/8A", "lvt-1"]


@pytest.mark.parametrize("policy", ["pool", "wait"])
@pytest.mark.parametrize("at", ["1926", "1526"])
def test_6_6_empty_craft_on_their_way_back_from_the_beach_are_never_targets(at: str, policy: str) -> None:
    units = {"lvt-2": afloat(at, homeward=True), "3/8A": afloat("1928", pins=2)}
    assert targets(units, policy={"empty-lvt": policy}) == ["3/8A"]


def test_6_6_an_amtrac_that_unloads_beside_the_pier_in_impulse_1_is_still_a_target() -> None:
    match = match_on(carried("3/8A", "lvt-1", "1430"), **CALM)
    do(match, "unload lvt-1 1431")
    done = do(match, "next", 1, 1)
    assert [roll["on"] for roll in rolls(done, "japanese-fire")] == ["3/8A", "lvt-1"]


def test_6_6_an_empty_amtrac_and_craft_going_home_draw_fire_in_impulse_1() -> None:
    units = {"lvt-1": afloat("1426"), "lvt-2": afloat("1926", homeward=True), "3/8A": {}}
    match = match_on(units, phase="embark")
    done = session.perform(match, ["next"], [LEAST, *NEW_TURN])
    assert [roll["on"] for roll in rolls(done, "japanese-fire")] == ["lvt-1"]


@pytest.mark.parametrize(("delay", "impulse", "fired_on"), [(0, 2, False), (1, 2, True), (1, 3, False), (2, 3, True)])
def test_6_6_after_a_delay_the_first_impulse_that_is_played_counts_as_impulse_1(
    delay: int, impulse: int, fired_on: bool
) -> None:
    match = match_on(carried("3/8A", "lcvp-1", "1426"), turn=1, delay=delay, phase=f"impulse-{impulse}", **CALM)
    do(match, "unload lcvp-1")
    done = do(match, "next", 1, *([1] if fired_on else []))
    boats = ["lcvp-1"] if fired_on else []
    assert [roll["on"] for roll in rolls(done, "japanese-fire")] == ["3/8A", *boats]
    empty = {"lvt-1": afloat("1426"), "3/8A": afloat("1928", pins=2)}
    amtracs = ["lvt-1"] if fired_on else []
    assert targets(empty, turn=1, delay=delay, phase=f"impulse-{impulse}") == ["3/8A", *amtracs]


def test_6_6_a_delay_of_turn_1_means_nothing_in_turn_2() -> None:
    assert targets({"lvt-1": afloat("1426"), "3/8A": afloat("1928", pins=2)}, delay=1, phase="impulse-2") == ["3/8A"]


def test_6_6_an_empty_amtrac_that_is_hit_loses_steps_and_counts_no_casualties() -> None:
    match = match_on({"lvt-1": afloat("1426"), "3/8A": afloat("1928", pins=2)}, **CALM)
    do(match, "next", 1, S_STAR)
    assert (unit(match, "lvt-1").steps, match.state.casualties) == (5, 0)


def test_6_4_an_empty_amtrac_at_the_edge_keeps_its_course_and_that_is_told() -> None:
    match = match_on({"lvt-1": afloat("1426"), "3/8A": afloat("1928", pins=2)}, **CALM)
    done = do(match, "next", 1, S_STAR)
    assert facts(done, "course-kept") == [{"rule": "6.4", "unit": "lvt-1", "why": "it is at the edge"}]
    assert unit(match, "lvt-1").course == ""


def test_6_6_units_on_landing_hexes_and_in_2632_are_never_targets() -> None:
    units = {"3/8A": afloat("1928", pins=2), "2/8A": {"at": "2531", "landed": 1}, "hawkins": {"at": "pier:2632"}}
    assert targets(units) == ["3/8A"]
    assert targets(units | {"hawkins": {"at": "pier:2532", "pins": 2}}) == ["3/8A", "hawkins"]


def test_6_3_a_boat_that_unloads_in_impulse_1_is_still_a_target() -> None:
    match = match_on(carried("3/8A", "lcvp-1", "1426"), **CALM)
    do(match, "unload lcvp-1")
    done = do(match, "next", 1, 1)
    assert [roll["on"] for roll in rolls(done, "japanese-fire")] == ["3/8A", "lcvp-1"]
    assert unit(match, "lcvp-1").at == "pool"


@pytest.mark.parametrize("impulse", [2, 3])
def test_6_3_one_that_unloads_later_is_not(impulse: int) -> None:
    match = match_on(carried("3/8A", "lcvp-1", "1426"), phase=f"impulse-{impulse}", **CALM)
    do(match, "unload lcvp-1")
    done = do(match, "next", 1)
    assert [roll["on"] for roll in rolls(done, "japanese-fire")] == ["3/8A"]


def test_6_3_an_emptied_boat_is_fired_on_even_if_its_load_is_safe() -> None:
    """Supplies landed over the pier: nobody else is afloat."""
    pier: dict[str, Any] = {"pier_walked": True, "cleared": "2731", "heads": "2731", "stock": 1}
    match = match_on({"lcvp-1": afloat("1430", load="supply:2/8"), "3/8A": {}}, **pier)
    do(match, "unload lcvp-1 1431")
    done = session.perform(match, ["next"], [LEAST, *NEW_TURN])
    assert [roll["on"] for roll in rolls(done, "japanese-fire")] == ["lcvp-1"]


def all_but(*uncleared: str, entered: bool = True) -> dict[str, Any]:
    board = betio()
    cleared = sorted(board.defended - set(uncleared))
    return {"cleared": cleared, "occupied": sorted(board.free) if entered else []}


def test_6_6_a_beach_with_an_uncleared_hex_near_is_under_fire() -> None:
    wader = {"3/8A": afloat("1926", pins=2)}
    assert targets(wader, **all_but("2626")) == ["3/8A"]
    assert targets(wader, **all_but("3429")) == []


def test_6_6_an_area_with_an_airstrip_not_entered_is_unsecured_and_fires() -> None:
    """Red 3 holds no uncleared hex near it, but an airstrip hex that nobody has entered."""
    wader = {"3/8A": afloat("1926", pins=2)}
    strip = next(h for h in betio().areas["red3"].hexes if betio().terrain[h] == "airstrip")
    entered = sorted(betio().free - {strip})
    assert targets(wader, **all_but("4403") | {"occupied": entered}) == ["3/8A"]


def test_6_6_each_target_is_rolled_for_once_though_its_craft_is_lost_under_it() -> None:
    match = match_on(carried("3/8A", "lvt-1", "1926", steps=1, pins=2))
    done = do(match, "next", 4, 1)
    assert [roll["on"] for roll in rolls(done, "japanese-fire")] == ["lvt-1 (3/8A)"]
    assert unit(match, "3/8A").at == "1926"


# ── Who fires


def suppressed_by(at: str, beach: str, area: str) -> bool:
    """Whether the suppression of an area tells in the fire on a unit."""
    match = match_on({"3/8A": afloat(at, beach, pins=2)}, area_suppression=area, tracks={"japanese": -5})
    return "area suppression" in modifiers(shot_at(match, 1))


def test_6_6_1_the_nearest_unsecured_area_of_the_beach_fires() -> None:
    """Red 1's limits lie in the Beak, the Green area and the Pocket."""
    assert betio().beach_areas("red1") == ("beak", "green", "pocket")
    assert suppressed_by("2447", "red1", "beak")
    assert not suppressed_by("2447", "red1", "pocket")
    assert suppressed_by("2638", "red1", "pocket")
    assert not suppressed_by("2638", "red1", "beak")


def test_6_6_1_an_area_that_is_nearer_but_of_another_beach_does_not_fire() -> None:
    assert not suppressed_by("2436", "red3", "red2")
    assert suppressed_by("2436", "red3", "red3")


def test_6_6_1_a_secured_area_does_not_fire() -> None:
    """With 3037 alone uncleared the Beak is secured and the Pocket is not: the Pocket fires, though it is farther."""
    keys = all_but("3037") | {"tracks": {"japanese": -5}}
    pocket = match_on({"3/2A": afloat("2447", "red1", pins=2)}, **keys, area_suppression="pocket")
    assert (pocket.state.is_secured("beak"), pocket.state.is_secured("pocket")) == (True, False)
    assert "area suppression" in modifiers(shot_at(pocket, 1))
    beak = match_on({"3/2A": afloat("2447", "red1", pins=2)}, **keys, area_suppression="beak")
    assert "area suppression" not in modifiers(shot_at(beak, 1))


@pytest.mark.parametrize(("at", "area"), [("2447", "beak"), ("2638", "pocket")])
def test_6_6_1_where_all_its_areas_are_secured_the_nearest_of_the_beach_fires(at: str, area: str) -> None:
    """The beach may be under fire even so, if one of its hexes is next to an uncleared one."""
    state = match_on({"3/2A": afloat(at, "red1", pins=2)}, **all_but("4403")).state
    assert all(state.is_secured(area) for area in betio().beach_areas("red1"))
    assert firing_area(state, state.units["3/2A"]) == area


def test_6_6_1_ties_go_to_the_higher_modified_roll() -> None:
    """2536 is three hexes from the Pocket and from Red 2."""
    board = betio()
    assert [board.distance_to_area("2536", area) for area in board.beach_areas("red2")] == [3, 3]
    assert not suppressed_by("2536", "red2", "pocket")
    assert not suppressed_by("2536", "red2", "red2")
    assert suppressed_by("2536", "red2", "pocket red2")


# ── Modifiers


def fired_with(place: dict[str, Any], id: str = "3/8A", **keys: Any) -> dict[str, int]:
    keys = {"tracks": {"japanese": 0}} | keys
    return modifiers(shot_at(match_on({id: place}, **keys), 1))


REEF = {"at": "1926", "beach": "red3", "pins": 2}
PIER = {"at": "pier:1832", "beach": "red3", "pins": 2}


@pytest.mark.parametrize(("box", "level"), [(-5, -3), (-4, -2), (-3, -2), (-2, -1), (-1, -1)])
def test_9_4_japanese_morale_lowers_their_fire(box: int, level: int) -> None:
    assert fired_with(REEF, tracks={"japanese": box})["Japanese morale"] == level


def test_9_4_morale_0_is_no_modifier() -> None:
    assert fired_with(REEF) == {"target on the reef": 1}


@pytest.mark.parametrize(("box", "level"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_9_4_japanese_morale_raises_their_fire(box: int, level: int) -> None:
    match = match_on({"sherman-2": afloat("1931", pins=2)}, tracks={"japanese": box})
    assert modifiers(shot_at(match, 1))["Japanese morale"] == level


def test_3_5_1_only_the_operative_level_counts() -> None:
    match = match_on({"3/8A": REEF}, tracks={"japanese": 5}, operative={"japanese": -1})
    assert modifiers(shot_at(match, 1))["Japanese morale"] == -1


@pytest.mark.parametrize("at", ["1926", "1426", "2125"])
def test_6_6_1_reef_obstacles_and_entry_hexes_give_plus_1(at: str) -> None:
    assert fired_with(REEF | {"at": at}) == {"target on the reef": 1}


def test_6_6_1_the_pier_gives_plus_1_and_no_minus_1_for_being_next_to_it() -> None:
    assert fired_with(PIER) == {"target on the pier": 1}


def test_6_6_1_hawkins_on_the_pier_has_minus_2() -> None:
    assert fired_with(PIER, "hawkins") == {"target on the pier": 1, "Hawkins on the pier": -2}


def test_6_6_1_hawkins_in_the_water_has_not() -> None:
    assert fired_with(REEF, "hawkins") == {"target on the reef": 1}


def test_6_6_1_on_the_pier_hawkinss_beach_is_red_3_and_another_units_its_own() -> None:
    suppressed = {"area_suppression": "red3"}
    assert "area suppression" in fired_with({"at": "pier:1832", "pins": 2}, "hawkins", **suppressed)
    assert "area suppression" in fired_with(PIER, "3/8A", **suppressed)
    assert "area suppression" not in fired_with(PIER | {"beach": "red2"}, "1/2A", **suppressed)


@pytest.mark.parametrize(
    ("at", "beside"), [("1433", 1), ("1532", 1), ("1531", 1), ("2433", 1), ("1533", 0), ("1730", 0)]
)
def test_6_6_1_in_the_water_next_to_a_pier_hex_there_is_minus_1(at: str, beside: int) -> None:
    assert fired_with(REEF | {"at": at}).get("beside the pier", 0) == -beside


def test_6_6_1_area_suppression_is_minus_1() -> None:
    assert fired_with(REEF, area_suppression="red3")["area suppression"] == -1
    assert "area suppression" not in fired_with(REEF, area_suppression="red2")


def test_6_6_1_each_destroyed_pillbox_of_the_area_is_minus_1() -> None:
    boxes = [hex for hex in betio().pillboxes if betio().area_of[hex] == "red3"]
    assert boxes == ["2626", "2728", "3020"]
    assert fired_with(REEF, demolished={"2626": 1}) == {"target on the reef": 1}
    assert fired_with(REEF, demolished={"2626": 2})["destroyed pillbox"] == -1
    assert fired_with(REEF, cleared="2728 3020")["destroyed pillbox ×2"] == -2
    assert "destroyed pillbox" not in fired_with(REEF, cleared="2833")


def test_11_37_in_a_two_pillbox_hex_each_counts_when_it_falls() -> None:
    at = {"at": "3829", "beach": "black2", "pins": 2}
    assert betio().area_of["3330"] == "black2"
    assert fired_with(at, demolished={"3330": 3})["destroyed pillbox"] == -1
    assert fired_with(at, demolished={"3330": 4})["destroyed pillbox ×2"] == -2


def test_6_6_1_each_suppressed_pillbox_hex_is_minus_1_however_many_markers() -> None:
    assert fired_with(REEF, suppressed={"2626": 3})["suppressed pillbox hex"] == -1
    assert fired_with(REEF, suppressed={"2626": 1, "2728": 2})["suppressed pillbox hex ×2"] == -2
    assert fired_with(REEF, suppressed={"2723": 2, "2833": 1}) == {"target on the reef": 1}


def test_6_6_1_an_air_raid_marker_is_minus_1() -> None:
    assert fired_with(REEF, raids={"red3": 2})["air-raid marker"] == -1
    assert "air-raid marker" not in fired_with(REEF, raids={"red2": 2})


def test_6_6_1_all_of_them_add_up() -> None:
    keys: dict[str, Any] = {
        "area_suppression": "red3",
        "demolished": {"2626": 2},
        "suppressed": {"2728": 1},
        "chits": {"red3": -2},
        "raids": {"red3": 1},
        "tracks": {"japanese": 5},
    }
    roll = shot_at(match_on({"3/8A": REEF | {"at": "1531"}}, **keys), 6)
    assert modifiers(roll) == {
        "Japanese morale": 3,
        "target on the reef": 1,
        "area suppression": -1,
        "destroyed pillbox": -1,
        "suppressed pillbox hex": -1,
        "bombardment chit": -2,
        "air-raid marker": -1,
        "beside the pier": -1,
    }
    assert roll["total"] == 3
    assert all(modifier["rule"] for modifier in roll["modifiers"])


@pytest.mark.parametrize(
    ("total", "result"),
    [
        (-5, "-"),
        (1, "-"),
        (2, "H"),
        (3, "H"),
        (4, "H"),
        (5, "course S*"),
        (6, "course S*"),
        (7, "course S*"),
        (8, "S* H Pin 1"),
        (9, "S* S Pin 2"),
        (10, "S* S Pin 2"),
    ],
)
def test_6_6_1_the_column_afloat(total: int, result: str) -> None:
    assert match_on({"3/8A": REEF}).state.charts.table("japanese-fire").row(total, "afloat").result == result


def test_6_6_fire_is_not_affected_by_marine_morale() -> None:
    low = {"marines": -5, "8th": -5, "japanese": 0}
    assert fired_with(REEF, tracks=low) == {"target on the reef": 1}


def test_6_6_nothing_happens_to_a_unit_that_is_missed() -> None:
    match = match_on({"3/8A": REEF}, tracks={"japanese": -1})
    done = do(match, "next", 1)
    assert {event.type for event in done.events} == {"pin-eased", "phase-begun", "roll"}
    assert facts(done, "roll")[0]["result"] == "-"
