"""Unfinished work is done from the top, down to a question; what a save may hold of it is what its handler takes."""

from copy import deepcopy
from typing import Annotated, Any

import pytest

from tarawa_cli.kernel.board.dice import GivenDice
from tarawa_cli.kernel.engine.play import (
    Frame,
    Handlers,
    Play,
    Question,
    answer,
    asked_side,
    do,
    is_question,
    question,
    run,
)
from tarawa_cli.kernel.game import finder
from tarawa_cli.kernel.saves.readers import Wrong, count
from tests.kernel import toy

Race = Play[toy.Race]
RUNNERS = {"apple": 0, "pear": 0}
HANDLERS: Handlers[toy.Race] = Handlers(
    "tests.kernel", {"run-on": "test_work_stack:run_on", "eat": "test_work_stack:eat"}
)


@HANDLERS.work
def run_on(play: Race, runner: Annotated[str, toy.one_runner], fields: Annotated[int, count(1, 9)]) -> None:
    """A runner goes one field, and then the rest of his way; at a field with a fork he is asked."""
    if fields > 1:
        play.push(run_on, runner=runner, fields=fields - 1)
    toy.moved(play, "1.1", runner=runner, fields=1)
    if play.state.at[runner] == 2:
        play.push(toy.fork, runner=runner)


@HANDLERS.work
def eat(play: Race) -> None: ...


@HANDLERS.work
def cook(play: Race, fruit: list[str]) -> None:
    """It has no name, so no save holds it."""


@HANDLERS.decision
def unanswered(race: toy.Race) -> Question:
    return Question("Why?", ["because"])


def playing() -> Race:
    play: Race = Play(toy.Race(10, {"red": 0, "blue": 0}), GivenDice([]))
    play.push(run_on, runner="blue", fields=1)
    play.push(run_on, runner="red", fields=4)
    return play


def test_the_topmost_work_is_done_first_down_to_a_question() -> None:
    play = playing()
    run(play)
    assert play.state.at == {"red": 2, "blue": 0}
    assert [frame.kind for frame in play.state.stack] == ["run-on", "run-on", "fork"]
    assert [is_question(frame) for frame in play.state.stack] == [False, False, True]


def test_after_the_answer_the_rest_is_done_to_the_end() -> None:
    play = playing()
    run(play)
    answer(play, "long")
    assert play.state.at == {"red": 4, "blue": 0}
    run(play)
    assert play.state.at == {"red": 6, "blue": 1}
    assert play.state.stack == []


def test_nothing_is_done_while_a_question_is_on_top() -> None:
    play = playing()
    run(play)
    before = list(play.state.stack)
    run(play)
    assert play.state.stack == before


def test_one_piece_of_work_may_be_done_alone() -> None:
    play = playing()
    do(play, play.pop())
    assert play.state.at == {"red": 1, "blue": 0}
    assert play.state.stack[-1] == Frame(run_on, {"runner": "red", "fields": 3})


def test_work_and_questions_may_be_called_like_the_functions_that_they_are() -> None:
    play = playing()
    run_on(play, "blue", fields=1)
    assert play.state.at == {"red": 0, "blue": 1}
    assert toy.fork(play.state, "blue").side == "blue"


def test_a_question_is_of_the_topmost_frame_and_says_whom_it_asks() -> None:
    race = toy.Race(10, {"red": 0, "blue": 0})
    assert asked_side(race) == ""
    race.stack = [toy.HANDLERS.frame("fork", runner="red"), toy.HANDLERS.frame("fork", runner="blue")]
    assert question(race) == Question("Which way?", ["long", "short"], "blue")
    assert asked_side(race) == "blue"
    assert Question("Which way?", ["long"]).side == ""


def test_a_question_whose_answer_nobody_takes_is_a_mistake_in_the_game() -> None:
    play = playing()
    play.push(unanswered)
    with pytest.raises(NotImplementedError):
        answer(play, "because")


def test_the_facts_of_a_frame_have_names() -> None:
    with pytest.raises(AssertionError):
        playing().push(run_on, "red", 1)


def test_a_copy_of_a_frame_is_of_the_same_handler() -> None:
    frame = HANDLERS.frame("run-on", runner="red", fields=1)
    twin = deepcopy(frame)
    assert (twin, twin.handler is run_on, twin.facts is frame.facts) == (frame, True, False)


def test_a_handler_is_known_by_its_name_in_saves() -> None:
    assert (run_on.kind, cook.kind, repr(run_on), repr(cook)) == ("run-on", "", "<run-on>", "<cook>")
    assert HANDLERS.named("run-on") is run_on
    assert list(run_on.readers) == ["runner", "fields"]


@pytest.mark.parametrize(
    ("stack", "read"),
    [
        ([], []),
        ([{"kind": "eat"}], [Frame(eat, {})]),
        ([{"kind": "run-on", "fields": 9, "runner": "pear"}], [Frame(run_on, {"runner": "pear", "fields": 9})]),
    ],
)
def test_a_stack_that_fits_its_handlers_is_read(stack: Any, read: Any) -> None:
    found = HANDLERS.read(toy.Race(1, RUNNERS), stack)
    assert found == read
    assert [list(frame.facts) for frame in found] == [list(frame.handler.readers) for frame in found]


@pytest.mark.parametrize(
    ("stack", "why"),
    [
        ({}, "must be an array of tables with a kind"),
        (["eat"], "must be an array of tables with a kind"),
        ([{"kind": 1}], "must be an array of tables with a kind"),
        ([{"kind": ["eat"]}], "must be an array of tables with a kind"),
        ([{"kind": "cook"}], "'cook' is not a kind of unfinished work"),
        ([{"kind": "run_on"}], "'run_on' is not a kind of unfinished work"),
        ([{"kind": "run-on", "runner": "pear"}], "run-on must have runner, fields, and nothing else"),
        (
            [{"kind": "run-on", "runner": "pear", "fields": 1, "play": 1}],
            "run-on must have runner, fields, and nothing else",
        ),
        ([{"kind": "eat", "fruit": "pear"}], "eat must have no key of its own, and nothing else"),
        ([{"kind": "run-on", "runner": "nut", "fields": 1}], "run-on.runner: 'nut': not a runner"),
        (
            [{"kind": "run-on", "runner": "pear", "fields": 10}],
            "run-on.fields: must be a whole number from 1 to 9, not 10",
        ),
    ],
)
def test_a_stack_that_does_not_fit_is_refused_with_the_reason(stack: Any, why: str) -> None:
    with pytest.raises(Wrong) as refused:
        HANDLERS.read(toy.Race(1, RUNNERS), stack)
    assert str(refused.value) == why


def test_a_home_is_found_in_the_game_and_nowhere_else() -> None:
    find = finder("tests.kernel")
    found: Any = find("toy:race")
    assert found is toy.race
    with pytest.raises(AttributeError):
        find("toy:walk")
    with pytest.raises(ImportError):
        find("lawn:run")
