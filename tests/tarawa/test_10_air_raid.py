"""10.1.1: the air raid on Betio: hits as the player shares them out, or a marker on the Japanese."""

from typing import Any

import pytest

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.kernel.engine.session import Match, perform
from tarawa_cli.kernel.errors import BadOrder
from tests.tarawa.common import airstrips, all_but, allowed, modifiers, of_type, refused, rolls
from tests.tarawa.playing_night import asked, at_night, do, moved, steps

THREE: dict[str, Any] = {"2/8A": "2531", "2/8B": "2530", "sherman-1": "2529"}


def raid(die: int, units: dict[str, Any] = THREE, **keys: Any) -> Match[State]:
    """An air raid in which the second die is `die`."""
    match = at_night(units, **keys)
    roll = rolls(do(match, "next", 1, die), "air-raid")[0]
    assert roll["modifiers"] == []
    return match


@pytest.mark.parametrize("die", range(1, 6))
def test_one_to_five_hits_are_the_players_to_share_out(die: int) -> None:
    match = raid(die, policy={"hits": "step"})
    assert asked(match) == ("raid", [f"2/8A:{die}"])
    do(match, f"decide 2/8A:{die}")
    assert steps(match, "2/8A") == 8 - die


def test_hits_can_be_spread_over_several_units() -> None:
    match = raid(3, policy={"hits": "step"})
    do(match, "decide 2/8A:1 sherman-1:2")
    assert (steps(match, "2/8A"), steps(match, "2/8B"), steps(match, "sherman-1")) == (7, 8, 2)


@pytest.mark.parametrize(("die", "pinned"), [(1, []), (2, []), (3, []), (4, ["2/8A"]), (5, ["2/8A"])])
def test_with_four_or_five_hits_the_units_are_pinned(die: int, pinned: list[str]) -> None:
    match = raid(die, policy={"hits": "step"})
    events = do(match, f"decide 2/8A:{die}")
    assert [facts["unit"] for facts in of_type(events, "pinned")] == pinned
    assert all(facts["pins"] == 1 for facts in of_type(events, "pinned"))


def test_tanks_and_artillery_ignore_the_pin() -> None:
    match = raid(4, {"sherman-1": "2529", "1/10": "2530", "2/8A": "2531"}, policy={"hits": "step"})
    events = do(match, "decide sherman-1:2 1/10:2")
    assert of_type(events, "pinned") == []


def test_each_hit_is_a_step_or_morale_as_the_player_says() -> None:
    match = raid(2)
    assert do(match, "decide 2/8A:2") == []
    assert asked(match) == ("hit", ["step", "morale"])
    assert refused(match, "next").rule == "3"
    assert moved(do(match, "decide morale")) == [("8th", -1)]
    assert asked(match) == ("hit", ["step", "morale"])
    do(match, "decide step")
    assert steps(match, "2/8A") == 7


def test_hits_are_asked_for_in_the_order_in_which_the_units_were_named() -> None:
    match = raid(2)
    do(match, "decide 2/8B:1 2/8A:1")
    do(match, "decide step")
    assert (steps(match, "2/8A"), steps(match, "2/8B")) == (8, 7)


def test_once_the_regiment_is_at_its_lowest_the_next_hit_is_a_step_without_asking() -> None:
    match = raid(2, tracks={"8th": -4, "japanese": 0, "marines": 0})
    do(match, "decide 2/8A:2")
    do(match, "decide morale")
    assert match.state.question is None
    assert steps(match, "2/8A") == 7


def test_nobody_is_asked_about_the_hit_that_improved_positions_ward_off() -> None:
    match = raid(2, {"2/8A": {"at": "2531", "steps": 1}, "2/8B": "2530"}, improved="2531")
    do(match, "decide 2/8A:2")
    events = do(match, "decide step")
    assert match.state.question is None
    assert match.state.units["2/8A"].at == "lost"
    assert moved(events) == [("japanese", 1)]


def test_hits_can_eliminate_a_unit() -> None:
    match = raid(2, {"2/8A": {"at": "2531", "steps": 2}, "2/8B": "2530"})
    do(match, "decide 2/8A:2")
    do(match, "decide step")
    events = do(match, "decide step")
    assert match.state.question is None
    assert match.state.units["2/8A"].at == "lost"
    assert moved(events) == [("japanese", 1)]


@pytest.mark.parametrize(("hits", "left"), [(1, 8), (2, 7), (3, 6)])
def test_a_unit_in_improved_positions_takes_one_hit_fewer(hits: int, left: int) -> None:
    match = raid(hits, improved="2531", policy={"hits": "step"})
    do(match, f"decide 2/8A:{hits}")
    assert steps(match, "2/8A") == left


@pytest.mark.parametrize(
    "answer", ["2/8A:2", "2/8A:4", "2/8A:9", "2/8A:0 2/8B:3", "3/8A:3", "2/8A:2 1/10:1", "sherman-1:5"]
)
def test_shares_that_do_not_fit_are_refused(answer: str) -> None:
    match = raid(3, {**THREE, "1/10": "bairiki"})
    assert refused(match, f"decide {answer}").rule == "10.1.1"


@pytest.mark.parametrize("answer", ["2/8A", "2/8A:", "2/8A:x", "2/8A:-1", "lvt-1:3", "2/8A:1 2/8A:2", "step"])
def test_shares_that_cannot_be_read_are_bad_orders(answer: str) -> None:
    match = raid(3)
    before = match.text()
    with pytest.raises(BadOrder):
        perform(match, ["decide", *answer.split()])
    assert match.text() == before


def test_hits_that_nobody_is_left_to_take_are_lost() -> None:
    match = raid(5, {"hawkins": "2531", "2/8A": {"at": "2530", "steps": 1}})
    assert asked(match) == ("raid", ["2/8A:1 hawkins:2"])


def test_an_air_raid_on_nobody_asks_nothing() -> None:
    match = at_night({"2/8A": {"at": "2228", "beach": "red3"}})
    do(match, "next", 1, 5)
    assert match.state.question is None


@pytest.mark.parametrize(("taken", "dice", "failed"), [("step", [], ["2/8A"]), ("morale", [1], [])])
def test_a_step_lost_to_bombs_spoils_recovery_and_a_hit_taken_as_morale_does_not(
    taken: str, dice: list[int], failed: list[str]
) -> None:
    units = {"2/8A": {"at": "2531", "steps": 4, "recovering": True}, "2/8B": "2530"}
    match = raid(1, units, cleared=all_but("4403"), policy={"hits": taken})
    events = do(match, "decide 2/8A:1", *dice, until="final")
    assert [facts["unit"] for facts in of_type(events, "recovery-failed")] == failed


# ── Pins by bombs


def next_turn(die: int, units: dict[str, Any] = THREE, answer: str = "", **keys: Any) -> Match[State]:
    """The turn after the raid, all hits on 2/8A if not told otherwise."""
    match = raid(die, units, policy={"hits": "step"}, **keys)
    do(match, f"decide {answer or f'2/8A:{die}'}")
    assert match.state.turn == 7
    return match


@pytest.mark.parametrize(("die", "pins"), [(3, 0), (4, 1), (5, 1)])
def test_a_pin_by_bombs_lasts_until_final_of_the_next_turn(die: int, pins: int) -> None:
    match = next_turn(die)
    assert (match.state.phase, match.state.units["2/8A"].pins) == ("actions", pins)
    for order in ("move 2/8A 2529", "dig 2/8A"):
        assert allowed(match, order) == (not pins)
    do_final(match)
    assert match.state.units["2/8A"].pins == 0


def do_final(match: Match[State]) -> None:
    from tarawa_cli.games.tarawa.phases import actions
    from tarawa_cli.kernel.board.dice import GivenDice
    from tarawa_cli.kernel.engine.play import Play

    actions.final_enter(Play(match.state, GivenDice(())))
    assert match.state.turn == 8


def test_a_unit_that_was_pinned_already_stays_so_for_the_next_turn_too() -> None:
    units = {"2/8A": {"at": "2531", "pins": 1}, "2/8B": {"at": "2530", "pins": 1}}
    match = next_turn(4, units)
    assert (match.state.units["2/8A"].pins, match.state.units["2/8B"].pins) == (1, 0)


def test_a_heavier_pin_than_that_of_the_bombs_lasts_no_longer() -> None:
    match = next_turn(4, {"2/8A": {"at": "2531", "pins": 2}, "2/8B": "2530"})
    assert match.state.units["2/8A"].pins == 1
    do_final(match)
    assert match.state.units["2/8A"].pins == 0


def test_how_long_the_pin_lasts_is_told_and_kept_in_the_save() -> None:
    match = raid(4)
    events = do(match, "decide 2/8A:4")
    assert of_type(events, "pin-lasts") == [{"unit": "2/8A"}]
    assert asked(match)[0] == "hit"
    assert GAME.dump(match.state)["units"]["2/8A"]["bombed"]


# ── The marker


def test_on_a_six_the_player_names_an_unsecured_area_with_marines() -> None:
    match = raid(6, {"2/8A": "2531", "2/2A": "2838"})
    assert asked(match) == ("raid-marker", ["pocket", "red3"])
    do(match, "decide red3")
    assert match.state.raids == {"red3": 2}


def test_without_marines_in_an_unsecured_area_it_is_one_next_to_them() -> None:
    match = raid(6, {"2/8A": "3712"}, cleared=all_but("4403"), occupied=airstrips())
    assert asked(match) == ("raid-marker", ["takarongo"])


def test_an_empty_craft_on_the_beach_is_no_marine() -> None:
    craft = {"at": "2838", "beach": "red2", "homeward": True}
    match = raid(6, {"2/8A": "2531", "lvt-1": craft})
    assert asked(match) == ("raid-marker", ["red3"])


def test_an_area_that_is_not_offered_is_a_bad_order() -> None:
    match = raid(6)
    with pytest.raises(BadOrder):
        perform(match, ["decide", "tail"])


@pytest.mark.parametrize(("turn", "before", "after"), [(6, 2, 2), (7, 2, 2), (8, 2, 1), (9, 1, 0), (14, 2, 1)])
def test_the_marker_lasts_for_two_day_turns(turn: int, before: int, after: int) -> None:
    match = at_night({"2/8A": "2531"}, turn=turn, phase="final", raids={"red3": before})
    do(match, "next", *([] if turn in (6, 14) else [1]), until="supply-points")
    assert match.state.raids.get("red3", 0) == after


@pytest.mark.parametrize(("turn", "total"), [(8, 3), (9, 3), (7, 4)])
def test_the_marker_lowers_fire_from_its_area_by_day(turn: int, total: int) -> None:
    match = at_night({"2/8A": "2531"}, turn=turn, phase="offensive-fire", raids={"red3": 2})
    roll = rolls(do(match, "next", 4, until="supply-check"), "japanese-fire")[0]
    assert roll["total"] == total
    assert ("air-raid marker" in modifiers(roll)) == (total == 3)


def test_fire_from_another_area_is_as_it_was() -> None:
    match = at_night({"2/8A": "2531"}, turn=8, phase="offensive-fire", raids={"red2": 2})
    assert rolls(do(match, "next", 4, until="supply-check"), "japanese-fire")[0]["total"] == 4
