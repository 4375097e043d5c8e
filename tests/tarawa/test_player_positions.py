"""Positions with what a computer player must choose, or must not."""

from collections.abc import Iterator
from typing import Any

import pytest

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.legal import assault_odds
from tarawa_cli.games.tarawa.model.board import distance
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.orders.actions import Attack, Demolish, Move, Recover
from tarawa_cli.games.tarawa.orders.landing import Embark
from tarawa_cli.games.tarawa.players import player
from tarawa_cli.games.tarawa.players.fighting import goal_hexes, worth_of
from tarawa_cli.games.tarawa.players.planners import Strong
from tarawa_cli.games.tarawa.rules.ch07_actions.fire import airstrip_under_fire
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.players import PlayedOrder, play_on
from tests.tarawa.common import all_but
from tests.tarawa.ground import ashore
from tests.tarawa.test_odds import red3

ALL = pytest.mark.parametrize("name", ["historical", "strong", "expert:8"])
STRONG = pytest.mark.parametrize("name", ["strong", "expert:8"])
WEAK, FIERCE = {"japanese": -5, "marines": 5}, {"japanese": 5, "marines": -3}
FIT = {"supply": "active", "steps": 8}


def phase_by(state: State, name: str, seed: int = 1) -> Iterator[PlayedOrder]:
    """What a player orders until the phase ends."""
    now = state.turn, state.phase
    for move in play_on(GAME, state, player(name, "1"), seed):
        yield move
        if (state.turn, state.phase) != now:
            return


def given(state: State, name: str, seed: int = 1) -> list[Any]:
    return [move.order for move in phase_by(state, name, seed)]


def attacks(orders: list[Any]) -> list[Any]:
    return [order for order in orders if isinstance(order, Attack | Demolish)]


# ── Assaults


@ALL
def test_ground_that_falls_for_certain_is_taken(name: str) -> None:
    state = red3(tracks=WEAK)
    before = len(state.cleared)
    assert attacks(given(state, name))
    assert len(state.cleared) > before


@ALL
def test_nobody_attacks_at_hopeless_odds(name: str) -> None:
    """A worn company alone, with Marine morale at its lowest and the Japanese at their highest."""
    state = ashore({"2/8A": {"at": "2727", "supply": "active", "steps": 3}}, cleared="2727", tracks=FIERCE)
    assert assault_odds.attack(state, ["2/8A"], ["2828"], [], False).success < 0.1
    assert not attacks(given(state, name))


@ALL
def test_the_pillbox_is_taken_when_the_odds_are_good(name: str) -> None:
    """2626 is suppressed three times over, and engineers and a tank stand beside it."""
    state = red3(suppressed={"2626": 3}, tracks={"japanese": -1, "marines": 4})
    targets = [
        at for order in attacks(given(state, name)) for at in (order.on if isinstance(order.on, tuple) else (order.on,))
    ]
    assert "2626" in targets


@ALL
def test_a_pillbox_is_not_stormed_without_suppression(name: str) -> None:
    """With the Japanese at their best, the first order against 2626 is a fire, never an assault."""
    state = red3(tracks={"japanese": 4})
    for order in given(state, name):
        if isinstance(order, Attack | Demolish) and "2626" in (
            order.on if isinstance(order.on, tuple) else (order.on,)
        ):
            assert state.suppressed.get("2626", 0) or state.is_friendly("2626")
            return


@pytest.mark.parametrize("name", ["historical", "strong"])
def test_a_unit_without_active_supply_is_not_asked_to_attack(name: str) -> None:
    state = ashore({"2/8A": {"at": "2727", "supply": "general", "steps": 8}}, cleared="2727", tracks=WEAK)
    assert not attacks(given(state, name))


def test_a_pillbox_counts_less_when_morale_has_nothing_more_to_gain() -> None:
    early, late = red3(tracks={"japanese": 3, "marines": 3}), red3(tracks=WEAK)
    assert worth_of(early, "2626", Strong.temper) > worth_of(late, "2626", Strong.temper)


@STRONG
def test_two_hexes_are_attacked_at_once_when_the_japanese_are_broken(name: str) -> None:
    state = ashore({"2/8A": {"at": "2727", **FIT}, "2/8B": {"at": "2727", **FIT}}, cleared="2727", tracks=WEAK)
    assert any(len(order.on) == 2 for order in attacks(given(state, name)) if isinstance(order, Attack))


# ── Moves


@ALL
def test_nobody_runs_across_the_airstrip_under_fire_to_a_fight_like_the_one_at_hand(name: str) -> None:
    """3/8A has uncleared hexes beside it; beyond the airstrip, which is next to it too, there are others."""
    state = ashore({"3/8A": {"at": "2828", "supply": "general", "steps": 5}}, cleared="2728 2828", tracks=FIERCE)
    swept = airstrip_under_fire(state)
    assert {"2829", "2927"} <= swept
    assert not [order for order in given(state, name) if isinstance(order, Move) and swept.intersection(order.route)]


@ALL
def test_a_worn_out_company_leaves_the_line(name: str) -> None:
    """An infantry unit that is lost heartens the Japanese (9.2.1)."""
    units = {"2/8A": {"at": "2727", "supply": "general", "steps": 1}}
    state = ashore(
        units | {"3/8A": {"at": "2728", **FIT}}, cleared="2727 2728 2729 2731", heads="2731", tracks={"japanese": 3}
    )
    given(state, name)
    assert state.units["2/8A"].at != "2727"


@ALL
def test_a_company_far_behind_moves_up(name: str) -> None:
    """Only the East End is left, and 2/8A stands at the foot of the pier."""
    board = red3().board
    east = [at for at in board.areas["eastend"].hexes if at in board.defended]
    state = ashore({"2/8A": {"at": "2731", **FIT}}, cleared=all_but(*east), tracks={"japanese": -3})
    near = min(distance("2731", at) for at in east)
    given(state, name)
    assert min(distance(state.units["2/8A"].at, at) for at in east) < near


@ALL
def test_the_last_hex_is_gone_for(name: str) -> None:
    """The island is clear but for 4403, two pillboxes at the end of the tail."""
    state = ashore({"2/8A": {"at": "3810", **FIT}}, cleared=all_but("4403"), tracks=WEAK, turn=28)
    given(state, name)
    assert distance(state.units["2/8A"].at, "4403") < distance("3810", "4403")


# ── Rest


@pytest.mark.parametrize("name", ["historical", "strong"])
def test_by_night_those_who_are_safe_recover(name: str) -> None:
    units = {"2/8A": {"at": "2731", "supply": "general", "steps": 2}}
    state = ashore(units, cleared=all_but("4403"), heads="2731", turn=6)
    assert any(isinstance(order, Recover) for order in given(state, name))


# ── Landing


@STRONG
def test_infantry_does_not_wade_in_while_amtracs_wait(name: str) -> None:
    state = GAME.begin(Setup("red-beach-3"))
    craft = [
        order.craft for order in given(state, name) if isinstance(order, Embark) and order.who.endswith(("A", "B"))
    ]
    assert craft
    assert all(id.startswith("lvt") for id in craft)


@ALL
def test_the_ships_fire_at_the_area_before_the_landing(name: str) -> None:
    state = GAME.begin(Setup("red-beach-3"))
    said = []
    for move in play_on(GAME, state, player(name, "1"), 1):
        said.append(move.order.text())
        if state.turn > 1:
            break
    assert "suppress red3" in said


# ── The goal of a scenario


def test_what_is_left_of_a_goal_shrinks_and_ends_when_enough_is_held() -> None:
    state = GAME.begin(Setup("second-morning"))
    assert {"3430", "3434"} <= goal_hexes(state)
    state.occupied |= {"3430", "3431"}
    assert not goal_hexes(state) & {"3430", "3431", "3432", "3433", "3434"}


@STRONG
def test_second_morning_goes_for_the_south_shore(name: str) -> None:
    """Somebody sets out for the south shore, though the airstrip is under fire: not at any price, but in time."""
    state = GAME.begin(Setup("second-morning"))
    toward = []
    for move in play_on(GAME, state, player(name, "1"), 1):
        toward += [move.order.unit] if "goal" in move.why else []
    assert toward


def test_the_hexes_of_the_goal_count_more() -> None:
    state = GAME.begin(Setup("second-morning"))
    beak = next(at for at in sorted(goal_hexes(state)) if state.is_uncleared(at) and not state.pillboxes_standing(at))
    campaign = red3()
    assert worth_of(state, beak, Strong.temper) > worth_of(campaign, beak, Strong.temper) + 1


def test_second_morning_can_be_won() -> None:
    won = []
    for seed in range(1, 9):
        state = GAME.begin(Setup("second-morning"))
        for _ in play_on(GAME, state, player("strong", "1"), seed):
            pass
        won.append(state.outcome in ("victory", "pyrrhic"))
    assert any(won)
