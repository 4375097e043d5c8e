"""11.1: improved positions."""

from tests.tarawa.common import modifiers, of_type
from tests.tarawa.ground import ashore, end_turn, give, refuse, rolls


def test_digging_takes_all_ap_and_is_done_at_the_end_of_the_turn() -> None:
    state = ashore({"2/8A": "2627", "2/8B": "2625"})
    give(state, "dig 2/8A")
    assert state.units["2/8A"].digging
    assert "2627" not in state.improved
    events = end_turn(state, 1, 1)
    assert state.improved == {"2627"}
    assert not state.units["2/8A"].digging
    assert of_type(events, "positions-improved") == [{"unit": "2/8A", "hex": "2627"}]


def test_who_digs_does_nothing_else_this_turn() -> None:
    state = ashore({"2/8A": {"at": "2627", "supply": "active"}, "2/8B": "2625"}, heads="2531")
    give(state, "dig 2/8A")
    for command in (
        "move 2/8A 2628",
        "fire 2/8A 2626",
        "attack 2/8A --on 2626",
        "fire 2/8B 2626 --support 2/8A",
        "recover 2/8A",
        "dig 2/8A",
    ):
        assert refuse(state, command).rule == "7.2"


def test_who_has_done_anything_does_not_dig() -> None:
    moved = ashore({"2/8A": "2627"})
    give(moved, "move 2/8A 2628")
    assert refuse(moved, "dig 2/8A").rule == "11.1"
    fired = ashore({"2/8A": "2627", "2/8B": "2627", "1/10": "2531"})
    give(fired, "fire 2/8A 2626 --support 1/10", 1)
    assert refuse(fired, "dig 2/8A").rule == "11.1"
    assert refuse(fired, "dig 1/10").rule == "11.1"
    give(fired, "dig 2/8B")


def test_several_units_dig_with_one_order_each_named_once() -> None:
    state = ashore({"2/8A": "2627", "2/8B": "2625", "1/10": "2531"})
    assert refuse(state, "dig 2/8A 2/8A").rule == "11.1"
    give(state, "dig 2/8A 2/8B 1/10")
    assert [unit.id for unit in state.units.values() if unit.digging] == ["2/8A", "2/8B", "1/10"]


def test_one_that_cannot_dig_keeps_all_from_it() -> None:
    state = ashore({"2/8A": "2627", "sherman-1": "2627"})
    assert refuse(state, "dig 2/8A sherman-1").rule == "11.1"
    assert not state.units["2/8A"].digging


def test_tanks_do_not_dig_nor_does_anybody_on_the_pier() -> None:
    state = ashore({"sherman-1": "2627", "hawkins": "pier:2632"})
    assert refuse(state, "dig sherman-1").rule == "11.1"
    assert refuse(state, "dig hawkins").rule == "11.1"


def test_a_unit_without_ap_has_nothing_to_dig_with() -> None:
    state = ashore({"2/8A": {"at": "2627", "steps": 4, "ap": 0}})
    assert refuse(state, "dig 2/8A").rule == "11.1"


def test_where_positions_are_improved_nobody_digs_again() -> None:
    state = ashore({"2/8A": "2627"}, improved="2627")
    assert refuse(state, "dig 2/8A").rule == "11.1"


def test_a_pin_by_offensive_fire_does_not_stop_the_work() -> None:
    state = ashore({"2/8A": "2627", "1/10": "2531"}, cleared="2630 2631")
    give(state, "dig 2/8A")
    (pinned,) = of_type(end_turn(state, 1, 5), "pinned")
    assert (pinned["unit"], pinned["pins"]) == ("2/8A", 1)
    assert state.improved == {"2627"}


def test_who_dies_digging_leaves_nothing() -> None:
    state = ashore({"hawkins": {"at": "2627", "steps": 1}, "1/10": "2531"}, cleared="2630 2631")
    give(state, "dig hawkins")
    end_turn(state, 1, 4)
    assert state.units["hawkins"].at == "lost"
    assert state.improved == set()


def test_positions_lower_offensive_and_defensive_fire_by_one() -> None:
    state = ashore({"2/8A": {"at": "2627", "supply": "active"}}, improved="2627")
    (defence, _) = rolls(give(state, "attack 2/8A --on 2726", 1, 3))
    assert modifiers(defence) == {"improved position": -1}
    (offence,) = rolls(end_turn(state, 1), "7.5")
    assert modifiers(offence) == {"improved position": -1}


def test_positions_serve_whoever_is_in_the_hex_and_are_gone_when_nobody_is_left() -> None:
    state = ashore({"2/8A": "2627", "2/8B": "2627"}, improved="2627")
    give(state, "move 2/8A 2628")
    assert state.improved == {"2627"}
    give(state, "move 2/8B 2628")
    assert state.improved == set()


def test_positions_are_gone_with_the_last_unit_that_dies_there() -> None:
    state = ashore({"hawkins": {"at": "2627", "steps": 1}, "2/8B": "2625"}, improved="2627", tracks={"japanese": 3})
    end_turn(state, 2, 4)
    assert state.units["hawkins"].at == "lost"
    assert state.improved == set()
