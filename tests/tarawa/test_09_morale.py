"""9: markers that move at once, operative levels that follow, and what moves them."""

from typing import Any

import pytest

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.model.state import allowance
from tarawa_cli.games.tarawa.narration.effects import changed
from tarawa_cli.games.tarawa.narration.sentences import sentences
from tarawa_cli.games.tarawa.narration.turn_report import report_turn
from tarawa_cli.games.tarawa.rules.ch08_09_supply_morale import copy_levels, move_marker
from tarawa_cli.games.tarawa.rules.japanese_fire import count_casualties, lose_steps, take_hits
from tarawa_cli.games.tarawa.views import facts, reports
from tarawa_cli.kernel.narration.digest import changes
from tests.tarawa.playing_supply import Match, do, modifiers, only, play, quiet, rolls, start, types, unit

TRACKS = ("japanese", "marines", "2nd", "6th", "8th", "10th")


def fighting(units: dict[str, Any], *uncleared: str, **keys: Any) -> Match:
    """In `actions`, with a few hexes left to take."""
    return start(units, **{"turn": 8, "phase": "actions", "policy": {"hits": "step"}, **quiet(*uncleared, **keys)})


def active(at: str, **keys: Any) -> dict[str, Any]:
    return {"at": at, "landed": 7, "supply": "active", **keys}


def boxes(match: Match, *tracks: str) -> list[int]:
    return [match.state.tracks[track] for track in tracks]


# ── The tracks


def test_all_tracks_start_on_the_first_plus_2() -> None:
    match = start({}, turn=1, phase="bombardment")
    assert boxes(match, *TRACKS) == [3] * 6
    assert [match.state.level(track) for track in TRACKS] == [2] * 6


def test_the_eleven_boxes() -> None:
    match = start({}, turn=1, phase="bombardment")
    levels = [match.state.charts.level(box) for box in range(-5, 6)]
    assert levels == [-3, -2, -2, -1, -1, 0, 1, 1, 2, 2, 3]


def test_a_marker_moves_at_once_and_the_level_in_phase_morale() -> None:
    match = start({"2/8A": active("2531")}, turn=8, phase="morale", **quiet(tracks={"marines": 3}))
    move_marker(play(match), "marines", -2, "a test", "9.2.2")
    assert (match.state.marker_level("marines"), match.state.level("marines")) == (1, 2)
    copied = only(do(match, "next", [1, 1]), "levels-copied")
    assert (copied.rule, copied.facts["levels"]) == ("3.5.1", {"marines": 1})
    assert match.state.level("marines") == 1


def test_a_marker_stays_on_its_track() -> None:
    match = start({}, turn=8, phase="actions", tracks={"2nd": 5, "japanese": -5})
    hands = play(match)
    move_marker(hands, "2nd", +1, "a test", "9.2.4")
    move_marker(hands, "japanese", -1, "a test", "9.2.1")
    assert boxes(match, "2nd", "japanese") == [5, -5]
    assert hands.events == []


def test_nothing_is_copied_if_nothing_moved() -> None:
    hands = play(start({}, turn=8, phase="morale"))
    copy_levels(hands)
    assert hands.events == []


def test_every_modifier_takes_the_operative_level() -> None:
    match = fighting({"2/8A": active("2530")}, "2630", tracks={"marines": -5, "japanese": -5},
                     operative={"marines": 5, "japanese": 3})  # fmt: skip
    events = do(match, "attack 2/8A --on 2630", [1, 1])
    assert modifiers(rolls(events, "japanese-fire")[0])["Japanese morale"] == 2
    attack = modifiers(rolls(events, "marine-attack")[0])
    assert (attack["Marine general morale"], attack["Japanese morale"]) == (3, -2)


def test_morale_of_zero_is_no_modifier() -> None:
    match = fighting({"2/8A": active("2530")}, "2630", tracks={"marines": 0, "japanese": 0})
    events = do(match, "attack 2/8A --on 2630", [1, 3])
    shown = modifiers(rolls(events, "marine-attack")[0]) | modifiers(rolls(events, "japanese-fire")[0])
    assert not any("morale" in label for label in shown)


def test_demolition_takes_no_morale() -> None:
    match = fighting({"2/8E": active("2627")}, "2626")
    events = do(match, "demolish 2/8E --on 2626", [1, 1])
    assert not any("morale" in label for label in modifiers(rolls(events, "demolition")[0]))


@pytest.mark.parametrize(("box", "ap"), [(3, 8), (0, 8), (-1, 7), (-3, 6), (-5, 5)])
def test_only_negative_regiment_morale_counts_for_the_allowance(box: int, ap: int) -> None:
    match = fighting({"2/8A": active("2531"), "hawkins": active("2530")}, tracks={"8th": box, "marines": box})
    assert allowance(match.state, unit(match, "2/8A")) == ap
    assert allowance(match.state, unit(match, "hawkins")) == 8


# ── 9.2.1, 9.2.2, 9.2.4: what moves the markers


def test_a_pillbox_hex_cleared_moves_three_tracks() -> None:
    match = fighting(
        {"2/8A": active("2627")}, "2626", tracks={"marines": 4, "japanese": 0}, operative={"marines": 5, "japanese": 0}
    )
    do(match, "attack 2/8A --on 2626", [1, 6])
    assert "2626" in match.state.cleared
    assert boxes(match, "japanese", "marines", "8th") == [-1, 5, 3]
    do(match, "decide 8th")
    assert boxes(match, "8th") == [4]


def test_the_gain_of_a_regiment_may_be_declined() -> None:
    match = fighting({"2/8A": active("2627")}, "2626", tracks={"japanese": 0}, operative={"marines": 5, "japanese": 0})
    do(match, "attack 2/8A --on 2626", [1, 6])
    do(match, "decide none")
    assert boxes(match, "8th") == [3]


def test_two_pillboxes_lift_the_marines_by_two() -> None:
    still = ("3330", "3130")  # so that no area is secured
    match = fighting({"2/8A": active("3331")}, *still, suppressed={"3330": 2}, tracks={"marines": 0, "japanese": 0})
    do(match, "attack 2/8A --on 3330", [1, 6])
    assert boxes(match, "japanese", "marines") == [0, 0]
    better = fighting({"2/8A": active("3331")}, *still, suppressed={"3330": 3}, tracks={"marines": 0, "japanese": 0})
    do(better, "attack 2/8A --on 3330", [1, 6])
    assert boxes(better, "japanese", "marines") == [-1, 2]


def test_a_retaken_pillbox_hex_cleared_again_moves_no_morale() -> None:
    match = fighting({"2/8A": active("2627")}, "2626", demolished={"2626": 2}, tracks={"japanese": 0})
    events = do(match, "attack 2/8A --on 2626", [1, 6])
    assert "2626" in match.state.cleared
    assert "marker-moved" not in types(events)
    assert match.state.question is None


def test_an_area_secured_for_the_first_time_lifts_the_marines_once() -> None:
    keys = quiet("2630")
    others = [area for area in keys["secured"] if area != "red3"]
    first = fighting({"2/8A": active("2530")}, "2630", secured=others)
    events = do(first, "attack 2/8A --on 2630", [1, 6])
    assert only(events, "area-secured").facts["area"] == "red3"
    assert boxes(first, "marines") == [4]
    again = fighting({"2/8A": active("2530")}, "2630")
    do(again, "attack 2/8A --on 2630", [1, 6])
    assert boxes(again, "marines") == [3]


@pytest.mark.parametrize(("before", "spaces", "box"), [(900, 1, 3), (950, 1, 2), (1950, 2, 2), (1000, 1, 3)])
def test_each_full_thousand_casualties_costs_a_box(before: int, spaces: int, box: int) -> None:
    match = fighting({"2/8A": active("2531")}, casualties=before)
    count_casualties(play(match), unit(match, "2/8A"), spaces)
    assert match.state.casualties == before + 50 * spaces
    assert boxes(match, "marines") == [box]


def test_a_hit_taken_as_morale_costs_the_regiment_a_box() -> None:
    match = fighting({"2/8A": active("2531")}, policy={"hits": "morale"})
    take_hits(play(match), ["2/8A"])
    assert boxes(match, "8th", "2nd", "marines", "japanese") == [2, 3, 3, 3]


@pytest.mark.parametrize(("box", "marines", "japanese"), [(-3, 0, 0), (-4, -1, 1)])
def test_a_regiment_that_reaches_minus_3_shakes_the_division(box: int, marines: int, japanese: int) -> None:
    match = fighting(
        {"2/8A": active("2531")}, policy={"hits": "morale"}, tracks={"8th": box, "marines": 0, "japanese": 0}
    )
    take_hits(play(match), ["2/8A"])
    assert boxes(match, "8th", "marines", "japanese") == [box - 1, marines, japanese]


def test_a_regiment_at_minus_3_takes_only_steps() -> None:
    match = fighting({"2/8A": active("2531")}, policy={"hits": "morale"}, tracks={"8th": -5})
    take_hits(play(match), ["2/8A"])
    assert (boxes(match, "8th"), unit(match, "2/8A").steps) == ([-5], 7)


@pytest.mark.parametrize(("id", "box"), [("2/8A", 1), ("hawkins", 1), ("2/8E", 0), ("sherman-1", 0), ("1/10", 0)])
def test_an_infantry_unit_eliminated_lifts_the_japanese(id: str, box: int) -> None:
    match = fighting({id: active("2531", steps=1)}, tracks={"japanese": 0})
    lose_steps(play(match), unit(match, id), 1, "7.3")
    assert unit(match, id).at == "lost"
    assert boxes(match, "japanese") == [box]


# ── In words


@pytest.mark.parametrize(
    ("box", "name"),
    [
        *((-5, "-3"), (-4, "-2, second box"), (-3, "-2, first box"), (-2, "-1, second box"), (-1, "-1, first box")),
        *(
            (0, "0"),
            (1, "+1, first box"),
            (2, "+1, second box"),
            (3, "+2, first box"),
            (4, "+2, second box"),
            (5, "+3"),
        ),
    ],
)
def test_of_two_boxes_with_the_same_number_it_is_said_which(box: int, name: str) -> None:
    match = fighting({"2/8A": active("2531")}, tracks={"japanese": box}, operative={"japanese": 0})
    assert match.state.charts.box_name(box) == name
    row = next(line for line in reports.status(match.state, match).splitlines() if line.startswith("  Japanese"))
    assert row.split("  ")[1].strip() == "Japanese"
    assert name in row
    assert row.endswith(" 0")
    assert f"−3 {'○' * (box + 5)}●{'○' * (5 - box)} +3" in row
    assert facts.track(match.state, "japanese")["marker"]["name"] == name


def test_a_marker_that_moves_within_a_number_says_so() -> None:
    match = fighting({"2/8A": active("2531")}, tracks={"japanese": 4})
    before = GAME.load(match.setup, GAME.dump(match.state))
    work = play(match)
    move_marker(work, "japanese", -1, "a test", "9.2.1")
    assert sentences(work.events, match.state) == ["  Japanese morale -1 box, to +2, first box: a test  [9.2.1]"]
    assert report_turn(work.events, match.state) == ["Japanese morale fell to +2, first box (−3 ○○○○○○○○●○○ +3)."]
    found = [*changes(GAME.dump(before), GAME.dump(match.state))]
    assert changed(before, match.state, found) == ["  Japanese morale +2, second box → +2, first box"]
