"""10.1.6, 10.1.7: local banzais: the target, its fire, the assault, the way back, and what is lost."""

from typing import Any

import pytest

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.kernel.engine.session import Match
from tests.tarawa.common import airstrips, all_but, at, modifiers, next_die, of_type, refused, rolls, tracks
from tests.tarawa.playing_night import asked, at_night, do, lost, moved, steps, struck

POST: dict[str, Any] = {"2/8A": "2728"}
EDGE = all_but("2727")
"""All is cleared but 2727, next to pillbox hex 2728."""


def edge(units: dict[str, Any] = POST, **keys: Any) -> Match[State]:
    return at_night(units, **{"cleared": EDGE, "occupied": airstrips(), "heads": "2629", **keys})


# ── 10.1.6.1, the target


def test_the_target_stands_next_to_an_uncleared_hex() -> None:
    match = edge({"2/8A": "2729", "2/8B": "2728"})
    assert struck(do(match, "next", 6, 6, 1)) == ["2/8B"]


def test_the_target_is_drawn_by_die_in_the_order_of_the_units() -> None:
    match = edge({"2/8A": "2728", "2/8B": "2628", "sherman-1": "2828"})
    assert next_die(match, "next", 6) == "the banzai's target"
    assert struck(do(match, "next", 6, 3, 6, 1)) == ["sherman-1"]


@pytest.mark.parametrize("units", [{"2/8A": "2729"}, {"2/8A": {"at": "2228", "beach": "red3"}, "2/8B": "2531"}])
def test_without_a_target_there_is_no_banzai(units: dict[str, Any]) -> None:
    events = do(edge(units), "next", 6)
    assert [event.rule for event in events if event.type == "no-banzai"] == ["10.1.6"]
    assert struck(events) == []


def test_an_empty_craft_on_the_beach_is_no_target() -> None:
    match = edge({"2/8A": "2531", "lvt-1": {"at": "2628", "beach": "red3", "homeward": True}})
    assert struck(do(match, "next", 6)) == []


# ── 10.1.6.2, its fire


@pytest.mark.parametrize(("marines", "die", "result"), [(0, 5, "-"), (0, 6, "S"), (5, 5, "S"), (5, 6, "S*")])
def test_the_target_fires_with_marine_general_morale(marines: int, die: int, result: str) -> None:
    match = edge(tracks=tracks(marines=marines))
    events = do(match, "next", 6, die, *([] if result == "S*" else [1]))
    roll = rolls(events, "marine-fire")[0]
    assert (roll["result"], modifiers(roll)) == (result, {"Marine general morale": 3} if marines else {})
    assert not of_type(events, "ap-spent")


@pytest.mark.parametrize(("tank", "support"), [("stuart-1", 3), ("sherman-1", 4)])
def test_every_other_unit_in_the_hex_supports_with_its_printed_value(tank: str, support: int) -> None:
    match = edge({"2/8A": "2728", "2/8B": "2728", "2/8E": "2728", tank: "2728"})
    roll = rolls(do(match, "next", 6, 1, 9 - 3), "marine-fire")[0]
    assert roll["total"] == 6 + support
    assert modifiers(roll) == {f"support by 2/8B, 2/8E, {tank}": support}


@pytest.mark.parametrize("id", ["sherman-1", "stuart-1", "1/10", "2/8E", "hawkins"])
def test_every_kind_of_unit_fires_here(id: str) -> None:
    assert rolls(do(edge({id: "2728"}), "next", 6, 6, 1), "marine-fire")[0]["total"] == 6


@pytest.mark.parametrize(("turns", "total"), [(1, 6), (2, 6), (3, 5)])
def test_an_isolated_unit_fires_at_minus_one_and_one_only_unsupplied_does_not(turns: int, total: int) -> None:
    match = edge({"2/8A": {"at": "2728", "supply": "none", "unsupplied": turns}})
    assert rolls(do(match, "next", 6, 6, 1), "marine-fire")[0]["total"] == total


def test_the_star_of_the_fire_repels_the_banzai_without_a_further_roll() -> None:
    match = edge(tracks=tracks(marines=5))
    events = do(match, "next", 6, 6)
    assert rolls(events, "banzai") == []
    assert of_type(events, "banzai-repelled") == [{"unit": "2/8A"}]
    assert moved(events) == [("japanese", -1), ("8th", 1)]


# ── 10.1.6.3, the assault


def test_an_s_an_improved_position_and_the_regiments_morale_count_and_nothing_else() -> None:
    match = edge(improved="2728", tracks=tracks(r8=3, japanese=5, marines=0))
    roll = rolls(do(match, "next", 6, 6, 1), "banzai")[0]
    assert modifiers(roll) == {"morale of the 8th": -2, "shot at (S)": -1, "improved position": -1}


@pytest.mark.parametrize(("id", "track"), [("sherman-1", "marines"), ("hawkins", "marines"), ("1/10", "10th")])
def test_units_without_a_regiment_go_by_general_morale(id: str, track: str) -> None:
    match = edge({id: "2728"}, tracks=tracks() | {track: -1})
    assert modifiers(rolls(do(match, "next", 6, 1, 1), "banzai")[0]) == {f"morale of the {track}": 1}


@pytest.mark.parametrize(("die", "r8", "left"), [(1, 0, 8), (2, 0, 8), (3, 0, 7), (4, 0, 6), (1, 5, 8)])
def test_low_results_repel_it_at_a_price(die: int, r8: int, left: int) -> None:
    match = edge(tracks=tracks(r8=r8))
    events = do(match, "next", 6, 1, die)
    assert of_type(events, "banzai-repelled") == [{"unit": "2/8A"}]
    assert (at(match, "2/8A"), steps(match, "2/8A")) == ("2728", left)
    assert moved(events)[0] == ("japanese", -1)
    assert "2728" in match.state.cleared


@pytest.mark.parametrize(("die", "r8", "hexes", "left"), [(5, 0, 1, 7), (6, 0, 2, 6), (6, -1, 3, 5), (6, -5, 3, 5)])
def test_high_results_drive_it_out_hex_by_hex(die: int, r8: int, hexes: int, left: int) -> None:
    match = edge(tracks=tracks(r8=r8))
    events = do(match, "next", 6, 1, die)
    while match.state.question:
        events += do(match, f"decide {asked(match)[1][0]}")
    assert len(of_type(events, "retreated")) == hexes
    assert steps(match, "2/8A") == left


def test_a_unit_without_a_regiment_lifts_none() -> None:
    assert moved(do(edge({"sherman-1": "2728"}), "next", 6, 1, 1)) == [("japanese", -1)]


# ── The way back


def test_it_goes_where_it_is_farthest_from_uncleared_hexes_then_nearest_a_head() -> None:
    match = edge()
    assert [facts["to"] for facts in of_type(do(match, "next", 6, 1, 5), "retreated")] == ["2629"]


def test_ties_are_the_players() -> None:
    match = edge(heads="")
    do(match, "next", 6, 1, 5)
    assert asked(match) == ("way", ["2629", "2729", "2829"])
    assert refused(match, "next").rule == "3"
    events = do(match, "decide 2829")
    assert at(match, "2/8A") == "2829"
    assert lost(events) == ["2728"]


def test_stacking_bars_a_hex() -> None:
    match = edge({"2/8A": "2728", "3/8A": "2629"})
    do(match, "next", 6, 1, 5)
    assert at(match, "2/8A") == "2729"


def test_2632_is_a_way_back_for_all_but_tanks_and_holds_one() -> None:
    free = at_night({"2/8A": "2731"}, cleared="2731")
    do(free, "next", 6, 1, 5)
    assert "2632" in asked(free)[1]
    do(free, "decide 2632")
    assert at(free, "2/8A") == "pier:2632"
    tank = at_night({"sherman-1": "2731"}, cleared="2731")
    do(tank, "next", 6, 1, 5)
    assert asked(tank) == ("way", ["2730", "2732", "2831"])
    full = at_night({"2/8A": "2731", "hawkins": "pier:2632"}, cleared="2731")
    do(full, "next", 6, 1, 5)
    assert asked(full) == ("way", ["2730", "2732", "2831"])


def test_a_tank_does_not_fall_back_into_an_excavation_off_the_road() -> None:
    tank = at_night({"sherman-1": "3241"}, cleared="3241 3340 3341")
    events = do(tank, "next", 6, 1, 5)
    assert (of_type(events, "retreated"), steps(tank, "sherman-1")) == ([], 2)
    foot = at_night({"2/8A": "3241"}, cleared="3241 3340 3341")
    do(foot, "next", 6, 1, 5)
    assert asked(foot) == ("way", ["3340", "3341"])


def test_each_hex_that_it_cannot_go_is_a_further_step() -> None:
    match = at_night({"2/8A": "3419"}, cleared="3419")
    events = do(match, "next", 6, 1, 6)
    assert steps(match, "2/8A") == 8 - 2 - 2
    assert of_type(events, "retreated") == []


def test_a_unit_that_can_go_nowhere_and_lives_holds_its_hex() -> None:
    match = at_night({"2/8A": "3419"}, cleared="3419")
    events = do(match, "next", 6, 1, 5)
    assert (at(match, "2/8A"), struck(events), lost(events)) == ("3419", ["2/8A"], [])
    assert "3419" in match.state.cleared


def test_a_unit_that_dies_for_want_of_a_way_loses_its_hex() -> None:
    match = at_night({"2/8A": {"at": "3419", "steps": 2}, "2/8B": "2531"}, cleared="3419 2631")
    events = do(match, "next", 6, 1, 5)
    assert at(match, "2/8A") == "lost"
    assert lost(events) == ["3419"]
    assert moved(events) == [("japanese", 1), ("japanese", 1)]


def test_nobody_falls_back_into_the_hex_from_which_he_is_driven() -> None:
    """From 3419 the only way leads to 3420, and from there nowhere but back."""
    match = at_night({"2/8A": "3419"}, cleared="3419 3420")
    events = do(match, "next", 6, 1, 6)
    assert [facts["to"] for facts in of_type(events, "retreated")] == ["3420"]
    assert (at(match, "2/8A"), steps(match, "2/8A")) == ("3420", 8 - 2 - 1)
    assert lost(events) == ["3419"]


def test_each_unit_of_a_stack_that_can_go_nowhere_is_struck_once() -> None:
    match = at_night({"2/8A": "3419", "2/8B": "3419", "2/8E": "3419"}, cleared="3419")
    events = do(match, "next", 6, 1, 1, 5, 1, 1, 5, 1, 5)
    assert sorted(struck(events)) == ["2/8A", "2/8B", "2/8E"]
    assert lost(events) == []
    assert of_type(events, "hex-held") == [{"hex": "3419"}]
    assert [facts["unit"] for facts in of_type(events, "could-not-retreat")] == struck(events)
    assert [steps(match, id) for id in ("2/8A", "2/8B", "2/8E")] == [6, 6, 4]


def test_a_repulse_ends_it_for_those_who_were_not_struck_yet() -> None:
    match = at_night({"2/8A": "3419", "2/8B": "3419", "2/8E": "3419"}, cleared="3419")
    assert struck(do(match, "next", 6, 1, 1, 5, 1, 1, 1)) == ["2/8A", "2/8B"]
    assert not any(unit.blocked for unit in match.state.units.values())


def test_the_second_banzai_may_strike_again_who_held_out_against_the_first() -> None:
    match = at_night({"2/8A": "3419", "2/8B": "3419"}, turn=24, cleared="3419", tracks=tracks(r8=0))
    events = do(match, "next", 5, 1, 1, 5, 1, 5, 1, 1, 5, 1, 5)
    assert struck(events) == ["2/8A", "2/8B", "2/8A", "2/8B"]
    assert len(of_type(events, "hex-held")) == 2


def test_who_holds_on_while_another_is_asked_for_his_way_is_kept_in_the_save() -> None:
    """All hexes around 2728 hold infantry of other battalions: 2/8A cannot go there, a tank can."""
    around = {"3/8A": "2629", "1/8A": "2729", "hawkins": "2829", "1/2A": "2828", "3/2A": "2628"}
    match = edge({"2/8A": "2728", "sherman-1": "2728", **around}, heads="")
    do(match, "next", 6, 3, 1, 5, 1, 5)
    assert asked(match) == ("way", ["2629", "2729", "2829"])
    assert GAME.dump(match.state)["units"]["2/8A"]["blocked"]
    events = do(match, "decide 2629")
    assert of_type(events, "hex-held") == [{"hex": "2728"}]
    assert (struck(events), lost(events)) == ([], [])
    assert (at(match, "2/8A"), match.state.units["2/8A"].blocked) == ("2728", False)


# ── What is lost


def test_an_emptied_hex_loses_its_star_but_its_pillbox_stays_destroyed() -> None:
    match = edge()
    events = do(match, "next", 6, 1, 5)
    assert lost(events) == ["2728"]
    assert moved(events) == [("japanese", 1)]
    assert match.state.is_uncleared("2728")
    assert match.state.pillboxes_standing("2728") == 0
    assert match.state.demolished["2728"] == 2


@pytest.mark.parametrize("place", ["2628", "2829"])
def test_landing_and_airstrip_hexes_are_never_lost(place: str) -> None:
    match = at_night({"2/8A": place}, cleared=all_but("2727", "2828"), occupied=airstrips(), heads="2531")
    events = do(match, "next", 6, 1, 5)
    while match.state.question:
        events += do(match, f"decide {asked(match)[1][0]}")
    assert at(match, "2/8A") != place
    assert lost(events) == []
    assert moved(events) == []


def test_improved_positions_go_with_the_last_unit() -> None:
    match = edge(improved="2728", tracks=tracks(r8=-1))
    do(match, "next", 6, 1, 5)
    assert match.state.improved == set()


def test_others_in_the_hex_are_struck_again_and_hold_it() -> None:
    match = edge({"2/8A": "2728", "2/8B": "2728"})
    events = do(match, "next", 6, 1, 1, 5, 1, 1)
    assert struck(events) == ["2/8A", "2/8B"]
    assert lost(events) == []
    assert at(match, "2/8B") == "2728"


def test_the_hex_is_lost_when_the_last_is_driven_out() -> None:
    match = edge({"2/8A": "2728", "2/8B": "2728"})
    events = do(match, "next", 6, 2, 1, 5, 1, 5)
    assert struck(events) == ["2/8B", "2/8A"]
    assert lost(events) == ["2728"]
    assert moved(events) == [("japanese", 1)]


@pytest.mark.parametrize(
    ("stock", "heads", "left"),
    [(5, "2728 2531 2629", 3), (5, "2728", 0), (4, "2728 2531", 2), (3, "2728 2531", 1), (0, "2728", 0)],
)
def test_a_head_falls_with_its_hex_and_its_share_of_the_stock(stock: int, heads: str, left: int) -> None:
    match = edge(heads=heads, stock=stock)
    events = do(match, "next", 6, 1, 5)
    while match.state.question:
        events += do(match, f"decide {asked(match)[1][0]}")
    (fallen,) = of_type(events, "head-lost")
    assert (fallen["hex"], stock - fallen["points"]) == ("2728", left)
    assert "2728" not in match.state.heads


@pytest.mark.parametrize(("die", "points"), [(1, 6), (4, 9), (6, 10)])
def test_the_head_at_2731_costs_another_die_and_never_more_than_there_are(die: int, points: int) -> None:
    match = at_night({"2/8A": "2731"}, cleared=all_but("2832"), heads="2731 2531", stock=10)
    do(match, "next", 6, 1, 5)
    events = do(match, f"decide {asked(match)[1][0]}", die)
    assert of_type(events, "head-lost")[0]["points"] == points


def test_a_head_on_a_landing_hex_falls_though_the_hex_cannot() -> None:
    match = at_night({"2/8A": "2628"}, cleared=EDGE, heads="2628 2531", stock=2, occupied=airstrips())
    events = do(match, "next", 6, 1, 5)
    while match.state.question:
        events += do(match, f"decide {asked(match)[1][0]}")
    assert [facts["hex"] for facts in of_type(events, "head-lost")] == ["2628"]
    assert lost(events) == []


def test_a_head_does_not_fall_when_its_last_defender_dies_repelling_the_banzai() -> None:
    match = edge({"2/8A": {"at": "2728", "steps": 1}, "2/8B": "2531"}, heads="2728 2531", stock=4)
    events = do(match, "next", 6, 1, 3)
    assert at(match, "2/8A") == "lost"
    assert of_type(events, "banzai-repelled") == [{"unit": "2/8A"}]
    assert (lost(events), of_type(events, "head-lost")) == ([], [])


def test_a_head_falls_when_its_last_defender_dies_in_a_banzai_that_was_not_repelled() -> None:
    match = edge({"2/8A": {"at": "2728", "steps": 1}, "2/8B": "2531"}, heads="2728 2531", stock=4)
    events = do(match, "next", 6, 1, 5)
    assert of_type(events, "head-lost") == [{"hex": "2728", "points": 2}]


# ── Recovery and digging


def test_a_target_does_not_finish_digging() -> None:
    match = edge({"2/8A": {"at": "2728", "digging": True}})
    do(match, "next", 6, 1, 1)
    assert match.state.improved == set()


def test_the_banzai_spoils_recovery_though_it_is_repelled_without_loss() -> None:
    match = edge({"2/8A": {"at": "2728", "recovering": True, "steps": 4}})
    events = do(match, "next", 6, 1, 1, until="final")
    assert rolls(events, "recovery") == []
    assert of_type(events, "recovery-failed") == [{"unit": "2/8A"}]


def test_a_digger_who_was_not_the_target_goes_on() -> None:
    match = edge({"2/8A": {"at": "2728", "digging": True}, "2/8B": "2728"})
    do(match, "next", 6, 2, 1, 1)
    assert match.state.improved == {"2728"}


# ── 10.1.7


def test_two_banzais_come_one_after_the_other_and_may_fall_on_the_same_unit() -> None:
    match = edge(turn=24)
    assert struck(do(match, "next", 5, 1, 1, 1, 1)) == ["2/8A", "2/8A"]


def test_the_second_target_is_drawn_after_the_first_banzai_is_over() -> None:
    match = edge({"2/8A": "2728", "2/8B": "2628"}, turn=24, heads="")
    do(match, "next", 5, 1, 1, 5)
    assert asked(match)[0] == "way"
    events = do(match, "decide 2629", 2, 1, 1)
    assert of_type(events, "pick")[0]["among"] == ["2/8A", "2/8B"]
    assert struck(events) == ["2/8B"]


def test_with_nobody_left_in_reach_the_second_does_not_come() -> None:
    match = at_night({"2/8A": {"at": "2728", "steps": 1}, "2/8B": "2531"}, turn=24, cleared=EDGE, occupied=airstrips())
    events = do(match, "next", 5, 1, 5)
    assert struck(events) == ["2/8A"]
    assert of_type(events, "no-banzai") == [{}]
