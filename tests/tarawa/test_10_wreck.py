"""10.1.4: the wreck: its fire each turn, and what silences it."""

from contextlib import suppress
from typing import Any

import pytest

from tarawa_cli.games.tarawa.exports.film import BetioCamera
from tarawa_cli.games.tarawa.exports.picture import svg
from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.legal import filtered
from tarawa_cli.games.tarawa.legal.listing import legal
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.narration.effects import changed
from tarawa_cli.games.tarawa.views import facts, reports
from tarawa_cli.kernel.engine.session import Match, perform
from tarawa_cli.kernel.errors import BadOrder, NeedDice
from tarawa_cli.kernel.narration.digest import changes
from tarawa_cli.kernel.presentation import Asked
from tests.tarawa.common import all_but, modifiers, next_die, refused, rolls, tracks
from tests.tarawa.maps import CLOSE, drawn, seen
from tests.tarawa.playing_night import at_night, do, steps

RED = "2531"


def day(units: dict[str, Any], **keys: Any) -> Match[State]:
    """Morning of turn 8 with an occupied wreck, in phase `actions`."""
    return at_night(
        units, **{"turn": 8, "phase": "actions", "wreck": "occupied", "cleared": "2631 2630 2731 2729 2728", **keys}
    )


def do_all(match: Match[State], *dice: int) -> list[Any]:
    return do(match, "next", *dice, until="supply-check")


def do_next(match: Match[State]) -> None:
    """`next`, with as many dice as it takes, all 1."""
    for count in range(20):
        with suppress(NeedDice):
            perform(match, ["next"], [1] * count)
            return


def exposed(units: dict[str, Any], **keys: Any) -> Match[State]:
    """In phase `offensive-fire`, with nothing else that fires near."""
    return day(units, **{"phase": "offensive-fire", "cleared": all_but("4403"), **keys})


def wreck_roll(match: Match[State], *dice: int) -> dict[str, Any]:
    roll: dict[str, Any]
    (roll,) = [e.facts for e in do_all(match, *dice) if e.type == "roll" and e.rule == "10.1.4"]
    return roll


# ── Its fire


def test_it_fires_once_a_turn_in_offensive_fire() -> None:
    match = exposed({"2/8A": RED})
    roll = wreck_roll(match, 5)
    assert (roll["on"], roll["column"], roll["total"]) == ("2/8A", "ashore", 5)
    assert (steps(match, "2/8A"), match.state.casualties) == (7, 50)


@pytest.mark.parametrize("wreck", ["", "cleared"])
def test_an_empty_wreck_does_not_fire(wreck: str) -> None:
    assert rolls(do_all(exposed({"2/8A": RED}, wreck=wreck))) == []


def test_only_japanese_morale_terrain_and_an_improved_position_count() -> None:
    match = exposed({"2/8A": RED}, tracks=tracks(japanese=3), improved=RED, raids={"red3": 2})
    assert modifiers(wreck_roll(match, 1)) == {"Japanese morale": 2, "improved position": -1}
    assert modifiers(wreck_roll(exposed({"2/8A": "2623"}), 1)) == {"in palm grove": -1}


def test_a_wader_is_fired_at_in_column_afloat_with_the_reef() -> None:
    match = exposed({"2/8A": {"at": "2228", "beach": "red3"}})
    roll = wreck_roll(match, 1)
    assert (roll["column"], modifiers(roll)) == ("afloat", {"target on the reef": 1})


def test_a_change_of_course_is_rolled_for() -> None:
    match = exposed({"2/8A": {"at": "2228", "beach": "red3"}})
    assert wreck_roll(match, 4, 1)["result"] == "course S*"
    assert match.state.units["2/8A"].course == "left"


def test_a_walker_on_the_pier_is_afloat_and_one_in_2632_is_ashore() -> None:
    walker = wreck_roll(exposed({"2/8A": {"at": "pier:1832", "beach": "red3"}}), 1)
    assert (walker["column"], modifiers(walker)) == ("afloat", {"target on the pier": 1})
    foot = wreck_roll(exposed({"2/8A": "pier:2632"}), 1)
    assert (foot["column"], modifiers(foot)) == ("ashore", {"in pier": 1})


def test_a_loaded_craft_is_a_target_and_an_empty_one_is_not() -> None:
    units = {"lvt-1": {"at": "2228", "beach": "red3"}, "2/8A": "in:lvt-1", "lvt-2": {"at": "2226", "beach": "red3"}}
    match = exposed(units)
    assert wreck_roll(match, 1)["on"] == "lvt-1 (2/8A)"


def test_two_hexes_from_the_reef_is_near_enough_and_three_are_not() -> None:
    assert wreck_roll(exposed({"2/8A": "2630"}), 1)["on"] == "2/8A"
    assert rolls(do_all(exposed({"2/8A": "2730"}))) == []


def test_with_nobody_near_the_reef_it_does_not_fire() -> None:
    match = day({"2/8A": "3130"}, phase="offensive-fire", cleared="3130 3030 3031 3131")
    events = do_all(match, 1)
    assert [event.rule for event in events if event.type == "roll"] == ["7.5"]
    assert [event for event in events if event.rule == "10.1.4"] == []


def test_the_target_is_picked_by_die_from_the_order_of_the_units() -> None:
    match = exposed({"2/8A": RED, "2/8B": "2530", "sherman-1": "2529"})
    assert next_die(match, "next") == "the target of the wreck"
    assert wreck_roll(match, 2, 1)["on"] == "2/8B"


# ── The ships


def test_all_shore_points_go_to_the_wreck() -> None:
    match = day({"2/8A": RED}, shore=3)
    do(match, "wreck --shore")
    assert (match.state.shore, match.state.wreck_fire) == (0, 1)
    assert refused(match, "wreck --shore").rule == "10.1.4"
    assert "wreck --shore" not in legal(match.state)


@pytest.mark.parametrize(
    "keys",
    [
        {"shore": 0},
        {"shore": 2, "shore_used": True},
        {"shore": 2, "wreck": ""},
        {"shore": 2, "wreck": "cleared"},
        {"shore": 2, "wreck_fire": 2},
        {"shore": 2, "wreck_assigned": True, "wreck_fire": 1},
    ],
)
def test_the_ships_are_refused(keys: dict[str, Any]) -> None:
    match = day({"2/8A": RED}, **keys)
    assert refused(match, "wreck --shore").rule == "10.1.4"
    assert "wreck --shore" not in legal(match.state)


def test_a_shore_point_used_for_a_fire_bars_the_wreck() -> None:
    match = day({"2/8A": "2728"}, shore=2)
    do(match, "fire 2/8A 2727 --shore", 1)
    assert refused(match, "wreck --shore").rule == "10.1.4"


# ── The party


def test_an_infantry_unit_on_a_red_landing_hex_gives_its_whole_turn() -> None:
    match = day({"2/8A": RED, "2/8B": "2530"})
    do(match, "wreck 2/8A")
    assert refused(match, "move 2/8A 2530").rule == "7.2"
    assert refused(match, "wreck 2/8B").rule == "10.1.4"
    do(match, "next", 1, 1, until="supply-check")
    assert not match.state.wreck_party
    do(match, "next", until="support")
    assert match.state.turn == 9
    assert match.state.wreck_party


def test_a_unit_that_is_due_may_go_before_it_has_landed() -> None:
    match = day({"2/8A": {"at": "schedule", "landed": 0}, "2/8B": RED})
    assert "wreck 2/8A" in legal(match.state)
    do(match, "wreck 2/8A")
    assert match.state.units["2/8A"].at == "schedule"


def called_in(**keys: Any) -> Match[State]:
    """Turn 17: the reserve battalion 2/6 is due, at a price."""
    waiting = {"at": "schedule", "landed": 0}
    units = {"2/6A": waiting, "2/6B": waiting, "2/8A": RED}
    return day(units, turn=17, tracks=tracks(marines=3), **keys)


def test_13_1_for_the_reserve_the_wreck_is_its_first_embarking_and_costs_the_same() -> None:
    match = called_in()
    events = do(match, "wreck 2/6A")
    assert [event.facts["name"] for event in events if event.type == "price-paid"] == ["2/6"]
    assert [(event.rule, event.facts["by"]) for event in events if event.type == "marker-moved"] == [("13.1", -2)]
    assert (match.state.tracks["marines"], match.state.paid) == (1, {"2/6"})


def test_13_1_the_price_is_paid_once() -> None:
    match = called_in(paid="2/6")
    assert [event.type for event in do(match, "wreck 2/6A")] == ["wreck-party-sent"]
    ashore = called_in()
    do(ashore, "wreck 2/8A")
    assert ashore.state.tracks["marines"] == 3


def at_the_wreck() -> Match[State]:
    match = called_in()
    do(match, "wreck 2/6A")
    return match


def test_a_unit_at_the_wreck_is_shown_as_such_in_every_look() -> None:
    state = at_the_wreck().state
    unit = state.units["2/6A"]
    assert "2/6A       schedule" in reports.units(state, filtered(state, ""))
    assert "at the wreck" in reports.units(state, [unit])
    assert "2/6B" not in reports.units(state, filtered(state, ""))
    assert "at the wreck" in reports.unit(state, unit)
    assert "Wreck: occupied; shore fire 0 of 2 turns, party 2/6A is there" in reports.lasting(state)
    assert (facts.unit_facts(state, unit)["wrecking"], facts.unit_facts(state, state.units["2/6B"])["wrecking"]) == (
        True,
        False,
    )
    assert "at the wreck: 2/6A" in drawn(state)
    assert "at the wreck" not in drawn(called_in().state)


def test_a_party_from_the_beach_is_marked_on_its_counter() -> None:
    match = day({"2/8A": RED})
    do(match, "wreck 2/8A")
    assert "wrk" in seen(match.state, RED, CLOSE)
    assert ">wrk<" in svg(match.state)
    assert "at the wreck" in reports.units(match.state, [match.state.units["2/8A"]])


def test_the_picture_the_film_and_the_differences_show_it_too() -> None:
    before, after = called_in().state, at_the_wreck().state
    sheets = [svg(state, Asked(sea=True)) for state in (before, after)]
    assert ["At the wreck: 2/6A" in sheet for sheet in sheets] == [False, True]
    piece = BetioCamera(after).frame(after)["2/6A"]
    assert piece.facts["wrecking"] == 1
    assert "at the wreck" in piece.text
    found = [*changes(GAME.dump(before), GAME.dump(after))]
    assert "  2/6A: at the wreck" in changed(before, after, found)


@pytest.mark.parametrize(
    "unit",
    [
        {"at": "2631"},
        {"at": "2846"},
        {"at": RED, "acted": True},
        {"at": RED, "pins": 1},
        {"at": RED, "digging": True},
        {"at": RED, "recovering": True},
        {"at": RED, "landed": 8},
        {"at": "2228", "beach": "red3"},
        {"at": "lost", "steps": 0},
    ],
)
def test_a_unit_elsewhere_or_busy_is_refused(unit: dict[str, Any]) -> None:
    match = day({"2/8A": unit, "3/8A": "2625"})
    error = refused(match, "wreck 2/8A")
    assert (error.rule, error.hint) == ("10.1.4", "wreck 3/8A")
    assert "wreck 2/8A" not in legal(match.state)


@pytest.mark.parametrize("id", ["2/8E", "sherman-1", "1/10"])
def test_only_infantry_goes(id: str) -> None:
    assert refused(day({id: RED}), f"wreck {id}").rule == "10.1.4"


def test_a_unit_that_is_not_due_yet_is_refused() -> None:
    assert refused(day({"1/6A": {"at": "schedule", "landed": 0}, "2/8B": "2631"}), "wreck 1/6A").rule == "10.1.4"


def test_ships_and_party_never_work_in_one_turn() -> None:
    match = day({"2/8A": RED, "2/8B": "2530"}, shore=1)
    do(match, "wreck --shore")
    assert refused(match, "wreck 2/8A").rule == "10.1.4"
    match = day({"2/8A": RED, "2/8B": "2530"}, shore=1)
    do(match, "wreck 2/8A")
    assert refused(match, "wreck --shore").rule == "10.1.4"


@pytest.mark.parametrize("words", ["wreck", "wreck 2/8A --shore", "wreck lvt-1", "wreck 2/8A 2/8B"])
def test_a_wreck_order_names_a_unit_or_the_ships(words: str) -> None:
    with pytest.raises(BadOrder):
        perform(day({"2/8A": RED, "2/8B": "2530"}), words.split())


def test_a_wreck_order_belongs_to_the_actions() -> None:
    match = day({"2/8A": RED}, phase="embark", shore=1)
    assert refused(match, "wreck --shore").rule == "10.1.4"


# ── Silence


@pytest.mark.parametrize("order", ["ships ships party", "party ships ships", "ships party ships"])
def test_two_turns_of_ships_and_one_of_a_party_in_any_order_silence_it(order: str) -> None:
    match = day({"2/8A": RED, "2/8B": "2530"}, shore=1)
    for turn, part in enumerate(order.split(), 1):
        assert match.state.wreck == "occupied"
        match.state.phase, match.state.shore, match.state.shore_used = "actions", 1, False
        perform(match, ["wreck", "--shore" if part == "ships" else "2/8A"], [])
        match.state.phase = "final"
        do_next(match)
        assert match.state.turn == 8 + turn
    assert match.state.wreck == "cleared"


@pytest.mark.parametrize(
    ("fire", "party", "wreck"),
    [(2, True, "cleared"), (1, True, "occupied"), (2, False, "occupied"), (0, True, "occupied")],
)
def test_both_parts_are_needed(fire: int, party: bool, wreck: str) -> None:
    match = day({"2/8A": RED}, phase="final", wreck_fire=fire, wreck_party=party)
    do(match, "next", 1, until="supply-points")
    assert match.state.wreck == wreck


def test_a_party_that_is_lost_has_not_done_its_part() -> None:
    match = exposed({"2/8A": {"at": RED, "steps": 1, "wrecking": True}, "2/8B": {"at": "2530"}})
    do_all(match, 1, 5)
    assert match.state.units["2/8A"].at == "lost"
    assert not match.state.wreck_party


def test_the_actions_wait_for_the_player_while_he_can_do_something_about_the_wreck() -> None:
    match = at_night({"2/8A": {"at": "schedule", "landed": 0}}, turn=8, phase="traps", wreck="occupied")
    do(match, "next", until="offensive-fire")
    assert match.state.phase == "actions"
