"""A game of two sides, one of them played by the computer."""

import json
from pathlib import Path

import pytest

from tests.cli.two_sides.tools import done, race

# ── A side that the computer plays


def test_the_computer_plays_its_side_as_soon_as_it_is_its_turn() -> None:
    told = done("new --seed 2 --red computer").out
    assert "coach plays red\nyou play blue\n" in told
    assert "order-given" in told, "it has begun"
    assert done("status --json").state["to_act"] == "blue"
    for _ in range(20):
        state = done("status --json").state
        if not state["to_act"]:
            break
        done("decide short" if state["pending"] else "race blue")
    assert done("status --json").state["to_act"] == ""
    sides = {entry["side"] for entry in done("log --json").json["entries"]}
    assert sides == {"red", "blue"}
    done("verify")


def test_whoever_plays_against_the_computer_sees_and_orders_for_his_own_side() -> None:
    done("new --seed 2 --red coach --blue me")
    assert "red" not in race("race red").out
    assert race("race red").code == 1
    before = done("log --commands").out
    done("decide short" if done("status --json").state["pending"] else "race blue")
    done("undo")
    assert done("log --commands").out == before, "with all that the computer did after it"


def test_a_side_is_taken_over_from_the_computer() -> None:
    done("new --seed 2 --red coach")
    assert done("delegate --json").json["delegated"] == {"red": {"all": "coach"}}
    done("delegate --off --as red")
    assert done("delegate --json").json["delegated"] == {}


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("new --red nobody", "--red 'nobody': must be me, computer, coach or bot"),
        ("new --red coach --dice manual", "it plays only games that roll their own dice"),
        ("new --red coach --mail", "--mail is for two people"),
        ("simulate --scenario sprint --blue nobody", "--blue 'nobody': must be"),
    ],
)
def test_an_opponent_who_cannot_play_is_refused(line: str, why: str, tmp_path: Path) -> None:
    result = race(line)
    assert result.code in (2, 4)
    assert why in result.err
    assert not (tmp_path / "saves").exists()


def test_games_of_any_two_players() -> None:
    *_, last = done("simulate -g 2 --scenario sprint --red coach --blue coach --json").out.splitlines()
    told = json.loads(last)["simulation"]
    assert told["sides"] == {"red": "coach", "blue": "coach"}
    done("new --seed 2")
    assert done("autoplay --red coach --json").state["to_act"] == ""
