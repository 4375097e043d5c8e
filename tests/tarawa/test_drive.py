"""The drive to the far end of the island: without it many games were lost by a few hexes."""

import pytest

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.model.board import distance
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.orders.general import Supply
from tarawa_cli.games.tarawa.orders.landing import Embark
from tarawa_cli.games.tarawa.players.drive import NONE, drive, is_late
from tarawa_cli.games.tarawa.players.fighting import DRIVE, worth_of
from tarawa_cli.games.tarawa.players.maneuvering import DangerMap, drive_field
from tarawa_cli.games.tarawa.players.planners import Strong
from tarawa_cli.kernel.game import Setup
from tests.tarawa.common import all_but
from tests.tarawa.ground import ashore
from tests.tarawa.test_odds import red3
from tests.tarawa.test_player_positions import ALL, given

BROKEN = {"japanese": -5, "marines": 5}
FAR_END = "4405"
FIT = {"supply": "active", "steps": 8}


def land(*areas: str) -> tuple[str, ...]:
    """All hexes of some areas that must be cleared."""
    board = GAME.begin(Setup("campaign")).board
    return tuple(at for area in areas for at in board.areas[area].hexes if at in board.defended)


def east(turn: int = 20, **keys: object) -> State:
    """The tail and Takarongo Point are left, and Green Beach, to which 2/8 is nearer."""
    left = land("tail", "takarongo", "green")
    return ashore({"2/8A": {"at": "3332", **FIT}}, cleared=all_but(*left), turn=turn, **{"tracks": BROKEN, **keys})


def nearer(state: State, name: str) -> int:
    """By how many hexes the units have come nearer to the far end when the phase is over."""
    before = {unit.id: distance(unit.at, FAR_END) for unit in state.ashore()}
    given(state, name)
    return sum(before[unit.id] - distance(unit.at, FAR_END) for unit in state.ashore())


# ── The way


def test_the_far_end_is_the_uncleared_hex_farthest_from_all_ground_that_is_held() -> None:
    found = drive(east())
    assert found.length > 8
    assert {at for at, detour in found.detours.items() if detour == 0} <= set(land("tail"))


def test_there_is_no_drive_while_the_japanese_hold_firm() -> None:
    assert drive(east(tracks={"japanese": 0})) is NONE
    assert drive(east(tracks={"japanese": -3})) is not NONE


def test_there_is_no_drive_where_only_a_goal_counts() -> None:
    state = GAME.begin(Setup("second-morning"))
    state.tracks["japanese"] = state.operative["japanese"] = -3
    assert drive(state) is NONE


def test_there_is_no_drive_once_everything_is_cleared() -> None:
    assert drive(ashore({"2/8A": "3332"}, cleared=all_but(), tracks=BROKEN)) is NONE


@pytest.mark.parametrize(("turn", "late"), [(10, False), (28, True)])
def test_a_drive_is_late_when_too_few_turns_are_left(turn: int, late: bool) -> None:
    assert is_late(east(turn)) is late


# ── What comes of it


def test_a_hex_that_opens_the_way_counts_more_than_another() -> None:
    state = east()
    plain = [at for at in drive(state).detours if state.pillboxes_standing(at) <= 0]
    opens = min(at for at in plain if not drive(state).detours[at])
    before = worth_of(east(tracks={"japanese": 0}), opens, Strong.temper)
    assert worth_of(state, opens, Strong.temper) == pytest.approx(before + DRIVE)


@ALL
def test_they_drive_on_past_a_fight_that_is_nearer(name: str) -> None:
    """If they turned back for Green Beach they would have no time left for the tail."""
    assert nearer(east(), name) > 0


def test_the_way_avoids_the_airstrip_under_fire() -> None:
    """Column after column used to bleed there."""
    state = red3(tracks={"japanese": -3})
    ground = DangerMap(state, Strong.temper.blood)
    assert ground.swept
    assert ground.swept.isdisjoint(drive_field(state, ground).price)


def test_late_waves_land_nearest_to_the_far_end() -> None:
    """3/6 may land anywhere; Red 2 is as quiet as Red 3."""
    for name, beach in (("strong", "red2"), ("expert:0", "red3")):
        units = {"3/6A": "schedule", "lvt-1": "pool"}
        state = ashore(units, turn=20, phase="embark", cleared=all_but(*land("tail", "green")), tracks=BROKEN)
        assert [order.beach for order in given(state, name) if isinstance(order, Embark)] == [beach]


def test_a_late_drive_gets_the_supply() -> None:
    """One point; 2/8 is beside Green Beach with both halves, 3/8A alone beside the tail."""
    units = {"2/8A": "3140", "2/8B": "3140", "3/8A": "3516", "2/10": "2731"}
    for turn, group in ((10, "2/8A"), (26, "3/8A")):
        left = land("tail", "takarongo", "green")
        state = ashore(
            units, turn=turn, cleared=all_but(*left), heads=["2731"], stock=1, phase="supply-points", tracks=BROKEN
        )
        points = [order.whom for order in given(state, "expert:0") if isinstance(order, Supply)]
        assert points[:1] == [group]


def test_a_worn_out_company_does_not_drive() -> None:
    state = east()
    state.units["2/8A"].steps = 1
    assert nearer(state, "expert:0") <= 0
