"""What `expert` chooses from: plans for a player turn, each a way to play that differs from the usual one."""

from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.players.moving import Style
from tarawa_cli.games.malta.players.weighing import Scales
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.hints import Mapping, NamedTuple

HARBOUR = ("1709", "1810", "1811", "1911")
AIRFIELDS = ("1211", "1613", "1714", "1916")
WEST = ("0811", "1112", "1113", "1209", "1211")
SOUTH_EAST = ("1916", "2016", "2114", "2116")
MORE, LESS = 2.0, 0.6
"""How much the prizes of a plan count, and how much the others."""


class Plan(NamedTuple):
    """A way to play a turn: what usually counts, times these."""

    name: str
    """In words that finish "the plan is to …"."""
    style: Mapping[str, float] = {}
    scales: Mapping[str, float] = {}
    prizes: tuple[Hex, ...] = ()
    """The prizes that it goes for, or holds."""
    as_printed: bool = False
    """Whether troops embark as the scenario's plan says, and not to the beaches that seem best."""
    zones: tuple[str, ...] = ()
    """Where the divisions wait, the first one first."""

    def styled(self, usual: Style) -> Style:
        return usual._replace(**{name: getattr(usual, name) * times for name, times in self.style.items()})

    def scaled(self, usual: Scales) -> Scales:
        return usual._replace(**{name: getattr(usual, name) * times for name, times in self.scales.items()})

    def accents(self, state: State) -> dict[Hex, float]:
        if not self.prizes:
            return {}
        return {at: MORE if at in self.prizes else LESS for at in sorted(state.prized)}


USUAL = Plan("do what seems best")
ATTACKS = (
    USUAL,
    Plan("attack wherever it may pay", scales={"caution": 0.5}),
    Plan("attack only where it surely pays", scales={"caution": 1.8}),
    Plan("attack for ground", scales={"zeal": 2.0}),
    Plan("attack nobody", scales={"caution": 9.0}),
)
"""For the fights of a turn, once everybody stands where he does."""
LANDINGS = (Plan("land where it costs least"), Plan("land as planned", as_printed=True))
"""For the waves of a turn."""
SCHEMES = (
    Plan("land where it costs least"),
    Plan("land in the south and east, and drop on the airfields", prizes=AIRFIELDS, zones=("south", "east")),
    Plan("land in the west and south, and drop in the west", prizes=WEST, zones=("west", "south")),
    Plan("land in the north and south, and drop on the harbour", prizes=HARBOUR, zones=("north", "south")),
    Plan("land everybody in the south, and drop on the airfields", prizes=AIRFIELDS, zones=("south", "south")),
    Plan("land in the north and west, and drop in the west", prizes=WEST, zones=("north", "west")),
)
"""For an invasion that the Axis plan themselves."""
TURNS: Mapping[str, tuple[Plan, ...]] = {
    "axis": (
        USUAL,
        Plan("go for the harbour", prizes=HARBOUR),
        Plan("hold and let the enemy come", {"guard": 2.0, "bite": 0.5, "fear": 2.0}, {"caution": 1.8}),
        Plan("press on at any cost", {"drive": 1.5, "fear": 0.5}, {"caution": 0.6, "zeal": 1.5}),
        Plan("go for the airfields", prizes=AIRFIELDS),
        Plan("hunt the enemy's battalions", {"hunt": 4.0, "drive": 0.6}, {"zeal": 0.6}),
        Plan("take the west", prizes=WEST),
        Plan("take the south-east", prizes=SOUTH_EAST),
    ),
    "allied": (
        USUAL,
        Plan("throw everything at the enemy", {"hunt": 2.0, "guard": 0.5}, {"caution": 0.6}),
        Plan("hold what is held", {"guard": 2.0, "hunt": 0.3, "fear": 2.0}, {"caution": 1.8}),
        Plan("hold the harbour", {"guard": 1.5}, prizes=HARBOUR),
        Plan("retake lost ground", {"drive": 1.5}, {"zeal": 1.8}),
        Plan("hold the airfields", {"guard": 1.5}, prizes=AIRFIELDS),
        Plan("hold the west", {"guard": 1.5}, prizes=WEST),
    ),
}
"""For a whole player turn, the likeliest first."""
