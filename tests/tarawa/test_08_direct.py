"""8.3: direct supply, as far as the landing brings it in; 8.2: the lines it needs."""

from typing import Any

import pytest

from tarawa_cli.games.tarawa.model.board import betio
from tarawa_cli.games.tarawa.rules.ch08_09_supply_morale import lines_from
from tests.tarawa.playing import boat
from tests.tarawa.playing_reef import LEAST, NEW_TURN, Units, do, facts, match_on, unit

NONE = {"landed": 1, "supply": "none", "unsupplied": 3}


def ashore(at: str) -> dict[str, object]:
    return {"at": at, **NONE}


def brought(units: Units, battalion: str = "2/8", craft: str = "lvt-1", **keys: Any) -> list[str]:
    """Who is supplied when a point is landed in 2627, in the area red3."""
    game = match_on(boat(craft, f"supply:{battalion}", "2526") | units, **({"turn": 4} | keys))
    done = do(game, f"advance {craft} 2627")
    assert facts(done, "supply-brought-in")[0]["rule"] == "8.3"
    assert (unit(game, craft).load, unit(game, craft).homeward) == ("", True)
    served = facts(done, "supplied-directly")
    wasted = facts(done, "supply-wasted")
    assert [len(served), len(wasted)] in ([1, 0], [0, 1])
    if served:
        assert battalion in game.state.direct_supply
    return list(served[0]["units"]) if served else []


def test_8_3_a_landed_point_gives_general_supply_and_a_marker() -> None:
    game = match_on(boat("lvt-1", "supply:2/8", "2526") | {"2/8A": ashore("2627"), "2/8E": ashore("2627")}, turn=4)
    done = do(game, "advance lvt-1 2627")
    both = ["2/8A", "2/8E"]
    given = {"rule": "8.3", "battalion": "2/8", "units": both, "marked": both, "group": "2/8A@4"}
    assert facts(done, "supplied-directly") == [given]
    for id in ("2/8A", "2/8E"):
        served = unit(game, id)
        assert (served.supply, served.group, served.unsupplied) == ("active", "2/8A@4", 0)


def test_8_3_a_higgins_boat_lands_supplies_at_high_water() -> None:
    assert brought({"2/8A": ashore("2627")}, craft="lcvp-1", turn=12) == ["2/8A"]


def test_8_3_only_the_battalion_it_is_for_is_supplied() -> None:
    assert brought({"2/8A": ashore("2627"), "3/8A": ashore("2628")}) == ["2/8A"]


def test_8_3_units_must_trace_to_the_hex() -> None:
    """2629 borders 2628, which borders 2627; 2531 is joined to them by 2530 and 2529; 2624 is cut off by 2626."""
    assert brought({"2/8A": ashore("2531"), "2/8B": ashore("2624")}) == ["2/8A"]
    joined = {"cleared": "2626"}
    assert brought({"2/8A": ashore("2531"), "2/8B": ashore("2624")}, **joined) == ["2/8A", "2/8B"]


def test_8_3_units_that_can_trace_to_a_head_get_nothing() -> None:
    assert brought({"2/8A": ashore("2531"), "2/8B": ashore("2624")}, heads="2624") == ["2/8A"]
    assert brought({"2/8A": ashore("2531")}, heads="2530") == []


def test_8_3_the_units_must_be_in_that_area_or_the_next() -> None:
    """2732 is in red2, next to red3; 2838 is in the Pocket, which is not, though a line leads there."""
    board, way = betio(), "2835"
    assert [board.area_of[hex] for hex in ("2627", "2732", "2838")] == ["red3", "red2", "pocket"]
    assert "red2" in board.next_areas("red3")
    assert "pocket" not in board.next_areas("red3")
    joined = lines_from(match_on({}, cleared=way).state, ["2627"])
    assert {"2732", "2838"} <= set(joined)
    assert brought({"2/8A": ashore("2732")}, cleared=way) == ["2/8A"]
    assert brought({"2/8A": ashore("2838")}, cleared=way) == []


def test_8_3_tanks_artillery_and_hawkins_in_the_same_area_are_served_with_them() -> None:
    units: Units = {
        "2/8A": ashore("2627"),
        "stuart-1": ashore("2627"),
        "1/10": ashore("2628"),
        "hawkins": ashore("2629"),
        "sherman-1": ashore("2732"),
    }
    game = match_on(boat("lvt-1", "supply:2/8", "2526") | units, turn=4, cleared="2631 2731 2630")
    (served,) = facts(do(game, "advance lvt-1 2627"), "supplied-directly")
    assert served["units"] == ["2/8A", "hawkins", "stuart-1", "1/10"]
    assert [unit(game, id).supply for id in served["units"]] == ["active", "active", "general", "general"]
    assert unit(game, "sherman-1").supply == "none"


def test_8_3_a_unit_that_holds_a_marker_keeps_it_and_the_others_share_the_new_one() -> None:
    older = {"landed": 1, "supply": "active", "group": "2/8A@3"}
    units: Units = {"2/8A": {"at": "2627", **older}, "2/8B": ashore("2628"), "hawkins": ashore("2629")}
    game = match_on(boat("lvt-1", "supply:2/8", "2526") | units, turn=4)
    (served,) = facts(do(game, "advance lvt-1 2627"), "supplied-directly")
    assert (served["units"], served["marked"]) == (["2/8A", "2/8B", "hawkins"], ["2/8B", "hawkins"])
    assert [unit(game, id).group for id in served["units"]] == ["2/8A@3", "2/8B@4", "2/8B@4"]


def test_8_3_a_point_for_units_that_all_hold_markers_is_used_and_changes_none() -> None:
    older = {"landed": 1, "supply": "active", "group": "2/8A@3"}
    game = match_on(boat("lvt-1", "supply:2/8", "2526") | {"2/8A": {"at": "2627", **older}}, turn=4)
    (served,) = facts(do(game, "advance lvt-1 2627"), "supplied-directly")
    assert (served["units"], served["marked"], unit(game, "2/8A").group) == (["2/8A"], [], "2/8A@3")


def test_8_3_tanks_alone_cannot_take_a_battalions_point() -> None:
    assert brought({"stuart-1": ashore("2627"), "hawkins": ashore("2628")}) == []


def test_8_3_supplies_may_be_for_hawkins() -> None:
    assert brought({"hawkins": ashore("2627"), "2/8A": ashore("2628")}, "hawkins") == ["hawkins"]


def test_8_3_one_point_a_battalion_a_turn() -> None:
    assert brought({"2/8A": ashore("2627")}, direct_supply=["2/8"]) == []
    assert brought({"2/8A": ashore("2627")}, direct_supply=["3/8"]) == ["2/8A"]


def test_8_3_the_next_turn_a_battalion_may_have_another() -> None:
    game = match_on(boat("lvt-1", "supply:2/8", "2526") | {"2/8A": ashore("2627")}, turn=4, direct_supply=["2/8"],
                    phase="suppression-3")  # fmt: skip
    do(game, "next")
    assert (game.state.turn, game.state.phase, game.state.direct_supply) == (4, "actions", {"2/8"})
    do(game, "next", LEAST, *NEW_TURN)
    assert (game.state.turn, game.state.direct_supply) == (5, set())


def test_8_3_a_point_that_nobody_can_take_is_lost() -> None:
    game = match_on(boat("lvt-1", "supply:2/8", "2526") | {"3/8A": ashore("2627")}, turn=4)
    done = do(game, "advance lvt-1 2627")
    assert facts(done, "supply-wasted") == [{"rule": "8.3", "battalion": "2/8", "hex": "2627"}]
    assert (game.state.stock, unit(game, "3/8A").supply) == (0, "none")


def test_8_2_lines_run_through_friendly_hexes_and_2632() -> None:
    game = match_on({"2/8A": ashore("2531")}, turn=4)
    reached = lines_from(game.state, ["2531"])
    assert {"2530", "2529", "2632"} <= set(reached)
    assert reached["2531"] == 0
    assert "2631" not in reached
    assert all(game.state.is_friendly(hex) or hex == "2632" for hex in reached)


@pytest.mark.parametrize("free", ["2733", "2732"])
def test_8_2_2632_joins_red_2_and_red_3(free: str) -> None:
    game = match_on({"2/8A": ashore("2531")}, turn=4)
    assert free in lines_from(game.state, ["2531"])
