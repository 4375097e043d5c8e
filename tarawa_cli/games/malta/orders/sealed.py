"""What the commands `seal` and `reveal` write into the journal: `sealed`, `revealed` (24.3)."""

import re

from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.readers import is_digest
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.orders import SEALED_GAMES
from tarawa_cli.games.malta.phases import run
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch19.plan import open_turns
from tarawa_cli.games.malta.rules.ch24.seals import OPEN, check_revealed, reveal
from tarawa_cli.kernel.errors import BadOrder, Refused
from tarawa_cli.kernel.grammar import Grammar, Option, Word, Words
from tarawa_cli.kernel.hints import NamedTuple, Self
from tarawa_cli.kernel.orders import find_name
from tarawa_cli.kernel.play import Play

SALT = "[0-9a-f]{32}"
SEALED = Grammar(
    "sealed",
    "A plan of jumps as a digest: `seal` writes it.",
    (Word("TURN", "Of which turn."), Word("DIGEST", "The SHA-256 of salt and plan.")),
    group=SEALED_GAMES,
)
REVEALED = Grammar(
    "revealed",
    "A plan of jumps that was sealed: `reveal` writes it.",
    (Word("TURN", "Of which turn."), Word("SALT ZONE…", "The salt, and a word for each drop zone.", 0, None)),
    (Option("--lost", "It is lost, and nobody jumps."),),
    group=SEALED_GAMES,
)


class Sealed(NamedTuple):
    turn: str
    digest: str

    @classmethod
    def read(cls, state: State, given: Words) -> Self:
        turn, digest = given.plain
        if not is_digest(digest):
            raise BadOrder("a digest has 64 hexadecimal digits", hint="`seal FILE` works it out")
        return cls(find_name(turn, state.charts.turn_numbers, "turn"), digest)

    def text(self) -> str:
        return SEALED.text(self.turn, self.digest)

    @rule("24.3")
    def check(self, state: State) -> None:
        if not state.setting.options.sealed:
            raise Refused("24.3", "this game is not sealed", OPEN)
        if state.charts.turn_numbers[self.turn] not in open_turns(state):
            raise Refused("19.3", f"the jumps of {self.turn} cannot be planned now", "next")
        if self.turn in state.seals:
            raise Refused("24.3", f"{self.turn} is sealed already", "next")

    def resolve(self, play: Play[State]) -> None:
        apply.plan_sealed(play, "24.3", key=self.turn, digest=self.digest)


class Revealed(NamedTuple):
    turn: str
    salt: str
    """Nothing: the plan is lost."""
    zones: tuple[str, ...]

    @classmethod
    def read(cls, state: State, given: Words) -> Self:
        turn, *words = given.plain
        lost = given.flag("--lost")
        if lost == bool(words) or (words and not re.fullmatch(SALT, words[0])):
            raise given.wrong("a salt of 32 hexadecimal digits and the zones, or --lost")
        return cls(find_name(turn, state.charts.turn_numbers, "turn"), "".join(words[:1]), tuple(words[1:]))

    def text(self) -> str:
        plain = [self.turn, *([self.salt] if self.salt else []), *self.zones]
        return REVEALED.text(*plain, lost=not self.salt)

    @rule("24.3")
    def check(self, state: State) -> None:
        check_revealed(state, self.turn, self.salt, self.zones)

    def resolve(self, play: Play[State]) -> None:
        if not self.salt:
            play.note("seal-lost", "24.3", key=self.turn)
        reveal(play, self.turn, self.zones)
        run(play)
