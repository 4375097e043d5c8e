"""8.2, 8.4, 8.9, 8.10: what a unit lives on and for how long it has gone without is shown wherever it is looked at."""

from typing import Any

import pytest

from tarawa_cli.games.tarawa.exports.report import html
from tarawa_cli.games.tarawa.views import facts, reports
from tests.tarawa.maps import CLOSE, drawn, seen
from tests.tarawa.playing_supply import Match, do, start, unit

UNITS: dict[str, Any] = {
    "2/8A": {"at": "2531", "landed": 1, "supply": "active", "group": "2/8A@8"},
    "3/8A": {"at": "2530", "landed": 8, "supply": "active"},
    "2/8B": {"at": "2529", "landed": 1},
    "1/10": {"at": "2529", "landed": 1},
    "2/2A": {"at": "2838", "landed": 1, "supply": "none", "unsupplied": 1},
    "2/2B": {"at": "2838", "landed": 1, "supply": "none", "unsupplied": 2},
    "2/2E": {"at": "2837", "landed": 1, "supply": "none", "unsupplied": 3},
    "sherman-1": {"at": "2836", "landed": 1, "supply": "none", "unsupplied": 3},
    "stuart-1": {"at": "2837", "landed": 8},
    "1/2A": {"at": "3649", "landed": 1},
    "3/6A": "schedule",
}
WORDS = {
    "2/8A": "supply active (marker)",
    "3/8A": "supply active (landing, turns 8-9)",
    "2/8B": "supply general",
    "1/10": "supply general",
    "2/2A": "unsupplied for 1 turn",
    "2/2B": "unsupplied for 2 turns",
    "2/2E": "isolated (unsupplied for 3 turns)",
    "sherman-1": "isolated (unsupplied for 3 turns)",
    "stuart-1": "supply general (landing, turns 8-9)",
    "1/2A": "supply general (no line)",
}


@pytest.fixture
def match() -> Match:
    return start(UNITS, turn=8, phase="actions", heads="2531")


@pytest.mark.parametrize("id", WORDS)
def test_units_tells_what_a_unit_lives_on_in_one_line(match: Match, id: str) -> None:
    listed = reports.units(match.state, [unit(match, id)]).splitlines()
    assert len(listed) == 2
    assert listed[1].split("  ")[-1] == WORDS[id]
    assert len(listed[1]) <= 80


@pytest.mark.parametrize("id", WORDS)
def test_a_unit_tells_it_too(match: Match, id: str) -> None:
    assert f"  {WORDS[id]}" in reports.unit_summary(match.state, unit(match, id))


def test_a_unit_without_supply_tells_what_it_may_not_do(match: Match) -> None:
    said = {id: reports.unit_summary(match.state, unit(match, id))[-1].strip() for id in WORDS}
    assert said["2/2B"] == "may not attack or support; fires at -1 [8.9]"
    assert said["2/2E"] == "may not move, recover, demolish or support; fires at -1 [8.10]"
    assert said["sherman-1"] == "may not move or support [8.10]"
    assert said["2/8B"] == "supply general"


def test_nobody_afloat_or_to_come_is_said_to_be_in_supply(match: Match) -> None:
    assert reports.unit_notes(match.state, unit(match, "3/6A")) == ["from turn 20: red1 red2 red3 green"]
    assert facts.unit_facts(match.state, unit(match, "3/6A"))["supply_by"] is None


def test_status_names_those_without_supply_and_nobody_else(match: Match) -> None:
    lines = reports.status(match.state, match).splitlines()
    assert "Unsupplied: 2/2A (1 turn), 2/2B (2 turns)" in lines
    assert "Isolated: 2/2E sherman-1 (3 turns)" in lines


def test_status_is_silent_when_all_are_supplied() -> None:
    match = start({"2/8A": UNITS["2/8A"]}, turn=8, phase="actions", heads="2531")
    said = reports.status(match.state, match)
    assert "nsupplied" not in said
    assert "solated" not in said


@pytest.mark.parametrize(
    ("id", "by", "isolated"),
    [
        ("2/8A", "marker", False),
        ("3/8A", "landing", False),
        ("2/8B", "head", False),
        ("2/2B", None, False),
        ("2/2E", None, True),
        ("stuart-1", "landing", False),
        ("1/2A", "check", False),
    ],
)
def test_json_tells_it_apart(match: Match, id: str, by: str | None, isolated: bool) -> None:
    fact = facts.unit_facts(match.state, unit(match, id))
    assert (fact["supply_by"], fact["isolated"]) == (by, isolated)
    assert (fact["supply"], fact["unsupplied"]) == (unit(match, id).supply, unit(match, id).unsupplied)


@pytest.mark.parametrize("where", ["beach:red3", "beach:red2"])
def test_the_close_map_marks_who_goes_without_and_tells_markers_from_landing(match: Match, where: str) -> None:
    text = drawn(match.state, where)
    said = {
        "beach:red3": ("supply active (marker): 2/8A", "supply active (landing, turns 8-9): 3/8A"),
        "beach:red2": ("unsupplied for 1 turn", "unsupplied for 2 turns", "isolated (unsupplied"),
    }[where]
    for words in said:
        assert words in text


@pytest.mark.parametrize(("id", "sign"), [("2/2A", "?1"), ("2/2B", "?2"), ("2/2E", "??")])
def test_a_counter_shows_how_long_it_has_had_no_supply(match: Match, id: str, sign: str) -> None:
    for other in match.state.units.values():
        if other.at == unit(match, id).at and other.id != id:
            match.state.units.put(other, "schedule")
    assert sign in seen(match.state, unit(match, id).hex, CLOSE)


def test_the_close_map_says_nothing_of_plain_supply_or_of_who_is_not_on_it(match: Match) -> None:
    text = drawn(match.state, "2529", radius=0)
    for unsaid in ("general", "unsupplied", "isolated", "3649"):
        assert unsaid not in text


def test_the_report_has_it_in_its_table(match: Match) -> None:
    page = html(match)
    for said in WORDS.values():
        assert f"<td>{said.removeprefix('supply ')}</td>" in page
    assert "Isolated: 2/2E sherman-1 (3 turns)" in page


def test_a_unit_that_lands_is_on_landing_supply_in_its_landing_turn_and_the_next() -> None:
    units = {"3/8A": {"at": "in:lvt-1", "beach": "red3"}, "lvt-1": {"at": "2431", "beach": "red3"}}
    match = start(units, turn=9, phase="impulse-3", heads="2838")
    do(match, "advance lvt-1 2531")
    assert facts.unit_facts(match.state, unit(match, "3/8A"))["supply_by"] == "landing"
    do(match, "next")
    while match.state.phase != "actions":
        do(match, "next")
    assert "supply active (landing, turns 9-10)" in reports.unit_notes(match.state, unit(match, "3/8A"))


def test_a_relieved_unit_is_told_as_supplied_again() -> None:
    units = {"2/8A": {"at": "2731", "landed": 1, "supply": "none", "unsupplied": 3}}
    match = start(units, turn=8, phase="supply-check", cleared="2731")
    assert reports.unit_notes(match.state, unit(match, "2/8A")) == ["isolated (unsupplied for 3 turns)"]
    do(match, "head 2731")
    assert reports.unit_notes(match.state, unit(match, "2/8A")) == ["supply general"]
