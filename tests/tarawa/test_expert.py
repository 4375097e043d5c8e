"""`expert` and a position's worth."""

from pathlib import Path

import pytest

from tarawa_cli.games.tarawa import data
from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.players import plans, player, worth
from tarawa_cli.games.tarawa.players.expert import DECISIONS, TEMPER, Expert, Follower, Playout, best_first, verdicts
from tarawa_cli.games.tarawa.players.plans import USUAL
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.players.computer_player import play_on
from tarawa_cli.kernel.players.lookahead import Verdict
from tests.cli.tools import tarawa
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


def verdict(plan: plans.Plan, *results: float) -> Verdict[plans.Plan]:
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


# ── At the command line


def test_advice_tells_the_plan_in_figures(tmp_path: Path) -> None:
    assert tarawa("new", "second-morning", "--seed", "3").code == 0
    assert tarawa("autoplay", "--until", "actions").code == 0
    told = tarawa("advise", "--player", "expert", "--playouts", "6").out
    assert "the plan is to " in told
    assert "% now" in told
    assert "plan" in tarawa("advise", "--player", "expert", "--playouts", "6", "--json").json["advice"]
    assert "plan" not in tarawa("advise", "--json").json["advice"]


def test_only_expert_plays_plans_out(tmp_path: Path) -> None:
    assert tarawa("new", "red-beach-3", "--seed", "3").code == 0
    refused = tarawa("advise", "--player", "strong", "--playouts", "4")
    assert (refused.code, refused.err.splitlines()[1]) == (2, "  add --player expert")


def test_expert_can_be_left_a_phase(tmp_path: Path) -> None:
    assert tarawa("new", "red-beach-3", "--seed", "3").code == 0
    assert tarawa("autoplay", "embark", "--player", "expert", "--playouts", "3").code == 0
    assert tarawa("verify").code == 0
