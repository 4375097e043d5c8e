"""The order of the status phase: `ammo`."""

from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.orders import LAND, SEVERAL, fields
from tarawa_cli.games.malta.orders.fields import Order
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch12.ammunition import check_ammo, give, must_share
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.grammar import Grammar, Word
from tarawa_cli.kernel.play import Play
from tarawa_cli.kernel.unfinished import run

AMMO = Grammar(
    "ammo",
    "Give ammunition to guns when the Axis stock is too small for all.",
    (Word("GUN…", f"Name the guns: {SEVERAL}.", most=None, several=True),),
    group=LAND,
    phases=("axis-status",),
)


class Ammo(Order, of=AMMO):
    guns: fields.Units

    @rule("12.56")
    def check(self, state: State) -> None:
        if state.phase != "axis-status":
            raise Refused("12.56", f"ammunition is given only in `axis-status`; this is `{state.phase}`", "next")
        check_ammo(state, state.named(self.guns))

    def resolve(self, play: Play[State]) -> None:
        """The last marker in stock ends the phase."""
        from tarawa_cli.games.malta.phases import turn  # start-up

        give(play, play.state.named(self.guns))
        if not must_share(play.state):
            turn.TURN.leave(play)
            run(play)
