"""Decisions that the rules give the player in the middle of a roll, and how they are answered."""

from typing import NamedTuple

from tarawa_cli.games.tarawa.model.state import State


class Question(NamedTuple):
    """What the player is asked, and every answer that `decide` takes."""

    text: str
    options: list[str]


def question(state: State) -> Question:
    """The question on top of the stack."""
    from tarawa_cli.games.tarawa.phases.unfinished import QUESTIONS, find

    frame = state.stack[-1]
    asked: Question = find(QUESTIONS[frame.kind])(state, frame)
    return asked
