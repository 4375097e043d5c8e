"""Chapter 8: supply lines, sources, what is carried, and when it is checked."""

from typing import Any

import pytest

from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.rules.ch07_08_stacking_supply import Network, SupplyLine, supply_of
from tests.malta.common import order, refused, table, told

SOUTH = {"axis": "1616 1716 1816 1815 1715 1814 1713 1813"}
"""Beaches of the south, and the ground behind them."""


def supply(unit: str, units: dict[str, Any], **keys: Any) -> SupplyLine:
    state = table(units, control=SOUTH, **keys)
    return supply_of(state, state.units[unit])


def sources(state: State, side: Any = "axis") -> dict[str, str]:
    return Network(state, side).sources


# ── Lines


def test_8_1_a_line_leads_to_the_headquarters_and_from_there_to_a_source() -> None:
    found = supply("i-87", {"i-87": "1713", "hq-fri": "1715"})
    assert not found.why
    assert found.hq == "hq-fri"
    assert found.to_hq == ("1713", "1714", "1715")
    assert found.to_source == ("1715", "1716")
    assert found.line == ("1713", "1714", "1715", "1716")


def test_8_1_of_the_axis_only_its_own_formation_serves_a_unit() -> None:
    units = {"i-87": "1713", "hq-liv": "1715"}
    assert "formation friuli" in supply("i-87", units).why
    assert not supply("i-33", {"i-33": "1713", "hq-liv": "1715"}).why


def test_8_1_a_unit_that_is_attached_is_served_by_that_formation() -> None:
    units = {"grado": {"at": "1713", "formation": "friuli"}, "hq-fri": "1715"}
    assert not supply("grado", units).why
    assert "attached" in supply("grado", {"grado": {"at": "1713", "formation": "none"}, "hq-fri": "1715"}).why


def test_8_1_the_corps_serves_every_formation_that_came_by_sea_and_no_other() -> None:
    for unit, served in (("i-33", True), ("i-87", True), ("fj-kroh", False), ("ii-folgore", False)):
        found = supply(unit, {unit: "1713", "hq-xxx": "1715"})
        assert bool(found.why) is not served, unit


def test_8_1_any_headquarters_of_the_allies_serves_any_of_their_units() -> None:
    state = table({"1h": "1711", "hq-north": "1712"})
    assert supply_of(state, state.units["1h"]).hq == "hq-north"
    state = table({"1h": "1711"})
    assert "headquarters of its side" in supply_of(state, state.units["1h"]).why


def test_8_1_six_steps_to_the_headquarters_are_the_most() -> None:
    units = {"2rwk": "1207", "hq-west": "1213"}
    state = table(units)
    assert not supply_of(state, state.units["2rwk"]).why
    assert len(supply_of(state, state.units["2rwk"]).to_hq) == 7
    far = table({"2rwk": "1207", "hq-west": "1214"})
    found = supply_of(far, far.units["2rwk"])
    assert "7 hexes away, and a line may have at most 6" in found.why


def test_8_1_no_line_through_an_enemy_zone_unless_a_combat_unit_of_ones_own_is_there() -> None:
    """1714 and 1814 are next to 11lf in 1713; the headquarters is behind them."""
    units = {"i-87": "1613", "hq-fri": "1815", "11lf": "1713"}
    wall = {"1d": "1614", "2d": "1414"}
    assert supply("i-87", units | wall).why
    assert "cuts every line" in supply("i-87", units | wall).why


def test_8_1_both_ends_of_a_line_may_be_in_an_enemy_zone() -> None:
    found = supply("i-87", {"i-87": "1713", "hq-fri": "1715", "11lf": "1712"})
    assert not found.why
    zoned = {"i-87": "1614", "hq-fri": "1714", "11lf": "1613"}
    assert not supply("i-87", zoned).why


def test_8_1_a_friend_in_the_zone_opens_the_line() -> None:
    units = {"i-87": "1712", "hq-fri": "1715", "11lf": "1813", "1d": "1613"}
    assert supply("i-87", units).why
    assert not supply("i-87", units | {"ii-87": "1714", "iii-87": "1713"}).why
    assert supply("i-87", units | {"i-35": "1714", "ii-35": "1713"}).why, "guns open none"


def test_8_1_a_headquarters_needs_a_source_within_twelve() -> None:
    units = {"hq-fri": "1209", "i-87": "1210"}
    state = table(units, control={"axis": "1816"})
    found = supply_of(state, state.units["i-87"])
    assert "no free line of at most 12 hexes" not in found.why
    assert not found.why
    state = table({"hq-fri": "0608", "i-87": "0608"}, control={"axis": "1816"})
    assert "hq-fri has no free line of at most 12 hexes to a source" in supply_of(state, state.units["i-87"]).why
    assert supply_of(state, state.units["hq-fri"]).why


def test_8_1_no_length_is_too_long_for_the_allies() -> None:
    state = table({"hq-north": "0506", "1komr": "0506"}, control={"axis": "1112"})
    assert not supply_of(state, state.units["1komr"]).why


# ── Sources


def test_8_2_controlled_beaches_until_the_royal_navy_comes_in_force() -> None:
    state = table({"i-87": "1715"}, control=SOUTH)
    assert sources(state) == {"1616": "beach", "1716": "beach", "1816": "beach"}
    state.royal_navy = 5
    assert "1716" in sources(state)
    state.royal_navy = 6
    assert sources(state) == {}


def test_8_2_a_quay_with_no_enemy_combat_unit_in_it_or_next_to_it() -> None:
    control = {"axis": "2015"}
    assert sources(table({"i-87": "1715"}, control=control)) == {"2015": "port"}
    assert sources(table({"i-87": "1715", "1h": "1915"}, control=control)) == {}
    assert sources(table({"i-87": "1715", "12f-1": "1915"}, control=control)) == {"2015": "port"}


def test_8_2_an_airfield_with_no_enemy_combat_unit_adjacent_and_not_in_rain() -> None:
    state = table({"i-87": "1715"}, control={"axis": "1613"})
    assert sources(state) == {"1613": "airfield"}
    assert sources(table({"i-87": "1715", "1h": "1612"}, control={"axis": "1613"})) == {}
    state.weather = "rain"
    assert sources(state) == {}


def test_8_2_the_allies_have_the_cities_that_they_control() -> None:
    state = table({"1h": "1711"}, control={"axis": "1811"})
    found = sources(state, "allied")
    assert "1112" in found, "Mdina"
    assert "1811" not in found
    assert set(found.values()) == {"city"}
    assert all(state.board.terrain[at] == "city" for at in found)


# ── What is carried, and the check


def test_8_3_what_a_unit_carries_lasts_to_the_end_of_its_turn() -> None:
    alone = {"fj-kroh": {"at": "1713", "carries_until": "6jul-noon"}}
    assert not supply("fj-kroh", alone, turn="6jul-noon").why
    assert supply("fj-kroh", alone, turn="6jul-pm").why


def test_8_4_supply_is_checked_in_the_status_phase_and_the_marker_stays() -> None:
    state = table({"i-87": "1713", "2rwk": "0810"}, phase="allied-movement", control=SOUTH)
    assert state.units["i-87"].supplied
    events = order(state, "next")
    assert told(events, "supply-checked")[-1] == {"out": ["i-87"], "back": []}
    assert not state.units["i-87"].supplied
    assert refused(state, "move i-87 1613 --strategic").rule == "6.2"


def test_8_4_a_unit_that_has_a_line_again_loses_its_marker() -> None:
    units = {"i-87": {"at": "1713", "supplied": False}, "hq-fri": "1715", "2rwk": "0810"}
    state = table(units, phase="allied-movement", control=SOUTH)
    assert told(order(state, "next"), "supply-checked") == [{"out": [], "back": ["i-87"]}]


@pytest.mark.parametrize(("turn", "checked"), [("29jun-am", False), ("29jun-noon", False), ("29jun-pm", True)])
def test_8_4_not_on_the_first_morning_and_noon(turn: str, checked: bool) -> None:
    state = table({"2rwk": "0810", "i-87": "1713"}, phase="axis-combat", turn=turn)
    order(state, "next")
    assert state.units["2rwk"].supplied is not checked


def test_8_4_leaders_and_coast_guns_need_none() -> None:
    state = table({"gort": "1810", "cg-rocco": "1911", "i-87": "1713"}, phase="axis-combat")
    order(state, "next")
    assert state.units["gort"].supplied
    assert state.units["cg-rocco"].supplied
