"""11.31, 7.2.1: fire on whoever enters the airstrip, hex by hex, in the middle of a move."""

from collections.abc import Callable
from typing import Any

import pytest

from tarawa_cli.games.tarawa.invariants import invariants
from tarawa_cli.games.tarawa.rules.ch07_actions.moving_recovery import destinations
from tarawa_cli.kernel.engine.play import question
from tests.tarawa.common import airstrips, all_but, at, modifiers, next_die, of_type, refused, rolls, tracks
from tests.tarawa.playing_ashore import ap, ashore, do, facing, markers, rules_of
from tests.tarawa.tables import plain_fire

STRIP = ["3231", "3230", "3229", "3228", "3227", "3226", "3225"]
WEST = {"cleared": all_but("3547"), "occupied": airstrips()}
"""One pillbox stands at Temakin: only `temakin` and `green` are unsecured, 3338 is three hexes from both."""


def test_11_31_every_airstrip_hex_entered_draws_fire() -> None:
    match = ashore({"2/8A": "3231"})
    events = do(match, "move 2/8A 3230 3229 3228", 1, 1, 1)
    assert at(match, "2/8A") == "3228"
    assert [(roll["table"], roll["column"], roll["on"]) for roll in rolls(events)] == [
        ("japanese-fire", "ashore", "2/8A")
    ] * 3
    assert rules_of(events, "roll") == {"11.31"}
    assert [event.type for event in events] == ["moved", "roll"] * 3


def test_11_31_fire_comes_at_once_before_the_next_step() -> None:
    match = ashore({"2/8A": "3231"})
    assert next_die(match, "move 2/8A 3230 3229") == "Japanese Fire (ashore) on 2/8A"
    assert next_die(match, "move 2/8A 3230 3229", 1) == "Japanese Fire (ashore) on 2/8A"
    assert at(match, "2/8A") == "3231"


def test_11_31_only_entering_draws_fire_not_leaving_or_standing() -> None:
    match = ashore({"2/8A": "2730"}, cleared="2630 2729")
    assert rolls(do(match, "move 2/8A 2630")) == []
    assert rolls(do(match, "move 2/8A 2629")) == []


@pytest.mark.parametrize(("here", "there", "fired"), [("3337", "3338", True), ("3336", "3337", False)])
def test_11_31_within_three_of_an_unsecured_area_and_no_farther(here: str, there: str, fired: bool) -> None:
    match = ashore({"2/8A": here}, **WEST)
    assert not match.state.is_secured("green")
    assert match.state.is_secured("black1")
    events = do(match, f"move 2/8A {there}", *([1] if fired else []))
    assert len(rolls(events)) == fired


def test_11_31_in_an_unsecured_area_itself() -> None:
    """All cleared but an airstrip hex never entered: its area is unsecured, and 3221 lies in it."""
    strips = set(airstrips().split()) - {"3120"}
    match = ashore({"2/8A": "3222"}, cleared=all_but("4403"), occupied=" ".join(sorted(strips)))
    assert len(rolls(do(match, "move 2/8A 3221", 1))) == 1


def test_11_31_the_last_airstrip_hex_of_an_area_secures_it_and_draws_no_fire() -> None:
    strips = set(airstrips().split()) - {"3225"}
    secured = "beak green temakin pocket red2 red3 taxiway black1 black2 eastend tail"
    match = ashore({"2/8A": "3226"}, cleared=all_but("4403"), occupied=" ".join(sorted(strips)), secured=secured)
    events = do(match, "move 2/8A 3225")
    assert of_type(events, "area-secured") == [{"area": "triangle"}]
    assert (rolls(events), markers(match, "marines")) == ([], (1,))
    assert "3225" in match.state.occupied


# ── Modifiers


def test_11_31_modifiers_by_name() -> None:
    """In the airfield triangle, with no pillbox of its own; in Red 3 the suppressed pillbox hexes count."""
    match = ashore(
        {"2/8A": "2730"},
        tracks=tracks(japanese=3, marines=5),
        chits={"red3": -2, "triangle": -1},
        raids={"red3": 1},
        suppressed={"2728": 2, "2626": 1, "2729": 3, "2833": 1},
    )
    (roll,) = rolls(do(match, "move 2/8A 2830", 1))
    assert modifiers(roll) == {
        "Japanese morale": 2,
        "in airstrip": 1,
        "suppressed pillbox hex ×2": -2,
        "bombardment chit": -2,
        "air-raid marker": -1,
    }
    assert {m["label"]: m["rule"] for m in roll["modifiers"]}["in airstrip"] == "2.3"
    assert (roll["total"], roll["result"]) == (-1, "-")


def test_11_31_nothing_but_the_airstrip_counts_when_nothing_else_is_there() -> None:
    match = ashore({"sherman-1": "3231"}, tracks=tracks(marines=5))
    (roll,) = rolls(do(match, "move sherman-1 3230", 1))
    assert modifiers(roll) == {"in airstrip": 1}


def test_11_31_the_nearest_unsecured_area_fires() -> None:
    """3230 lies in the triangle: the chit of any other area is nothing to it."""
    match = ashore({"2/8A": "3231"}, chits={"black2": -2, "taxiway": -1})
    (roll,) = rolls(do(match, "move 2/8A 3230", 1))
    assert modifiers(roll) == {"in airstrip": 1}


@pytest.mark.parametrize(
    ("chits", "counted"),
    [({"green": -2, "temakin": -1}, -1), ({"green": -1, "temakin": -2}, -1), ({"green": -2}, 0), ({"black1": -2}, 0)],
)
def test_11_31_ties_between_areas_go_to_the_higher_modified_roll(chits: dict[str, int], counted: int) -> None:
    match = ashore({"2/8A": "3337"}, chits=chits, **WEST)
    (roll,) = rolls(do(match, "move 2/8A 3338", 1))
    assert modifiers(roll).get("bombardment chit", 0) == counted


# ── What it does


def test_11_31_a_pinned_unit_stops_there() -> None:
    match = ashore({"2/8A": "3231"})
    do(match, "move 2/8A 3230 3229 3228", 4)
    unit = match.state.units["2/8A"]
    assert (unit.at, unit.pins, ap(match, "2/8A"), match.state.stack) == ("3230", 1, 7, [])
    assert refused(match, "move 2/8A 3229").rule == "7.2"


@pytest.mark.parametrize("unit", ["sherman-1", "1/10"])
def test_7_5_tanks_and_artillery_ignore_the_pin_and_go_on(unit: str) -> None:
    match = ashore({unit: "3231"})
    before = match.state.units[unit].steps
    events = do(match, f"move {unit} 3230 3229", 4, 1)
    assert [roll["result"] for roll in rolls(events)] == ["S* Pin 1", "-"]
    assert (at(match, unit), match.state.units[unit].pins) == ("3229", 0)
    assert match.state.units[unit].steps == before - 1


@pytest.mark.parametrize(("fire", "casualties"), [(lambda match: match, 50), (plain_fire, 100)], ids=["S* H", "S* S*"])
def test_11_31_a_lost_unit_stops_for_good(fire: Callable[..., Any], casualties: int) -> None:
    match = fire(ashore({"hawkins": "3231"}, tracks=tracks(japanese=5)))
    do(match, "move hawkins 3230 3229", 6)
    assert (at(match, "hawkins"), match.state.casualties, facing(match)) == ("lost", casualties, "actions")


def test_7_4_tanks_add_no_casualties() -> None:
    match = ashore({"sherman-1": "3231"})
    do(match, "move sherman-1 3230", 3)
    assert (match.state.units["sherman-1"].steps, match.state.casualties) == (3, 0)


@pytest.mark.parametrize(("answer", "steps", "morale"), [("step", 7, 0), ("morale", 8, -1)])
def test_7_3_a_hit_asks_in_mid_move_and_then_the_move_goes_on(answer: str, steps: int, morale: int) -> None:
    match = plain_fire(ashore({"2/8A": "3231"}))
    do(match, "move 2/8A 3230 3229 3228", 5)
    assert (at(match, "2/8A"), facing(match)) == ("3230", "hit")
    assert refused(match, "move 2/8A 3231").rule == "3"
    do(match, f"decide {answer}", 1, 1)
    assert (at(match, "2/8A"), match.state.stack) == ("3228", [])
    assert (match.state.units["2/8A"].steps, markers(match, "8th")) == (steps, (morale,))
    assert match.state.units["2/8A"].hurt == (answer == "step")


def test_7_3_a_hit_may_kill_in_mid_move() -> None:
    match = plain_fire(ashore({"2/8A": {"at": "3231", "steps": 1}}))
    do(match, "move 2/8A 3230 3229", 5)
    do(match, "decide step")
    assert (at(match, "2/8A"), match.state.stack, markers(match, "japanese")) == ("lost", [], (1,))


@pytest.mark.parametrize("unit", ["hawkins", "sherman-1"])
def test_7_3_units_without_a_regiment_lose_a_step_unasked(unit: str) -> None:
    match = plain_fire(ashore({unit: "3231"}))
    before = match.state.units[unit].steps
    events = do(match, f"move {unit} 3230", 5)
    assert [roll["result"] for roll in rolls(events)] == ["H"]
    assert (match.state.units[unit].steps, facing(match)) == (before - 1, "actions")


def test_7_3_with_the_regiment_at_the_bottom_only_steps() -> None:
    match = plain_fire(ashore({"2/8A": "3231"}, tracks=tracks(r8=-5), operative=tracks()))
    assert [roll["result"] for roll in rolls(do(match, "move 2/8A 3230", 5))] == ["H"]
    assert (match.state.units["2/8A"].steps, facing(match)) == (7, "actions")


def test_7_3_of_two_hits_the_second_is_a_step_unasked_once_the_regiment_is_at_the_bottom() -> None:
    hits = [{"kind": "hits", "units": ["2/8A"]}, {"kind": "hit", "unit": "2/8A"}]
    match = ashore({"2/8A": "3231"}, tracks=tracks(r8=-4), operative=tracks(), pending=hits)
    do(match, "decide morale")
    assert markers(match, "8th", "marines", "japanese") == (-5, -1, 1)
    assert (match.state.units["2/8A"].steps, facing(match)) == (7, "actions")


def test_7_3_a_hit_that_waits_while_the_regiment_is_put_at_the_bottom_can_only_be_a_step() -> None:
    hit = [{"kind": "hit", "unit": "2/8A"}]
    match = ashore({"2/8A": "3231"}, tracks=tracks(r8=-5), operative=tracks(), pending=hit)
    assert question(match.state).options == ["step"]
    do(match, "decide step")
    assert match.state.units["2/8A"].steps == 7


@pytest.mark.parametrize(("policy", "steps", "morale"), [("step", 7, 0), ("morale", 8, -1)])
def test_7_3_a_standing_answer_is_taken(policy: str, steps: int, morale: int) -> None:
    match = plain_fire(ashore({"2/8A": "3231"}, policy={"hits": policy}))
    do(match, "move 2/8A 3230 3229", 5, 1)
    assert (at(match, "2/8A"), match.state.units["2/8A"].steps) == ("3229", steps)
    assert markers(match, "8th") == (morale,)


def test_7_2_a_unit_that_flips_in_mid_move_goes_as_far_as_its_new_side_reaches() -> None:
    match = ashore({"2/8A": {"at": "3231", "steps": 5}})
    do(match, f"move 2/8A {' '.join(STRIP[1:])}", 3, 1, 1, 1, 1)
    assert (at(match, "2/8A"), ap(match, "2/8A"), match.state.stack) == ("3226", 0, [])


def test_7_2_1_a_loss_that_does_not_flip_does_not_stop() -> None:
    match = ashore({"2/8A": "3231"})
    do(match, "move 2/8A 3230 3229", 3, 1)
    assert (at(match, "2/8A"), match.state.units["2/8A"].steps, match.state.casualties) == ("3229", 7, 50)


# ── 7.6: nobody can be stopped where there is no room


def test_7_6_a_way_over_a_full_airstrip_hex_under_fire_is_refused() -> None:
    match = ashore({"2/8A": "3231", "3/8A": "3230"})
    error = refused(match, "move 2/8A 3230 3229")
    assert (error.rule, "no room" in error.message) == ("7.6", True)
    assert "3229" not in destinations(match.state, match.state.units["2/8A"])


def test_7_6_the_cheapest_way_goes_round_it() -> None:
    match = ashore({"2/8A": "3225", "3/8A": "3125"})
    events = do(match, "move 2/8A 3026", 1, 1, 1)
    assert [moved["to"] for moved in of_type(events, "moved")] == ["3226", "3126", "3026"]


def test_7_6_without_fire_a_full_airstrip_hex_is_passed() -> None:
    match = ashore({"2/8A": "3231", "3/8A": "3230"}, cleared=all_but("4403"), occupied=airstrips())
    do(match, "move 2/8A 3230 3229")
    assert at(match, "2/8A") == "3229"


@pytest.mark.parametrize(("ap_at_first", "end"), [(7, "3225"), (8, "3223")])
def test_7_6_a_unit_flipped_on_the_airstrip_does_not_run_out_of_ap_in_a_full_hex_farther_on(
    ap_at_first: int, end: str
) -> None:
    """Flipped in 3225 with 1 AP left it cannot get past 3/8A in 3224, with 2 it can."""
    match = ashore({"2/8A": {"at": "3228", "steps": 5, "ap": ap_at_first}, "3/8A": "3224"}, cleared="3224 3223")
    do(match, "move 2/8A 3227 3226 3225 3224 3223", 1, 1, 3)
    assert (match.state.units["2/8A"].steps, match.state.units["2/8A"].pins) == (4, 0)
    assert (at(match, "2/8A"), match.state.stack) == (end, [])
    assert invariants(match.state) == []
