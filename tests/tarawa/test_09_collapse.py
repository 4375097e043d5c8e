"""9.2.3: a side whose morale is on -3 may give up."""

from typing import Any

import pytest

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.legal.listing import legal
from tarawa_cli.games.tarawa.model.board import distance
from tarawa_cli.games.tarawa.rules.ch08_09_supply_morale import collapses
from tests.tarawa.common import refused
from tests.tarawa.playing_supply import Match, all_hexes_but, do, only, play, quiet, rolls, start, types, unit
from tests.tarawa.tools import new_state

AFTER = (1, 1)
"""Shore points and supply points of the turn that follows."""
RED_3 = {"2/8A": {"at": "2531", "landed": 1}}


def japanese(*uncleared: str, units: dict[str, Any] | None = None, box: int = -5, **keys: Any) -> Match:
    """Phase `morale` with the Japanese marker in a box; these hexes and 4403 are theirs."""
    tracks = {"japanese": box, "marines": 0}
    return start(units or RED_3, **{"turn": 8, "phase": "morale", **quiet(*uncleared, **{"tracks": tracks} | keys)})


def marines(box: int = -5, **keys: Any) -> Match:
    tracks = {"marines": box, "japanese": 0}
    units = {**RED_3, "3/8A": "schedule", "lvt-1": "pool"}
    return start(units, **{"turn": 8, "phase": "morale", **quiet(tracks=tracks)} | keys)


def fallen(match: Match, dice: list[int]) -> list[str]:
    """The hexes that give up, with exactly these dice."""
    hands = play(match, dice)
    collapses(hands)
    assert hands.dice.rolled == dice
    assert all(event.rule == "9.2.3" for event in hands.events if event.type == "hex-cleared")
    return [event.facts["hex"] for event in hands.events if event.type == "hex-cleared"]


# ── The Japanese


@pytest.mark.parametrize("box", [-4, -3, 0, 3])
def test_there_is_no_collapse_short_of_the_last_box(box: int) -> None:
    assert rolls(do(japanese("2930", box=box), "next", AFTER), "japanese-collapse") == []


LINE = ["2631", "2731", "2832", "2930", "3031"]
"""Hexes, each farther from 2531 than the one before."""


def by_own_table(match: Match) -> Match:
    """They fight on, or one die of hexes falls: neither is in the shipped table."""
    own = {"tables": {"japanese-collapse": {"1..2": "-", "3..6": "1d6 hexes fall"}}}
    match.state = GAME.begin(match.setup._replace(tables=own))
    return match


@pytest.mark.parametrize(("die", "dice", "number"), [(1, [1, 1], 2), (2, [1, 2], 3), (1, [1, 3], 4), (2, [3, 1], 4)])
def test_on_1_and_2_two_dice_of_hexes_fall(die: int, dice: list[int], number: int) -> None:
    far = [distance("2531", hex) for hex in LINE]
    assert sorted(set(far)) == far
    assert fallen(japanese(*LINE), [die, *dice]) == LINE[:number]


@pytest.mark.parametrize(("die", "number"), [(3, 1), (4, 2), (5, 3), (6, 4)])
def test_one_die_of_hexes_falls_where_a_table_of_ones_own_says_so(die: int, number: int) -> None:
    assert fallen(by_own_table(japanese(*LINE)), [die, number]) == LINE[:number]


def test_they_fight_on_where_a_table_of_ones_own_says_so() -> None:
    match = by_own_table(japanese("2930", "3030"))
    assert fallen(match, [2]) == []
    assert fallen(match, [3, 1]) == ["2930"]


def test_the_hexes_nearest_to_marines_fall_first() -> None:
    units = {"2/8A": {"at": "3430", "landed": 1}}
    assert distance("3430", "3328") < distance("3430", "2930")
    assert fallen(by_own_table(japanese("2930", "3328", units=units)), [3, 1]) == ["3328"]
    assert fallen(by_own_table(japanese("2930", "3328")), [3, 1]) == ["2930"]


def test_two_of_three_are_the_two_nearest() -> None:
    hexes = ["2930", "3030", "3328"]
    far = {at: [distance(at, hex) for hex in hexes] for at in ("2531", "3430")}
    assert sorted(set(far["2531"])) == far["2531"]
    assert sorted(set(far["3430"]), reverse=True) == far["3430"]
    assert fallen(japanese(*hexes), [1, 1, 1]) == ["2930", "3030"]
    assert fallen(japanese(*hexes, units={"2/8A": {"at": "3430", "landed": 1}}), [1, 1, 1]) == ["3328", "3030"]


def test_ties_go_by_die() -> None:
    """Of three a 6 is the third, of the two left a 3 is the first."""
    around = ["2729", "2929", "2930"]
    assert {distance("2830", hex) for hex in around} == {1}
    match = japanese(*around, units={"2/8A": {"at": "2830", "landed": 1}})
    assert fallen(match, [1, 1, 1, 6, 3]) == ["2930", "2729"]
    assert match.state.uncleared == {"2929", "4403"}


def test_fewer_hexes_than_the_dice_say_all_fall() -> None:
    assert fallen(japanese("2930"), [1, 1, 1]) == ["2930"]


def test_a_standing_pillbox_holds_out() -> None:
    assert fallen(japanese("2728", "3030"), [1, 6, 6]) == ["3030"]


def test_a_demolished_pillbox_does_not() -> None:
    match = japanese("2728", "3030", demolished={"2728": 2, "4403": 2})
    assert fallen(match, [1, 1, 1]) == ["2728", "3030"]
    assert match.state.uncleared == {"4403"}


def test_fallen_hexes_move_no_pillbox_morale() -> None:
    match = japanese("2728", demolished={"2728": 2})
    events = do(match, "next", [1, 6, 6, *AFTER])
    assert "2728" in match.state.cleared
    assert "marker-moved" not in types(events)


@pytest.mark.parametrize("die", [3, 4, 5, 6])
def test_on_3_to_6_all_such_hexes_of_the_nearest_area_fall(die: int) -> None:
    board = new_state().board
    hexes = ["2729", "2823", "2930", "2728"]
    assert [board.area_of[hex] for hex in hexes] == ["red3", "red3", "triangle", "red3"]
    match = japanese(*hexes)
    assert fallen(match, [die]) == ["2729", "2823"]
    assert match.state.uncleared == {"2728", "2930", "4403"}


def test_of_two_areas_as_near_the_first_of_the_map_falls() -> None:
    board = new_state().board
    at = "2830"
    near = ["2729", "2930"]
    assert [board.area_of[hex] for hex in near] == ["red3", "triangle"]
    assert [distance(at, hex) for hex in near] == [1, 1]
    assert fallen(japanese(*near, units={"2/8A": {"at": at, "landed": 1}}), [6]) == ["2729"]


def test_who_stands_at_the_foot_of_the_pier_counts_as_near() -> None:
    units = {"2/8A": {"at": "pier:2632", "landed": 1}, "2/8B": {"at": "2529", "landed": 1}}
    match = japanese("2731", "2728", "2828", units=units)
    assert distance("2632", "2731") < distance("2529", "2828") == distance("2529", "2731")
    assert fallen(by_own_table(match), [3, 1]) == ["2731"]


def test_an_area_secured_by_it_lifts_the_marines() -> None:
    secured = [area for area in quiet("2630")["secured"] if area != "red3"]
    match = japanese("2630", secured=secured)
    do(match, "next", [1, 1, 1, *AFTER])
    assert match.state.tracks["marines"] == 1
    assert "red3" in match.state.secured


def test_when_the_last_hexes_fall_the_island_is_taken_at_once() -> None:
    keys = quiet(tracks={"japanese": -5, "marines": -5}, cleared=all_hexes_but("2930"))
    match = start(RED_3, turn=8, phase="morale", **keys)
    events = do(match, "next", [1, 6, 6])
    assert (only(events, "game-over").facts["outcome"], match.state.outcome) == ("victory", "victory")
    assert rolls(events, "invasion-collapse") == []
    assert legal(match.state) == []


def test_it_is_rolled_for_once_each_turn() -> None:
    match = japanese("2930", "3032")
    assert len(rolls(do(match, "next", [1, 1, 1, *AFTER]), "japanese-collapse")) == 1
    assert match.state.turn == 9
    later = japanese("2930", "3032", turn=9)
    assert len(rolls(do(later, "next", [2, 1, 1, *AFTER]), "japanese-collapse")) == 1


# ── The invasion


@pytest.mark.parametrize("box", [-4, 0, 3])
def test_the_invasion_holds_short_of_the_last_box(box: int) -> None:
    assert rolls(do(marines(box), "next", AFTER), "invasion-collapse") == []


@pytest.mark.parametrize("die", [1, 2, 3])
def test_on_1_to_3_it_holds_on(die: int) -> None:
    match = marines()
    events = do(match, "next", [die, *AFTER])
    assert rolls(events, "invasion-collapse")[0].facts["result"] == "-"
    assert match.state.phase == "embark"
    do(match, "embark 3/8A lvt-1 red3")
    assert unit(match, "3/8A").at == "in:lvt-1"


@pytest.mark.parametrize("die", [4, 5])
def test_on_4_and_5_nobody_embarks_next_turn(die: int) -> None:
    match = marines()
    events = do(match, "next", [die, *AFTER])
    assert only(events[:3], "embarking-stopped").facts == {"stopped": True}
    assert (match.state.turn, match.state.phase) == (9, "actions")
    assert unit(match, "3/8A").at == "schedule"


STOPPED = {"turn": 9, "phase": "embark", "no_embarking": True, "stock": 1}


@pytest.mark.parametrize(
    "order",
    [
        "embark 3/8A lvt-1 red3",
        "embark supply lvt-1 red3 --for 2/8",
        "embark none lvt-1 red3",
        "embark 2/10 --bairiki",
        "embark hawkins 1431",
    ],
)
def test_a_stop_of_embarking_is_for_everybody(order: str) -> None:
    units = {**RED_3, "3/8A": "schedule", "lvt-1": "pool", "2/10": "schedule", "hawkins": "schedule"}
    assert refused(start(units, **STOPPED), order).rule == "9.2.3"
    open_again = start(units, **STOPPED | {"no_embarking": False})
    do(open_again, order)
    assert open_again.entries[-1].startswith(order.split(" lvt")[0])


def test_a_boat_at_the_edge_may_still_be_withdrawn() -> None:
    boat = {"at": "1425", "beach": "red3"}
    match = start({**RED_3, "lcvp-1": boat, "3/8A": {"at": "in:lcvp-1", "beach": "red3"}}, **STOPPED)
    do(match, "withdraw lcvp-1")
    assert unit(match, "3/8A").at == "schedule"


def test_the_stop_lasts_exactly_one_turn() -> None:
    match = marines()
    do(match, "next", [4, *AFTER])
    assert not match.state.no_embarking
    do(match, "next")
    assert (match.state.turn, match.state.phase) == (9, "supply-check")
    do(match, "next", [1, *AFTER])
    assert (match.state.turn, match.state.phase) == (10, "embark")
    do(match, "embark 3/8A lvt-1 red3")
    assert unit(match, "3/8A").at == "in:lvt-1"


def test_on_6_the_invasion_is_called_off() -> None:
    match = marines()
    events = do(match, "next", [6])
    over = only(events, "game-over")
    assert (over.rule, over.facts["outcome"]) == ("9.2.3", "called-off")
    assert match.state.outcome == "called-off"
    assert refused(match, "next").rule == "12"


def test_both_sides_may_break_in_one_turn() -> None:
    match = japanese("2930", "3032", tracks={"japanese": -5, "marines": -5})
    events = do(match, "next", [1, 1, 1, 1, *AFTER])
    tables = [event.facts["table"] for event in events if event.type == "roll"]
    assert tables[:2] == ["japanese-collapse", "invasion-collapse"]
