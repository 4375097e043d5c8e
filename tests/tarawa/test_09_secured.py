"""2.2, 9.2.2, 11.31: when an area is secured, and what that does."""

from typing import Any

from tarawa_cli.games.tarawa.model.state import State
from tests.tarawa.common import all_but, of_type
from tests.tarawa.ground import ashore, free_hexes, give

ACTIVE = {"supply": "active"}


def all_secured(state: State) -> set[str]:
    return {area for area in state.board.areas if state.is_secured(area)}


def position(units: dict[str, Any], **keys: Any) -> State:
    """A position that knows which of its areas have been secured."""
    first = ashore(units, **keys)
    return ashore(units, **keys, secured=sorted(all_secured(first)))


def test_an_uncleared_hex_within_three_keeps_an_area_unsecured() -> None:
    board = ashore({}).board
    seen = set()
    for hex in board.areas["takarongo"].hexes:
        state = ashore({}, cleared=all_but(hex), occupied=free_hexes())
        assert not state.is_secured("takarongo")
        near = board.distance_to_area(hex, "tail") <= 3
        assert state.is_secured("tail") != near
        seen.add(board.distance_to_area(hex, "tail"))
    assert {3, 4} <= seen


def test_every_airstrip_hex_of_an_area_must_have_been_entered() -> None:
    entered = set(free_hexes().split()) - {"2730"}
    state = ashore({}, cleared=all_but("4403"), occupied=sorted(entered))
    assert not state.is_secured("red3")
    assert state.is_secured("red2")


def test_landing_hexes_need_not_be_entered() -> None:
    entered = set(free_hexes().split()) - {"2624", "2625"}
    state = ashore({}, cleared=all_but("4403"), occupied=sorted(entered))
    assert state.is_secured("red3")


def test_the_last_hex_secures_every_area_that_it_kept_open_a_box_of_morale_each() -> None:
    state = position(
        {"2/8A": {"at": "2627"} | ACTIVE},
        cleared=all_but("2726", "4403"),
        occupied=free_hexes(),
        tracks={"marines": 0, "japanese": -5},
    )
    before = all_secured(state)
    events = give(state, "attack 2/8A --on 2726", 1, 6)
    new = [area for area in state.board.areas if area in all_secured(state) - before]
    assert "red3" in new
    assert [fact["area"] for fact in of_type(events, "area-secured")] == new
    assert state.tracks["marines"] == len(new)
    assert state.secured == all_secured(state)


def test_the_last_airstrip_hex_entered_secures_its_area() -> None:
    entered = set(free_hexes().split()) - {"2730"}
    state = position({"2/8A": "2729"}, cleared=all_but("4403"), occupied=sorted(entered), tracks={"marines": 1})
    events = give(state, "move 2/8A 2730")
    assert [fact["area"] for fact in of_type(events, "area-secured")] == ["red3"]
    assert state.tracks["marines"] == 2


def test_an_area_secured_for_the_second_time_lifts_nobody() -> None:
    state = ashore(
        {"2/8A": {"at": "2627"} | ACTIVE},
        cleared=all_but("2726", "4403"),
        occupied=free_hexes(),
        tracks={"marines": 1, "japanese": -5},
        secured=list(ashore({}).board.areas),
    )
    assert not state.is_secured("red3")
    events = give(state, "attack 2/8A --on 2726", 1, 6)
    assert state.is_secured("red3")
    assert of_type(events, "area-secured") == []
    assert state.tracks["marines"] == 1
