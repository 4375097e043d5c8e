"""Answers that are given with an order, to the questions that it leads to: `attack … --hits hold`.

The journal holds the order and its answers one by one, as if they had been given by hand.
"""

from tarawa_cli.kernel.engine import batch, session
from tarawa_cli.kernel.engine.grammar import Words
from tarawa_cli.kernel.engine.order_words import Answer, shown
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.errors import BadOrder, GameError
from tarawa_cli.kernel.hints import Any, Iterator, Mapping

_NONE = "none"
"""What ends a question that takes one name after the other."""


def taken_out(words: Words) -> tuple[Words, dict[str, Answer]]:
    """An order without its answers, and the answers by the kind of question."""
    found = {option: words.values(option.name) for option in words.grammar.options if option.answers}
    answers = {
        option.answers: Answer([one for value in values for one in value.split(",") if one], option.several)
        for option, values in found.items()
        if values
    }
    if not answers:
        return words, answers
    for option, values in found.items():
        if values and option.takes.islower() and any(one not in option.takes.split("|") for one in values):
            raise BadOrder(f"{option.name} {shown(values[-1])}: must be one of {option.takes.replace('|', ', ')}")
    return words.changed(values={option.name: () for option in found}), answers


class Beforehand:
    """Gives the answers, as long as the side that gave the order is asked."""

    def __init__(self, match: Match[Any], answers: Mapping[str, Answer]) -> None:
        self.match, self.answers, self.side = match, answers, match.to_act
        self.notes: list[str] = []
        """Which of them were no answer to what was asked."""
        self._given: set[str] = set()
        """The kinds of question in which everybody has been named."""

    def orders(self) -> Iterator[Words]:
        """The answers in words, one after the other."""
        while kind := self._asked():
            words = [_NONE] if kind in self._given else self.answers[kind].words
            try:
                orders = batch.expand(self.match, [self._decide, *words]).orders
                session.read_order(self.match, orders[0])
            except GameError as error:
                if kind not in self._given:
                    self.notes.append(
                        f"`{self._decide} {' '.join(words)}` does not answer this question: {error.message}"
                    )
                return
            if self.answers[kind].once:
                self._given.add(kind)
            yield from orders

    def _asked(self) -> str:
        """The kind of question that is open, if it is one to answer; nothing otherwise."""
        match = self.match
        kind = match.state.stack[-1].kind if match.state.stack else ""
        return kind if kind in self.answers and match.to_act == self.side and not session.is_waiting(match) else ""

    @property
    def _decide(self) -> str:
        orders = self.match.game.orders
        return next(name for name in orders if orders[name].answers)
