"""7.2.4: attack — who may, defensive fire, the roll."""

from typing import Any

import pytest

from tests.tarawa.common import allowed, at, modifiers, next_die, of_type, refused, rolls, tracks
from tests.tarawa.playing_ashore import ap, ashore, do, facing, markers, rules_of
from tests.tarawa.tables import plain_fire

# ── Who may attack


@pytest.mark.parametrize("unit", ["2/8A", "hawkins"])
def test_7_2_4_infantry_attacks_for_three_ap(unit: str) -> None:
    match = ashore({unit: {"at": "2628", "ap": 3}})
    events = do(match, f"attack {unit} --on 2727", 1, 3)
    assert of_type(events, "assaulted") == [{"unit": unit, "cost": 3}]
    assert ap(match, unit) == 0
    assert match.state.units[unit].attacked
    assert match.state.units[unit].fought


@pytest.mark.parametrize("unit", ["2/8E", "sherman-1", "stuart-1", "1/10"])
def test_7_2_4_nobody_else_attacks(unit: str) -> None:
    assert refused(ashore({unit: "2628"}), f"attack {unit} --on 2727").rule == "7.2.4"


def test_7_2_4_every_attacker_needs_three_ap() -> None:
    match = ashore({"2/8A": "2628", "2/8B": {"at": "2628", "ap": 2.5}})
    error = refused(match, "attack 2/8A 2/8B --on 2727")
    assert (error.rule, error.message) == ("7.2.4", "an attack costs 3 AP, and 2/8B has 2.5 left")


@pytest.mark.parametrize(("supply", "may"), [("active", True), ("general", False), ("none", False)])
def test_7_2_4_every_attacker_needs_active_supply(supply: str, may: bool) -> None:
    match = ashore({"2/8A": "2628", "2/8B": {"at": "2628", "supply": supply}})
    assert allowed(match, "attack 2/8A 2/8B --on 2727") == may
    if not may:
        assert refused(match, "attack 2/8A 2/8B --on 2727").rule == "7.2.4"


def test_7_2_4_each_attacker_is_next_to_a_target_and_each_target_to_an_attacker() -> None:
    match = ashore({"2/8A": "2628", "2/8B": "2625", "3/8A": "2629"}, cleared="2724")
    assert allowed(match, "attack 2/8A 3/8A --on 2728")
    assert allowed(match, "attack 2/8A 3/8A --on 2727 --on 2729")
    error = refused(match, "attack 2/8A 2/8B --on 2728")
    assert (error.rule, error.hint) == ("7.2.4", "attack 2/8A --on 2727")
    assert refused(match, "attack 2/8A --on 2728 --on 2729").rule == "7.2.4"
    assert "not an uncleared hex" in refused(match, "attack 2/8B --on 2724").message
    assert "not an uncleared hex" in refused(match, "attack 2/8A --on 2627").message
    assert refused(match, "attack 2/8A 2/8A --on 2728").rule == "7.2.4"


def test_7_2_4_one_or_two_different_targets() -> None:
    match = ashore({"2/8A": "2628", "2/8B": "2629"})
    assert refused(match, "attack 2/8A 2/8B --on 2727 --on 2728 --on 2729").rule == "7.2.4"
    assert refused(match, "attack 2/8A --on 2727 --on 2727").rule == "7.2.4"


def test_11_33_a_unit_in_2632_attacks_and_is_fired_on_as_on_the_pier() -> None:
    match = ashore({"2/8A": "pier:2632"})
    events = do(match, "attack 2/8A --on 2731", 1, 6)
    assert modifiers(rolls(events)[0]) == {"in pier": 1}
    assert match.state.cleared == {"2731"}


# ── Defensive fire


def test_7_2_4_every_attacker_suffers_one_fire_in_the_order_of_the_counters() -> None:
    match = ashore({"3/8A": "2629", "2/8B": "2628", "2/8A": "2628"})
    events = do(match, "attack 3/8A 2/8B 2/8A --on 2728", 1, 2, 3, 6)
    fires = rolls(events, "japanese-fire")
    assert [(roll["on"], roll["dice"], roll["column"]) for roll in fires] == [
        ("2/8A", [1], "ashore"),
        ("2/8B", [2], "ashore"),
        ("3/8A", [3], "ashore"),
    ]
    assert rules_of(events, "roll") == {"7.2.4"}


def test_7_2_4_every_modifier_of_defensive_fire_by_name() -> None:
    match = ashore(
        {"2/2A": "2934"},
        cleared="2934",
        improved="2934",
        tracks=tracks(japanese=3, marines=5),
        suppressed={"2933": 2, "2833": 1, "2835": 4, "2935": 1, "2728": 1},
        chits={"red2": -2, "red3": -1},
        raids={"red2": 2},
    )
    events = do(match, "attack 2/2A --on 2933", 6, 1)
    (fire,) = rolls(events, "japanese-fire")
    assert modifiers(fire) == {
        "Japanese morale": 2,
        "in palm grove": -1,
        "suppression marker ×2": -2,
        "suppressed pillbox hex ×2": -2,
        "bombardment chit": -2,
        "air-raid marker": -1,
        "improved position": -1,
    }
    assert {m["label"]: m["rule"] for m in fire["modifiers"]} == {
        "Japanese morale": "9.4",
        "in palm grove": "2.3",
        "suppression marker ×2": "7.2.2",
        "suppressed pillbox hex ×2": "7.2.2",
        "bombardment chit": "5.2",
        "air-raid marker": "10.1.1",
        "improved position": "11.1",
    }


def test_7_2_2_a_pillbox_hex_that_fires_counts_its_own_markers_only_once() -> None:
    match = ashore({"2/2A": "2834"}, suppressed={"2835": 3, "2833": 2})
    (fire,) = rolls(do(match, "attack 2/2A --on 2835", 1, 5), "japanese-fire")
    assert modifiers(fire) == {"suppression marker ×3": -3, "suppressed pillbox hex": -1}


@pytest.mark.parametrize(
    ("suppressed", "counted"),
    [
        ({}, {}),
        ({"2727": 2}, {}),
        ({"2727": 2, "2728": 1}, {"suppression marker": -1}),
        ({"2727": 1, "2728": 3}, {"suppression marker": -1, "suppressed pillbox hex": -1}),
    ],
)
def test_7_2_4_the_least_suppressed_of_two_targets_fires(suppressed: dict[str, int], counted: dict[str, int]) -> None:
    match = ashore({"2/8A": "2628"}, suppressed=suppressed)
    (fire,) = rolls(do(match, "attack 2/8A --on 2727 --on 2728", 1, 6), "japanese-fire")
    assert modifiers(fire) == counted


def test_7_2_4_only_a_target_next_to_the_attacker_fires_at_it() -> None:
    match = ashore({"2/8A": "2627", "2/8B": "2629"}, suppressed={"2727": 2})
    near, far = rolls(do(match, "attack 2/8A 2/8B --on 2727 --on 2729", 1, 1, 3), "japanese-fire")
    assert modifiers(near) == {"suppression marker ×2": -2}
    assert modifiers(far) == {}


@pytest.mark.parametrize(
    ("chits", "counted"),
    [({"red2": -1, "triangle": -2}, -1), ({"red2": -2, "triangle": -1}, -1), ({"red2": -2}, 0)],
)
def test_7_2_4_ties_between_targets_go_to_the_higher_modified_roll(chits: dict[str, int], counted: int) -> None:
    """2931 touches 2832 of Red 2 and 2930 of the triangle, both unsuppressed."""
    match = ashore({"2/2A": "2931"}, chits=chits)
    (fire,) = rolls(do(match, "attack 2/2A --on 2832 --on 2930", 1, 4), "japanese-fire")
    assert modifiers(fire).get("bombardment chit", 0) == counted
    assert modifiers(fire)["in airstrip"] == 1


def test_7_2_4_markers_decide_before_the_modified_roll_does() -> None:
    """2832 has no marker but a chit of -2; 2930 has one marker: the least suppressed fires."""
    match = ashore({"2/2A": "2931"}, chits={"red2": -2}, suppressed={"2930": 1})
    (fire,) = rolls(do(match, "attack 2/2A --on 2832 --on 2930", 1, 4), "japanese-fire")
    assert modifiers(fire) == {"in airstrip": 1, "bombardment chit": -2}


# ── Decisions, pins and losses before the roll


def test_7_2_4_a_hit_is_decided_before_the_next_attacker_is_fired_at() -> None:
    match = plain_fire(ashore({"2/8A": "2628", "2/8B": "2628"}))
    do(match, "attack 2/8A 2/8B --on 2727", 6)
    assert (facing(match), match.state.stack[-1].facts) == ("hit", {"unit": "2/8A"})
    do(match, "decide step", 6)
    assert match.state.stack[-1].facts == {"unit": "2/8B"}
    events = do(match, "decide morale", 4)
    assert modifiers(rolls(events, "marine-attack")[0]) == {"battalion integrity": 1, "further attacker": 1}
    assert match.state.cleared == {"2727"}
    assert (match.state.units["2/8A"].steps, match.state.units["2/8B"].steps, markers(match, "8th")) == (7, 8, (-1,))


def test_7_2_order_of_dice_fires_close_support_then_the_attack() -> None:
    match = ashore({"2/8A": "2628", "2/8B": "2628", "2/8E": "2628", "1/10": "2529"})
    order = "attack 2/8A 2/8B --on 2727 --support 2/8E --support 1/10"
    assert next_die(match, order) == "Japanese Fire (ashore) on 2/8A"
    assert next_die(match, order, 1) == "Japanese Fire (ashore) on 2/8B"
    assert next_die(match, order, 1, 1) == "Close Support"
    assert next_die(match, order, 1, 1, 1) == "Marine Attack on 2727"


def test_7_2_4_a_pinned_attacker_does_not_roll() -> None:
    match = ashore({"2/8A": "2628"})
    events = do(match, "attack 2/8A --on 2727", 5)
    assert of_type(events, "assault-stopped") == [{"units": ["2/8A"]}]
    assert rules_of(events, "assault-stopped") == {"7.2.4"}
    assert (rolls(events, "marine-attack"), match.state.cleared, match.state.stack) == ([], set(), [])
    assert match.state.units["2/8A"].attacked


def test_7_2_4_one_unpinned_attacker_is_enough_and_alone_counts() -> None:
    match = ashore({"2/8A": "2628", "3/8A": "2629", "1/8A": "2828"}, cleared="2828")
    events = do(match, "attack 2/8A 3/8A 1/8A --on 2728", 6, 1, 5, 6)
    assert modifiers(rolls(events, "marine-attack")[0]) == {"target: pillbox": -3}


def test_7_2_4_a_killed_attacker_counts_for_nothing() -> None:
    match = ashore({"2/8A": {"at": "2628", "steps": 1}, "3/8A": "2629", "2/8B": "2628"})
    events = do(match, "attack 2/8A 3/8A --on 2728", 4, 1, 6)
    assert at(match, "2/8A") == "lost"
    assert modifiers(rolls(events, "marine-attack")[0]) == {"target: pillbox": -3}
    assert (match.state.casualties, markers(match, "japanese")) == (50, (1,))


# ── The roll


def test_7_2_4_every_modifier_of_the_attack_by_name() -> None:
    match = ashore(
        {"2/2A": "2931", "2/2B": "2931", "3/2A": "2831", "1/2A": "2932", "sherman-1": "2730", "1/10": "2529"},
        tracks=tracks(marines=5, japanese=-3),
        suppressed={"2832": 2, "2930": 1},
        chits={"red2": -2, "triangle": -1},
        shore=1,
    )
    order = "attack 1/2A 2/2A 2/2B 3/2A --on 2832 --on 2930 --support 1/10 --shore"
    events = do(match, order, 1, 1, 1, 1, 1)
    assert modifiers(rolls(events)[-1]) == {
        "Marine general morale": 3,
        "Japanese morale": 2,
        "suppression marker": 1,
        "support by 1/10": 1,
        "shore point": 1,
        "bombardment chit": 1,
        "battalion integrity": 1,
        "two targets": -1,
        "further attacker ×2": 2,
    }
    assert rolls(events)[-1]["on"] == "2832 2930"


@pytest.mark.parametrize(("box", "value"), [(5, -3), (1, -1), (0, 0), (-5, 3)])
def test_9_4_japanese_morale_is_subtracted(box: int, value: int) -> None:
    match = ashore({"2/8A": "2628"}, tracks=tracks(japanese=box), suppressed={"2727": 9})
    assert modifiers(rolls(do(match, "attack 2/8A --on 2727", 1, 1))[-1]).get("Japanese morale", 0) == value


@pytest.mark.parametrize(
    ("suppressed", "value"), [({"2727": 3}, 0), ({"2727": 3, "2728": 1}, 1), ({"2727": 2, "2728": 2}, 2)]
)
def test_7_2_4_the_lower_number_of_markers_of_two_targets(suppressed: dict[str, int], value: int) -> None:
    match = ashore({"2/8A": "2628"}, suppressed=suppressed)
    found = modifiers(rolls(do(match, "attack 2/8A --on 2727 --on 2728", 1, 4))[-1])
    assert sum(v for label, v in found.items() if label.startswith("suppression marker")) == value


@pytest.mark.parametrize(("chits", "value"), [({"red2": -2}, 0), ({"red2": -2, "triangle": -1}, 1), ({"red2": 0}, 0)])
def test_5_2_the_chits_amount_raises_an_attack_by_the_lower_of_two(chits: dict[str, int], value: int) -> None:
    match = ashore({"2/2A": "2931"}, chits=chits)
    found = modifiers(rolls(do(match, "attack 2/2A --on 2832 --on 2930", 1, 4))[-1])
    assert found.get("bombardment chit", 0) == value


@pytest.mark.parametrize("chit", [-2, -1])
def test_5_2_the_chits_whole_amount_counts_with_one_target(chit: int) -> None:
    match = ashore({"2/8A": "2628"}, chits={"red3": chit})
    assert modifiers(rolls(do(match, "attack 2/8A --on 2727", 1, 2))[-1]) == {"bombardment chit": -chit}


@pytest.mark.parametrize(
    ("other", "kept"),
    [
        ({"2/8B": "2628"}, True),
        ({"2/8B": "2626"}, True),
        ({"2/8B": "2625"}, False),
        ({"2/8B": {"at": "2628", "pins": 1}}, True),
        ({"2/8B": {"at": "2628", "digging": True}}, True),
        ({"2/8B": {"at": "2427", "beach": "red3"}}, False),
        ({"2/8E": "2628"}, False),
        ({"3/8B": "2627"}, False),
        ({"2/8B": "lost"}, False),
    ],
)
def test_7_2_battalion_integrity_is_the_other_half_ashore_within_two_hexes(other: dict[str, Any], kept: bool) -> None:
    match = ashore({"2/8A": "2628", **other}, cleared="2626")
    found = modifiers(rolls(do(match, "attack 2/8A --on 2727", 1, 3))[-1])
    assert found == ({"battalion integrity": 1} if kept else {})


def test_7_2_4_the_integrity_of_any_attacker_counts_a_pinned_ones_too() -> None:
    match = ashore({"2/8A": "2628", "2/8B": "2628", "hawkins": "2627"})
    found = modifiers(rolls(do(match, "attack 2/8A hawkins --on 2727", 5, 1, 3))[-1])
    assert found == {"battalion integrity": 1}


@pytest.mark.parametrize(
    ("here", "target", "cleared", "found"),
    [
        ("2628", "2727", "", {}),
        ("2531", "2631", "", {}),
        ("2834", "2933", "", {"target: palm grove": -1}),
        ("2834", "2835", "", {"target: pillbox": -3}),
        ("2628", "2728", "", {"target: pillbox": -3}),
        ("3542", "3543", "3542", {"target: excavation": -1}),
        ("3043", "3143", "3043", {}),
        ("3345", "3446", "3345", {"across an anti-tank ditch": -1}),
        ("3241", "3341", "3241", {"target: excavation": -1, "across an anti-tank ditch": -1}),
        ("3445", "3346", "3445", None),
        ("3446", "3346", "3446", {"target: pillbox": -3, "across an anti-tank ditch": -1}),
    ],
)
def test_2_3_the_target_s_ground_the_worse_counts_and_a_ditch_on_top(
    here: str, target: str, cleared: str, found: dict[str, int] | None
) -> None:
    match = ashore({"2/8A": here}, cleared=cleared)
    if found is None:
        assert refused(match, f"attack 2/8A --on {target}").rule == "7.2.4"
    else:
        assert modifiers(rolls(do(match, f"attack 2/8A --on {target}", 1, 6))[-1]) == found


def test_2_3_the_worse_ground_of_two_targets() -> None:
    match = ashore({"2/2A": "2834"})
    found = modifiers(rolls(do(match, "attack 2/2A --on 2933 --on 2833", 1, 6))[-1])
    assert found == {"target: pillbox": -3, "two targets": -1}


def test_2_3_a_hex_without_a_standing_pillbox_counts_as_its_terrain() -> None:
    match = ashore({"2/2A": "2834"}, demolished={"2835": 2})
    assert modifiers(rolls(do(match, "attack 2/2A --on 2835", 1, 3))[-1]) == {"target: palm grove": -1}


@pytest.mark.parametrize(("demolished", "value"), [(1, -3), (3, -3)])
def test_2_3_a_pillbox_counts_while_any_stands(demolished: int, value: int) -> None:
    match = ashore({"2/8A": "3331"}, demolished={"3330": demolished})
    assert modifiers(rolls(do(match, "attack 2/8A --on 3330", 1, 6))[-1]) == {"target: pillbox": value}


def test_2_3_a_ditch_counts_only_if_an_unpinned_attacker_crosses_it() -> None:
    """2/8A attacks 3446 over the ditch from 3345, 3/8A from 3447 not."""
    units = {"2/8A": "3345", "3/8A": "3447"}
    match = ashore(units, cleared="3345 3447")
    assert modifiers(rolls(do(match, "attack 2/8A 3/8A --on 3446", 5, 1, 3))[-1]) == {}
    match = ashore(units, cleared="3345 3447")
    found = modifiers(rolls(do(match, "attack 2/8A 3/8A --on 3446", 1, 5, 3))[-1])
    assert found == {"across an anti-tank ditch": -1}


@pytest.mark.parametrize(("attackers", "label", "value"), [(1, "", 0), (2, "", 1), (3, " ×2", 2), (4, " ×2", 2)])
def test_7_2_4_each_further_unpinned_attacker_adds_one_at_most_two(attackers: int, label: str, value: int) -> None:
    places = {"2/8A": "2628", "3/8A": "2627", "1/8A": "2726", "hawkins": "2828"}
    units = dict(list(places.items())[:attackers])
    match = ashore(units, cleared="2726 2828")
    found = modifiers(rolls(do(match, f"attack {' '.join(units)} --on 2727", *[1] * attackers, 1))[-1])
    assert found == ({f"further attacker{label}": value} if value else {})
