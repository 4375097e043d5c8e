"""12: the game ends at once when the island is clear, and is judged by its price."""

from typing import Any

import pytest

from tarawa_cli.games.tarawa.legal.listing import legal
from tarawa_cli.games.tarawa.model.state import State
from tests.tarawa.common import all_but, of_type
from tests.tarawa.ground import ashore, end_turn, free_hexes, give, refuse

ACTIVE = {"at": "2627", "supply": "active"}


def last_hex(at: str, **keys: Any) -> State:
    """Everything is cleared but one hex next to 2627."""
    given: dict[str, Any] = {"cleared": all_but(at), "occupied": free_hexes(), "tracks": {"marines": 5}} | keys
    return ashore({"2/8A": ACTIVE, "2/8E": ACTIVE}, **given)


@pytest.mark.parametrize(
    ("casualties", "outcome"),
    [(0, "victory"), (4950, "victory"), (5000, "pyrrhic"), (6000, "pyrrhic"), (6050, "ruined")],
)
def test_the_price_decides(casualties: int, outcome: str) -> None:
    state = last_hex("2726", casualties=casualties)
    events = give(state, "attack 2/8A --on 2726", 1, 6)
    assert state.outcome == outcome
    assert of_type(events, "game-over") == [{"outcome": outcome}]


def test_casualties_of_the_last_attack_count() -> None:
    state = last_hex("2726", casualties=4950)
    give(state, "attack 2/8A --on 2726", 4, 6)
    assert (state.casualties, state.outcome) == (5000, "pyrrhic")


def test_the_game_ends_at_once_and_no_question_is_left() -> None:
    state = last_hex("2626", demolished={"2626": 1})
    give(state, "demolish 2/8E --on 2626 --support 2/8A", 1, 6)
    assert state.outcome == "victory"
    assert state.phase == "actions"
    assert not state.stack
    assert legal(state) == []
    for command in ("next", "move 2/8A 2628", "dig 2/8A"):
        assert refuse(state, command).rule == "12"


def test_two_last_hexes_in_one_attack_end_it_too() -> None:
    state = last_hex("2726", cleared=all_but("2726", "2727"), tracks={"marines": 5, "japanese": -5})
    give(state, "attack 2/8A --on 2726 --on 2727", 1, 6)
    assert state.outcome == "victory"


def test_airstrip_hexes_never_entered_do_not_matter() -> None:
    state = last_hex("2726", occupied="2627")
    give(state, "attack 2/8A --on 2726", 1, 6)
    assert state.outcome == "victory"


def test_one_hex_left_is_no_victory() -> None:
    state = last_hex("2726", cleared=all_but("2726", "4403"))
    give(state, "attack 2/8A --on 2726", 1, 6)
    assert state.outcome == ""
    assert "next" in legal(state)


def test_an_island_not_clear_at_the_end_of_turn_30_is_a_defeat() -> None:
    cleared = "2630 2631 2727 2728 2729 2731"
    state = ashore({"hawkins": "2530"}, turn=30, cleared=cleared)
    give(state, "next")
    assert (state.outcome, state.phase) == ("", "supply-check"), "the last turn is played to its end"
    events = give(state, "next")
    assert of_type(events, "game-over") == [{"outcome": "time"}]
    assert (state.outcome, state.turn) == ("time", 30)
    before = ashore({"hawkins": "2530"}, turn=29, cleared=cleared)
    end_turn(before, stops=True)
    assert (before.outcome, before.turn) == ("", 30)
