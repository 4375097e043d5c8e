"""A turn told as in a battle report, from the events that it was made of."""

from typing import Any

import pytest

from tarawa_cli.games.tarawa.narration.sentences import dated
from tarawa_cli.games.tarawa.narration.turn_report import report_turn
from tarawa_cli.kernel.engine.play import Event
from tests.tarawa.tools import new_state


def told(*events: tuple[str, dict[str, Any]] | Event) -> str:
    made = [event if isinstance(event, Event) else Event(event[0], "7", event[1]) for event in events]
    return "\n".join(report_turn(made, new_state()))


def cleared(*hexes: str, rule: str = "7.2.4") -> list[Event]:
    return [Event("hex-cleared", rule, {"hex": at}) for at in hexes]


ATTACK = ("roll", {"table": "marine-attack"})


def test_a_quiet_turn() -> None:
    assert told() == "No ground changed hands, and no unit was lost."


def test_who_came_ashore_and_where() -> None:
    landed = [("landed", {"unit": unit, "hex": "2530", "craft": "lvt-1"}) for unit in ("2/8A", "2/8B")]
    walked = ("landed", {"unit": "2/2A", "hex": "2731", "craft": ""})
    assert told(*landed, walked) == "Landed: 2/8A and 2/8B on Red Beach 3; 2/2A on the pier."


def test_ground_by_area_with_its_hexes_if_they_are_few() -> None:
    assert told(ATTACK, *cleared("2833")) == "The Marines cleared 2833 in Red Beach 2 (1 attack)."
    few = told(ATTACK, ATTACK, *cleared("2833", "2832", "2731"))
    assert few == "The Marines cleared 3 hexes: 2833 and 2832 in Red Beach 2, 2731 in Red Beach 3 (2 attacks)."


def test_of_much_ground_only_how_much() -> None:
    area = sorted(at for at in new_state().board.areas["green"].hexes if at in new_state().board.defended)[:10]
    assert told(ATTACK, *cleared(*area)) == "The Marines cleared 10 hexes in Green Beach (1 attack)."


def test_ground_that_was_given_up_and_attacks_for_nothing() -> None:
    assert told(*cleared("2833", rule="9.2.3")) == "The defenders gave up 2833 in Red Beach 2 without a fight."
    assert told(ATTACK, ATTACK) == "2 attacks gained no ground."


def test_what_it_cost() -> None:
    steps = [("steps-lost", {"unit": unit, "steps": lost}) for unit, lost in (("2/8A", 2), ("2/8B", 1), ("2/8A", 1))]
    craft = ("steps-lost", {"unit": "lvt-1", "steps": 3})
    counted = ("casualties-counted", {"unit": "2/8A", "spaces": 2, "total": 300})
    assert told(*steps, craft, ("unit-lost", {"unit": "lvt-1"}), ("unit-lost", {"unit": "2/8B"}), counted) == (
        "Lost 4 steps: 2/8A (3) and 2/8B (1). Eliminated: 2/8B. Casualties 300 (+100)."
    )


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (("hex-lost", {"hex": "2833"}), "The Japanese retook 2833."),
        (("area-secured", {"area": "beak"}), "The Beak was secured."),
        (("carrier-sunk", {"loss": 1}), "A carrier was sunk: fewer shore points from now on."),
        (("wreck-taken", {"wreck": "occupied"}), "The Japanese occupied the wreck."),
        (("head-placed", {"hex": "2731"}), "A supply head was set up at 2731."),
        (
            ("marker-moved", {"track": "japanese", "to": -1, "by": -2, "why": ""}),
            "Japanese morale fell to -1, first box (−3 ○○○○●○○○○○○ +3).",
        ),
        (("banzai-struck", {"unit": "2/8A", "hex": "2731"}), "A banzai struck 2/8A in 2731."),
    ],
)
def test_what_else_there_was(event: tuple[str, dict[str, Any]], sentence: str) -> None:
    assert told(event) == sentence


def test_a_turn_has_a_title_and_a_day() -> None:
    assert dated(new_state(), 6) == ("Turn 6 · 20 November, night, 19:00", "20 November")
