"""Unfinished work: what is done with each kind of frame on the stack, and which kinds are questions.

An order pushes work, and work may push more. The topmost is done first, down to a question: there the command ends, and
the answer to it goes on from there.
"""

from collections.abc import Callable, Mapping

from tarawa_cli.kernel.hints import Any, Generic, NamedTuple, TypeVar
from tarawa_cli.kernel.play import Frame, Play, Stacked

S = TypeVar("S", bound=Stacked)


class Question(NamedTuple):
    """A decision that the rules leave to a player, and every answer that it takes."""

    text: str
    options: list[str]
    side: str = ""
    """Who is asked; nothing in a game with one side."""


class Homes(NamedTuple):
    """Where the two functions of a kind of question are: the one that puts it, and the one that takes the answer."""

    asks: str
    answered: str


class Unfinished(Generic[S]):
    """A game's kinds of frames, and where their functions are; `find` imports such a function."""

    def __init__(self, find: Callable[[str], Any], work: Mapping[str, str], questions: Mapping[str, Homes]) -> None:
        self.find = find
        self.work = work
        self.questions = questions

    def run(self, play: Play[S]) -> None:
        """Do all that is unfinished, down to a question or to the end of the stack."""
        stack = play.state.stack
        while stack and stack[-1].kind not in self.questions:
            self.do(play, play.pop())

    def do(self, play: Play[S], frame: Frame) -> None:
        """Do one piece of work, taken off the stack."""
        self.find(self.work[frame.kind])(play, frame)

    def question(self, state: S) -> Question:
        """The question on top of the stack."""
        frame = state.stack[-1]
        asked: Question = self.find(self.questions[frame.kind].asks)(state, frame)
        return asked

    def side(self, state: S) -> str:
        """Who is asked; nothing if there is no question."""
        return self.question(state).side if state.stack else ""

    def answer(self, play: Play[S], answer: str) -> None:
        """Take the question off the stack, and do what its answer says."""
        frame = play.pop()
        self.find(self.questions[frame.kind].answered)(play, frame, answer)
