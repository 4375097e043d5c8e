"""Orders that nobody should give: nonsense, orders of another phase, and legal orders with something changed."""

from collections.abc import Callable
from random import Random
from typing import Generic, NamedTuple

from tests.kit.subject import S, Subject

FINAL = "resign"
"""An order that is legal in any phase and ends the game: nothing could be tried after it."""


class Nasty(NamedTuple):
    line: str
    certain: bool
    """Whether it must be refused; a changed order may happen to be legal."""


class Heckler(Generic[S]):
    """Makes up such orders; it remembers what was legal earlier in the game."""

    def __init__(self, subject: Subject[S], rng: Random) -> None:
        self.subject = subject
        self.rng = rng
        self.options = subject.options()
        self.names = [name for name in subject.game.orders if name != FINAL]
        self.heard: dict[str, str] = {}

    def hear(self, commands: list[str]) -> None:
        self.heard.update((command.split()[0], command) for command in commands)

    def shout(self, state: S, commands: list[str]) -> Nasty:
        """Something nasty for this position."""
        kind = self.rng.randrange(4)
        out_of_place = self.out_of_place(state)
        if kind == 0 and out_of_place:
            return Nasty(self.rng.choice(out_of_place), True)
        if kind == 1 or not commands:
            return Nasty(self._nonsense(state), False)
        return Nasty(self._changed(state, self.rng.choice(commands)), False)

    def out_of_place(self, state: S) -> list[str]:
        """Orders that were legal once and cannot be now."""
        return [command for name, command in self.heard.items() if self.subject.is_misplaced(state, name)]

    def _nonsense(self, state: S) -> str:
        """An order's name, mostly, and words of all sorts."""
        first = self.rng.choice([*self.names, *self.names, *self.subject.oddities])
        return " ".join([first, *(self._word(state) for _ in range(self.rng.randrange(5)))])

    def _word(self, state: S) -> str:
        sorts = (*self.subject.words(state), self.options, self.subject.oddities)
        return self.rng.choice(self.rng.choice([sort for sort in sorts if sort]))

    def _changed(self, state: S, command: str) -> str:
        """A legal order with one or two words replaced, left out, doubled, exchanged or added."""
        words = command.split()
        ways: tuple[Callable[[list[str], S], None], ...] = (
            *(self._replace, self._replace, self._replace),
            *(self._drop, self._double, self._exchange, self._add),
        )
        for _ in range(self.rng.choice((1, 1, 2))):
            self.rng.choice(ways)(words, state)
        return " ".join(words)

    def _place(self, words: list[str]) -> int:
        """Which word; the name of the order only if there is no other."""
        return self.rng.randrange(1, len(words)) if len(words) > 1 else 0

    def _replace(self, words: list[str], state: S) -> None:
        if words:
            place = self._place(words)
            words[place] = self._like(words[place], state)

    def _like(self, word: str, state: S) -> str:
        """Another word of the same sort."""
        name, colon, number = word.partition(":")
        if colon:
            return f"{self._like(name, state)}:{self.rng.choice((number, '1', '2', '0'))}"
        if near := self.subject.near(state, word):
            return self.rng.choice(near)
        for sort in (self.options, self.names):
            if word in sort:
                return self.rng.choice(sort)
        return self._word(state)

    def _drop(self, words: list[str], state: S) -> None:
        if words:
            del words[self._place(words)]

    def _double(self, words: list[str], state: S) -> None:
        if words:
            place = self._place(words)
            words.insert(place, words[place])

    def _exchange(self, words: list[str], state: S) -> None:
        if len(words) > 2:
            one, other = self._place(words), self._place(words)
            words[one], words[other] = words[other], words[one]

    def _add(self, words: list[str], state: S) -> None:
        words.insert(self.rng.randrange(1, len(words) + 1) if words else 0, self._word(state))
