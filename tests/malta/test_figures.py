"""The figures that a game which is over is told beside: they are there for every scenario, and hold together.

`tools/record_figures.py --game malta --check` says whether games still come out as they did when the figures were made.
"""

from itertools import pairwise
from typing import Any

import pytest

from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.model import scenario
from tarawa_cli.games.malta.players import PLAYERS
from tarawa_cli.games.malta.views.course import ENDS, FIGURES, recorded
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.players.simulation import PARTS

STALE = "stale: python tools/record_figures.py --game malta --games 200 --jobs 2 makes the figures anew"
SCENARIOS = sorted(scenario.shipped())


def figures(name: str) -> dict[str, Any]:
    found: dict[str, Any] = recorded()[name]
    return found


def test_every_scenario_has_figures() -> None:
    assert sorted(recorded()) == SCENARIOS, STALE


@pytest.mark.parametrize("name", SCENARIOS)
def test_they_hold_for_the_present_rules(name: str) -> None:
    assert figures(name)["rules"] == GAME.rules, STALE
    assert figures(name)["player"] in PLAYERS


@pytest.mark.parametrize("name", SCENARIOS)
def test_they_add_up(name: str) -> None:
    told = figures(name)
    assert (list(told["ends"]), list(told["figures"])) == (list(ENDS), list(FIGURES))
    assert sum(end["games"] for end in told["ends"].values()) == told["games"]
    for values in [*told["figures"].values(), *(end["merit"] for end in told["ends"].values() if end["games"])]:
        assert len(values) == PARTS + 1
        assert all(low <= high for low, high in pairwise(values))
    turns = [*map(int, told["ground"])]
    start = GAME.begin(Setup(name)).turn
    assert turns == [*range(start, start + len(turns))]
    assert len(turns) == told["figures"]["turns"][-1]


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_first_game_lies_among_them(name: str) -> None:
    told = figures(name)
    for figure in FIGURES:
        assert told["figures"][figure][0] <= told["first"][figure] <= told["figures"][figure][-1]
    assert told["ends"][told["first"]["outcome"]]["games"] > 0
