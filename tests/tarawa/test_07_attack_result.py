"""7.2.4: the result of an attack, and which of its targets are cleared."""

import pytest

from tests.tarawa.common import all_but, at, of_type, refused, rolls, tracks
from tests.tarawa.playing_ashore import ashore, do, facing, rules_of
from tests.tarawa.tables import plain_fire

# ── The result


@pytest.mark.parametrize(
    ("markers_on", "die", "result", "pins", "cleared"),
    [
        (0, 2, "repulsed Pin 1", 1, set()),
        (0, 3, "-", 0, set()),
        (0, 5, "-", 0, set()),
        (0, 6, "one hex cleared", 0, {"2727"}),
        (2, 6, "one hex cleared", 0, {"2727"}),
        (3, 6, "all hexes cleared", 0, {"2727"}),
    ],
)
def test_7_2_4_the_rows_of_the_attack_table(
    markers_on: int, die: int, result: str, pins: int, cleared: set[str]
) -> None:
    match = ashore({"2/8A": "2628"}, suppressed={"2727": markers_on} if markers_on else {})
    events = do(match, "attack 2/8A --on 2727", 1, die)
    assert rolls(events, "marine-attack")[0]["result"] == result
    assert (match.state.units["2/8A"].pins, match.state.cleared, at(match, "2/8A")) == (pins, cleared, "2628")
    assert len(of_type(events, "hex-cleared")) == len(cleared)


def test_7_2_4_a_repulse_pins_all_attackers_and_no_supporter() -> None:
    match = ashore({"2/8A": "2628", "2/8B": "2628", "3/8A": "2627"}, tracks=tracks(marines=-5))
    do(match, "attack 2/8A 2/8B --on 2727 --support 3/8A", 1, 1, 1)
    assert {id: match.state.units[id].pins for id in ("2/8A", "2/8B", "3/8A")} == {"2/8A": 1, "2/8B": 1, "3/8A": 0}


def test_7_2_4_a_repulse_does_not_lighten_a_heavier_pin() -> None:
    match = plain_fire(ashore({"2/8A": "2628", "2/8B": "2828"}, cleared="2828", tracks=tracks(japanese=5)))
    do(match, "attack 2/8A 2/8B --on 2727", 6, 1, 1)
    assert (match.state.units["2/8A"].pins, match.state.units["2/8B"].pins) == (2, 1)


@pytest.mark.parametrize("chosen", ["2727", "2728"])
def test_7_2_4_one_of_two_hexes_is_the_players_choice(chosen: str) -> None:
    match = ashore({"2/8A": "2628"}, suppressed={"2727": 4, "2728": 4})
    do(match, "attack 2/8A --on 2728 --on 2727", 1, 6)
    assert (facing(match), match.state.stack[-1].facts["on"]) == ("clear", ["2727", "2728"])
    do(match, f"decide {chosen}")
    assert match.state.cleared == {chosen}
    assert match.state.suppressed == {({"2727", "2728"} - {chosen}).pop(): 4}


def test_7_2_4_all_targets_cleared() -> None:
    match = ashore({"2/8A": "2628"}, suppressed={"2727": 7, "2728": 7})
    do(match, "attack 2/8A --on 2727 --on 2728", 1, 6)
    do(match, "decide none")
    assert (match.state.cleared, match.state.suppressed) == ({"2727", "2728"}, {})
    assert match.state.demolished == {"2728": 2}


def test_12_the_last_hex_ends_the_game_at_once() -> None:
    match = ashore({"2/8A": "4404"}, cleared=all_but("4403"), suppressed={"4403": 9})
    do(match, "attack 2/8A --on 4403", 1, 6)
    assert (match.state.outcome, match.state.stack) == ("victory", [])
    assert refused(match, "fire 2/8A 4403").rule == "12"


# ── Targets that nobody unpinned is next to

TWO = {"2/8A": "2627", "2/8B": "2629"}
"""2/8A is next to 2727 and not to 2729, 2/8B the other way round."""
ON_TWO = "attack 2/8A 2/8B --on 2727 --on 2729"
PINNED, KILLED, SAFE = 5, 4, 1
"""Dice of defensive fire with all morale at 0; killed is who has one step."""


@pytest.mark.parametrize(
    ("dice", "cleared", "gone"), [((PINNED, SAFE), {"2729"}, "2727"), ((SAFE, PINNED), {"2727"}, "2729")]
)
@pytest.mark.parametrize(("box", "result"), [(0, "one hex cleared"), (5, "all hexes cleared")])
def test_7_2_4_only_a_target_next_to_an_unpinned_attacker_is_cleared(
    box: int, result: str, dice: tuple[int, int], cleared: set[str], gone: str
) -> None:
    match = ashore(TWO, tracks=tracks(marines=box))
    events = do(match, ON_TWO, *dice, 6)
    assert rolls(events)[-1]["result"] == result
    assert (match.state.cleared, match.state.stack) == (cleared, [])
    assert of_type(events, "out-of-reach") == [{"hex": gone}]
    assert rules_of(events, "out-of-reach") == {"7.2.4"}


def test_7_2_4_a_killed_attacker_clears_nothing_either() -> None:
    match = ashore(TWO | {"2/8A": {"at": "2627", "steps": 1}}, tracks=tracks(marines=5))
    do(match, ON_TWO, KILLED, SAFE, 6)
    assert (at(match, "2/8A"), match.state.cleared) == ("lost", {"2729"})


def test_7_2_4_with_both_unpinned_the_choice_is_as_it_was() -> None:
    match = ashore(TWO)
    events = do(match, ON_TWO, SAFE, SAFE, 6)
    assert of_type(events, "out-of-reach") == []
    assert match.state.stack[-1].facts["on"] == ["2727", "2729"]


def test_7_2_4_a_repulse_says_nothing_of_reach() -> None:
    match = ashore(TWO)
    events = do(match, ON_TWO, PINNED, SAFE, 1)
    assert len(of_type(events, "pinned")) == 2
    assert of_type(events, "out-of-reach") == []
