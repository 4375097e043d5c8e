"""`decide`: the answer to the pending question."""

from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.orders import ALWAYS
from tarawa_cli.games.malta.phases import UNFINISHED, question, run
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.grammar import Grammar, Word, Words
from tarawa_cli.kernel.hints import NamedTuple, Self
from tarawa_cli.kernel.orders import find_of_few
from tarawa_cli.kernel.play import Play

DECIDE = Grammar(
    "decide",
    "Answer the pending decision.",
    (Word("OPTION", "One of the options that `status` lists."),),
    group=ALWAYS,
)


@rule("24.2")
class Decide(NamedTuple):
    answer: str

    @classmethod
    def read(cls, state: State, given: Words) -> Self:
        (word,) = given.plain
        if not state.question:
            return cls(word)
        return cls(find_of_few(word, question(state).options, "answer"))

    def text(self) -> str:
        return DECIDE.text(self.answer)

    def check(self, state: State) -> None:
        if not state.question:
            raise Refused("24.2", "no decision is pending", "status")
        options = question(state).options
        if self.answer not in options:
            raise Refused("24.2", f"{self.answer} is not an answer to this question", f"decide {options[0]}")

    def resolve(self, play: Play[State]) -> None:
        UNFINISHED.answer(play, self.answer)
        run(play)
