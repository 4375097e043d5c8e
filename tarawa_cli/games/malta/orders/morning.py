"""Orders of the initial segment: `strike`, `replace`, `absorb`, `dismantle`."""

from tarawa_cli.games.malta.model import names
from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.orders import MORNING, SEVERAL, fields, need_phase
from tarawa_cli.games.malta.orders.fields import Order
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch16_special_units import check_dismantle, dismantle
from tarawa_cli.games.malta.rules.ch17_special_rules import (
    absorb,
    check_absorb,
    check_replace,
    check_strike,
    replace,
    strike,
)
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.grammar import Grammar, Option, Word
from tarawa_cli.kernel.engine.order import Takes
from tarawa_cli.kernel.engine.play import Play, run
from tarawa_cli.kernel.hints import Annotated

STRIKE = Grammar(
    "strike",
    "Strike coast guns from the air; name a gun twice to strike it twice.",
    (Word("GUN…", "Name a coast gun, or coast-gun-HEX.", most=None, several=True),),
    group=MORNING,
    phases=("air-strikes",),
)
REPLACE = Grammar(
    "replace",
    "Give Italian battalions a replacement step each.",
    (Word("UNIT…", f"Name battalions: {SEVERAL}.", most=None, several=True),),
    group=MORNING,
    phases=("replacements",),
)
ABSORB = Grammar(
    "absorb",
    "Absorb a security company into a battalion in its hex.",
    (Word("SECURITY", "Name the company."), Word("BATTALION", "Name the battalion.")),
    group=MORNING,
    phases=("absorb",),
)
DISMANTLE = Grammar(
    "dismantle",
    "Dismantle strongpoints; two of them give a company of engineers.",
    (Word("HEX…", "Name the hexes of the strongpoints.", most=None),),
    (Option("--at", "Name the headquarters where engineers arrive.", "HQ", default=""),),
    group=MORNING,
    phases=("dismantle",),
)


def _gun(state: State, word: str) -> str:
    """What both sides may call a gun."""
    gun = names.unit(state, word)
    return names.known_as(state, gun) if gun.on_map else gun.id


class Strike(Order, of=STRIKE):
    guns: Annotated[tuple[str, ...], _gun]

    def _units(self, state: State) -> list[Unit]:
        return [names.unit(state, gun) for gun in self.guns]

    @rule("17.5")
    def check(self, state: State) -> None:
        need_phase(state, "strike", "17.5", "air-strikes")
        check_strike(state, self._units(state))

    def resolve(self, play: Play[State]) -> None:
        strike(play, self._units(play.state))
        run(play)


class Replace(Order, of=REPLACE):
    units: fields.Units

    @rule("17.4")
    def check(self, state: State) -> None:
        need_phase(state, "replace", "17.4", "replacements")
        check_replace(state, state.named(self.units))

    def resolve(self, play: Play[State]) -> None:
        for unit in play.state.named(self.units):
            replace(play, unit)


class Absorb(Order, of=ABSORB):
    security: fields.Unit
    battalion: fields.Unit

    @rule("17.4")
    def check(self, state: State) -> None:
        need_phase(state, "absorb", "17.4", "absorb")
        check_absorb(state, state.units[self.security], state.units[self.battalion])

    def resolve(self, play: Play[State]) -> None:
        absorb(play, play.state.units[self.security], play.state.units[self.battalion])


class Dismantle(Order, of=DISMANTLE):
    hexes: Annotated[tuple[Hex, ...], Takes(names.hex, once=True)]
    at: fields.Unit = ""

    @rule("16.25")
    def check(self, state: State) -> None:
        need_phase(state, "dismantle", "16.25", "dismantle")
        check_dismantle(state, self.hexes, self._home(state))

    def _home(self, state: State) -> Unit | None:
        return state.units[self.at] if self.at else None

    def resolve(self, play: Play[State]) -> None:
        dismantle(play, self.hexes, self._home(play.state))
