"""7.2.2, 7.2, 8.9, 9.4: the Fire action and its markers."""

import pytest

from tarawa_cli.kernel.engine.session import perform
from tarawa_cli.kernel.errors import BadOrder
from tests.tarawa.common import allowed, modifiers, next_die, of_type, refused, rolls, tracks
from tests.tarawa.playing_ashore import ap, ashore, do, facing, rules_of

# ── The roll


@pytest.mark.parametrize(
    ("box", "die", "result"),
    [(0, 5, "-"), (0, 6, "S"), (3, 6, "S"), (5, 5, "S"), (5, 6, "S*"), (-5, 6, "-"), (3, 3, "-"), (3, 4, "S")],
)
def test_7_2_2_marine_morale_is_added_and_success_leaves_a_marker(box: int, die: int, result: str) -> None:
    match = ashore({"2/8A": "2628"}, tracks=tracks(marines=box, japanese=5))
    events = do(match, "fire 2/8A 2728", die)
    (roll,) = rolls(events)
    assert (roll["table"], roll["on"], roll["result"]) == ("marine-fire", "2728", result)
    assert set(modifiers(roll)) <= {"Marine general morale"}
    assert rules_of(events, "roll") == {"7.2.2"}
    assert match.state.suppressed == ({} if result == "-" else {"2728": 1})
    assert (ap(match, "2/8A"), facing(match)) == (7, "actions")


def test_7_2_2_every_modifier_has_its_name() -> None:
    match = ashore(
        {"2/8A": {"at": "2628", "supply": "none"}, "sherman-1": "2629"},
        tracks=tracks(marines=3),
        shore=1,
        chits={"red3": -2},
    )
    (roll,) = rolls(do(match, "fire 2/8A 2727 --shore", 1))
    assert modifiers(roll) == {"Marine general morale": 2, "shore point": 1, "unsupplied": -1}
    assert {m["rule"] for m in roll["modifiers"]} == {"9.4", "7.2.3", "8.9"}


def test_7_2_2_support_counts_and_terrain_chit_and_integrity_do_not() -> None:
    match = ashore({"2/8A": "2628", "2/8B": "2628", "sherman-1": "2627"}, chits={"red3": -2}, cleared="2726")
    (roll,) = rolls(do(match, "fire 2/8A 2727 --support sherman-1", 1))
    assert modifiers(roll) == {"support by sherman-1": 2}


@pytest.mark.parametrize(
    ("supply", "turns", "less"), [("active", 0, 0), ("general", 0, 0), ("none", 1, -1), ("none", 5, -1)]
)
def test_8_9_the_unsupplied_and_isolated_fire_at_one_less(supply: str, turns: int, less: int) -> None:
    match = ashore({"2/8A": {"at": "2628", "supply": supply, "unsupplied": turns}})
    (roll,) = rolls(do(match, "fire 2/8A 2728", 6))
    assert modifiers(roll).get("unsupplied", 0) == less
    assert bool(match.state.suppressed) == (not less)


# ── Who, and at what


@pytest.mark.parametrize("unit", ["2/8A", "2/8E", "hawkins"])
def test_7_2_2_infantry_and_engineers_fire(unit: str) -> None:
    match = ashore({unit: "2628"})
    do(match, f"fire {unit} 2728", 1)
    assert ap(match, unit) == 7


@pytest.mark.parametrize("unit", ["sherman-1", "stuart-1", "1/10"])
def test_7_2_2_tanks_and_artillery_do_not(unit: str) -> None:
    error = refused(ashore({unit: "2628"}), f"fire {unit} 2728")
    assert (error.rule, "--support" in error.hint) == ("7.2.2", True)


def test_7_2_2_only_an_adjacent_uncleared_hex_is_a_target() -> None:
    match = ashore({"2/8A": "2628"}, cleared="2727")
    assert refused(match, "fire 2/8A 2727").message == "2727 is not an uncleared hex"
    assert refused(match, "fire 2/8A 2627").rule == "7.2.2"
    error = refused(match, "fire 2/8A 2729")
    assert (error.rule, error.message, error.hint) == ("7.2.2", "2729 is not next to 2/8A", "fire 2/8A 2728")


def test_11_33_a_unit_in_2632_fires() -> None:
    match = ashore({"2/8A": "pier:2632"})
    do(match, "fire 2/8A 2731", 6)
    assert match.state.suppressed == {"2731": 1}


def test_7_2_2_fire_costs_an_ap() -> None:
    match = ashore({"2/8A": {"at": "2628", "ap": 0.5}})
    assert refused(match, "fire 2/8A 2728").rule == "7.2.2"


# ── Markers


def test_7_2_2_any_number_of_markers_from_different_units() -> None:
    match = ashore({"2/8A": "2628", "2/8B": "2628", "2/8E": "2628"})
    for number, unit in enumerate(["2/8A", "2/8B", "2/8E"], 1):
        events = do(match, f"fire {unit} 2728", 6)
        assert of_type(events, "hex-suppressed") == [{"unit": unit, "hex": "2728", "markers": number}]
    assert match.state.suppressed == {"2728": 3}


def test_7_2_a_unit_whose_fire_succeeded_may_not_fire_there_again() -> None:
    match = ashore({"2/8A": "2628"})
    do(match, "fire 2/8A 2728", 5)
    assert allowed(match, "fire 2/8A 2728")
    do(match, "fire 2/8A 2728", 6)
    assert refused(match, "fire 2/8A 2728").rule == "7.2"
    do(match, "fire 2/8A 2727", 6)
    assert match.state.suppressed == {"2727": 1, "2728": 1}
    assert ap(match, "2/8A") == 5


def test_7_2_but_it_may_support_another_units_fire_there() -> None:
    match = ashore({"2/8A": "2628", "2/8B": "2628"})
    do(match, "fire 2/8A 2728", 6)
    do(match, "fire 2/8B 2728 --support 2/8A", 5)
    assert match.state.suppressed == {"2728": 2}


def test_7_2_2_markers_go_when_the_hex_is_cleared() -> None:
    match = ashore({"2/8A": "2628"}, suppressed={"2727": 2, "2728": 1})
    do(match, "attack 2/8A --on 2727", 1, 6)
    assert match.state.suppressed == {"2728": 1}


# ── Support and shore points


def test_7_2_2_one_unit_supports() -> None:
    match = ashore({"2/8A": "2628", "2/8B": "2628", "2/8E": "2628"})
    error = refused(match, "fire 2/8A 2728 --support 2/8B --support 2/8E")
    assert (error.rule, error.hint) == ("7.2.2", "fire 2/8A 2728 --support 2/8B")


def test_7_2_3_nobody_supports_itself() -> None:
    match = ashore({"2/8A": "2628"})
    assert refused(match, "fire 2/8A 2728 --support 2/8A").rule == "7.2.3"


def test_7_2_3_a_shore_point_is_used_up() -> None:
    match = ashore({"2/8A": "2628"}, shore=1)
    do(match, "fire 2/8A 2728 --shore", 4)
    assert (match.state.shore, match.state.shore_used) == (0, True)
    assert refused(match, "fire 2/8A 2728 --shore").rule == "7.2.3"


# ── --times


def test_7_2_2_times_repeats_until_it_succeeds() -> None:
    match = ashore({"2/8A": "2628"})
    events = do(match, "fire 2/8A 2728 --times 5", 1, 2, 6)
    assert [roll["dice"] for roll in rolls(events)] == [[1], [2], [6]]
    assert (ap(match, "2/8A"), match.state.suppressed) == (5, {"2728": 1})
    assert len(match.entries) == 1


def test_7_2_2_times_stops_at_its_number_and_with_the_ap() -> None:
    match = ashore({"2/8A": "2628", "2/8E": {"at": "2628", "ap": 2}})
    do(match, "fire 2/8A 2728 --times 2", 1, 1)
    assert ap(match, "2/8A") == 6
    do(match, "fire 2/8E 2728 --times 9", 1, 1)
    assert (ap(match, "2/8E"), match.state.suppressed) == (0, {})


def test_7_2_2_every_repeat_pays_its_support_and_shore_point() -> None:
    match = ashore({"2/8A": "2628", "2/8B": "2628"}, shore=2)
    do(match, "fire 2/8A 2728 --support 2/8B --shore --times 4", 1, 1)
    assert (ap(match, "2/8A"), ap(match, "2/8B"), match.state.shore) == (6, 6, 0)


def test_7_2_2_the_dice_of_a_repeat_are_asked_for_one_by_one() -> None:
    match = ashore({"2/8A": "2628"})
    assert next_die(match, "fire 2/8A 2728 --times 2", 1) == "Marine Fire on 2728"
    assert match.state.units["2/8A"].spent == 0


@pytest.mark.parametrize("times", ["0", "-1", "100", "1.5", "two", "²", "9" * 5000])
def test_7_2_2_times_is_a_number_from_1_to_99(times: str) -> None:
    match = ashore({"2/8A": "2628"})
    with pytest.raises(BadOrder, match="from 1 to 99") as caught:
        perform(match, ["fire", "2/8A", "2728", "--times", times])
    assert len(caught.value.message) < 100
