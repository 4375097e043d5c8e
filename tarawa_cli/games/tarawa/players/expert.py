"""`expert`: chooses among plans by playing them out, and follows the one with the best chances."""

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.orders.landing import Embark
from tarawa_cli.games.tarawa.players import Choice, landing, worth
from tarawa_cli.games.tarawa.players.drive import drive
from tarawa_cli.games.tarawa.players.fighting import PlayingStyle
from tarawa_cli.games.tarawa.players.planners import Strong
from tarawa_cli.games.tarawa.rules.ch08_09_supply_morale import LOWEST
from tarawa_cli.games.tarawa.rules.japanese_fire import HAWKINS_BEACH, is_under_fire
from tarawa_cli.kernel.hints import Iterator, Mapping, NamedTuple, Sequence
from tarawa_cli.kernel.players.lookahead import Verdict, compare, dice_of, play_out

# ── Plans for the land phase of a turn, and for how a wave comes in


WEST = ("pocket", "beak", "green", "temakin")
CENTRE = ("red2", "triangle", "taxiway", "black1")
EAST = ("red3", "eastend", "black2", "tail", "takarongo")


class PhasePlan(NamedTuple):
    """A way to play a phase: what usually counts, times these."""

    name: str
    """In words that finish "the plan is to …"."""
    style: Mapping[str, float] = {}
    areas: tuple[str, ...] = ()
    """The areas that it goes for."""
    wades: bool = False
    """Whether infantry without an amtrac wades in."""
    delay: int = 0
    """The impulses given up for a longer bombardment (5.1)."""

    def styled(self, usual: PlayingStyle) -> PlayingStyle:
        changed = {name: getattr(usual, name) * times for name, times in self.style.items()}
        return usual._replace(**changed, areas=self.areas or usual.areas)


USUAL = PhasePlan("do what seems best")
ACTIONS = (
    USUAL,
    PhasePlan("attack only where it costs little", {"price": 2.5, "least_chance": 1.5}),
    PhasePlan("attack wherever ground can be won", {"price": 0.3, "least_chance": 0.7}),
    PhasePlan("break the pillboxes first", {"pillbox": 2.5}),
    PhasePlan("go for the east", areas=EAST),
    PhasePlan("go for the west", areas=WEST),
    PhasePlan("go for the centre", areas=CENTRE),
)
"""For the land phase, the likeliest first."""
WAVES = (PhasePlan("wait for amtracs and the pier"), PhasePlan("let the infantry wade in", wades=True))
"""For a wave."""
SCHEMES = (
    PhasePlan("land at once"),
    PhasePlan("bombard for one more impulse", delay=1),
    PhasePlan("bombard for two more impulses", delay=2),
)
"""For the first morning."""


# ── The player


TEMPER = Strong.temper._replace(trusts_landing=True)
"""How it fights, if no plan says otherwise."""
PLAYOUTS = 48
"""For the plan of a land phase."""
EACH = 3
"""The fewest playouts of a plan: only as many plans are compared as can have them, and none if not even two can."""
CLEARLY = 0.01
"""How much better the chances must be for another plan than the usual one."""
ROUND = 1_000_003
"""Sets the dice of one playout apart from those of the next."""


class ComparedPhase(NamedTuple):
    """A phase before which plans are compared."""

    choices: Sequence[PhasePlan]
    turns: int
    """How many turns more are played on; 0: to the end of this one."""
    share: int
    """It has as many playouts as a land phase, divided by this."""


DECISIONS = {
    "bombardment": ComparedPhase(SCHEMES, 2, 2),
    "embark": ComparedPhase(WAVES, 1, 3),
    "actions": ComparedPhase(ACTIONS, 0, 1),
}


class Follower(Strong):
    """Plays as `strong` does, with the changes that a plan makes."""

    def __init__(self, plan: PhasePlan = USUAL) -> None:
        super().__init__()
        self.follow(plan)

    def follow(self, plan: PhasePlan) -> None:
        """Play by another plan from the next phase on."""
        self.plan, self.temper, self.wade = plan, plan.styled(TEMPER), plan.wades

    def orders(self, state: State) -> Iterator[Choice]:
        if state.phase == "bombardment":
            return landing.bombardment(state, self.plan.delay)
        if state.phase == "embark":
            return self._embark(state)
        return super().orders(state)

    def _embark(self, state: State) -> Iterator[Choice]:
        beaches = landing.EASTERN if drive(state).length else landing.BEACHES
        for choice in landing.embark(state, wade=self.wade, beaches=beaches):
            if not _stays_aboard(state, choice.order):
                yield choice


def _stays_aboard(state: State, order: object) -> bool:
    """Whether the scouts, who come along the pier, wait: under fire they are soon lost, which heartens the Japanese."""
    if not isinstance(order, Embark) or state.setting.scenario.goal:
        return False
    unit = state.units.get(order.who)
    return unit is not None and unit.type.can("starts-on-pier") and is_under_fire(state, HAWKINS_BEACH)


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
    """Whether there is anything to choose: units ashore to fight, or infantry that could wade in.

    Once the Japanese collapse, the way is clear: to the pillboxes that are left, and to the east.
    """
    if state.phase == "actions":
        collapsed = state.tracks["japanese"] <= LOWEST and not state.setting.scenario.goal
        return not collapsed and any(unit.type.on_foot for unit in state.ashore())
    return state.phase != "embark" or any(
        one.order.who in state.units and state.units[one.order.who].type.can("attacks")
        for one in landing.embark(state, wade=True)
    )


def verdicts(state: State, decision: ComparedPhase, budget: int) -> list[Verdict[PhasePlan]]:
    """What comes of each plan, the best first."""
    seed, last = dice_of(GAME.dump(state)), state.turn + decision.turns

    def value(plan: PhasePlan, number: int) -> float:
        end = play_out(GAME, state.copied(), Playout(plan, state), seed + ROUND * number, lambda now: now.turn > last)
        return worth.chance(end)

    return compare(decision.choices[: budget // EACH], budget, value)


def best_first(found: Sequence[Verdict[PhasePlan]], usual: PhasePlan) -> list[Verdict[PhasePlan]]:
    """The verdicts, the usual plan first unless another one is clearly better: a few playouts say little."""
    default = next(one for one in found if one.plan is usual)
    if found[0].mean - default.mean > max(CLEARLY, found[0].error, default.error):
        return [*found]
    return [default, *(one for one in found if one is not default)]


class Playout(Follower):
    """Follows a plan in the phase for which it is weighed, and plays as usual after it."""

    def __init__(self, plan: PhasePlan, state: State) -> None:
        super().__init__(plan)
        self._stage = state.turn, state.phase

    def choose(self, state: State) -> Choice:
        if self.plan is not USUAL and (state.turn, state.phase) != self._stage and not state.question:
            self.follow(USUAL)
        return super().choose(state)


def explanation(found: Sequence[Verdict[PhasePlan]], before: float) -> str:
    """Why a plan was chosen, in figures."""
    best = found[0]
    text = f"the plan is to {best.plan.name}: chances {before * 100:.0f} % now, {best.mean * 100:.0f} % after it"
    text += f" ({len(best.results)} playouts, the worst {best.worst * 100:.0f} %)"
    if len(found) > 1:
        text += f"; to {found[1].plan.name} {found[1].mean * 100:.0f} %"
    return text


def expert(seed: str = "", playouts: int = PLAYOUTS) -> Expert:
    return Expert(playouts)
