"""Unfinished work is done from the top, down to a question; a question says whom it asks."""

from typing import Any

import pytest

from tarawa_cli.kernel.dice import GivenDice
from tarawa_cli.kernel.game import finder
from tarawa_cli.kernel.play import Frame, Play
from tarawa_cli.kernel.unfinished import Homes, Question, Unfinished
from tests.kernel import toy

Race = Play[toy.Race]


def run_on(play: Race, frame: Frame) -> None:
    """A runner goes one field, and then the rest of his way; at a field with a fork he is asked."""
    runner, fields = frame.facts["runner"], frame.facts["fields"]
    if fields > 1:
        play.push("run-on", runner=runner, fields=fields - 1)
    toy.moved(play, "1.1", runner=runner, fields=1)
    if play.state.at[runner] == 2:
        play.push("fork", runner=runner)


HOMES = {"run-on": run_on, "asks": toy.fork, "answered": toy.way_taken}
UNFINISHED: Unfinished[toy.Race] = Unfinished(
    HOMES.__getitem__, {"run-on": "run-on"}, {"fork": Homes("asks", "answered")}
)


def playing() -> Race:
    play: Race = Play(toy.Race(10, {"red": 0, "blue": 0}), GivenDice([]))
    play.push("run-on", runner="blue", fields=1)
    play.push("run-on", runner="red", fields=4)
    return play


def test_the_topmost_work_is_done_first_down_to_a_question() -> None:
    play = playing()
    UNFINISHED.run(play)
    assert play.state.at == {"red": 2, "blue": 0}
    assert [frame.kind for frame in play.state.stack] == ["run-on", "run-on", "fork"]


def test_after_the_answer_the_rest_is_done_to_the_end() -> None:
    play = playing()
    UNFINISHED.run(play)
    UNFINISHED.answer(play, "long")
    assert play.state.at == {"red": 4, "blue": 0}
    UNFINISHED.run(play)
    assert play.state.at == {"red": 6, "blue": 1}
    assert play.state.stack == []


def test_nothing_is_done_while_a_question_is_on_top() -> None:
    play = playing()
    UNFINISHED.run(play)
    before = list(play.state.stack)
    UNFINISHED.run(play)
    assert play.state.stack == before


def test_one_piece_of_work_may_be_done_alone() -> None:
    play = playing()
    UNFINISHED.do(play, play.pop())
    assert play.state.at == {"red": 1, "blue": 0}
    assert play.state.stack[-1] == Frame("run-on", {"runner": "red", "fields": 3})


def test_a_question_is_of_the_topmost_frame_and_says_whom_it_asks() -> None:
    race = toy.Race(
        10, {"red": 0, "blue": 0}, stack=[Frame("fork", {"runner": "red"}), Frame("fork", {"runner": "blue"})]
    )
    assert toy.UNFINISHED.question(race) == Question("Which way?", ["long", "short"], "blue")
    assert Question("Which way?", ["long"]).side == ""


def test_a_home_is_found_in_the_game_and_nowhere_else() -> None:
    find = finder("tests.kernel")
    found: Any = find("toy:race")
    assert found is toy.race
    with pytest.raises(AttributeError):
        find("toy:walk")
    with pytest.raises(ImportError):
        find("lawn:run")
