"""16.1, 16.12: planes that land, and the fire at them."""

from typing import Any

import pytest

from tarawa_cli.games.malta.invariants import invariants
from tarawa_cli.games.malta.legal.offers import commands
from tarawa_cli.games.malta.model import codec
from tarawa_cli.games.malta.model.charts import CHARTS
from tarawa_cli.games.malta.model.state import State
from tests.malta.common import may, order, refused, table, told

LUQA, SAFI = "1613", "1714"


def field(units: dict[str, Any] | None = None, **keys: Any) -> State:
    """La Spezia waits, and the Axis hold two airfields with nobody near."""
    waiting = dict.fromkeys(["lspz-1", "lspz-2", "lspz-art", "lspz-cc", "hq-lspz", "pizzolato", "loreto"], "air")
    given: dict[str, Any] = {"turn": "1jul-am", "phase": "axis-movement", "control": {"axis": [LUQA, SAFI]}}
    return table({"2rwk": "0605", **waiting, **(units or {})}, **(given | keys))


def test_16_1_a_battalion_lands_and_carries_supplies_for_the_day() -> None:
    state = field()
    order(state, f"airland lspz-1 hq-lspz pizzolato {LUQA}")
    battalion = state.units["lspz-1"]
    assert (battalion.at, battalion.landed, CHARTS.turn(battalion.carries_until).id) == (LUQA, True, "1jul-night")
    assert refused(state, "move lspz-1 1513").rule == "6.4"


def test_16_1_three_points_an_airfield_and_six_in_all() -> None:
    state = field({"lspz-3": "air"}, control={"axis": [LUQA, SAFI, "1916"]})
    order(state, f"airland lspz-1 {LUQA}")
    assert "room for 0 this turn" in refused(state, f"airland lspz-art {LUQA}").message
    order(state, f"airland loreto {SAFI}")
    order(state, "airland lspz-art 1916")
    assert "room for 0" in refused(state, "airland lspz-cc 1916").message
    assert may(state, "airland hq-lspz 1916"), "headquarters go free"


@pytest.mark.parametrize(
    ("units", "keys", "why"),
    [
        ({}, {"weather": "rain"}, "not in rain"),
        ({}, {"turn": "1jul-night"}, "by day"),
        ({}, {"control": {"axis": [SAFI]}}, "do not control"),
        ({"rn-1": "1612"}, {}, "Allied unit is next to"),
    ],
)
def test_16_1_where_no_plane_lands(units: dict[str, Any], keys: dict[str, Any], why: str) -> None:
    assert why in refused(field(units, **keys), f"airland lspz-1 {LUQA}").message


def test_16_1_only_airfields_and_only_those_who_wait() -> None:
    state = field({"i-33": "1514", "adra": "air"})
    assert "not an airfield" in refused(state, "airland lspz-1 1513").message
    assert "is not waiting for a plane" in refused(state, f"airland i-33 {LUQA}").message
    assert "is not waiting for a plane" in refused(state, f"airland adra {LUQA}").message


def test_16_1_the_phase_waits_for_them_and_legal_lists_them() -> None:
    state = field(phase="axis-status", stock=0)
    order(state, "next")
    assert state.phase == "axis-movement"
    assert f"airland lspz-1 {LUQA}" in list(commands(state))


def test_16_12_each_6_costs_a_step_and_the_gun_has_fired() -> None:
    state = field({"haa-7": "1610", "laa-32": "1210"}, policy={"axis": {"steps": "weakest"}})
    order(state, f"airland lspz-1 {LUQA}")
    events = order(state, "next", 6, 1, 6)
    assert [facts["gun"] for facts in told(events, "fired-at-planes")] == ["haa-7"]
    assert state.units["lspz-1"].steps == 1
    assert state.lost_steps == 2


def test_16_12_guns_that_fired_or_are_demoralised_or_too_far_do_not() -> None:
    far = {"haa-7": {"at": "1610", "fired": True}, "haa-4": {"at": "1812", "state": "demoralised"}, "laa-65": "1211"}
    state = field(far)
    order(state, f"airland lspz-1 {LUQA}")
    assert not told(order(state, "next"), "fired-at-planes")


def test_16_12_the_axis_choose_who_is_hit() -> None:
    state = field({"haa-7": "1610"}, policy={"axis": {"steps": "ask"}})
    order(state, f"airland lspz-art lspz-cc hq-lspz {LUQA}")
    order(state, "next", 6, 6, 1)
    assert codec.load(state.setting, codec.dump(state), "the save", invariants).question
    order(state, "decide lspz-art")
    order(state, "decide lspz-cc")
    assert (state.units["lspz-cc"].at, state.units["lspz-art"].at) == ("lost", "lost")


def test_16_12_a_battalion_that_is_gone_is_hit_no_more_though_a_company_of_it_lives_elsewhere() -> None:
    units = {"lspz-1": {"at": "air", "steps": 2}, "lspz-1-3": "1713", "haa-7": "1610"}
    state = field(units, policy={"axis": {"steps": "ask"}})
    order(state, f"airland lspz-1 lspz-art {LUQA}")
    order(state, "next", 6, 6, 6)
    order(state, "decide lspz-1")
    order(state, "decide lspz-1")
    assert [state.units[id].at for id in ("lspz-1", "lspz-1-3", "lspz-art")] == ["pool", "1713", "lost"]
    assert state.lost_steps == 3


def test_16_12_a_weakened_gun_rolls_half_its_dice() -> None:
    state = field({"haa-7": {"at": "1610", "steps": 1}})
    order(state, f"airland lspz-1 {LUQA}")
    order(state, "next", 1, 1)
