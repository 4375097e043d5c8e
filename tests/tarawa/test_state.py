"""Questions to a state: who holds what, what is secured, which side a counter shows, who is where."""

from typing import Any

import pytest

from tarawa_cli.games.tarawa.model.state import PHASES, State, allowance, ap_left
from tarawa_cli.games.tarawa.model.unit import Unit
from tests.tarawa.tools import new_state, position

# ── Hexes


@pytest.mark.parametrize(
    ("at", "status"),
    [
        ("2731", "uncleared"),
        ("2728", "uncleared"),
        ("2531", "landing"),
        ("2730", "airstrip"),
        ("2327", "reef"),
        ("1436", "reef"),
        ("2125", "reef"),
        ("1430", "entry"),
        ("1432", "pier"),
        ("2632", "pier"),
        ("1532", "reef"),
        ("1301", "sea"),
        ("9999", "sea"),
    ],
)
def test_2_2_a_hex_has_the_status_of_its_terrain_until_it_is_cleared(at: str, status: str) -> None:
    state = new_state()
    assert state.hex_status(at) == status
    assert state.is_uncleared(at) == (status == "uncleared")
    assert state.is_friendly(at) == (status in ("landing", "airstrip"))


def test_7_2_4_a_cleared_hex_is_friendly_and_no_longer_uncleared() -> None:
    state = position(cleared="2731")
    assert state.hex_status("2731") == "cleared"
    assert state.is_friendly("2731")
    assert not state.is_uncleared("2731")
    assert state.uncleared == state.board.defended - {"2731"}
    assert len(state.uncleared) == 218


def test_2_2_every_hex_has_one_of_eight_statuses() -> None:
    state = position(cleared="2731")
    kinds = {state.hex_status(f"{row:02d}{column:02d}") for row in range(13, 48) for column in range(1, 61)}
    assert kinds == {"uncleared", "cleared", "landing", "airstrip", "reef", "entry", "pier", "sea"}


def test_11_37_in_a_hex_of_two_pillboxes_each_falls_by_itself() -> None:
    standing = [position(demolished={"3330": steps} if steps else {}).pillboxes_standing("3330") for steps in range(5)]
    assert standing == [2, 2, 1, 1, 0]
    assert new_state().pillboxes_standing("2728") == 1
    assert new_state().pillboxes_standing("2731") == 0


# ── Secured areas


def clear_around(area: str, radius: int) -> dict[str, Any]:
    """A position in which nothing within a distance of an area is left to clear, and its airstrip is entered."""
    board = new_state().board
    near = sorted(board.around_area(area, radius) & board.defended)
    return {"cleared": near, "occupied": sorted(board.free & board.around_area(area, 0))}


@pytest.mark.parametrize("area", list(new_state().board.areas))
def test_9_2_2_an_area_is_secured_when_nothing_uncleared_is_left_within_three(area: str) -> None:
    assert not new_state().is_secured(area)
    assert position(**clear_around(area, 3)).is_secured(area)
    assert not position(**clear_around(area, 2)).is_secured(area)
    assert not position(**clear_around(area, 0)).is_secured(area)


def test_9_2_2_one_uncleared_hex_at_three_spoils_it_and_one_at_four_does_not() -> None:
    board = new_state().board
    keys = clear_around("beak", 4)
    for away, secured in ((0, False), (3, False), (4, True)):
        hex = next(h for h in keys["cleared"] if board.distance_to_area(h, "beak") == away)
        cleared = [other for other in keys["cleared"] if other != hex]
        assert position(**keys | {"cleared": cleared}).is_secured("beak") is secured


@pytest.mark.parametrize("area", ["triangle", "taxiway", "red2", "red3"])
def test_11_31_an_area_is_secured_only_when_all_its_airstrip_is_entered(area: str) -> None:
    state = new_state()
    keys = clear_around(area, 3)
    strip = [hex for hex in state.board.areas[area].hexes if state.board.terrain[hex] == "airstrip"]
    assert strip
    for hex in strip:
        occupied = [other for other in keys["occupied"] if other != hex]
        assert not position(**keys | {"occupied": occupied}).is_secured(area)
    assert position(**keys | {"occupied": strip}).is_secured(area)


def test_11_31_landing_hexes_need_not_be_entered() -> None:
    state = position(**clear_around("green", 3) | {"occupied": ""})
    assert any(state.board.terrain[hex] == "landing" for hex in state.board.areas["green"].hexes)
    assert state.is_secured("green")


# ── Turns and phases


def test_2_4_night_and_high_water_are_those_of_the_turn_track() -> None:
    nights = [turn for turn in range(1, 31) if position(turn=turn, phase="actions").night]
    high = [turn for turn in range(1, 31) if position(turn=turn, phase="actions").high_water]
    assert nights == [6, 7, 15, 16, 24, 25]
    assert high == [11, 12, 13]


def test_3_the_phases_of_a_turn_are_those_of_the_sequence() -> None:
    assert PHASES == (
        "bombardment", "support", "supply-points", "embark",
        "impulse-1", "anti-landing-1", "suppression-1",
        "impulse-2", "anti-landing-2", "suppression-2",
        "impulse-3", "anti-landing-3", "suppression-3",
        "beach-landing", "traps", "actions", "offensive-fire", "supply-check", "night", "morale", "final",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("phase", "impulse"),
    [("impulse-1", 1), ("anti-landing-2", 2), ("suppression-3", 3), ("embark", 0), ("beach-landing", 0), ("final", 0)],
)
def test_3_the_impulse_is_the_number_of_its_group(phase: str, impulse: int) -> None:
    assert position(turn=2, phase=phase).impulse == impulse


def test_9_modifiers_use_the_operative_level_not_the_marker() -> None:
    state = position(tracks={"japanese": -5}, operative={"japanese": 5})
    assert (state.level("japanese"), state.marker_level("japanese")) == (3, -3)


# ── Units


@pytest.mark.parametrize(
    ("id", "steps", "back"),
    [
        ("2/8A", 5, False),
        ("2/8A", 4, True),
        ("2/8E", 4, False),
        ("2/8E", 3, True),
        ("hawkins", 2, False),
        ("hawkins", 1, True),
        ("sherman-1", 3, False),
        ("sherman-1", 2, True),
        ("lvt-1", 4, False),
        ("lvt-1", 3, True),
    ],
)
def test_7_3_a_unit_with_half_its_steps_or_fewer_shows_its_back(id: str, steps: int, back: bool) -> None:
    state = position(units={id: {"steps": steps}})
    assert state.units[id].on_back is back
    assert allowance(state, state.units[id]) == state.units[id].type.ap[back]


def test_7_3_an_odd_number_of_steps_is_halved_exactly() -> None:
    unit = new_state().units["2/8A"]
    unit.type = unit.type._replace(steps=5)
    assert [steps for steps in range(1, 6) if _with_steps(unit, steps).on_back] == [1, 2]


def _with_steps(unit: Unit, steps: int) -> Unit:
    unit.steps = steps
    return unit


@pytest.mark.parametrize(
    ("id", "box", "steps", "left"),
    [
        ("2/8A", 5, 8, 8),
        ("2/8A", 0, 8, 8),
        ("2/8A", -1, 8, 7),
        ("2/8A", -3, 8, 6),
        ("2/8A", -5, 8, 5),
        ("2/8A", -5, 4, 2),
    ],
)
def test_7_2_low_morale_of_its_regiment_costs_a_unit_action_points(id: str, box: int, steps: int, left: int) -> None:
    state = position(operative={"8th": box}, units={id: {"steps": steps}})
    assert ap_left(state, state.units[id]) == left


def test_6_4_no_allowance_falls_below_one() -> None:
    state = position(operative={"10th": -5}, units={"1/10": {"steps": 1}})
    assert allowance(state, state.units["1/10"]) == 1


def test_7_2_morale_does_not_touch_units_without_a_regiment() -> None:
    state = position(operative=dict.fromkeys(("2nd", "6th", "8th", "10th", "marines"), -5))
    assert [allowance(state, state.units[id]) for id in ("hawkins", "sherman-1", "lvt-1", "lcm-1")] == [8, 8, 7, 0]


@pytest.fixture
def landing() -> State:
    """The second wave comes in: one unit in each kind of place."""
    return position(
        turn=2,
        phase="impulse-1",
        units={
            "2/8A": {"at": "2531"},
            "2/8B": {"at": "2327", "beach": "red3"},
            "3/8A": {"at": "in:lvt-1"},
            "3/8B": {"at": "pier:1832", "beach": "red3"},
            "hawkins": {"at": "pier:2632"},
            "1/10": {"at": "bairiki"},
            "3/8E": {"at": "lost"},
            "lvt-1": {"at": "1430", "beach": "red3"},
            "lvt-2": {"at": "1429", "beach": "red3", "load": "supply:2/8"},
            "lvt-3": {"at": "1428", "beach": "red3"},
        },
    )


def test_6_2_units_and_craft_know_where_they_are(landing: State) -> None:
    units = landing.units
    assert {id for id, unit in units.items() if unit.on_map} == {
        "2/8A", "2/8B", "3/8A", "3/8B", "hawkins", "lvt-1", "lvt-2", "lvt-3",
    }  # fmt: skip
    assert (units["3/8A"].craft, units["2/8A"].craft) == ("lvt-1", "")
    assert (units["3/8B"].on_pier, units["2/8B"].on_pier) == ("1832", "")
    hexes = {id: units[id].hex for id in ("2/8A", "2/8B", "3/8A", "3/8B", "1/10", "3/8E")}
    assert hexes == {"2/8A": "2531", "2/8B": "2327", "3/8A": "", "3/8B": "1832", "1/10": "", "3/8E": ""}
    whereabouts = {id: landing.hex_of(units[id]) for id in ("2/8A", "3/8A", "3/8B", "1/10")}
    assert whereabouts == {"2/8A": "2531", "3/8A": "1430", "3/8B": "1832", "1/10": ""}


def test_6_2_a_craft_knows_its_passenger_and_its_load(landing: State) -> None:
    units = landing.units
    assert landing.passenger(units["lvt-1"]) is units["3/8A"]
    assert landing.passenger(units["lvt-2"]) is landing.passenger(units["lvt-3"]) is None
    assert [landing.is_loaded(units[id]) for id in ("lvt-1", "lvt-2", "lvt-3")] == [True, True, False]
    assert landing.units_at("in:lvt-1") == (units["3/8A"],)
    assert landing.units_at("1430") == (units["lvt-1"],)
    assert landing.units_at("2832") == ()


def test_6_4_afloat_is_wading_or_in_a_craft(landing: State) -> None:
    afloat = {id for id, unit in landing.units.items() if landing.is_afloat(unit) and not unit.type.is_craft}
    assert afloat == {"2/8B", "3/8A"}


def test_11_33_the_foot_of_the_pier_is_ashore_only_in_the_land_phase(landing: State) -> None:
    def ashore() -> set[str]:
        return {id for id, unit in landing.units.items() if landing.is_ashore(unit)}

    assert ashore() == {"2/8A"}
    landing.phase = "actions"
    assert ashore() == {"2/8A", "hawkins"}


def test_2_1_units_at_a_place_come_in_the_order_of_the_table() -> None:
    state = position(units={id: {"at": "2531"} for id in ("sherman-1", "2/8E", "2/8B", "2/8A")})
    assert [unit.id for unit in state.units_at("2531")] == ["2/8A", "2/8B", "2/8E", "sherman-1"]


def test_3_the_decision_on_top_comes_first() -> None:
    assert new_state().question is None
    fire = [{"kind": "arrive"}, {"kind": "hit", "unit": "2/8A"}]
    state = position(turn=3, phase="offensive-fire", units={"2/8A": {"at": "2531"}}, pending=fire)
    assert state.question is not None
    assert state.question.kind == "hit"
