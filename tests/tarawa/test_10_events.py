"""10, 10.1 to 10.1.5: the night roll, events that last, and the end of a turn."""

from typing import Any

import pytest

from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.kernel.engine.session import Match
from tests.tarawa.common import modifiers, of_type, refused, rolls, tracks
from tests.tarawa.playing_night import at_night, do, steps

EVENTS = ["air raid", "submarine", "fleet raid", "wreck", "carrier", "banzai", "two banzais", "general banzai"]
QUIET_NIGHT: dict[str, Any] = {"units": {"2/8A": "2531"}, "cleared": "2631"}


def night_roll(match: Match[State], *dice: int) -> dict[str, Any]:
    return rolls(do(match, "next", *dice), "night-events")[0]


def second_dice(result: str) -> tuple[int, ...]:
    """The die that an event rolls at once, chosen so that nothing comes of it."""
    return (6,) if result in ("air raid", "fleet raid") else ()


# ── 10.1


@pytest.mark.parametrize("turn", [6, 7, 15, 16, 24, 25])
@pytest.mark.parametrize("desperate", [False, True])
@pytest.mark.parametrize("die", range(1, 7))
def test_the_night_number_and_japanese_morale_shift_the_event(turn: int, desperate: bool, die: int) -> None:
    match = at_night(**QUIET_NIGHT, turn=turn, tracks=tracks(japanese=-1 if desperate else 0))
    total = die + {6: 0, 7: 0, 15: 0, 16: 0, 24: 2, 25: 2}[turn] + desperate
    result = EVENTS[min(total, 8) - 1]
    roll = night_roll(match, die, *second_dice(result))
    assert (roll["total"], roll["result"]) == (total, result)


@pytest.mark.parametrize("turn", [6, 15])
def test_the_first_and_the_second_night_and_sound_morale_add_nothing(turn: int) -> None:
    assert modifiers(night_roll(at_night(**QUIET_NIGHT, turn=turn), 2)) == {}


def test_each_shift_is_named() -> None:
    match = at_night(**QUIET_NIGHT, turn=24, tracks=tracks(japanese=-1))
    assert modifiers(night_roll(match, 2)) == {"night 3": 2, "Japanese morale is -1 or worse": 1}


@pytest.mark.parametrize(("box", "added"), [(1, 0), (0, 0), (-1, 1), (-2, 1), (-5, 1)])
def test_only_a_japanese_level_of_minus_one_or_worse_counts(box: int, added: int) -> None:
    roll = night_roll(at_night(**QUIET_NIGHT, tracks=tracks(japanese=box)), 4)
    assert roll["total"] == 4 + added


def test_the_operative_level_counts_for_the_night_and_not_the_marker() -> None:
    low = at_night(**QUIET_NIGHT, tracks=tracks(japanese=-3), operative=tracks())
    high = at_night(**QUIET_NIGHT, tracks=tracks(), operative=tracks(japanese=-3))
    assert night_roll(low, 4)["total"] == 4
    assert night_roll(high, 4)["total"] == 5


@pytest.mark.parametrize("turn", [5, 8, 14, 17, 23, 26])
def test_there_is_no_night_event_by_day(turn: int) -> None:
    match = at_night(**QUIET_NIGHT, turn=turn, phase="supply-check")
    events = do(match, "next", until="final")
    assert "morale" in [facts["phase"] for facts in of_type(events, "phase-begun")]
    assert rolls(events) == []


def test_the_event_comes_before_recovery() -> None:
    units = {"2/8A": {"at": "2531", "steps": 4, "recovering": True}}
    match = at_night(units, cleared="2631 2630 2729 2728 2731", heads="2531")
    before = do(match, "next", 2)
    assert [roll["table"] for roll in rolls(before)] == ["night-events"]
    assert steps(match, "2/8A") == 4


# ── 10.1.2, 10.1.3, 10.1.5


def test_a_supply_ship_is_sunk_once() -> None:
    match = at_night(**QUIET_NIGHT)
    events = do(match, "next", 2)
    assert [event.rule for event in events if event.type == "supply-ship-sunk"] == ["10.1.2"]
    assert (match.state.submarine, match.state.supply_loss) == (True, 1)


def test_a_second_submarine_does_nothing() -> None:
    match = at_night(**QUIET_NIGHT, submarine=True, supply_loss=1)
    events = do(match, "next", 2)
    assert [(e.rule, e.type) for e in events][-1] == ("10.1.2", "nothing-happens")
    assert match.state.supply_loss == 1


@pytest.mark.parametrize(("loss", "points"), [(0, 3), (1, 2), (2, 2), (3, 1), (4, 1), (5, 0)])
def test_every_supply_roll_is_lower_by_what_was_lost(loss: int, points: int) -> None:
    match = at_night(**QUIET_NIGHT, turn=7, phase="final", supply_loss=loss, heads="2531")
    events = do(match, "next", 1, 5, until="embark")
    assert rolls(events, "supply-points")[0]["total"] == 5 - loss
    assert match.state.stock == points


@pytest.mark.parametrize(("die", "supply", "shore"), [(1, 1, 0), (2, 1, 0), (3, 0, 1), (4, 0, 1), (5, 0, 1), (6, 0, 0)])
def test_the_fleet_raid_costs_supply_or_shore_points_or_nothing(die: int, supply: int, shore: int) -> None:
    match = at_night(**QUIET_NIGHT)
    do(match, "next", 3, die)
    assert (match.state.supply_loss, match.state.shore_loss) == (supply, shore)
    assert not match.state.submarine
    assert not match.state.carrier


def test_fleet_raids_add_up_with_each_other_and_with_sunken_ships() -> None:
    match = at_night(**QUIET_NIGHT, supply_loss=2, shore_loss=1, submarine=True)
    do(match, "next", 3, 2)
    assert match.state.supply_loss == 3
    match = at_night(**QUIET_NIGHT, shore_loss=1, carrier=True)
    do(match, "next", 3, 4)
    assert match.state.shore_loss == 2


def test_a_carrier_is_sunk_once() -> None:
    match = at_night(**QUIET_NIGHT)
    do(match, "next", 5)
    assert (match.state.carrier, match.state.shore_loss) == (True, 1)
    match = at_night(**QUIET_NIGHT, carrier=True, shore_loss=1)
    events = do(match, "next", 5)
    assert [(e.rule, e.type) for e in events][-1] == ("10.1.5", "nothing-happens")
    assert match.state.shore_loss == 1


@pytest.mark.parametrize(("loss", "die", "points"), [(0, 3, 1), (1, 3, 0), (1, 6, 2), (2, 6, 1), (3, 6, 0), (4, 6, 0)])
def test_shore_points_are_fewer_each_day_turn_and_never_below_none(loss: int, die: int, points: int) -> None:
    match = at_night({"2/8A": "2531"}, turn=7, phase="final", shore_loss=loss)
    do(match, "next", die, until="supply-points")
    assert match.state.shore == points


# ── 10.1.4, the event


def test_the_wreck_is_occupied() -> None:
    match = at_night(**QUIET_NIGHT)
    events = do(match, "next", 4)
    assert [event.rule for event in events if event.type == "wreck-taken"] == ["10.1.4"]
    assert match.state.wreck == "occupied"


def test_a_wreck_that_is_occupied_is_not_occupied_again() -> None:
    match = at_night(**QUIET_NIGHT, wreck="occupied", wreck_fire=1, wreck_party=True)
    events = do(match, "next", 4)
    assert of_type(events, "wreck-taken") == []
    assert (match.state.wreck_fire, match.state.wreck_party) == (1, True)


def test_a_wreck_that_was_cleared_can_be_occupied_anew_and_all_work_begins_again() -> None:
    match = at_night(**QUIET_NIGHT, wreck="cleared", wreck_fire=2, wreck_party=True)
    do(match, "next", 4)
    assert (match.state.wreck, match.state.wreck_fire, match.state.wreck_party) == ("occupied", 0, False)


# ── 10, the end of a turn


def test_digging_in_progress_becomes_improved_positions() -> None:
    match = at_night({"2/8A": {"at": "2531", "digging": True}, "2/8B": "2530"})
    do(match, "next", 2)
    assert match.state.improved == {"2531"}
    assert not match.state.units["2/8A"].digging


def test_hex_suppression_goes_and_area_suppression_stays() -> None:
    match = at_night({"2/8A": "2531"}, phase="final", suppressed={"3328": 2}, area_suppression="red3")
    events = do(match, "next", until="supply-points")
    assert len(of_type(events, "turn-begun")) == 1
    assert of_type(events, "suppression-lifted") == []
    assert match.state.suppressed == {}


@pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 0), (2, 1)])
def test_pin_two_becomes_pin_one_and_pin_one_goes(before: int, after: int) -> None:
    match = at_night({"2/8A": {"at": "2531", "pins": before}, "2/8B": "2530"})
    do(match, "next", 2)
    assert match.state.units["2/8A"].pins == after


def test_shore_points_left_over_are_lost_with_the_turn() -> None:
    match = at_night({"2/8A": "2531"}, turn=5, phase="final", shore=2, shore_used=True)
    do(match, "next", until="supply-points")
    assert (match.state.turn, match.state.shore, match.state.shore_used) == (6, 0, False)
    assert refused(match, "fire 2/8A 2631 --shore").rule == "7.2.3"


def test_what_counted_for_one_turn_is_forgotten() -> None:
    spent = {"at": "2531", "acted": True, "hurt": True, "banzai": True, "fired": ["2631"], "ap": 0}
    match = at_night({"2/8A": spent}, wreck="occupied", wreck_fire=1, wreck_assigned=True, pier_landings=2)
    do(match, "next", 2)
    unit = match.state.units["2/8A"]
    assert [unit.acted, unit.hurt, unit.banzai, unit.fired, unit.spent] == [False, False, False, (), 0]
    assert not match.state.wreck_assigned
    assert match.state.pier_landings == 0


def test_the_last_turn_ends_the_game() -> None:
    match = at_night({"2/8A": "2531"}, turn=30, phase="final")
    do(match, "next")
    assert (match.state.turn, match.state.outcome) == (30, "time")
    assert refused(match, "next").rule == "12"
