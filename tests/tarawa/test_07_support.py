"""7.2.3, 8.9, 11.2: support by units and by shore points."""

from typing import Any

import pytest

from tarawa_cli.games.tarawa.legal.listing import legal
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.engine.session import Match
from tests.tarawa.common import airstrips, all_but, allowed, modifiers, next_die, of_type, refused, rolls, tracks
from tests.tarawa.playing_ashore import ap, ashore, do, facing, rules_of

CLEAR, PILLBOX = "2727", "2728"
"""Both next to 2628, where the fight of these tests is made from; supporters stand in 2627 or 2628."""


def support(events: list[Event]) -> int:
    """What the support of a roll is worth."""
    (value,) = [v for label, v in modifiers(rolls(events)[-1]).items() if label.startswith("support by")]
    return value


# ── What one supporter gives

VALUES = [
    ("2/8B", 1, 1, 1),
    ("3/8A", 1, 1, 1),
    ("3/8E", 1, 1, 1),
    ("hawkins", 1, 1, 1),
    ("sherman-1", 2, 1, 1),
    ("stuart-1", 1, None, None),
    ("1/10", 1, 1, None),
]


def with_supporter(unit: str) -> Match[State]:
    """The supporter in cleared 2828, next to both targets."""
    return ashore({"2/8A": "2628", "2/8E": "2628", unit: "2828"}, cleared="2828")


@pytest.mark.parametrize(("unit", "hex", "pillbox", "demolition"), VALUES)
def test_2_1_what_a_supporter_is_worth_against_a_hex(
    unit: str, hex: int, pillbox: int | None, demolition: int | None
) -> None:
    match = ashore({"2/8A": "2628", unit: "2828"}, cleared="2828")
    events = do(match, f"fire 2/8A {CLEAR} --support {unit}", 1)
    assert support(events) == hex
    assert support(do(match, f"attack 2/8A --on {CLEAR} --support {unit}", 1, 2)) == hex


@pytest.mark.parametrize(("unit", "hex", "pillbox", "demolition"), VALUES)
def test_7_2_3_what_a_supporter_is_worth_against_a_pillbox_hex(
    unit: str, hex: int, pillbox: int | None, demolition: int | None
) -> None:
    match = with_supporter(unit)
    for order, dice in (("fire 2/8A 2728", [1]), ("attack 2/8A --on 2728", [1, 6])):
        if pillbox is None:
            assert refused(match, f"{order} --support {unit}").rule == "7.2.3"
        else:
            assert support(do(match, f"{order} --support {unit}", *dice)) == pillbox


@pytest.mark.parametrize(("unit", "hex", "pillbox", "demolition"), VALUES)
def test_7_2_3_what_a_supporter_is_worth_in_a_demolition(
    unit: str, hex: int, pillbox: int | None, demolition: int | None
) -> None:
    match = with_supporter(unit)
    if demolition is None:
        assert refused(match, f"demolish 2/8E --on {PILLBOX} --support {unit}").rule == "7.2.3"
    else:
        assert support(do(match, f"demolish 2/8E --on {PILLBOX} --support {unit}", 1, 1)) == demolition


@pytest.mark.parametrize(("left", "listed"), [(1, True), (0.5, False)])
def test_7_2_3_a_supporter_is_listed_while_it_has_the_ap_for_it(left: float, listed: bool) -> None:
    match = ashore({"2/8A": "2628", "sherman-1": {"at": "2627", "ap": left}})
    supported = [command for command in legal(match.state) if "--support sherman-1" in command]
    assert bool(supported) == listed
    assert all(allowed(match, command) for command in supported)


def test_7_2_3_a_hex_whose_pillboxes_are_destroyed_is_a_plain_hex() -> None:
    match = ashore({"2/8A": "2628", "stuart-1": "2629"}, demolished={PILLBOX: 2})
    assert support(do(match, f"fire 2/8A {PILLBOX} --support stuart-1", 1)) == 1


@pytest.mark.parametrize(("unit", "value"), [("sherman-1", 1), ("stuart-1", None)])
def test_7_2_3_of_two_targets_the_pillbox_hex_counts(unit: str, value: int | None) -> None:
    match = with_supporter(unit)
    order = f"attack 2/8A --on {CLEAR} --on {PILLBOX} --support {unit}"
    if value is None:
        assert refused(match, order).rule == "7.2.3"
    else:
        assert support(do(match, order, 1, 6)) == value


# ── Who may, and from where


def test_7_2_3_support_costs_an_ap() -> None:
    match = ashore({"2/8A": "2628", "sherman-1": {"at": "2627", "ap": 1.5}})
    events = do(match, f"fire 2/8A {CLEAR} --support sherman-1", 1)
    assert of_type(events, "supported") == [{"unit": "sherman-1", "cost": 1}]
    assert rules_of(events, "supported") == {"7.2.3"}
    assert (ap(match, "sherman-1"), match.state.units["sherman-1"].acted) == (0.5, True)
    error = refused(match, f"fire 2/8A {CLEAR} --support sherman-1")
    assert (error.rule, "costs 1 AP" in error.message) == ("7.2.3", True)


def test_7_2_3_from_a_friendly_hex_next_to_the_target() -> None:
    match = ashore({"2/8A": "2628", "2/8B": "2625", "3/8A": "2626"}, cleared="2626")
    assert refused(match, f"fire 2/8A {CLEAR} --support 2/8B").rule == "7.2.3"
    assert refused(match, f"fire 2/8A {CLEAR} --support 3/8A").rule == "7.2.3"
    do(match, "move 3/8A 2627")
    assert support(do(match, f"fire 2/8A {CLEAR} --support 3/8A", 1)) == 1


def test_7_2_3_next_to_either_of_two_targets() -> None:
    match = ashore({"2/8A": "2628", "2/8B": "2627", "2/8E": "2629"})
    order = "attack 2/8A --on 2727 --on 2728 --support"
    assert allowed(match, f"{order} 2/8B")
    assert allowed(match, f"{order} 2/8E")


def test_11_33_from_2632() -> None:
    match = ashore({"2/8A": "2531", "3/8A": "pier:2632"})
    assert support(do(match, "fire 2/8A 2631 --support 3/8A", 1)) == 1


def test_7_2_3_artillery_from_any_friendly_hex_to_anywhere() -> None:
    match = ashore({"2/8A": "2628", "1/10": "3548"})
    assert support(do(match, f"fire 2/8A {CLEAR} --support 1/10", 1)) == 1
    assert ap(match, "1/10") == 5


def test_7_2_3_artillery_afloat_does_not() -> None:
    afloat = {"at": "2426", "beach": "red3"}
    units: dict[str, Any] = {"2/8A": "2628", "1/10": afloat | {"at": "in:lvt-1"}, "lvt-1": afloat}
    assert refused(ashore(units), f"fire 2/8A {CLEAR} --support 1/10").rule == "7.2"


@pytest.mark.parametrize(("supply", "may"), [("active", True), ("general", True), ("none", False)])
def test_8_9_the_unsupplied_do_not_support(supply: str, may: bool) -> None:
    match = ashore({"2/8A": "2628", "2/8B": {"at": "2628", "supply": supply}, "1/10": {"at": "2529", "supply": supply}})
    for unit in ("2/8B", "1/10"):
        order = f"fire 2/8A {CLEAR} --support {unit}"
        assert allowed(match, order) == may
        if not may:
            assert refused(match, order).rule == "8.9"


@pytest.mark.parametrize("busy", ["digging", "recovering", "wrecking"])
def test_7_2_3_nobody_supports_who_spends_the_turn_otherwise(busy: str) -> None:
    match = ashore({"2/8A": "2628", "2/8B": {"at": "2628", busy: True}})
    assert refused(match, f"fire 2/8A {CLEAR} --support 2/8B").rule == "7.2"


def test_7_2_3_each_unit_once_and_no_attacker() -> None:
    match = ashore({"2/8A": "2628", "2/8B": "2628"})
    assert refused(match, f"attack 2/8A --on {CLEAR} --support 2/8B --support 2/8B").rule == "7.2.3"
    assert refused(match, f"attack 2/8A 2/8B --on {CLEAR} --support 2/8B").rule == "7.2.3"


# ── 11.2: Bairiki


def in_the_tail(**units: dict[Any, Any]) -> Match[State]:
    return ashore({"2/8A": "3616", "1/10": "bairiki", **units}, cleared="3616 3618")


def test_7_2_3_bairiki_artillery_reaches_tail_and_takarongo() -> None:
    match = in_the_tail()
    assert support(do(match, "fire 2/8A 3615 --support 1/10", 1)) == 1
    assert ap(match, "1/10") == 5
    far = ashore({"2/8A": "4107", "1/10": "bairiki"}, cleared="4107")
    assert support(do(far, "fire 2/8A 4106 --support 1/10", 1)) == 1


def test_7_2_3_bairiki_artillery_reaches_nothing_else() -> None:
    match = in_the_tail()
    error = refused(match, "fire 2/8A 3516 --support 1/10")
    assert (error.rule, "tail and takarongo" in error.message) == ("7.2.3", True)
    assert refused(match, "attack 2/8A --on 3615 --on 3516 --support 1/10").rule == "7.2.3"


def test_11_2_bairiki_is_always_supplied_but_its_ap_are_limited_and_it_does_nothing_else() -> None:
    match = ashore({"2/8A": "3616", "1/10": {"at": "bairiki", "supply": "none", "ap": 1}}, cleared="3616")
    do(match, "fire 2/8A 3615 --support 1/10", 1)
    assert refused(match, "fire 2/8A 3615 --support 1/10").rule == "7.2.3"
    assert refused(match, "move 1/10 3616").rule == "7.2"


def test_7_2_3_no_artillery_in_a_demolition_from_bairiki_either() -> None:
    match = ashore({"2/8E": "3616", "1/10": "bairiki"}, cleared="3616")
    assert refused(match, "demolish 2/8E --on 3615 --support 1/10").rule == "7.2.3"


# ── Two or more: Close Support


@pytest.mark.parametrize(("die", "total"), [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_7_2_3_two_infantry_support_by_the_close_support_table(die: int, total: int) -> None:
    """The rulebook's example: a 5 gives +2, not +3; 1 to 3 still give +1."""
    match = ashore({"2/8A": "2628", "2/8B": "2628", "2/8E": "2628"})
    events = do(match, f"attack 2/8A --on {CLEAR} --support 2/8B --support 2/8E", 1, die, 2)
    assert [roll["table"] for roll in rolls(events)] == ["japanese-fire", "close-support", "marine-attack"]
    assert rolls(events, "close-support")[0]["modifiers"] == []
    assert modifiers(rolls(events)[-1])["support by 2/8B, 2/8E"] == total
    assert (ap(match, "2/8B"), ap(match, "2/8E")) == (7, 7)


@pytest.mark.parametrize(("die", "total"), [(3, 1), (5, 2)])
def test_7_2_3_a_shore_point_adds_one(die: int, total: int) -> None:
    match = ashore({"2/8A": "2628", "2/8B": "2628", "2/8E": "2628"}, shore=1)
    events = do(match, f"attack 2/8A --on {CLEAR} --support 2/8B --support 2/8E --shore", 1, die, 2)
    found = modifiers(rolls(events)[-1])
    assert found["support by 2/8B, 2/8E"] + found["shore point"] == total + 1
    assert match.state.shore == 0


@pytest.mark.parametrize(("die", "total"), [(1, 2), (4, 2), (6, 3)])
def test_7_2_3_never_less_than_the_best_single_supporter(die: int, total: int) -> None:
    match = ashore({"2/8A": "2628", "2/8B": "2628", "sherman-1": "2627"})
    assert support(do(match, f"attack 2/8A --on {CLEAR} --support 2/8B --support sherman-1", 1, die, 2)) == total


def test_7_2_3_three_supporters_roll_once() -> None:
    match = ashore({"2/8A": "2628", "2/8B": "2628", "sherman-1": "2627", "1/10": "2529"})
    events = do(match, f"attack 2/8A --on {CLEAR} --support 2/8B --support sherman-1 --support 1/10", 1, 6, 2)
    assert (len(rolls(events, "close-support")), support(events)) == (1, 3)


def test_7_2_3_two_support_a_demolition_by_the_same_table() -> None:
    match = ashore({"2/8E": "2628", "2/8A": "2628", "sherman-1": "2629"})
    events = do(match, f"demolish 2/8E --on {PILLBOX} --support 2/8A --support sherman-1", 1, 5, 1)
    assert [roll["table"] for roll in rolls(events)] == ["japanese-fire", "close-support", "demolition"]
    assert support(events) == 2


def test_7_2_close_support_is_rolled_only_if_the_action_goes_on() -> None:
    match = ashore({"2/8A": "2628", "2/8B": "2628", "2/8E": "2628"})
    order = f"attack 2/8A --on {CLEAR} --support 2/8B --support 2/8E"
    assert next_die(match, order, 1) == "Close Support"
    assert [roll["table"] for roll in rolls(do(match, order, 5))] == ["japanese-fire"]


def test_7_2_3_one_supporter_rolls_nothing() -> None:
    match = ashore({"2/8A": "2628", "2/8B": "2628"})
    assert rolls(do(match, f"attack 2/8A --on {CLEAR} --support 2/8B", 1, 2), "close-support") == []


# ── Shore points


def test_7_2_3_one_shore_point_an_attack() -> None:
    match = ashore({"2/8A": "2628"}, shore=2)
    events = do(match, f"attack 2/8A --on {CLEAR} --shore", 1, 3)
    assert modifiers(rolls(events)[-1])["shore point"] == 1
    assert (match.state.shore, match.state.shore_used) == (1, True)
    assert of_type(events, "shore-point-used") == [{"left": 1}]


def test_7_2_3_no_shore_point_no_help() -> None:
    match = ashore({"2/8A": "2628"}, shore=0)
    assert refused(match, f"attack 2/8A --on {CLEAR} --shore").rule == "7.2.3"


def test_7_2_3_unused_points_are_lost_with_the_turn() -> None:
    """Turn 6 is a night turn: no support is rolled, only supply, and nothing of turn 5 is left."""
    match = ashore(
        {"2/8A": "2628"},
        turn=5,
        shore=3,
        shore_used=True,
        cleared=all_but("4403"),
        occupied=airstrips(),
        tracks=tracks(japanese=0),
    )
    do(match, "next")
    assert (facing(match), match.state.turn, match.state.shore) == ("supply-check", 5, 3)
    events = do(match, "next", 1)
    assert [roll["table"] for roll in rolls(events)] == ["supply-points"]
    assert (match.state.turn, match.state.shore, match.state.shore_used) == (6, 0, False)
