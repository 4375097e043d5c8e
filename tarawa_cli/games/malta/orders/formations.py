"""Orders of the phase `formations`: `attach`, `detach`."""

from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.orders import LAND, SEVERAL, fields
from tarawa_cli.games.malta.orders.fields import Order
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch15.attaching import INDEPENDENT, check_change, formations
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.grammar import Grammar, Word
from tarawa_cli.kernel.hints import Annotated
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


def _formation(state: State, word: str) -> str:
    return find_name(word, formations(state), "formation")


class Attach(Order, of=ATTACH):
    units: fields.Units
    to: Annotated[str, _formation]

    @rule("15.2")
    def check(self, state: State) -> None:
        _need_phase(state, "attach")
        check_change(state, state.named(self.units), self.to)

    def resolve(self, play: Play[State]) -> None:
        apply.formation_changed(play, "15.2", units=list(self.units), to=self.to)


class Detach(Order, of=DETACH):
    units: fields.Units

    @rule("15.2")
    def check(self, state: State) -> None:
        _need_phase(state, "detach")
        check_change(state, state.named(self.units), INDEPENDENT)

    def resolve(self, play: Play[State]) -> None:
        apply.formation_changed(play, "15.2", units=list(self.units), to=INDEPENDENT)
