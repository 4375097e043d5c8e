"""What the commands `seal` and `reveal` write into the journal: `sealed`, `revealed` (24.3)."""

import re

from tarawa_cli.games.malta.model import apply, names
from tarawa_cli.games.malta.model.readers import is_digest
from tarawa_cli.games.malta.model.state import DUMMY, State, hex_of
from tarawa_cli.games.malta.orders import SEALED_GAMES
from tarawa_cli.games.malta.orders.fields import Order
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch16_special_units.batteries import (
    check_sealable,
    give_up_dummy,
    reveal_dummy,
    seal_dummy,
)
from tarawa_cli.games.malta.rules.ch19_drops.plan import open_turns
from tarawa_cli.games.malta.rules.ch24_two_players import OPEN, check_revealed, give_up, reveal
from tarawa_cli.kernel.engine.grammar import Grammar, Option, Word, Words
from tarawa_cli.kernel.engine.order_words import find_name
from tarawa_cli.kernel.engine.play import Play
from tarawa_cli.kernel.engine.work_stack import run
from tarawa_cli.kernel.errors import BadOrder, Refused
from tarawa_cli.kernel.hints import Annotated, Self

SALT = "[0-9a-f]{32}"
SEALED = Grammar(
    "sealed",
    "Record the digest of a secret (written by `seal`).",
    (
        Word("TURN|dummy:HEX", "Give its turn, or the hex of the dummy."),
        Word("DIGEST", "Give the SHA-256 of salt and words."),
    ),
    group=SEALED_GAMES,
    hidden=True,
)
REVEALED = Grammar(
    "revealed",
    "Record a revealed secret (written by `reveal`).",
    (
        Word("TURN|dummy:HEX", "Give its turn, or the hex of the dummy."),
        Word("SALT WORD…", "Give the salt, and a word for each drop zone, or the dummy's place in the stack.", 0, None),
    ),
    (Option("--lost", "Declare the secret lost, which counts against its owner."),),
    group=SEALED_GAMES,
    hidden=True,
)


def _key(state: State, word: str) -> str:
    """A turn, or the hex of the dummy."""
    if hex_of(word.lower()):
        return DUMMY + names.hex(state, hex_of(word.lower()))
    return find_name(word, state.charts.turn_numbers, "turn")


def _digest(state: State, word: str) -> str:
    if not is_digest(word):
        raise BadOrder("a digest has 64 hexadecimal digits", hint="`seal FILE` works it out")
    return word


class Sealed(Order, of=SEALED):
    key: Annotated[str, _key]
    digest: Annotated[str, _digest]

    @rule("24.3")
    def check(self, state: State) -> None:
        if not state.setting.options.sealed:
            raise Refused("24.3", "this game is not sealed", OPEN)
        if hex_of(self.key):
            check_sealable(state, hex_of(self.key))
            return
        if state.charts.turn_numbers[self.key] not in open_turns(state):
            raise Refused("19.3", f"the drops of {self.key} cannot be planned now", "next")
        if self.key in state.seals:
            raise Refused("24.3", f"{self.key} is already sealed", "next")

    def resolve(self, play: Play[State]) -> None:
        if hex_of(self.key):
            seal_dummy(play, hex_of(self.key), self.digest)
            run(play)
        else:
            apply.plan_sealed(play, "24.3", key=self.key, digest=self.digest)


class Revealed(Order, of=REVEALED):
    key: str
    salt: str
    """Nothing: the secret is lost."""
    words: tuple[str, ...]

    @classmethod
    def read(cls, state: State, given: Words) -> Self:
        key, *words = given.plain
        lost = given.flag("--lost")
        if lost == bool(words) or (words and not re.fullmatch(SALT, words[0])):
            raise given.wrong("give a salt of 32 hexadecimal digits and the words, or --lost")
        return cls(_key(state, key), "".join(words[:1]), tuple(words[1:]))

    def in_words(self) -> Words:
        plain = [self.key, *([self.salt] if self.salt else []), *self.words]
        return REVEALED.in_words(*plain, lost=not self.salt)

    @rule("24.3")
    def check(self, state: State) -> None:
        check_revealed(state, self.key, self.salt, self.words)

    def resolve(self, play: Play[State]) -> None:
        if hex_of(self.key):
            reveal_dummy(play, self.key, self.words) if self.salt else give_up_dummy(play, self.key)
        elif self.salt:
            reveal(play, self.key, self.words)
        else:
            give_up(play, self.key)
        run(play)
