"""Chapter 12: guns fire once, with ammunition, and are given more of it in the status phase."""

from typing import Any

import pytest

from tarawa_cli.games.malta.model.state import State
from tests.malta.common import may, order, refused, table, told

BASE = {"hq-liv": "1915", "i-33": "1914", "2rwk": "0810"}
EAST = {"axis": "1816 1815 1814 1914 1915 1913"}


def status(stock: int, **guns: Any) -> State:
    """The Axis begin a turn with guns that want ammunition."""
    wanting = {"i-28": "1913", "ii-28": "1913", "iii-28": "1914"} | guns
    state = table(BASE | wanting, phase="allied-movement", stock=stock, control=EAST)
    order(state, "next")
    return state


def markers(state: State) -> list[str]:
    return [unit.id for unit in state.units.values() if unit.ammo and unit.side == "axis" and unit.on_map]


def test_12_56_if_the_stock_reaches_for_all_everybody_gets_one() -> None:
    state = status(3)
    assert (markers(state), state.stock, state.phase) == (["i-28", "ii-28", "iii-28"], 0, "axis-movement")


def test_12_56_if_it_does_not_the_axis_say_who() -> None:
    state = status(2)
    assert (markers(state), state.phase) == ([], "axis-status")
    order(state, "ammo iii-28")
    order(state, "ammo i-28")
    assert (markers(state), state.stock) == (["i-28", "iii-28"], 0)
    assert state.phase == "axis-movement", "the last marker ends the phase"


def test_12_56_what_is_not_given_stays_in_stock() -> None:
    state = status(2)
    order(state, "ammo ii-28")
    order(state, "next")
    assert (markers(state), state.stock, state.phase) == (["ii-28"], 1, "axis-movement")


def test_12_56_nobody_is_asked_when_the_stock_is_empty() -> None:
    assert status(0).phase == "axis-movement"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("ammo i-28 ii-28 iii-28", "3 markers needed, 2 in stock"),
        ("ammo i-33", "not a gun"),
        ("ammo i-35", "not a gun on the map"),
        ("ammo ii-34", "not a gun"),
        ("ammo 12f-1", "belongs to the Allies"),
    ],
)
def test_12_56_who_gets_none(line: str, why: str) -> None:
    no = refused(status(2), line)
    assert no.rule == "12.56"
    assert why in no.message
    assert no.hint == "ammo i-28 ii-28"


def test_12_56_only_supplied_guns_without_a_marker() -> None:
    state = status(2, **{"liv-mort": {"at": "1914", "ammo": True}, "i-35": "0607"})
    assert "already" in refused(state, "ammo liv-mort").message
    assert "out of supply" in refused(state, "ammo i-35").message


def test_12_56_only_in_the_status_phase_of_the_axis() -> None:
    assert refused(table(BASE, phase="axis-movement"), "ammo i-28").rule == "12.56"


def test_12_56_the_allies_have_theirs_in_the_morning_and_in_the_afternoon() -> None:
    gun = {"12f-1": {"at": "1711", "ammo": False}, "2rwk": "1711", "i-33": "1716", "hq-central": "1711"}
    for turn, given in (("6jul-am", True), ("6jul-noon", False), ("6jul-pm", True), ("6jul-night", False)):
        state = table(gun, phase="axis-combat", turn=turn)
        order(state, "next")
        assert state.units["12f-1"].ammo is given, turn
    state = table(gun | {"hq-central": "0506"}, phase="axis-combat")
    order(state, "next")
    assert not state.units["12f-1"].ammo, "out of supply"


def test_12_56_at_the_start_allied_guns_and_those_that_jump_have_one() -> None:
    state = table({"12f-1": "1711", "fj-art": "1713", "i-28": "1913"})
    assert [state.units[id].ammo for id in ("12f-1", "fj-art", "i-28")] == [True, True, False]


def test_12_1_a_gun_fires_once_a_game_turn_in_either_player_turn() -> None:
    units = {
        "i-33": "1513",
        "11lf": "1512",
        "12f-1": {"at": "1411", "fired": True},
        "i-28": {"at": "1614", "ammo": True},
    }
    state = table(units, phase="axis-support")
    order(state, "support 1512 --by i-28")
    assert refused(state, "support 1411 --by i-28").rule == "12.1"
    state.phase = "axis-combat"
    state.policies["allied"]["support"] = "always"
    assert not told(order(state, "attack i-33 --on 1512", 3, 4), "defence-supported"), "it has fired"


def test_12_5_without_its_marker_a_gun_is_silent() -> None:
    units = {"i-33": "1513", "11lf": "1512", "i-28": {"at": "1614", "ammo": False}}
    assert refused(table(units, phase="axis-support"), "support 1512 --by i-28").rule == "12.5"


def test_12_5_firing_spends_it() -> None:
    state = table({"i-33": "1513", "11lf": "1512", "i-28": {"at": "1614", "ammo": True}}, phase="axis-support")
    order(state, "support 1512 --by i-28")
    assert (state.units["i-28"].ammo, state.units["i-28"].fired) == (False, True)


def test_9_2_warships_support_without_ammunition_within_their_range() -> None:
    units = {"i-33": "1513", "11lf": "1512", "gorizia": "1320", "oriani": "1420"}
    state = table(units, phase="axis-support")
    assert may(state, "support 1512 --by gorizia")
    assert refused(state, "support 1512 --by oriani").rule == "9.2"
    order(state, "support 1512 --by gorizia")
    assert refused(state, "support 1512 --by gorizia").rule == "12.1"
