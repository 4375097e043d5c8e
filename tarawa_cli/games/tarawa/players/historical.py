"""`historical`: lands by the timetable and fights as a competent, cautious player."""

from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.orders.general import Decide
from tarawa_cli.games.tarawa.players import Choice, Planner, fighting, landing, maneuvering, supplying
from tarawa_cli.games.tarawa.players.answers import answer
from tarawa_cli.games.tarawa.players.fighting import PlayingStyle
from tarawa_cli.kernel.hints import Iterator

TEMPER = PlayingStyle(
    least_chance=0.5, least_steps=3, markers=2, price=0.35, attackers=2, pillbox=3.0, risk=0.12, two_targets=-1
)


LAST_NIGHT, BROKEN = 24, -2


class Historical(Planner):
    temper = TEMPER
    wade = True
    """Whether infantry wades in if it has to."""
    close_fire = False
    """Whether the ships fire where there are Marines already."""
    night_fight = LAST_NIGHT
    """The first turn in which it also attacks by night."""

    def orders(self, state: State) -> Iterator[Choice]:
        phase = state.phase.rstrip("-123")
        if phase == "bombardment":
            yield from landing.bombardment(state)
        elif phase == "supply-points":
            yield from supplying.supply_points(state)
        elif phase == "embark":
            yield from landing.embark(state, wade=self.wade)
        elif phase == "impulse":
            yield from landing.impulse(state)
        elif phase == "suppression":
            yield from landing.suppression(state, close=self.close_fire)
        elif phase == "actions":
            yield from self.actions(state)
        elif phase == "supply-check":
            yield from supplying.heads(state)

    def actions(self, state: State) -> Iterator[Choice]:
        """By day it fights, then rests; by night it rests first, and units that need no rest move up."""
        if not state.night or self._hurries(state):
            yield from self._fight(state)
        yield from maneuvering.rest(state)
        if state.night:
            yield from maneuvering.advance(state, self.temper)

    def _hurries(self, state: State) -> bool:
        """Whether to attack on the last night, when time is short and the Japanese are broken."""
        return state.turn >= self.night_fight and state.level("japanese") <= BROKEN

    def _fight(self, state: State) -> Iterator[Choice]:
        """Alternate assaults and advances until nobody can do either."""
        moved = True
        while moved:
            yield from fighting.assaults(state, self.temper)
            moved = False
            for choice in maneuvering.advance(state, self.temper):
                moved = True
                yield choice

    def answer(self, state: State) -> Choice:
        text, why = answer(state)
        return Choice(Decide(text), why)
