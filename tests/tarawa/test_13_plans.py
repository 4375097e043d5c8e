"""13.1, 14.1: the timetable; 13.2, 14.2: the player's own plan; what coming early costs."""

from pathlib import Path

import pytest

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.legal.listing import legal
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.rules.ch12_13_victory_timetable import is_due
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.game import Setup
from tests.tarawa.common import refused
from tests.tarawa.playing import boat, free_match, match
from tests.tarawa.playing_reef import NEW_TURN, Units, afloat, do, facts, unit

ANY = "red1 red2 red3 green"
TIMETABLE = {
    "2/2": (1, "red2"),
    "3/2": (1, "red1"),
    "2/8": (1, "red3"),
    "sherman-1": (1, ANY),
    "1/2": (2, "red2"),
    "3/8": (2, "red3"),
    "1/10": (2, ANY),
    "sherman-2": (2, ANY),
    "sherman-3": (2, ANY),
    "2/10": (3, ANY),
    "stuart-1": (3, ANY),
    "stuart-2": (3, ANY),
    "3/10": (4, ANY),
    "4/10": (4, ANY),
    "1/8": (9, "red2"),
    "stuart-3": (9, ANY),
    "stuart-4": (9, ANY),
    "stuart-5": (10, ANY),
    "1/6": (14, "green"),
    "2/6": (15, ANY),
    "3/6": (20, ANY),
}
INFANTRY = ("2/2", "3/2", "2/8", "1/2", "3/8", "1/8", "1/6", "2/6", "3/6")


def members(name: str) -> list[str]:
    return [f"{name}{part}" for part in "ABE"] if name in INFANTRY else [name]


def craft_for(name: str) -> str:
    return "lcm-1" if name.startswith(("sherman", "stuart")) else "lvt-1"


# ── The timetable


def test_13_1_the_timetable_names_everybody() -> None:
    named = [id for name in TIMETABLE for id in members(name)] + ["hawkins"]
    combat = [u.id for u in match().state.units.values() if not u.type.is_craft]
    assert sorted(named) == sorted(combat)


@pytest.mark.parametrize("name", TIMETABLE)
def test_13_1_nobody_comes_before_his_turn(name: str) -> None:
    turn, beaches = TIMETABLE[name]
    for who in members(name):
        order = f"embark {who} {craft_for(name)} {beaches.split()[0]}"
        if turn > 1:
            error = refused(match(turn=turn - 1), order)
            assert (error.rule, error.hint) == ("13.1", "units due")
            assert error.message == f"{who} cannot come before turn {turn}; this is turn {turn - 1}"
        for now in (turn, 30):
            game = match(turn=now)
            do(game, order)
            assert unit(game, who).craft


@pytest.mark.parametrize("name", TIMETABLE)
def test_13_1_everybody_lands_on_his_own_beach(name: str) -> None:
    turn, beaches = TIMETABLE[name]
    for beach in ANY.split():
        game, order = match(turn=turn), f"embark {members(name)[0]} {craft_for(name)} {beach}"
        if beach in beaches:
            do(game, order)
        else:
            error = refused(game, order)
            assert (error.rule, error.message) == ("6.2", f"{members(name)[0]} lands on {beaches}")


def test_13_1_hawkins_comes_on_turn_1_or_later() -> None:
    for turn in (1, 30):
        do(match(turn=turn), "embark hawkins 1432")


@pytest.mark.parametrize("beach", ["black1", "black2"])
def test_13_1_black_beaches_are_closed_in_the_campaign(beach: str) -> None:
    error = refused(match(), f"embark sherman-1 lcm-1 {beach}")
    assert (error.rule, error.message) == ("6.2", "sherman-1 lands on red1 or red2 or red3 or green")
    assert error.hint.startswith("embark sherman-1 lcm-1 red1 ")


def test_13_1_2_6_costs_two_boxes_of_marine_morale_once() -> None:
    game = match(turn=15)
    done = do(game, "embark 2/6A lvt-1 red1")
    assert facts(done, "price-paid") == [{"rule": "13.1", "name": "2/6"}]
    assert game.state.tracks["marines"] == 1
    assert game.state.operative["marines"] == 3
    assert facts(do(game, "embark 2/6B lvt-2 red1"), "marker-moved") == []
    assert facts(do(game, "embark 2/6E lvt-3 red1"), "marker-moved") == []
    assert (game.state.tracks["marines"], game.state.paid) == (1, {"2/6"})


def test_13_1_the_price_of_2_6_is_paid_once_even_if_it_is_withdrawn() -> None:
    game = match(turn=15)
    do(game, "embark 2/6A lcvp-1 red1")
    do(game, "withdraw lcvp-1")
    do(game, "embark 2/6A lvt-1 red1")
    assert game.state.tracks["marines"] == 1


def test_13_1_the_price_stops_at_the_end_of_the_track() -> None:
    game = match(turn=15, tracks={"marines": -4})
    do(game, "embark 2/6A lvt-1 red1")
    assert game.state.tracks["marines"] == -5


@pytest.mark.parametrize("who", ["1/6A", "3/6A"])
def test_13_1_nobody_else_costs_anything(who: str) -> None:
    game = match(turn=20)
    do(game, f"embark {who} lvt-1 green")
    assert (game.state.tracks["marines"], game.state.paid) == (3, set())


def test_13_1_who_is_absent_or_lost_never_comes() -> None:
    game = match({"2/8A": {"at": "absent"}, "2/8B": {"at": "lost"}})
    assert refused(game, "embark 2/8A lvt-1 red3").message == "2/8A is not waiting to embark: it is not in this game"
    assert refused(game, "embark 2/8B lvt-1 red3").message == "2/8B is not waiting to embark: it is lost"


def test_13_1_a_scenario_of_fewer_beaches_leaves_out_who_has_none(tmp_path: Path) -> None:
    text = '[scenario]\nid = "one"\nname = "One"\nbase = "campaign"\nbeaches = ["red3"]\n'
    (tmp_path / "one.toml").write_text(text, encoding="utf-8")
    setup = Setup("one.toml", str(tmp_path))
    game: Match[State] = Match(GAME, setup, None)
    game.state = GAME.load(setup, {"turn": 1, "phase": "embark"})
    error = refused(game, "embark 2/2A lvt-1 red3")
    assert (error.rule, error.message) == ("13.1", "the beach of 2/2A is not used in this scenario")
    assert not is_due(game.state, unit(game, "2/2A"))
    do(game, "embark 2/8A lvt-1 red3")
    do(game, "embark sherman-1 lcm-1 red3")
    assert not any("2/2" in command for command in legal(game.state))


# ── The player's own plan


@pytest.mark.parametrize("beach", ["red1", "red2", "red3", "green", "black1", "black2"])
def test_13_2_all_six_beaches_are_open_to_everybody(beach: str) -> None:
    game = free_match()
    do(game, f"embark 1/8A lvt-1 {beach}")
    do(game, f"embark stuart-5 lcm-1 {beach}")
    assert unit(game, "lvt-1").beach == unit(game, "lcm-1").beach == beach


def test_13_2_who_embarks_first_fixes_the_two_regiments() -> None:
    game = free_match()
    done = do(game, "embark 1/8A lvt-1 black1")
    assert facts(done, "plan-fixed") == [{"rule": "13.2", "regiment": "8th"}]
    assert facts(do(game, "embark 1/8B lvt-2 black1"), "plan-fixed") == []
    do(game, "embark 3/2E lvt-3 red1")
    assert game.state.plan == ["8th", "2nd"]


def test_13_2_three_battalions_come_in_turn_1() -> None:
    game = free_match()
    for n, battalion in enumerate(["1/8", "2/8", "3/2"]):
        do(game, f"embark {battalion}A lvt-{n + 1} red{n + 1}")
    error = refused(game, "embark 1/2A lvt-4 red1")
    assert (error.rule, error.hint) == ("13.2", "units due")
    assert error.message == "turn 1 is for 3 battalions: 3/2, 1/8, 2/8"
    do(game, "embark 3/2B lvt-4 red1")
    do(game, "embark 2/8E lvt-5 red2")


def test_13_2_three_battalions_may_be_of_one_regiment() -> None:
    game = free_match()
    for n in (1, 2, 3):
        do(game, f"embark {n}/8A lvt-{n} red{n}")
    assert game.state.plan == ["8th"]
    assert refused(game, "embark 1/2A lvt-4 red1").rule == "13.2"


def test_13_2_in_turn_1_no_third_regiment_comes() -> None:
    game = free_match(plan=["2nd", "6th"])
    error = refused(game, "embark 1/8A lvt-1 red1")
    assert (error.rule, error.hint) == ("13.2", "units due")
    assert error.message == "turn 1 is for the 2nd and 6th Marines, who embarked first"


def test_13_2_the_rest_of_the_two_come_in_any_later_turn_for_nothing() -> None:
    units: Units = {"1/8A": {"at": "2531", "landed": 1}}
    game = free_match(units, turn=2, plan=["8th", "2nd"])
    for n, who in enumerate(["2/8A", "3/8A", "1/2A", "2/2A", "3/2A"], 1):
        do(game, f"embark {who} lvt-{n} red1")
    assert (game.state.tracks["marines"], game.state.paid) == (3, set())


def test_13_2_the_second_of_the_two_may_be_fixed_later() -> None:
    game = free_match(turn=2, plan=["8th"])
    do(game, "embark 1/2A lvt-1 red1")
    assert (game.state.plan, game.state.tracks["marines"]) == (["8th", "2nd"], 3)


@pytest.mark.parametrize(("turn", "box"), [(2, 1), (7, 1), (8, 3), (9, 3)])
def test_13_2_a_third_regiment_before_turn_8_costs_two_boxes_of_marine_morale_once(turn: int, box: int) -> None:
    game = free_match(turn=turn, plan=["2nd", "6th"])
    done = do(game, "embark 1/8A lvt-1 red1")
    assert game.state.tracks["marines"] == box
    paid = [{"rule": "13.2", "name": "reserve"}] if box == 1 else []
    assert facts(done, "price-paid") == paid
    do(game, "embark 2/8A lvt-2 red1")
    assert game.state.tracks["marines"] == box


@pytest.mark.parametrize("plan", [[], ["2nd"], ["2nd", "8th"], ["6th", "8th"]])
@pytest.mark.parametrize("turn", [1, 7, 8])
def test_14_2_the_6th_never_comes_before_turn_9(turn: int, plan: list[str]) -> None:
    game = free_match(turn=turn, plan=plan)
    for who in ("1/6A", "2/6E"):
        error = refused(game, f"embark {who} lvt-1 green")
        assert (error.rule, error.hint) == ("14.2", "units due")
        assert error.message == "the 6th Marines are held back until turn 9"


@pytest.mark.parametrize("plan", [["2nd"], ["2nd", "8th"]])
def test_14_2_from_turn_9_the_6th_comes_for_nothing(plan: list[str]) -> None:
    game = free_match(turn=9, plan=plan)
    do(game, "embark 2/6A lvt-1 green")
    assert (game.state.tracks["marines"], game.state.paid) == (3, set())


def test_13_2_at_most_three_tank_and_artillery_units_come_a_turn() -> None:
    game = free_match()
    do(game, "embark sherman-1 lcm-1 red1")
    do(game, "embark 4/10 --bairiki")
    do(game, "embark 1/10 lvt-1 red1")
    for order in ("embark stuart-1 lcm-2 red1", "embark 2/10 lvt-2 red1", "embark 2/10 --bairiki"):
        error = refused(game, order)
        assert (error.rule, error.hint) == ("13.2", "units due")
        assert error.message == "at most 3 tank and artillery units come per turn: sherman-1, 1/10, 4/10"
    do(game, "embark 1/8A lvt-2 red1")
    do(game, "embark hawkins 1431")


def test_13_2_a_heavy_unit_withdrawn_makes_room_for_another() -> None:
    game = free_match()
    for n in (1, 2, 3):
        do(game, f"embark sherman-{n} lcm-{n} red1")
    do(game, "withdraw lcm-3")
    do(game, "embark stuart-1 lcm-3 red1")
    assert refused(game, "embark stuart-2 lcm-4 red1").rule == "13.2"


def test_13_2_one_that_came_in_an_earlier_turn_and_is_withdrawn_makes_no_room() -> None:
    units = boat("lcm-1", "sherman-1", "1425")
    game = free_match(units, turn=2, heavy_embarked=["stuart-1", "stuart-2", "stuart-3"])
    do(game, "withdraw lcm-1")
    assert refused(game, "embark sherman-1 lcm-1 red1").rule == "13.2"


def test_13_2_the_count_of_heavy_units_begins_anew_each_turn() -> None:
    units: Units = {"2/8A": afloat("1926")}
    game = free_match(units, turn=2, phase="suppression-3", heavy_embarked=["stuart-1", "stuart-2", "stuart-3"])
    do(game, "next", *NEW_TURN)
    assert (game.state.turn, game.state.phase) == (3, "embark")
    do(game, "embark sherman-1 lcm-1 red1")
    assert game.state.heavy_embarked == {"sherman-1"}


def test_13_1_the_campaign_has_no_such_limit() -> None:
    game = match(turn=10)
    for n in (1, 2, 3, 4):
        do(game, f"embark stuart-{n} lcm-{n} red1")
    assert len(game.state.heavy_embarked) == 4


def test_13_2_hawkins_and_the_artillery_come_when_the_player_likes() -> None:
    game = free_match()
    do(game, "embark hawkins 1431")
    do(game, "embark 4/10 lvt-1 black2")
    assert game.state.plan == []
