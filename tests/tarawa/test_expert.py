"""`expert` and a position's worth."""

from pathlib import Path

import pytest

from tarawa_cli.games.tarawa import data
from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.players import expert as plans
from tarawa_cli.games.tarawa.players import player, worth
from tarawa_cli.games.tarawa.players.expert import (
    DECISIONS,
    TEMPER,
    USUAL,
    Expert,
    Follower,
    Playout,
    best_first,
    verdicts,
)
from tarawa_cli.games.tarawa.players.fighting import Front, worth_of
from tarawa_cli.games.tarawa.players.maneuvering import DangerMap, front_field
from tarawa_cli.games.tarawa.players.planners import Strong
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.players import play_on
from tarawa_cli.kernel.players.lookahead import Verdict
from tests.cli.tools import tarawa
from tests.tarawa.common import airstrips, all_but
from tests.tarawa.ground import ashore
from tests.tarawa.test_odds import red3


def orders(state: State, name: str, count: int = 6) -> list[str]:
    given = []
    for move in play_on(GAME, state, player(name, "1"), 1):
        given.append(move.order.text())
        if len(given) == count:
            break
    return given


# ── Worth


@pytest.mark.parametrize("name", ["campaign", "free", "red-beach-3", "second-morning", "last-night"])
def test_the_worth_of_a_position_is_a_chance(name: str) -> None:
    assert 0 < worth.chance(GAME.begin(Setup(name))) < 1


@pytest.mark.parametrize("name", ["campaign", "red-beach-3"])
def test_every_term_has_a_weight_and_no_weight_is_left_over(name: str) -> None:
    state = GAME.begin(Setup(name))
    assert [*worth.terms(state)] == [*data.document("worth.toml")[worth.kind(state)]]


@pytest.mark.parametrize(("outcome", "chance"), [("victory", 1.0), ("pyrrhic", 0.7), ("ruined", 0.0), ("time", 0.0)])
def test_a_game_that_is_over_is_won_or_lost(outcome: str, chance: float) -> None:
    state = red3()
    state.outcome = outcome
    assert worth.chance(state) == chance


def test_low_japanese_morale_is_worth_something() -> None:
    high, low = (red3(tracks={"japanese": box}) for box in (4, -4))
    assert worth.chance(low) > worth.chance(high)


def test_ground_is_worth_something() -> None:
    less = red3(turn=20)
    more = red3(turn=20, cleared=" ".join(sorted(less.board.defended)[:150]))
    assert worth.chance(more) > worth.chance(less)


def test_what_is_missing_of_a_goal_counts_against_it() -> None:
    state = GAME.begin(Setup("second-morning"))
    before = worth.chance(state)
    state.occupied |= {"3431", "3432"}
    assert worth.chance(state) > before


def test_no_save_depends_on_the_weights() -> None:
    assert "worth.toml" not in GAME.files


# ── Plans


def test_the_usual_plan_comes_first_and_changes_nothing() -> None:
    assert plans.ACTIONS[0] is USUAL
    assert USUAL.styled(TEMPER) == TEMPER
    for decision in DECISIONS.values():
        assert len({plan.name for plan in decision.choices}) == len(decision.choices)


def test_plans_name_areas_of_the_map() -> None:
    areas = [area for plan in plans.ACTIONS for area in plan.areas]
    assert set(areas) == set(red3().board.areas)


def test_without_playouts_expert_follows_the_usual_plan() -> None:
    state, usual = red3(), Follower()
    given = [move.order.text() for move, _ in zip(play_on(GAME, state, usual, 1), range(6), strict=False)]
    assert orders(red3(), "expert:0") == given


def test_the_same_position_gets_the_same_orders() -> None:
    assert orders(red3(), "expert:8") == orders(red3(), "expert:8")


def test_a_playout_leaves_the_position_as_it_is() -> None:
    state = red3()
    before = GAME.dump(state)
    found = verdicts(state, DECISIONS["actions"], 8)
    assert GAME.dump(state) == before
    assert sum(len(one.results) for one in found) == 8
    assert [one.mean for one in found[:2]] == sorted((one.mean for one in found[:2]), reverse=True)


def test_a_playout_follows_its_plan_only_in_the_phase_at_hand() -> None:
    state = red3()
    bold = next(plan for plan in plans.ACTIONS if plan.style.get("price", 1.0) < 1)
    playing = Playout(bold, state)
    playing.choose(state)
    assert playing.plan is bold
    assert playing.temper.price < TEMPER.price
    state.turn += 1
    playing.choose(state)
    assert playing.plan is USUAL
    assert playing.temper == TEMPER


def verdict(plan: plans.PhasePlan, *results: float) -> Verdict[plans.PhasePlan]:
    return Verdict(plan, results)


@pytest.mark.parametrize(("results", "chosen"), [((0.6, 0.7), 1), ((0.505, 0.505), 0), ((0.2, 0.9), 0)])
def test_another_plan_is_followed_only_if_it_is_clearly_better(results: tuple[float, ...], chosen: int) -> None:
    """Two playouts that are far apart say no more than two that are hardly better."""
    usual, other = plans.ACTIONS[:2]
    found = [verdict(other, *results), verdict(usual, 0.5, 0.5)]
    assert best_first(found, usual)[0].plan is plans.ACTIONS[chosen]


def test_it_says_which_plan_it_follows_in_figures() -> None:
    choice = Expert(8).choose(red3())
    assert choice.plan.startswith("the plan is to ")
    for part in ("% now", "% after it", "the worst", "; to "):
        assert part in choice.plan


# ── What it does better than `strong`


WEAK = {"japanese": -5, "marines": 5}


def points(**units: str) -> State:
    """The supply phase of turn 10 with one point: a half-battalion at 2727 beside the enemy, and others."""
    given = {"2/8A": "2727", "2/10": "2731"} | units
    return ashore(given, turn=10, cleared="2631 2727 2728 2729 2731", heads=["2731"], stock=1, phase="supply-points")


def supplied(state: State) -> list[str]:
    return [text for text in orders(state, "expert:0", 2) if text.startswith("supply")]


def test_a_point_goes_to_those_who_can_attack() -> None:
    """An engineer beside open ground can do nothing with it."""
    assert supplied(points(**{"3/2E": "2629"})) == ["supply 2/8A"]


def test_a_point_that_nobody_can_use_is_kept() -> None:
    state = points(**{"3/2E": "2629"})
    state.units["2/8A"].steps = 1
    assert supplied(state) == []


@pytest.mark.parametrize(
    ("name", "cleared", "lands"), [("strong", "", True), ("expert:0", "", False), ("expert:0", "all", True)]
)
def test_the_scouts_wait_until_the_pier_draws_no_fire(name: str, cleared: str, lands: bool) -> None:
    """They have two steps, and are nearly always lost at once, which heartens the Japanese (9.2.1)."""
    ground = {"cleared": all_but("4403"), "occupied": airstrips()} if cleared else {}
    state = ashore({"hawkins": "schedule"}, turn=8, phase="embark", **ground)
    assert ("embark hawkins 1431" in orders(state, name, 1)) is lands


@pytest.mark.parametrize(("name", "given"), [("strong", ["supply 2/8A"]), ("expert:0", [])])
def test_units_that_have_just_landed_get_no_point(name: str, given: list[str]) -> None:
    """They are in active supply without one in their landing turn and the next (8.4)."""
    state = points()
    unit = state.units["2/8A"]
    unit.supply, unit.group, unit.landed = "active", "", state.turn - 1
    assert [text for text in orders(state, name, 2) if text.startswith("supply")] == given


def test_the_second_assault_of_a_group_uses_no_marker() -> None:
    state = red3()
    units = [state.units["2/8A"], state.units["2/8B"]]
    for unit in units:
        unit.group = "2/8A@4"
    assert Front(state).markers_used(units) == 1
    units[0].attacked = True
    assert Front(state).markers_used(units) == 0


@pytest.mark.parametrize(("japanese", "more"), [(-5, Strong.temper.mop_up), (-4, 0.0)])
def test_once_the_japanese_collapse_pillboxes_count_more(japanese: int, more: float) -> None:
    """The hexes without one fall by themselves, if few enough are left."""
    state = red3(tracks={"japanese": japanese, "marines": 5})
    for at in sorted(state.uncleared - {"2626", "2726"}):
        state.cleared |= {at}
    fights_on = Strong.temper._replace(mop_up=0.0)
    assert worth_of(state, "2626", Strong.temper) - worth_of(state, "2626", fights_on) == pytest.approx(more)
    assert worth_of(state, "2726", Strong.temper) == worth_of(state, "2726", fights_on)


def test_units_mass_before_a_pillbox_while_japanese_morale_is_high() -> None:
    """2/8A, 2/8E and 3/8A are close to 2626; later they would be too many there."""
    price = {}
    for japanese in (3, -3):
        state = red3(tracks={"japanese": japanese})
        price[japanese] = front_field(state, DangerMap(state, Strong.temper.blood), Strong.temper)["2627"]
    assert price[3] == 0 < price[-3]


def test_no_plans_are_compared_once_the_japanese_collapse() -> None:
    assert Expert(8).choose(red3(tracks=WEAK)).plan == ""
    assert Expert(8).choose(red3()).plan


# ── At the command line


def test_advice_tells_the_plan_in_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert tarawa("new", "second-morning", "--seed", "3").code == 0
    assert tarawa("autoplay", "--until", "actions").code == 0
    told = tarawa("advise", "--player", "expert", "--playouts", "6").out
    assert "the plan is to " in told
    assert "% now" in told
    assert "plan" in tarawa("advise", "--player", "expert", "--playouts", "6", "--json").json["advice"]
    assert "plan" not in tarawa("advise", "--json").json["advice"]


def test_only_expert_plays_plans_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert tarawa("new", "red-beach-3", "--seed", "3").code == 0
    refused = tarawa("advise", "--player", "strong", "--playouts", "4")
    assert (refused.code, refused.err.splitlines()[1]) == (2, "  add --player expert")


def test_expert_can_be_left_a_phase(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert tarawa("new", "red-beach-3", "--seed", "3").code == 0
    assert tarawa("autoplay", "embark", "--player", "expert", "--playouts", "3").code == 0
    assert tarawa("verify").code == 0
