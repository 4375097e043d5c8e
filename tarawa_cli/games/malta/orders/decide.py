"""`decide`: the answer to the pending question."""

from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.orders import ALWAYS
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.grammar import Grammar, Word, Words
from tarawa_cli.kernel.hints import Self
from tarawa_cli.kernel.order import Order
from tarawa_cli.kernel.orders import find_name
from tarawa_cli.kernel.play import Play
from tarawa_cli.kernel.unfinished import answer, question, run

DECIDE = Grammar(
    "decide",
    """Answer the open question.

Without an answer, show the question and the possible answers.""",
    (
        Word(
            "ANSWER…",
            "Choose an answer, or several units; a battalion stands for its companies.",
            most=None,
            several=True,
        ),
    ),
    group=ALWAYS,
    usage="decide | decide ANSWER…",
    answers=True,
)


@rule("24.2")
class Decide(Order[State], of=DECIDE):
    answer: str

    @classmethod
    def read(cls, state: State, given: Words) -> Self:
        (word,) = given.count(1, 1)
        if not state.question:
            return cls(word)
        options = question(state).options
        return cls(find_name(word, options, "answer") if options else word)

    def check(self, state: State) -> None:
        if not state.question:
            raise Refused("24.2", "no decision is pending", "status")
        options = question(state).options
        if self.answer not in options:
            raise Refused(
                "24.2",
                f"{self.answer} is not an answer to this question",
                f"decide {options[0]}" if options else "reveal",
            )

    def resolve(self, play: Play[State]) -> None:
        answer(play, self.answer)
        run(play)
