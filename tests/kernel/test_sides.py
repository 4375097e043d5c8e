"""Sides: who is meant, whose an order is, and what a match shows to a side."""

import re
from copy import deepcopy
from typing import Any

import pytest

from tarawa_cli.kernel.engine import sides
from tarawa_cli.kernel.engine.play import Event, asked_side
from tarawa_cli.kernel.engine.session import Match, perform
from tarawa_cli.kernel.engine.sides import Sides
from tarawa_cli.kernel.errors import BadOrder, Refused
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.saves.history import undo
from tests.kernel import rivals
from tests.kernel.rivals import GAME
from tests.kernel.tools import ROOT
from tests.kernel.toy import Order

ONE: Sides[Any] = Sides("coach")
TWO: Sides[Any] = GAME.sides


def match(*lines: str, side: str = "", seed: int | None = 2) -> Match[Any]:
    """A race of two coaches after some orders, as a side has it."""
    game: Match[Any] = Match(GAME, Setup("sprint"), seed)
    for line in lines:
        perform(game, line.split())
    game.side = side
    return game


@pytest.mark.parametrize(
    ("known", "word", "environment", "side"),
    [
        (TWO, "", "", ""),
        (TWO, "red", "", "red"),
        (TWO, "", "blue", "blue"),
        (TWO, "red", "blue", "red"),
        (TWO, "B", "", "blue"),
        (TWO, "red", "nonsense", "red"),
        (ONE, "", "", ""),
        (ONE, "coach", "", ""),
        (ONE, "", "nonsense", ""),
    ],
)
def test_the_side_that_is_meant(known: Sides[Any], word: str, environment: str, side: str) -> None:
    assert sides.chosen(known, word, {"TARAWA_SIDE": environment}) == side
    assert environment or sides.chosen(known, word, {}) == side


@pytest.mark.parametrize(("known", "word", "environment"), [(TWO, "x", ""), (TWO, "", "x"), (ONE, "x", "")])
def test_an_unknown_side(known: Sides[Any], word: str, environment: str) -> None:
    with pytest.raises(BadOrder, match=" or ".join(known.names)):
        sides.chosen(known, word, {"TARAWA_SIDE": environment})


def test_one_side_acts_owns_and_knows_everything() -> None:
    state, order, event = match().truth, Order("race", ("red",)), Event("moved", "1.1", {})
    assert ONE.to_act(state) == ONE.owner(state, order) == "coach"
    assert ONE.view(state, "coach") is state
    assert ONE.seen_event(event, "coach") is event
    assert ONE.seen_order(order, "coach") == "race red"


def test_who_is_asked_is_to_act() -> None:
    game = match()
    assert asked_side(game.state) == ""
    assert TWO.to_act(game.state) == "red"
    game.truth.stack.append(rivals.HANDLERS.frame("fork", runner="red"))
    assert asked_side(game.state) == TWO.to_act(game.state) == "blue"


def test_a_match_shows_a_side_what_it_knows_and_keeps_the_truth() -> None:
    game = match("plan deep", side="blue")
    assert game.state.plans == {}
    assert game.truth.plans == {"red": "deep"}
    assert game.state is game.state, "as long as nothing happens"
    assert 'plans.red = "deep"' in game.text()


def test_after_an_order_a_side_knows_more() -> None:
    game = match("plan deep", "policy blue long", side="red")
    before = deepcopy(game.state)
    perform(game, ["race", "red"])
    assert game.state != before
    assert game.state.at == game.truth.at
    undo(game, 1)
    assert game.state == before


def test_a_side_learns_the_events_and_dice_that_it_may_know() -> None:
    told, known = [Event("throw", "2.2", {"on": "red", "dice": [3]}), Event("moved", "1.1", {"dice": [5]})], [5]
    assert sides.seen(TWO, [3, 5], told, "") == ([3, 5], told)
    assert sides.seen(TWO, [3, 5], told, "red") == ([3, 5], told)
    assert sides.seen(TWO, [3, 5], told, "blue") == (known, told[1:])
    assert sides.seen(TWO, [3], told[1:], "blue") == ([3], told[1:]), "it knows of all events, so of all dice"


@pytest.mark.parametrize("line", ["race red", "plan fast", "policy red long"])
def test_an_order_of_the_other_side_changes_nothing(line: str) -> None:
    game = match(side="blue")
    text = game.text()
    for words in (line.split(), GAME.read(game.truth, line.split()).in_words()):
        with pytest.raises(Refused, match="not your turn: red to move, and you play blue"):
            perform(game, words)
    assert game.text() == text


def test_only_who_carries_out_orders_asks_for_the_truth() -> None:
    """And the library's `game.py`, which lets a program at one table look as either side."""
    package = ROOT / "tarawa_cli"
    asking = [path for path in package.rglob("*.py") if re.search(r"\.truth\b", path.read_text("utf-8"))]
    assert sorted(path.relative_to(package).as_posix() for path in asking) == [
        *("kernel/engine/batch.py", "kernel/engine/session.py", "kernel/mail/desk.py", "kernel/saves/journal.py"),
        "library/game.py",
    ]


def test_when_the_game_is_over_nobody_is_to_act() -> None:
    game = match(side="blue")
    game.truth.at["red"] = game.truth.length
    assert sides.is_free(TWO, game.truth, "blue")
    perform(game, ["policy", "blue", "long"])


def test_a_side_undoes_no_more_than_its_own() -> None:
    game = match("policy blue long", "plan deep", "policy blue short", side="blue")
    with pytest.raises(Refused, match="entry 2 is an order by red, and you play blue"):
        undo(game, 2)
    assert [entry.command for entry in undo(game, 1)] == ["policy blue short"]
    game.side = ""
    assert len(undo(game, 2)) == 2
