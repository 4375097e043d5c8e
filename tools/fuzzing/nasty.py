"""Orders that nobody should give: nonsense, orders of another phase, and legal orders with something changed."""

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from tarawa_cli.games.tarawa.geography.grid import is_hex, neighbours
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.orders import ORDERS

PHASE_OF = {
    **dict.fromkeys(("bombard", "chits"), "bombardment"),
    "supply": "supply-points",
    **dict.fromkeys(("embark", "withdraw"), "embark"),
    **dict.fromkeys(("advance", "unload"), "impulse"),
    "suppress": "suppression",
    **dict.fromkeys(("move", "fire", "attack", "demolish", "recover", "dig", "wreck"), "actions"),
    "head": "supply-check",
}
OPTIONS = (*dict.fromkeys(option.name for name in ORDERS for option in ORDERS[name].options), "--dry-run")
ODDITIES = (
    *("0", "-1", "3", "99999999999999999999", "1e9", "2.5", "٣", "²", "NaN", "None", "--", "---", "-", "=", "--on="),
    *("9999", "0000", "28", "28281", "2/8", "2/8Z", "in:lvt-1", "pier:2632", "'", '"', "\\", "\x00", "é" * 99),
    *("*", "* edited {}", "undo", "tarawa", "supply:2/8", "2/8A:2", "2/8A:-1", "all", "none", "lost", "schedule"),
)


class Nasty(NamedTuple):
    line: str
    certain: bool
    """Whether it must be refused; a changed order may happen to be legal."""


class Heckler:
    """Makes up such orders; it remembers what was legal earlier in the game."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.heard: dict[str, str] = {}

    def hear(self, commands: list[str]) -> None:
        self.heard.update((command.split()[0], command) for command in commands)

    def shout(self, state: State, commands: list[str]) -> Nasty:
        """Something nasty for this position."""
        kind = self.rng.randrange(4)
        out_of_place = self.out_of_place(state)
        if kind == 0 and out_of_place:
            return Nasty(self.rng.choice(out_of_place), True)
        if kind == 1 or not commands:
            return Nasty(self._nonsense(state), False)
        return Nasty(self._changed(state, self.rng.choice(commands)), False)

    def out_of_place(self, state: State) -> list[str]:
        """Orders that were legal once and cannot be now: their phase is over, or a question is open."""
        silenced = bool(state.outcome or state.question)
        here = state.phase.rstrip("-123")
        return [
            command
            for word, command in self.heard.items()
            if (silenced and word != "decide") or (word in PHASE_OF and PHASE_OF[word] != here)
        ]

    def _nonsense(self, state: State) -> str:
        """An order's name, mostly, and words of all sorts."""
        first = self.rng.choice([*ORDERS, *ORDERS, *ODDITIES])
        return " ".join([first, *(self._word(state) for _ in range(self.rng.randrange(5)))])

    def _word(self, state: State) -> str:
        board = state.board
        sorts = (state.units, board.areas, board.beaches, sorted(board.terrain), OPTIONS, ODDITIES)
        return self.rng.choice(list(self.rng.choice(sorts)))

    def _changed(self, state: State, command: str) -> str:
        """A legal order with one or two words replaced, left out, doubled, exchanged or added."""
        words = command.split()
        ways: tuple[Callable[[list[str], State], None], ...] = (
            *(self._replace, self._replace, self._replace),
            *(self._drop, self._double, self._exchange, self._add),
        )
        for _ in range(self.rng.choice((1, 1, 2))):
            self.rng.choice(ways)(words, state)
        return " ".join(words)

    def _place(self, words: list[str]) -> int:
        """Which word; the name of the order only if there is no other."""
        return self.rng.randrange(1, len(words)) if len(words) > 1 else 0

    def _replace(self, words: list[str], state: State) -> None:
        if words:
            place = self._place(words)
            words[place] = self._like(words[place], state)

    def _like(self, word: str, state: State) -> str:
        """Another word of the same sort."""
        name, colon, number = word.partition(":")
        if colon:
            return f"{self._like(name, state)}:{self.rng.choice((number, '1', '2', '0'))}"
        if is_hex(word):
            return self.rng.choice([*neighbours(word), *neighbours(word), *sorted(state.board.terrain)])
        for sort in (state.units, state.board.areas, state.board.beaches, OPTIONS, ORDERS):
            if word in sort:
                return self.rng.choice(list(sort))
        return self._word(state)

    def _drop(self, words: list[str], state: State) -> None:
        if words:
            del words[self._place(words)]

    def _double(self, words: list[str], state: State) -> None:
        if words:
            place = self._place(words)
            words.insert(place, words[place])

    def _exchange(self, words: list[str], state: State) -> None:
        if len(words) > 2:
            one, other = self._place(words), self._place(words)
            words[one], words[other] = words[other], words[one]

    def _add(self, words: list[str], state: State) -> None:
        words.insert(self.rng.randrange(1, len(words) + 1) if words else 0, self._word(state))
