"""Orders that every game has: `next` ends a phase, `decide` answers the open question. A game derives its own."""

from tarawa_cli.kernel.engine.grammar import GOAL, YES, Grammar, Word, Words
from tarawa_cli.kernel.engine.order import Order, S
from tarawa_cli.kernel.engine.order_words import find_name
from tarawa_cli.kernel.engine.play import Play
from tarawa_cli.kernel.engine.work_stack import answer, question, run
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.hints import Iterator, Self

NEXT = Grammar("next", "End your part of the turn.", (GOAL,), (YES,), ends=True)
DECIDE = Grammar("decide", "Answer the open question.", (Word("ANSWER", "Choose one of its answers."),), answers=True)


class Decide(Order[S]):
    """The answer to the open question."""

    answer: str
    law = ""
    """The paragraph that says who answers; a game says it."""
    noun = "answer"
    """What an answer is called in a message."""
    otherwise = "status"
    """What works if the question has no answers."""

    @classmethod
    def read(cls, state: S, given: Words) -> Self:
        (word,) = given.count(1, 1)
        options = question(state).options if state.stack else ()
        return cls(find_name(word, options, cls.noun) if options else word)

    @classmethod
    def offers(cls, state: S) -> Iterator[Self]:
        return (cls(option) for option in (question(state).options if state.stack else ()))

    def check(self, state: S) -> None:
        if not state.stack:
            raise Refused(self.law, "no decision is pending", "status")
        options = question(state).options
        if self.answer not in options:
            hint = f"{self.name} {options[0]}" if options else self.otherwise
            raise Refused(self.law, f"{self.answer} is not an answer to this question", hint)

    def resolve(self, play: Play[S]) -> None:
        answer(play, self.answer)
        run(play)
