"""Positions of both games: who changes where a unit is, and copies that can be played on."""

import ast
import re
from itertools import islice
from typing import Any

import pytest

from tarawa_cli.games.malta import players as malta
from tarawa_cli.games.tarawa import players as tarawa
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.players import Player, play_on
from tarawa_cli.kernel.players.simulation import GameSeries, paired
from tests.kernel.tools import ROOT
from tests.kit.subject import Subject
from tests.malta.fuzzed import MALTA
from tests.tarawa.fuzzed import TARAWA

MAKERS = {"model/codec.py", "model/state.py", "model/unit.py", "rules/ch24_two_players.py", "game.py"}
"""Modules that make units and give them a place before they are in a position."""


def _placings(source: str) -> list[int]:
    """The lines that set a unit's place by hand."""
    if not re.search(r"\.at\b[^=\n]*=(?!=)", source):
        return []
    targets = [(node, node.targets) for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Assign)]
    return [node.lineno for node, found in targets if any(map(_is_place, ast.walk(ast.Tuple(found))))]


def _is_place(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "at" and isinstance(node.ctx, ast.Store)


@pytest.mark.parametrize("game", ["tarawa", "malta"])
def test_only_put_moves_a_unit_of_a_position(game: str) -> None:
    home = ROOT / "tarawa_cli" / "games" / game
    found = {str(path.relative_to(home)): _placings(path.read_text("utf-8")) for path in home.rglob("*.py")}
    assert {name: lines for name, lines in found.items() if lines and name not in MAKERS} == {}


@pytest.mark.parametrize("line", ["unit.at = there", "state.units[id].at, steps = there, 1", "one.at = other.at = 3"])
def test_a_unit_that_is_moved_by_hand_would_be_seen(line: str) -> None:
    assert _placings(line) == [1]
    assert _placings("here = unit.at") == []


def _player(subject: Subject[Any], seed: int) -> Player[Any]:
    made = tarawa.player if subject is TARAWA else malta.player
    return paired(subject.game, GameSeries(Setup("any"), "random", 1, seed), made, str(seed))


def _played(subject: Subject[Any], state: Any, seed: int) -> list[Any]:
    """A dozen random orders, or as many as there are."""
    return [move.order for move in islice(play_on(subject.game, state, _player(subject, seed), seed), 12)]


@pytest.mark.parametrize(
    ("subject", "scenario"), [(TARAWA, "second-morning"), (MALTA, "hal-far")], ids=["tarawa", "malta"]
)
def test_a_copy_of_a_position_is_played_on_by_itself(subject: Subject[Any], scenario: str) -> None:
    game = subject.game
    state = game.begin(Setup(scenario))
    for _ in range(8):
        copy, before = state.copied(), game.dump(state)
        assert game.dump(copy) == before
        assert _played(subject, copy, 5) == _played(subject, state.copied(), 5), "two copies are played alike"
        assert game.dump(state) == before, "nothing that happens to a copy happens to its original"
        assert list(state.units.problems()) == list(copy.units.problems()) == []
        _played(subject, state, 3)
