"""`expert`: chooses among plans by playing them on, and follows the best one.

At the start of the land phase it plays several plans out to the end of the turn, with `strong` for the orders, and
takes the one after which its chances are best (`worth.chance`); before a wave comes in, and on the first morning, it
plays on for longer. The dice of the playouts come from the position, so that the same position always gets the same
orders, and none of them are the dice of the game.
"""

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.players import Choice, landing, plans, supplying, worth
from tarawa_cli.games.tarawa.players.plans import USUAL, Plan
from tarawa_cli.games.tarawa.players.strong import Strong
from tarawa_cli.games.tarawa.rules.ch08_09_supply_morale import LOWEST
from tarawa_cli.kernel.hints import Iterator, NamedTuple, Sequence
from tarawa_cli.kernel.players.lookahead import Verdict, compare, dice_of, play_out

PLAYOUTS = 48
"""For the plan of a land phase."""
EACH = 3
"""The fewest playouts of a plan: only as many plans are compared as can have them, and none if not even two can."""
CLEARLY = 0.01
"""How much better the chances must be for another plan than the usual one."""
ROUND = 1_000_003
"""Sets the dice of one playout apart from those of the next."""


TEMPER = Strong.temper._replace(masses=True, point=0.4, mop_up=6.0)


class Decision(NamedTuple):
    """A phase before which plans are compared."""

    choices: Sequence[Plan]
    turns: int
    """How many turns more are played on; 0: to the end of this one."""
    share: int
    """It has as many playouts as a land phase, divided by this."""


DECISIONS = {
    "bombardment": Decision(plans.SCHEMES, 2, 2),
    "embark": Decision(plans.WAVES, 1, 3),
    "actions": Decision(plans.ACTIONS, 0, 1),
}


class Follower(Strong):
    """Plays as `strong` does, with the changes that a plan makes."""

    def __init__(self, plan: Plan = USUAL) -> None:
        super().__init__()
        self.follow(plan)

    def follow(self, plan: Plan) -> None:
        """Play by another plan from the next phase on."""
        self.plan, self.temper, self.wade = plan, plan.styled(TEMPER), plan.wades

    def orders(self, state: State) -> Iterator[Choice]:
        if state.phase == "bombardment":
            return landing.bombardment(state, self.plan.delay)
        if state.phase == "supply-points":
            return supplying.thrifty_points(state)
        return super().orders(state)


class Expert:
    """Follows the plan that it has chosen for the phase at hand."""

    def __init__(self, playouts: int = PLAYOUTS) -> None:
        self.playouts = playouts
        self._stage: tuple[int, str] = (0, "")
        self._player = Follower()
        self._explanation = ""

    def choose(self, state: State) -> Choice:
        if not state.question and (state.turn, state.phase) != self._stage:
            self._stage = state.turn, state.phase
            self._decide(state)
        return self._player.choose(state)._replace(plan=self._explanation)

    def _decide(self, state: State) -> None:
        """Choose a plan for the phase, if it is one that matters."""
        self._explanation, plan = "", USUAL
        decision = DECISIONS.get(state.phase)
        budget = self.playouts // decision.share if decision else 0
        if decision and budget >= 2 * EACH and _matters(state):
            found = best_first(verdicts(state, decision, budget), decision.choices[0])
            plan, self._explanation = found[0].plan, explanation(found, worth.chance(state))
        self._player.follow(plan)


def _matters(state: State) -> bool:
    """Whether there is anything to choose: somebody ashore to fight, or infantry that could wade in.

    Once the Japanese collapse, the way is clear: to the pillboxes that are left, and to the east.
    """
    if state.phase == "actions":
        collapsed = state.tracks["japanese"] <= LOWEST and not state.setting.scenario.goal
        return not collapsed and any(unit.type.on_foot for unit in state.ashore())
    return state.phase != "embark" or any(
        one.order.who in state.units and state.units[one.order.who].type.can("attacks")
        for one in landing.embark(state, wade=True)
    )


def verdicts(state: State, decision: Decision, budget: int) -> list[Verdict[Plan]]:
    """What comes of each plan, the best first."""
    seed, last = dice_of(GAME.dump(state)), state.turn + decision.turns

    def value(plan: Plan, number: int) -> float:
        end = play_out(GAME, state.copied(), Playout(plan, state), seed + ROUND * number, lambda now: now.turn > last)
        return worth.chance(end)

    return compare(decision.choices[: budget // EACH], budget, value)


def best_first(found: Sequence[Verdict[Plan]], usual: Plan) -> list[Verdict[Plan]]:
    """The verdicts, the usual plan first unless another one is clearly better: a few playouts say little."""
    default = next(one for one in found if one.plan is usual)
    if found[0].mean - default.mean > max(CLEARLY, found[0].error, default.error):
        return [*found]
    return [default, *(one for one in found if one is not default)]


class Playout(Follower):
    """Follows a plan in the phase for which it is weighed, and plays as usual after it."""

    def __init__(self, plan: Plan, state: State) -> None:
        super().__init__(plan)
        self._stage = state.turn, state.phase

    def choose(self, state: State) -> Choice:
        if self.plan is not USUAL and (state.turn, state.phase) != self._stage and not state.question:
            self.follow(USUAL)
        return super().choose(state)


def explanation(found: Sequence[Verdict[Plan]], before: float) -> str:
    """Why a plan was chosen, in figures."""
    best = found[0]
    text = f"the plan is to {best.plan.name}: chances {before * 100:.0f} % now, {best.mean * 100:.0f} % after it"
    text += f" ({len(best.results)} playouts, the worst {best.worst * 100:.0f} %)"
    if len(found) > 1:
        text += f"; to {found[1].plan.name} {found[1].mean * 100:.0f} %"
    return text


def expert(seed: str = "", playouts: int = PLAYOUTS) -> Expert:
    return Expert(playouts)
