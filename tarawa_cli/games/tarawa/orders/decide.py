"""`decide`: the answer to the pending question."""

from typing import NamedTuple, Self

from tarawa_cli.games.tarawa.questions import question
from tarawa_cli.games.tarawa.state import State
from tarawa_cli.games.tarawa.work import ANSWERS, find, run
from tarawa_cli.kernel.errors import BadOrder, Refused
from tarawa_cli.kernel.orders import Words, find_name
from tarawa_cli.kernel.play import Play
from tarawa_cli.kernel.rulebook import rule


@rule("3")
class Decide(NamedTuple):
    answer: str

    @classmethod
    def read(cls, state: State, tokens: list[str]) -> Self:
        words = Words("decide", tokens).count(1, None, "decide OPTION…")
        if not state.question:
            return cls(" ".join(words))
        options = question(state).options
        if len(words) > 1:
            raise BadOrder("this decision takes one word", hint=f"one of: {', '.join(options)}")
        return cls(find_name(words[0], options, "answer to this question"))

    def text(self) -> str:
        return f"decide {self.answer}"

    def check(self, state: State) -> None:
        if not state.question:
            raise Refused("3", "no decision is pending", "status")

    def resolve(self, play: Play[State]) -> None:
        frame = play.pop()
        find(ANSWERS[frame.kind])(play, frame, self.answer)
        run(play)
