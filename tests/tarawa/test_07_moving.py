"""7.2, 7.2.1, 2.3, 7.6, 8.10: action points and moves."""

from collections.abc import Iterator
from typing import Any

import pytest

from tarawa_cli.games.tarawa.model.state import allowance
from tarawa_cli.games.tarawa.rules import ch07_actions
from tarawa_cli.games.tarawa.rules.ch07_actions import may_have_stacked
from tarawa_cli.games.tarawa.rules.ch07_actions.moving_recovery import destinations
from tests.tarawa.common import airstrips, all_but, allowed, at, of_type, refused, rolls, tracks
from tests.tarawa.playing_ashore import ap, ashore, do, rules_of

# ── 7.2: allowance


@pytest.mark.parametrize(
    ("unit", "steps", "front_or_back"),
    [
        ("2/8A", 8, 8),
        ("2/8A", 5, 8),
        ("2/8A", 4, 5),
        ("2/8E", 4, 8),
        ("2/8E", 3, 5),
        ("hawkins", 2, 8),
        ("hawkins", 1, 6),
        ("sherman-1", 3, 8),
        ("sherman-1", 2, 4),
        ("stuart-1", 1, 4),
        ("1/10", 3, 6),
        ("1/10", 2, 3),
    ],
)
def test_7_2_the_allowance_is_that_of_the_side_shown(unit: str, steps: int, front_or_back: int) -> None:
    match = ashore({unit: {"at": "2530", "steps": steps}})
    assert ap(match, unit) == front_or_back


@pytest.mark.parametrize(("box", "less"), [(5, 0), (0, 0), (-1, 1), (-2, 1), (-3, 2), (-4, 2), (-5, 3)])
def test_7_2_negative_regiment_morale_cuts_the_allowance_and_positive_does_not_raise_it(box: int, less: int) -> None:
    match = ashore({"2/8A": "2530", "2/8E": "2530", "2/2A": "2529"}, tracks=tracks(r8=box))
    assert (ap(match, "2/8A"), ap(match, "2/8E"), ap(match, "2/2A")) == (8 - less, 8 - less, 8)


def test_7_2_artillery_goes_by_the_tenth_and_tanks_and_hawkins_by_nobody() -> None:
    low = tracks(r2=-5, r6=-5, r8=-5, r10=-5)
    match = ashore({"1/10": "2530", "hawkins": "2529", "sherman-1": "2628"}, tracks=low)
    assert (ap(match, "1/10"), ap(match, "hawkins"), ap(match, "sherman-1")) == (3, 8, 8)


def test_7_2_the_operative_level_counts_not_the_marker() -> None:
    match = ashore({"2/8A": "2530"}, tracks=tracks(r8=-5), operative=tracks())
    assert ap(match, "2/8A") == 8


def test_6_4_no_allowance_is_below_one() -> None:
    match = ashore({"1/10": {"at": "2530", "steps": 1}}, tracks=tracks(r10=-5))
    assert allowance(match.state, match.state.units["1/10"]) == 1


def test_7_2_a_flip_in_mid_turn_leaves_the_new_allowance_less_what_is_spent() -> None:
    """Five steps and eight AP; three spent on an attack that costs a step: five less three."""
    match = ashore({"2/8A": {"at": "2628", "steps": 5}})
    do(match, "attack 2/8A --on 2728", 4, 1)
    assert match.state.units["2/8A"].steps == 4
    assert ap(match, "2/8A") == 2


def test_7_2_a_flip_leaves_nothing_if_more_is_spent_than_the_new_side_has() -> None:
    match = ashore({"2/8A": {"at": "2628", "steps": 5, "ap": 4}})
    do(match, "attack 2/8A --on 2728", 4, 6)
    assert match.state.units["2/8A"].steps == 4
    assert ap(match, "2/8A") == 0
    assert refused(match, "fire 2/8A 2728").rule == "7.2.2"


def test_7_2_what_is_spent_is_spent_though_it_comes_to_nothing() -> None:
    match = ashore({"2/8A": "2628", "2/8E": "2628"}, shore=1)
    do(match, "attack 2/8A --on 2728 --support 2/8E --shore", 5)
    assert match.state.units["2/8A"].pins == 1
    assert (ap(match, "2/8A"), ap(match, "2/8E"), match.state.shore) == (5, 7, 0)
    assert "2728" not in match.state.cleared


# ── 7.2: who may act


@pytest.mark.parametrize(
    "order",
    ["move 2/8A 2529", "fire 2/8A 2728", "attack 2/8A --on 2728", "recover 2/8A", "dig 2/8A", "recover 2/8A --pay"],
)
def test_7_2_a_pinned_unit_acts_no_more(order: str) -> None:
    match = ashore({"2/8A": {"at": "2628", "pins": 1}, "2/8B": "2530"}, stock=1)
    assert refused(match, order).rule == "7.2"


def test_7_2_a_pinned_unit_supports_nobody_and_its_engineers_do_not_demolish() -> None:
    match = ashore({"2/8A": {"at": "2628", "pins": 1}, "2/8E": {"at": "2628", "pins": 2}, "3/8A": "2629"})
    assert refused(match, "fire 3/8A 2728 --support 2/8A").rule == "7.2"
    assert refused(match, "demolish 2/8E --on 2728").rule == "7.2"


@pytest.mark.parametrize("busy", ["digging", "recovering", "wrecking"])
def test_7_2_a_unit_at_work_for_the_whole_turn_does_nothing_else(busy: str) -> None:
    match = ashore({"2/8A": {"at": "2628", busy: True}})
    error = refused(match, "move 2/8A 2627")
    assert (error.rule, "nothing else" in error.message) == ("7.2", True)


@pytest.mark.parametrize("place", ["schedule", "2427", "in:lvt-1", "lost"])
def test_7_2_only_units_ashore_act(place: str) -> None:
    afloat = {"at": "2426", "beach": "red3"}
    units: dict[str, Any] = {"2/8A": afloat | {"at": place}, "2/8B": "2530", "lvt-1": afloat}
    assert refused(ashore(units), "move 2/8A 2530").rule == "7.2"


def test_3_actions_belong_to_their_phase() -> None:
    match = ashore({"2/8A": "2628"})
    match.state.phase = "embark"
    for order in ("move 2/8A 2627", "fire 2/8A 2728", "attack 2/8A --on 2728", "demolish 2/8A --on 2728"):
        assert "works only in phase `actions`" in refused(match, order).message


def test_7_2_an_action_may_be_repeated_while_the_ap_last() -> None:
    match = ashore({"2/8A": "2628"})
    do(match, "attack 2/8A --on 2728", 1, 6)
    do(match, "attack 2/8A --on 2728", 1, 6)
    assert ap(match, "2/8A") == 2
    assert refused(match, "attack 2/8A --on 2728").rule == "7.2.4"


# ── 7.2.1, 2.3: what a step costs

COSTS = [
    ("clear", "2629", "2729", "2729", 1, 1),
    ("shore", "2531", "2631", "2631", 2, 1),
    ("landing beach", "2530", "2529", "", 2, 1),
    ("palm grove", "2724", "2824", "2724 2824", 3, 2),
    ("excavation", "3542", "3543", "3542 3543", 2, None),
    ("supply dump", "3043", "3143", "3043 3143", 2, 2),
    ("road through palms", "2936", "2935", "2936 2935", 1, 1),
    ("road through an excavation", "3445", "3444", "3445 3444", 1, 1),
    ("road over a ditch", "3446", "3445", "3446 3445", 2, 3),
    ("ditch off the road", "3345", "3446", "3345 3446", 2, 3),
    ("ditch into palms", "3242", "3342", "3242 3342", 4, 4),
    ("open side into palms", "2623", "2622", "2623 2622", 1, 1),
    ("the same side the other way", "2622", "2623", "2623 2622", 1, 1),
    ("open side over a ditch", "3344", "3343", "3344 3343", 2, 3),
]


@pytest.mark.parametrize("unit", ["2/8A", "2/8E", "hawkins", "1/10"])
@pytest.mark.parametrize(("what", "here", "there", "cleared", "foot", "tank"), COSTS, ids=[c[0] for c in COSTS])
def test_2_3_a_step_on_foot_or_with_guns_costs(
    unit: str, what: str, here: str, there: str, cleared: str, foot: int, tank: int | None
) -> None:
    match = ashore({unit: here}, cleared=cleared)
    full = ap(match, unit)
    events = do(match, f"move {unit} {there}")
    assert (at(match, unit), full - ap(match, unit)) == (there, foot)
    assert of_type(events, "moved") == [{"unit": unit, "to": there, "cost": foot}]
    assert rules_of(events, "moved") == {"7.2.1"}


@pytest.mark.parametrize("unit", ["sherman-1", "stuart-1"])
@pytest.mark.parametrize(("what", "here", "there", "cleared", "foot", "tank"), COSTS, ids=[c[0] for c in COSTS])
def test_2_3_a_step_by_tank_costs(
    unit: str, what: str, here: str, there: str, cleared: str, foot: int, tank: int | None
) -> None:
    match = ashore({unit: here}, cleared=cleared)
    if tank is None:
        assert refused(match, f"move {unit} {here} {there}").rule == "2.3"
        assert refused(match, f"move {unit} {there}").rule == "7.2.1"
        return
    do(match, f"move {unit} {there}")
    assert (at(match, unit), 8 - ap(match, unit)) == (there, tank)


@pytest.fixture
def redrawn_map() -> Iterator[None]:
    """The ways over land are worked out anew, as the map is changed and when it is as before."""
    for known in (ch07_actions.steps, ch07_actions.reach):
        known.cache_clear()
    yield
    for known in (ch07_actions.steps, ch07_actions.reach):
        known.cache_clear()


def test_2_3_clear_ground_in_the_hexside_lets_no_tank_into_an_excavation(
    redrawn_map: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = ashore({"sherman-1": "3542", "2/8A": "3542"}, cleared="3542 3543")
    monkeypatch.setattr(match.state.board, "open_sides", frozenset({("3542", "3543")}))
    assert refused(match, "move sherman-1 3542 3543").rule == "2.3"
    do(match, "move 2/8A 3543")
    assert ap(match, "2/8A") == 7


def test_2_3_tanks_pay_halves_on_the_airstrip() -> None:
    match = ashore({"sherman-1": "2629"}, cleared=all_but("4403"), occupied=airstrips())
    do(match, "move sherman-1 2729 2829")
    assert (at(match, "sherman-1"), ap(match, "sherman-1")) == ("2829", 6.5)
    do(match, "move sherman-1 2829 2830 2831")
    assert (at(match, "sherman-1"), ap(match, "sherman-1")) == ("2831", 5.5)


def test_7_2_1_2622_entered_cheaply_from_2623_still_has_the_palms() -> None:
    match = ashore({"2/8A": "2623"}, cleared="2622 2623")
    do(match, "move 2/8A 2622")
    assert ap(match, "2/8A") == 7
    (fire, *_) = rolls(do(match, "attack 2/8A --on 2721", 1, 3))
    assert [(m["value"], m["label"], m["rule"]) for m in fire["modifiers"]] == [(-1, "in palm grove", "2.3")]


# ── 7.2.1: where to, and by which way


def test_7_2_1_only_friendly_hexes_are_entered() -> None:
    match = ashore({"2/8A": "2629"})
    assert refused(match, "move 2/8A 2729").rule == "7.2.1"
    assert "attacked first" in refused(match, "move 2/8A 2629 2729").message
    assert refused(match, "move 2/8A 2628 2728").rule == "7.2.1"


@pytest.mark.parametrize("goal", ["2528", "1430"])
def test_7_2_1_nobody_walks_back_into_the_water(goal: str) -> None:
    error = refused(ashore({"2/8A": "2628"}), f"move 2/8A {goal}")
    assert (error.rule, "not land" in error.message) == ("7.2.1", True)


def test_7_2_1_no_way_through_uncleared_hexes() -> None:
    match = ashore({"2/8A": "2628"}, cleared="3027")
    error = refused(match, "move 2/8A 3027")
    assert (error.rule, "through friendly hexes" in error.message) == ("7.2.1", True)


def test_7_2_1_the_hexes_of_a_route_must_follow_each_other() -> None:
    match = ashore({"2/8A": "2628"})
    assert "not next to it" in refused(match, "move 2/8A 2627 2625").message
    assert refused(match, "move 2/8A 2628").rule == "7.2.1"


def test_7_2_1_a_move_may_not_cost_more_than_is_left() -> None:
    match = ashore({"2/8A": {"at": "2629", "ap": 4}})
    error = refused(match, "move 2/8A 2629 2628 2627 2628")
    assert (error.rule, error.message) == ("7.2.1", "2/8A needs 6 AP to enter 2628 and has 4")
    do(match, "move 2/8A 2628 2627")
    assert (at(match, "2/8A"), ap(match, "2/8A")) == ("2627", 0)


def test_7_2_1_a_refused_move_names_the_legal_one_that_ends_nearest() -> None:
    match = ashore({"2/8A": {"at": "2629", "ap": 4}})
    assert refused(match, "move 2/8A 2625").hint == "move 2/8A 2627"


def test_7_2_1_one_hex_means_the_cheapest_way_there() -> None:
    """Straight into the palms costs 3, round by the clear hex over an open side 2."""
    match = ashore({"2/8A": "2722"}, cleared="2722 2723 2823")
    assert destinations(match.state, match.state.units["2/8A"]) == {"2823": 1, "2723": 2, "2624": 3, "2625": 5}
    events = do(match, "move 2/8A 2723")
    assert [moved["to"] for moved in of_type(events, "moved")] == ["2823", "2723"]
    assert ap(match, "2/8A") == 6


def test_7_2_1_a_route_from_its_own_hex_is_taken_as_given() -> None:
    match = ashore({"2/8A": "2722"}, cleared="2722 2723 2823")
    do(match, "move 2/8A 2722 2723")
    assert (at(match, "2/8A"), ap(match, "2/8A")) == ("2723", 5)


def test_7_2_1_a_tank_goes_round_by_road_into_an_excavation() -> None:
    match = ashore({"sherman-1": "3339"}, cleared="3339 3439 3440")
    events = do(match, "move sherman-1 3440")
    assert [(m["to"], m["cost"]) for m in of_type(events, "moved")] == [("3439", 1), ("3440", 1)]


def test_7_2_1_moves_can_be_repeated() -> None:
    match = ashore({"2/8A": "2629"})
    do(match, "move 2/8A 2628")
    do(match, "move 2/8A 2627")
    assert ap(match, "2/8A") == 4


def test_7_2_1_an_entered_landing_hex_counts_as_occupied() -> None:
    match = ashore({"2/8A": "2628"})
    do(match, "move 2/8A 2627")
    assert match.state.occupied == {"2627"}


def test_11_1_improved_positions_are_gone_with_the_last_unit() -> None:
    match = ashore({"2/8A": "2628", "2/8B": "2628"}, improved="2628")
    do(match, "move 2/8A 2627")
    assert match.state.improved == {"2628"}
    do(match, "move 2/8B 2627")
    assert match.state.improved == set()


# ── 7.6 at the end of the move


@pytest.mark.parametrize(
    ("mover", "there", "fits"),
    [
        ("2/8A", ["2/8B", "2/8E"], True),
        ("2/8A", ["2/8B", "2/8E", "sherman-1"], True),
        ("2/8A", ["3/8A"], False),
        ("hawkins", ["2/8A"], False),
        ("hawkins", ["sherman-1"], True),
        ("sherman-1", ["2/8A", "2/8B"], True),
        ("sherman-1", ["2/8A", "1/10"], False),
        ("1/10", ["2/8A"], True),
        ("3/8E", ["2/8A", "2/8E"], True),
        ("3/8E", ["2/8A", "stuart-1"], False),
        ("3/8E", ["2/8E"], False),
        ("3/8E", ["stuart-1"], True),
        ("3/8E", ["1/10"], True),
        ("1/10", ["stuart-1"], False),
        ("stuart-2", ["stuart-1"], False),
    ],
)
def test_7_6_who_may_end_a_move_with_whom(mover: str, there: list[str], fits: bool) -> None:
    match = ashore({mover: "2628", **dict.fromkeys(there, "2627")})
    if fits:
        do(match, f"move {mover} 2627")
        assert at(match, mover) == "2627"
    else:
        assert refused(match, f"move {mover} 2627").rule == "7.6"
        assert refused(match, f"move {mover} 2628 2627").rule == "7.6"


def test_7_6_stacking_counts_only_at_the_end_of_the_move() -> None:
    match = ashore({"2/8A": "2628", "3/8A": "2627"}, cleared="2726 2727")
    assert allowed(match, "move 2/8A 2627 2726")
    do(match, "move 2/8A 2627 2727")
    assert at(match, "2/8A") == "2727"


def test_7_6_counts_in_the_hex_that_is_left_too() -> None:
    """Without the infantry two engineer units may not stay together; once one of them is gone it may go."""
    match = ashore({"2/8A": "2628", "2/8E": "2628", "3/8E": "2628"})
    error = refused(match, "move 2/8A 2627")
    assert (error.rule, error.hint) == ("7.6", "let 3/8E go first")
    assert destinations(match.state, match.state.units["2/8A"]) == {}
    do(match, "move 3/8E 2629")
    do(match, "move 2/8A 2627")
    assert at(match, "2/8A") == "2627"


def test_7_6_engineers_whose_infantry_is_killed_stay_where_they_are() -> None:
    match = ashore({"2/8A": {"at": "2628", "steps": 1}, "2/8E": "2628", "3/8E": "2628"})
    do(match, "attack 2/8A --on 2728", 4)
    assert (at(match, "2/8A"), at(match, "2/8E"), at(match, "3/8E")) == ("lost", "2628", "2628")
    do(match, "move 2/8E 2627")
    assert at(match, "2/8E") == "2627"


@pytest.mark.parametrize(
    ("units", "sound"),
    [
        (["2/8E", "3/8E"], True),
        (["2/8E", "3/8E", "sherman-1"], False),
        (["sherman-1", "stuart-1"], False),
        (["2/8A", "3/8A"], False),
        (["2/8A", "2/8E", "3/8E", "1/10"], False),
        (["2/8E", "3/8E", "1/8E"], False),
    ],
)
def test_7_6_what_may_be_left_of_a_stack_whose_infantry_is_gone(units: list[str], sound: bool) -> None:
    match = ashore(dict.fromkeys(units[:1], "2628"))
    assert may_have_stacked([match.state.units[id] for id in units]) == sound


# ── 8.10


@pytest.mark.parametrize(("turns", "moves"), [(0, True), (2, True), (3, False)])
def test_8_10_the_isolated_do_not_move_and_the_unsupplied_do(turns: int, moves: bool) -> None:
    match = ashore({"2/8A": {"at": "2628", "supply": "none", "unsupplied": turns}})
    assert allowed(match, "move 2/8A 2627") == moves
    assert bool(destinations(match.state, match.state.units["2/8A"])) == moves
    if not moves:
        assert refused(match, "move 2/8A 2627").rule == "8.10"
