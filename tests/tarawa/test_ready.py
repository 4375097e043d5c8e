"""Who is ready: counted from the position, and listed by `units ready`."""

import pytest

from tarawa_cli.games.tarawa.legal import filtered
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.views import reports
from tests.tarawa.ground import ashore


def ready(state: State) -> list[str]:
    return [unit.id for unit in filtered(state, "ready")]


@pytest.mark.parametrize(
    ("facts", "is_ready"),
    [({}, True), ({"ap": 0}, False), ({"ap": 0.5}, True), ({"pins": 1}, False), ({"digging": True}, False)],
)
def test_ready_is_whoever_has_ap_and_may_use_them(facts: dict[str, float], is_ready: bool) -> None:
    state = ashore({"2/8A": {"at": "2627"} | facts})
    assert ready(state) == (["2/8A"] if is_ready else [])


def test_in_an_impulse_those_on_their_way_are_ready() -> None:
    units = {
        "2/8A": {"at": "2427", "beach": "red3"},
        "2/8B": {"at": "2425", "beach": "red3", "ap": 0},
        "lvt-1": {"at": "1924", "beach": "red3", "homeward": True},
        "3/8A": "2627",
    }
    assert ready(ashore(units, turn=1, phase="impulse-1")) == ["2/8A"]


def test_nobody_is_ready_where_nobody_has_orders() -> None:
    assert ready(ashore({"2/8A": "2627"}, phase="supply-check")) == []


def test_craft_going_home_are_one_line_of_the_list() -> None:
    home = {"beach": "red3", "homeward": True}
    state = ashore({"2/8A": "2627", "lvt-1": {"at": "1924"} | home, "lvt-2": {"at": "1826"} | home})
    assert reports.units(state, filtered(state, "")).split("\n")[-1] == "going home (2): lvt-1 1924, lvt-2 1826"
