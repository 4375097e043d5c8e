"""Orders of the phase `formations`: `attach`, `detach`."""

from tarawa_cli.games.malta.model import apply, names
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.orders import LAND, SEVERAL
from tarawa_cli.games.malta.orders.movement import unique
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch15.attaching import INDEPENDENT, check_change, formations
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.grammar import Grammar, Word, Words
from tarawa_cli.kernel.hints import NamedTuple, Self
from tarawa_cli.kernel.orders import find_name
from tarawa_cli.kernel.play import Play

ATTACH = Grammar(
    "attach",
    "Attach independent units to a formation.",
    (Word("UNIT… FORMATION", "Name the units, then the formation.", 2, None, several=True),),
    group=LAND,
    usage="attach UNIT… FORMATION",
    phases=("formations",),
)
DETACH = Grammar(
    "detach",
    "Detach independent units from their formation.",
    (Word("UNIT…", f"Name the units: {SEVERAL}.", most=None, several=True),),
    group=LAND,
    calls_off=True,
    phases=("formations",),
)


def _need_phase(state: State, name: str) -> None:
    if state.phase != "formations":
        raise Refused("15.2", f"`{name}` works only in phase `formations`; this is `{state.phase}`", "next")


class Attach(NamedTuple):
    units: tuple[str, ...]
    to: str

    @classmethod
    def read(cls, state: State, given: Words) -> Self:
        *words, last = given.plain
        units = unique(names.unit(state, word).id for word in words)
        return cls(units, find_name(last, formations(state), "formation"))

    def text(self) -> str:
        return ATTACH.text(*self.units, self.to)

    @rule("15.2")
    def check(self, state: State) -> None:
        _need_phase(state, "attach")
        check_change(state, state.named(self.units), self.to)

    def resolve(self, play: Play[State]) -> None:
        apply.formation_changed(play, "15.2", units=list(self.units), to=self.to)


class Detach(NamedTuple):
    units: tuple[str, ...]

    @classmethod
    def read(cls, state: State, given: Words) -> Self:
        return cls(unique(names.unit(state, word).id for word in given.plain))

    def text(self) -> str:
        return DETACH.text(*self.units)

    @rule("15.2")
    def check(self, state: State) -> None:
        _need_phase(state, "detach")
        check_change(state, state.named(self.units), INDEPENDENT)

    def resolve(self, play: Play[State]) -> None:
        apply.formation_changed(play, "15.2", units=list(self.units), to=INDEPENDENT)
