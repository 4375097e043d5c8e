"""`historical` and `strong`, which land and fight phase by phase; their answers to questions; and `random`."""

from tarawa_cli.games.tarawa.legal.listing import pick
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.orders.general import Decide
from tarawa_cli.games.tarawa.players import Choice, Planner, fighting, landing, maneuvering
from tarawa_cli.games.tarawa.players.fighting import PlayingStyle
from tarawa_cli.games.tarawa.rules.ch07_actions.assault import ask_gain
from tarawa_cli.games.tarawa.rules.ch08_09_supply_morale import LOWEST
from tarawa_cli.games.tarawa.rules.ch10_night import ask_raid, bombed, most_hits
from tarawa_cli.games.tarawa.rules.japanese_fire import ask_hit
from tarawa_cli.kernel.engine.play import question
from tarawa_cli.kernel.hints import Iterator
from tarawa_cli.kernel.players import Chance

TEMPER = PlayingStyle(
    least_chance=0.6,
    least_steps=3,
    markers=3,
    price=0.5,
    attackers=2,
    pillbox=3.0,
    two_targets=-1,
)
FIRST_TURNS = 2
FIRST_MORNING = TEMPER._replace(least_chance=0.7, pillbox=1.0)
"""In the first turns it takes what it can get, and leaves pillboxes that would cost too much."""
LAST_NIGHT, BROKEN = 24, -2


class Historical(Planner):
    """Lands by the timetable and fights as a competent, cautious player."""

    temper = TEMPER
    wade = True
    """Whether infantry wades in if it has to."""
    night_fight = LAST_NIGHT
    """The first turn in which it also attacks by night."""
    thrifty = False
    """Whether it keeps supply points that nobody can make the most of this turn."""

    def orders(self, state: State) -> Iterator[Choice]:
        phase = state.phase.rstrip("-123")
        if phase == "bombardment":
            yield from landing.bombardment(state)
        elif phase == "supply-points" and self.thrifty:
            yield from maneuvering.thrifty_points(state, self.style(state))
        elif phase == "supply-points":
            yield from maneuvering.supply_points(state)
        elif phase == "embark":
            yield from landing.embark(state, wade=self.wade)
        elif phase == "impulse":
            yield from landing.impulse(state)
        elif phase == "suppression":
            yield from landing.suppression(state)
        elif phase == "actions":
            yield from self.actions(state)
        elif phase == "supply-check":
            yield from maneuvering.heads(state)

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

    def style(self, state: State) -> PlayingStyle:
        return FIRST_MORNING if state.turn <= FIRST_TURNS else self.temper

    def _fight(self, state: State) -> Iterator[Choice]:
        """Alternate assaults and advances until nobody can do either."""
        style = self.style(state)
        moved = True
        while moved:
            yield from fighting.assaults(state, style)
            moved = False
            for choice in maneuvering.advance(state, style):
                moved = True
                yield choice

    def answer(self, state: State) -> Choice:
        text, why = answer(state)
        return Choice(Decide(text), why)


class Strong(Historical):
    """Weighs every assault by its exact chances, avoids the water, saves supply, and uses the nights."""

    temper = PlayingStyle(
        least_chance=0.4,
        least_steps=2,
        markers=4,
        price=0.8,
        attackers=3,
        pillbox=8.0,
        two_targets=3,
        foresees=True,
        blood=30.0,
        point=0.4,
        mop_up=6.0,
    )
    wade = False
    night_fight = 1
    thrifty = True

    def style(self, state: State) -> PlayingStyle:
        return self.temper


# ── Answers to questions that the rules ask in the middle of a roll


def answer(state: State) -> tuple[str, str]:
    """The answer to the pending question, and the reason."""
    frame = state.stack[-1]
    if frame.handler is ask_hit:
        return _hit(state, **frame.facts)
    if frame.handler is ask_gain:
        return _gain(state)
    if frame.handler is ask_raid:
        return _raid(state, **frame.facts)
    return question(state).options[0], "neither is better"


def _hit(state: State, unit: str) -> tuple[str, str]:
    """Take morale while it is above 0. Below 0 it costs AP, and at -3 the regiment breaks."""
    regiment, steps = state.units[unit].type.regiment, state.units[unit].steps
    box = state.tracks[regiment]
    if box > 0 or (steps == 1 and box > LOWEST + 1):
        return "morale", f"the {regiment} can take it"
    return "step", f"the morale of the {regiment} is low"


def _gain(state: State) -> tuple[str, str]:
    options = [name for name in question(state).options if name != "none"]
    if not options:
        return "none", "no regiment can gain"
    return min(options, key=lambda name: state.tracks[name]), "its morale is the lowest"


def _raid(state: State, hits: int, pins: int) -> tuple[str, str]:
    """One hit each, the strongest units first, so that none is lost."""
    shares = dict[str, int]()
    while hits:
        able = [unit for unit in bombed(state) if shares.get(unit.id, 0) < most_hits(state, unit)]
        victim = max(able, key=lambda unit: most_hits(state, unit) - 3 * shares.get(unit.id, 0))
        shares[victim.id] = shares.get(victim.id, 0) + 1
        hits -= 1
    return " ".join(f"{id}:{share}" for id, share in shares.items()), "the strongest can take it"


# ── `random`: any legal command, each as likely as the others


def chance(seed: str = "") -> Chance[State]:
    return Chance(pick, seed)
