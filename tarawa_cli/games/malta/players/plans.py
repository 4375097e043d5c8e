"""What `expert` chooses from: plans for a player turn, each a way to play that differs from the usual one."""

from tarawa_cli.games.malta.model.board import distance
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.model.unit_types import Side
from tarawa_cli.games.malta.players.ground import FADES, GroundValue
from tarawa_cli.games.malta.players.moving import Style
from tarawa_cli.games.malta.players.weighing import Scales
from tarawa_cli.games.malta.rules.ch09_combat.odds import attack
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.hints import Mapping, NamedTuple

HARBOUR = ("1709", "1810", "1811", "1911")
AIRFIELDS = ("1211", "1613", "1714", "1916")
WEST = ("0811", "1112", "1113", "1209", "1211")
MORE, LESS = 2.0, 0.6
"""How much the prizes of a plan count and those that the side holds, and how much the others of the enemy."""
BOUNTY = 2.0
"""What the hex of an enemy is worth whom a plan is to destroy, as a prize."""
GOALS, PREY = 2, 2
"""How many plans of a kind the position suggests."""
APART, TOGETHER = 3, 2
"""Goals are farther apart than the first; prizes within the second of a goal belong to it."""


class Plan(NamedTuple):
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


USUAL = Plan("do what seems best")
ATTACKS = (
    USUAL,
    Plan("attack wherever it may pay", scales={"caution": 0.5}),
    Plan("attack only where it is sure to pay", scales={"caution": 1.8}),
    Plan("attack for ground", scales={"zeal": 2.0}),
    Plan("make no attacks", scales={"caution": 9.0}),
)
"""For the fights of a turn, once everybody stands where he does."""
LANDINGS = (Plan("land where it costs least"), Plan("land as planned", as_printed=True))
"""For the waves of a turn."""
SCHEMES = (
    Plan("land where it costs least"),
    Plan("land in the south and east, and drop on the airfields", prizes=AIRFIELDS, zones=("south", "east")),
    Plan("land in the west and south, and drop in the west", prizes=WEST, zones=("west", "south")),
    Plan("land in the north and south, and drop on the harbour", prizes=HARBOUR, zones=("north", "south")),
    Plan("land everyone in the south, and drop on the airfields", prizes=AIRFIELDS, zones=("south", "south")),
    Plan("land in the north and west, and drop in the west", prizes=WEST, zones=("north", "west")),
)
"""For an invasion that the Axis plan themselves."""
TURNS: Mapping[str, tuple[Plan, ...]] = {
    "axis": (
        USUAL,
        Plan("press on at any cost", {"drive": 1.5, "fear": 0.5}, {"caution": 0.6, "zeal": 1.5}),
        Plan("hold and let the enemy come", {"guard": 2.0, "bite": 0.5, "fear": 2.0}, {"caution": 1.8}),
        Plan("hunt the enemy's battalions", {"hunt": 4.0, "drive": 0.6}, {"zeal": 0.6}),
    ),
    "allied": (
        USUAL,
        Plan("throw everything at the enemy", {"hunt": 2.0, "guard": 0.5}, {"caution": 0.6}),
        Plan("hold what is held", {"guard": 2.0, "hunt": 0.3, "fear": 2.0}, {"caution": 1.8}),
        Plan("retake lost ground", {"drive": 1.5}, {"zeal": 1.8}),
    ),
}
"""For a whole player turn, the likeliest first; `for_turn` adds those that the position suggests."""


# ── Plans that the position suggests


def for_turn(state: State, side: Side) -> list[Plan]:
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


def _goals(ground: GroundValue, own: Strengths) -> list[Plan]:
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


def _toward(ground: GroundValue, name: str, at: Hex, style: Mapping[str, float]) -> Plan:
    return Plan(name, style, prizes=tuple(other for other in ground.worth if distance(at, other) <= TOGETHER))


def _prey(ground: GroundValue, own: Strengths) -> list[Plan]:
    """Mass against the enemies whom the side outweighs most, with all who stand beside them."""
    foes = ground.survey.fighters

    def odds(at: Hex) -> float:
        return _near(own, at) / (1 + sum(ground.strength[there] for there in foes if distance(at, there) <= 1))

    ranked = [at for at in sorted(foes, key=lambda at: (-odds(at), at)) if _near(own, at) > ground.strength[at]]
    return [
        Plan(
            f"destroy the enemy at {ground.state.board.titled(at)}",
            targets=tuple(there for there in foes if distance(at, there) <= 1),
        )
        for at in _apart(ranked, PREY)
    ]
