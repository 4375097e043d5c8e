"""The figures that a game which is over is told beside: they are there for every scenario, and not stale."""

from itertools import pairwise
from typing import Any

import pytest

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.model import scenario
from tarawa_cli.games.tarawa.model.state import OUTCOMES
from tarawa_cli.games.tarawa.players import player
from tarawa_cli.games.tarawa.views.course import GameCourse, recorded
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.players.simulation import PARTS, GameSeries, play_game

STALE = "stale: python tools/record_figures.py --jobs 2 makes the figures anew"
SCENARIOS = sorted(scenario.shipped())
ENOUGH = 1_000


def figures(name: str) -> dict[str, Any]:
    found: dict[str, Any] = recorded()[name]
    return found


def test_every_scenario_has_figures() -> None:
    assert sorted(recorded()) == SCENARIOS, STALE


@pytest.mark.parametrize("name", SCENARIOS)
def test_they_hold_for_the_present_rules(name: str) -> None:
    assert figures(name)["rules"] == GAME.rules, STALE
    assert figures(name)["games"] >= ENOUGH


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_first_of_the_games_still_comes_out_as_it_did(name: str) -> None:
    """Rules, tables, scenario or player: whatever has changed shows in a whole game."""
    told = figures(name)
    again = play_game(GAME, GameSeries(Setup(name), told["player"], 1, told["seed"]), 0, player, GameCourse)
    assert {key: again[key] for key in told["first"]} == told["first"], STALE


@pytest.mark.parametrize("name", SCENARIOS)
def test_they_add_up(name: str) -> None:
    told = figures(name)
    assert list(told["ends"]) == list(OUTCOMES)
    assert sum(end["games"] for end in told["ends"].values()) == told["games"]
    for values in [*told["figures"].values(), *(end["merit"] for end in told["ends"].values() if end["games"])]:
        assert len(values) == PARTS + 1
        assert all(low <= high for low, high in pairwise(values))
    start = GAME.begin(Setup(name))
    assert [*map(int, told["ground"])] == [*range(start.turn, start.setting.scenario.length + 1)]
