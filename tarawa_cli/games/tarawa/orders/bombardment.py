"""Orders of phase `bombardment`: `bombard`, `chits`."""

from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.orders import LANDING, fields, need_phase
from tarawa_cli.games.tarawa.orders.fields import Order
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.games.tarawa.rules.ch05 import bombardment
from tarawa_cli.kernel.errors import BadOrder, Refused
from tarawa_cli.kernel.grammar import Grammar, Number, Option, Word
from tarawa_cli.kernel.hints import Annotated
from tarawa_cli.kernel.orders import shown
from tarawa_cli.kernel.play import Play

BOMBARD = Grammar(
    "bombard",
    "Roll the pre-invasion bombardment (5.1).",
    options=(Option("--delay", "Give up impulses of turn 1 for a better roll.", "0..2", number=Number(), default="0"),),
    group=LANDING,
    usage="bombard [--delay 0|1|2]",
    phases=("bombardment",),
)
CHITS = Grammar(
    "chits",
    "Place the bombardment's chits, one on each area named (5.1).",
    (Word("AREA…", "Name as many areas as chits were won.", most=None),),
    group=LANDING,
    usage="chits AREA AREA …",
    phases=("bombardment",),
)


def _delay(state: State, delay: str) -> int:
    if delay not in ("0", "1", "2"):
        raise BadOrder(f"--delay {shown(delay)}: none, one or two impulses can be given up", hint="bombard --delay 1")
    return int(delay)


@rule("5.1")
class Bombard(Order, of=BOMBARD):
    delay: Annotated[int, _delay] = 0

    def check(self, state: State) -> None:
        need_phase(state, "bombard", "5.1", "bombardment")
        if state.chits_due:
            raise Refused("5.1", "the fleet bombards once", bombardment.chits_example(state))
        if state.chits:
            raise Refused("5.1", "the fleet bombards once", "next")

    def resolve(self, play: Play[State]) -> None:
        bombardment.bombard(play, self.delay)


@rule("5.1")
class Chits(Order, of=CHITS):
    areas: fields.Areas

    def check(self, state: State) -> None:
        need_phase(state, "chits", "5.1", "bombardment")
        bombardment.check_chits(state, self.areas)

    def resolve(self, play: Play[State]) -> None:
        bombardment.place_chits(play, self.areas)
