"""`expert`: chooses among plans by playing them on, from what its side knows, and follows the best one.

Before it moves, before it gives its guns and before it attacks, it plays several plans out to the end of the enemy's
answer, with `strong` for both sides, and takes the one after which its chances are best (`worth.chance`). What it
cannot know is guessed (24.3), and the dice of the playouts come from the position, so that the same position always
gets the same orders.
"""

from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.model.unit_types import Side
from tarawa_cli.games.malta.orders import Order
from tarawa_cli.games.malta.players import airborne, plans, seaborne, worth
from tarawa_cli.games.malta.players.plans import USUAL, Plan
from tarawa_cli.games.malta.players.strong import SCALES, STYLES, Strong
from tarawa_cli.games.malta.rules.ch24_two_players import guess
from tarawa_cli.kernel.hints import Sequence
from tarawa_cli.kernel.narration.visible import plural
from tarawa_cli.kernel.players.computer_player import Choice
from tarawa_cli.kernel.players.lookahead import Verdict, dice_of, play_out, race

PLAYOUTS = 20
"""For the plan of a turn."""
SHARES = {"setup-axis": 4, "embark": 4, "movement": 1, "support": 2, "combat": 2}
"""The phases before which plans are compared; each has as many playouts as a turn, divided by this."""
FIGHTS = ("support", "combat")
"""Phases whose plans are compared at the end of the own player turn."""
FIRST_DAY = 3
"""How many turns more a scheme of invasion is played on."""
ROUND = 1_000_003
"""Sets the dice of one playout apart from those of the next."""


class Follower(Strong):
    """Plays as `strong` does, with the changes that a plan makes for its side."""

    def __init__(self, plan: Plan, side: Side) -> None:
        super().__init__({**SCALES, side: plan.scaled(SCALES[side])}, {**STYLES, side: plan.styled(STYLES[side])})
        self.plan, self.side = plan, side
        if plan.as_printed:
            self.off_the_field = {**self.off_the_field, "embark": seaborne.embark}
        if plan.zones:
            self.off_the_field = {**self.off_the_field, "setup-axis": self._set_out}

    def _set_out(self, state: State) -> tuple[Order, str] | None:
        """The plan of the invasion: drops, then where the divisions wait, then ships."""
        return airborne.plan(state, self.plan.accents(state, self.side)) or seaborne.plan_at_sea(state, self.plan.zones)

    def choose(self, state: State) -> Choice:
        if (self.plan.prizes or self.plan.targets) and not state.question:
            self.accents = self.plan.accents(state, self.side) if state.active == self.side else {}
        return super().choose(state)


class Noted:
    """A player whose orders are kept, until he has given those of one phase."""

    def __init__(self, player: Follower, stage: tuple[int, str]) -> None:
        self.player, self.stage = player, stage
        self.orders: list[str] = []

    def choose(self, state: State) -> Choice:
        choice = self.player.choose(state)
        self.orders.append(choice.order.text())
        return choice

    def is_done(self, state: State) -> bool:
        return (state.turn, state.phase) != self.stage


class Expert:
    """Follows the plan that it has chosen for the phase at hand."""

    def __init__(self, playouts: int = PLAYOUTS) -> None:
        self.playouts = playouts
        self._stage: tuple[int, str] = (0, "")
        self._player = Follower(USUAL, "axis")
        self._explanation = ""

    def choose(self, state: State) -> Choice:
        if not state.question and (state.turn, state.phase) != self._stage:
            self._stage = state.turn, state.phase
            self._decide(state)
        return self._player.choose(state)._replace(plan=self._explanation)

    def _decide(self, state: State) -> None:
        """Choose a plan for the phase, from nothing but the position; in the other phases there is only the usual."""
        side, part = state.active, state.phase if state.phase in SHARES else state.phase.rpartition("-")[2]
        plan, self._explanation = USUAL, ""
        budget = self.playouts // SHARES[part] if part in SHARES else 0
        if budget > 1:
            search = Playouts(state, side, part)
            found = race(search.plans, budget, search.value)
            plan, self._explanation = found[0].plan, search.explanation(found)
        self._player = Follower(plan, side)


class Playouts:
    """Plays plans out from a position, as one side knows it."""

    def __init__(self, state: State, side: Side, part: str) -> None:
        self.side, self.part = side, part
        self.start = guess(state, side)[0].copied()
        self.seed = dice_of(GAME.dump(self.start))
        self.first = state.turn + (FIRST_DAY if part == "setup-axis" else 0)
        own = {"embark": plans.LANDINGS, "setup-axis": plans.SCHEMES}
        self.plans = plans.for_turn(state, side) if part == "movement" else own.get(part, plans.ATTACKS)
        self._seen: set[tuple[str, ...]] = set()
        """The orders of each plan in the phase at hand."""
        self._worst: dict[str, tuple[float, str]] = {}
        """The worst playout of each plan: the chances after it, and what it cost."""

    def value(self, plan: Plan, number: int) -> float | None:
        """The chances after a plan; nothing, if it gives the very orders of one before it."""
        state, player, dice = self.start.copied(), Follower(plan, self.side), self.seed + ROUND * number
        if not number:
            noted = Noted(player, (state.turn, state.phase))
            play_out(GAME, state, noted, dice, noted.is_done, _moment)
            orders = tuple(noted.orders)
            if orders in self._seen:
                return None
            self._seen.add(orders)
        play_out(GAME, state, player, dice, lambda now: _is_over(now, self.first, self.side, self.part), _moment)
        chance = worth.chance(state, self.side)
        if plan.name not in self._worst or chance < self._worst[plan.name][0]:
            self._worst[plan.name] = chance, self._cost(state)
        return chance

    def _cost(self, end: State) -> str:
        """What a playout cost the side, in words."""
        start, side, board = self.start, self.side, self.start.board
        taken = [at for at in sorted(end.prized) if start.controller(at) == side != end.controller(at)]
        lost = [f"{board.titled(at)} lost" for at in taken]
        steps = worth.steps_of(start, side) - worth.steps_of(end, side)
        return ", ".join([*lost, *([f"{plural(steps, 'step')} lost"] if steps > 0 else [])])

    def explanation(self, found: Sequence[Verdict[Plan]]) -> str:
        """Why a plan was chosen, in figures: the chances before and after it, and what it fears."""
        best, before = found[0], worth.chance(self.start, self.side)
        when = "at the end of the turn" if self.part in FIGHTS else "after the answer"
        text = f"the plan is to {best.plan.name}: chances {_share(before)} now, {_share(best.mean)} {when}"
        worst, cost = self._worst[best.plan.name]
        text += f" ({plural(len(best.results), 'playout')}, the worst {_share(worst)}{f': {cost}' if cost else ''})"
        if len(found) > 1:
            text += f"; to {found[1].plan.name} {_share(found[1].mean)}"
        return text


def _share(chance: float) -> str:
    return f"{chance * 100:.0f} %"


def _moment(state: State) -> str:
    return f"{state.turn}:{state.phase}"


def _is_over(state: State, turn: int, side: Side, part: str) -> bool:
    """Whether a playout is over: after the enemy's answer; for the fights of a turn, when the turn is over."""
    if state.stack:
        return False
    if part in FIGHTS:
        return state.turn > turn or state.active != side
    if side == "axis":
        return state.turn > turn
    return state.turn > turn and state.phase.startswith("allied-")


def expert(seed: str = "", playouts: int = PLAYOUTS) -> Expert:
    return Expert(playouts)
