"""`expert`: chooses among plans by playing them on, from what its side knows, and follows the best one.

Before it moves, before it gives its guns and before it attacks, it plays several plans out to the end of the enemy's
answer, with `strong` for both sides, and takes the one after which its chances are best (`worth.chance`). What it
cannot know is guessed (24.3), and the dice of the playouts come from the position, so that the same position always
gets the same orders.
"""

from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.model.board import distance
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.model.unit_types import Side
from tarawa_cli.games.malta.orders import Order
from tarawa_cli.games.malta.players import Player, invasion, worth
from tarawa_cli.games.malta.players.ground import FADES, GroundValue
from tarawa_cli.games.malta.players.moving import Style
from tarawa_cli.games.malta.players.strong import HISTORICAL_SCALES, SCALES, STYLES, Strong
from tarawa_cli.games.malta.players.weighing import Scales
from tarawa_cli.games.malta.rules.ch09_combat import attack
from tarawa_cli.games.malta.rules.ch24_two_players import guess
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.hints import Callable, Mapping, NamedTuple, Sequence
from tarawa_cli.kernel.narration.visible import plural
from tarawa_cli.kernel.players import Choice
from tarawa_cli.kernel.players.lookahead import Verdict, dice_of, play_out, race

# ── Plans for a player turn, each a way to play that differs from the usual one


HARBOUR = ("1709", "1810", "1811", "1911")
AIRFIELDS = ("1211", "1613", "1714", "1916")
WEST = ("0811", "1112", "1113", "1209", "1211")
MORE, LESS = 2.0, 0.6
"""The factors for the prizes of a plan and those that the side holds, and for the enemy's other prizes."""
BOUNTY = 2.0
"""The worth, as a prize, of the hex of an enemy that a plan is to destroy."""
GOALS, PREY = 2, 2
"""How many plans of a kind the position suggests."""
APART, TOGETHER = 3, 2
"""Goals are farther apart than the first; prizes within the second of a goal belong to it."""


class TurnPlan(NamedTuple):
    """A way to play a turn: what usually counts, times these."""

    name: str
    """In words that finish "the plan is to …"."""
    style: Mapping[str, float] = {}
    scales: Mapping[str, float] = {}
    prizes: tuple[Hex, ...] = ()
    """The prizes that it goes for, or holds."""
    targets: tuple[Hex, ...] = ()
    """Where the enemies stand whom it is to destroy."""
    as_printed: bool = False
    """Whether troops embark as the scenario's plan says, and not to the beaches that seem best."""
    zones: tuple[str, ...] = ()
    """Where the divisions wait, the first one first."""

    def styled(self, usual: Style) -> Style:
        return usual._replace(**{name: getattr(usual, name) * times for name, times in self.style.items()})

    def scaled(self, usual: Scales) -> Scales:
        return usual._replace(**{name: getattr(usual, name) * times for name, times in self.scales.items()})

    def accents(self, state: State, side: Side) -> dict[Hex, float]:
        """How much more or less than usual hexes count; a unit that goes for one leaves no prize open."""
        theirs = LESS if self.prizes else 1.0
        found = {at: MORE if state.controller(at) == side else theirs for at in sorted(state.prized)}
        return found | dict.fromkeys(self.prizes, MORE) | dict.fromkeys(self.targets, BOUNTY)


USUAL = TurnPlan("do what seems best")
BOLD_ATTACKS = (
    USUAL,
    TurnPlan("attack wherever it may pay", scales={"caution": 0.5}),
    TurnPlan("attack for ground", scales={"zeal": 2.0}),
)
ATTACKS: Mapping[str, tuple[TurnPlan, ...]] = {
    "axis": BOLD_ATTACKS,
    "allied": (
        *BOLD_ATTACKS[:2],
        TurnPlan("attack only where it is sure to pay", scales={"caution": 1.8}),
        *BOLD_ATTACKS[2:],
        TurnPlan("make no attacks", scales={"caution": 9.0}),
    ),
}
"""Plans for the fights of a turn, once all units are in place: time is against the Axis, who have no careful ones."""
LANDINGS = (TurnPlan("land where it costs least"), TurnPlan("land as planned", as_printed=True))
"""For the waves of a turn."""
SCHEMES = (
    TurnPlan("land where it costs least"),
    TurnPlan("land in the south and east, and drop on the airfields", prizes=AIRFIELDS, zones=("south", "east")),
    TurnPlan("land in the west and south, and drop in the west", prizes=WEST, zones=("west", "south")),
    TurnPlan("land in the north and south, and drop on the harbour", prizes=HARBOUR, zones=("north", "south")),
    TurnPlan("land everyone in the south, and drop on the airfields", prizes=AIRFIELDS, zones=("south", "south")),
    TurnPlan("land in the north and west, and drop in the west", prizes=WEST, zones=("north", "west")),
)
"""For an invasion that the Axis plan themselves."""
TURNS: Mapping[str, tuple[TurnPlan, ...]] = {
    "axis": (
        USUAL,
        TurnPlan("press on at any cost", {"drive": 1.5, "fear": 0.5}, {"caution": 0.6, "zeal": 1.5}),
        TurnPlan("hunt the enemy's battalions", {"hunt": 4.0, "drive": 0.6}, {"zeal": 0.6}),
    ),
    "allied": (
        USUAL,
        TurnPlan("throw everything at the enemy", {"hunt": 2.0, "guard": 0.5}, {"caution": 0.6}),
        TurnPlan("hold the line", {"guard": 2.0, "hunt": 0.3, "fear": 2.0}, {"caution": 1.8}),
        TurnPlan("retake lost ground", {"drive": 1.5}, {"zeal": 1.8}),
        TurnPlan("contest objectives that the Axis left empty", {"deny": 4.0, "hunt": 0.3}),
    ),
}
"""For a whole player turn, the likeliest first; `for_turn` adds those that the position suggests."""


# ── Plans that the position suggests


def for_turn(state: State, side: Side) -> list[TurnPlan]:
    """The plans to compare before a side moves."""
    ground = GroundValue(state, side)
    own = [(at, sum(map(attack, units))) for at, units in ground.held.items()]
    if not own:
        return [USUAL]
    return [*TURNS[side][:2], *_goals(ground, own), *_prey(ground, own), *TURNS[side][2:]]


Strengths = list[tuple[Hex, int]]


def _near(own: Strengths, at: Hex) -> float:
    """The attack strength of a side about a hex: less, the farther off it is."""
    return sum(strength * FADES ** distance(at, there) for there, strength in own)


def _apart(ranked: list[Hex], count: int) -> list[Hex]:
    """The first hexes of a list that are not close to each other."""
    found: list[Hex] = []
    for at in ranked:
        if len(found) < count and all(distance(at, other) > APART for other in found):
            found.append(at)
    return found


def _goals(ground: GroundValue, own: Strengths) -> list[TurnPlan]:
    """Go for the prizes of the enemy that are nearest to the bulk of the side, or hold those that he threatens."""
    state, side = ground.state, ground.side
    theirs = [at for at in ground.worth if state.controller(at) != side]
    ranked = sorted(theirs, key=lambda at: (-ground.worth[at] * _near(own, at), at))
    plans = [_toward(ground, f"go for {state.board.titled(at)}", at, {"drive": 1.3}) for at in _apart(ranked, GOALS)]
    if side == "axis":
        return plans
    held = [at for at in ground.worth if at not in theirs and ground.threat(at)]
    feared = sorted(held, key=lambda at: (-ground.worth[at] * ground.threat(at) / (1 + ground.held_by(at)), at))
    return plans + [
        _toward(ground, f"hold {state.board.titled(at)}", at, {"guard": 1.5}) for at in _apart(feared, GOALS)
    ]


def _toward(ground: GroundValue, name: str, at: Hex, style: Mapping[str, float]) -> TurnPlan:
    return TurnPlan(name, style, prizes=tuple(other for other in ground.worth if distance(at, other) <= TOGETHER))


def _prey(ground: GroundValue, own: Strengths) -> list[TurnPlan]:
    """Mass against the enemies whom the side outweighs most, with all who stand beside them."""
    foes = ground.survey.fighters

    def odds(at: Hex) -> float:
        return _near(own, at) / (1 + sum(ground.strength[there] for there in foes if distance(at, there) <= 1))

    ranked = [at for at in sorted(foes, key=lambda at: (-odds(at), at)) if _near(own, at) > ground.strength[at]]
    return [
        TurnPlan(
            f"destroy the enemy at {ground.state.board.titled(at)}",
            targets=tuple(there for there in foes if distance(at, there) <= 1),
        )
        for at in _apart(ranked, PREY)
    ]


# ── The player


PLAYOUTS = 20
"""For the plan of a turn."""
SHARES = {"setup-axis": 4, "embark": 4, "movement": 1, "support": 2, "combat": 2}
"""The phases before which plans are compared; each has as many playouts as a turn, divided by this."""
FIGHTS = ("support", "combat")
"""Phases whose plans are compared at the end of the own player turn."""
FIRST_DAY = 3
"""How many turns more a scheme of invasion is played on."""
BASES = {
    "axis": (STYLES["axis"], SCALES["axis"]),
    "allied": (STYLES["allied"]._replace(deny=1.0), HISTORICAL_SCALES),
}
"""How each side plays as long as no plan changes it: the Allies stand next to objectives that the enemy has left empty,
too, and fight as carefully as `historical`, since a field army that is spent lets the Axis have all but Valletta."""
ROUND = 1_000_003
"""Sets the dice of one playout apart from those of the next."""


class Follower(Strong):
    """Plays as `strong` does, the Allies with more care, with the changes that a plan makes for its side."""

    def __init__(self, plan: TurnPlan, side: Side) -> None:
        style, scales = BASES[side]
        super().__init__({**SCALES, side: plan.scaled(scales)}, {**STYLES, side: plan.styled(style)})
        self.plan, self.side = plan, side
        if plan.as_printed:
            self.off_the_field = {**self.off_the_field, "embark": invasion.embark}
        if plan.zones:
            self.off_the_field = {**self.off_the_field, "setup-axis": self._set_out}

    def _set_out(self, state: State) -> tuple[Order, str] | None:
        """The plan of the invasion: drops, then where the divisions wait, then ships."""
        drops = invasion.plan_drops(state, self.plan.accents(state, self.side))
        return drops or invasion.plan_at_sea(state, self.plan.zones)

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
            plans = search.distinct(budget)
            alone = len(plans) == 1
            found = [] if alone and part in FIGHTS else race(plans, 1 if alone else budget, search.value)
            plan, self._explanation = found[0].plan if found else plans[0], search.explanation(found)
        self._player = Follower(plan, side)


class Rolls:
    """The rolls of 20.3 in a playout: they count by their chances, and the game goes on as if they ended nothing."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.won, self.left = 0.0, 1.0
        """How likely it is that Malta has surrendered, and that no roll has ended the game."""
        self._faces: list[int] = []

    def face(self, purpose: str) -> int | None:
        """A die of such a roll; nothing for other dice."""
        if not purpose.startswith(worth.SURRENDER_AT):
            return None
        if not self._faces:
            surrender, called_off = worth.next_roll(self.state)
            self.won += self.left * surrender
            self.left *= 1 - surrender - called_off
            total = worth.idle_total(self.state)
            self._faces = [total // 2, total - total // 2]
        return self._faces.pop()

    def chance(self, side: Side) -> float:
        """How likely a side is to win, those rolls counted."""
        axis = self.won + (self.left * worth.chance(self.state, "axis") if self.left > 0 else 0.0)
        return axis if side == "axis" else 1 - axis


class Playout(NamedTuple):
    """A game that is played on from a position."""

    state: State
    player: Follower
    rolls: Rolls


class Playouts:
    """Plays plans out from a position, as one side knows it."""

    def __init__(self, state: State, side: Side, part: str) -> None:
        self.side, self.part = side, part
        self.start = guess(state, side)[0].copied()
        self.seed = dice_of(GAME.dump(self.start))
        self.first = state.turn + (FIRST_DAY if part == "setup-axis" else 0)
        own = {"embark": LANDINGS, "setup-axis": SCHEMES}
        self.plans = for_turn(state, side) if part == "movement" else own.get(part, ATTACKS[side])
        self._begun: dict[str, Playout] = {}
        """The first playout of each plan, as far as the end of the phase at hand."""
        self._worst: dict[str, tuple[float, str]] = {}
        """The worst playout of each plan: the chances after it, and what it cost."""

    def distinct(self, most: int) -> list[TurnPlan]:
        """The plans that give different orders in the phase at hand, the first of each kind; at most so many."""
        found: list[TurnPlan] = []
        seen: set[tuple[str, ...]] = set()
        for plan in self.plans:
            if len(found) == most:
                break
            game = self._game(plan)
            noted = Noted(game.player, (game.state.turn, game.state.phase))
            self._play(game, noted, 0, noted.is_done)
            orders = tuple(noted.orders)
            if orders not in seen:
                seen.add(orders)
                found.append(plan)
                self._begun[plan.name] = game
        return found

    def value(self, plan: TurnPlan, number: int) -> float:
        """The chances after a plan."""
        game = self._game(plan) if number else self._begun.pop(plan.name)
        self._play(game, game.player, number, lambda now: _is_over(now, self.first, self.side, self.part))
        chance = game.rolls.chance(self.side)
        if plan.name not in self._worst or chance < self._worst[plan.name][0]:
            self._worst[plan.name] = chance, self._cost(game.state)
        return chance

    def _game(self, plan: TurnPlan) -> "Playout":
        state = self.start.copied()
        return Playout(state, Follower(plan, self.side), Rolls(state))

    def _play(self, game: "Playout", player: Player, number: int, is_far_enough: Callable[[State], bool]) -> None:
        dice = self.seed + ROUND * number
        play_out(GAME, game.state, player, dice, is_far_enough, _moment, game.rolls.face)

    def _cost(self, end: State) -> str:
        """What a playout cost the side, in words."""
        start, side, board = self.start, self.side, self.start.board
        taken = [at for at in sorted(end.prized) if start.controller(at) == side != end.controller(at)]
        lost = [f"{board.titled(at)} lost" for at in taken]
        steps = worth.steps_of(start, side) - worth.steps_of(end, side)
        return ", ".join([*lost, *([f"{plural(steps, 'step')} lost"] if steps > 0 else [])])

    def explanation(self, found: Sequence[Verdict[TurnPlan]]) -> str:
        """Why a plan was chosen, in figures: the chances before and after it, and what it fears."""
        before = worth.chance(self.start, self.side)
        if not found:
            return f"the plan is to {USUAL.name}: chances {_share(before)} now; no other plan gives other orders"
        best = found[0]
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
