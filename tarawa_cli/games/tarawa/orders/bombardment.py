"""Orders of phase `bombardment`: `bombard`, `chits`."""

from typing import NamedTuple, Self

from tarawa_cli.games.tarawa.model import names
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.orders import need_phase
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.games.tarawa.rules.ch05 import bombardment
from tarawa_cli.kernel.errors import BadOrder, Refused
from tarawa_cli.kernel.orders import Words, shown
from tarawa_cli.kernel.play import Play


@rule("5.1")
class Bombard(NamedTuple):
    delay: int

    @classmethod
    def read(cls, state: State, tokens: list[str]) -> Self:
        words = Words("bombard", tokens, values=["--delay"])
        words.count(0, 0, "bombard [--delay 0|1|2]")
        delay = words.value("--delay") or "0"
        if delay not in ("0", "1", "2"):
            raise BadOrder(
                f"--delay {shown(delay)}: none, one or two impulses can be given up", hint="bombard --delay 1"
            )
        return cls(int(delay))

    def text(self) -> str:
        return f"bombard --delay {self.delay}" if self.delay else "bombard"

    def check(self, state: State) -> None:
        need_phase(state, "bombard", "5.1", "bombardment")
        if state.chits_due:
            raise Refused("5.1", "the fleet bombards once", bombardment.chits_example(state))
        if state.chits:
            raise Refused("5.1", "the fleet bombards once", "next")

    def resolve(self, play: Play[State]) -> None:
        bombardment.bombard(play, self.delay)


@rule("5.1")
class Chits(NamedTuple):
    areas: tuple[str, ...]

    @classmethod
    def read(cls, state: State, tokens: list[str]) -> Self:
        words = Words("chits", tokens).count(1, None, "chits AREA AREA …")
        return cls(tuple(names.area(state, word) for word in words))

    def text(self) -> str:
        return f"chits {' '.join(self.areas)}"

    def check(self, state: State) -> None:
        need_phase(state, "chits", "5.1", "bombardment")
        bombardment.check_chits(state, self.areas)

    def resolve(self, play: Play[State]) -> None:
        bombardment.place_chits(play, self.areas)
